//! From the arguments of a command line to units: files by what they are, patterns, and folders with all below them.
//!
//! In a folder, a list (`tasks.csv`, else `compile_commands.json`) speaks for everything in it and below it. Without
//! one, task files (`.yml`, `task.toml`) speak for the files of their folder, and where there are none of these either,
//! every C file is a unit of its own. Folders whose name starts with a dot and links to folders are not entered.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::super::task::Problem;
use super::file_names::{SPECIAL, ends_in, is_pattern, is_special, matching};
use super::scope::Scope;
use super::unit::{TaskFilePosition, Unit};
use super::{compile_commands, svcomp, task_set, task_table, task_toml};

/// What has been found so far.
pub(super) struct Walk<'s> {
    scope: &'s Scope,
    pub(super) units: Vec<Unit>,
    pub(super) problems: Vec<Problem>,
    /// Sets may name each other.
    sets: BTreeSet<PathBuf>,
}

const C_ENDINGS: &[&str] = &["c", "i"];
const YAML_ENDINGS: &[&str] = &["yml", "yaml"];
const TASK_LIST: &str = "tasks.csv";
const COMPILATION_DATABASE: &str = "compile_commands.json";
const TASK_FILE: &str = "task.toml";

const LEADS_OUT: &str = "a link that leads out of what the command line names; --allow-read FOLDER takes files from there";

impl<'s> Walk<'s> {
    pub(super) fn new(scope: &'s Scope) -> Walk<'s> {
        Walk {
            scope,
            units: Vec::new(),
            problems: Vec::new(),
            sets: BTreeSet::new(),
        }
    }

    /// What one argument names.
    pub(super) fn argument(&mut self, argument: &Path) {
        if argument.exists() {
            return self.path(&without_dot(argument));
        }
        let text = argument.to_string_lossy();
        if !is_pattern(&text) {
            return self.wrong(argument, "there is no such file or folder");
        }
        match matching(&text) {
            Ok(found) if found.is_empty() => self.wrong(argument, "the pattern matches nothing"),
            Ok(found) => found.iter().for_each(|path| self.path(path)),
            Err(reason) => self.wrong(argument, &reason),
        }
    }

    fn wrong(&mut self, path: &Path, reason: &str) {
        self.problems
            .push(TaskFilePosition::file(path).problem(reason));
    }

    fn path(&mut self, path: &Path) {
        match path.is_dir() {
            true => self.folders(path),
            false => self.file(path),
        }
    }

    /// A file that was named, or found.
    fn file(&mut self, path: &Path) {
        if self.scope.accept_file(path).is_err() {
            return self.wrong(path, LEADS_OUT);
        }
        if ends_in(path, C_ENDINGS) {
            self.program(path);
        } else if ends_in(path, YAML_ENDINGS) {
            if !self.svcomp(path) {
                let reason = "no task file: it has neither `format_version` nor `input_files`";
                self.wrong(path, reason);
            }
        } else if ends_in(path, &["set"]) {
            self.set(path);
        } else if ends_in(path, &["csv"]) {
            self.list(path);
        } else if ends_in(path, &["json"]) {
            self.database(path);
        } else if ends_in(path, &["toml"]) {
            self.own(path);
        } else {
            self.wrong(
                path,
                "not something to check: neither C (.c, .i) nor tasks (.yml, .set, .csv, .toml, .json)",
            );
        }
    }

    fn program(&mut self, path: &Path) {
        if is_special(path) {
            return self.wrong(path, SPECIAL);
        }
        match self.scope.accept_file(path) {
            Ok(()) => self.units.push(Unit::of_file(path)),
            Err(_) => self.wrong(path, LEADS_OUT),
        }
    }

    /// A folder and all below it, in the order of names.
    fn folders(&mut self, root: &Path) {
        let mut waiting = vec![root.to_owned()];
        while let Some(folder) = waiting.pop() {
            let Some(content) = self.content(&folder) else {
                continue;
            };
            let lists =
                [TASK_LIST, COMPILATION_DATABASE].map(|name| without_dot(&folder.join(name)));
            if let Some(list) = lists.iter().find(|&list| content.files.contains(list)) {
                self.file(list);
                continue;
            }
            self.files(&content.files);
            waiting.extend(content.folders.into_iter().rev());
        }
    }

    /// The files of one folder.
    fn files(&mut self, files: &BTreeSet<PathBuf>) {
        let mut speaking = false;
        for file in files {
            if self.scope.accept_file(file).is_err() {
                if file.ends_with(TASK_FILE) || ends_in(file, YAML_ENDINGS) {
                    self.wrong(file, LEADS_OUT);
                }
            } else if file.ends_with(TASK_FILE) {
                self.own(file);
                speaking = true;
            } else if ends_in(file, YAML_ENDINGS) {
                speaking |= self.svcomp(file);
            }
        }
        if !speaking {
            let programs = files.iter().filter(|file| ends_in(file, C_ENDINGS));
            programs.for_each(|file| self.program(file));
        }
    }

    fn content(&mut self, folder: &Path) -> Option<Content> {
        let mut content = Content::default();
        let read = std::fs::read_dir(folder).and_then(|entries| {
            for entry in entries {
                let entry = entry?;
                let path = without_dot(&entry.path());
                let kind = entry.file_type()?;
                let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
                match () {
                    () if hidden => {}
                    () if kind.is_dir() => drop(content.folders.insert(path)),
                    () if kind.is_symlink() && path.is_dir() => {}
                    () => drop(content.files.insert(path)),
                }
            }
            Ok(())
        });
        match read {
            Ok(()) => Some(content),
            Err(error) => {
                self.wrong(folder, &format!("cannot read the folder: {error}"));
                None
            }
        }
    }

    /// Whether it is a task file, be it a good one or not.
    fn svcomp(&mut self, path: &Path) -> bool {
        match svcomp::read_task(self.scope, path) {
            Ok(unit) => {
                let is_task = unit.is_some();
                self.units.extend(unit);
                is_task
            }
            Err(problems) => {
                self.problems.extend(problems);
                true
            }
        }
    }

    fn own(&mut self, path: &Path) {
        match task_toml::read_task(self.scope, path) {
            Ok(units) => self.units.extend(units),
            Err(problems) => self.problems.extend(problems),
        }
    }

    fn list(&mut self, path: &Path) {
        self.both(task_table::read_list(self.scope, path));
    }

    fn database(&mut self, path: &Path) {
        self.both(compile_commands::read_database(self.scope, path));
    }

    fn both(&mut self, (units, problems): (Vec<Unit>, Vec<Problem>)) {
        self.units.extend(units);
        self.problems.extend(problems);
    }

    fn set(&mut self, path: &Path) {
        if !self.sets.insert(path.to_owned()) {
            return;
        }
        let set = task_set::read_set(self.scope, path);
        self.problems.extend(set.problems);
        for (member, place) in set.members {
            if member.is_dir() {
                self.problems
                    .push(place.problem(format!("{} is a folder, not a task", member.display())));
                continue;
            }
            let before = self.units.len();
            self.file(&member);
            for unit in &mut self.units[before..] {
                unit.data_model = unit.data_model.or(set.data_model);
                unit.group = Some(path.display().to_string());
            }
        }
    }
}

/// So that tasks have the same name whether one says `x` or `./x`.
fn without_dot(path: &Path) -> PathBuf {
    match path.strip_prefix(".") {
        Ok(rest) if !rest.as_os_str().is_empty() => rest.to_owned(),
        _ => path.to_owned(),
    }
}

#[derive(Default)]
struct Content {
    files: BTreeSet<PathBuf>,
    folders: BTreeSet<PathBuf>,
}
