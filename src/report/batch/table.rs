//! A table in plain text: the first columns to the left, numbers to the right, columns without content left out.

/// Rows of as many cells as there are titles.
pub(super) struct Table {
    titles: Vec<String>,
    /// How many columns are words.
    words: usize,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new(words: &[&str], numbers: &[&str]) -> Table {
        let titles = words.iter().chain(numbers);
        Table {
            titles: titles.map(|title| (*title).to_owned()).collect(),
            words: words.len(),
            rows: Vec::new(),
        }
    }

    pub(super) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    pub(super) fn text(&self) -> String {
        let used: Vec<usize> = (0..self.titles.len())
            .filter(|&column| column < self.words || self.is_used(column))
            .collect();
        let mut text = String::new();
        for row in std::iter::once(&self.titles).chain(&self.rows) {
            let cells = used.iter().map(|&column| {
                let (cell, width) = (&row[column], self.width(column));
                match column < self.words {
                    true => format!("{cell:<width$}"),
                    false => format!("{cell:>width$}"),
                }
            });
            text += cells.collect::<Vec<_>>().join("  ").trim_end();
            text.push('\n');
        }
        text
    }

    fn is_used(&self, column: usize) -> bool {
        let empty = |cell: &String| cell.is_empty() || cell == "0";
        !self.rows.iter().all(|row| empty(&row[column]))
    }

    fn width(&self, column: usize) -> usize {
        let rows = std::iter::once(&self.titles).chain(&self.rows);
        rows.map(|row| row[column].chars().count())
            .max()
            .unwrap_or(0)
    }
}
