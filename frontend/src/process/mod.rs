//! Running other programs: the only place that does.
//!
//! Input is not trusted, and other programs (the preprocessor, the checkers of a batch) are given it. So each of them
//! runs under a `watchdog`, which ends it and all its children when we end, however that comes about; within limits on
//! time, memory, output and on how long it may wait for nothing (`supervise`, which asks `tree` what is used); with
//! no signal blocked, no terminal, and nothing to read on its standard input.
//!
//! Parts of our own work that need limits of their own are done by a [`Copy`](struct@Copy) of this process.
//!
//! Programs are named by absolute paths ([`program`]): a name that is looked for again in the folder that the program
//! runs in, which the input may choose, would be another one there.

mod copy;
mod supervise;
mod tree;
mod watchdog;

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

pub use copy::Copy;
pub use supervise::{Ended, Limits, MAX_PROCESSES, Most, Stopped, end_all, execute};
pub use tree::kilobytes;
pub use watchdog::{Ceilings, adopt_orphans};

/// The command that runs a program, found as a shell would find it from where we are.
pub fn command(name: &str) -> io::Result<Command> {
    Ok(Command::new(program(name)?))
}

/// The file of a program: a name with a slash is relative to where we are, another is looked for in `PATH`.
fn program(name: &str) -> io::Result<PathBuf> {
    if name.is_empty() {
        return Err(io::ErrorKind::NotFound.into());
    }
    let here = std::env::current_dir()?;
    if name.contains('/') {
        return Ok(here.join(name));
    }
    let folders = std::env::var_os("PATH").unwrap_or_else(|| OsStr::new(USUAL_PATH).to_owned());
    let candidates = std::env::split_paths(&folders).map(|folder| here.join(folder).join(name));
    let mut found = candidates.filter(|path| is_executable(path));
    found.next().ok_or(io::ErrorKind::NotFound.into())
}

const USUAL_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).is_ok_and(|f| f.is_file() && f.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests;
