//! Line and column numbers of a text.

use super::Span;

/// Where each line of a text starts. Lines and columns count from 1; columns count characters.
#[derive(Clone, Debug)]
pub struct Lines {
    starts: Vec<u32>,
}

impl Lines {
    pub fn new(text: &str) -> Self {
        let after_newline = |(i, &b): (usize, &u8)| (b == b'\n').then_some(i as u32 + 1);
        let starts = std::iter::once(0)
            .chain(
                text.bytes()
                    .enumerate()
                    .filter_map(|(i, b)| after_newline((i, &b))),
            )
            .collect();
        Lines { starts }
    }

    /// The number of the line in which a span starts.
    pub fn line(&self, span: Span) -> u32 {
        self.starts.partition_point(|&start| start <= span.start) as u32
    }

    pub fn column(&self, text: &str, span: Span) -> u32 {
        let start = self.starts[self.line(span) as usize - 1] as usize;
        let end = (span.start as usize).min(text.len());
        text.as_bytes()[start.min(end)..end]
            .iter()
            .filter(|&&b| b & 0xC0 != 0x80)
            .count() as u32
            + 1
    }
}

/// The line number of one place, without building the table.
pub(super) fn line_of(text: &str, span: Span) -> usize {
    let end = (span.start as usize).min(text.len());
    1 + text.as_bytes()[..end]
        .iter()
        .filter(|&&b| b == b'\n')
        .count()
}
