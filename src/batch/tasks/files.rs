//! Names of files as task files and command lines have them: relative to something, sometimes patterns.

use std::path::{Path, PathBuf};

/// The files that a task file means by a name or a pattern, in order.
pub(super) fn named(task_file: &Path, pattern: &str) -> Result<Vec<PathBuf>, String> {
    let beside = beside(task_file, pattern);
    if beside.is_file() {
        return Ok(vec![beside]);
    }
    if !is_pattern(pattern) {
        return Err(format!("there is no file {}", beside.display()));
    }
    let found = matching(&beside.to_string_lossy())?;
    match found.is_empty() {
        true => Err(format!("'{pattern}' matches nothing")),
        false => Ok(found),
    }
}

/// What a task file means by the name of a property, as `--property` takes it: the names of rules stay.
pub(super) fn resolve(task_file: &Path, property: &str) -> String {
    let is_file = property.contains('/') || Path::new(property).extension().is_some();
    match is_file {
        true => beside(task_file, property).display().to_string(),
        false => property.to_owned(),
    }
}

pub(super) fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?', '['])
}

/// What a pattern matches, in the order of names.
pub(super) fn matching(pattern: &str) -> Result<Vec<PathBuf>, String> {
    let paths = glob::glob(pattern).map_err(|e| format!("'{pattern}' is no pattern: {}", e.msg))?;
    paths
        .map(|path| path.map_err(|e| format!("cannot look for '{pattern}': {e}")))
        .collect()
}

fn beside(task_file: &Path, name: &str) -> PathBuf {
    let folder = task_file.parent().unwrap_or(Path::new(""));
    folder.join(name.strip_prefix("./").unwrap_or(name))
}

/// What is said of pipes, devices and folders where a file is expected.
pub(super) const SPECIAL: &str = "not a file that can be read from its start to its end";

/// Whether there is something that is no file: whoever reads a pipe may wait forever.
pub(super) fn is_special(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|about| !about.is_file())
}

/// Whether a file has one of some endings.
pub(super) fn ends_in(path: &Path, endings: &[&str]) -> bool {
    let ending = path.extension().and_then(|e| e.to_str());
    ending.is_some_and(|ending| endings.contains(&ending))
}
