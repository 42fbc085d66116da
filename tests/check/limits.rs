//! Limits and interrupts.

use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

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
    let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(value["verdict"], "unknown");
    assert_eq!(value["property"], "assertions");
    assert_eq!(value["entry"], "main");
    assert!(value["phase"].is_string(), "{value}");
    let file = text_of(&file);
    assert_eq!(value["place"]["file"], file, "{value}");
    assert!(value["place"]["line"].is_u64(), "{value}");
    let output = check(&[file, "--memory-limit", "1"]);
    assert_eq!(output.status.code(), Some(5));
}

/// What of the signals that end a program the test itself was started to ignore must not count.
fn started(file: &Path, more: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cegar"));
    command
        .args(["check", text_of(file), "--time-limit", "60"])
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let usual = || {
        // SAFETY: these calls are allowed between fork and exec.
        unsafe {
            libc::signal(libc::SIGINT, libc::SIG_DFL);
            libc::signal(libc::SIGTERM, libc::SIG_DFL);
        }
        Ok(())
    };
    // SAFETY: the closure does nothing else.
    unsafe { command.pre_exec(usual) };
    let child = command.spawn().expect("cegar starts");
    std::thread::sleep(Duration::from_millis(1500));
    child
}

fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    let killed = Command::new("kill").args([name, &id]).status();
    assert!(killed.is_ok_and(|s| s.success()));
}

#[test]
fn an_interrupt_ends_it_at_once_and_reports_say_so() {
    let file = hard("interrupt");
    let folder = file.parent().expect("a folder").to_owned();
    let report = |kind: &str| format!("{kind}={}", text_of(&folder.join(format!("r.{kind}"))));
    let kinds = ["json", "sarif", "html", "witness"].map(report);
    let reports: Vec<&str> = kinds.iter().flat_map(|k| ["--report", k]).collect();
    for (name, number) in [("INT", 2), ("TERM", 15)] {
        let child = started(&file, &reports);
        let since = Instant::now();
        signal(&child, &format!("-{name}"));
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.signal(), Some(number), "{output:?}");
        assert!(since.elapsed() < Duration::from_secs(4));
        let words = format!("don't know: interrupted (SIG{name})\n  it was ");
        let text = stdout(&output);
        assert!(text.starts_with(&words), "{text}");
        assert!(!text.contains("--time-limit"), "{text}");
        let read = |kind: &str| std::fs::read_to_string(folder.join(format!("r.{kind}")));
        let json = |kind: &str| -> Value {
            let text = read(kind).expect("a report");
            serde_json::from_str(&text).expect("JSON")
        };
        assert_eq!(json("json")["verdict"], "unknown");
        assert_eq!(json("json")["limit"], "interrupt");
        let sarif = json("sarif");
        let run = &sarif["runs"][0];
        assert_eq!(run["results"][0]["kind"], "open");
        let invocation = &run["invocations"][0];
        assert_eq!(invocation["exitSignalNumber"], number);
        assert_eq!(invocation["exitSignalName"], format!("SIG{name}"));
        assert_eq!(invocation["exitCode"], Value::Null);
        assert_eq!(invocation["executionSuccessful"], false);
        let page = read("html").expect("a report");
        assert!(page.contains("interrupted (SIG"), "{page}");
        assert!(read("witness").is_err(), "there is no answer to witness");
    }
}

/// A report that nobody takes holds the first signal up.
#[test]
fn a_second_interrupt_waits_for_nothing() {
    let file = hard("impatient");
    let pipe = file.with_file_name("pipe");
    let _ = std::fs::remove_file(&pipe);
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|s| s.success()));
    // Somebody listens, and reads nothing; the pipe is full already.
    let mut listens = std::fs::OpenOptions::new()
        .read(true)
        .write(true)
        .custom_flags(libc::O_NONBLOCK)
        .open(&pipe)
        .expect("a pipe");
    while listens.write(b" ").is_ok() {}
    let report = format!("html={}", text_of(&pipe));
    let child = started(&file, &["--report", &report]);
    signal(&child, "-INT");
    std::thread::sleep(Duration::from_millis(300));
    let since = Instant::now();
    signal(&child, "-INT");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.signal(), Some(2), "{output:?}");
    assert!(since.elapsed() < Duration::from_secs(1));
    drop(listens);
}
