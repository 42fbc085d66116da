//! `if`, `while` and the ends of blocks.
//!
//! Open `if`s and `while`s wait on a stack of [`OpenConstruct`] with the block around them.

use super::super::Arm;
use super::statements::{Body, BodyProgress};
use super::*;

/// An `if` or `while` whose end has not come yet.
pub(super) struct OpenConstruct {
    stmt: StmtId,
    /// The place of the keyword.
    keyword: Span,
    /// The statements before it in the block around it.
    around: Block,
    construct: Construct,
}

enum Construct {
    If {
        arms: Vec<Arm>,
        current: Option<(ExprId, Span)>,
    },
    While {
        condition: ExprId,
    },
}

impl Construct {
    fn opener(&self) -> TokenKind {
        match self {
            Construct::If { .. } => TokenKind::If,
            Construct::While { .. } => TokenKind::While,
        }
    }

    fn closer(&self) -> TokenKind {
        match self {
            Construct::If { .. } => TokenKind::Fi,
            Construct::While { .. } => TokenKind::Od,
        }
    }
}

impl Parser<'_> {
    /// A label in front of `end`, `fi`, … stands on an empty statement.
    pub(super) fn settle_labels(&mut self, body: &mut Body<'_>) {
        if let (Some(first), Some(last)) = (body.labels.first(), body.labels.last()) {
            let span = Span {
                start: first.span.start,
                end: last.span.end,
            };
            let labels = body.labels.drain(..).collect();
            let id = self.add_stmt(labels, StmtKind::Skip, span);
            body.block.push(id);
        }
    }

    pub(super) fn open_if(&mut self, body: &mut Body<'_>) {
        let keyword = self.bump().span;
        let condition = self.condition(TokenKind::Then);
        let head = self.span_from(keyword);
        self.eat(TokenKind::Then);
        let current = Some((condition, head));
        self.open(
            body,
            keyword,
            head,
            Construct::If {
                arms: Vec::new(),
                current,
            },
        );
    }

    pub(super) fn open_while(&mut self, body: &mut Body<'_>) {
        let keyword = self.bump().span;
        let condition = self.condition(TokenKind::Do);
        let head = self.span_from(keyword);
        self.eat(TokenKind::Do);
        self.open(body, keyword, head, Construct::While { condition });
    }

    fn open(&mut self, body: &mut Body<'_>, keyword: Span, head: Span, construct: Construct) {
        let labels = body.labels.drain(..).collect();
        let stmt = self.add_stmt(labels, StmtKind::Skip, head);
        body.block.push(stmt);
        body.open.push(OpenConstruct {
            stmt,
            keyword,
            around: std::mem::take(&mut body.block),
            construct,
        });
    }

    /// A condition up to `then` or `do`. After a mistake in it the block is opened all the same, so that its end
    /// finds its beginning.
    fn condition(&mut self, until: TokenKind) -> ExprId {
        let parsed = self.expression();
        if let (Ok(condition), true) = (&parsed, self.at(until)) {
            return *condition;
        }
        if parsed.is_ok() {
            self.unexpected(&format!("expected `{}` after the condition", until.text()));
        }
        while !self.at(until) && !self.at(TokenKind::Semicolon) && !self.at_boundary() {
            self.bump();
        }
        self.program
            .add_expr(ExprKind::Const(true), Span::default())
    }

    pub(super) fn elsif(&mut self, body: &mut Body<'_>) -> Parsed<()> {
        self.unwind_to(body, TokenKind::If)?;
        self.settle_labels(body);
        self.finish_arm(body);
        let keyword = self.bump().span;
        let condition = self.condition(TokenKind::Then);
        let head = self.span_from(keyword);
        self.eat(TokenKind::Then);
        if let Some(OpenConstruct {
            construct: Construct::If { current, .. },
            ..
        }) = body.open.last_mut()
        {
            *current = Some((condition, head));
        }
        Ok(())
    }

    pub(super) fn otherwise(&mut self, body: &mut Body<'_>) -> Parsed<()> {
        self.unwind_to(body, TokenKind::If)?;
        self.settle_labels(body);
        self.finish_arm(body);
        self.bump();
        Ok(())
    }

    /// The statements since the last `then` are those of its branch. After `else` there is no branch to add to.
    fn finish_arm(&mut self, body: &mut Body<'_>) {
        let found = self.token;
        let Some(OpenConstruct {
            construct: Construct::If { arms, current },
            keyword,
            ..
        }) = body.open.last_mut()
        else {
            return;
        };
        match current.take() {
            Some((condition, span)) => arms.push(Arm {
                condition,
                body: std::mem::take(&mut body.block),
                span,
            }),
            None => {
                let (keyword, text) = (*keyword, found.kind.text());
                let error = Diagnostic::error(
                    found.span,
                    format!("`{text}` after the `else` of the same `if`"),
                );
                self.report(error.with_label(keyword, "this `if`"));
            }
        }
    }

    pub(super) fn close(&mut self, body: &mut Body<'_>) -> Parsed<()> {
        let opener = if self.at(TokenKind::Fi) {
            TokenKind::If
        } else {
            TokenKind::While
        };
        self.unwind_to(body, opener)?;
        self.bump();
        self.close_innermost(body);
        self.eat(TokenKind::Semicolon);
        Ok(())
    }

    fn close_innermost(&mut self, body: &mut Body<'_>) {
        self.settle_labels(body);
        let Some(open) = body.open.pop() else { return };
        let inner = std::mem::replace(&mut body.block, open.around);
        self.program.stmts[open.stmt.index()].kind = match open.construct {
            Construct::While { condition } => StmtKind::While {
                condition,
                body: inner,
            },
            Construct::If { mut arms, current } => {
                let mut otherwise = None;
                match current {
                    Some((condition, span)) => arms.push(Arm {
                        condition,
                        body: inner,
                        span,
                    }),
                    None => otherwise = Some(inner),
                }
                StmtKind::If { arms, otherwise }
            }
        };
    }

    /// Makes the innermost open construct one of this kind. What is open inside of it lacks its end; if none is open
    /// at all, the current token is superfluous.
    fn unwind_to(&mut self, body: &mut Body<'_>, opener: TokenKind) -> Parsed<()> {
        let fits = |open: &OpenConstruct| open.construct.opener() == opener;
        if body.open.last().is_some_and(fits) {
            return Ok(());
        }
        if !body.open.iter().any(fits) {
            let text = self.token.kind.text();
            let error = Diagnostic::error(
                self.token.span,
                format!("`{text}` without `{}`", opener.text()),
            );
            self.bump();
            self.eat(TokenKind::Semicolon);
            return Err(self.report(error));
        }
        self.report_unclosed(body);
        while !body.open.last().is_some_and(fits) {
            self.close_innermost(body);
        }
        Ok(())
    }

    fn report_unclosed(&mut self, body: &Body<'_>) {
        if let Some(open) = body.open.last() {
            let (opener, closer) = (
                open.construct.opener().text(),
                open.construct.closer().text(),
            );
            let line = self.line(open.keyword);
            let found = self.found();
            let message = format!(
                "expected `{closer}` to close the `{opener}` of line {line}, found {found}"
            );
            let error = Diagnostic::error(self.token.span, message);
            self.report(error.with_label(open.keyword, format!("this `{opener}`")));
        }
    }

    pub(super) fn end_of_body(&mut self, body: &mut Body<'_>) -> Parsed<BodyProgress> {
        self.report_unclosed(body);
        while !body.open.is_empty() {
            self.close_innermost(body);
        }
        self.settle_labels(body);
        body.proc.end = self.bump().span;
        Ok(BodyProgress::Ended)
    }

    pub(super) fn missing_end(&mut self, body: &mut Body<'_>) -> BodyProgress {
        if body.open.is_empty() {
            let name = self.slice(body.proc.name.span);
            let line = self.line(body.proc.name.span);
            let message = format!(
                "expected `end` to close the procedure `{name}` of line {line}, found {}",
                self.found()
            );
            let error = Diagnostic::error(self.token.span, message);
            self.report(error.with_label(body.proc.name.span, "this procedure"));
        }
        self.report_unclosed(body);
        while !body.open.is_empty() {
            self.close_innermost(body);
        }
        BodyProgress::Ended
    }
}
