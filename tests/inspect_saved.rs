//! `cegar inspect` on runs that `cegar check --save` wrote.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn cegar(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cegar"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/drivers/slam-npackets"))
        .args(arguments)
        .output()
        .expect("cegar runs")
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("inspect-{name}"));
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("an old folder goes");
    }
    folder
}

fn saved(name: &str, file: &str) -> String {
    let folder = folder(name);
    let folder = folder.to_str().expect("a path in UTF-8").to_owned();
    cegar(&["check", file, "--property", "lock.spec", "--save", &folder]);
    folder
}

#[test]
fn a_proof_iteration_by_iteration() {
    let folder = saved("proof", "good.c");
    let list = stdout(&cegar(&["inspect", &folder]));
    let mut iterations = list
        .split("iteration ")
        .skip(1)
        .filter(|t| t.contains(" new\n"));
    assert!(iterations.clone().count() > 1, "{list}");
    let first = iterations.next().expect("a first one");
    assert!(first.starts_with("1: 0 predicates, 0 new\n"), "{list}");
    assert!(
        first.contains("cannot hold there:\n    lock.spec:"),
        "{list}"
    );
    let found = "found because the path of iteration ";
    assert!(list.contains(found), "{list}");
    assert!(
        list.contains("    everywhere: nPackets == nPacketsOld\n"),
        "{list}"
    );
    assert!(
        list.ends_with("  no path to a violation was found\n"),
        "{list}"
    );
}

#[test]
fn a_boolean_program_beside_its_source() {
    let folder = saved("beside", "good.c");
    let list = stdout(&cegar(&["inspect", &folder]));
    let last = list.matches(" new\n").count().to_string();
    let text = stdout(&cegar(&["inspect", &folder, "--iteration", &last]));
    assert!(text.contains("\nChanges since iteration "), "{text}");
    let program = std::fs::read_to_string(Path::new(&folder).join(&last).join("program.bp"));
    let program = program.expect("a saved program");
    let table = text
        .split("beside the source:\n\n")
        .nth(1)
        .expect("a table");
    let mut right = table.lines().filter_map(|line| line.split_once(" | "));
    for statement in program.lines().filter(|line| line.starts_with(' ')) {
        let stands = right.any(|(_, right)| right == statement);
        assert!(stands, "{statement} in its place\n{text}");
    }
    let beside = |source: &str, statement: &str| {
        table
            .lines()
            .any(|line| line.starts_with(source) && line.contains(statement))
    };
    assert!(
        beside("good.c:16  nPacketsOld = nPackets;", " | "),
        "{text}"
    );
    assert!(
        beside("good.c:23  } while", "nPackets == nPacketsOld"),
        "{text}"
    );
}

#[test]
fn a_bug_ends_with_its_path() {
    let folder = saved("bug", "bad.c");
    let list = stdout(&cegar(&["inspect", &folder]));
    assert!(
        list.ends_with("  not excluded: the run ended with it\n"),
        "{list}"
    );
}

#[test]
fn a_second_run_replaces_the_first() {
    let folder = saved("twice", "good.c");
    let first = stdout(&cegar(&["inspect", &folder]));
    let next = (first.matches(" new\n").count() + 1).to_string();
    let stale = Path::new(&folder).join(next);
    std::fs::create_dir_all(&stale).expect("a folder");
    for file in ["program.bp", "predicates.txt"] {
        std::fs::write(stale.join(file), "").expect("a file");
    }
    assert_ne!(stdout(&cegar(&["inspect", &folder])), first);
    cegar(&[
        "check",
        "good.c",
        "--property",
        "lock.spec",
        "--save",
        &folder,
    ]);
    assert_eq!(stdout(&cegar(&["inspect", &folder])), first);
}

#[test]
fn mistakes_are_named() {
    let folder = saved("mistakes", "good.c");
    for (arguments, code, words) in [
        (vec!["inspect", "."], 2, "there is no saved run here"),
        (
            vec!["inspect", &folder, "--iteration", "0"],
            2,
            "the iterations 1 to ",
        ),
        (
            vec!["inspect", &folder, "--iteration", "99"],
            2,
            "the iterations 1 to ",
        ),
        (
            vec!["inspect", "good.c", "--iteration", "1"],
            1,
            "`cegar check --save`",
        ),
    ] {
        let output = cegar(&arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
}
