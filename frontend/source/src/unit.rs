//! Translation units and the space of offsets they share.
//!
//! Unit texts lie one after the other in a space of 32-bit offsets, with a gap of one byte between
//! them, so that a [`Span`] belongs to exactly one unit even when it is empty and at its end. (The
//! idea is rustc's source map.) Text is bytes: string literals in sources need not be UTF-8.

use rustc_hash::FxHashMap;

use super::line_alignment::Alignment;
use super::line_map::{FileId, LineMap};
use super::span::Span;
use crate::entity::Arena;
use crate::entity_id;

entity_id! {
    /// A translation unit.
    pub struct UnitId, "unit";
}

/// The preprocessed texts of all units of a program.
#[derive(Clone, Default, Debug)]
pub struct Sources {
    units: Arena<UnitId, Unit>,
}

/// Whose text a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnitKind {
    /// The user's.
    Written,
    /// A built-in model of a library function.
    Model,
    /// The property, as C.
    Property,
}

/// A preprocessed text with its line map.
#[derive(Clone, Debug)]
pub struct Unit {
    name: String,
    kind: UnitKind,
    base: u32,
    text: Vec<u8>,
    lines: LineMap,
    /// Contents of the files the text was made of, where they are known.
    originals: FxHashMap<FileId, Original>,
}

#[derive(Clone, Debug)]
struct Original {
    text: Vec<u8>,
    lines: LineMap,
}

/// The texts of all units together do not fit 32-bit offsets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the program's preprocessed text is larger than 2 GiB")
    }
}

impl std::error::Error for TooLarge {}

/// A place in a file of the user's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Location<'s> {
    /// The file, as the preprocessor names it.
    pub file: &'s str,
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted from 1 in characters.
    pub column: u32,
    /// Whether the text comes from a macro: then the column is that of the macro's name.
    pub expanded: bool,
    /// Whether it is in a system header.
    pub system: bool,
}

impl Sources {
    /// No units yet.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Adds preprocessed text of the user's. `name` is what it is called where no line marker says otherwise.
    pub fn add(&mut self, name: &str, text: Vec<u8>) -> Result<UnitId, TooLarge> {
        self.add_of_kind(UnitKind::Written, name, text)
    }

    /// Adds preprocessed text.
    pub fn add_of_kind(
        &mut self,
        kind: UnitKind,
        name: &str,
        text: Vec<u8>,
    ) -> Result<UnitId, TooLarge> {
        let base = self
            .units
            .values()
            .next_back()
            .map_or(0, |last| last.end() + 1);
        if text.len() >= (i32::MAX as u32).saturating_sub(base) as usize {
            return Err(TooLarge);
        }
        let lines = LineMap::new(name, &text);
        let originals = FxHashMap::default();
        Ok(self.units.push(Unit {
            name: name.to_owned(),
            kind,
            base,
            text,
            lines,
            originals,
        }))
    }

    /// Tells what a file that the unit was made of contains, so that messages show it as the user
    /// wrote it and columns lead there. Files without are shown as preprocessed.
    pub fn add_original(&mut self, unit: UnitId, file: FileId, text: Vec<u8>) {
        let unit = &mut self.units[unit];
        let lines = LineMap::new(unit.lines.file_name(file), &text);
        unit.originals.insert(file, Original { text, lines });
    }

    /// A unit.
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit]
    }

    /// All units in the order they were added.
    pub fn units(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.units.iter()
    }

    /// The unit a span lies in.
    pub fn unit_of(&self, span: Span) -> Option<&Unit> {
        self.units
            .values()
            .find(|unit| unit.base <= span.start && span.start <= unit.end())
    }

    /// The preprocessed text of a span; empty if it lies in no unit.
    pub fn text(&self, span: Span) -> &[u8] {
        self.unit_of(span).map_or(&[], |unit| unit.slice(span))
    }

    /// The place in the user's files where a span starts.
    pub fn locate(&self, span: Span) -> Option<Location<'_>> {
        self.unit_of(span).map(|unit| unit.locate(span.start))
    }
}

impl Unit {
    /// The name it was added with.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whose text it is.
    pub fn kind(&self) -> UnitKind {
        self.kind
    }

    /// The preprocessed text.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The offset that its first byte has in spans.
    pub fn base(&self) -> u32 {
        self.base
    }

    /// The contents of the file it was made of, where they are known and the user gave it.
    pub fn given(&self) -> Option<&[u8]> {
        let (own, name) = self.lines.files().next()?;
        let taken_as_it_is = name == "<stdin>" || name.ends_with(".i");
        match self.originals.get(&own) {
            Some(original) => Some(&original.text),
            None => taken_as_it_is.then_some(&self.text),
        }
    }

    /// Its line map.
    pub fn lines(&self) -> &LineMap {
        &self.lines
    }

    /// The span of bytes `start..end` of its text.
    pub fn span(&self, start: u32, end: u32) -> Span {
        Span::new(self.base + start, self.base + end)
    }

    fn end(&self) -> u32 {
        self.base + self.text.len() as u32
    }

    fn slice(&self, span: Span) -> &[u8] {
        let at = |offset: u32| (offset.saturating_sub(self.base) as usize).min(self.text.len());
        &self.text[at(span.start)..at(span.end)]
    }

    /// The line of the user's file that holds `offset`, and the range of columns (in bytes) that
    /// the span takes there.
    pub(super) fn shown_line(&self, span: Span) -> ShownLine<'_> {
        let start = span.start - self.base;
        let line = self.lines.line_at(start);
        let bytes = self.lines.line_bytes(&self.text, line);
        let from = start - self.lines.line_start(line);
        let to = (span.end - self.base - self.lines.line_start(line)).min(bytes.len() as u32);
        let to = to.max(from);
        match self.original_line(line) {
            None => ShownLine {
                bytes,
                from,
                to,
                expanded: false,
            },
            Some(original) => {
                let alignment = Alignment::new(bytes, original);
                let first = alignment.column(from);
                let last = alignment.column(to.saturating_sub(1).max(from));
                let to = if first.expanded {
                    first.end
                } else {
                    last.end.max(first.start)
                };
                ShownLine {
                    bytes: original,
                    from: first.start,
                    to,
                    expanded: first.expanded,
                }
            }
        }
    }

    /// The lines of a file that the unit was made of, as the user wrote them.
    pub(super) fn original_lines(&self, file: FileId) -> Option<impl Iterator<Item = &[u8]>> {
        let original = self.originals.get(&file)?;
        let lines = 0..original.lines.line_count();
        Some(lines.map(|line| original.lines.line_bytes(&original.text, line)))
    }

    fn original_line(&self, line: usize) -> Option<&[u8]> {
        let origin = self.lines.origin(line);
        let original = self.originals.get(&origin.file)?;
        let index = (origin.line as usize).checked_sub(1)?;
        (index < original.lines.line_count())
            .then(|| original.lines.line_bytes(&original.text, index))
    }

    fn locate(&self, offset: u32) -> Location<'_> {
        let shown = self.shown_line(Span::new(offset, offset));
        let origin = self.lines.origin(self.lines.line_at(offset - self.base));
        let before = &shown.bytes[..(shown.from as usize).min(shown.bytes.len())];
        Location {
            file: self.lines.file_name(origin.file),
            line: origin.line,
            column: String::from_utf8_lossy(before).chars().count() as u32 + 1,
            expanded: shown.expanded,
            system: origin.system,
        }
    }
}

/// A line to show, with the bytes to underline.
pub(super) struct ShownLine<'s> {
    pub(super) bytes: &'s [u8],
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) expanded: bool,
}
