//! Expressions, by operator precedence with two explicit stacks (Dijkstra's shunting yard).
//!
//! The table, tightest first; all group to the left except `=>`:
//!
//! | | |
//! |---|---|
//! | `!` `~` | not |
//! | `=` `==` `!=` `<>` | same, different |
//! | `&` `&&` | and |
//! | `^` | exclusive or |
//! | `\|` `\|\|` | or |
//! | `=>` `==>` `->` | implies |
//! | `<->` `<=>` `<==>` | same |
//!
//! It is the table of Bebop, Moped and Boppo, but for chains of `=>`, which Bebop and Boppo group to the left, and logicians
//! to the right: such a chain without parentheses is warned about.

use super::super::BinOp;
use super::*;

/// A parsed operand and how far it reaches with its parentheses.
pub(super) struct Operand {
    id: ExprId,
    extent: Span,
    parenthesised: bool,
}

#[derive(Clone, Copy)]
pub(super) enum Operator {
    Not(Span),
    Binary {
        op: BinOp,
        strength: u8,
        span: Span,
    },
    /// An open `(`.
    Paren(Span),
    /// An open `schoose[`, before or after its comma, and which bracket closes it.
    Choose {
        start: Span,
        open: Span,
        second: bool,
        close: TokenKind,
    },
}

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Parsed<ExprId> {
        self.operands.clear();
        self.operators.clear();
        self.warned_of_chain = false;
        loop {
            self.operand()?;
            if !self.operator()? {
                break;
            }
        }
        match self.operands.pop() {
            Some(whole) => Ok(whole.id),
            None => Err(self.unexpected("expected an expression")),
        }
    }

    pub(super) fn expression_list(&mut self) -> Parsed<Vec<ExprId>> {
        self.comma_list(Self::expression)
    }

    /// Prefix operators and opening brackets, up to and including one operand.
    fn operand(&mut self) -> Parsed<()> {
        loop {
            let token = self.token;
            match token.kind {
                TokenKind::Not => self.operators.push(Operator::Not(token.span)),
                TokenKind::LeftParen => self.operators.push(Operator::Paren(token.span)),
                _ if self.at_choose() => {
                    self.bump();
                    let close = match self.token.kind {
                        TokenKind::LeftParen => TokenKind::RightParen,
                        _ => TokenKind::RightBracket,
                    };
                    self.operators.push(Operator::Choose {
                        start: token.span,
                        open: self.token.span,
                        second: false,
                        close,
                    });
                }
                _ => {
                    let (kind, span) = self.atom()?;
                    self.push(kind, span, span);
                    return Ok(());
                }
            }
            self.bump();
        }
    }

    /// `schoose[…]`, or `choose(…)` as older programs write it.
    fn at_choose(&self) -> bool {
        let opens = matches!(
            self.ahead.kind,
            TokenKind::LeftBracket | TokenKind::LeftParen
        );
        let named = self.at(TokenKind::Schoose)
            || (self.at(TokenKind::Name) && self.slice(self.token.span) == "choose");
        named && opens
    }

    fn atom(&mut self) -> Parsed<(ExprKind, Span)> {
        let token = self.token;
        let kind = match token.kind {
            TokenKind::True => ExprKind::Const(true),
            TokenKind::False => ExprKind::Const(false),
            TokenKind::Star | TokenKind::Question => ExprKind::Nondet,
            TokenKind::Number => match self.slice(token.span) {
                "0" => ExprKind::Const(false),
                "1" => ExprKind::Const(true),
                _ => return Err(self.error(token.span, "the only numbers are 0 and 1")),
            },
            TokenKind::Prime => {
                self.bump();
                let name = self.name("a variable after `'`")?;
                return Ok((ExprKind::Next(name.symbol), self.span_from(token.span)));
            }
            _ if Self::is_name(token) && self.ahead.kind == TokenKind::LeftParen => {
                let error = Diagnostic::error(
                    token.span,
                    "a procedure cannot be called inside an expression",
                );
                return Err(self.report(
                    error.with_hint("assign its result to a variable first: `x := f(…);`"),
                ));
            }
            _ if Self::is_name(token) => {
                self.bump();
                let name = self.intern(token);
                // `x'` is another spelling of `'x`.
                if self.at(TokenKind::Prime) && self.token.span.start == token.span.end {
                    self.bump();
                    return Ok((ExprKind::Next(name.symbol), self.span_from(token.span)));
                }
                return Ok((ExprKind::Var(name.symbol), token.span));
            }
            TokenKind::Schoose => {
                self.bump();
                return Err(self.unexpected("expected `[` after `schoose`"));
            }
            _ => return Err(self.unexpected("expected an expression")),
        };
        self.bump();
        Ok((kind, token.span))
    }

    /// Closing brackets and one binary operator or comma; false where the expression ends.
    fn operator(&mut self) -> Parsed<bool> {
        loop {
            if let Some((op, strength)) = binary(self.token.kind) {
                self.reduce(strength);
                let span = self.bump().span;
                self.operators.push(Operator::Binary { op, strength, span });
                return Ok(true);
            }
            self.reduce(0);
            match (self.operators.last().copied(), self.token.kind) {
                (None, TokenKind::Question) => return Err(self.no_conditional()),
                (None, _) => return Ok(false),
                (Some(Operator::Paren(open)), TokenKind::RightParen) => self.close_paren(open),
                (
                    Some(Operator::Choose {
                        start,
                        second: true,
                        close,
                        ..
                    }),
                    found,
                ) if found == close => {
                    self.close_choose(start);
                }
                (
                    Some(Operator::Choose {
                        start,
                        open,
                        second: false,
                        close,
                    }),
                    TokenKind::Comma,
                ) => {
                    self.bump();
                    self.operators.pop();
                    self.operators.push(Operator::Choose {
                        start,
                        open,
                        second: true,
                        close,
                    });
                    return Ok(true);
                }
                (Some(open), _) => return Err(self.unclosed(open)),
            }
        }
    }

    fn close_paren(&mut self, open: Span) {
        self.bump();
        self.operators.pop();
        let extent = self.span_from(open);
        if let Some(operand) = self.operands.last_mut() {
            operand.extent = extent;
            operand.parenthesised = true;
        }
    }

    fn close_choose(&mut self, start: Span) {
        self.bump();
        self.operators.pop();
        let span = self.span_from(start);
        if let (Some(negative), Some(positive)) = (self.operands.pop(), self.operands.pop()) {
            self.push(ExprKind::Choose(positive.id, negative.id), span, span);
        }
    }

    fn unclosed(&mut self, open: Operator) -> Reported {
        let (expected, span) = match open {
            Operator::Paren(span) => ("`)`", span),
            Operator::Choose {
                open,
                second: true,
                close,
                ..
            } => (
                if close == TokenKind::RightParen {
                    "`)`"
                } else {
                    "`]`"
                },
                open,
            ),
            Operator::Choose { open, .. } => ("`,` and the second value of `schoose`", open),
            Operator::Not(span) | Operator::Binary { span, .. } => ("an operand", span),
        };
        let message = format!("expected {expected}, found {}", self.found());
        let error = Diagnostic::error(self.token.span, message);
        self.report(error.with_label(span, "opened here"))
    }

    fn no_conditional(&mut self) -> Reported {
        let error = Diagnostic::error(
            self.token.span,
            "there are no conditional expressions `c ? a : b`",
        );
        self.report(error.with_hint("write `(c & a) | (!c & b)`"))
    }

    /// Applies the operators on top that bind tighter than a coming operator of this strength.
    fn reduce(&mut self, coming: u8) {
        while let Some(&top) = self.operators.last() {
            match top {
                Operator::Not(start) => {
                    let Some(operand) = self.operands.pop() else {
                        return;
                    };
                    let extent = Span {
                        start: start.start,
                        end: operand.extent.end,
                    };
                    self.operators.pop();
                    self.push(ExprKind::Not(operand.id), extent, extent);
                }
                Operator::Binary { op, strength, span } => {
                    let right_grouping = op == BinOp::Implies;
                    if strength < coming || (strength == coming && right_grouping) {
                        return;
                    }
                    self.operators.pop();
                    self.apply(op, span);
                }
                Operator::Paren(_) | Operator::Choose { .. } => return,
            }
        }
    }

    fn apply(&mut self, op: BinOp, at: Span) {
        let (Some(right), Some(left)) = (self.operands.pop(), self.operands.pop()) else {
            return;
        };
        let chained = matches!(
            self.program.expr(right.id).kind,
            ExprKind::Binary(BinOp::Implies, ..)
        );
        if op == BinOp::Implies && chained && !right.parenthesised && !self.warned_of_chain {
            self.warned_of_chain = true;
            let message = "a chain of `=>` is read as `a => (b => c)`; Bebop and Boppo read it as `(a => b) => c`";
            self.problems
                .push(Diagnostic::warning(at, message).with_hint("add parentheses"));
        }
        let extent = Span {
            start: left.extent.start,
            end: right.extent.end,
        };
        self.push(ExprKind::Binary(op, left.id, right.id), extent, extent);
    }

    fn push(&mut self, kind: ExprKind, span: Span, extent: Span) {
        let id = self.program.add_expr(kind, span);
        self.operands.push(Operand {
            id,
            extent,
            parenthesised: false,
        });
    }
}

/// The meaning and strength of a binary operator; a higher strength binds tighter.
fn binary(kind: TokenKind) -> Option<(BinOp, u8)> {
    Some(match kind {
        TokenKind::Equal => (BinOp::Iff, 6),
        TokenKind::Unequal => (BinOp::Xor, 6),
        TokenKind::And => (BinOp::And, 5),
        TokenKind::Xor => (BinOp::Xor, 4),
        TokenKind::Or => (BinOp::Or, 3),
        TokenKind::Implies => (BinOp::Implies, 2),
        TokenKind::Iff => (BinOp::Iff, 1),
        _ => return None,
    })
}
