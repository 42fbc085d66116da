//! A specification written down as C.
//!
//! The text stays what it is except for edits, each of which keeps the number of lines; line markers
//! tell files apart. So a position in the result leads to the line of the specification, and the
//! alignment of [`source`] finds the column.

/// A part of the text and what stands for it.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    start: u32,
    end: u32,
    by: By,
}

#[derive(Clone, Debug)]
enum By {
    Text(String),
    /// The text of another file.
    File(Vec<u8>),
}

impl Edit {
    pub(super) fn replaced(start: u32, end: u32, by: String) -> Self {
        let by = By::Text(by);
        Self { start, end, by }
    }

    pub(super) fn included(start: u32, end: u32, text: Vec<u8>) -> Self {
        let by = By::File(text);
        Self { start, end, by }
    }
}

/// Applies edits, which do not overlap.
pub(super) fn render(name: &str, text: &[u8], mut edits: Vec<Edit>) -> Vec<u8> {
    edits.sort_by_key(|e| (e.start, e.end));
    let mut out = marker(1, name);
    let mut at = 0;
    for edit in edits {
        let (start, end) = (edit.start as usize, edit.end as usize);
        if start < at {
            continue;
        }
        out.extend_from_slice(&text[at..start]);
        match edit.by {
            By::Text(by) => {
                out.extend_from_slice(by.as_bytes());
                // What follows stays on its line.
                let lines = text[start..end].iter().filter(|&&b| b == b'\n').count();
                out.extend(std::iter::repeat_n(b'\n', lines));
            }
            By::File(inside) => {
                let line = 1 + text[..end].iter().filter(|&&b| b == b'\n').count();
                out.push(b'\n');
                out.extend_from_slice(&inside);
                out.push(b'\n');
                out.extend_from_slice(&marker(line, name));
            }
        }
        at = end;
    }
    out.extend_from_slice(&text[at..]);
    out.push(b'\n');
    out
}

/// What messages call the C of a specification, where it is none of the user's text.
pub(super) const NAME: &str = "<property>";

/// What every specification may use.
pub(super) fn prelude(messages: usize, watches: bool) -> Vec<u8> {
    let mut text = marker(1, NAME);
    let mut declare = |line: &str| text.extend_from_slice(line.as_bytes());
    declare("_Noreturn void halt$(void);\n");
    if watches {
        declare("extern void *$watched;\n");
    }
    for n in 0..messages {
        declare(&format!("_Noreturn void violation${n}(void);\n"));
    }
    text
}

pub(super) fn marker(line: usize, name: &str) -> Vec<u8> {
    let name = name.replace('\\', "\\\\").replace('"', "\\\"");
    format!("# {line} \"{name}\"\n").into_bytes()
}
