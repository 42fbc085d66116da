//! From what a command line names to tasks: files, folders, patterns, and task files of several kinds.
//!
//! `find_units` finds files and hands each to the reader of its kind (`svcomp`, `task_set`, `task_table`, `task_toml`,
//! `compile_commands`), which makes units of it: programs with what is known of them. `matrix` multiplies units by
//! properties. What cannot be read is a [`Problem`] with its place; nothing here ends the run.

mod compile_commands;
mod file_names;
mod find_units;
mod matrix;
mod scope;
mod svcomp;
mod task_set;
mod task_table;
mod task_toml;
#[cfg(test)]
mod tests;
mod unit;

use std::path::{Path, PathBuf};

use source::regular_file;

use super::task::{Problem, Tasks};
pub(crate) use scope::Scope;

/// The tasks that `paths` name. With `properties`, as `check --property` takes them, these are checked in place of those
/// that task files name.
pub(crate) fn find(paths: &[PathBuf], properties: &[String], scope: &Scope) -> Tasks {
    let mut walk = find_units::Walk::new(scope);
    for path in paths {
        walk.argument(path);
    }
    matrix::tasks(&walk.units, properties, walk.problems)
}

fn read(path: &Path) -> Result<String, Problem> {
    let wrong = |reason: String| unit::TaskFilePosition::file(path).problem(reason);
    if file_names::is_special(path) {
        return Err(wrong(file_names::SPECIAL.to_owned()));
    }
    regular_file::read_to_string(path).map_err(|error| wrong(format!("cannot read it: {error}")))
}
