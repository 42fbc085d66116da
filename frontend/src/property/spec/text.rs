//! A file of a specification as tokens, with the edits that make it C.

use super::lexer::{self, Token};
use super::render::Edit;
use super::{MAIN, Range};

/// A file while it is read.
pub(super) struct Text {
    pub(super) file: usize,
    pub(super) bytes: Vec<u8>,
    pub(super) tokens: Vec<Token>,
    /// For each token that opens a bracket, the one that closes it.
    pub(super) closing: Vec<usize>,
    pub(super) edits: Vec<Edit>,
}

pub(super) const PUNCT_SEMI: lexer::Kind = lexer::Kind::Punct(b';');
pub(super) const OPEN: lexer::Kind = lexer::Kind::Punct(b'{');

impl Text {
    pub(super) fn kind(&self, n: usize) -> Option<lexer::Kind> {
        self.tokens.get(n).map(|t| t.kind)
    }

    pub(super) fn is(&self, n: usize, punct: u8) -> bool {
        self.kind(n) == Some(lexer::Kind::Punct(punct))
    }

    pub(super) fn word(&self, n: usize) -> String {
        let bytes = self
            .tokens
            .get(n)
            .map(|t| &self.bytes[t.start as usize..t.end as usize]);
        String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned()
    }

    /// The words of some tokens, with a blank where the text has a gap: a comment there would swallow what follows, and
    /// `->` is two tokens.
    pub(super) fn spelling(&self, first: usize, end: usize) -> String {
        let mut words = String::new();
        for n in first..end {
            if n > first && self.tokens[n - 1].end != self.tokens[n].start {
                words.push(' ');
            }
            words += &self.word(n);
        }
        words
    }

    /// The place of a token, or the end of the file.
    pub(super) fn range(&self, n: usize) -> Range {
        match self.tokens.get(n) {
            Some(token) => range(self.file, token),
            None => {
                let end = self.tokens.last().map_or(0, |t| t.end);
                let (start, file) = (end.saturating_sub(1), self.file);
                Range { file, start, end }
            }
        }
    }

    /// The name of a function at a token, written without a gap, and the token after it.
    pub(super) fn pattern(&self, at: usize) -> Option<((String, Range), usize)> {
        if self.kind(at) == Some(lexer::Kind::Dollar) && self.word(at) == MAIN {
            return Some(((MAIN.into(), self.range(at)), at + 1));
        }
        let mut next = at;
        while matches!(
            self.kind(next),
            Some(lexer::Kind::Name | lexer::Kind::Number | lexer::Kind::Punct(b'*'))
        ) && (next == at || self.tokens[next - 1].end == self.tokens[next].start)
        {
            next += 1;
        }
        if next == at || self.kind(at) == Some(lexer::Kind::Number) {
            return None;
        }
        let mut range = self.range(at);
        range.end = self.range(next - 1).end;
        let name = (at..next).map(|n| self.word(n)).collect();
        Some(((name, range), next))
    }

    /// The `;` that ends a declaration, or the `{` of a function's body; `end` if there is neither.
    pub(super) fn declaration_end(&self, start: usize, end: usize) -> usize {
        let mut n = start;
        while n < end {
            match self.kind(n) {
                Some(PUNCT_SEMI) => return n,
                Some(OPEN) if n > start && self.is(n - 1, b')') => return n,
                _ => n = self.closing[n].max(n) + 1,
            }
        }
        end
    }

    /// Where to go on after an item that cannot be read.
    pub(super) fn item_end(&self, start: usize) -> usize {
        let mut n = start;
        while n < self.tokens.len() {
            match self.kind(n) {
                Some(PUNCT_SEMI) => return n + 1,
                Some(OPEN) => return self.closing[n] + 1,
                _ => n = self.closing[n].max(n) + 1,
            }
        }
        n
    }

    /// `enum { … }` or `struct s { … }`, and nothing after it.
    pub(super) fn is_bare_type(&self, start: usize, last: usize) -> bool {
        if !matches!(&*self.word(start), "enum" | "struct" | "union") {
            return false;
        }
        let mut n = start + 1;
        if self.kind(n) == Some(lexer::Kind::Name) {
            n += 1;
        }
        if self.is(n, b'{') {
            n = self.closing[n] + 1;
        }
        n >= last
    }

    pub(super) fn replace(&mut self, first: usize, end: usize, by: &str) {
        let (start, end) = (self.tokens[first].start, self.tokens[end - 1].end);
        self.edits.push(Edit::replaced(start, end, by.into()));
    }

    pub(super) fn blank(&mut self, first: usize, end: usize) {
        self.replace(first, end, "");
    }

    pub(super) fn insert(&mut self, before: usize, text: &str) {
        let at = self.tokens[before].start;
        self.edits.push(Edit::replaced(at, at, text.into()));
    }
}

pub(super) fn range(file: usize, token: &Token) -> Range {
    Range {
        file,
        start: token.start,
        end: token.end,
    }
}
