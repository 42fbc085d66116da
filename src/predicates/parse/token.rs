//! The words of a predicate.

use super::{Parsed, Parser};

/// Longest first.
const SYMBOLS: [&str; 24] = [
    "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "->", "<", ">", "+", "-", "*", "/", "%", "&",
    "|", "^", "~", "!", "(", "[", ".",
];

impl<'t> Parser<'_, 't> {
    /// The next token, which stays.
    pub(super) fn peek(&mut self) -> &'t str {
        self.rest = self.rest.trim_start();
        if let Some(name) = self.rest.strip_prefix("::") {
            let word = name.find(|c| !is_word(c)).unwrap_or(name.len());
            return &self.rest[..2 + static_name(name, word)];
        }
        let word = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
        if word > 0 {
            return &self.rest[..static_name(self.rest, word)];
        }
        for symbol in SYMBOLS {
            if self.rest.starts_with(symbol) {
                return &self.rest[..symbol.len()];
            }
        }
        let next = self.rest.chars().next().map_or(0, char::len_utf8);
        &self.rest[..next]
    }

    pub(super) fn advance(&mut self) -> &'t str {
        let token = self.peek();
        self.rest = &self.rest[token.len()..];
        token
    }

    pub(super) fn accept(&mut self, token: &str) -> bool {
        let there = self.peek() == token;
        if there {
            self.advance();
        }
        there
    }

    pub(super) fn expect(&mut self, token: &str) -> Parsed<()> {
        match self.accept(token) {
            true => Ok(()),
            false => Err(format!("'{token}' is missing before '{}'", self.rest)),
        }
    }
}

/// What names are made of: C's letters, and those that make names unique.
pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '\'' | '@')
}

/// The end of a name that may be one of a function's static variables: `f::x`.
fn static_name(text: &str, end: usize) -> usize {
    let Some(rest) = text[end..].strip_prefix("::") else {
        return end;
    };
    let more = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    if more == 0 { end } else { end + 2 + more }
}
