//! The tokens of the calculus, in ASCII and as papers print them.

use super::syntax::Comparison;
use crate::bp::{Diagnostic, Span};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word(String),
    Number(u64),
    /// `#size R;` and its like: what Mucke is told to do beside.
    Command,
    Not,
    And,
    Or,
    Implies,
    Iff,
    Exists,
    Forall,
    Compare(Comparison),
    /// `~+` of Mucke's allocation constraints.
    Interleave,
    Plus,
    Comma,
    Semicolon,
    /// Of Mucke's `case`.
    Colon,
    Dot,
    DotDot,
    Open,
    Close,
    OpenBrace,
    CloseBrace,
    OpenBracket,
    CloseBracket,
    End,
}

/// Longer symbols come before their beginnings.
const SYMBOLS: &[(&str, Token)] = &[
    ("<->", Token::Iff),
    ("<=>", Token::Iff),
    ("->", Token::Implies),
    ("=>", Token::Implies),
    ("..", Token::DotDot),
    ("!=", Token::Compare(Comparison::Differ)),
    ("<=", Token::Compare(Comparison::LessEqual)),
    (">=", Token::Compare(Comparison::GreaterEqual)),
    ("==", Token::Compare(Comparison::Equal)),
    ("&&", Token::And),
    ("||", Token::Or),
    ("~+", Token::Interleave),
    ("=", Token::Compare(Comparison::Equal)),
    ("<", Token::Compare(Comparison::Less)),
    (">", Token::Compare(Comparison::Greater)),
    ("≠", Token::Compare(Comparison::Differ)),
    ("≤", Token::Compare(Comparison::LessEqual)),
    ("≥", Token::Compare(Comparison::GreaterEqual)),
    ("&", Token::And),
    ("|", Token::Or),
    ("!", Token::Not),
    ("¬", Token::Not),
    ("∧", Token::And),
    ("∨", Token::Or),
    ("→", Token::Implies),
    ("↔", Token::Iff),
    ("∃", Token::Exists),
    ("∀", Token::Forall),
    ("+", Token::Plus),
    (",", Token::Comma),
    (";", Token::Semicolon),
    (":", Token::Colon),
    (".", Token::Dot),
    ("(", Token::Open),
    (")", Token::Close),
    ("{", Token::OpenBrace),
    ("}", Token::CloseBrace),
    ("[", Token::OpenBracket),
    ("]", Token::CloseBracket),
];

/// All tokens of a text with their places; the last one is [`Token::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, Span)>, Diagnostic> {
    let mut lexer = Lexer { text, at: 0 };
    let mut found = Vec::new();
    loop {
        lexer.skip_blanks()?;
        let start = lexer.at;
        let token = lexer.next()?;
        let is_end = token == Token::End;
        found.push((token, Span::new(start..lexer.at)));
        if is_end {
            return Ok(found);
        }
    }
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '\''
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) -> Result<(), Diagnostic> {
        loop {
            let blanks = self.rest().len() - self.rest().trim_start().len();
            self.at += blanks;
            if self.rest().starts_with("//") {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            } else if self.rest().starts_with("/*") {
                let Some(length) = self.rest().find("*/") else {
                    let span = Span::new(self.at..self.at + 2);
                    return Err(Diagnostic::error(span, "this comment is never closed"));
                };
                self.at += length + 2;
            } else if blanks == 0 {
                return Ok(());
            }
        }
    }

    fn next(&mut self) -> Result<Token, Diagnostic> {
        let Some(first) = self.rest().chars().next() else {
            return Ok(Token::End);
        };
        if first.is_ascii_digit() {
            return self.number();
        }
        if is_word(first) && first != '\'' {
            return Ok(self.word());
        }
        if first == '#' {
            self.at += self.rest().find(['\n', ';']).unwrap_or(self.rest().len());
            return Ok(Token::Command);
        }
        if let Some((text, token)) = SYMBOLS.iter().find(|(s, _)| self.rest().starts_with(s)) {
            self.at += text.len();
            return Ok(token.clone());
        }
        let span = Span::new(self.at..self.at + first.len_utf8());
        let message = format!("unexpected character `{}`", first.escape_debug());
        Err(Diagnostic::error(span, message))
    }

    fn number(&mut self) -> Result<Token, Diagnostic> {
        let start = self.at;
        let length = self.rest().find(|c: char| !c.is_ascii_digit());
        self.at += length.unwrap_or(self.rest().len());
        let digits = &self.text[start..self.at];
        digits
            .parse()
            .map(Token::Number)
            .map_err(|_| Diagnostic::error(Span::new(start..self.at), "this number is too large"))
    }

    fn word(&mut self) -> Token {
        let start = self.at;
        let length = self.rest().find(|c| !is_word(c));
        self.at += length.unwrap_or(self.rest().len());
        match &self.text[start..self.at] {
            "exists" => Token::Exists,
            "forall" => Token::Forall,
            "not" => Token::Not,
            "and" => Token::And,
            "or" => Token::Or,
            "implies" => Token::Implies,
            "iff" => Token::Iff,
            word => Token::Word(word.to_owned()),
        }
    }
}

/// A token as messages call it.
pub(super) fn describe(token: &Token) -> String {
    let symbol = |token: &Token| SYMBOLS.iter().rev().find(|(_, t)| t == token);
    match token {
        Token::Word(word) => format!("`{word}`"),
        Token::Number(number) => format!("`{number}`"),
        Token::Command => "a command (`#`)".to_owned(),
        Token::Exists => "`exists`".to_owned(),
        Token::Forall => "`forall`".to_owned(),
        Token::End => "the end".to_owned(),
        other => symbol(other).map_or_else(String::new, |(text, _)| format!("`{text}`")),
    }
}
