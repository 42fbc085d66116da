//! The boolean program beside the source lines that it stands for.

use std::fmt::Write;

use super::line_width::cut;
use super::{Iteration, Saved, Width};

/// Where lines go to a file or a pipe, the right column begins at most here; longer lines push it to the right.
const MAX_LEFT_COLUMNS: usize = 60;
const SEPARATOR: &str = " | ";

pub(crate) fn side_by_side(saved: &Saved, iteration: &Iteration, width: Width) -> String {
    let rows = rows(saved, iteration);
    let widest = rows.iter().map(|(left, _)| left.chars().count()).max();
    let widest = widest.unwrap_or(0);
    let left = match width.0 {
        None => widest.min(MAX_LEFT_COLUMNS),
        Some(columns) => widest.min(columns.saturating_sub(SEPARATOR.len()) / 2),
    };
    let mut out = String::new();
    for (source, statement) in rows {
        let (source, statement) = match width.0 {
            None => (source, statement),
            Some(columns) => (
                cut(&source, left),
                cut(&statement, columns.saturating_sub(left + SEPARATOR.len())),
            ),
        };
        let line = format!("{source:<left$}{SEPARATOR}{statement}");
        // Writing to a string does not fail.
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

/// The first source line of a block stands beside its first statement, and so on.
fn rows(saved: &Saved, iteration: &Iteration) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    for piece in &iteration.program {
        let source = saved.source_of(piece);
        for i in 0..source.len().max(piece.lines.len()) {
            let line = source.get(i);
            let line = line.map_or(String::new(), |l| format!("{}  {}", l.place, l.text));
            let statement = piece.lines.get(i).cloned().unwrap_or_default();
            rows.push((line, statement));
        }
    }
    rows
}
