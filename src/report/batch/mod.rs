//! What is told of a run when it is over: a summary for people, a table, JUnit's XML and SARIF for other tools, and
//! how one run compares with another.

pub(crate) mod compare;
pub(crate) mod csv;
pub(crate) mod junit;
pub(crate) mod sarif;
pub(crate) mod summary;
mod table;
pub(crate) mod tally;
#[cfg(test)]
mod tests;

use std::path::Path;

use crate::batch::record::{Record, Verdict};

/// What the property of a task is called: the name of a rule, or of a file without its ending.
fn rule(record: &Record) -> &str {
    match &record.property {
        None => "assertions",
        Some(property) => {
            let stem = Path::new(property).file_stem().and_then(|s| s.to_str());
            stem.unwrap_or(property)
        }
    }
}

/// The records in the order of their tasks' names, whatever order they were finished in.
fn sorted(records: &[Record]) -> Vec<&Record> {
    let mut sorted: Vec<&Record> = records.iter().collect();
    sorted.sort_by(|a, b| a.task.cmp(&b.task));
    sorted
}

/// The first line of what was said of the answer, with its place.
fn remark(record: &Record) -> String {
    let reason = record.reason.as_deref().unwrap_or_default();
    let reason = reason.lines().next().unwrap_or_default();
    match (&record.place, record.verdict) {
        (Some(place), Verdict::Bug) => format!("{reason} at {}:{}", place.file, place.line),
        _ => reason.to_owned(),
    }
}
