//! Messages of SARIF are not taken as they are: `[text](link)` is a link in them, and `{0}` stands for an argument.

use serde::Serialize;

/// Text for people.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Message {
    text: String,
}

impl Message {
    /// Readers do not agree on escapes, so what would mean something else is taken apart by a blank, which all of them
    /// show. C has both: `handlers[i](device)` and `{0}`.
    pub(crate) fn new(text: &str) -> Self {
        let mut out = String::with_capacity(text.len());
        for (at, c) in text.char_indices() {
            let rest = &text[at + c.len_utf8()..];
            out.push(c);
            let is_link = c == ']' && rest.starts_with('(');
            if is_link || (c == '{' && is_number_in_braces(rest)) {
                out.push(' ');
            }
        }
        // A message without text is none.
        if out.trim().is_empty() {
            out = "-".into();
        }
        Message { text: out }
    }
}

fn is_number_in_braces(rest: &str) -> bool {
    let number = rest.split('}').next().unwrap_or_default();
    number.len() < rest.len() && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_be_a_link_or_an_argument_is_not() {
        let text = |text: &str| Message::new(text).text;
        assert_eq!(text("a[i](x) is {0}"), "a[i] (x) is { 0}");
        assert_eq!(text("{0, 1} [lock] x {}"), "{0, 1} [lock] x {}");
        assert_eq!(text("{12"), "{12");
        assert_eq!(text("größe]("), "größe] (");
        assert_eq!(text(""), "-");
    }
}
