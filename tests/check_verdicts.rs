//! C programs as tests of `cegar check`: every `tests/c/check/*/*.c` says in its first lines what is to be answered.
//!
//! ```text
//! // proved: -D BUG=0         `cegar check FILE -D BUG=0` proves it
//! // bug: -D BUG=1            and finds a bug so; the bug guards soundness, the proof precision
//! // unknown: -D BUG=0        an imprecision that is accepted; a proof would be right as well
//! // says: some words         which the answer before has
//! ```
//!
//! One file: `cargo test --test check_verdicts integers/NAME`; one folder: `cargo test --test check_verdicts integers/`.
//!
//! Most were run by gcc with many inputs before they came here: with `BUG=0` no run may fail, with `BUG=1` some must. The
//! others are those in which what decides is beyond a run (memory that was never set, functions without a body, rules),
//! and a few whose truth is plain to see.

use std::path::Path;
use std::process::{Command, ExitCode};

#[allow(dead_code)] // Each test uses its own part.
mod support;

use support::{each_file, header};

/// Seconds for one command: many times what it takes.
const LIMIT: &str = "20";

/// What is wrong with a case, if something is.
fn check(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let expected = [("proved", 0), ("bug", 10), ("unknown", 5)];
    let mut commands = 0;
    let mut said = String::new();
    for (key, arguments) in header(&text) {
        if key == "says" && !said.contains(arguments) {
            return Err(format!("no '{arguments}' in:\n{said}"));
        }
        let Some(&(_, code)) = expected.iter().find(|(word, _)| *word == key) else {
            continue;
        };
        commands += 1;
        let output = Command::new(env!("CARGO_BIN_EXE_cegar"))
            .current_dir(path.parent().expect("a folder"))
            .arg("check")
            .arg(path.file_name().expect("a name"))
            .args(arguments.split_whitespace())
            .args(["--time-limit", LIMIT])
            .output()
            .map_err(|e| e.to_string())?;
        let answer = output.status.code();
        said = support::shown(&output);
        if answer != Some(code) {
            return Err(format!("{arguments}: {answer:?} in place of {key}\n{said}"));
        }
    }
    match commands {
        0 => Err("it says nothing of what is expected".into()),
        _ => Ok(()),
    }
}

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c/check");
    let folders = std::fs::read_dir(root).expect("the folder of tests");
    let names = folders.map(|folder| folder.expect("a readable folder").file_name());
    let mut names: Vec<String> = names.map(|n| n.into_string().expect("UTF-8")).collect();
    names.sort();
    let trials = names.iter();
    let trials = trials.flat_map(|name| each_file(name, &format!("c/check/{name}"), "c", check));
    support::run(trials.collect())
}
