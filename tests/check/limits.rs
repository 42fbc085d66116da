//! Limits and interrupts.

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use super::{check, folder, stdout, text_of};

/// A program that nothing decides in the time there is: the loop must be left to know, and it turns a million times.
const HARD: &str = "
    void reach_error(void);
    unsigned nondet(void);
    int main(void) {
        unsigned a = nondet(), b = nondet(), c = nondet(), n = 0;
        while (n < 1000000) { a = a * b + c; b = b * c + a; c = c * a + b; n++; }
        if (a * a + b * b == c * c + 1 && a * b * c == 12345) reach_error();
        return 0;
    }";

fn hard(name: &str) -> PathBuf {
    let folder = folder(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("hard.c");
    std::fs::write(&file, HARD).expect("written");
    file
}

#[test]
fn limits_are_honoured() {
    let file = hard("limits");
    let started = Instant::now();
    let output = check(&[text_of(&file), "--time-limit", "1"]);
    assert!(
        started.elapsed() < Duration::from_secs(4),
        "{:?}",
        started.elapsed()
    );
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(5), "{text}");
    assert!(
        text.starts_with("don't know: the time limit of 1 s is reached\n"),
        "{text}"
    );
    assert!(
        text.contains("\n  it was ") && text.contains("\nwhat you can do:\n"),
        "{text}"
    );
    let output = check(&[text_of(&file), "--time-limit", "2", "--json", "--stats"]);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(value["verdict"], "unknown");
    assert!(value["phase"].is_string(), "{value}");
    let file = text_of(&file);
    assert_eq!(value["place"]["file"], file, "{value}");
    assert!(value["place"]["line"].is_u64(), "{value}");
    let output = check(&[file, "--memory-limit", "1"]);
    assert_eq!(output.status.code(), Some(5));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_at_once() {
    use std::os::unix::process::ExitStatusExt;
    let file = hard("interrupt");
    let mut child = Command::new(env!("CARGO_BIN_EXE_cegar"))
        .args(["check", text_of(&file), "--time-limit", "60"])
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("cegar starts");
    std::thread::sleep(Duration::from_millis(1500));
    let started = Instant::now();
    let id = child.id().to_string();
    let killed = Command::new("kill").args(["-INT", &id]).status();
    assert!(killed.is_ok_and(|s| s.success()));
    let status = child.wait().expect("it ends");
    assert_eq!(status.signal(), Some(2), "{status:?}");
    assert!(started.elapsed() < Duration::from_secs(2));
}
