//! Statements: the bodies of procedures.
//!
//! A statement gets its id when it starts, so ids follow the text.

use super::super::Proc;
use super::super::token::KEYWORDS;
use super::blocks::OpenConstruct;
use super::*;

/// A body under construction.
pub(super) struct Body<'p> {
    pub(super) proc: &'p mut Proc,
    pub(super) infer_returns: bool,
    pub(super) open: Vec<OpenConstruct>,
    /// The statements of the innermost block so far.
    pub(super) block: Block,
    /// Labels whose statement has not come yet.
    pub(super) labels: Vec<Name>,
}

/// Whether a body goes on.
pub(super) enum BodyProgress {
    More,
    Ended,
}

impl Parser<'_> {
    /// The body of a procedure, after `begin`. For a bare procedure the first `return` says how many values it has.
    pub(super) fn body(&mut self, proc: &mut Proc, infer_returns: bool) {
        let mut body = Body {
            proc,
            infer_returns,
            open: Vec::new(),
            block: Vec::new(),
            labels: Vec::new(),
        };
        loop {
            let before = self.token.span.start;
            match self.statement(&mut body) {
                Ok(BodyProgress::More) => {}
                Ok(BodyProgress::Ended) => break,
                Err(Reported) => {
                    body.labels.clear();
                    self.skip_statement(before);
                }
            }
            if self.problems.is_full() {
                break;
            }
        }
        body.proc.body = Some(body.block);
    }

    fn statement(&mut self, body: &mut Body<'_>) -> Parsed<BodyProgress> {
        if self.ahead.kind == TokenKind::Colon
            && (Self::is_label(self.token) || self.at_keyword_label())
        {
            let label = self.label_name("a label")?;
            self.bump();
            body.labels.push(label);
            return Ok(BodyProgress::More);
        }
        let token = self.token;
        if token.soft && self.soft_is_name() {
            return self.name_statement(body);
        }
        if token.soft && self.ahead.kind == TokenKind::LeftParen {
            self.taken_as_keyword.push(token);
        }
        match token.kind {
            TokenKind::Name | TokenKind::Braced | TokenKind::Underscore => {
                return self.name_statement(body);
            }
            TokenKind::Semicolon => self.empty_statement(body),
            TokenKind::If => self.open_if(body),
            TokenKind::While => self.open_while(body),
            TokenKind::Elsif => self.elsif(body)?,
            TokenKind::Else => self.otherwise(body)?,
            TokenKind::Fi | TokenKind::Od => self.close(body)?,
            TokenKind::End => return self.end_of_body(body),
            TokenKind::EndOfFile | TokenKind::Void | TokenKind::Bool => {
                return Ok(self.missing_end(body));
            }
            TokenKind::Decl => {
                let declared = self.declaration()?;
                body.proc.locals.extend(declared);
            }
            TokenKind::Enforce => self.enforce(body)?,
            _ => return self.simple_statement(body),
        }
        Ok(BodyProgress::More)
    }

    /// A keyword in front of a colon was meant as a label; say so rather than that a statement is wrong.
    fn at_keyword_label(&self) -> bool {
        let text = self.slice(self.token.span);
        KEYWORDS.contains(&text)
    }

    /// Whether a soft keyword at the start of a statement is a name, by what follows it.
    fn soft_is_name(&self) -> bool {
        let named_next = Self::is_label(self.ahead);
        match (self.token.kind, self.ahead.kind) {
            (_, TokenKind::Assign | TokenKind::Comma | TokenKind::Equal) => true,
            (TokenKind::Call | TokenKind::Dead, _) => !named_next,
            (TokenKind::Dfs | TokenKind::Thread, _) => true,
            _ => false,
        }
    }

    fn add(&mut self, body: &mut Body<'_>, kind: StmtKind, start: Span) {
        let span = self.span_from(start);
        let labels = body.labels.drain(..).collect();
        let id = self.add_stmt(labels, kind, span);
        body.block.push(id);
    }

    /// `;` alone is nothing, unless a label needs it.
    fn empty_statement(&mut self, body: &mut Body<'_>) {
        let start = self.bump().span;
        if !body.labels.is_empty() {
            self.add(body, StmtKind::Skip, start);
        }
    }

    fn enforce(&mut self, body: &mut Body<'_>) -> Parsed<()> {
        let start = self.bump().span;
        let condition = self.expression()?;
        if !body.open.is_empty() || !body.block.is_empty() {
            let error = Diagnostic::error(
                start,
                "`enforce` holds for a whole procedure and comes before its statements",
            );
            self.report(error.with_hint("for one place only, use `assume`"));
        }
        body.proc.enforce.push(condition);
        self.end_of_statement()
    }

    pub(super) fn finish(
        &mut self,
        body: &mut Body<'_>,
        kind: StmtKind,
        start: Span,
    ) -> Parsed<BodyProgress> {
        self.add(body, kind, start);
        self.end_of_statement()?;
        Ok(BodyProgress::More)
    }

    /// `;`, which may be missing in front of `fi`, `od`, `else`, `elsif` and `end`.
    fn end_of_statement(&mut self) -> Parsed<()> {
        if self.eat(TokenKind::Semicolon) || self.at_closer() {
            return Ok(());
        }
        self.missing_semicolon("after the statement")
    }

    /// Reports a missing `;` where it should be. If a statement starts here, nothing else is wrong.
    pub(super) fn missing_semicolon(&mut self, context: &str) -> Parsed<()> {
        let statement_starts = self.at_boundary()
            || (Self::is_label(self.token)
                && matches!(self.ahead.kind, TokenKind::Colon | TokenKind::Assign));
        if !statement_starts {
            let wrong_operator = matches!(self.token.kind, TokenKind::Then | TokenKind::Do);
            let error = Diagnostic::error(
                self.token.span,
                format!("expected `;` {context}, found {}", self.found()),
            );
            return Err(self.report(match (wrong_operator, self.token.kind) {
                (true, TokenKind::Then) => error.with_hint("`then` belongs to `if` or `elsif`"),
                (true, _) => error.with_hint("`do` belongs to `while`"),
                _ => error,
            }));
        }
        let end = self.last_end as usize;
        let last = self.text[..end].char_indices().next_back();
        let start = last.map_or(0, |(start, _)| start);
        self.error(Span::new(start..end), format!("expected `;` {context}"));
        Ok(())
    }

    pub(super) fn at_closer(&self) -> bool {
        matches!(
            self.token.kind,
            TokenKind::Fi | TokenKind::Od | TokenKind::Else | TokenKind::Elsif | TokenKind::End
        )
    }

    /// Whether a keyword comes that can only start or end a statement, block, or procedure.
    pub(super) fn at_boundary(&self) -> bool {
        use TokenKind::*;
        let starts = matches!(
            self.token.kind,
            If | While
                | Goto
                | Return
                | Skip
                | Print
                | Assume
                | Assert
                | Decl
                | Enforce
                | StartThread
                | EndThread
        ) || matches!(
            self.token.kind,
            AtomicBegin | AtomicEnd | Void | Bool | EndOfFile
        );
        self.at_closer() || starts
    }

    /// After an error in a statement: past the next `;`, or to the next keyword that starts or ends a statement.
    fn skip_statement(&mut self, statement_start: u32) {
        if self.token.span.start == statement_start && !self.at(TokenKind::EndOfFile) {
            self.bump();
        }
        while !self.at_boundary() {
            if self.bump().kind == TokenKind::Semicolon {
                return;
            }
        }
    }
}
