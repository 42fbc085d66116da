//! A run that `cegar check --save` wrote, read back for `cegar inspect`.
//!
//! A boolean program is taken apart into [`Piece`]s: what stands under one label. A label such as `B7` names a block of the
//! C program, whatever the iteration, so pieces are what can be laid beside source lines and compared with the
//! iteration before.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

use source::regular_file;

use super::write::{EXCLUDED, SOURCE_LINES};
use crate::predicates::facts::NEVER;

pub(crate) struct Saved {
    pub(crate) iterations: Vec<Iteration>,
    /// Source lines by the label of their block.
    pub(crate) source: BTreeMap<String, Vec<SourceLine>>,
    /// Whether the run came to its end: a limit ends it earlier.
    pub(crate) ended: bool,
}

pub(crate) struct Iteration {
    /// From 1.
    pub(crate) number: usize,
    pub(crate) predicates: BTreeSet<String>,
    /// What is known not to happen.
    pub(crate) facts: BTreeSet<String>,
    pub(crate) program: Vec<Piece>,
    pub(crate) path: Option<SavedPath>,
}

/// The path to a violation that a boolean program has.
pub(crate) struct SavedPath {
    pub(crate) lines: Vec<String>,
    /// Whether no execution of the C program takes it.
    pub(crate) excluded: bool,
}

/// The statements under one label, or a declaration, or the head of a procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Empty outside of procedures.
    pub(crate) procedure: String,
    pub(crate) label: String,
    pub(crate) lines: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SourceLine {
    pub(crate) place: String,
    pub(crate) text: String,
}

impl Saved {
    pub(crate) fn read(folder: &Path) -> io::Result<Self> {
        let real = folder.canonicalize()?;
        // The folder may belong to another user, and what is in it links to files that are not.
        let read = |name: &str| match folder.join(name).canonicalize()? {
            file if file.starts_with(&real) => regular_file::read_to_string(&file),
            _ => Err(io::Error::other(format!("{name} leads out of the folder"))),
        };
        let mut iterations = Vec::new();
        for number in 1.. {
            let Ok(program) = read(&format!("{number}/program.bp")) else {
                break;
            };
            let predicates = read(&format!("{number}/predicates.txt"))?;
            let (facts, predicates) = split_facts(&predicates);
            let path = read(&format!("{number}/trace.txt")).ok();
            iterations.push(Iteration {
                number,
                predicates,
                facts,
                program: pieces(&program),
                path: path.map(|text| SavedPath::new(&text)),
            });
        }
        Ok(Saved {
            iterations,
            source: source_lines(&read(SOURCE_LINES).unwrap_or_default()),
            ended: folder.join("precision.txt").exists(),
        })
    }

    /// The iteration before one.
    pub(crate) fn before(&self, iteration: &Iteration) -> Option<&Iteration> {
        iteration
            .number
            .checked_sub(2)
            .and_then(|i| self.iterations.get(i))
    }

    /// The source lines of a piece.
    pub(crate) fn source_of(&self, piece: &Piece) -> &[SourceLine] {
        self.source.get(&piece.label).map_or(&[], Vec::as_slice)
    }
}

/// The lines of a file of predicates that are facts, and the others.
fn split_facts(text: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let lines = text.lines().filter(|line| !line.is_empty());
    lines
        .map(str::to_owned)
        .partition(|line| line.starts_with(NEVER))
}

impl SavedPath {
    fn new(text: &str) -> Self {
        let lines = text.lines().filter(|line| *line != EXCLUDED);
        SavedPath {
            lines: lines.map(str::to_owned).collect(),
            excluded: text.lines().any(|line| line == EXCLUDED),
        }
    }

    /// The conditions that contradict each other.
    pub(crate) fn contradiction(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().filter_map(|line| line.strip_prefix("* "))
    }
}

fn pieces(program: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut procedure = String::new();
    for line in program.lines().filter(|line| !line.trim().is_empty()) {
        let inside = line.starts_with(' ');
        let words = line.trim();
        if !inside && words != "begin" && words != "end" {
            procedure = match words.strip_suffix(')') {
                Some(head) => name_of(head),
                None => String::new(),
            };
        }
        let label = label(words).filter(|_| inside);
        let begins = label.is_some() || !inside || pieces.last().is_none_or(|p| p.label.is_empty());
        let label = label.unwrap_or_default().to_owned();
        match pieces.last_mut() {
            Some(piece) if !begins => piece.lines.push(line.to_owned()),
            _ => pieces.push(Piece {
                procedure: procedure.clone(),
                label,
                lines: vec![line.to_owned()],
            }),
        }
    }
    pieces
}

/// The name in the head of a procedure, `void f(a, b`.
fn name_of(head: &str) -> String {
    let before = head.split('(').next().unwrap_or_default();
    let name = before.split_whitespace().last();
    name.unwrap_or_default().to_owned()
}

/// The first label of a statement.
fn label(statement: &str) -> Option<&str> {
    let (label, rest) = statement.split_once(':')?;
    let named = label.chars().all(|c| c.is_alphanumeric() || c == '_');
    (named && !label.is_empty() && !rest.starts_with('=')).then_some(label)
}

fn source_lines(text: &str) -> BTreeMap<String, Vec<SourceLine>> {
    let mut found: BTreeMap<String, Vec<SourceLine>> = BTreeMap::new();
    for line in text.lines() {
        let mut fields = line.splitn(3, '\t');
        let (Some(label), Some(place), Some(text)) = (fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        found.entry(label.to_owned()).or_default().push(SourceLine {
            place: place.to_owned(),
            text: text.to_owned(),
        });
    }
    found
}

#[cfg(test)]
mod tests;
