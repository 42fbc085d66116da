//! From text to [`Program`].
//!
//! A hand-written parser with two tokens of look-ahead. Statements nest on an explicit stack of open `if`s and
//! `while`s, expressions on explicit stacks of operands and operators: the depth of a program costs heap, never
//! call stack. A mistake is reported and the parser goes on at the next statement or procedure, so that one run
//! reports them all; no program is returned then.

mod blocks;
mod cursor;
mod declarations;
mod expressions;
mod simple;
mod soft_names;
mod statements;

use std::ops::Range;

use super::diagnostic::{Diagnostic, Diagnostics};
use super::lexer::Lexer;
use super::token::{Token, TokenKind};
use super::{Block, ExprId, ExprKind, Name, Origin, Program, Span, Stmt, StmtId, StmtKind};

/// Parses a program, or says everything that is wrong with its text. Names and arities are not checked here, see
/// [`super::verify`]. Warnings are dropped; [`parse_with_warnings`] keeps them.
pub fn parse(text: &str) -> Result<Program, Vec<Diagnostic>> {
    parse_with_warnings(text).map(|(program, _)| program)
}

/// As [`parse`], with what is legal but looks unintended.
pub fn parse_with_warnings(text: &str) -> Result<(Program, Vec<Diagnostic>), Vec<Diagnostic>> {
    if u32::try_from(text.len()).is_err() {
        let error = Diagnostic::error(Span::default(), "the program is larger than 4 GiB");
        return Err(vec![error]);
    }
    let mut parser = Parser::new(text);
    parser.program_text();
    parser.settle_soft_names();
    let failed = parser.problems.has_errors();
    let problems = parser.problems.finish();
    if failed {
        Err(problems)
    } else {
        Ok((parser.program, problems))
    }
}

/// Parses an expression in brackets that is part of another language: `range` is that of `[e]` in `text`, brackets
/// included. The expression becomes one of the program's; names are not checked.
pub(crate) fn parse_bracketed(
    text: &str,
    range: Range<usize>,
    program: &mut Program,
) -> Result<ExprId, Vec<Diagnostic>> {
    let mut parser = Parser::starting_at(&text[..range.end], range.start);
    parser.program = std::mem::take(program);
    let parsed = parser.bracketed();
    *program = std::mem::take(&mut parser.program);
    match parsed {
        Ok(expr) if !parser.problems.has_errors() => Ok(expr),
        _ => Err(parser.problems.finish()),
    }
}

/// An error was reported; the caller finds a place to go on from.
struct Reported;

type Parsed<T> = Result<T, Reported>;

struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    problems: Diagnostics,
    token: Token,
    /// The token after `token`.
    ahead: Token,
    /// The end of the token before `token`.
    last_end: u32,
    program: Program,
    /// Soft keywords that were taken for keywords where a procedure of that name could have been called.
    taken_as_keyword: Vec<Token>,
    /// Calls of a procedure `choose`, which are expressions if there is no such procedure.
    choose_calls: Vec<StmtId>,
    operands: Vec<expressions::Operand>,
    operators: Vec<expressions::Operator>,
    /// Whether the expression at hand was warned about.
    warned_of_chain: bool,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        Parser::starting_at(text, 0)
    }

    fn starting_at(text: &'a str, at: usize) -> Self {
        let mut lexer = Lexer::starting_at(text, at);
        let mut problems = Diagnostics::default();
        let token = lexer.next(&mut problems);
        let ahead = lexer.next(&mut problems);
        Parser {
            text,
            lexer,
            problems,
            token,
            ahead,
            last_end: 0,
            program: Program::default(),
            taken_as_keyword: Vec::new(),
            choose_calls: Vec::new(),
            operands: Vec::new(),
            operators: Vec::new(),
            warned_of_chain: false,
        }
    }

    fn bracketed(&mut self) -> Parsed<ExprId> {
        self.expect(TokenKind::LeftBracket, "before the condition")?;
        let expr = self.expression()?;
        self.expect(TokenKind::RightBracket, "after the condition")?;
        Ok(expr)
    }

    fn program_text(&mut self) {
        while !self.at(TokenKind::EndOfFile) && !self.problems.is_full() {
            let before = self.token.span.start;
            if self.top_level_item().is_err() {
                self.skip_to_item(before);
            }
        }
    }

    fn top_level_item(&mut self) -> Parsed<()> {
        match self.token.kind {
            TokenKind::Semicolon => {
                self.bump();
                Ok(())
            }
            TokenKind::Decl => {
                let declared = self.declaration()?;
                self.program.globals.extend(declared);
                Ok(())
            }
            TokenKind::Thread if Self::is_name(self.ahead) => {
                self.bump();
                let threads = self.comma_list(|p| p.name("the name of a thread's procedure"))?;
                self.program.threads.extend(threads);
                self.expect(TokenKind::Semicolon, "after the list of threads")
                    .map(|_| ())
            }
            TokenKind::Void | TokenKind::Bool | TokenKind::Dfs => self.procedure(),
            _ if Self::is_name(self.token) && self.ahead.kind == TokenKind::Assign => {
                let error =
                    Diagnostic::error(self.token.span, "a statement outside of any procedure");
                Err(self.report(error.with_hint(
                    "the procedure before it ends at its `end`; is one `end` too many?",
                )))
            }
            _ if Self::is_name(self.token) => self.procedure(),
            _ => Err(self.unexpected("expected a procedure or `decl`")),
        }
    }

    /// After an error outside of a procedure: to what looks like the start of the next item.
    fn skip_to_item(&mut self, error_item_start: u32) {
        if self.token.span.start == error_item_start {
            self.bump();
        }
        loop {
            match self.token.kind {
                TokenKind::EndOfFile | TokenKind::Void | TokenKind::Bool => return,
                TokenKind::Decl if !self.token.soft => return,
                TokenKind::End if !self.token.soft => {
                    self.bump();
                    return;
                }
                _ => {
                    self.bump();
                }
            }
        }
    }

    fn add_stmt(&mut self, labels: Vec<Name>, kind: StmtKind, span: Span) -> StmtId {
        let origin: Option<Origin> = None;
        self.program.add_stmt(Stmt {
            labels,
            kind,
            span,
            origin,
        })
    }
}
