//! Runs of `cegar batch` in folders of their own, with checkers that are shell scripts.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// A folder with programs, and a run over them.
pub(crate) struct Corpus {
    pub(crate) folder: PathBuf,
}

/// What was printed, and the exit code.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: Option<i32>,
}

impl Corpus {
    /// An empty one.
    pub(crate) fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("batch")
            .join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder for the test");
        Corpus { folder }
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder");
        fs::write(path, text).expect("a file of the test");
    }

    /// A checker that is a shell script. `$CEGAR_TASK` is the name of the task.
    pub(crate) fn checker(&self, script: &str) -> String {
        self.write("checker", &format!("#!/bin/sh\n{script}\n"));
        let path = self.folder.join("checker");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a script");
        path.display().to_string()
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cegar"));
        command
            .current_dir(&self.folder)
            .arg("batch")
            .args(arguments)
            .stdin(Stdio::null());
        let usual = || {
            // SAFETY: the call is allowed between fork and exec.
            unsafe { libc::signal(libc::SIGINT, libc::SIG_DFL) };
            Ok(())
        };
        // SAFETY: the closure does nothing else. The test itself may have been started to ignore Ctrl-C.
        unsafe { command.pre_exec(usual) };
        command
    }

    pub(crate) fn batch(&self, arguments: &[&str]) -> Told {
        let output = self.command(arguments).output().expect("cegar runs");
        Told::from(output)
    }

    /// The lines of a run's results that are whole, in order.
    pub(crate) fn lines(&self, run: &str) -> Vec<Value> {
        let text = fs::read_to_string(self.folder.join(run).join("results.jsonl"));
        let text = text.unwrap_or_default();
        let whole = text
            .split_inclusive('\n')
            .filter(|line| line.ends_with('\n'));
        whole
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect()
    }

    /// The last record of every task.
    pub(crate) fn records(&self, run: &str) -> BTreeMap<String, Value> {
        let named = |record: Value| (text(&record, "task").to_owned(), record);
        self.lines(run).into_iter().map(named).collect()
    }

    /// The record of one task.
    pub(crate) fn record(&self, run: &str, task: &str) -> Value {
        let mut records = self.records(run);
        records
            .remove(task)
            .unwrap_or_else(|| panic!("no record of {task}"))
    }
}

impl From<Output> for Told {
    fn from(output: Output) -> Self {
        Told {
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            code: output.status.code(),
        }
    }
}

pub(crate) fn text<'v>(record: &'v Value, field: &str) -> &'v str {
    record[field].as_str().unwrap_or_default()
}

/// Waits until something is the case.
pub(crate) fn eventually(what: &str, holds: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !holds() {
        assert!(Instant::now() < deadline, "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Processes with this text in their command line.
pub(crate) fn processes(mark: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").expect("a list of processes");
    let command = |entry: fs::DirEntry| {
        let bytes = fs::read(entry.path().join("cmdline")).ok()?;
        let line = String::from_utf8_lossy(&bytes).replace('\0', " ");
        line.contains(mark).then_some(line)
    };
    entries.filter_map(Result::ok).filter_map(command).collect()
}
