//! Which files an answer depends on, and whether they are still what they were.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};
use source::regular_file;

use super::record::Record;
use super::task::Task;

/// The SHA-256 of files. Each is read once, unless it changes.
#[derive(Debug, Default)]
pub(crate) struct Hashes {
    known: Mutex<FxHashMap<PathBuf, (Stamp, String)>>,
}

/// In place of the hash of a file that was written while it was read: no file has it.
const HASH_OF_CHANGED_FILE: &str = "changed while it was checked";

/// How far the stamps of files are behind the clock at most: a kernel stamps with the time of its last tick.
const MAX_STAMP_DELAY: Duration = Duration::from_millis(20);

/// What changes with a file's contents.
type Stamp = (Option<SystemTime>, u64);

impl Hashes {
    /// In hexadecimal digits, as `sha256sum` prints it.
    pub(crate) fn of(&self, path: &Path) -> io::Result<String> {
        let about = std::fs::metadata(path)?;
        if !about.is_file() {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let stamp = (about.modified().ok(), about.len());
        let lock = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, hash)) = lock().get(path)
            && *known == stamp
        {
            return Ok(hash.clone());
        }
        let hash = format!("{:x}", Sha256::digest(regular_file::read(path)?));
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

    /// Adds the files that a check has read beside those it was given, whose hashes were taken before it.
    pub(crate) fn add_included<'p>(
        &self,
        inputs: &mut BTreeMap<PathBuf, String>,
        paths: impl IntoIterator<Item = &'p Path>,
        started: SystemTime,
    ) {
        let new: Vec<&Path> = paths
            .into_iter()
            .filter(|path| !inputs.contains_key(*path))
            .collect();
        let since = started - MAX_STAMP_DELAY;
        for (path, hash) in self.of_all(new) {
            let modified = std::fs::metadata(&path).and_then(|about| about.modified());
            let hash = match modified {
                // Which text was read is not known.
                Ok(modified) if (since..=SystemTime::now()).contains(&modified) => {
                    HASH_OF_CHANGED_FILE.to_owned()
                }
                _ => hash,
            };
            inputs.insert(path, hash);
        }
    }

    /// Whether an answer may be out of date: a file is another one than then, or was not looked at, or the check had
    /// other arguments.
    pub(crate) fn changed(&self, task: &Task, options: &[String], record: &Record) -> bool {
        let then = &record.inputs;
        let differs = |(path, hash): (&PathBuf, &String)| self.of(path).ok().as_ref() != Some(hash);
        is_another(task, options, record)
            || then.iter().any(differs)
            || named(task, options).any(|path| path.is_file() && !then.contains_key(path))
    }
}

/// Whether a record is of other arguments. Limits are none of them: with more time, `--only-failed` is what is wanted.
fn is_another(task: &Task, options: &[String], record: &Record) -> bool {
    let mut then = record.options.iter();
    let limit = then.position(|option| option == "--memory-limit");
    let arguments = task.arguments.iter().chain(options);
    (&record.property, &record.entry, record.data_model)
        != (&task.property, &task.entry, task.data_model)
        || limit.is_some() && !then.skip(1).eq(arguments)
}

/// The files that a task names itself; those that they include are known when it was run.
pub(crate) fn named<'t>(task: &'t Task, options: &'t [String]) -> impl Iterator<Item = &'t Path> {
    let arguments = task.property.iter().chain(&task.arguments).chain(options);
    let arguments = arguments.map(Path::new).filter(|path| path.is_file());
    task.files.iter().map(PathBuf::as_path).chain(arguments)
}
