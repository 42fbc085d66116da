//! The kinds of tokens, and which words are keywords.
//!
//! Words are keywords in lower case. Other spellings of a keyword (`IF`, `End`) and a few late additions to the
//! language (`call`, `dead`, `dfs`, `thread`) are *soft*: keywords only where the parser finds that nothing else
//! makes sense, names everywhere else.

use super::Span;

macro_rules! tokens {
    (keywords { $($word:literal => $keyword:ident,)* } others { $($text:literal => $other:ident,)* }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum TokenKind {
            $($keyword,)*
            $($other,)*
        }

        impl TokenKind {
            /// How the token is written, or what it is, for messages.
            pub(super) fn text(self) -> &'static str {
                match self {
                    $(TokenKind::$keyword => $word,)*
                    $(TokenKind::$other => $text,)*
                }
            }
        }

        #[allow(non_upper_case_globals)]
        fn keyword(word: &[u8]) -> Option<TokenKind> {
            $(const $keyword: &[u8] = $word.as_bytes();)*
            match word {
                $($keyword => Some(TokenKind::$keyword),)*
                _ => None,
            }
        }

        /// The keywords, for suggestions.
        pub(super) const KEYWORDS: &[&str] = &[$($word,)*];
    };
}

tokens! {
    keywords {
        "assert" => Assert,
        "assume" => Assume,
        "atomic_begin" => AtomicBegin,
        "atomic_end" => AtomicEnd,
        "begin" => Begin,
        "bool" => Bool,
        "call" => Call,
        "constrain" => Constrain,
        "dead" => Dead,
        "decl" => Decl,
        "dfs" => Dfs,
        "do" => Do,
        "else" => Else,
        "elsif" => Elsif,
        "end" => End,
        "end_thread" => EndThread,
        "enforce" => Enforce,
        "false" => False,
        "fi" => Fi,
        "goto" => Goto,
        "if" => If,
        "od" => Od,
        "print" => Print,
        "return" => Return,
        "schoose" => Schoose,
        "skip" => Skip,
        "start_thread" => StartThread,
        "then" => Then,
        "thread" => Thread,
        "true" => True,
        "void" => Void,
        "while" => While,
    }
    others {
        "a name" => Name,
        "a name" => Braced,
        "a number" => Number,
        "_" => Underscore,
        "(" => LeftParen,
        ")" => RightParen,
        "[" => LeftBracket,
        "]" => RightBracket,
        "," => Comma,
        ";" => Semicolon,
        ":" => Colon,
        ":=" => Assign,
        "'" => Prime,
        "*" => Star,
        "?" => Question,
        "!" => Not,
        "&" => And,
        "|" => Or,
        "^" => Xor,
        "=" => Equal,
        "!=" => Unequal,
        "=>" => Implies,
        "<->" => Iff,
        "<" => Less,
        ">" => Greater,
        "the end of the file" => EndOfFile,
    }
}

pub(super) fn word_kind(word: &[u8]) -> (TokenKind, bool) {
    use TokenKind::*;
    let late = |kind| matches!(kind, Call | Dead | Dfs | Thread);
    match word {
        b"T" => return (True, false),
        b"F" => return (False, false),
        b"_" => return (Underscore, false),
        b"elseif" | b"elif" => return (Elsif, false),
        b"threads" => return (Thread, true),
        _ => {}
    }
    if word[0].is_ascii_lowercase() {
        return keyword(word).map_or((Name, false), |kind| (kind, late(kind)));
    }
    let mut lower = [0; 12];
    if !word[0].is_ascii_uppercase() || word.len() > lower.len() {
        return (Name, false);
    }
    let lower = &mut lower[..word.len()];
    lower.copy_from_slice(word);
    lower.make_ascii_lowercase();
    match keyword(lower) {
        Some(kind @ (True | False)) => (kind, false),
        Some(kind) => (kind, true),
        None => (Name, false),
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// A keyword that may also be a name.
    pub(super) soft: bool,
    pub(super) span: Span,
}

/// Whether a name can be written without braces.
pub(super) fn is_plain_name(text: &str) -> bool {
    let bytes = text.as_bytes();
    !bytes.is_empty()
        && !bytes[0].is_ascii_digit()
        && bytes.iter().all(|&b| is_name_byte(b))
        && word_kind(bytes) == (TokenKind::Name, false)
}

pub(super) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'@' | b'.')
}
