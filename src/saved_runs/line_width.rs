//! How wide the lines of a table may be.

use std::io::{IsTerminal, stdout};

/// The columns of the terminal, or none where the output goes elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Width(pub(crate) Option<usize>);

impl Width {
    pub(crate) fn of_stdout() -> Self {
        Width(stdout().is_terminal().then(terminal_columns))
    }
}

const DEFAULT_COLUMNS: usize = 80;

fn terminal_columns() -> usize {
    // SAFETY: a plain structure of numbers, for which zeroes are a value.
    let mut size: libc::winsize = unsafe { std::mem::zeroed() };
    // SAFETY: the request writes to the structure it is given, which lives long enough.
    let asked = unsafe { libc::ioctl(libc::STDOUT_FILENO, libc::TIOCGWINSZ, &raw mut size) };
    match (asked, size.ws_col) {
        (0, columns) if columns > 0 => usize::from(columns),
        _ => DEFAULT_COLUMNS,
    }
}

/// A text cut to a number of columns.
pub(super) fn cut(text: &str, columns: usize) -> String {
    if text.chars().count() <= columns {
        return text.to_owned();
    }
    if columns == 0 {
        return String::new();
    }
    let kept: String = text.chars().take(columns - 1).collect();
    format!("{kept}…")
}
