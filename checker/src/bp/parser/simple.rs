//! Statements without blocks.

use super::super::suggest::nearest;
use super::super::token::KEYWORDS;
use super::super::{Target, Thread};
use super::statements::{Body, BodyProgress};
use super::*;

impl Parser<'_> {
    /// An assignment or a call.
    pub(super) fn name_statement(&mut self, body: &mut Body<'_>) -> Parsed<BodyProgress> {
        let start = self.token.span;
        let kind = match self.ahead.kind {
            TokenKind::LeftParen if !self.at(TokenKind::Underscore) => self.call(Vec::new())?,
            TokenKind::Comma | TokenKind::Assign | TokenKind::Equal => self.assignment()?,
            _ => return Err(self.no_statement()),
        };
        let kind = match kind {
            StmtKind::Call {
                targets,
                callee,
                args,
            } if targets.is_empty() && self.starts_thread(&body.labels) => {
                StmtKind::Thread(Thread::StartCall { callee, args })
            }
            kind => kind,
        };
        self.finish(body, kind, start)
    }

    /// SATABS marks the call that starts a thread with a label `ASYNC_n`.
    fn starts_thread(&self, labels: &[Name]) -> bool {
        labels
            .iter()
            .any(|label| is_async_label(self.program.text(label.symbol)))
    }

    fn no_statement(&mut self) -> Reported {
        let text = self.slice(self.token.span);
        let error = Diagnostic::error(
            self.token.span,
            format!("expected a statement, found {}", self.found()),
        );
        let error = match text {
            "abortif" | "sync" => {
                Diagnostic::error(self.token.span, format!("`{text}` is not supported"))
            }
            _ => match nearest(text, KEYWORDS.iter().copied()) {
                Some(keyword) => error.with_hint(format!("did you mean `{keyword}`?")),
                None => error.with_hint("a call is written `f();`, an assignment `x := e;`"),
            },
        };
        self.report(error)
    }

    fn call(&mut self, targets: Vec<Target>) -> Parsed<StmtKind> {
        let callee = self.name("the name of a procedure")?;
        let args = self.arguments()?;
        Ok(StmtKind::Call {
            targets,
            callee,
            args,
        })
    }

    fn arguments(&mut self) -> Parsed<Vec<ExprId>> {
        let open = self.expect(TokenKind::LeftParen, "and the arguments of the call")?;
        if self.eat(TokenKind::RightParen) {
            return Ok(Vec::new());
        }
        let args = self.expression_list()?;
        if !self.eat(TokenKind::RightParen) {
            let error = Diagnostic::error(
                self.token.span,
                format!("expected `,` or `)`, found {}", self.found()),
            );
            return Err(self.report(error.with_label(open.span, "opened here")));
        }
        Ok(args)
    }

    fn assignment(&mut self) -> Parsed<StmtKind> {
        let targets = self.comma_list(Self::target)?;
        if self.at(TokenKind::Equal) {
            let error = Diagnostic::error(self.token.span, "an assignment is written with `:=`");
            self.report(error.with_hint("`=` compares"));
            self.bump();
        } else {
            self.expect(TokenKind::Assign, "after the variables of an assignment")?;
        }
        if self.at(TokenKind::Call) && Self::is_name(self.ahead) {
            self.bump();
        }
        if Self::is_name(self.token)
            && self.ahead.kind == TokenKind::LeftParen
            && !self.several_choices(&targets)
        {
            return self.assigned_call(targets);
        }
        let values = self.expression_list()?;
        let constrain = self.constrain()?;
        Ok(StmtKind::Assign {
            targets,
            values,
            constrain,
        })
    }

    /// `a, b := choose(…), choose(…)`: no call can give the first value only.
    fn several_choices(&self, targets: &[Target]) -> bool {
        targets.len() > 1 && self.slice(self.token.span) == "choose"
    }

    fn assigned_call(&mut self, targets: Vec<Target>) -> Parsed<StmtKind> {
        let is_choose = self.slice(self.token.span) == "choose";
        let call = self.call(targets)?;
        if is_choose {
            // The statement is added right after this and gets the next id.
            self.choose_calls
                .push(StmtId(self.program.stmts.len() as u32));
        }
        if matches!(self.token.kind, TokenKind::Semicolon | TokenKind::EndOfFile)
            || self.at_boundary()
        {
            return Ok(call);
        }
        let message = format!(
            "a call stands alone on the right of `:=`, found {} after it",
            self.found()
        );
        let error = Diagnostic::error(self.token.span, message);
        Err(self.report(error.with_hint("assign its result to a variable first")))
    }

    fn target(&mut self) -> Parsed<Target> {
        if self.at(TokenKind::Underscore) {
            return Ok(Target::Discard(self.bump().span));
        }
        Ok(Target::Var(self.name("a variable")?))
    }

    fn constrain(&mut self) -> Parsed<Option<ExprId>> {
        if !self.eat(TokenKind::Constrain) {
            return Ok(None);
        }
        self.expression().map(Some)
    }

    /// Statements that start with a keyword and have no blocks.
    pub(super) fn simple_statement(&mut self, body: &mut Body<'_>) -> Parsed<BodyProgress> {
        let token = self.token;
        let kind = match token.kind {
            TokenKind::Assume | TokenKind::Assert | TokenKind::Constrain => {
                self.condition_statement()?
            }
            TokenKind::Skip => self.single(StmtKind::Skip),
            TokenKind::EndThread => self.single(StmtKind::Thread(Thread::End)),
            TokenKind::AtomicBegin => self.single(StmtKind::Thread(Thread::AtomicBegin)),
            TokenKind::AtomicEnd => self.single(StmtKind::Thread(Thread::AtomicEnd)),
            TokenKind::Goto => {
                self.bump();
                StmtKind::Goto(self.comma_list(|p| p.label_name("a label after `goto`"))?)
            }
            TokenKind::Return => self.return_values(body)?,
            TokenKind::Print => self.print()?,
            TokenKind::Dead => {
                self.bump();
                StmtKind::Dead(self.comma_list(|p| p.name("a variable after `dead`"))?)
            }
            TokenKind::Call => {
                self.bump();
                match self.ahead.kind {
                    TokenKind::Comma | TokenKind::Assign => self.assignment()?,
                    _ => self.call(Vec::new())?,
                }
            }
            TokenKind::StartThread => self.start_thread()?,
            TokenKind::Begin => {
                let error = Diagnostic::error(token.span, "a `begin` inside of a procedure");
                return Err(self
                    .report(error.with_hint("is the `end` of the procedure before it missing?")));
            }
            _ => return Err(self.unexpected("expected a statement")),
        };
        self.finish(body, kind, token.span)
    }

    fn single(&mut self, kind: StmtKind) -> StmtKind {
        self.bump();
        kind
    }

    fn condition_statement(&mut self) -> Parsed<StmtKind> {
        let keyword = self.bump().kind;
        let condition = self.expression()?;
        Ok(match keyword {
            TokenKind::Assert => StmtKind::Assert(condition),
            TokenKind::Assume => StmtKind::Assume {
                condition,
                constrain: self.constrain()?,
            },
            // `constrain e;` alone is a step that changes nothing and satisfies e.
            _ => StmtKind::Assume {
                condition: self
                    .program
                    .add_expr(ExprKind::Const(true), Span::default()),
                constrain: Some(condition),
            },
        })
    }

    fn return_values(&mut self, body: &mut Body<'_>) -> Parsed<StmtKind> {
        self.bump();
        if self.at(TokenKind::Semicolon) || self.at_boundary() {
            return Ok(StmtKind::Return(Vec::new()));
        }
        let values = self.expression_list()?;
        if body.infer_returns {
            body.proc.returns = values.len() as u32;
            body.infer_returns = false;
        }
        Ok(StmtKind::Return(values))
    }

    fn print(&mut self) -> Parsed<StmtKind> {
        self.bump();
        if self.at(TokenKind::LeftParen) {
            return Ok(StmtKind::Print(self.arguments()?));
        }
        Ok(StmtKind::Print(self.expression_list()?))
    }

    fn start_thread(&mut self) -> Parsed<StmtKind> {
        self.bump();
        if self.eat(TokenKind::Goto) {
            let label = self.label_name("a label after `start_thread goto`")?;
            return Ok(StmtKind::Thread(Thread::StartGoto(label)));
        }
        let callee = self.name("`goto` or the procedure of the thread")?;
        let args = self.arguments()?;
        Ok(StmtKind::Thread(Thread::StartCall { callee, args }))
    }
}

/// `ASYNC_1`, `ASYNC_2`, …
fn is_async_label(text: &str) -> bool {
    let number = text.strip_prefix("ASYNC_");
    number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}
