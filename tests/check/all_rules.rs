//! `--all-rules`: every rule that a program has something to do with, in one run.

use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use super::{corpus, folder, stderr, stdout, text_of};

fn all_rules(driver: &str, more: &[&str]) -> Output {
    let file = corpus().join("drivers").join(driver);
    Command::new(env!("CARGO_BIN_EXE_cegar"))
        .args(["check", text_of(&file), "--all-rules"])
        .args(more)
        .output()
        .expect("cegar runs")
}

fn single(driver: &str, rule: &str) -> Output {
    let file = corpus().join("drivers").join(driver);
    Command::new(env!("CARGO_BIN_EXE_cegar"))
        .args(["check", text_of(&file), "--property", rule])
        .output()
        .expect("cegar runs")
}

/// Each rule's answer is the one that a check of it alone gives, to the byte.
#[test]
fn answers_are_those_of_single_checks() {
    let output = all_rules("module-misc/bad.c", &[]);
    let text = stdout(&output);
    let listed = Command::new(env!("CARGO_BIN_EXE_cegar"))
        .args([
            "rules",
            "--for",
            text_of(&corpus().join("drivers/module-misc/bad.c")),
        ])
        .output()
        .expect("cegar runs");
    let listed = stdout(&listed);
    let rules = listed.lines().filter(|line| !line.starts_with(' '));
    let (mut expected, mut bugs) = (String::new(), 0);
    for rule in rules.filter_map(|line| line.split_whitespace().next()) {
        let alone = single("module-misc/bad.c", rule);
        let answer = stdout(&alone);
        bugs += usize::from(alone.status.code() == Some(10));
        if !answer.starts_with("not applicable") {
            expected += &format!("{answer}\n");
        }
    }
    assert!(bugs > 0, "{expected}");
    let summary = text.lines().next_back().expect("a summary");
    assert_eq!(text, format!("{expected}{summary}\n"));
    assert!(summary.contains(" rules: "), "{summary}");
    assert!(summary.contains(&format!("{bugs} bug")), "{summary}");
    assert_eq!(output.status.code(), Some(10), "{text}");
}

#[test]
fn machines_read_one_object() {
    let output = all_rules("module-misc/good.c", &["--json"]);
    let whole: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let rules = whole["rules"].as_array().expect("an array");
    let of = |verdict: &str| rules.iter().filter(|r| r["verdict"] == verdict).count();
    assert!(of("proved") > 0, "{whole}");
    assert_eq!(of("bug"), 0, "{whole}");
    let names: Vec<&Value> = rules.iter().map(|r| &r["property"]).collect();
    assert!(
        names.iter().any(|name| **name == "misc_device"),
        "{names:?}"
    );
    let others = whole["rules_without_events"].as_u64().expect("a number");
    assert!(others > 30, "{whole}");
    let worst = if of("unknown") > 0 { 5 } else { 0 };
    assert_eq!(output.status.code(), Some(worst), "{whole}");
}

#[test]
fn a_limit_is_one_of_each_rule() {
    let output = all_rules("module-misc/bad.c", &["--time-limit", "0.001"]);
    let text = stdout(&output);
    let limits = text
        .matches("don't know: the time limit of 0.001 s is reached")
        .count();
    assert!(limits > 2, "{text}");
    assert_eq!(output.status.code(), Some(5), "{text}");
}

#[test]
fn a_program_without_events_is_not_applicable() {
    let folder = folder("no-rule");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("plain.c");
    std::fs::write(&file, "int main(void) { return 0; }").expect("written");
    let check = |more: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_cegar"))
            .args(["check", text_of(&file), "--all-rules"])
            .args(more)
            .output()
            .expect("cegar runs")
    };
    let output = check(&[]);
    assert_eq!(output.status.code(), Some(5));
    assert!(
        stdout(&output).starts_with("not applicable: no rule "),
        "{output:?}"
    );
    // What does not go together is said.
    let output = check(&["--property", "mutex"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("--all-rules"), "{output:?}");
    // An error is said once, however many rules there are.
    let broken = "void mutex_lock(void *); int main(void) { mutex_lock(0); return nothing; }";
    std::fs::write(&file, broken).expect("written");
    let output = check(&[]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(
        stderr(&output).matches("nothing").count(),
        2,
        "{}",
        stderr(&output)
    );
}

/// What is asked to end while a rule is checked says how far it has come, and ends by the signal.
#[test]
fn an_interrupt_ends_it_with_a_summary() {
    let folder = folder("all-rules-interrupt");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("hard.c");
    let text = "
        void mutex_lock(void *); void mutex_unlock(void *);
        unsigned nondet(void);
        int m;
        int main(void) {
            unsigned a = nondet(), b = nondet(), c = nondet(), n = 0;
            while (n < 1000000) { a = a * b + c; b = b * c + a; c = c * a + b; n++; }
            mutex_lock(&m);
            if (a * a + b * b == c * c + 1 && a * b * c == 12345) mutex_lock(&m);
            mutex_unlock(&m);
            return 0;
        }";
    std::fs::write(&file, text).expect("written");
    let mut child = Command::new(env!("CARGO_BIN_EXE_cegar"))
        .args(["check", text_of(&file), "--all-rules", "--time-limit", "60"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("cegar runs");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let pid = i32::try_from(child.id()).expect("a pid");
    // SAFETY: the process is a child of ours that has not been waited for.
    unsafe { libc::kill(pid, libc::SIGTERM) };
    let mut text = String::new();
    let out = child.stdout.as_mut().expect("a pipe");
    out.read_to_string(&mut text).expect("text");
    let status = child.wait().expect("it ends");
    assert_eq!(status.signal(), Some(libc::SIGTERM), "{status}: {text}");
    assert!(text.contains("don't know: interrupted (SIGTERM)"), "{text}");
    assert!(text.contains("1 don't know: mutex"), "{text}");
}
