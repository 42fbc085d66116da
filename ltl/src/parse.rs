//! From text to [`Formula`].
//!
//! Operators bind, from the tightest: unary ones; `U W R M`; `&`; `xor`; `|`; `->` and `<->`. Of the last ones and of
//! `U W R M` two in a row need parentheses: SPIN reads them from the left, Spot from the right, and a formula must not
//! mean one thing there and another here. Open operators lie on an explicit stack, so that nesting costs no call stack.

use super::formula::{BinaryOp, Formula, FormulaId, Node, UnaryOp};
use super::lexer::{Lexer, Token};
use super::{Atom, lbt};
use crate::{Diagnostic, Span};

/// Reads a formula in any of the usual spellings. LBT's prefix notation is tried where the text is no formula otherwise.
pub fn parse(text: &str) -> Result<Formula, Vec<Diagnostic>> {
    if u32::try_from(text.len()).is_err() {
        let message = "the formula is longer than 4 GB";
        return Err(vec![Diagnostic::error(Span::default(), message)]);
    }
    infix(Lexer::new(text)).or_else(|problem| lbt::parse(text).ok_or(vec![problem]))
}

/// Reads a formula over names of functions: operators are letters and symbols, and `release` and `next` are names.
pub fn parse_with_names(text: &str) -> Result<Formula, Diagnostic> {
    infix(Lexer::with_names(text))
}

/// Reads the text of an atom, as automata in files have them: a place, `terminated`, a name, or an expression, which may
/// stand in braces.
pub fn parse_atom(text: &str) -> Atom {
    let mut lexer = Lexer::new(text);
    let (Ok((Token::Atom(atom), _)), Ok((Token::End, _))) = (lexer.token(), lexer.token()) else {
        return Atom::Expr(text.to_owned());
    };
    match atom {
        Atom::Expr(inner) if text.starts_with('{') => Atom::Expr(inner),
        Atom::Expr(_) => Atom::Expr(text.to_owned()),
        atom => atom,
    }
}

fn infix(lexer: Lexer<'_>) -> Result<Formula, Diagnostic> {
    let mut parser = Parser {
        lexer,
        formula: Formula::new(),
        operands: Vec::new(),
        open: Vec::new(),
    };
    parser.run()?;
    let root = parser.operands.pop().unwrap_or(parser.formula.root());
    Ok(parser.formula.with_root(root))
}

/// What waits for its right operand, or for its closing parenthesis.
#[derive(Clone, Copy)]
enum Open {
    Parenthesis(Span),
    Unary(UnaryOp),
    Binary(BinaryOp, Span),
}

struct Parser<'t> {
    lexer: Lexer<'t>,
    formula: Formula,
    operands: Vec<FormulaId>,
    open: Vec<Open>,
}

fn precedence(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Implies | BinaryOp::Iff => 0,
        BinaryOp::Or => 1,
        BinaryOp::Xor => 2,
        BinaryOp::And => 3,
        BinaryOp::Until | BinaryOp::WeakUntil | BinaryOp::Release | BinaryOp::StrongRelease => 4,
    }
}

/// Whether the order of two operators in a row changes nothing, so that they need no parentheses.
fn may_follow(left: BinaryOp, right: BinaryOp) -> bool {
    use BinaryOp::{And, Iff, Or, Xor};
    left == right && matches!(left, And | Or | Xor | Iff)
}

impl Parser<'_> {
    fn run(&mut self) -> Result<(), Diagnostic> {
        loop {
            self.operand()?;
            loop {
                let (token, span) = self.lexer.token()?;
                match token {
                    Token::Close => self.close(span)?,
                    Token::End => return self.end(),
                    Token::Binary(op) => {
                        self.binary(op, span)?;
                        break;
                    }
                    other => return Err(expected_operator(&other, span)),
                }
            }
        }
    }

    /// Everything up to and including the next constant or atom.
    fn operand(&mut self) -> Result<(), Diagnostic> {
        loop {
            let (token, span) = self.lexer.token()?;
            let node = match token {
                Token::Unary(op) => {
                    self.open.push(Open::Unary(op));
                    continue;
                }
                Token::Open => {
                    self.open.push(Open::Parenthesis(span));
                    continue;
                }
                Token::True => Node::True,
                Token::False => Node::False,
                Token::Atom(atom) => Node::Atom(self.formula.add_atom(atom, span)),
                other => return Err(self.expected_operand(&other, span)),
            };
            let id = self.formula.add(node);
            self.operands.push(id);
            return Ok(());
        }
    }

    /// An operator ends the operands of those that bind tighter.
    fn binary(&mut self, op: BinaryOp, span: Span) -> Result<(), Diagnostic> {
        while let Some(&top) = self.open.last() {
            match top {
                Open::Parenthesis(_) => break,
                Open::Unary(_) => {}
                Open::Binary(left, _) if precedence(left) < precedence(op) => break,
                Open::Binary(left, place)
                    if precedence(left) == precedence(op) && !may_follow(left, op) =>
                {
                    return Err(needs_parentheses((left, place), (op, span)));
                }
                Open::Binary(..) => {}
            }
            self.reduce();
        }
        self.open.push(Open::Binary(op, span));
        Ok(())
    }

    fn close(&mut self, span: Span) -> Result<(), Diagnostic> {
        loop {
            match self.open.last() {
                None => return Err(Diagnostic::error(span, "there is no `(` for this `)`")),
                Some(Open::Parenthesis(_)) => {
                    self.open.pop();
                    return Ok(());
                }
                Some(_) => self.reduce(),
            }
        }
    }

    fn end(&mut self) -> Result<(), Diagnostic> {
        while let Some(&top) = self.open.last() {
            if let Open::Parenthesis(span) = top {
                return Err(Diagnostic::error(span, "this `(` is never closed"));
            }
            self.reduce();
        }
        Ok(())
    }

    /// Makes a node of the innermost operator, whose operands are all there.
    fn reduce(&mut self) {
        let (Some(open), Some(right)) = (self.open.pop(), self.operands.pop()) else {
            return;
        };
        let id = match open {
            Open::Parenthesis(_) => right,
            Open::Unary(op) => self.formula.unary(op, right),
            Open::Binary(op, _) => match self.operands.pop() {
                Some(left) => self.formula.binary(op, left, right),
                None => right,
            },
        };
        self.operands.push(id);
    }

    fn expected_operand(&self, found: &Token, span: Span) -> Diagnostic {
        let found = describe(found);
        let error =
            |words: &str| Diagnostic::error(span, format!("expected {words}, found {found}"));
        match self.open.last() {
            None => error("a formula"),
            Some(Open::Parenthesis(place)) => {
                error("a formula").with_label(*place, "after this parenthesis")
            }
            Some(Open::Unary(op)) => error(&format!("a formula after `{}`", op.text().trim())),
            Some(Open::Binary(op, place)) => {
                let words = format!("a formula after `{}`", op.text());
                error(&words).with_label(*place, "the right side of this is missing")
            }
        }
    }
}

fn expected_operator(found: &Token, span: Span) -> Diagnostic {
    let message = format!("expected an operator, found {}", describe(found));
    let error = Diagnostic::error(span, message);
    match found {
        Token::Unary(UnaryOp::Not) => error,
        Token::Unary(op) => error.with_hint(format!(
            "`{}` stands before one formula; `U`, `W`, `R` and `M` stand between two",
            op.text().trim()
        )),
        _ => error.with_hint(
            "the operators between formulas are & | xor -> <-> U W R M; an expression with blanks is written in quotes",
        ),
    }
}

fn needs_parentheses(left: (BinaryOp, Span), right: (BinaryOp, Span)) -> Diagnostic {
    let (first, second) = (left.0.text(), right.0.text());
    let message = format!("`{first}` and `{second}` in a row need parentheses");
    Diagnostic::error(right.1, message)
        .with_label(left.1, "the first one")
        .with_hint("some tools read them from the left, others from the right")
}

pub fn describe(token: &Token) -> String {
    match token {
        Token::True => "`true`".to_owned(),
        Token::False => "`false`".to_owned(),
        Token::Atom(atom) => format!("`{atom}`"),
        Token::Unary(op) => format!("`{}`", op.text().trim()),
        Token::Binary(op) => format!("`{}`", op.text()),
        Token::Open => "`(`".to_owned(),
        Token::Close => "`)`".to_owned(),
        Token::End => "the end".to_owned(),
    }
}
