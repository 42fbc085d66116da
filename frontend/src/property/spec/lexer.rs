//! The words of a specification: C's, and names that start with `$`.

/// A word with its place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: u32,
    pub(super) end: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    /// `$1`, `$return`, `$watched`.
    Dollar,
    Number,
    String,
    Char,
    /// `#include "file"` or `#include <rule>`, the whole line.
    Include,
    /// One character.
    Punct(u8),
}

/// Something that is no word.
pub(super) type LexError = (u32, u32, String);

/// The words of a text; comments are left out.
pub(super) fn lex(text: &[u8]) -> (Vec<Token>, Vec<LexError>) {
    let mut lexer = Lexer {
        text,
        at: 0,
        tokens: Vec::new(),
        errors: Vec::new(),
    };
    while lexer.at < text.len() {
        lexer.next();
    }
    (lexer.tokens, lexer.errors)
}

struct Lexer<'t> {
    text: &'t [u8],
    at: usize,
    tokens: Vec<Token>,
    errors: Vec<LexError>,
}

impl Lexer<'_> {
    fn next(&mut self) {
        let start = self.at;
        let first = self.text[start];
        let second = self.text.get(start + 1).copied();
        match first {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => self.at += 1,
            b'/' if second == Some(b'/') => self.at = self.line_end(),
            b'/' if second == Some(b'*') => self.comment(),
            b'#' => self.directive(),
            b'"' => self.quoted(b'"', Kind::String),
            b'\'' => self.quoted(b'\'', Kind::Char),
            b'$' => self.word(Kind::Dollar),
            b'0'..=b'9' => self.word(Kind::Number),
            _ if is_word(first) => self.word(Kind::Name),
            b'\\' | b'@' | b'`' | 0..=0x1f | 0x7f => {
                self.at += 1;
                self.error(start, "this character has no meaning here");
            }
            _ => {
                self.at += 1;
                self.push(start, Kind::Punct(first));
            }
        }
    }

    fn push(&mut self, start: usize, kind: Kind) {
        self.tokens.push(Token {
            kind,
            start: start as u32,
            end: self.at as u32,
        });
    }

    fn error(&mut self, start: usize, message: &str) {
        self.errors
            .push((start as u32, self.at as u32, message.into()));
    }

    fn line_end(&self) -> usize {
        let rest = &self.text[self.at..];
        let length = rest.iter().position(|&b| b == b'\n');
        length.map_or(self.text.len(), |n| self.at + n)
    }

    fn comment(&mut self) {
        let start = self.at;
        let rest = &self.text[start + 2..];
        match rest.windows(2).position(|w| w == b"*/") {
            Some(n) => self.at = start + 2 + n + 2,
            None => {
                self.at = start + 2;
                self.error(start, "this comment is not closed");
                self.at = self.text.len();
            }
        }
    }

    fn directive(&mut self) {
        let start = self.at;
        self.at = self.line_end();
        let line = String::from_utf8_lossy(&self.text[start..self.at]);
        let words = line[1..].trim();
        if words.strip_prefix("include").and_then(included).is_some() {
            self.push(start, Kind::Include);
        } else {
            let message = "the only directives are #include \"file\" and #include <rule>";
            self.error(start, message);
        }
    }

    fn quoted(&mut self, quote: u8, kind: Kind) {
        let start = self.at;
        let end = self.line_end();
        self.at += 1;
        while self.at < end && self.text[self.at] != quote {
            self.at += if self.text[self.at] == b'\\' { 2 } else { 1 };
        }
        if self.at >= end {
            self.at = end;
            return self.error(start, "the closing quote is missing");
        }
        self.at += 1;
        self.push(start, kind);
    }

    fn word(&mut self, kind: Kind) {
        let start = self.at;
        self.at += 1;
        while self.text.get(self.at).is_some_and(|&b| is_word(b)) {
            self.at += 1;
        }
        self.push(start, kind);
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// What the words after `include` name.
pub(super) fn included(words: &str) -> Option<Included<'_>> {
    let words = words.trim();
    let between = |open: char, close: char| {
        let inner = words.strip_prefix(open)?;
        let (name, rest) = inner.split_once(close)?;
        let rest = rest.trim();
        let alone = rest.is_empty() || rest.starts_with("//");
        (alone && !name.is_empty()).then_some(name)
    };
    let file = between('"', '"').map(Included::File);
    file.or_else(|| between('<', '>').map(Included::Rule))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Included<'t> {
    File(&'t str),
    Rule(&'t str),
}

/// The characters that a string literal stands for.
pub(super) fn unquote(literal: &str) -> String {
    let mut chars = literal.trim_matches('"').chars();
    let mut text = String::new();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some(other) => text.push(other),
                None => {}
            },
            c => text.push(c),
        }
    }
    text
}
