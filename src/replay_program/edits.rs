//! Changes of a text: names that become others, and pieces that are put in or replaced.

use std::collections::BTreeMap;
use std::ops::Range;

/// A word of C, or anything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Name,
    Punct(u8),
    Other,
}

/// The tokens of preprocessed C. Blanks, comments and lines that begin with `#` are none.
pub(super) fn tokens(text: &[u8]) -> Vec<(TokenKind, Range<usize>)> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut line_start = true;
    while let Some(&byte) = text.get(at) {
        let start = at;
        at = match byte {
            b'\n' => {
                line_start = true;
                at += 1;
                continue;
            }
            _ if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'#' if line_start => {
                at = find(text, at, b"\n");
                continue;
            }
            b'/' if text[at..].starts_with(b"//") => {
                at = find(text, at, b"\n");
                continue;
            }
            b'/' if text[at..].starts_with(b"/*") => {
                at = (find(text, at + 2, b"*/") + 2).min(text.len());
                continue;
            }
            b'"' | b'\'' => quoted(text, at),
            _ if is_letter(byte) => while_is(text, at, |b| is_letter(b) || b.is_ascii_digit()),
            _ if byte.is_ascii_digit() => while_is(text, at, |b| {
                is_letter(b) || b.is_ascii_digit() || b == b'.'
            }),
            _ => at + 1,
        };
        line_start = false;
        let kind = match byte {
            b'"' | b'\'' => TokenKind::Other,
            _ if is_letter(byte) => TokenKind::Name,
            _ if byte.is_ascii_digit() => TokenKind::Other,
            _ => TokenKind::Punct(byte),
        };
        found.push((kind, start..at));
    }
    found
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn while_is(text: &[u8], from: usize, is: impl Fn(u8) -> bool) -> usize {
    let rest = text[from..].iter().take_while(|&&b| is(b));
    from + rest.count()
}

fn find(text: &[u8], from: usize, what: &[u8]) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    let found = rest.windows(what.len()).position(|w| w == what);
    found.map_or(text.len(), |n| from + n)
}

fn quoted(text: &[u8], from: usize) -> usize {
    let quote = text[from];
    let mut at = from + 1;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' => return at,
            _ if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}

/// Changes to be made.
#[derive(Clone, Debug, Default)]
pub(super) struct Edits {
    /// Pieces and what stands for them; those of one place in the order they came.
    pieces: Vec<(Range<usize>, String)>,
    /// Pieces that stay, and what stands before and behind them.
    wraps: Vec<(Range<usize>, String, String)>,
}

impl Edits {
    pub(super) fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.pieces.push((at..at, text.into()));
    }

    /// Puts something around a piece, inside of what is around a larger one.
    pub(super) fn wrap(
        &mut self,
        range: Range<usize>,
        before: impl Into<String>,
        after: impl Into<String>,
    ) {
        self.wraps.push((range, before.into(), after.into()));
    }

    /// Makes insertions of what stands around pieces.
    fn put_wraps(&mut self) {
        let mut wraps = std::mem::take(&mut self.wraps);
        wraps.sort_by_key(|(range, ..)| (range.start, std::cmp::Reverse(range.end)));
        // Where one ends and another begins, the end comes first.
        for (range, _, after) in wraps.iter().rev() {
            self.insert(range.end, after.clone());
        }
        for (range, before, _) in wraps {
            self.insert(range.start, before);
        }
    }

    /// What stands for a piece has as many lines, so that what follows stays on its own.
    pub(super) fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.pieces.push((range, text.into()));
    }

    /// The text with the changes. `renamed` tells other names of names; what is replaced is not looked at.
    pub(super) fn apply(
        mut self,
        text: &[u8],
        renamed: &dyn Fn(&str, usize) -> Option<String>,
    ) -> Vec<u8> {
        self.put_wraps();
        for (_, range) in tokens(text)
            .into_iter()
            .filter(|word| word.0 == TokenKind::Name)
        {
            if let Ok(name) = std::str::from_utf8(&text[range.clone()])
                && let Some(other) = renamed(name, range.start)
            {
                self.pieces.push((range, other));
            }
        }
        self.pieces
            .sort_by_key(|piece| (piece.0.start, piece.0.end));
        let mut out = Vec::with_capacity(text.len() + 1024);
        let mut at = 0;
        for (range, by) in self.pieces {
            if range.start < at {
                continue;
            }
            out.extend_from_slice(&text[at..range.start]);
            out.extend_from_slice(by.as_bytes());
            let lines = text[range.clone()].iter().filter(|&&b| b == b'\n').count();
            out.extend(std::iter::repeat_n(b'\n', lines));
            at = range.end;
        }
        out.extend_from_slice(&text[at..]);
        out
    }
}

/// Names and what stands for them, wherever they are.
pub(super) type Renamed = BTreeMap<String, String>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_from_strings_and_comments() {
        let text = b"# 1 \"f\"\nint f(void) { g(\"f\"); /* f */ return f->f; } // f\n";
        let rename = |name: &str, _: usize| (name == "f").then(|| "h".to_owned());
        let out = Edits::default().apply(text, &rename);
        let expected = b"# 1 \"f\"\nint h(void) { g(\"f\"); /* f */ return h->h; } // f\n";
        assert_eq!(out, expected);
    }

    #[test]
    fn pieces_are_wrapped_in_order() {
        let mut edits = Edits::default();
        edits.wrap(1..3, "(", ")");
        edits.wrap(1..5, "[", "]");
        edits.wrap(3..5, "{", "}");
        let out = edits.apply(b" a b ", &|_, _| None);
        assert_eq!(out, b" [(a ){b }]");
    }

    #[test]
    fn pieces_are_put_in_and_replaced() {
        let mut edits = Edits::default();
        edits.insert(4, "b ");
        edits.replace(0..3, "x");
        let out = edits.apply(b"a\n1 c", &|_, _| None);
        assert_eq!(out, b"x\n b c");
    }
}
