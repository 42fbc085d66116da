//! Hostile inputs that cannot lie in a repository: names with control characters, files that are too large, processes
//! that are ended. The others are folders of `tests/hostile/`.
#![cfg(target_os = "linux")]

#[allow(dead_code)] // Each test uses its own part.
#[path = "support/hostile.rs"]
mod support;

#[path = "support/source_folders.rs"]
mod source_folders;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use support::Checkout;

const PROGRAM: &[u8] = b"int main(void) { return 0; }\n";

/// Whatever ends us, be it SIGKILL, ends the preprocessor, which waits for a pipe here.

#[test]
fn no_process_outlives_us() {
    let checkout = Checkout::new("outlives");
    checkout.pipe("pipe.h");
    checkout.write(
        "a.c",
        b"#include \"pipe.h\"\nint main(void) { return 0; }\n",
    );
    checkout.write(
        "d/b.c",
        b"#include \"../pipe.h\"\nint main(void) { return 0; }\n",
    );
    for arguments in [
        &["check", "a.c"][..],
        &["run", "a.c"],
        &["batch", "d", "--out", "../run"],
    ] {
        for signal in [libc::SIGKILL, libc::SIGTERM, libc::SIGINT] {
            let _ = fs::remove_dir_all(checkout.path("../run"));
            let mut child = checkout.start(arguments, 6 << 30);
            let since = Instant::now();
            while !checkout.processes().iter().any(|p| p.contains("cc1")) {
                assert!(
                    since.elapsed() < Duration::from_secs(30),
                    "{:?}",
                    checkout.processes()
                );
                std::thread::sleep(Duration::from_millis(5));
            }
            let mut signals = 1;
            if arguments[0] == "batch" && signal == libc::SIGINT {
                // The first one waits for the tasks that run.
                signals = 2;
            }
            for _ in 0..signals {
                // SAFETY: the process is a child that has not been waited for.
                unsafe { libc::kill(child.id().cast_signed(), signal) };
                std::thread::sleep(Duration::from_millis(100));
            }
            child.wait().expect("it ends");
            let since = Instant::now();
            while !checkout.processes().is_empty() {
                assert!(
                    since.elapsed() < Duration::from_secs(10),
                    "{:?}",
                    checkout.processes()
                );
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    }
}

/// The preprocessor starts with no signal blocked, though we wait for some in a thread.
#[test]
fn the_preprocessor_has_no_blocked_signals() {
    let checkout = Checkout::new("blocked");
    let script =
        b"#!/bin/sh\ngrep SigBlk /proc/self/status >&2\nulimit -v >&2\nulimit -c >&2\nexit 1\n";
    checkout.write("my.sh", script);
    checkout.write("a.c", PROGRAM);
    let told = checkout.run(&["check", "a.c", "--cc", "./my.sh", "--memory-limit", "700"]);
    assert!(told.text.contains("0000000000000000"), "{}", told.text);
}

#[test]
fn names_of_files() {
    let checkout = Checkout::new("names");
    for name in [
        "\u{1b}]0;owned\u{7}.c",
        "a\nb.c",
        "=cmd|' /C calc'!A0.c",
        "+1.c",
        "@sum.c",
        "-x.c",
        "<b>&\".c",
    ] {
        checkout.write(name, PROGRAM);
    }
    let csv = "../run.csv";
    let told = checkout.run(&[
        "batch",
        ".",
        "--out",
        "../run",
        "--csv",
        csv,
        "--junit",
        "../run.xml",
    ]);
    assert_eq!(told.code, Some(0), "{}", told.text);
    assert!(!told.text.contains(['\u{1b}', '\u{7}']), "{}", told.text);
    let mut table = csv::Reader::from_path(checkout.path(csv)).expect("a table");
    let mut rows = 0;
    for row in table.records() {
        rows += 1;
        for cell in row.expect("a row").iter() {
            assert!(
                !cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']),
                "{cell}"
            );
        }
    }
    assert_eq!(rows, 7);
    let junit = fs::read_to_string(checkout.path("../run.xml")).expect("written");
    assert!(
        !junit.contains("<b>") && !junit.contains('\u{1b}'),
        "{junit}"
    );
    let list = checkout.run(&["batch", ".", "--list"]);
    assert!(!list.text.contains('\u{1b}'), "{}", list.text);
    let told = checkout.run(&[
        "check",
        "\u{1b}]0;owned\u{7}.c",
        "--report",
        "html=../a.html",
    ]);
    assert!(!told.text.contains('\u{1b}'), "{}", told.text);
}

/// Programs that are large in one way: they end within their limits, and are not internal errors.
#[test]
fn programs_without_measure() {
    let checkout = Checkout::new("measure");
    let many = |text: &str, n: usize| text.repeat(n);
    let programs = [
        (
            "parentheses",
            format!(
                "int main(void) {{ return {}0{}; }}",
                many("(", 200_000),
                many(")", 200_000)
            ),
        ),
        (
            "braces",
            format!(
                "int main(void) {{ {} {} return 0; }}",
                many("{", 200_000),
                many("}", 200_000)
            ),
        ),
        (
            "unary",
            format!("int main(void) {{ return {}1; }}", many("- ", 300_000)),
        ),
        (
            "pointers",
            format!(
                "int {}p; int main(void) {{ return 0; }}",
                many("*", 100_000)
            ),
        ),
        (
            "word",
            format!(
                "int {}; int main(void) {{ return 0; }}",
                many("x", 30_000_000)
            ),
        ),
        (
            "string",
            format!(
                "char s[] = \"{}\"; int main(void) {{ return s[0]; }}",
                many("x", 30_000_000)
            ),
        ),
        (
            "structs",
            format!(
                "{} int x; {} int main(void) {{ return 0; }}",
                many("struct {", 50_000),
                many("} a;", 50_000)
            ),
        ),
        (
            "conditions",
            format!(
                "int main(void) {{ return {}0{}; }}",
                many("1 ? 2 : (", 100_000),
                many(")", 100_000)
            ),
        ),
        (
            "initialiser",
            format!(
                "int a[] = {{ {} }}; int main(void) {{ return a[1]; }}",
                many("1,", 1_000_000)
            ),
        ),
        (
            "arrays",
            format!("int a{}; int main(void) {{ return 0; }}", many("[2]", 60)),
        ),
        (
            "else",
            format!(
                "int main(void) {{ int x = 0; {} x = 1; return x; }}",
                many("if (x) x = 2; else ", 50_000)
            ),
        ),
    ];
    for (name, text) in programs {
        for file in [format!("{name}.c"), format!("{name}.i")] {
            checkout.write(&file, text.as_bytes());
            let limits = ["--time-limit", "15", "--memory-limit", "1500"];
            let told = checkout.run(&[&["check", &file][..], &limits].concat());
            let good = told.code.is_some_and(|code| [0, 2, 5, 10].contains(&code));
            let shown: String = told.text.chars().take(500).collect();
            assert!(good, "{file}: {:?} {:?}: {shown}", told.code, told.signal);
            fs::remove_file(checkout.path(&file)).expect("ours");
        }
    }
}

/// Task files that are large in one way.
#[test]
fn task_files_without_measure() {
    let checkout = Checkout::new("task-files");
    checkout.write("a.c", PROGRAM);
    let deep = |open: &str, close: &str| open.repeat(100_000) + &close.repeat(100_000);
    let files = [
        (
            "a.yml",
            format!("format_version: '2.0'\ninput_files: {}\n", deep("[", "]")),
        ),
        (
            "b.yml",
            format!(
                "format_version: '2.0'\n{}input_files: a.c\n",
                "? ".repeat(100_000)
            ),
        ),
        ("task.toml", format!("property = {}\n", deep("[", "]"))),
        ("compile_commands.json", deep("[", "]")),
        ("tasks.csv", format!("path\n{}\n", "a.c ".repeat(10_000))),
    ];
    for (name, text) in files {
        checkout.write(name, text.as_bytes());
        let told = checkout.run(&["batch", name, "--list"]);
        let shown: String = told.text.chars().take(500).collect();
        assert!(
            told.code.is_some_and(|c| c != 6),
            "{name}: {:?}: {shown}",
            told.signal
        );
        fs::remove_file(checkout.path(name)).expect("ours");
    }
}

/// Whatever the address space that is left, memory that is refused is a reason for "don't know".
#[test]
fn refused_memory_is_no_internal_error() {
    let checkout = Checkout::new("memory");
    let program = "int nondet(void); void reach_error(void);\n\
        int main(void) { unsigned a[64], s = 0, n = nondet();\n\
          for (unsigned i = 0; i < 64; i++) { a[i] = nondet() * (n + i); s ^= a[i] * a[i & n]; }\n\
          for (unsigned i = 0; i < 64; i++) for (unsigned j = 0; j < i; j++) s += a[i] * a[j] % (s | 1);\n\
          if (s == 77777 && a[7] * a[9] == s * s + 1) reach_error(); return 0; }\n";
    checkout.write("a.c", program.as_bytes());
    for megabytes in [100, 200, 250, 300, 350, 400, 450, 500, 600, 700, 800] {
        let told = checkout.run_within(&["check", "a.c", "--time-limit", "10"], megabytes << 20);
        let good = told.code.is_some_and(|code| [0, 5, 10].contains(&code));
        let without_compiler = told.code == Some(2) && told.text.contains("preprocess");
        assert!(
            good || without_compiler,
            "{megabytes} MB: {:?} {:?}: {}",
            told.code,
            told.signal,
            told.text
        );
    }
}

/// Programs are started in one place, which sees to it that they end.
#[test]
fn one_place_starts_programs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut waiting = source_folders::source_folders(root);
    let mut found = Vec::new();
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            waiting.extend(
                fs::read_dir(path)
                    .expect("a folder")
                    .flatten()
                    .map(|e| e.path()),
            );
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let is_test = path.ends_with("tests.rs");
            if code.contains("Command::new") && !is_test {
                found.push(
                    path.strip_prefix(root)
                        .expect("inside")
                        .display()
                        .to_string(),
                );
            }
        }
    }
    assert_eq!(found, ["frontend/src/process/mod.rs"]);
}
