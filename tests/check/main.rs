//! `cegar check` on the worked examples of the literature, as people and scripts see it.

mod all_rules;
mod answers;
mod limits;
mod refused;
mod saved;
mod stories;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs in `corpus/examples`.
fn check(arguments: &[&str]) -> Output {
    cegar("check", arguments)
}

fn cegar(command: &str, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cegar"))
        .current_dir(corpus().join("examples"))
        .arg(command)
        .args(arguments)
        .output()
        .expect("cegar runs")
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The answer, whose exit code must fit to its first word.
#[track_caller]
fn answer(arguments: &[&str]) -> String {
    let output = check(arguments);
    let text = stdout(&output);
    let expected = match text.split(':').next() {
        Some("proved") => 0,
        Some("bug") => 10,
        Some("don't know" | "not applicable") => 5,
        _ => panic!("{arguments:?}: {text}{}", stderr(&output)),
    };
    assert_eq!(
        output.status.code(),
        Some(expected),
        "{arguments:?}: {text}"
    );
    text
}

#[track_caller]
fn expect_bug(arguments: &[&str], first_line: &str) -> String {
    let text = answer(arguments);
    assert_eq!(
        text.lines().next(),
        Some(first_line),
        "{arguments:?}\n{text}"
    );
    text
}

#[track_caller]
fn expect_proof(arguments: &[&str]) -> String {
    let text = answer(arguments);
    assert!(text.starts_with("proved: "), "{arguments:?}: {text}");
    text
}

const LOCK: [&str; 2] = ["--property", "lock.spec"];

fn with_lock<'a>(file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&[file], &LOCK[..], more].concat()
}

/// A folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("check-{name}"));
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("an old folder goes");
    }
    folder
}

fn text_of(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

fn saved(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join(file)).expect("it was saved")
}
