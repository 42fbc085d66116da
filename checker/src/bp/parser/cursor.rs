//! The parser's place in the text: the tokens at hand, names, and messages about what does not fit.

use super::super::diagnostic::Diagnostic;
use super::super::lines::line_of;
use super::super::suggest::nearest;
use super::super::token::{KEYWORDS, Token, TokenKind};
use super::super::{Name, Span};
use super::{Parsed, Parser, Reported};

impl<'a> Parser<'a> {
    pub(super) fn bump(&mut self) -> Token {
        self.last_end = self.token.span.end;
        let token = std::mem::replace(&mut self.token, self.ahead);
        self.ahead = self.lexer.next(&mut self.problems);
        token
    }

    pub(super) fn at(&self, kind: TokenKind) -> bool {
        self.token.kind == kind
    }

    /// Takes the token if it is of this kind.
    pub(super) fn eat(&mut self, kind: TokenKind) -> bool {
        let there = self.at(kind);
        if there {
            self.bump();
        }
        there
    }

    pub(super) fn expect(&mut self, kind: TokenKind, context: &str) -> Parsed<Token> {
        if self.at(kind) {
            return Ok(self.bump());
        }
        Err(self.unexpected(&format!("expected `{}` {context}", kind.text())))
    }

    pub(super) fn slice(&self, span: Span) -> &'a str {
        &self.text[span.range()]
    }

    pub(super) fn error(&mut self, span: Span, message: impl Into<String>) -> Reported {
        self.problems.push(Diagnostic::error(span, message));
        Reported
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        self.problems.push(diagnostic);
        Reported
    }

    /// Reports that the current token does not fit.
    pub(super) fn unexpected(&mut self, expected: &str) -> Reported {
        let mut error = Diagnostic::error(
            self.token.span,
            format!("{expected}, found {}", self.found()),
        );
        if self.at(TokenKind::Name)
            && let Some(keyword) = nearest(self.slice(self.token.span), KEYWORDS.iter().copied())
        {
            error = error.with_hint(format!("did you mean `{keyword}`?"));
        }
        self.report(error)
    }

    /// The current token in the words of a message.
    pub(super) fn found(&self) -> String {
        match self.token.kind {
            TokenKind::EndOfFile => TokenKind::EndOfFile.text().to_owned(),
            TokenKind::Braced => shortened(self.slice(self.token.span)),
            _ => format!("`{}`", shortened(self.slice(self.token.span))),
        }
    }

    /// The span from a token to the last one taken.
    pub(super) fn span_from(&self, start: Span) -> Span {
        Span {
            start: start.start,
            end: self.last_end.max(start.end),
        }
    }

    pub(super) fn line(&self, span: Span) -> usize {
        line_of(self.text, span)
    }

    pub(super) fn intern(&mut self, token: Token) -> Name {
        let text = self.slice(token.span);
        let text = match token.kind {
            TokenKind::Braced => &text[1..text.len() - 1],
            _ => text,
        };
        Name {
            symbol: self.program.names.intern(text),
            span: token.span,
        }
    }

    /// Whether a token can be the name of a variable or procedure.
    pub(super) fn is_name(token: Token) -> bool {
        matches!(token.kind, TokenKind::Name | TokenKind::Braced) || token.soft
    }

    /// Whether a token can be a label.
    pub(super) fn is_label(token: Token) -> bool {
        Self::is_name(token)
            || matches!(
                token.kind,
                TokenKind::Number | TokenKind::True | TokenKind::False
            )
    }

    pub(super) fn name(&mut self, what: &str) -> Parsed<Name> {
        if Self::is_name(self.token) {
            let token = self.bump();
            return Ok(self.intern(token));
        }
        let text = self.slice(self.token.span);
        let expected = format!("expected {what}, found {}", self.found());
        let error = Diagnostic::error(self.token.span, expected);
        Err(self.report(match self.token.kind {
            TokenKind::True | TokenKind::False => error.with_hint(format!(
                "`{text}` is a constant; write `{{{text}}}` for a variable of that name"
            )),
            _ if KEYWORDS.contains(&text) => error.with_hint(format!(
                "`{text}` is a keyword; write `{{{text}}}` to use it as a name"
            )),
            _ => error,
        }))
    }

    pub(super) fn label_name(&mut self, what: &str) -> Parsed<Name> {
        if Self::is_label(self.token) {
            let token = self.bump();
            return Ok(self.intern(token));
        }
        self.name(what)
    }

    pub(super) fn comma_list<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let first = item(self)?;
        if !self.at(TokenKind::Comma) {
            return Ok(vec![first]);
        }
        let mut items = Vec::with_capacity(4);
        items.push(first);
        while self.eat(TokenKind::Comma) {
            items.push(item(self)?);
        }
        Ok(items)
    }
}

/// A piece of source for a message, not more than fits.
fn shortened(text: &str) -> String {
    const MAX_SHOWN_CHARS: usize = 40;
    if text.chars().count() <= MAX_SHOWN_CHARS {
        return text.to_owned();
    }
    text.chars()
        .take(MAX_SHOWN_CHARS)
        .chain("…".chars())
        .collect()
}
