//! The programs of the corpus, as tasks.

use std::path::{Path, PathBuf};
use std::process::Command;

/// As `cegar batch --list=json` prints it.
#[derive(serde::Deserialize)]
pub(crate) struct Task {
    pub(crate) name: String,
    pub(crate) files: Vec<String>,
    pub(crate) property: Option<String>,
    entry: Option<String>,
    data_model: Option<String>,
    arguments: Vec<String>,
    expected: Option<String>,
    pub(crate) violation: Option<String>,
}

impl Task {
    /// The exit code that is expected.
    pub(crate) fn code(&self) -> Result<i32, String> {
        match self.expected.as_deref() {
            Some("proved") => Ok(0),
            Some("bug") => Ok(10),
            _ => Err(format!("{}: no answer is expected", self.name)),
        }
    }

    /// `cegar check` of it.
    pub(crate) fn check(&self) -> Command {
        let mut command = cegar();
        command.arg("check").args(&self.files).args(&self.arguments);
        for (option, value) in [
            ("--property", &self.property),
            ("--entry", &self.entry),
            ("--data-model", &self.data_model),
        ] {
            if let Some(value) = value {
                command.args([option, value]);
            }
        }
        command
    }
}

/// All of them, in order.
pub(crate) fn tasks() -> Vec<Task> {
    let output = cegar()
        .args(["batch", "corpus", "--list=json"])
        .output()
        .expect("cegar runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let lines = output.stdout.split(|&byte| byte == b'\n');
    lines
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).expect("a task"))
        .collect()
}

fn cegar() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cegar"));
    command.current_dir(root());
    command
}

/// Of the project; paths of tasks begin here.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The C files of a folder and its subfolders, in order.
pub(crate) fn programs(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the corpus is there");
    let mut found = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(programs(&path));
        } else if path.extension().is_some_and(|e| e == "c") {
            found.push(path);
        }
    }
    found.sort();
    found
}
