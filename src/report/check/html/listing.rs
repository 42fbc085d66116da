//! The files that a story goes through, with the steps beside their lines.
//!
//! Small files are shown as they are, of large ones the neighbourhood of the lines on the way: the size of a report is
//! that of its story, not that of a driver with all its headers.

use std::collections::{BTreeMap, BTreeSet};

use source::{Listing, Sources};

use super::story::{Said, said};
use super::visible;
use crate::story::{Row, Story};

/// Larger files are cut.
const MAX_UNCUT_LINES: usize = 250;

/// Lines that are shown before and behind one on the way.
const CONTEXT_LINES: u32 = 6;

/// More steps on one line are counted.
const MAX_NOTES_PER_LINE: usize = 3;

/// Longer lines are cut: they are not written by hand.
const MAX_LINE_CHARS: usize = 1_000;

pub(super) struct Files {
    pub(super) list: Vec<File>,
    names: BTreeMap<String, usize>,
}

pub(super) struct File {
    pub(super) name: String,
    pub(super) parts: Vec<Part>,
}

pub(super) enum Part {
    Line(Shown),
    /// So many lines are not shown.
    Gap(u32),
}

pub(super) struct Shown {
    pub(super) anchor: String,
    pub(super) number: u32,
    pub(super) text: String,
    /// Some of the steps that are here.
    pub(super) notes: Vec<Note>,
    /// How many steps more are here.
    pub(super) more: usize,
}

impl Shown {
    /// Whether the story comes here.
    pub(super) fn is_met(&self) -> bool {
        self.more > 0 || !self.notes.is_empty()
    }
}

/// A step, and what is said of it.
pub(super) struct Note {
    pub(super) step: usize,
    pub(super) remarks: Vec<Said>,
}

/// The rows of a story by the lines of a file, with their positions.
type Met<'s> = BTreeMap<u32, Vec<(usize, &'s Row)>>;

impl Files {
    /// `told` are the positions of the rows that have a step on the page.
    pub(super) fn new(story: &Story, told: &[usize], rule: &str, sources: &Sources) -> Self {
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        let mut met: Vec<(&str, Met<'_>)> = Vec::new();
        for (n, row) in story.rows.iter().enumerate() {
            let file = match names.get(&row.file) {
                Some(&file) => file,
                None => {
                    names.insert(row.file.clone(), met.len());
                    met.push((&row.file, Met::new()));
                    met.len() - 1
                }
            };
            met[file].1.entry(row.line).or_default().push((n, row));
        }
        let one = |(n, (name, met)): (usize, (&str, Met<'_>))| File {
            name: visible::text(name),
            parts: parts(n, &met, &sources.listing(name), &|rows| {
                notes(rows, told, rule)
            }),
        };
        Files {
            list: met.into_iter().enumerate().map(one).collect(),
            names,
        }
    }

    /// Where a line is on the page.
    pub(super) fn anchor(&self, file: &str, line: u32) -> String {
        anchor(self.names.get(file).copied().unwrap_or(0), line)
    }

    /// A line in a few words: of the only file by its number, and without folders where the name alone is clear.
    pub(super) fn place(&self, file: &str, line: u32) -> String {
        if self.names.len() == 1 {
            return format!("line {line}");
        }
        let short = |file: &str| file.rsplit('/').next().unwrap_or_default().to_owned();
        let own = short(file);
        let alike = self.names.keys().filter(|other| short(other) == own);
        let name = match alike.count() {
            1 => own,
            _ => file.to_owned(),
        };
        format!("{}:{line}", visible::text(&narrow(&name)))
    }
}

/// Longer names lose their middle.
const MAX_NAME_CHARS: usize = 28;

fn narrow(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    if chars.len() <= MAX_NAME_CHARS {
        return name.to_owned();
    }
    let (start, end) = (MAX_NAME_CHARS / 2 - 1, chars.len() - MAX_NAME_CHARS / 2);
    let part = |of: &[char]| of.iter().collect::<String>();
    format!("{}…{}", part(&chars[..start]), part(&chars[end..]))
}

fn anchor(file: usize, line: u32) -> String {
    format!("f{file}L{line}")
}

/// What is said of a line, and how many steps more are there.
type Notes<'a> = &'a dyn Fn(&[(usize, &Row)]) -> (Vec<Note>, usize);

fn parts(file: usize, here: &Met<'_>, listing: &Listing<'_>, notes: Notes<'_>) -> Vec<Part> {
    let near: BTreeSet<u32> = here
        .keys()
        .flat_map(|&line| line.saturating_sub(CONTEXT_LINES)..=line.saturating_add(CONTEXT_LINES))
        .collect();
    // A file that cannot be read again still has the lines of the story.
    let mut texts: BTreeMap<u32, String> = here
        .iter()
        .filter_map(|(&line, rows)| Some((line, rows.first()?.1.source.clone())))
        .collect();
    let whole = listing.len() <= MAX_UNCUT_LINES;
    let shown = listing.lines().filter(|(n, _)| whole || near.contains(n));
    texts.extend(shown.map(|(n, bytes)| (n, String::from_utf8_lossy(bytes).into_owned())));
    // The end of the last line begins one that is empty.
    let end = match listing.lines().last() {
        Some((n, b"")) if !here.contains_key(&n) => {
            texts.remove(&n);
            n
        }
        Some((n, _)) => n + 1,
        None => 0,
    };
    let mut parts = Vec::new();
    let mut next = 1;
    for (number, text) in texts {
        if number > next {
            parts.push(Part::Gap(number - next));
        }
        next = number.saturating_add(1);
        let rows = here.get(&number).map_or(&[][..], Vec::as_slice);
        let (notes, more) = notes(rows);
        parts.push(Part::Line(Shown {
            anchor: anchor(file, number),
            number,
            text: visible::text(&cut(text)),
            notes,
            more,
        }));
    }
    if end > next {
        parts.push(Part::Gap(end - next));
    }
    parts
}

fn cut(text: String) -> String {
    match text.char_indices().nth(MAX_LINE_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Of the steps on a line that the page tells, the first ones and the last.
fn notes(rows: &[(usize, &Row)], told: &[usize], rule: &str) -> (Vec<Note>, usize) {
    let is_told = |&&(n, _): &&(usize, &Row)| told.binary_search(&n).is_ok();
    let mut told: Vec<&(usize, &Row)> = rows.iter().filter(is_told).collect();
    if told.len() > MAX_NOTES_PER_LINE {
        told.drain(MAX_NOTES_PER_LINE - 1..told.len() - 1);
    }
    let more = rows.len() - told.len();
    let note = |&(n, row): &(usize, &Row)| Note {
        step: n + 1,
        remarks: said(row, rule),
    };
    (told.into_iter().map(note).collect(), more)
}
