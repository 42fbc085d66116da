//! What a run has found: `results.jsonl`, one JSON object per line and finished task, and `run.json` beside it, which
//! says what the run is about. docs/batch.md describes the fields.
//!
//! Invariant: the file of results only grows, by whole lines that are written in one piece. A task may have several
//! lines, as when it was run again; the last one counts. A line without its end (the machine went down) is no record.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

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
