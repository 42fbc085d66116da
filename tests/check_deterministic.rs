//! Two runs of `cegar check` print the same bytes and save the same files, whatever else the machine has to do.

#[allow(dead_code)] // Each test uses its own part.
#[path = "support/corpus.rs"]
mod corpus;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use corpus::Task;

/// Every so many tasks of the corpus, one is run twice.
const STEP: usize = 24;

/// What a run leaves behind.
#[derive(PartialEq, Eq)]
struct Left {
    code: Option<i32>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl Left {
    fn is_late(&self) -> bool {
        String::from_utf8_lossy(&self.stdout).contains("time limit")
    }
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let mut wrong = Vec::new();
    let mut compared = 0;
    for (n, task) in corpus::tasks().iter().step_by(STEP).enumerate() {
        let more: &[&str] = if n % 3 == 0 { &["--json"] } else { &[] };
        let alone = run(task, more);
        let busy = while_busy(|| run(task, more));
        // What runs into the limit on time may end anywhere.
        if !alone.is_late() && !busy.is_late() {
            compared += 1;
            wrong.extend(difference(task, &alone, &busy));
        }
    }
    assert!(compared > 4, "only {compared} runs end in time");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn run(task: &Task, more: &[&str]) -> Left {
    let saved = Path::new(env!("CARGO_TARGET_TMPDIR")).join("twice");
    if saved.exists() {
        std::fs::remove_dir_all(&saved).expect("an old folder goes");
    }
    let output = task
        .check()
        .args(["--time-limit", "20", "--save"])
        .arg(&saved)
        .args(more)
        .output()
        .expect("cegar runs");
    let mut files = BTreeMap::new();
    collect(&saved, &mut files);
    assert!(!files.is_empty(), "{} saves nothing", task.name);
    Left {
        code: output.status.code(),
        stdout: output.stdout,
        stderr: output.stderr,
        files,
    }
}

fn collect(folder: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            let bytes = std::fs::read(&path).expect("a saved file can be read");
            files.insert(path, bytes);
        }
    }
}

/// Does something while every core has something else to do.
fn while_busy<T>(work: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let result = work();
        done.store(true, Ordering::Relaxed);
        result
    })
}

fn difference(task: &Task, one: &Left, other: &Left) -> Option<String> {
    if one == other {
        return None;
    }
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut said = format!("{}: {:?} and {:?}\n", task.name, one.code, other.code);
    if one.stdout != other.stdout || one.stderr != other.stderr {
        said += &text(&[&one.stdout[..], &one.stderr].concat());
        said += &text(&[&other.stdout[..], &other.stderr].concat());
    }
    let differ = |path: &&PathBuf| one.files.get(*path) != other.files.get(*path);
    let paths = one.files.keys().chain(other.files.keys());
    if let Some(path) = paths.into_iter().find(differ) {
        said += &format!("{} differs first\n", path.display());
    }
    Some(said)
}
