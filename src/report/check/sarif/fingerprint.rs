//! What a bug is known by when lines have moved: the texts and functions on its way, and no numbers.
//!
//! `primaryLocationLineHash`, which is code scanning's own, is left to its upload: it has a way of its own to make it.

use std::collections::BTreeMap;
use std::fmt::Write;

use frontend::property::Violation;
use sha2::{Digest, Sha256};

use crate::story::{Row, Story};

pub(super) fn fingerprints(
    violation: &Violation,
    entry: &str,
    story: &Story,
) -> BTreeMap<&'static str, String> {
    let what = [&violation.rule, &violation.message, entry];
    let end: Vec<&Row> = story.rows.last().into_iter().collect();
    let way: Vec<&Row> = story.rows.iter().collect();
    BTreeMap::from([
        ("violation/v1", hash(what, &end)),
        ("way/v1", hash(what, &way)),
    ])
}

fn hash(what: [&str; 3], rows: &[&Row]) -> String {
    let mut hasher = Sha256::new();
    // A zero byte is in none of them.
    let mut add = |text: &str| {
        hasher.update(text.as_bytes());
        hasher.update([0]);
    };
    what.into_iter().for_each(&mut add);
    for row in rows {
        let name = row.file.rsplit('/').next().unwrap_or_default();
        [name, &row.function, &row.source]
            .into_iter()
            .for_each(&mut add);
    }
    let digest = hasher.finalize();
    let mut out = String::new();
    for byte in &digest[..16] {
        // Writing to a string does not fail.
        let _ = write!(out, "{byte:02x}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_may_move_and_texts_may_not() {
        let row = |line, source: &str| Row {
            file: "a/b.c".into(),
            line,
            function: "f".into(),
            depth: 0,
            source: source.into(),
            remarks: Vec::new(),
        };
        let of = |rows: Vec<Row>| {
            let violation = Violation {
                rule: "lock".into(),
                message: "twice".into(),
            };
            let inputs = Vec::new();
            fingerprints(&violation, "main", &Story { rows, inputs })
        };
        let first = of(vec![row(1, "x = 1;"), row(7, "lock();")]);
        assert_eq!(first, of(vec![row(4, "x = 1;"), row(12, "lock();")]));
        let other = of(vec![row(1, "x = 2;"), row(7, "lock();")]);
        assert_eq!(first["violation/v1"], other["violation/v1"]);
        assert_ne!(first["way/v1"], other["way/v1"]);
        assert_ne!(
            first["violation/v1"],
            of(vec![row(7, "unlock();")])["violation/v1"]
        );
    }
}
