//! What repeats is told once.
//!
//! Rows are taken one by one; whenever the last ones are the same as those before them, the two become one repetition
//! (and a third joins it). Two passes through a loop are the same if they go through the same lines in the same way,
//! whatever the values are; the first and the last pass are kept. Repetitions inside repetitions fold the same way.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::{Remark, Row};

/// A row, or several that repeat.
#[derive(Clone, Debug)]
pub(crate) enum Item<'r> {
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
const LONGEST: usize = 400;

pub(crate) fn folded(rows: &[Row]) -> Vec<Item<'_>> {
    let mut out: Vec<Keyed<'_>> = Vec::new();
    for row in rows {
        out.push(Keyed {
            key: key(row),
            item: Item::Row(row),
        });
        while fold_end(&mut out) {}
    }
    out.into_iter().map(|k| k.item).collect()
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

/// Folds the last items with those before; says whether it did.
fn fold_end(out: &mut Vec<Keyed<'_>>) -> bool {
    let len = out.len();
    let last = out[len - 1].key;
    for period in 1..=LONGEST.min(len.saturating_sub(1)) {
        let start = len - period;
        let keys = |from: usize, to: usize| out[from..to].iter().map(|k| k.key);
        // One more pass of a repetition that is already there.
        if let Item::Repeat { first, .. } = &out[start - 1].item
            && first.len() == period
            && out[start - 1].key == combined(keys(start, len))
        {
            let pass = take(out, start);
            if let Item::Repeat { times, last, .. } = &mut out[start - 1].item {
                *times += 1;
                *last = pass;
            }
            return true;
        }
        if start >= period
            && out[start - 1].key == last
            && keys(start, len).eq(keys(start - period, start))
        {
            let key = combined(keys(start, len));
            let last = take(out, start);
            let first = take(out, start - period);
            out.push(Keyed {
                key,
                item: Item::Repeat {
                    times: 2,
                    first,
                    last,
                },
            });
            return true;
        }
    }
    false
}

fn take<'r>(out: &mut Vec<Keyed<'r>>, from: usize) -> Vec<Item<'r>> {
    out.drain(from..).map(|k| k.item).collect()
}

fn combined(keys: impl Iterator<Item = u64>) -> u64 {
    let mut hasher = DefaultHasher::new();
    "repeat".hash(&mut hasher);
    keys.for_each(|key| key.hash(&mut hasher));
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
        assert_eq!(fold(&[1, 2, 2, 2, 1, 2, 2, 2, 1, 2, 2, 2, 5]), "3(1 3(2)) 5");
        // The outer loop is seen although the inner one takes different numbers of turns.
        assert_eq!(fold(&[1, 2, 2, 1, 2, 2, 2, 1, 2, 2, 7]), "3(1 2(2)) 7");
    }
}
