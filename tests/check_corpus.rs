//! `cegar check` on the whole corpus: every verdict is the expected one, or is known to be missing.
//!
//! An expected bug guards soundness, an expected proof guards precision. What is not solved yet stands in [`UNSOLVED`]
//! with the reason; no verdict may be wrong, of those neither.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Drivers that are answered "don't know", and why.
const UNSOLVED: &[(&str, &str)] = &[
    ("drivers/camera-pipeline/good.c", NO_PREDICATE),
    ("drivers/elevator-list/good.c", NO_PREDICATE),
    ("drivers/elevator-list/bad.c", NO_PREDICATE),
    ("drivers/free-list/good.c", DIVERGES),
    ("drivers/free-list/bad.c", DIVERGES),
    ("drivers/handle-table/good.c", NO_PREDICATE),
    ("drivers/list-walk/good.c", NO_PREDICATE),
    ("drivers/list-walk/bad.c", NO_PREDICATE),
    ("drivers/memory-chain/good.c", NO_PREDICATE),
    ("drivers/protocol-ops/good.c", NO_PREDICATE),
    ("drivers/refcount-object/good.c", NO_PREDICATE),
    ("drivers/serial-ports/bad.c", NO_PREDICATE),
    ("drivers/tag-set/good.c", NO_PREDICATE),
    ("drivers/tape-drive/good.c", DIVERGES),
    ("drivers/tree-depth/good.c", NO_PREDICATE),
    ("drivers/two-queues/bad.c", NO_PREDICATE),
];

const NO_PREDICATE: &str = "no predicate is found that rules a path out";
const DIVERGES: &str = "refinement does not come to an end";

/// Seconds for what should be solved, and for what should not be.
const PATIENCE: &str = "60";
const IMPATIENCE: &str = "4";

/// As `cegar batch --list=json` prints it.
#[derive(serde::Deserialize)]
struct Task {
    name: String,
    files: Vec<String>,
    property: Option<String>,
    data_model: Option<String>,
    arguments: Vec<String>,
    expected: Option<String>,
    violation: Option<String>,
}

#[test]
fn every_verdict_is_the_expected_one() {
    let tasks = tasks();
    assert!(tasks.len() > 220, "{}", tasks.len());
    for (name, _) in UNSOLVED {
        assert!(tasks.iter().any(|t| t.is(name)), "there is no {name}");
    }
    let next = AtomicUsize::new(0);
    let problems = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(problem) = task.run() {
                        problems.lock().expect("nobody panics").push(problem);
                    }
                }
            });
        }
    });
    let mut problems = problems.into_inner().expect("nobody panics");
    problems.sort();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_program_of_the_corpus_is_a_task() {
    let tasks = tasks();
    for folder in ["drivers", "rules", "examples", "svcomp"] {
        for file in programs(&root().join("corpus").join(folder)) {
            let known = tasks
                .iter()
                .any(|t| t.files.iter().any(|f| file == root().join(f)));
            assert!(known, "{} is in no task", file.display());
        }
    }
}

impl Task {
    fn is(&self, name: &str) -> bool {
        self.files == [format!("corpus/{name}")]
    }

    fn code(&self) -> Result<i32, String> {
        match self.expected.as_deref() {
            Some("proved") => Ok(0),
            Some("bug") => Ok(10),
            _ => Err(format!("{}: no answer is expected", self.name)),
        }
    }

    fn run(&self) -> Result<(), String> {
        let unsolved = UNSOLVED.iter().find(|(name, _)| self.is(name));
        let limit = if unsolved.is_some() {
            IMPATIENCE
        } else {
            PATIENCE
        };
        let mut command = cegar();
        command.arg("check").args(&self.files).args(&self.arguments);
        command.args(["--time-limit", limit, "--memory-limit", "2500"]);
        for (option, value) in [
            ("--property", &self.property),
            ("--data-model", &self.data_model),
        ] {
            if let Some(value) = value {
                command.args([option, value]);
            }
        }
        let output = command.output().map_err(|problem| problem.to_string())?;
        let expected = self.code()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let first = text.lines().next().unwrap_or_default();
        let (name, code) = (&self.name, output.status.code());
        match (unsolved, code) {
            (Some((_, reason)), Some(5)) => {
                assert!(!reason.is_empty());
                Ok(())
            }
            // A faster machine may solve more.
            (Some(_), Some(code)) if code == expected => Ok(()),
            (None, Some(code)) if code == expected => match &self.violation {
                Some(message) if code == 10 && !first.contains(message.as_str()) => Err(format!(
                    "{name}: another violation than '{message}': {first}"
                )),
                _ => Ok(()),
            },
            _ => Err(format!(
                "{name}: {code:?} in place of {expected}: {first} {}",
                String::from_utf8_lossy(&output.stderr)
            )),
        }
    }
}

fn tasks() -> Vec<Task> {
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

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The C files of a folder and its subfolders.
fn programs(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the corpus is there");
    let mut found = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(programs(&path));
        } else if path.extension().is_some_and(|e| e == "c") {
            found.push(path);
        }
    }
    found
}
