//! Bytes of preprocessed C become tokens.
//!
//! Everything between tokens is dropped: white space, comments (a `.i` may have them), line
//! markers wherever they stand, directives. Pragmas are kept aside with the token they precede.
//! A byte that starts no token is an error message and skipped; the lexer itself never fails and
//! takes linear time. The last token is always `Eof`.

use super::token::{Tok, Token};
use source::{Diagnostic, Diagnostics, Interner, Symbol, Unit};

/// The tokens of a unit.
pub(crate) struct Tokens {
    /// Ends with `Eof`.
    pub(crate) list: Vec<Token>,
    /// In the order of the text.
    pub(crate) pragmas: Vec<Pragma>,
}

/// A `#pragma` line.
pub(crate) struct Pragma {
    /// Index of the token after it.
    pub(crate) before: u32,
    /// Its text after the word `pragma`.
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// More messages than this about single bytes do not help.
const MAX_BYTE_ERRORS: usize = 20;

pub(crate) fn lex(unit: &Unit, interner: &mut Interner, diagnostics: &mut Diagnostics) -> Tokens {
    let none = interner.intern("");
    let text = unit.text();
    // A byte order mark is no part of the text.
    let at = if text.starts_with(b"\xef\xbb\xbf") {
        3
    } else {
        0
    };
    let mut lexer = Lexer {
        unit,
        text,
        at,
        interner,
        diagnostics,
        none,
        byte_errors: 0,
        tokens: Tokens {
            list: Vec::with_capacity(text.len() / 4),
            pragmas: Vec::new(),
        },
    };
    lexer.run();
    lexer.tokens
}

struct Lexer<'a> {
    unit: &'a Unit,
    text: &'a [u8],
    at: usize,
    interner: &'a mut Interner,
    diagnostics: &'a mut Diagnostics,
    none: Symbol,
    byte_errors: usize,
    tokens: Tokens,
}

fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn is_word(byte: u8) -> bool {
    is_word_start(byte) || byte.is_ascii_digit()
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn run(&mut self) {
        let mut line_start = true;
        while self.at < self.text.len() {
            match self.text[self.at] {
                b'\n' => {
                    line_start = true;
                    self.at += 1;
                    continue;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => {
                    self.at += 1;
                    continue;
                }
                b'\\' if matches!(self.peek(1), b'\n' | b'\r') => {
                    self.at += 2;
                    continue;
                }
                b'/' if self.peek(1) == b'/' => {
                    self.skip_line();
                    continue;
                }
                b'/' if self.peek(1) == b'*' => {
                    self.block_comment();
                    continue;
                }
                b'#' if line_start => self.directive(),
                b'%' if line_start && self.peek(1) == b':' => self.directive(),
                _ => self.token(),
            }
            line_start = false;
        }
        let end = self.text.len() as u32;
        self.tokens.list.push(Token {
            kind: Tok::Eof,
            start: end,
            end,
            symbol: self.none,
        });
    }

    fn push(&mut self, kind: Tok, start: usize, end: usize) {
        self.at = end;
        let (start, end) = (start as u32, end as u32);
        self.tokens.list.push(Token {
            kind,
            start,
            end,
            symbol: self.none,
        });
    }

    fn error(&mut self, start: usize, end: usize, message: impl Into<String>) {
        let span = self.unit.span(start as u32, end as u32);
        self.diagnostics.push(Diagnostic::error(span, message));
    }

    fn skip_line(&mut self) {
        while self.at < self.text.len() && self.text[self.at] != b'\n' {
            self.at += 1;
        }
    }

    fn block_comment(&mut self) {
        let start = self.at;
        let body = &self.text[start + 2..];
        match body.windows(2).position(|pair| pair == b"*/") {
            Some(length) => self.at = start + 2 + length + 2,
            None => {
                self.at = self.text.len();
                self.error(start, start + 2, "this comment has no end");
            }
        }
    }

    /// Line markers belong to the line map, pragmas are kept, other directives are ignored.
    fn directive(&mut self) {
        self.skip_hash();
        let line = self.at;
        self.skip_line();
        let mut end = self.at;
        while end > line && self.text[end - 1].is_ascii_whitespace() {
            end -= 1;
        }
        let body = &self.text[line..end];
        let rest = body.trim_ascii_start();
        if let Some(rest) = rest.strip_prefix(b"pragma") {
            let start = (end - rest.trim_ascii_start().len()) as u32;
            let before = self.tokens.list.len() as u32;
            self.tokens.pragmas.push(Pragma {
                before,
                start,
                end: end as u32,
            });
        } else if rest.starts_with(b"include") || rest.starts_with(b"if") {
            let message = "a preprocessor directive in text that is taken as preprocessed";
            let span = self.unit.span(line as u32 - 1, end as u32);
            let hint = "give the file a name that ends in `.c`, and it will be preprocessed";
            self.diagnostics
                .push(Diagnostic::error(span, message).with_hint(hint));
        }
    }

    fn skip_hash(&mut self) {
        self.at += if self.peek(0) == b'#' { 1 } else { 2 };
    }

    fn token(&mut self) {
        let start = self.at;
        let first = self.text[start];
        if is_word_start(first) {
            self.word(start);
        } else if first.is_ascii_digit() || (first == b'.' && self.peek(1).is_ascii_digit()) {
            self.number(start);
        } else if first == b'"' || first == b'\'' {
            self.literal(start, start, first);
        } else if let Some((kind, length)) = punctuator(&self.text[start..]) {
            self.push(kind, start, start + length);
        } else {
            self.stray_byte(start);
        }
    }

    fn stray_byte(&mut self, start: usize) {
        self.at = start + 1;
        self.byte_errors += 1;
        if self.byte_errors > MAX_BYTE_ERRORS {
            return;
        }
        let byte = self.text[start];
        let shown = if byte.is_ascii_graphic() {
            format!("`{}`", char::from(byte))
        } else {
            format!("byte 0x{byte:02x}")
        };
        self.error(start, start + 1, format!("{shown} cannot stand here in C"));
    }

    fn word(&mut self, start: usize) {
        let length = self.text[start..]
            .iter()
            .take_while(|&&byte| is_word(byte))
            .count();
        let end = start + length;
        let word = &self.text[start..end];
        let next = self.text.get(end).copied().unwrap_or(0);
        if matches!(next, b'"' | b'\'') && matches!(word, b"L" | b"u" | b"U" | b"u8") {
            return self.literal(start, end, next);
        }
        if let Some(keyword) = Tok::keyword(word) {
            return self.push(keyword, start, end);
        }
        match std::str::from_utf8(word) {
            Ok(name) => {
                let symbol = self.interner.intern(name);
                self.push(Tok::Ident, start, end);
                if let Some(last) = self.tokens.list.last_mut() {
                    last.symbol = symbol;
                }
            }
            Err(error) => {
                let bad = start + error.valid_up_to();
                self.stray_byte(bad);
                self.at = end.max(self.at);
            }
        }
    }

    fn number(&mut self, start: usize) {
        let mut end = start + 1;
        while end < self.text.len() {
            let byte = self.text[end];
            let exponent = matches!(self.text[end - 1], b'e' | b'E' | b'p' | b'P')
                && matches!(byte, b'+' | b'-');
            if !(byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.' || exponent) {
                break;
            }
            end += 1;
        }
        self.push(Tok::Number, start, end);
    }

    /// A literal that starts at `start` (its prefix) and whose quote is at `open`.
    fn literal(&mut self, start: usize, open: usize, quote: u8) {
        let mut end = open + 1;
        loop {
            match self.text.get(end) {
                Some(&byte) if byte == quote => break,
                Some(b'\\') if end + 1 < self.text.len() => end += 2,
                Some(b'\n') | None => {
                    let what = if quote == b'"' {
                        "string"
                    } else {
                        "character constant"
                    };
                    self.error(start, end, format!("this {what} has no closing quote"));
                    // A number in its place spares the reader what would follow from its lack.
                    self.push(Tok::Number, start, end);
                    if self.text[start..end].trim_ascii_end().ends_with(b";") {
                        self.push(Tok::Semi, end, end);
                    }
                    return;
                }
                Some(_) => end += 1,
            }
        }
        let kind = if quote == b'"' { Tok::Str } else { Tok::Char };
        self.push(kind, start, end + 1);
    }
}

fn punctuator(text: &[u8]) -> Option<(Tok, usize)> {
    let at = |index: usize| text.get(index).copied().unwrap_or(0);
    let three = [at(0), at(1), at(2)];
    match &three {
        b"..." => return Some((Tok::Ellipsis, 3)),
        b"<<=" => return Some((Tok::ShlAssign, 3)),
        b">>=" => return Some((Tok::ShrAssign, 3)),
        _ => {}
    }
    let two = match &[at(0), at(1)] {
        b"->" => Tok::Arrow,
        b"++" => Tok::PlusPlus,
        b"--" => Tok::MinusMinus,
        b"<<" => Tok::Shl,
        b">>" => Tok::Shr,
        b"<=" => Tok::Le,
        b">=" => Tok::Ge,
        b"==" => Tok::EqEq,
        b"!=" => Tok::Ne,
        b"&&" => Tok::AndAnd,
        b"||" => Tok::OrOr,
        b"*=" => Tok::StarAssign,
        b"/=" => Tok::SlashAssign,
        b"%=" => Tok::PercentAssign,
        b"+=" => Tok::PlusAssign,
        b"-=" => Tok::MinusAssign,
        b"&=" => Tok::AmpAssign,
        b"^=" => Tok::CaretAssign,
        b"|=" => Tok::PipeAssign,
        b"<:" => Tok::LBracket,
        b":>" => Tok::RBracket,
        b"<%" => Tok::LBrace,
        b"%>" => Tok::RBrace,
        _ => return single(at(0)).map(|kind| (kind, 1)),
    };
    Some((two, 2))
}

fn single(byte: u8) -> Option<Tok> {
    Some(match byte {
        b'(' => Tok::LParen,
        b')' => Tok::RParen,
        b'[' => Tok::LBracket,
        b']' => Tok::RBracket,
        b'{' => Tok::LBrace,
        b'}' => Tok::RBrace,
        b';' => Tok::Semi,
        b',' => Tok::Comma,
        b':' => Tok::Colon,
        b'?' => Tok::Question,
        b'.' => Tok::Dot,
        b'+' => Tok::Plus,
        b'-' => Tok::Minus,
        b'*' => Tok::Star,
        b'/' => Tok::Slash,
        b'%' => Tok::Percent,
        b'&' => Tok::Amp,
        b'|' => Tok::Pipe,
        b'^' => Tok::Caret,
        b'~' => Tok::Tilde,
        b'!' => Tok::Bang,
        b'<' => Tok::Lt,
        b'>' => Tok::Gt,
        b'=' => Tok::Assign,
        _ => return None,
    })
}
