//! From lines of preprocessed text to lines of the files it was made of.
//!
//! Line markers (`# 12 "file.c" 1 3` and `#line 12 "file.c"`) say where the next line came from;
//! until the next marker, lines count up together. Text without markers is its own file.

use rustc_hash::FxHashMap;

use crate::entity::Arena;
use crate::entity_id;

entity_id! {
    /// A file named by a line marker.
    pub struct FileId, "file";
}

/// The lines of one preprocessed text.
#[derive(Clone, Debug)]
pub struct LineMap {
    /// Offset of the first byte of each line; the first is 0.
    starts: Vec<u32>,
    /// Markers by the line after them, ascending; the first is for line 0.
    markers: Vec<Marker>,
    files: Arena<FileId, String>,
}

#[derive(Clone, Copy, Debug)]
struct Marker {
    /// The first line (counted from 0) it speaks about.
    from: u32,
    file: FileId,
    /// The number of that line in the file.
    line: u32,
    system: bool,
}

/// What the map says about one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineOrigin {
    /// The file.
    pub file: FileId,
    /// The line in that file, counted from 1.
    pub line: u32,
    /// Whether the marker calls it a system header.
    pub system: bool,
}

impl LineMap {
    /// Reads the markers of `text`, which is called `name` where no marker says otherwise.
    pub fn new(name: &str, text: &[u8]) -> LineMap {
        let mut files = Arena::new();
        let own = files.push(name.to_owned());
        let mut map = LineMap {
            starts: line_starts(text),
            markers: vec![Marker {
                from: 0,
                file: own,
                line: 1,
                system: false,
            }],
            files,
        };
        let mut by_name = FxHashMap::from_iter([(name.to_owned(), own)]);
        for line in 0..map.starts.len() {
            if let Some(found) = parse_marker(map.line_bytes(text, line)) {
                let previous = map.markers.last().map_or(own, |m| m.file);
                let file = match found.file {
                    None => previous,
                    Some(name) => match by_name.get(&name) {
                        Some(&file) => file,
                        None => *by_name.entry(name.clone()).or_insert(map.files.push(name)),
                    },
                };
                let from = line as u32 + 1;
                map.markers.push(Marker {
                    from,
                    file,
                    line: found.line,
                    system: found.system,
                });
            }
        }
        map
    }

    /// The bytes of a line (counted from 0), without its newline.
    pub fn line_bytes<'t>(&self, text: &'t [u8], line: usize) -> &'t [u8] {
        let start = self.starts[line] as usize;
        let end = self
            .starts
            .get(line + 1)
            .map_or(text.len(), |&next| next as usize - 1);
        &text[start..end]
    }

    /// The line (counted from 0) that holds the byte at `offset`.
    pub fn line_at(&self, offset: u32) -> usize {
        self.starts
            .partition_point(|&start| start <= offset)
            .saturating_sub(1)
    }

    /// The offset of the first byte of a line.
    pub fn line_start(&self, line: usize) -> u32 {
        self.starts[line]
    }

    /// How many lines there are.
    pub fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// Where a line (counted from 0) comes from.
    pub fn origin(&self, line: usize) -> LineOrigin {
        let index = self.markers.partition_point(|m| m.from as usize <= line);
        let marker = self.markers[index.saturating_sub(1)];
        let distance = (line as u32).saturating_sub(marker.from);
        let line = marker.line.saturating_add(distance);
        LineOrigin {
            file: marker.file,
            line,
            system: marker.system,
        }
    }

    /// Whether the text has no markers.
    pub fn is_plain(&self) -> bool {
        self.markers.len() == 1
    }

    /// Whether a line (counted from 0) is a marker, and so of no file.
    pub fn is_marker(&self, line: usize) -> bool {
        let behind = line as u32 + 1;
        let found = self.markers.binary_search_by_key(&behind, |m| m.from);
        found.is_ok()
    }

    /// The name of a file.
    pub fn file_name(&self, file: FileId) -> &str {
        &self.files[file]
    }

    /// All files the markers name, the text's own name first.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &str)> {
        self.files.iter().map(|(id, name)| (id, name.as_str()))
    }

    /// The files that some marker does not call a system header.
    pub fn user_files(&self) -> Vec<FileId> {
        let mut files: Vec<FileId> = self
            .markers
            .iter()
            .filter(|m| !m.system)
            .map(|m| m.file)
            .collect();
        files.sort_unstable();
        files.dedup();
        files
    }
}

fn line_starts(text: &[u8]) -> Vec<u32> {
    let mut starts = vec![0];
    starts.extend(
        text.iter()
            .enumerate()
            .filter(|&(_, &b)| b == b'\n')
            .map(|(at, _)| at as u32 + 1),
    );
    starts
}

struct ParsedMarker {
    line: u32,
    file: Option<String>,
    system: bool,
}

fn parse_marker(line: &[u8]) -> Option<ParsedMarker> {
    let rest = line
        .trim_ascii_start()
        .strip_prefix(b"#")?
        .trim_ascii_start();
    let rest = rest
        .strip_prefix(b"line")
        .unwrap_or(rest)
        .trim_ascii_start();
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    let number = std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()?;
    let rest = rest[digits..].trim_ascii();
    if rest.is_empty() {
        return Some(ParsedMarker {
            line: number,
            file: None,
            system: false,
        });
    }
    let (file, flags) = parse_quoted(rest)?;
    let system = flags
        .split(u8::is_ascii_whitespace)
        .any(|flag| flag == b"3");
    Some(ParsedMarker {
        line: number,
        file: Some(file),
        system,
    })
}

/// A quoted file name with backslash escapes, and what follows it.
fn parse_quoted(text: &[u8]) -> Option<(String, &[u8])> {
    let mut bytes = Vec::new();
    let mut at = 1;
    if text.first() != Some(&b'"') {
        return None;
    }
    loop {
        match *text.get(at)? {
            b'"' => break,
            b'\\' => {
                bytes.push(*text.get(at + 1)?);
                at += 2;
            }
            byte => {
                bytes.push(byte);
                at += 1;
            }
        }
    }
    Some((
        String::from_utf8_lossy(&bytes).into_owned(),
        &text[at + 1..],
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_move_the_count() {
        let text =
            b"int a;\n# 7 \"x.h\" 1 3\nint b;\nint c;\n#line 3 \"dir\\\\u.c\"\nint d;\n# 9\nint e;";
        let map = LineMap::new("u.i", text);
        let at = |line| {
            let origin = map.origin(line);
            (
                map.file_name(origin.file).to_owned(),
                origin.line,
                origin.system,
            )
        };
        assert_eq!(at(0), ("u.i".into(), 1, false));
        assert_eq!(at(2), ("x.h".into(), 7, true));
        assert_eq!(at(3), ("x.h".into(), 8, true));
        assert_eq!(at(5), ("dir\\u.c".into(), 3, false));
        assert_eq!(at(7), ("dir\\u.c".into(), 9, false));
        assert_eq!(map.line_at(0), 0);
        assert_eq!(map.line_at(7), 1);
        assert_eq!(map.line_bytes(text, 7), b"int e;");
    }

    #[test]
    fn what_only_looks_like_a_marker_is_none() {
        for line in [
            "#pragma pack(1)",
            "# 99999999999",
            "# 1 \"unclosed",
            "#",
            "x # 1",
            "#define X 1",
        ] {
            assert!(parse_marker(line.as_bytes()).is_none(), "{line}");
        }
    }
}
