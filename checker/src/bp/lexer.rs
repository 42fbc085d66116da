//! The tokens of boolean programs.
//!
//! A hand-written lexer over bytes, one token at a time and without allocation: a token is its kind and its range.
//! Text that is no token is reported, skipped, and the next token is taken, so the parser never sees it.

use super::Span;
use super::diagnostic::{Diagnostic, Diagnostics};
use super::token::{Token, TokenKind, is_name_byte, word_kind};

pub(super) struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Lexer {
            text,
            bytes: text.as_bytes(),
            at: 0,
        }
    }

    /// As [`Lexer::new`], from a byte of the text on.
    pub(super) fn starting_at(text: &'a str, at: usize) -> Self {
        Lexer {
            at,
            ..Lexer::new(text)
        }
    }

    /// The next token. After the last one, `EndOfFile` for ever.
    pub(super) fn next(&mut self, problems: &mut Diagnostics) -> Token {
        loop {
            self.skip_blanks(problems);
            let start = self.at;
            let Some(&first) = self.bytes.get(start) else {
                return self.token(TokenKind::EndOfFile, start);
            };
            if is_name_byte(first) || (first >= 0x80 && self.letter().is_some()) {
                return self.word(start);
            }
            if first == b'{' {
                match self.braced(start, problems) {
                    Some(token) => return token,
                    None => continue,
                }
            }
            if let Some((kind, length)) = punctuation(&self.bytes[start..]) {
                self.at += length;
                return self.token(kind, start);
            }
            self.stray(start, problems);
        }
    }

    fn token(&self, kind: TokenKind, start: usize) -> Token {
        Token {
            kind,
            soft: false,
            span: Span::new(start..self.at),
        }
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// The letter outside ASCII that comes next, if one does.
    fn letter(&self) -> Option<char> {
        if self.peek(0) < 0x80 {
            return None;
        }
        self.text[self.at..]
            .chars()
            .next()
            .filter(|c| c.is_alphanumeric())
    }

    fn skip_blanks(&mut self, problems: &mut Diagnostics) {
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C => self.at += 1,
                b'/' if self.peek(1) == b'/' => self.skip_line(),
                b'/' if self.peek(1) == b'*' => self.skip_comment(problems),
                b'#' => self.skip_line(),
                0x80.. => match self.text[self.at..].chars().next() {
                    Some(c) if c.is_whitespace() || c == '\u{FEFF}' => self.at += c.len_utf8(),
                    _ => return,
                },
                _ => return,
            }
        }
    }

    fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
    }

    fn skip_comment(&mut self, problems: &mut Diagnostics) {
        match self.text[self.at + 2..].find("*/") {
            Some(length) => self.at += length + 4,
            None => {
                let span = Span::new(self.at..self.at + 2);
                problems.push(
                    Diagnostic::error(span, "this comment is never closed")
                        .with_hint("close it with `*/`"),
                );
                self.at = self.bytes.len();
            }
        }
    }

    fn word(&mut self, start: usize) -> Token {
        while let Some(&byte) = self.bytes.get(self.at) {
            if is_name_byte(byte) {
                self.at += 1;
            } else if let Some(letter) = self.letter() {
                self.at += letter.len_utf8();
            } else {
                break;
            }
        }
        let word = &self.bytes[start..self.at];
        let (kind, soft) = if word[0].is_ascii_digit() {
            let digits = word.iter().all(u8::is_ascii_digit);
            (
                if digits {
                    TokenKind::Number
                } else {
                    TokenKind::Name
                },
                false,
            )
        } else {
            word_kind(word)
        };
        Token {
            soft,
            ..self.token(kind, start)
        }
    }

    /// `{any text}`, braces balanced, on one line.
    fn braced(&mut self, start: usize, problems: &mut Diagnostics) -> Option<Token> {
        let mut depth = 0usize;
        for (i, &byte) in self.bytes[start..].iter().enumerate() {
            match byte {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                b'\n' => break,
                _ => {}
            }
            if depth == 0 {
                self.at = start + i + 1;
                if i > 1 {
                    return Some(self.token(TokenKind::Braced, start));
                }
                problems.push(Diagnostic::error(
                    Span::new(start..self.at),
                    "a name in braces cannot be empty",
                ));
                return None;
            }
        }
        let error = Diagnostic::error(
            Span::new(start..start + 1),
            "this `{` has no `}` on its line",
        );
        problems.push(error.with_hint(
            "braces hold names with any text, as in `{x == 1}`; blocks are `begin … end`",
        ));
        self.at = start;
        self.skip_line();
        None
    }

    /// Reports text that is no token and skips it, as much of it as there is in one piece.
    fn stray(&mut self, start: usize, problems: &mut Diagnostics) {
        let rest = &self.text[start..];
        let Some(first) = rest.chars().next() else {
            return;
        };
        let length = rest.find(|c| c != first).unwrap_or(rest.len());
        self.at = start + length;
        let span = Span::new(start..self.at);
        let shown = first.escape_debug();
        let error = Diagnostic::error(span, format!("unexpected character `{shown}`"));
        problems.push(match first {
            '+' | '-' | '/' | '%' => {
                error.with_hint("there is no arithmetic: the only values are 0 and 1")
            }
            '"' => error.with_hint(
                "there are no strings; a name with any text is written in braces, `{x == 1}`",
            ),
            '}' => error.with_hint(
                "braces hold names with any text, as in `{x == 1}`; blocks are `begin … end`",
            ),
            _ => error,
        });
    }
}

fn punctuation(bytes: &[u8]) -> Option<(TokenKind, usize)> {
    use TokenKind::*;
    let second = bytes.get(1).copied().unwrap_or(0);
    Some(match bytes[0] {
        b';' => (Semicolon, 1),
        b',' => (Comma, 1),
        b'(' => (LeftParen, 1),
        b')' => (RightParen, 1),
        b':' if second == b'=' => (Assign, 2),
        b':' => (Colon, 1),
        b'!' if second == b'=' => (Unequal, 2),
        b'!' | b'~' => (Not, 1),
        b'&' if second == b'&' => (And, 2),
        b'&' => (And, 1),
        b'|' if second == b'|' => (Or, 2),
        b'|' => (Or, 1),
        b'*' => (Star, 1),
        b'\'' => (Prime, 1),
        b'[' => (LeftBracket, 1),
        b']' => (RightBracket, 1),
        b'^' => (Xor, 1),
        b'?' => (Question, 1),
        b'=' if bytes.starts_with(b"==>") => (Implies, 3),
        b'=' if second == b'>' => (Implies, 2),
        b'=' if second == b'=' => (Equal, 2),
        b'=' => (Equal, 1),
        b'-' if second == b'>' => (Implies, 2),
        b'<' if bytes.starts_with(b"<==>") => (Iff, 4),
        b'<' if bytes.starts_with(b"<->") || bytes.starts_with(b"<=>") => (Iff, 3),
        b'<' if second == b'>' => (Unequal, 2),
        b'<' => (Less, 1),
        b'>' => (Greater, 1),
        0x80.. => return logical_symbol(bytes),
        _ => return None,
    })
}

/// The connectives as papers print them.
fn logical_symbol(bytes: &[u8]) -> Option<(TokenKind, usize)> {
    let symbols = [
        ("¬", TokenKind::Not),
        ("∧", TokenKind::And),
        ("∨", TokenKind::Or),
        ("⊕", TokenKind::Xor),
        ("≠", TokenKind::Unequal),
        ("⇒", TokenKind::Implies),
        ("→", TokenKind::Implies),
        ("⇔", TokenKind::Iff),
        ("↔", TokenKind::Iff),
    ];
    let found = symbols
        .iter()
        .find(|(text, _)| bytes.starts_with(text.as_bytes()));
    found.map(|&(text, kind)| (kind, text.len()))
}
