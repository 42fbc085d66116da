//! `cegar check` on the whole corpus: every verdict is the expected one.
//!
//! An expected bug guards soundness, an expected proof guards precision. What is not proved yet is in the folder
//! `open`: there, too, no verdict may be wrong. One task or folder: `cargo test --test check_corpus corpus/rules/`.

#[path = "support/corpus.rs"]
mod corpus;

#[allow(dead_code)] // Each test uses its own part.
mod support;

use std::process::ExitCode;

use corpus::{Task, root};
use libtest_mimic::Trial;

/// Seconds for what should be solved, and for what should not be.
const TIME_LIMIT_SECONDS: &str = "60";
const OPEN_TIME_LIMIT_SECONDS: &str = "4";

fn main() -> ExitCode {
    let tasks = corpus::tasks();
    assert!(tasks.len() > 220, "{}", tasks.len());
    let name = "every_program_of_the_corpus_is_a_task";
    let mut trials = vec![support::function(
        name,
        every_program_of_the_corpus_is_a_task,
    )];
    trials.extend(tasks.into_iter().map(|task| {
        let name = task.name.clone();
        Trial::test(name, move || Ok(run(&task)?))
    }));
    support::run(trials)
}

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
    let limit = if is_open {
        OPEN_TIME_LIMIT_SECONDS
    } else {
        TIME_LIMIT_SECONDS
    };
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
