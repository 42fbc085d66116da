//! Places in a file as it was given: physical lines and columns, whatever line markers say.
//!
//! Messages lead to the file that a line marker names; who reads the given file itself, another verifier for one, counts
//! its lines. Text that was not preprocessed is that file. Otherwise the tokens of both texts are compared: where the
//! preprocessor changed none of them, the n-th here is the n-th there. Where it did, the line map leads the way, if the
//! given file has no markers of its own.

use rustc_hash::FxHashSet;

use super::lexer::{self, Tokens};
use super::token::Token;
use source::{Diagnostics, Interner, LineMap, Sources, Span, Unit, UnitId};

/// A place in the file that a unit was made of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FilePosition {
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1, in characters.
    pub column: u32,
}

/// The file that a unit was made of.
#[derive(Debug)]
pub struct GivenFile<'s> {
    sources: &'s Sources,
    unit: &'s Unit,
    text: &'s [u8],
    lines: LineMap,
    way: Way,
}

#[derive(Debug)]
enum Way {
    /// It is the unit's text.
    Same,
    /// Where tokens start, in the unit's text and in the file.
    Tokens(Vec<(u32, u32)>),
    /// The line map knows.
    Lines,
    Unknown,
}

impl<'s> GivenFile<'s> {
    /// The file of a unit; none if its contents are not known, or the user did not give it.
    pub fn new(sources: &'s Sources, unit: UnitId) -> Option<Self> {
        let unit = sources.unit(unit);
        let text = unit.given()?;
        let lines = LineMap::new(unit.name(), text);
        let same = text == unit.text();
        let way = match (!same).then(|| tokens_of_both(unit, text)) {
            None => Way::Same,
            Some(Some(tokens)) => Way::Tokens(tokens),
            Some(None) if lines.is_plain() => Way::Lines,
            Some(None) => Way::Unknown,
        };
        Some(GivenFile {
            sources,
            unit,
            text,
            lines,
            way,
        })
    }

    /// The name it was given by.
    pub fn name(&self) -> &'s str {
        self.unit.name()
    }

    /// Its contents.
    pub fn text(&self) -> &'s [u8] {
        self.text
    }

    /// Whether a span lies in its unit.
    pub fn has(&self, span: Span) -> bool {
        let start = self.unit.base();
        (start..=start + self.unit.text().len() as u32).contains(&span.start)
    }

    /// Where the token stands that a span starts with, unless it came out of a macro or of another file.
    pub fn place(&self, span: Span) -> Option<FilePosition> {
        let at = span.start.checked_sub(self.unit.base())?;
        match &self.way {
            Way::Same => self.physical(at),
            Way::Tokens(tokens) => {
                let n = tokens.binary_search_by_key(&at, |t| t.0).ok()?;
                self.physical(tokens[n].1)
            }
            Way::Lines => {
                let location = self.sources.locate(span)?;
                let place = FilePosition {
                    line: location.line,
                    column: location.column,
                };
                let own = location.file == self.name() && !location.expanded;
                let first = self.unit.text().get(at as usize)?;
                (own && self.byte(place) == Some(*first)).then_some(place)
            }
            Way::Unknown => None,
        }
    }

    /// The line where the macro stands that a statement with this span came out of, and the column if it can be told.
    pub fn place_of_macro(&self, span: Span) -> Option<(u32, Option<u32>)> {
        let location = self.sources.locate(span)?;
        let line = (location.line as usize).checked_sub(1)?;
        let known = matches!(self.way, Way::Lines) && line < self.lines.line_count();
        if !known || location.file != self.name() {
            return None;
        }
        let text = String::from_utf8_lossy(self.lines.line_bytes(self.text, line));
        let tokens = tokens(self.unit).list;
        let token = |t: &Token| self.unit.text().get(t.start as usize..t.end as usize);
        let left = tokens.iter().filter_map(token).collect();
        Some((location.line, macro_column(&text, &left)))
    }

    /// The place of a byte of the file.
    fn physical(&self, offset: u32) -> Option<FilePosition> {
        let line = self.lines.line_at(offset);
        let before = self
            .text
            .get(self.lines.line_start(line) as usize..offset as usize)?;
        Some(FilePosition {
            line: line as u32 + 1,
            column: String::from_utf8_lossy(before).chars().count() as u32 + 1,
        })
    }

    /// The first byte of the character at a place.
    fn byte(&self, place: FilePosition) -> Option<u8> {
        let line = (place.line as usize).checked_sub(1)?;
        if line >= self.lines.line_count() {
            return None;
        }
        let text = String::from_utf8_lossy(self.lines.line_bytes(self.text, line));
        let character = text.chars().nth(place.column as usize - 1)?;
        let mut bytes = [0; 4];
        Some(character.encode_utf8(&mut bytes).as_bytes()[0])
    }
}

/// The names and numbers of a text, with their offsets.
fn names_and_numbers(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut at = 0;
    text.split(move |c| !is_word(c)).filter_map(move |word| {
        let start = at;
        // What separates two words is one character.
        at += word.len()
            + text[at + word.len()..]
                .chars()
                .next()
                .map_or(0, char::len_utf8);
        (!word.is_empty()).then_some((start, word))
    })
}

/// The column of the only word of a line that begins a statement and is not among those that the preprocessor left.
fn macro_column(line: &str, left: &FxHashSet<&[u8]>) -> Option<u32> {
    let begins = |at: usize| {
        let before = line[..at].trim_end();
        before.is_empty() || before.ends_with([';', '{', '}', ')', ':']) || before.ends_with("else")
    };
    let mut found =
        names_and_numbers(line).filter(|&(at, word)| !left.contains(word.as_bytes()) && begins(at));
    match (found.next(), found.next()) {
        (Some((at, _)), None) => Some(line[..at].chars().count() as u32 + 1),
        _ => None,
    }
}

/// Where the tokens of both texts start, if they are the same tokens.
fn tokens_of_both(unit: &Unit, given: &[u8]) -> Option<Vec<(u32, u32)>> {
    let mut other = Sources::new();
    let other_unit = other.add(unit.name(), given.to_vec()).ok()?;
    let (ours, theirs) = (tokens(unit), tokens(other.unit(other_unit)));
    if ours.list.len() != theirs.list.len() {
        return None;
    }
    let both = ours.list.iter().zip(&theirs.list);
    both.map(|(a, b)| {
        let same = unit.text().get(a.start as usize..a.end as usize)
            == given.get(b.start as usize..b.end as usize);
        same.then_some((a.start, b.start))
    })
    .collect()
}

fn tokens(unit: &Unit) -> Tokens {
    // What is wrong with the text has been said when it was parsed.
    lexer::lex(unit, &mut Interner::new(), &mut Diagnostics::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A unit made of a file by what might be the preprocessor.
    fn unit(given: &str, preprocessed: &str) -> (Sources, UnitId) {
        let mut sources = Sources::new();
        let unit = sources
            .add("a.c", preprocessed.as_bytes().to_vec())
            .expect("it fits");
        let own = sources
            .unit(unit)
            .lines()
            .files()
            .next()
            .expect("its own")
            .0;
        sources.add_original(unit, own, given.as_bytes().to_vec());
        (sources, unit)
    }

    fn place(given: &str, preprocessed: &str, word: &str) -> Option<(u32, u32)> {
        let (sources, id) = unit(given, preprocessed);
        let at = preprocessed.find(word).expect("it is there") as u32;
        let span = sources.unit(id).span(at, at + word.len() as u32);
        let given = GivenFile::new(&sources, id).expect("the file is known");
        given.place(span).map(|p| (p.line, p.column))
    }

    #[test]
    fn markers_of_the_given_file_do_not_count() {
        let given = "# 70 \"other.c\"\nint  x;\n# 3 \"else.c\"\nint y; /* é */ int z;\n";
        let preprocessed = "# 0 \"a.c\"\n# 70 \"other.c\"\nint x;\n# 3 \"else.c\"\nint y; int z;\n";
        assert_eq!(place(given, preprocessed, "x;"), Some((2, 6)));
        assert_eq!(place(given, preprocessed, "z;"), Some((4, 20)));
    }

    #[test]
    fn text_from_a_header_or_a_macro_has_no_place() {
        let given = "#include \"h.h\"\n#define ONE 1\nint y = ONE;\nint z;\n";
        let preprocessed =
            "# 1 \"a.c\"\n# 1 \"h.h\" 1\nint h;\n# 2 \"a.c\" 2\n\nint y = 1;\nint z;\n";
        assert_eq!(place(given, preprocessed, "h;"), None);
        assert_eq!(place(given, preprocessed, "1;"), None);
        assert_eq!(place(given, preprocessed, "y ="), Some((3, 5)));
        assert_eq!(place(given, preprocessed, "z;"), Some((4, 5)));
    }

    #[test]
    fn a_macro_stands_where_its_name_does() {
        let left = ["while", "x", "f"].map(str::as_bytes).into_iter().collect();
        let column = |line| macro_column(line, &left);
        assert_eq!(
            column("  while (x) { x = f(); check(x == LIMIT); }"),
            Some(24)
        );
        assert_eq!(column("check(x); check(x);"), None);
        assert_eq!(column("é: CHECK;"), None);
        assert_eq!(column("f: CHECK;"), Some(4));
        assert_eq!(column(""), None);
    }

    #[test]
    fn markers_and_macros_together_are_too_much() {
        let given = "#define ONE 1\n# 70 \"other.c\"\nint x = ONE;\n";
        let preprocessed = "# 1 \"a.c\"\n\n# 70 \"other.c\"\nint x = 1;\n";
        assert_eq!(place(given, preprocessed, "x ="), None);
    }
}
