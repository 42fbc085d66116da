//! `cegar check` on the whole corpus: every verdict is the expected one.
//!
//! An expected bug guards soundness, an expected proof guards precision. What is not proved yet is in the folder
//! `open`: there, too, no verdict may be wrong.

#[path = "support/corpus.rs"]
mod corpus;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use corpus::{Task, root};

/// Seconds for what should be solved, and for what should not be.
const PATIENCE: &str = "60";
const IMPATIENCE: &str = "4";

#[test]
fn every_verdict_is_the_expected_one() {
    let tasks = corpus::tasks();
    assert!(tasks.len() > 220, "{}", tasks.len());
    let next = AtomicUsize::new(0);
    let problems = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(problem) = run(task) {
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
    let tasks = corpus::tasks();
    for folder in ["drivers", "open", "rules", "examples", "svcomp"] {
        for file in corpus::programs(&root().join("corpus").join(folder)) {
            let known = tasks
                .iter()
                .any(|t| t.files.iter().any(|f| file == root().join(f)));
            assert!(known, "{} is in no task", file.display());
        }
    }
}

fn run(task: &Task) -> Result<(), String> {
    let expected = task.code()?;
    let is_open = task.name.starts_with("corpus/open/") && expected == 0;
    let limit = if is_open { IMPATIENCE } else { PATIENCE };
    let output = task
        .check()
        .args(["--time-limit", limit, "--memory-limit", "2500"])
        .output()
        .map_err(|problem| problem.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let first = text.lines().next().unwrap_or_default();
    let (name, code) = (&task.name, output.status.code());
    match code {
        Some(5) if is_open => Ok(()),
        Some(code) if code == expected => match &task.violation {
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
