//! Another engine beside ours: Z3's Spacer on whole programs as Horn clauses. Where both have an answer, it is the same.
//!
//! The programs are those of `tests/c/check` without memory. `HORN_FILES` in the environment names further C files, or
//! preprocessed ones, separated by blanks, for a long run (`HORN_EFFORT`: Z3's units for each): for them it is asked
//! what `cegar check` says. One file: `cargo test --test against_spacer integers/NAME`.

mod encode;

#[allow(dead_code)] // Each test uses its own part.
#[path = "../support/mod.rs"]
mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicUsize, Ordering};

use encode::{Answer, solve};
use frontend::input::preprocess;
use frontend::property::{Property, compile_with_property};
use frontend::{Config, Input};
use ir::FuncId;
use libtest_mimic::{Arguments, Trial};
use support::each_file;

/// Z3's units for one program in an ordinary test run: some seconds.
const EFFORT: u32 = 1_000_000;

/// What Spacer says of a file, if that can be translated.
fn spacer(path: &Path, defines: &[&str], effort: u32) -> Option<Answer> {
    let mut config = Config::default();
    config.preprocess = preprocess::Config {
        flags: defines.iter().map(|d| (*d).into()).collect(),
        ..config.preprocess
    };
    let inputs = [Input::File(path.into())];
    let checked = compile_with_property(&inputs, &config, &Property::default()).ok()?;
    let violations: Vec<FuncId> = checked.violations.keys().copied().collect();
    solve(&checked.compiled.program, &violations, effort).ok()
}

/// How many answers of Spacer there must be among the files of `tests/c/check`: it could fall silent otherwise.
const LEAST_ANSWERS: usize = 20;

/// How many answers were the same, and how many Spacer has left open.
static SAME: AtomicUsize = AtomicUsize::new(0);
static OPEN: AtomicUsize = AtomicUsize::new(0);

/// Holds two answers against each other.
fn compare(what: &str, ours: Answer, theirs: Option<Answer>) -> Result<(), String> {
    match theirs {
        None => {}
        Some(Answer::Unknown) => _ = OPEN.fetch_add(1, Ordering::Relaxed),
        Some(theirs) if theirs == ours => _ = SAME.fetch_add(1, Ordering::Relaxed),
        Some(theirs) => return Err(format!("{what}: {ours:?}, but Spacer says {theirs:?}")),
    }
    Ok(())
}

/// Each command that a file expects an answer of.
fn expectations(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let mut wrong = Vec::new();
    for (key, arguments) in support::header(&text) {
        let ours = match key {
            "proved" => Answer::Safe,
            "bug" => Answer::Violated,
            _ => continue,
        };
        let words: Vec<&str> = arguments.split_whitespace().collect();
        if words.iter().any(|word| word.starts_with("--")) {
            continue;
        }
        wrong.extend(compare(arguments, ours, spacer(path, &words, EFFORT)).err());
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("\n")),
    }
}

/// What `cegar check` says of a file of `HORN_FILES`.
fn other_file(path: &Path) -> Result<(), String> {
    let effort = std::env::var("HORN_EFFORT").ok();
    let effort = effort.map_or(10 * EFFORT, |e| e.parse().expect("a number"));
    let Some(theirs) = spacer(path, &[], effort) else {
        return Ok(());
    };
    let output = Command::new(env!("CARGO_BIN_EXE_cegar"))
        .args(["check", "--time-limit", "20"])
        .arg(path)
        .output()
        .map_err(|e| e.to_string())?;
    let what = path.display().to_string();
    match output.status.code() {
        Some(0) => compare(&what, Answer::Safe, Some(theirs)),
        Some(10) => compare(&what, Answer::Violated, Some(theirs)),
        _ => {
            OPEN.fetch_add(1, Ordering::Relaxed);
            Ok(())
        }
    }
}

fn main() -> ExitCode {
    let folders = ["integers", "control"];
    let ours = folders.map(|name| each_file(name, &format!("c/check/{name}"), "c", expectations));
    let mut trials: Vec<Trial> = ours.into_iter().flatten().collect();
    let others = std::env::var("HORN_FILES").unwrap_or_default();
    trials.extend(others.split_whitespace().map(|file| {
        let path = PathBuf::from(file);
        Trial::test(format!("other/{file}"), move || Ok(other_file(&path)?))
    }));
    let arguments = Arguments::from_args();
    let is_list = arguments.list;
    let conclusion = libtest_mimic::run(&arguments, trials);
    let (same, open) = (SAME.load(Ordering::Relaxed), OPEN.load(Ordering::Relaxed));
    #[allow(clippy::print_stderr, reason = "a summary of all cases")]
    if !is_list {
        eprintln!("{same} the same, {open} open");
        if conclusion.num_filtered_out == 0 && same < LEAST_ANSWERS {
            eprintln!("too few answers: {LEAST_ANSWERS} at least are expected");
            return ExitCode::FAILURE;
        }
    }
    conclusion.exit_code()
}
