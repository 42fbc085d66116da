//! `cegar check … --report witness=FILE`, held against gcc.
//!
//! A violation witness is followed: the program is changed at the places that the witness names, so that calls return
//! what it says and branchings are compared with it, and must get to the place of the violation that way. An invariant
//! is put into the condition of its loop, and must hold in runs with random values. Nothing of this shares code with what
//! writes witnesses.
//!
//! One program: `cargo test --test witness programs/bug-branches`.

mod follow;
mod invariants;
mod read;

#[allow(dead_code)] // Each test uses its own part.
#[path = "../support/mod.rs"]
mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

use libtest_mimic::Trial;
use read::Witness;

/// Seconds for one command: many times what it takes.
const LIMIT: &str = "20";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/witness/programs")
}

/// A folder of a test's own.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("witness-{name}"));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// The programs whose names begin so.
fn programs(prefix: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder()).expect("the folder of programs");
    let names = entries.map(|e| e.expect("readable").file_name().into_string());
    let mut names: Vec<String> = names.map(|n| n.expect("UTF-8")).collect();
    names.retain(|name| name.starts_with(prefix));
    names.sort();
    assert!(!names.is_empty());
    names
}

/// Runs `cegar check` in the folder of the programs; the witness is at the path.
fn check(program: &str, witness: &Path, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cegar"))
        .current_dir(folder())
        .env("SOURCE_DATE_EPOCH", "1700000000")
        .args(["check", program, "--time-limit", LIMIT, "--report"])
        .arg(format!("witness={}", witness.display()))
        .args(more)
        .output()
        .expect("cegar runs")
}

/// The arguments that a program's first line asks for, behind `// cegar:`.
fn arguments(text: &str) -> Vec<&str> {
    let first = text.lines().next().unwrap_or_default();
    let told = first.strip_prefix("// cegar:").unwrap_or_default();
    told.split_whitespace().collect()
}

fn witness_of(program: &str, code: i32, scratch: &Path) -> (String, Witness) {
    let text = std::fs::read_to_string(folder().join(program)).expect("a program");
    let file = scratch.join(format!("{program}.yml"));
    let output = check(program, &file, &arguments(&text));
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(code), "{program}: {said}");
    let yaml = std::fs::read_to_string(file).expect("a witness");
    let witness = Witness::read(&yaml);
    assert_eq!(witness.files, [program]);
    (text, witness)
}

/// The execution of a bug can be followed.
fn bug(program: &str) {
    let scratch = scratch(program);
    let (text, witness) = witness_of(program, 10, &scratch);
    follow::follow(program, &text, &witness, &scratch);
}

/// Invariants hold in every run.
fn proof(program: &str) {
    let scratch = scratch(program);
    let (text, witness) = witness_of(program, 0, &scratch);
    invariants::hold(program, &text, &witness, &scratch);
}

/// A test for every program whose name begins so.
fn each(prefix: &str, test: fn(&str)) -> Vec<Trial> {
    let trial = |program: String| {
        let name = program.trim_end_matches(".c").to_owned();
        Trial::test(format!("programs/{name}"), move || {
            test(&program);
            Ok(())
        })
    };
    programs(prefix).into_iter().map(trial).collect()
}

fn the_same_check_has_the_same_witness() {
    let file = scratch("twice").join("witness.yml");
    let once = || {
        check("bug-branches.c", &file, &["--property", "reach.prp"]);
        std::fs::read_to_string(&file).expect("a witness")
    };
    let first = once();
    assert_eq!(first, once());
    assert!(
        first.contains("creation_time: \"2023-11-14T22:13:20Z\""),
        "{first}"
    );
}

fn without_an_answer_there_is_no_witness() {
    let file = scratch("none").join("witness.yml");
    std::fs::write(&file, "old").expect("a file can be written");
    let output = check("bug-branches.c", &file, &["--property", "irql"]);
    assert_eq!(output.status.code(), Some(5));
    assert!(!file.exists());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("no witness"), "{said}");
}

fn a_rule_is_named_and_the_last_statement_is_the_target() {
    let scratch = scratch("rule");
    let (text, witness) = witness_of("rule-spinlock.c", 10, &scratch);
    assert_eq!(witness.specification, "spinlock");
    let line = text
        .lines()
        .nth(witness.steps.last().expect("a target").line - 1);
    assert_eq!(line.expect("a line").trim(), "spin_lock(&lock);");
}

fn main() -> ExitCode {
    let mut trials = each("bug-", bug);
    trials.extend(each("proof-", proof));
    trials.extend([
        support::function(
            "the_same_check_has_the_same_witness",
            the_same_check_has_the_same_witness,
        ),
        support::function(
            "without_an_answer_there_is_no_witness",
            without_an_answer_there_is_no_witness,
        ),
        support::function(
            "a_rule_is_named_and_the_last_statement_is_the_target",
            a_rule_is_named_and_the_last_statement_is_the_target,
        ),
    ]);
    support::run(trials)
}
