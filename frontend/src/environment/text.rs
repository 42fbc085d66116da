//! The text of a model as tokens: just enough of C to find names, brackets and where things end.

/// A piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    /// `$` and a name.
    Dollar,
    Punct(u8),
    /// Strings, characters and numbers.
    Other,
}

/// The tokens of a text; comments and blanks are between them.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let kind = match bytes[at] {
            b if b.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = find(bytes, at, b"\n");
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at = (find(bytes, at + 2, b"*/") + 2).min(bytes.len());
                continue;
            }
            quote @ (b'"' | b'\'') => {
                at = string_end(bytes, at + 1, quote);
                Kind::Other
            }
            b'$' => {
                at = word_end(bytes, at + 1);
                Kind::Dollar
            }
            b if is_word(b) => {
                at = word_end(bytes, at);
                match b.is_ascii_digit() {
                    true => Kind::Other,
                    false => Kind::Word,
                }
            }
            b => {
                at += 1;
                // A character of another alphabet is one token.
                while at < bytes.len() && !text.is_char_boundary(at) {
                    at += 1;
                }
                Kind::Punct(b)
            }
        };
        found.push(Token {
            kind,
            start,
            end: at,
        });
    }
    found
}

fn is_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_'
}

fn word_end(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && is_word(bytes[at]) {
        at += 1;
    }
    at
}

fn find(bytes: &[u8], from: usize, what: &[u8]) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    let found = rest.windows(what.len()).position(|w| w == what);
    found.map_or(bytes.len(), |n| from + n)
}

fn string_end(bytes: &[u8], mut at: usize, quote: u8) -> usize {
    while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

/// The bracket that closes the one at `open`, or the last token.
pub(super) fn closing(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0usize;
    for (n, token) in tokens.iter().enumerate().skip(open) {
        match token.kind {
            Kind::Punct(b'(' | b'[' | b'{') => depth += 1,
            Kind::Punct(b')' | b']' | b'}') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return n;
                }
            }
            _ => {}
        }
    }
    tokens.len().saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_brackets() {
        let text = "a $b /* { */ (\"}\", [x]) // }\n ü 12";
        let all = tokens(text);
        let words: Vec<&str> = all.iter().map(|t| &text[t.start..t.end]).collect();
        assert_eq!(
            words,
            ["a", "$b", "(", "\"}\"", ",", "[", "x", "]", ")", "ü", "12"]
        );
        assert_eq!(closing(&all, 2), 8);
        assert_eq!(closing(&all, 9), 10);
    }
}
