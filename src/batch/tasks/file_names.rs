//! Names of files as task files and command lines have them: relative to something, sometimes patterns.

use std::path::{Path, PathBuf};

use source::regular_file;

use super::scope::Scope;

/// The files that a task file means by a name or a pattern, in order.
pub(super) fn named(
    scope: &Scope,
    task_file: &Path,
    pattern: &str,
) -> Result<Vec<PathBuf>, String> {
    let beside = beside(task_file, pattern);
    if beside.is_file() {
        scope.accept_file(&beside)?;
        return Ok(vec![beside]);
    }
    scope.accept(&beside)?;
    if !is_pattern(pattern) {
        return Err(format!("there is no file {}", beside.display()));
    }
    let found = matching(&beside.to_string_lossy())?;
    for file in &found {
        scope.accept_file(file)?;
    }
    match found.is_empty() {
        true => Err(format!("'{pattern}' matches nothing")),
        false => Ok(found),
    }
}

/// What a task file means by the name of a property, as `--property` takes it: the names of rules stay.
pub(super) fn resolve(scope: &Scope, task_file: &Path, property: &str) -> Result<String, String> {
    let is_file = property.contains('/') || Path::new(property).extension().is_some();
    if !is_file {
        return Ok(property.to_owned());
    }
    let file = beside(task_file, property);
    scope.accept_file(&file)?;
    Ok(file.display().to_string())
}

pub(super) fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?', '['])
}

/// What a pattern matches, in the order of names.
pub(super) fn matching(pattern: &str) -> Result<Vec<PathBuf>, String> {
    if pattern.contains("**") {
        return below(pattern);
    }
    let paths = glob::glob(pattern).map_err(|e| format!("'{pattern}' is no pattern: {}", e.msg))?;
    paths
        .map(|path| path.map_err(|e| format!("cannot look for '{pattern}': {e}")))
        .collect()
}

/// What a pattern with `**` matches. Links to folders are not followed: they may lead back.
fn below(pattern: &str) -> Result<Vec<PathBuf>, String> {
    let wanted =
        glob::Pattern::new(pattern).map_err(|e| format!("'{pattern}' is no pattern: {}", e.msg))?;
    let start: PathBuf = Path::new(pattern)
        .components()
        .take_while(|part| !is_pattern(&part.as_os_str().to_string_lossy()))
        .collect();
    let options = glob::MatchOptions {
        require_literal_separator: true,
        ..glob::MatchOptions::new()
    };
    let (mut found, mut waiting) = (Vec::new(), vec![start]);
    while let Some(folder) = waiting.pop() {
        let here = match folder.as_os_str().is_empty() {
            true => Path::new("."),
            false => &folder,
        };
        // What cannot be read has nothing in it, as for shells.
        for entry in std::fs::read_dir(here).into_iter().flatten().flatten() {
            let path = folder.join(entry.file_name());
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => waiting.push(path),
                _ if wanted.matches_path_with(&path, options) => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    Ok(found)
}

fn beside(task_file: &Path, name: &str) -> PathBuf {
    let folder = task_file.parent().unwrap_or(Path::new(""));
    folder.join(name.strip_prefix("./").unwrap_or(name))
}

/// What is said of pipes, devices and folders where a file is expected.
pub(super) const SPECIAL: &str = regular_file::SPECIAL;

/// Whether there is something that is no file: reading a pipe may never end.
pub(super) fn is_special(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|about| !about.is_file())
}

/// Whether a file has one of some endings.
pub(super) fn ends_in(path: &Path, endings: &[&str]) -> bool {
    let ending = path.extension().and_then(|e| e.to_str());
    ending.is_some_and(|ending| endings.contains(&ending))
}
