//! The tokens of HOA files.

use super::super::lexer::quoted_text;
use crate::{Diagnostic, Span};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `Name:`
    Header(String),
    Word(String),
    /// `@name`
    Alias(String),
    Text(String),
    Number(u32),
    Symbol(char),
    Body,
    End,
    Abort,
    EndOfFile,
}

impl Token {
    pub(super) fn describe(&self) -> String {
        match self {
            Token::Header(name) => format!("`{name}:`"),
            Token::Word(word) => format!("`{word}`"),
            Token::Alias(name) => format!("`@{name}`"),
            Token::Text(_) => "a string".to_owned(),
            Token::Number(number) => format!("`{number}`"),
            Token::Symbol(symbol) => format!("`{symbol}`"),
            Token::Body => "`--BODY--`".to_owned(),
            Token::End => "`--END--`".to_owned(),
            Token::Abort => "`--ABORT--`".to_owned(),
            Token::EndOfFile => "the end of the file".to_owned(),
        }
    }
}

/// A text with one token of look-ahead.
pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    ahead: Option<(Token, Span)>,
}

pub(super) type Read<T> = Result<T, Diagnostic>;

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Lexer {
            text,
            at: 0,
            ahead: None,
        }
    }

    pub(super) fn peek(&mut self) -> Read<&Token> {
        let token = match self.ahead.take() {
            Some(token) => token,
            None => self.scan()?,
        };
        Ok(&self.ahead.insert(token).0)
    }

    pub(super) fn next(&mut self) -> Read<(Token, Span)> {
        match self.ahead.take() {
            Some(token) => Ok(token),
            None => self.scan(),
        }
    }

    /// Takes the next token if it is a certain symbol.
    pub(super) fn take(&mut self, symbol: char) -> Read<bool> {
        let found = *self.peek()? == Token::Symbol(symbol);
        if found {
            self.ahead = None;
        }
        Ok(found)
    }

    pub(super) fn expect(&mut self, symbol: char) -> Read<()> {
        match self.next()? {
            (Token::Symbol(found), _) if found == symbol => Ok(()),
            other => Err(unexpected(&format!("`{symbol}`"), &other)),
        }
    }

    pub(super) fn number(&mut self, what: &str) -> Read<(u32, Span)> {
        match self.next()? {
            (Token::Number(number), span) => Ok((number, span)),
            other => Err(unexpected(what, &other)),
        }
    }

    fn scan(&mut self) -> Read<(Token, Span)> {
        self.skip_blanks()?;
        let start = self.at;
        let rest = &self.text[start..];
        let Some(first) = rest.chars().next() else {
            return Ok((Token::EndOfFile, Span::new(start..start)));
        };
        let token = match first {
            '"' => self.string()?,
            '-' => self.marker()?,
            '@' => {
                self.at += 1;
                Token::Alias(self.word().to_owned())
            }
            c if c.is_ascii_digit() => self.digits()?,
            c if c.is_ascii_alphabetic() || c == '_' => self.name(),
            c => {
                self.at += c.len_utf8();
                Token::Symbol(c)
            }
        };
        Ok((token, Span::new(start..self.at)))
    }

    fn word(&mut self) -> &'t str {
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        let rest = &self.text[self.at..];
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn name(&mut self) -> Token {
        let word = self.word().to_owned();
        if self.text[self.at..].starts_with(':') {
            self.at += 1;
            return Token::Header(word);
        }
        Token::Word(word)
    }

    fn digits(&mut self) -> Read<Token> {
        let start = self.at;
        let rest = &self.text[start..];
        let length = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        self.at += length;
        let number = rest[..length].parse().map(Token::Number);
        number.map_err(|_| {
            let span = Span::new(start..start + length);
            Diagnostic::error(span, "this number is too large")
        })
    }

    fn string(&mut self) -> Read<Token> {
        let start = self.at;
        let (text, length) = quoted_text(&self.text[start..]).ok_or_else(|| {
            let span = Span::new(start..start + 1);
            Diagnostic::error(span, "this string is never closed")
        })?;
        self.at = start + length;
        Ok(Token::Text(text))
    }

    fn marker(&mut self) -> Read<Token> {
        let markers = [
            ("--BODY--", Token::Body),
            ("--END--", Token::End),
            ("--ABORT--", Token::Abort),
        ];
        let rest = &self.text[self.at..];
        match markers.into_iter().find(|(text, _)| rest.starts_with(text)) {
            Some((text, token)) => {
                self.at += text.len();
                Ok(token)
            }
            None => {
                let span = Span::new(self.at..self.at + 1);
                Err(Diagnostic::error(span, "unexpected character `-`"))
            }
        }
    }

    /// Blanks, and comments, which may stand in each other.
    fn skip_blanks(&mut self) -> Read<()> {
        let start = self.at;
        let mut depth = 0_usize;
        while let Some(c) = self.text[self.at..].chars().next() {
            let rest = &self.text[self.at..];
            if rest.starts_with("/*") {
                depth += 1;
                self.at += 2;
            } else if depth > 0 && rest.starts_with("*/") {
                depth -= 1;
                self.at += 2;
            } else if depth > 0 || c.is_whitespace() {
                self.at += c.len_utf8();
            } else {
                return Ok(());
            }
        }
        if depth > 0 {
            let span = Span::new(start..start + 1);
            return Err(Diagnostic::error(span, "this comment is never closed"));
        }
        Ok(())
    }
}

pub(super) fn unexpected(wanted: &str, found: &(Token, Span)) -> Diagnostic {
    let message = format!("expected {wanted}, found {}", found.0.describe());
    Diagnostic::error(found.1, message)
}
