//! What repeats is told once.
//!
//! Two passes through a loop are the same if they go through the same lines in the same way, whatever the values are;
//! the first and the last pass are kept. Short bodies are folded first, everywhere, so that passes through an outer loop
//! are the same however often its inner loop turns.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::{Remark, Row};

/// A row, or several that repeat.
#[derive(Clone, Debug)]
pub(super) enum Item<'r> {
    Row(&'r Row),
    Repeat {
        times: usize,
        first: Vec<Item<'r>>,
        last: Vec<Item<'r>>,
    },
}

struct Keyed<'r> {
    key: u64,
    item: Item<'r>,
}

/// Longer bodies of loops are not looked for.
const MAX_PERIOD_ROWS: usize = 400;

/// The product of rows and periods that may be looked at once.
const MAX_ROWS_TIMES_PERIODS: usize = 20_000_000;

pub(super) fn folded(rows: &[Row]) -> Vec<Item<'_>> {
    let mut items: Vec<Keyed<'_>> = rows
        .iter()
        .map(|row| Keyed {
            key: key(row),
            item: Item::Row(row),
        })
        .collect();
    let mut period = 1;
    while period <= MAX_PERIOD_ROWS.min(MAX_ROWS_TIMES_PERIODS / items.len().max(1))
        && 2 * period <= items.len()
    {
        let before = items.len();
        items = fold(items, period);
        // What was long may be short now.
        period = if items.len() < before { 1 } else { period + 1 };
    }
    items.into_iter().map(|k| k.item).collect()
}

/// Folds everything that repeats with a period.
fn fold(items: Vec<Keyed<'_>>, period: usize) -> Vec<Keyed<'_>> {
    let keys: Vec<u64> = items.iter().map(|k| k.key).collect();
    // From each position on, for how long every item is the same as the one a period later.
    let mut alike = vec![0; keys.len() + 1];
    for n in (0..keys.len().saturating_sub(period)).rev() {
        if keys[n] == keys[n + period] {
            alike[n] = alike[n + 1] + 1;
        }
    }
    let mut out = Vec::new();
    let mut items = items.into_iter();
    let mut at = 0;
    while at < keys.len() {
        let times = alike[at] / period + 1;
        if times == 1 {
            out.extend(items.next());
            at += 1;
            continue;
        }
        let mut pass =
            || -> Vec<Item<'_>> { items.by_ref().take(period).map(|k| k.item).collect() };
        let first = pass();
        let mut last = Vec::new();
        for _ in 1..times {
            last = pass();
        }
        out.push(Keyed {
            key: combined(&keys[at..at + period]),
            item: Item::Repeat { times, first, last },
        });
        at += period * times;
    }
    out
}

/// What makes two rows the same.
fn key(row: &Row) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&row.file, row.line, row.depth).hash(&mut hasher);
    for remark in &row.remarks {
        match remark {
            Remark::Decision(text) | Remark::Violation(text) => text.hash(&mut hasher),
            Remark::Input(_) | Remark::State(_) => remark.kind().hash(&mut hasher),
        }
    }
    hasher.finish()
}

fn combined(keys: &[u64]) -> u64 {
    let mut hasher = DefaultHasher::new();
    ("repeat", keys).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(line: u32) -> Row {
        Row {
            file: "f".into(),
            line,
            function: "f".into(),
            depth: 0,
            source: String::new(),
            remarks: Vec::new(),
        }
    }

    fn shown(items: &[Item<'_>]) -> String {
        let one = |item: &Item<'_>| match item {
            Item::Row(row) => row.line.to_string(),
            Item::Repeat { times, first, .. } => format!("{times}({})", shown(first)),
        };
        items.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    fn fold(lines: &[u32]) -> String {
        let rows: Vec<Row> = lines.iter().map(|&l| row(l)).collect();
        shown(&folded(&rows))
    }

    #[test]
    fn loops_fold_and_nest() {
        assert_eq!(fold(&[1, 2, 3]), "1 2 3");
        assert_eq!(fold(&[1, 1, 1, 2]), "3(1) 2");
        assert_eq!(fold(&[9, 1, 2, 1, 2, 1, 2, 3]), "9 3(1 2) 3");
        assert_eq!(
            fold(&[1, 2, 2, 2, 1, 2, 2, 2, 1, 2, 2, 2, 5]),
            "3(1 3(2)) 5"
        );
        // The outer loop is seen although the inner one takes different numbers of turns.
        assert_eq!(fold(&[1, 2, 2, 1, 2, 2, 2, 1, 2, 2, 7]), "3(1 2(2)) 7");
    }
}
