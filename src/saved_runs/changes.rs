//! What a boolean program has that the one of the iteration before had not, and the other way round.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{Iteration, Piece, Saved};

type Key<'p> = (&'p str, &'p str);

pub(crate) fn changes(saved: &Saved, iteration: &Iteration) -> String {
    let Some(before) = saved.before(iteration) else {
        return "This is the first boolean program.\n".to_owned();
    };
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = differences(saved, before, iteration, &mut out);
    if out.is_empty() {
        return format!(
            "The boolean program is that of iteration {}.\n",
            before.number
        );
    }
    format!("Changes since iteration {}:\n{out}", before.number)
}

fn differences(
    saved: &Saved,
    before: &Iteration,
    now: &Iteration,
    out: &mut String,
) -> std::fmt::Result {
    let (old, new) = (by_label(&before.program), by_label(&now.program));
    for piece in in_order(&before.program, &now.program) {
        let key = key(piece);
        let none = Vec::new();
        let (was, is) = (
            old.get(&key).unwrap_or(&none),
            new.get(&key).unwrap_or(&none),
        );
        if was == is {
            continue;
        }
        writeln!(out, "  {}", place(saved, piece))?;
        for line in was.iter().filter(|line| !is.contains(line)) {
            writeln!(out, "    - {}", line.trim())?;
        }
        for line in is.iter().filter(|line| !was.contains(line)) {
            writeln!(out, "    + {}", line.trim())?;
        }
    }
    Ok(())
}

fn key(piece: &Piece) -> Key<'_> {
    (&piece.procedure, &piece.label)
}

fn by_label(program: &[Piece]) -> BTreeMap<Key<'_>, Vec<&str>> {
    let mut found: BTreeMap<Key<'_>, Vec<&str>> = BTreeMap::new();
    for piece in program {
        let lines = piece.lines.iter().map(String::as_str);
        found.entry(key(piece)).or_default().extend(lines);
    }
    found
}

/// One piece of each label: those of the new program, then those that it lacks.
fn in_order<'p>(before: &'p [Piece], now: &'p [Piece]) -> impl Iterator<Item = &'p Piece> {
    let mut seen = std::collections::BTreeSet::new();
    now.iter()
        .chain(before)
        .filter(move |piece| seen.insert(key(piece)))
}

/// A piece in the words of the source.
fn place(saved: &Saved, piece: &Piece) -> String {
    match (
        saved.source_of(piece),
        &piece.procedure[..],
        &piece.label[..],
    ) {
        ([first, ..], procedure, label) => {
            format!("{procedure}, {label}: {}  {}", first.place, first.text)
        }
        ([], "", _) => "globals".to_owned(),
        ([], procedure, "") => procedure.to_owned(),
        ([], procedure, label) => format!("{procedure}, {label}"),
    }
}
