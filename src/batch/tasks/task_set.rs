//! SV-COMP's `.set` files: a pattern for task files on each line, relative to the file; `#` starts a comment.
//!
//! A file of the same name with the ending `.cfg` may say `Architecture: 32 bit` for tasks that name no data model,
//! which is how format 1.0 told it.

use std::path::{Path, PathBuf};

use super::super::task::{DataModel, Problem};
use super::file_names::named;
use super::read;
use super::scope::Scope;
use super::unit::{TaskFilePosition, data_model};

/// A set, as far as it could be read.
#[derive(Default)]
pub(super) struct Set {
    /// The files that it names, with the place of their pattern.
    pub(super) members: Vec<(PathBuf, TaskFilePosition)>,
    pub(super) data_model: Option<DataModel>,
    pub(super) problems: Vec<Problem>,
}

pub(super) fn read_set(scope: &Scope, path: &Path) -> Set {
    let mut set = Set {
        data_model: architecture(&path.with_extension("cfg")),
        ..Set::default()
    };
    let text = match read(path) {
        Ok(text) => text,
        Err(problem) => {
            set.problems.push(problem);
            return set;
        }
    };
    for (number, line) in text.lines().enumerate() {
        let pattern = line.trim();
        if pattern.is_empty() || pattern.starts_with('#') {
            continue;
        }
        let place = TaskFilePosition::line(path, 1 + number as u32);
        match named(scope, path, pattern) {
            Ok(found) => {
                let found = found.into_iter().map(|file| (file, place.clone()));
                set.members.extend(found);
            }
            Err(reason) => set.problems.push(place.problem(reason)),
        }
    }
    set
}

fn architecture(path: &Path) -> Option<DataModel> {
    let text = read(path).ok()?;
    let line = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("Architecture:"))?;
    data_model(line.trim())
}
