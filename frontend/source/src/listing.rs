//! The lines of one of the user's files, for reports that show more of it than one position.

use std::collections::BTreeMap;

use super::unit::{Sources, Unit};

/// The known lines of a file, by their numbers.
#[derive(Clone, Debug, Default)]
pub struct Listing<'s> {
    lines: BTreeMap<u32, &'s [u8]>,
}

impl<'s> Listing<'s> {
    /// The lines in their order, with the numbers they have in the file. What the preprocessor left
    /// out of a file that is not known is missing.
    pub fn lines(&self) -> impl Iterator<Item = (u32, &'s [u8])> {
        self.lines.iter().map(|(&number, &bytes)| (number, bytes))
    }

    /// A line, without its end.
    pub fn line(&self, number: u32) -> Option<&'s [u8]> {
        self.lines.get(&number).copied()
    }

    /// How many lines are known.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}

impl Sources {
    /// What is known of a file: all of it, as the user wrote it, or else what is left of it after
    /// preprocessing.
    pub fn listing(&self, file: &str) -> Listing<'_> {
        let written = self.units().find_map(|(_, unit)| unit.written_lines(file));
        let lines = written.unwrap_or_else(|| {
            let mut lines = BTreeMap::new();
            for (_, unit) in self.units() {
                for (number, bytes) in unit.preprocessed_lines(file) {
                    lines.entry(number).or_insert(bytes);
                }
            }
            lines
        });
        Listing { lines }
    }
}

impl Unit {
    fn written_lines(&self, file: &str) -> Option<BTreeMap<u32, &[u8]>> {
        let (id, _) = self.lines().files().find(|(_, name)| *name == file)?;
        let all = self.original_lines(id)?;
        Some((1..).zip(all.map(without_return)).collect())
    }

    fn preprocessed_lines(&self, file: &str) -> impl Iterator<Item = (u32, &[u8])> {
        let map = self.lines();
        let id = map.files().find(|(_, name)| *name == file).map(|f| f.0);
        let of_file = move |line: usize| {
            let origin = map.origin(line);
            let fits = Some(origin.file) == id && !map.is_marker(line);
            fits.then(|| {
                let bytes = map.line_bytes(self.text(), line);
                (origin.line, without_return(bytes))
            })
        };
        (0..map.line_count()).filter_map(of_file)
    }
}

fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_listed_as_they_were_written_or_else_as_they_are_left() {
        let mut sources = Sources::new();
        let text = b"# 1 \"a.c\"\nint x;\n# 7 \"a.h\" 1\nint y;\r\n# 4 \"a.c\" 2\nint z;\n";
        let unit = sources.add("u.i", text.to_vec()).expect("fits");
        let lines = |sources: &Sources, file: &str| -> Vec<(u32, String)> {
            let listing = sources.listing(file);
            let shown = listing.lines();
            shown
                .map(|(n, b)| (n, String::from_utf8_lossy(b).into_owned()))
                .collect()
        };
        let pairs = |list: &[(u32, &str)]| -> Vec<(u32, String)> {
            list.iter().map(|&(n, s)| (n, s.to_owned())).collect()
        };
        // The text ends with an empty line.
        assert_eq!(
            lines(&sources, "a.c"),
            pairs(&[(1, "int x;"), (4, "int z;"), (5, "")])
        );
        assert_eq!(lines(&sources, "a.h"), pairs(&[(7, "int y;")]));
        assert!(sources.listing("b.c").is_empty());
        let known = sources.unit(unit).lines().files();
        let id = known
            .filter(|f| f.1 == "a.c")
            .map(|f| f.0)
            .next()
            .expect("named");
        sources.add_original(unit, id, b"INT x;\n\n\nINT z;".to_vec());
        let written = pairs(&[(1, "INT x;"), (2, ""), (3, ""), (4, "INT z;")]);
        assert_eq!(lines(&sources, "a.c"), written);
        assert_eq!(sources.listing("a.c").line(4), Some(&b"INT z;"[..]));
    }
}
