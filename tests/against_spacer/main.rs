//! Another engine beside ours: Z3's Spacer on whole programs as Horn clauses. Where both have an answer, it is the same.
//!
//! The programs are those of `tests/c/check` without memory. `HORN_FILES` in the environment names further C files, or
//! preprocessed ones, separated by blanks, for a long run (`HORN_EFFORT`: Z3's units for each): for them it is asked
//! what `cegar check` says.

mod encode;

#[allow(dead_code)] // Each test uses its own part.
#[path = "../support/mod.rs"]
mod support;

use std::path::Path;
use std::process::Command;

use encode::{Answer, solve};
use frontend::input::preprocess;
use frontend::property::{Property, compile_with_property};
use frontend::{Config, Input};
use ir::FuncId;

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

#[derive(Default)]
struct Counts {
    same: usize,
    open: usize,
    wrong: Vec<String>,
}

impl Counts {
    fn note(&mut self, what: String, ours: Answer, theirs: Option<Answer>) {
        match theirs {
            None => {}
            Some(Answer::Unknown) => self.open += 1,
            Some(theirs) if theirs == ours => self.same += 1,
            Some(theirs) => self
                .wrong
                .push(format!("{what}: {ours:?}, but Spacer says {theirs:?}")),
        }
    }
}

#[test]
fn spacer_agrees() {
    let mut counts = Counts::default();
    for folder in ["integers", "control"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/c/check")
            .join(folder);
        let mut files: Vec<_> = std::fs::read_dir(folder)
            .expect("a folder")
            .flatten()
            .collect();
        files.sort_by_key(|file| file.path());
        for path in files.into_iter().map(|file| file.path()) {
            if path.extension().is_some_and(|e| e == "c") {
                file(&path, &mut counts);
            }
        }
    }
    let summary = format!("{} the same, {} open", counts.same, counts.open);
    assert!(
        counts.wrong.is_empty(),
        "{summary}\n{}",
        counts.wrong.join("\n")
    );
    assert!(counts.same >= 20, "too few answers: {summary}");
}

/// Each command that a file expects an answer of.
fn file(path: &Path, counts: &mut Counts) {
    let text = std::fs::read_to_string(path).expect("a readable file");
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
        let theirs = spacer(path, &words, EFFORT);
        counts.note(format!("{} {arguments}", path.display()), ours, theirs);
    }
}

#[test]
fn spacer_agrees_on_other_files() {
    let Ok(files) = std::env::var("HORN_FILES") else {
        return;
    };
    let effort = std::env::var("HORN_EFFORT").ok();
    let effort = effort.map_or(10 * EFFORT, |e| e.parse().expect("a number"));
    let mut counts = Counts::default();
    for path in files.split_whitespace().map(Path::new) {
        let Some(theirs) = spacer(path, &[], effort) else {
            continue;
        };
        let output = Command::new(env!("CARGO_BIN_EXE_cegar"))
            .args(["check", "--time-limit", "20"])
            .arg(path)
            .output()
            .expect("cegar runs");
        match output.status.code() {
            Some(0) => counts.note(path.display().to_string(), Answer::Safe, Some(theirs)),
            Some(10) => counts.note(path.display().to_string(), Answer::Violated, Some(theirs)),
            _ => counts.open += 1,
        }
    }
    #[allow(clippy::print_stderr, reason = "shown with --nocapture")]
    {
        eprintln!("{} the same, {} open", counts.same, counts.open);
    }
    assert!(counts.wrong.is_empty(), "{}", counts.wrong.join("\n"));
}
