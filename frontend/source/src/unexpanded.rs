//! The text of the user's file that a part of the preprocessed text comes from: `container_of(p, struct s, m)` rather than
//! what the macro stands for.
//!
//! The lines that a span lies in are aligned with those they come from, and what comes out of a macro is taken to be the
//! macro with all its arguments. A span that is only a part of what a macro stands for has no text of its own.

use super::line_alignment::Alignment;
use super::span::Span;
use super::unit::{Sources, Unit};

/// What the user wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unexpanded {
    /// This, in these words.
    Text(String),
    /// Something that is a part of what this macro stands for.
    Within(String),
}

/// Calls of macros that go over more lines are not looked at.
const MAX_MACRO_CALL_LINES: u32 = 8;

impl Sources {
    /// What the user wrote where the preprocessor has made this; nothing where that is not known, or the same.
    pub fn written(&self, span: Span) -> Option<Unexpanded> {
        let unit = self.unit_of(span)?;
        let region = Region::new(unit, span)?;
        let alignment = Alignment::new(&region.preprocessed, &region.original);
        let found = alignment.source_of(region.from, region.to)?;
        let bytes = &region.original[found.start as usize..found.end as usize];
        let text = String::from_utf8_lossy(bytes).replace("\\\n", " ");
        Some(match found.whole {
            true => Unexpanded::Text(text),
            false => Unexpanded::Within(text),
        })
    }

    /// The preprocessed text without the marks of the preprocessor.
    pub fn unmarked(&self, span: Span) -> String {
        let text = String::from_utf8_lossy(self.text(span));
        let lines = text.split('\n').filter(|line| !line.starts_with("# "));
        lines.collect::<Vec<_>>().join(" ")
    }
}

/// The lines around a span, before and after preprocessing.
struct Region {
    preprocessed: Vec<u8>,
    original: Vec<u8>,
    /// Where in the preprocessed text the span begins and ends.
    from: u32,
    to: u32,
}

impl Region {
    fn new(unit: &Unit, span: Span) -> Option<Region> {
        let (start, end) = (span.start - unit.base(), span.end - unit.base());
        let map = unit.lines();
        let (first, last) = (map.line_at(start), map.line_at(end.max(start + 1) - 1));
        let (begins, ends) = (map.origin(first), map.origin(last));
        let lines = begins.line..=ends.line;
        if begins.file != ends.file || lines.is_empty() || lines.clone().count() > 64 {
            return None;
        }
        let (original, extra) = original(unit, begins.file, lines.clone())?;
        let lines = begins.line..=ends.line + extra;
        let belongs = |&line: &usize| {
            let origin = map.origin(line);
            map.is_marker(line) || origin.file == begins.file && lines.contains(&origin.line)
        };
        let before = (0..first).rev().take_while(belongs).last();
        let behind = (last..map.line_count()).take_while(belongs).last();
        let mut region = Region {
            preprocessed: Vec::new(),
            original,
            from: 0,
            to: 0,
        };
        for line in before.unwrap_or(first)..=behind.unwrap_or(last) {
            if map.is_marker(line) {
                continue;
            }
            let offset = region.preprocessed.len() as u32;
            let at = map.line_start(line);
            if line == first {
                region.from = offset + start - at;
            }
            if line == last {
                region.to = offset + end - at;
            }
            let bytes = map.line_bytes(unit.text(), line);
            region.preprocessed.extend_from_slice(bytes);
            region.preprocessed.push(b'\n');
        }
        Some(region)
    }
}

/// These lines of a file, and those behind them that end what parentheses in them begin; and how many those are.
fn original(
    unit: &Unit,
    file: super::FileId,
    lines: std::ops::RangeInclusive<u32>,
) -> Option<(Vec<u8>, u32)> {
    let mut all = unit.original_lines(file)?.skip(*lines.start() as usize - 1);
    let mut text = Vec::new();
    for _ in lines {
        text.extend_from_slice(all.next()?);
        text.push(b'\n');
    }
    let open = |text: &[u8]| {
        let count = |c: u8| text.iter().filter(|&&b| b == c).count();
        count(b'(') > count(b')')
    };
    let mut extra = 0;
    while open(&text) && extra < MAX_MACRO_CALL_LINES {
        let Some(line) = all.next() else { break };
        text.extend_from_slice(line);
        text.push(b'\n');
        extra += 1;
    }
    Some((text, extra))
}
