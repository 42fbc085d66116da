//! What a run has found: `results.jsonl`, one JSON object per line and finished task, and `run.json` beside it, which
//! says what the run is about. docs/batch.md describes the fields.
//!
//! Invariant: the file of results only grows, by whole lines that are written in one piece. A task may have several
//! lines, as when it was run again; the last one counts. A line without its end (the machine went down) is no record.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use source::regular_file;

use super::task::{DataModel, Expected, Problem};

/// Changes when the meaning of a field does. New fields may come without a change.
pub(crate) const SCHEMA: u32 = 1;

/// The names of a run's files in its folder.
pub(crate) const RESULTS: &str = "results.jsonl";
pub(crate) const ABOUT: &str = "run.json";

/// One finished task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) schema: u32,
    /// The name of the task, which is the same in every run.
    pub(crate) task: String,
    /// What it is counted with: a folder, or a `.set` file.
    pub(crate) group: String,
    pub(crate) files: Vec<PathBuf>,
    /// As it was given to `check`; missing for assertions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) property: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) entry: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) data_model: Option<DataModel>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) expected: Option<Expected>,
    pub(crate) verdict: Verdict,
    /// Why there is no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cause: Option<Cause>,
    /// In words: what is violated, or why there is no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
    /// Where it is violated, or where the path leads to that could not be decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<RecordedPlace>,
    /// Seconds since 1970 when the task was started.
    pub(crate) started: u64,
    /// By the clock on the wall.
    pub(crate) seconds: f64,
    /// Of the task and all its children together.
    pub(crate) cpu_seconds: f64,
    /// The most that the task and all its children had in use together, in megabytes.
    pub(crate) memory_mb: f64,
    #[serde(default)]
    pub(crate) iterations: u32,
    #[serde(default)]
    pub(crate) predicates: u32,
    #[serde(default)]
    pub(crate) phases: Phases,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) assumptions: Vec<Assumption>,
    /// Of the tool.
    pub(crate) version: String,
    /// The arguments of `check`, without the files.
    pub(crate) options: Vec<String>,
    /// The SHA-256 of every file that the answer depends on, but for those of the system.
    pub(crate) inputs: BTreeMap<PathBuf, String>,
    /// Where the iterations were kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) saved: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) enum Verdict {
    #[serde(rename = "proved")]
    Proved,
    #[serde(rename = "bug")]
    Bug,
    #[serde(rename = "unknown")]
    Unknown,
    #[serde(rename = "not applicable")]
    NotApplicable,
    #[serde(rename = "error")]
    Error,
}

impl Verdict {
    pub(crate) const ALL: [Verdict; 5] = [
        Verdict::Proved,
        Verdict::Bug,
        Verdict::Unknown,
        Verdict::NotApplicable,
        Verdict::Error,
    ];

    /// As people read it.
    pub(crate) fn phrase(self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Bug => "bug",
            Verdict::Unknown => "don't know",
            Verdict::NotApplicable => "not applicable",
            Verdict::Error => "error",
        }
    }
}

/// Why a task has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Cause {
    /// The time was over.
    Time,
    /// It used too much memory.
    Memory,
    /// It had too many processes.
    Processes,
    /// The check ended with "don't know" by itself.
    Undecided,
    /// The input cannot be read or is not well formed.
    Input,
    /// The check crashed.
    Crash,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RecordedPlace {
    pub(crate) file: String,
    pub(crate) line: u32,
}

/// Seconds spent in the phases of the loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Phases {
    pub(crate) abstraction: f64,
    pub(crate) checking: f64,
    pub(crate) simulation: f64,
    pub(crate) refinement: f64,
}

/// What an answer rests on: constructs of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Assumption {
    pub(crate) kind: String,
    pub(crate) names: Vec<String>,
}

/// How an answer compares with the expected one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judgement {
    Right,
    Wrong,
    /// There is no answer to compare.
    Missing,
}

impl Record {
    /// How the answer compares with the expected one, if one is known. Where nothing happens that the property speaks
    /// of, it holds.
    pub(crate) fn judgement(&self) -> Option<Judgement> {
        let answer = match self.verdict {
            Verdict::Proved | Verdict::NotApplicable => Expected::Proved,
            Verdict::Bug => Expected::Bug,
            Verdict::Unknown | Verdict::Error => {
                return self.expected.map(|_| Judgement::Missing);
            }
        };
        let judge = |expected| match answer == expected {
            true => Judgement::Right,
            false => Judgement::Wrong,
        };
        self.expected.map(judge)
    }

    /// Whether the answer is one to look at: an unexpected bug, or an answer that is not the expected one.
    pub(crate) fn wants_attention(&self) -> bool {
        match self.judgement() {
            Some(judgement) => judgement == Judgement::Wrong,
            None => self.verdict == Verdict::Bug,
        }
    }

    /// Whether it is worth another try: there is no answer, or a wrong one.
    pub(crate) fn is_worth_another_try(&self) -> bool {
        matches!(self.verdict, Verdict::Unknown | Verdict::Error)
            || self.judgement() == Some(Judgement::Wrong)
    }
}

/// What a run is about. It is written anew whenever the run is started or goes on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct About {
    pub(crate) schema: u32,
    pub(crate) version: String,
    /// The command line.
    pub(crate) command: Vec<String>,
    /// How many tasks there are.
    pub(crate) tasks: usize,
    pub(crate) problems: Vec<Problem>,
}

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
