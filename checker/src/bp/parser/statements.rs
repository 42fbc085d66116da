//! Statements: the bodies of procedures.
//!
//! Open `if`s and `while`s wait on a stack of [`Open`] with the block around them; a statement gets its id when it
//! starts, so ids follow the text.

use super::super::{Arm, Proc, Target, Thread};
use super::*;

/// An `if` or `while` whose end has not come yet.
struct Open {
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

/// A body under construction.
struct Body<'p> {
    proc: &'p mut Proc,
    infer_returns: bool,
    open: Vec<Open>,
    /// The statements of the innermost block so far.
    block: Block,
    /// Labels whose statement has not come yet.
    labels: Vec<Name>,
}

/// Whether a body goes on.
enum Flow {
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
                Ok(Flow::More) => {}
                Ok(Flow::Ended) => break,
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

    fn statement(&mut self, body: &mut Body<'_>) -> Parsed<Flow> {
        if self.ahead.kind == TokenKind::Colon
            && (Self::is_label(self.token) || self.at_keyword_label())
        {
            let label = self.label_name("a label")?;
            self.bump();
            body.labels.push(label);
            return Ok(Flow::More);
        }
        let token = self.token;
        if token.soft && self.soft_is_name() {
            return self.name_statement(body);
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
        if token.soft && self.token.kind == TokenKind::LeftParen {
            self.taken_as_keyword.push(token);
        }
        Ok(Flow::More)
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

    /// A label in front of `end`, `fi`, … stands on an empty statement.
    fn settle_labels(&mut self, body: &mut Body<'_>) {
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

    fn open_if(&mut self, body: &mut Body<'_>) {
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

    fn open_while(&mut self, body: &mut Body<'_>) {
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
        body.open.push(Open {
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

    fn elsif(&mut self, body: &mut Body<'_>) -> Parsed<()> {
        self.unwind_to(body, TokenKind::If)?;
        self.settle_labels(body);
        self.finish_arm(body);
        let keyword = self.bump().span;
        let condition = self.condition(TokenKind::Then);
        let head = self.span_from(keyword);
        self.eat(TokenKind::Then);
        if let Some(Open {
            construct: Construct::If { current, .. },
            ..
        }) = body.open.last_mut()
        {
            *current = Some((condition, head));
        }
        Ok(())
    }

    fn otherwise(&mut self, body: &mut Body<'_>) -> Parsed<()> {
        self.unwind_to(body, TokenKind::If)?;
        self.settle_labels(body);
        self.finish_arm(body);
        self.bump();
        Ok(())
    }

    /// The statements since the last `then` are those of its branch. After `else` there is no branch to add to.
    fn finish_arm(&mut self, body: &mut Body<'_>) {
        let found = self.token;
        let Some(Open {
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

    fn close(&mut self, body: &mut Body<'_>) -> Parsed<()> {
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
        let fits = |open: &Open| open.construct.opener() == opener;
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

    fn end_of_body(&mut self, body: &mut Body<'_>) -> Parsed<Flow> {
        self.report_unclosed(body);
        while !body.open.is_empty() {
            self.close_innermost(body);
        }
        self.settle_labels(body);
        body.proc.end = self.bump().span;
        Ok(Flow::Ended)
    }

    fn missing_end(&mut self, body: &mut Body<'_>) -> Flow {
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
        Flow::Ended
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

    /// An assignment or a call.
    fn name_statement(&mut self, body: &mut Body<'_>) -> Parsed<Flow> {
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
    fn simple_statement(&mut self, body: &mut Body<'_>) -> Parsed<Flow> {
        let token = self.token;
        if token.soft && self.ahead.kind == TokenKind::LeftParen {
            self.taken_as_keyword.push(token);
        }
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
                self.call(Vec::new())?
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

    fn finish(&mut self, body: &mut Body<'_>, kind: StmtKind, start: Span) -> Parsed<Flow> {
        self.add(body, kind, start);
        self.end_of_statement()?;
        Ok(Flow::More)
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

    fn at_closer(&self) -> bool {
        matches!(
            self.token.kind,
            TokenKind::Fi | TokenKind::Od | TokenKind::Else | TokenKind::Elsif | TokenKind::End
        )
    }

    /// Whether a keyword comes that can only start or end a statement, block, or procedure.
    fn at_boundary(&self) -> bool {
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

/// `ASYNC_1`, `ASYNC_2`, …
fn is_async_label(text: &str) -> bool {
    let number = text.strip_prefix("ASYNC_");
    number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}
