//! Reads a run as it was left, by all processors: there may be a hundred thousand lines.

use std::io;
use std::path::Path;
use std::thread;

use rustc_hash::FxHashMap;
use source::regular_file;

use super::record::{ABOUT, About, RESULTS, Record};

/// A run as it was left: what is done, the last record of each task, in the order in which tasks first finished.
#[derive(Clone, Debug, Default)]
pub(crate) struct Run {
    pub(crate) about: Option<About>,
    pub(crate) records: Vec<Record>,
    /// Lines that are no records: torn ones, or what others wrote.
    pub(crate) ill_formed: usize,
}

impl Run {
    /// Reads a run's folder, or a file of results alone.
    pub(crate) fn read(path: &Path) -> io::Result<Run> {
        let (results, about) = match path.is_dir() {
            true => (path.join(RESULTS), Some(path.join(ABOUT))),
            false => (path.to_owned(), None),
        };
        let mut run = Run::parse(&regular_file::read(&results)?);
        let about = about.and_then(|about| regular_file::read(&about).ok());
        run.about = about.and_then(|text| serde_json::from_slice(&text).ok());
        Ok(run)
    }

    /// How many of the tasks that it is about have no record.
    pub(crate) fn left(&self) -> usize {
        let tasks = self.about.as_ref().map_or(0, |about| about.tasks);
        tasks.saturating_sub(self.records.len())
    }

    /// Parts of the text are read side by side: there may be a hundred thousand lines.
    fn parse(text: &[u8]) -> Run {
        let parts = thread::available_parallelism().map_or(1, usize::from);
        let lists = thread::scope(|scope| {
            let readers: Vec<_> = in_parts(text, parts)
                .into_iter()
                .map(|part| scope.spawn(|| parse_lines(part)))
                .collect();
            let joined = readers.into_iter().map(|reader| {
                let read = reader.join();
                read.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            joined.collect::<Vec<_>>()
        });
        let mut run = Run::default();
        let mut places: FxHashMap<String, usize> = FxHashMap::default();
        for (records, ill_formed) in lists {
            run.ill_formed += ill_formed;
            for record in records {
                match places.get(&record.task) {
                    Some(&at) => run.records[at] = record,
                    None => {
                        places.insert(record.task.clone(), run.records.len());
                        run.records.push(record);
                    }
                }
            }
        }
        run
    }
}

/// Cuts a text behind lines.
fn in_parts(mut text: &[u8], parts: usize) -> Vec<&[u8]> {
    let size = text.len() / parts + 1;
    let mut cut = Vec::new();
    while !text.is_empty() {
        let from = size.min(text.len());
        let newline = text[from..].iter().position(|&byte| byte == b'\n');
        let (part, rest) = text.split_at(newline.map_or(text.len(), |at| from + at + 1));
        cut.push(part);
        text = rest;
    }
    cut
}

/// The records among lines, and how many others there are.
fn parse_lines(text: &[u8]) -> (Vec<Record>, usize) {
    let (mut records, mut ill_formed) = (Vec::new(), 0);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let whole = line.ends_with(b"\n");
        match serde_json::from_slice::<Record>(line) {
            Ok(record) if whole => records.push(record),
            _ => ill_formed += usize::from(!line.trim_ascii().is_empty()),
        }
    }
    (records, ill_formed)
}

#[cfg(test)]
mod tests {
    use super::in_parts;

    #[test]
    fn parts_are_whole_lines_and_make_up_the_text() {
        let text = b"one\n\ntwo two\n3\nand a torn li";
        for end in 0..=text.len() {
            for parts in 1..9 {
                let cut = in_parts(&text[..end], parts);
                assert_eq!(cut.concat(), &text[..end]);
                let others = cut.split_last().map_or(&[][..], |(_, others)| others);
                assert!(others.iter().all(|part| part.ends_with(b"\n")), "{cut:?}");
            }
        }
    }
}
