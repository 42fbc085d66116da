//! From what a command line names to tasks: files, folders, patterns, and task files of several kinds.
//!
//! `walk` finds files and hands each to the reader of its kind (`svcomp`, `set`, `list`, `own`, `database`), which makes
//! units of it: programs with what is known of them. `matrix` multiplies units by properties. What cannot be read is a
//! [`Problem`] with its place; nothing here ends the run.

mod database;
mod files;
mod list;
mod matrix;
mod own;
mod scope;
mod set;
mod svcomp;
#[cfg(test)]
mod tests;
mod unit;
mod walk;

use std::path::{Path, PathBuf};

use source::regular_file;

use super::task::{Problem, Tasks};
pub(crate) use scope::Scope;

/// The tasks that `paths` name. With `properties`, as `check --property` takes them, these are checked in place of those
/// that task files name.
pub(crate) fn find(paths: &[PathBuf], properties: &[String], scope: &Scope) -> Tasks {
    let mut walk = walk::Walk::new(scope);
    for path in paths {
        walk.argument(path);
    }
    matrix::tasks(&walk.units, properties, walk.problems)
}

fn read(path: &Path) -> Result<String, Problem> {
    let wrong = |reason: String| unit::Place::file(path).problem(reason);
    if files::is_special(path) {
        return Err(wrong(files::SPECIAL.to_owned()));
    }
    regular_file::read_to_string(path).map_err(|error| wrong(format!("cannot read it: {error}")))
}
