//! Which files an answer depends on, and whether they are still what they were.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

use super::record::Record;
use super::task::Task;

/// The SHA-256 of files. Each is read once, unless it changes.
#[derive(Debug, Default)]
pub(crate) struct Hashes {
    known: Mutex<FxHashMap<PathBuf, (Stamp, String)>>,
}

/// What changes with a file's contents.
type Stamp = (Option<SystemTime>, u64);

impl Hashes {
    /// In hexadecimal digits, as `sha256sum` prints it.
    pub(crate) fn of(&self, path: &Path) -> io::Result<String> {
        let about = std::fs::metadata(path)?;
        let stamp = (about.modified().ok(), about.len());
        let lock = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, hash)) = lock().get(path)
            && *known == stamp
        {
            return Ok(hash.clone());
        }
        let hash = format!("{:x}", Sha256::digest(std::fs::read(path)?));
        lock().insert(path.to_owned(), (stamp, hash.clone()));
        Ok(hash)
    }

    /// Of those files that can be read.
    pub(crate) fn of_all<'p>(
        &self,
        paths: impl IntoIterator<Item = &'p Path>,
    ) -> BTreeMap<PathBuf, String> {
        let one = |path: &'p Path| Some((path.to_owned(), self.of(path).ok()?));
        paths.into_iter().filter_map(one).collect()
    }

    /// Whether an answer may be out of date: a file is another one than then, or was not looked at.
    pub(crate) fn changed(&self, task: &Task, options: &[String], record: &Record) -> bool {
        let then = &record.inputs;
        let differs = |(path, hash): (&PathBuf, &String)| self.of(path).ok().as_ref() != Some(hash);
        then.iter().any(differs)
            || named(task, options).any(|path| path.is_file() && !then.contains_key(path))
    }
}

/// The files that a task names itself; those that they include are known when it was run.
pub(crate) fn named<'t>(task: &'t Task, options: &'t [String]) -> impl Iterator<Item = &'t Path> {
    let arguments = task.property.iter().chain(&task.arguments).chain(options);
    let arguments = arguments.map(Path::new).filter(|path| path.is_file());
    task.files.iter().map(PathBuf::as_path).chain(arguments)
}
