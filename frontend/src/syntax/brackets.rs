//! Which bracket closes which.
//!
//! Computed once over all tokens, so that the token pass can look across a group in constant
//! time. Every opener has a partner: where the text lacks the closer, the partner is the token
//! before which it is missing, and a message says so. A closer without an opener is reported too.

use super::lexer::Tokens;
use super::token::Tok;
use source::{Diagnostic, Diagnostics, Unit};

pub(crate) struct Brackets {
    /// For an opener the index of its closer (or of where it is missing); itself otherwise.
    partner: Vec<u32>,
    /// Openers with a comma directly inside, by token index.
    with_comma: Vec<bool>,
    /// Token indices of errors, ascending.
    pub(crate) errors: Vec<u32>,
}

impl Brackets {
    /// The closer of the opener at `index`.
    pub(crate) fn closer(&self, index: usize) -> usize {
        self.partner[index] as usize
    }

    /// Whether a comma stands directly inside the brackets opened at `index`.
    pub(crate) fn has_comma(&self, index: usize) -> bool {
        self.with_comma[index]
    }
}

/// More messages than this about brackets do not help.
const MAX_BRACKET_ERRORS: usize = 20;

pub(crate) fn match_brackets(
    unit: &Unit,
    tokens: &Tokens,
    diagnostics: &mut Diagnostics,
) -> Brackets {
    let count = tokens.list.len();
    let mut matcher = Matcher {
        unit,
        tokens,
        diagnostics,
        open: Vec::new(),
        levels: vec![[0, 0]],
        result: Brackets {
            partner: (0..count as u32).collect(),
            with_comma: vec![false; count],
            errors: Vec::new(),
        },
    };
    matcher.run();
    matcher.result.errors.sort_unstable();
    matcher.result
}

struct Matcher<'a> {
    unit: &'a Unit,
    tokens: &'a Tokens,
    diagnostics: &'a mut Diagnostics,
    /// Openers not yet closed.
    open: Vec<usize>,
    /// How many `(` and `[` are open in each of the open braces, outside all braces first. (It
    /// spares a search that hostile input could make quadratic.)
    levels: Vec<[u32; 2]>,
    result: Brackets,
}

impl Matcher<'_> {
    fn run(&mut self) {
        for index in 0..self.tokens.list.len() {
            match self.kind(index) {
                Tok::LParen | Tok::LBracket | Tok::LBrace => self.open(index),
                Tok::RParen | Tok::RBracket | Tok::RBrace => self.close(index),
                Tok::Semi => self.semicolon(index),
                Tok::Comma => {
                    if let Some(&opener) = self.open.last() {
                        self.result.with_comma[opener] = true;
                    }
                }
                _ => {}
            }
        }
        let end = self.tokens.list.len() - 1;
        while let Some(opener) = self.open.pop() {
            self.missing(opener, end);
        }
    }

    fn kind(&self, index: usize) -> Tok {
        self.tokens.list[index].kind
    }

    fn open(&mut self, opener: usize) {
        self.open.push(opener);
        match self.kind(opener) {
            Tok::LBrace => self.levels.push([0, 0]),
            kind => self.count(kind, 1),
        }
    }

    fn count(&mut self, kind: Tok, change: i32) {
        if let Some(level) = self.levels.last_mut() {
            let slot = &mut level[usize::from(kind == Tok::LBracket)];
            *slot = slot.saturating_add_signed(change);
        }
    }

    /// A `;` ends what was left open, but for the parentheses of a `for`.
    fn semicolon(&mut self, index: usize) {
        while let Some(&opener) = self.open.last() {
            let kind = self.kind(opener);
            let is_for = opener > 0 && self.kind(opener - 1) == Tok::For;
            if kind == Tok::LBrace || (kind == Tok::LParen && is_for) {
                return;
            }
            self.open.pop();
            self.count(kind, -1);
            self.missing(opener, index);
        }
    }

    /// A brace closes what was left open inside it; other closers close only their own kind
    /// within the innermost braces.
    fn close(&mut self, closer: usize) {
        let (wanted, is_open) = match self.kind(closer) {
            Tok::RParen => (Tok::LParen, self.levels.last().is_some_and(|l| l[0] > 0)),
            Tok::RBracket => (Tok::LBracket, self.levels.last().is_some_and(|l| l[1] > 0)),
            _ => (Tok::LBrace, self.levels.len() > 1),
        };
        if !is_open {
            return self.stray(closer);
        }
        while let Some(opener) = self.open.pop() {
            let kind = self.kind(opener);
            match kind {
                Tok::LBrace => drop(self.levels.pop()),
                kind => self.count(kind, -1),
            }
            if kind == wanted {
                self.result.partner[opener] = closer as u32;
                return;
            }
            self.missing(opener, closer);
        }
    }

    fn stray(&mut self, closer: usize) {
        self.result.errors.push(closer as u32);
        if self.result.errors.len() <= MAX_BRACKET_ERRORS {
            let token = self.tokens.list[closer];
            let span = self.unit.span(token.start, token.end);
            let text = spelling(token.kind);
            self.diagnostics.push(Diagnostic::error(
                span,
                format!("nothing opens this `{text}`"),
            ));
        }
    }

    fn missing(&mut self, opener: usize, before: usize) {
        self.result.partner[opener] = before as u32;
        self.result.errors.push(before as u32);
        if self.result.errors.len() > MAX_BRACKET_ERRORS {
            return;
        }
        let (open, next) = (self.tokens.list[opener], self.tokens.list[before]);
        let closer = match open.kind {
            Tok::LParen => ")",
            Tok::LBracket => "]",
            _ => "}",
        };
        let text = &self.unit.text()[next.start as usize..next.end as usize];
        let at = match next.kind {
            Tok::Eof => "the end of the file".to_owned(),
            _ => format!("`{}`", String::from_utf8_lossy(text)),
        };
        let span = self.unit.span(next.start, next.end);
        let diagnostic = Diagnostic::error(span, format!("expected `{closer}` before {at}"));
        let note = format!("to close this `{}`", spelling(open.kind));
        self.diagnostics
            .push(diagnostic.with_note(self.unit.span(open.start, open.end), note));
    }
}

fn spelling(kind: Tok) -> &'static str {
    match kind {
        Tok::LParen => "(",
        Tok::RParen => ")",
        Tok::LBracket => "[",
        Tok::RBracket => "]",
        Tok::LBrace => "{",
        _ => "}",
    }
}
