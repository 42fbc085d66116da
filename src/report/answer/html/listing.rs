//! The files that a story goes through, with the steps beside their lines.
//!
//! Small files are shown as they are, of large ones the neighbourhood of the lines on the way: the size of a report is
//! that of its story, not that of a driver with all its headers.

use std::collections::{BTreeMap, BTreeSet};

use frontend::source::Sources;

use super::story::{Said, said};
use super::visible;
use crate::story::{Row, Story};

/// Larger files are cut.
const WHOLE: usize = 250;

/// Lines that are shown before and behind one on the way.
const AROUND: u32 = 6;

/// More steps on one line are counted.
const MOST_NOTES: usize = 3;

/// Longer lines are cut: they are nobody's handwriting.
const LONGEST: usize = 1_000;

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
    /// The first steps that are here.
    pub(super) notes: Vec<Note>,
    /// How many steps more are here.
    pub(super) more: usize,
}

/// A step, and what is said of it.
pub(super) struct Note {
    pub(super) step: usize,
    pub(super) remarks: Vec<Said>,
}

impl Files {
    pub(super) fn new(story: &Story, rule: &str, sources: &Sources) -> Self {
        let mut names = BTreeMap::new();
        let mut order: Vec<&str> = Vec::new();
        for row in &story.rows {
            names.entry(row.file.clone()).or_insert_with(|| {
                order.push(&row.file);
                order.len() - 1
            });
        }
        let one = |(n, name): (usize, &&str)| File {
            name: visible::text(name),
            parts: parts(n, name, story, rule, sources),
        };
        Files {
            list: order.iter().enumerate().map(one).collect(),
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
const LONGEST_NAME: usize = 28;

fn narrow(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    if chars.len() <= LONGEST_NAME {
        return name.to_owned();
    }
    let (start, end) = (LONGEST_NAME / 2 - 1, chars.len() - LONGEST_NAME / 2);
    let part = |of: &[char]| of.iter().collect::<String>();
    format!("{}…{}", part(&chars[..start]), part(&chars[end..]))
}

fn anchor(file: usize, line: u32) -> String {
    format!("f{file}L{line}")
}

fn parts(file: usize, name: &str, story: &Story, rule: &str, sources: &Sources) -> Vec<Part> {
    let listing = sources.listing(name);
    let mut here: BTreeMap<u32, Vec<(usize, &Row)>> = BTreeMap::new();
    for (n, row) in story.rows.iter().enumerate() {
        if row.file == name {
            here.entry(row.line).or_default().push((n, row));
        }
    }
    let near: BTreeSet<u32> = here
        .keys()
        .flat_map(|&line| line.saturating_sub(AROUND)..=line.saturating_add(AROUND))
        .collect();
    // A file that cannot be read again still has the lines of the story.
    let mut texts: BTreeMap<u32, String> = here
        .iter()
        .filter_map(|(&line, rows)| Some((line, rows.first()?.1.source.clone())))
        .collect();
    let whole = listing.len() <= WHOLE;
    let shown = listing.lines().filter(|(n, _)| whole || near.contains(n));
    texts.extend(shown.map(|(n, bytes)| (n, String::from_utf8_lossy(bytes).into_owned())));
    // The end of the last line begins one that is empty.
    if texts
        .last_key_value()
        .is_some_and(|(n, text)| text.is_empty() && !here.contains_key(n))
    {
        texts.pop_last();
    }
    let last = listing.lines().last().map_or(0, |(n, _)| n);
    let mut parts = Vec::new();
    let mut next = 1;
    for (number, text) in texts {
        if number > next {
            parts.push(Part::Gap(number - next));
        }
        next = number.saturating_add(1);
        let rows = here.get(&number).map_or(&[][..], Vec::as_slice);
        parts.push(Part::Line(line(file, number, &text, rows, rule)));
    }
    if last > next {
        parts.push(Part::Gap(last - next));
    }
    parts
}

fn line(file: usize, number: u32, text: &str, rows: &[(usize, &Row)], rule: &str) -> Shown {
    let note = |(n, row): &(usize, &Row)| Note {
        step: n + 1,
        remarks: said(row, rule),
    };
    let end = text.char_indices().nth(LONGEST);
    let cut = match end {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    };
    Shown {
        anchor: anchor(file, number),
        number,
        text: visible::text(&cut),
        notes: rows.iter().take(MOST_NOTES).map(note).collect(),
        more: rows.len().saturating_sub(MOST_NOTES),
    }
}
