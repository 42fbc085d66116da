//! Executions that stop before the violation, and what answers take for granted of memory: the programs of
//! `tests/faults`, whose README says how they are written.

use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn executions_that_stop_are_no_bugs_of_what_comes_after() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults");
    let files = std::fs::read_dir(&folder).expect("the folder can be read");
    let mut files: Vec<PathBuf> = files.map(|f| f.expect("an entry").path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "c"));
    files.sort();
    assert!(!files.is_empty());
    let wrong: Vec<String> = files.iter().flat_map(|file| check(file)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong with the answer.
fn check(file: &Path) -> Vec<String> {
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
    let tell = |what: String| format!("{}: {what}\n{answer}", file.display());
    wrong.into_iter().map(tell).collect()
}
