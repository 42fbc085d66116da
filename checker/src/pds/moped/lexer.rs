//! The tokens of Moped's notation.

use std::fmt;

use crate::bp::{Diagnostic, Span};
use ltl::quoted_text;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A name or a number.
    Word(String),
    Text(String),
    Symbol(&'static str),
    End,
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Word(word) => write!(f, "`{word}`"),
            Token::Text(text) => write!(f, "\"{text}\""),
            Token::Symbol(symbol) => write!(f, "`{symbol}`"),
            Token::End => f.write_str("the end"),
        }
    }
}

/// Longer ones come before their beginnings.
const SYMBOLS: [&str; 27] = [
    "-->", "<->", "->", "=>", "<=", ">=", "==", "!=", "&&", "||", "''", "<", ">", "(", ")", ",",
    ";", "'", "=", "!", "~", "&", "|", "^", "+", "-", "*",
];

pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '@' | '[' | ']')
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Lexer { text, at: 0 }
    }

    /// Whether what comes after a `(` is a control state and a stack: no expression has a name and then `<` and a name and `>`.
    pub(super) fn is_initial_configuration(&self) -> bool {
        let inside = self.text[self.at..].split(')').next().unwrap_or_default();
        let mut parts = inside.splitn(2, '<');
        let is_name = |text: &str| !text.trim().is_empty() && text.trim().chars().all(is_word_char);
        let control = parts.next().is_some_and(is_name);
        let stack = parts
            .next()
            .and_then(|rest| rest.trim_end().strip_suffix('>'));
        let is_blank_or_word = |c: char| c.is_whitespace() || is_word_char(c);
        control && stack.is_some_and(|stack| stack.chars().all(is_blank_or_word))
    }

    pub(super) fn next(&mut self) -> Result<(Token, Span), Diagnostic> {
        self.skip();
        let start = self.at;
        let rest = &self.text[start..];
        let Some(first) = rest.chars().next() else {
            return Ok((Token::End, Span::new(start..start)));
        };
        let token = if is_word_char(first) {
            let length = rest.find(|c| !is_word_char(c)).unwrap_or(rest.len());
            self.at += length;
            Token::Word(rest[..length].to_owned())
        } else if first == '"' {
            let Some((text, length)) = quoted_text(rest) else {
                let span = Span::new(start..start + 1);
                return Err(Diagnostic::error(span, "this `\"` is never closed"));
            };
            self.at += length;
            Token::Text(text)
        } else if let Some(symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            self.at += symbol.len();
            Token::Symbol(symbol)
        } else {
            let span = Span::new(start..start + first.len_utf8());
            return Err(Diagnostic::error(
                span,
                format!("unexpected character `{}`", first.escape_debug()),
            ));
        };
        Ok((token, Span::new(start..self.at)))
    }

    fn skip(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            self.at += rest.len() - rest.trim_start().len();
            let rest = &self.text[self.at..];
            if !rest.starts_with('#') && !rest.starts_with("//") {
                return;
            }
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }
}
