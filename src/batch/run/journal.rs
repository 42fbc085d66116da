//! The files of a run, while it is run.
//!
//! Each record is one line, written in one piece, behind all others. So whatever ends the batch, there is at most one
//! line without its end, and only if the system itself went down; the run that goes on starts a new line first.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::super::record::{ABOUT, About, RESULTS, Record};
use crate::safe_files;

pub(crate) struct Journal {
    results: File,
    synced: Instant,
}

/// How much may be lost when the system goes down.
const TIME_BETWEEN_SYNCS: Duration = Duration::from_secs(1);

impl Journal {
    /// Opens or makes the files of a run in `folder`. Only one batch at a time may write there.
    pub(crate) fn open(folder: &Path, about: &About) -> io::Result<Journal> {
        fs::create_dir_all(folder)?;
        let path = folder.join(RESULTS);
        let mut results = safe_files::append(&path)?;
        match results.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::other("another batch is writing to it"));
            }
            // Some file systems have no locks.
            Err(TryLockError::Error(_)) => {}
        }
        if torn(&mut results)? {
            results.write_all(b"\n")?;
        }
        safe_files::replace(&folder.join(ABOUT), &serde_json::to_vec_pretty(about)?)?;
        Ok(Journal {
            results,
            synced: Instant::now(),
        })
    }

    pub(crate) fn append(&mut self, record: &Record) -> io::Result<()> {
        let mut line = serde_json::to_vec(record)?;
        line.push(b'\n');
        self.results.write_all(&line)?;
        if self.synced.elapsed() >= TIME_BETWEEN_SYNCS {
            self.results.sync_data()?;
            self.synced = Instant::now();
        }
        Ok(())
    }
}

/// Whether the last line has no end.
fn torn(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(false);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}
