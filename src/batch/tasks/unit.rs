//! What an input says is to be checked, before the properties of the command line have their say.

use std::path::{Path, PathBuf};

use super::super::task::{DataModel, Expected, Problem};

/// Files that are checked together, and what is known of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) files: Vec<PathBuf>,
    /// The compilation database that has the flags of the file.
    pub(super) database: Option<PathBuf>,
    pub(super) data_model: Option<DataModel>,
    pub(super) entry: Option<String>,
    /// More arguments of `cegar check`.
    pub(super) options: Vec<String>,
    /// The task file, if it speaks of this unit alone.
    pub(super) task_file: Option<PathBuf>,
    /// What it is counted with, if it is not its folder.
    pub(super) group: Option<String>,
    pub(super) claims: Vec<Claim>,
}

/// That a property holds, or does not, or that this is the question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    /// As `--property` takes it; none where the claim is about whatever is asked.
    pub(super) property: Option<String>,
    /// Where it was read.
    pub(super) place: TaskFilePosition,
    pub(super) expected: Option<Expected>,
    /// What the violation is called, where that is known.
    pub(super) violation: Option<String>,
}

/// A place in an input: lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TaskFilePosition {
    pub(super) file: PathBuf,
    pub(super) line: Option<u32>,
    pub(super) column: Option<u32>,
}

impl Unit {
    pub(super) fn of_file(file: &Path) -> Unit {
        Unit {
            files: vec![file.to_owned()],
            ..Unit::default()
        }
    }
}

impl TaskFilePosition {
    pub(super) fn file(file: &Path) -> TaskFilePosition {
        TaskFilePosition {
            file: file.to_owned(),
            line: None,
            column: None,
        }
    }

    pub(super) fn line(file: &Path, line: u32) -> TaskFilePosition {
        TaskFilePosition {
            line: Some(line),
            ..TaskFilePosition::file(file)
        }
    }

    pub(super) fn at(file: &Path, line: u32, column: u32) -> TaskFilePosition {
        TaskFilePosition {
            column: Some(column),
            ..TaskFilePosition::line(file, line)
        }
    }

    /// Where a byte of a text stands.
    pub(super) fn of_byte(file: &Path, text: &str, byte: usize) -> TaskFilePosition {
        let before = &text[..text.floor_char_boundary(byte)];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.matches('\n').count();
        let column = before[start..].chars().count();
        TaskFilePosition::at(file, 1 + line as u32, 1 + column as u32)
    }

    pub(super) fn problem(&self, reason: impl Into<String>) -> Problem {
        Problem {
            // Records are text.
            file: self.file.to_string_lossy().into_owned().into(),
            line: self.line,
            column: self.column,
            reason: reason.into(),
        }
    }
}

/// A data model by any of the names that task files have for it.
pub(super) fn data_model(text: &str) -> Option<DataModel> {
    match text.to_ascii_lowercase().as_str() {
        "ilp32" | "32" | "32 bit" | "32-bit" => Some(DataModel::Ilp32),
        "lp64" | "64" | "64 bit" | "64-bit" => Some(DataModel::Lp64),
        _ => None,
    }
}

/// What a list says is the right answer: `Some(None)` if it says that it is not known, `None` if it is not understood.
/// SV-COMP adds which property is violated, as in `false(unreach-call)`.
pub(super) fn expected(text: &str) -> Option<Option<Expected>> {
    let word = text.split('(').next().unwrap_or_default();
    match word.trim().to_ascii_lowercase().as_str() {
        "true" | "proved" | "safe" | "correct" | "holds" => Some(Some(Expected::Proved)),
        "false" | "bug" | "unsafe" | "broken" | "violated" => Some(Some(Expected::Bug)),
        "" | "unknown" | "?" | "-" => Some(None),
        _ => None,
    }
}
