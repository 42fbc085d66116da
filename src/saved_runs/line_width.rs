//! How wide the lines of a table may be.

use std::io::{IsTerminal, stdout};

use terminal_size::terminal_size_of;

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
    let size = terminal_size_of(stdout());
    size.map_or(DEFAULT_COLUMNS, |(columns, _)| columns.0.into())
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
