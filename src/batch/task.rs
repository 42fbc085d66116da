//! What a batch checks: a list of tasks, and what was wrong with the places where tasks were looked for.

use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// One question: does this program respect this property?
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Task {
    /// What tells it from the other tasks, in this run and in later ones over the same corpus: the path of the program
    /// as it was given, or of the task file, and the property where a program is checked against several.
    pub(crate) name: String,
    /// What it is counted with in tables: its folder, or the `.set` file it is listed in.
    pub(crate) group: String,
    /// The C files, which are linked; relative to the folder where the batch runs.
    pub(crate) files: Vec<PathBuf>,
    /// As `check --property` takes it: a file, or the name of a rule. Without it, assertions.
    pub(crate) property: Option<String>,
    /// The function where execution starts, if it is not `main`.
    pub(crate) entry: Option<String>,
    pub(crate) data_model: Option<DataModel>,
    /// Further arguments of `check`, such as `-I include` or `--compile-commands FILE`.
    pub(crate) arguments: Vec<String>,
    /// The answer that is known to be the right one.
    pub(crate) expected: Option<Expected>,
    /// What is then told of the violation, where a task file says it.
    pub(crate) violation: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DataModel {
    Lp64,
    Ilp32,
}

impl DataModel {
    /// As `check --data-model` takes it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            DataModel::Lp64 => "lp64",
            DataModel::Ilp32 => "ilp32",
        }
    }
}

/// The right answer, where a task file gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Expected {
    /// The property holds.
    Proved,
    /// It is violated.
    Bug,
}

/// Something that should have given tasks and does not: an ill-formed task file, a file that is missing, a folder that
/// cannot be read. It is reported and counted; the other tasks are run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Problem {
    pub(crate) file: PathBuf,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<u32>,
    pub(crate) reason: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.display().to_string();
        f.write_str(&file.replace(char::is_control, "\u{fffd}"))?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if let Some(column) = self.column {
            write!(f, ":{column}")?;
        }
        write!(f, ": {}", self.reason)
    }
}

/// What was found in the places where tasks were looked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tasks {
    pub(crate) tasks: Vec<Task>,
    pub(crate) problems: Vec<Problem>,
}
