//! The preprocessor as a process: what it may use, what it read, and where it looks for the system's headers.
//!
//! Which files it read is what it says itself as dependencies (`-MD`), in a file without a name: line markers are of no
//! use for this, since `#line` writes them as well.

use std::ffi::CStr;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::Config;
use crate::process::{self, Ceilings, Ended, Most, Stopped};

/// What the preprocessor may use. The time limit of a whole run is not its business: who ends us ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Megabytes of each of its processes.
    pub megabytes: u64,
    /// Processor time.
    pub cpu: Duration,
    /// How long it may wait for something without computing anything: what it opens may be a pipe.
    pub idle: Duration,
    /// Bytes of preprocessed text.
    pub output: usize,
}

impl Default for Limits {
    /// More than any program needs, and less than a machine has.
    fn default() -> Limits {
        Limits {
            megabytes: 4096,
            cpu: Duration::from_secs(60),
            idle: Duration::from_secs(15),
            output: 256 << 20,
        }
    }
}

/// A compiler does not even start with less address space.
const MIN_ADDRESS_SPACE_MEGABYTES: u64 = 256;

/// No compiler writes files here but for the list of what it read.
const MAX_OUTPUT_FILE_BYTES: u64 = 64 << 20;

/// What came of preprocessing.
pub(super) struct Preprocessed {
    pub(super) ended: Ended,
    /// The files that it read, if it said so.
    pub(super) read: Vec<PathBuf>,
}

/// Runs the preprocessor on a file.
pub(super) fn run(path: &Path, config: &Config) -> io::Result<Preprocessed> {
    let mut command = process::command(&config.cc)?;
    command.arg("-E").args(&config.flags);
    if config.ilp32 {
        command.arg("-m32");
    }
    let mut dependencies = nameless(c"dependencies")?;
    let file = format!("/proc/self/fd/{}", dependencies.as_raw_fd());
    command.args(["-MD", "-MT", "program", "-MF", &file]);
    inherit(&mut command, &dependencies);
    command.arg(plain(path));
    let ended = execute(command, config)?;
    dependencies.seek(SeekFrom::Start(0))?;
    let mut text = Vec::new();
    dependencies
        .take(MAX_OUTPUT_FILE_BYTES)
        .read_to_end(&mut text)?;
    Ok(Preprocessed {
        ended,
        read: prerequisites(&String::from_utf8_lossy(&text)),
    })
}

/// The folders that the compiler finds the system's headers in.
pub(super) fn system_folders(config: &Config) -> Vec<PathBuf> {
    let Ok(mut command) = process::command(&config.cc) else {
        return Vec::new();
    };
    command.args(["-E", "-v", "-x", "c", "/dev/null"]);
    let Ok(ended) = execute(command, config) else {
        return Vec::new();
    };
    let text = String::from_utf8_lossy(&ended.stderr).into_owned();
    let lines = text
        .lines()
        .skip_while(|line| !line.starts_with("#include <...>"));
    lines
        .skip(1)
        .take_while(|line| line.starts_with(' '))
        .filter_map(|line| Path::new(line.trim()).canonicalize().ok())
        .filter(|folder| folder.components().count() > 2)
        .collect()
}

fn execute(mut command: Command, config: &Config) -> io::Result<Ended> {
    let limits = config.limits;
    command.env("LC_ALL", "C");
    // Compilers write these where variables of the environment say.
    for variable in ["DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES"] {
        command.env_remove(variable);
    }
    if let Some(directory) = &config.directory {
        command.current_dir(directory);
    }
    let limits = process::Limits {
        time: None,
        kilobytes: None,
        idle: Some(limits.idle),
        output: Most::Allowed(limits.output),
        ceilings: Ceilings {
            address_space: Some(limits.megabytes.max(MIN_ADDRESS_SPACE_MEGABYTES) << 20),
            cpu: Some(limits.cpu.as_secs().max(1)),
            file: Some(MAX_OUTPUT_FILE_BYTES),
        },
    };
    process::execute(command, limits, &|| false)
}

/// Why it did not come to its end, if it did not.
pub(super) fn cut_short(ended: &Ended, config: &Config) -> Option<String> {
    use std::os::unix::process::ExitStatusExt;
    let limits = config.limits;
    let stderr = String::from_utf8_lossy(&ended.stderr);
    let memory = || stderr.contains("out of memory") || stderr.contains("memory exhausted");
    match ended.stopped {
        Some(Stopped::Idle) => Some(
            "it waits for something that does not come: is a pipe or a device among what is included?".to_owned(),
        ),
        Some(Stopped::Output) => Some(format!("it makes more than {} MB of text", limits.output >> 20)),
        Some(Stopped::Processes) => Some("it starts too many processes".to_owned()),
        Some(Stopped::Time | Stopped::Memory | Stopped::Interrupt) => Some("it was ended".to_owned()),
        None if !ended.status.success() && memory() => {
            let megabytes = limits.megabytes.max(MIN_ADDRESS_SPACE_MEGABYTES);
            Some(format!(
                "it needs more than {megabytes} MB of memory: is a device or a file without an end included?"
            ))
        }
        None => ended.status.signal().map(|signal| format!("it was ended by signal {signal}")),
    }
}

/// A file whose name starts with a dash is not a flag, and one that starts with `@` is no list of flags.
pub(super) fn plain(path: &Path) -> PathBuf {
    match path.as_os_str().as_encoded_bytes().first() {
        Some(b'-' | b'@') => Path::new(".").join(path),
        _ => path.to_owned(),
    }
}

/// A file in memory.
fn nameless(name: &CStr) -> io::Result<File> {
    // SAFETY: the name is a string; the descriptor is owned by nothing else.
    unsafe {
        match libc::memfd_create(name.as_ptr(), libc::MFD_CLOEXEC) {
            -1 => Err(io::Error::last_os_error()),
            file => Ok(File::from_raw_fd(file)),
        }
    }
}

/// The program that is started has this file open too. The caller keeps it open until then.
fn inherit(command: &mut Command, file: &File) {
    let file = file.as_raw_fd();
    // SAFETY: the closure makes a system call only.
    unsafe {
        command.pre_exec(move || match libc::fcntl(file, libc::F_SETFD, 0) {
            -1 => Err(io::Error::last_os_error()),
            _ => Ok(()),
        });
    }
}

/// The files that a rule for `make` names behind its colon.
fn prerequisites(rule: &str) -> Vec<PathBuf> {
    let Some((_, list)) = rule.split_once(':') else {
        return Vec::new();
    };
    let mut names = Vec::new();
    let mut name = String::new();
    let mut letters = list.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some(&next @ (' ' | '#' | '\t'))) => {
                name.push(next);
                letters.next();
            }
            ('$', Some('$')) => {
                name.push('$');
                letters.next();
            }
            ('\\', Some('\n')) | (' ' | '\t' | '\n', _) => {
                names.extend((!name.is_empty()).then(|| std::mem::take(&mut name)));
            }
            _ => name.push(letter),
        }
    }
    names.extend((!name.is_empty()).then_some(name));
    names.into_iter().map(PathBuf::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_read_as_make_reads_them() {
        let rule = "program: a.c /usr/include/x.h \\\n sub/with\\ space.h \\\n odd$$\\#1.h\n";
        let names = ["a.c", "/usr/include/x.h", "sub/with space.h", "odd$#1.h"];
        assert_eq!(prerequisites(rule), names.map(PathBuf::from));
        assert!(prerequisites("").is_empty());
    }

    #[test]
    fn no_file_is_taken_for_a_flag() {
        for (name, shown) in [("@x.c", "./@x.c"), ("-x.c", "./-x.c"), ("d/@x.c", "d/@x.c")] {
            assert_eq!(plain(Path::new(name)), Path::new(shown));
        }
    }
}
