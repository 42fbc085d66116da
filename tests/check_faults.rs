//! Executions that stop before the violation, and what answers take for granted of memory: the programs of
//! `tests/faults`, whose README says how they are written.

use std::path::Path;
use std::process::{Command, ExitCode};

#[allow(dead_code)] // Each test uses its own part.
mod support;

fn main() -> ExitCode {
    support::run(support::each_file("faults", "faults", "c", check))
}

/// What is wrong with the answer.
fn check(file: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(file).expect("the file can be read");
    let output = Command::new(env!("CARGO_BIN_EXE_cegar"))
        .current_dir(file.parent().expect("a folder"))
        .arg("check")
        .arg(file.file_name().expect("a name"))
        .args(["--time-limit", "60"])
        .output()
        .expect("cegar runs");
    let answer = String::from_utf8_lossy(&output.stdout).into_owned();
    let field = |name: &str| {
        let prefix = format!("// {name}: ");
        let lines = text.lines().filter_map(|line| line.strip_prefix(&prefix));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let mut wrong = Vec::new();
    let verdict = field("verdict");
    assert_eq!(verdict.len(), 1, "{} has one verdict", file.display());
    if !answer.starts_with(&format!("{}:", verdict[0])) {
        wrong.push(format!("is not {}", verdict[0]));
    }
    let missing = field("says")
        .into_iter()
        .filter(|said| !answer.contains(said));
    wrong.extend(missing.map(|said| format!("does not say {said}")));
    let too_much = field("not")
        .into_iter()
        .filter(|said| answer.contains(said));
    wrong.extend(too_much.map(|said| format!("says {said}")));
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(format!("{}\n{answer}", wrong.join("\n"))),
    }
}
