//! The tokens of formulas, in the spellings of SPIN, Spot, LTL2BA and Moped, and as papers print them.
//!
//! A word is a run of name characters. Words of capital `F`, `G` and `X` alone are operators (`GF`), and so are those in
//! front of a lower-case letter with a number or nothing (`GFa`, `Xp0`), as people write formulas for Spot; every other
//! word is a name, so that a variable `Flag` stays one.

use super::Atom;
use super::atom::{PLACE_WORDS, TERMINATED, is_word_char};
use super::formula::{BinaryOp, UnaryOp};
use crate::{Diagnostic, Span};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    True,
    False,
    Atom(Atom),
    Unary(UnaryOp),
    Binary(BinaryOp),
    Open,
    Close,
    End,
}

pub struct Lexer<'t> {
    text: &'t str,
    at: usize,
    /// Whether the long words of operators are names, as they are where functions may be called `release` and `next`.
    only_letters: bool,
}

/// What is no word. Longer ones come before their beginnings.
const SYMBOLS: &[(&str, Token)] = &[
    ("<-->", Token::Binary(BinaryOp::Iff)),
    ("<->", Token::Binary(BinaryOp::Iff)),
    ("<=>", Token::Binary(BinaryOp::Iff)),
    ("<>", Token::Unary(UnaryOp::Finally)),
    ("-->", Token::Binary(BinaryOp::Implies)),
    ("->", Token::Binary(BinaryOp::Implies)),
    ("==>", Token::Binary(BinaryOp::Implies)),
    ("=>", Token::Binary(BinaryOp::Implies)),
    ("[]", Token::Unary(UnaryOp::Globally)),
    ("()", Token::Unary(UnaryOp::Next)),
    ("&&", Token::Binary(BinaryOp::And)),
    ("&", Token::Binary(BinaryOp::And)),
    ("/\\", Token::Binary(BinaryOp::And)),
    ("||", Token::Binary(BinaryOp::Or)),
    ("|", Token::Binary(BinaryOp::Or)),
    ("\\/", Token::Binary(BinaryOp::Or)),
    ("^", Token::Binary(BinaryOp::Xor)),
    ("!", Token::Unary(UnaryOp::Not)),
    ("~", Token::Unary(UnaryOp::Not)),
    ("(", Token::Open),
    (")", Token::Close),
    ("¬", Token::Unary(UnaryOp::Not)),
    ("□", Token::Unary(UnaryOp::Globally)),
    ("◇", Token::Unary(UnaryOp::Finally)),
    ("○", Token::Unary(UnaryOp::Next)),
    ("∧", Token::Binary(BinaryOp::And)),
    ("∨", Token::Binary(BinaryOp::Or)),
    ("⊕", Token::Binary(BinaryOp::Xor)),
    ("→", Token::Binary(BinaryOp::Implies)),
    ("⇒", Token::Binary(BinaryOp::Implies)),
    ("↔", Token::Binary(BinaryOp::Iff)),
    ("⇔", Token::Binary(BinaryOp::Iff)),
];

/// Words of operators that functions may be called.
const LONG_WORDS: [&str; 9] = [
    "next",
    "eventually",
    "always",
    "until",
    "stronguntil",
    "weakuntil",
    "release",
    "implies",
    "equivalent",
];

/// Words that are operators or constants; the long ones are SPIN's.
fn operator_word(word: &str) -> Option<Token> {
    Some(match word {
        "true" | "TRUE" | "True" | "1" => Token::True,
        "false" | "FALSE" | "False" | "0" => Token::False,
        "X" | "next" => Token::Unary(UnaryOp::Next),
        "F" | "eventually" => Token::Unary(UnaryOp::Finally),
        "G" | "always" => Token::Unary(UnaryOp::Globally),
        "U" | "until" | "stronguntil" => Token::Binary(BinaryOp::Until),
        "W" | "weakuntil" => Token::Binary(BinaryOp::WeakUntil),
        "R" | "V" | "release" => Token::Binary(BinaryOp::Release),
        "M" => Token::Binary(BinaryOp::StrongRelease),
        "xor" => Token::Binary(BinaryOp::Xor),
        "implies" => Token::Binary(BinaryOp::Implies),
        "equivalent" => Token::Binary(BinaryOp::Iff),
        _ => return None,
    })
}

impl<'t> Lexer<'t> {
    pub fn new(text: &'t str) -> Self {
        Lexer {
            text,
            at: 0,
            only_letters: false,
        }
    }

    /// One for which the long words of operators are names.
    pub fn with_names(text: &'t str) -> Self {
        Lexer {
            only_letters: true,
            ..Lexer::new(text)
        }
    }

    fn operator(&self, word: &str) -> Option<Token> {
        let is_long = LONG_WORDS.contains(&word);
        operator_word(word).filter(|_| !(is_long && self.only_letters))
    }

    /// The next token and its place; `End` for ever after the last one.
    pub fn token(&mut self) -> Result<(Token, Span), Diagnostic> {
        self.skip_blanks();
        let start = self.at;
        let token = match self.peek() {
            None => Token::End,
            Some('"') => Token::Atom(Atom::Expr(self.quoted()?)),
            Some('{') => Token::Atom(Atom::Expr(self.braced()?)),
            Some(c) if is_word_char(c) => self.word()?,
            Some(c) => self.symbol(c)?,
        };
        Ok((token, Span::new(start..self.at)))
    }

    /// Whether the next token begins so.
    pub fn is_before(&self, text: &str) -> bool {
        self.text[self.at..].trim_start().starts_with(text)
    }

    /// The place of the next token where it is this symbol, which is passed then.
    pub fn take_symbol(&mut self, symbol: &str) -> Option<Span> {
        if !self.is_before(symbol) {
            return None;
        }
        self.skip_blanks();
        let start = self.at;
        self.at += symbol.len();
        Some(Span::new(start..self.at))
    }

    /// The same of a word.
    pub fn take_exactly(&mut self, word: &str) -> Option<Span> {
        let rest = self.text[self.at..].trim_start().strip_prefix(word)?;
        match rest.starts_with(is_word_char) {
            true => None,
            false => self.take_symbol(word),
        }
    }

    fn symbol(&mut self, first: char) -> Result<Token, Diagnostic> {
        let rest = &self.text[self.at..];
        if let Some((text, token)) = SYMBOLS.iter().find(|(text, _)| rest.starts_with(text)) {
            self.at += text.len();
            return Ok(token.clone());
        }
        let span = Span::new(self.at..self.at + first.len_utf8());
        let shown = first.escape_debug();
        let error = Diagnostic::error(span, format!("unexpected character `{shown}`"));
        Err(match first {
            '=' | '<' | '>' | '+' | '-' | '*' | '/' => error.with_hint(
                "an expression over variables is written in quotes or braces, as in `{x = y}`",
            ),
            '[' | ']' => error.with_hint("`[]` is \"always\"; `(` and `)` group"),
            _ => error,
        })
    }

    fn word(&mut self) -> Result<Token, Diagnostic> {
        let word = self.take_word();
        if let Some(token) = self.operator(word) {
            return Ok(token);
        }
        let letters = word.find(|c| !matches!(c, 'F' | 'G' | 'X'));
        let glued = letters.is_none_or(|length| length > 0 && is_short_name(&word[length..]));
        if glued {
            self.at -= word.len() - 1;
            return Ok(operator_word(&word[..1]).unwrap_or(Token::End));
        }
        if word == TERMINATED {
            return Ok(Token::Atom(Atom::Terminated));
        }
        if PLACE_WORDS.contains(&word)
            && let Some(atom) = self.place(word)?
        {
            return Ok(Token::Atom(atom));
        }
        Ok(Token::Atom(Atom::Name(word.to_owned())))
    }

    /// What follows `at`, `in`, `entry` or `exit`; nothing where the word is a name itself.
    fn place(&mut self, word: &str) -> Result<Option<Atom>, Diagnostic> {
        let start = self.at;
        self.skip_blanks();
        let Some(first) = self.name()? else {
            self.at = start;
            return Ok(None);
        };
        // `at U p` is about a variable `at`, `at U` about a label `U`.
        if word != "at" || !self.text[self.at..].starts_with(':') {
            let is_operator = matches!(self.operator(&first), Some(Token::Binary(_)));
            if is_operator && self.text[self.at..].trim_start().starts_with(|c| c != ')') {
                self.at = start;
                return Ok(None);
            }
            return Ok(Atom::place(word, None, first));
        }
        self.at += 1;
        let at = self.at;
        match self.name()? {
            Some(label) => Ok(Atom::place(word, Some(first), label)),
            None => Err(Diagnostic::error(
                Span::new(at..at),
                "expected a label after `:`",
            )),
        }
    }

    /// A word or text in braces, if one comes.
    fn name(&mut self) -> Result<Option<String>, Diagnostic> {
        match self.peek() {
            Some('{') => self.braced().map(Some),
            Some(c) if is_word_char(c) => Ok(Some(self.take_word().to_owned())),
            _ => Ok(None),
        }
    }

    fn take_word(&mut self) -> &'t str {
        let rest = &self.text[self.at..];
        let length = rest.find(|c| !is_word_char(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// The text between quotes.
    fn quoted(&mut self) -> Result<String, Diagnostic> {
        let start = self.at;
        let (text, length) =
            quoted_text(&self.text[start..]).ok_or_else(|| never_closed(start, '"'))?;
        self.at = start + length;
        self.filled(text, start)
    }

    /// The text between braces, which may have braces in it.
    fn braced(&mut self) -> Result<String, Diagnostic> {
        let start = self.at;
        let mut depth = 0_usize;
        for (i, c) in self.text[start..].char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at = start + i + 1;
                return self.filled(self.text[start + 1..start + i].to_owned(), start);
            }
        }
        Err(never_closed(start, '{'))
    }

    fn filled(&self, text: String, start: usize) -> Result<String, Diagnostic> {
        if text.trim().is_empty() {
            let span = Span::new(start..self.at);
            return Err(Diagnostic::error(span, "an atom cannot be empty"));
        }
        Ok(text)
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }
}

fn is_short_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_lowercase()) && bytes.all(|b| b.is_ascii_digit())
}

fn never_closed(start: usize, what: char) -> Diagnostic {
    let span = Span::new(start..start + 1);
    Diagnostic::error(span, format!("this `{what}` is never closed"))
}

/// What stands between the quote that a text begins with and the next, and how long it is with both; `\"` and `\\` are a
/// quote and a backslash.
pub fn quoted_text(text: &str) -> Option<(String, usize)> {
    let mut quoted = String::new();
    let mut escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return Some((quoted, i + 1)),
            '\\' if !escaped => escaped = true,
            _ => {
                quoted.push(c);
                escaped = false;
            }
        }
    }
    None
}
