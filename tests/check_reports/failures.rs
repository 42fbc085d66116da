//! Limits, programs that cannot be read, and reports that cannot be written.

use std::process::Command;

use super::{Folder, LOCKS, check_places, parse, result, stderr, with_all};

#[test]
fn at_a_limit_reports_say_so() {
    let folder = Folder::new();
    folder.file(
        "hard.c",
        "void reach_error(void); unsigned nondet(void);
        int main(void) {
            unsigned a = nondet(), b = nondet(), c = nondet(), n = 0;
            while (n < 1000000) { a = a * b + c; b = b * c + a; c = c * a + b; n++; }
            if (a * a + b * b == c * c + 1 && a * b * c == 12345) reach_error();
            return 0;
        }",
    );
    let output = folder.check(&with_all(&["hard.c", "--memory-limit", "1"]));
    assert_eq!(output.status.code(), Some(5), "{}", stderr(&output));
    let arguments = with_all(&["hard.c"]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_cegar"));
    let command = command.current_dir(folder.0.path());
    let output = command
        .arg("check")
        .args(&arguments)
        .args(["--time-limit", "1"])
        .output();
    assert_eq!(output.expect("cegar runs").status.code(), Some(5));
    let answer = folder.json("r.json");
    assert_eq!(answer["verdict"], "unknown");
    assert_eq!(answer["limit"], "time");
    assert!(answer["phase"].is_string(), "{answer}");
    let sarif = folder.json("r.sarif");
    let found = result(&sarif);
    assert_eq!(found["kind"], "open");
    assert_eq!(found["properties"]["phase"], answer["phase"]);
    assert_eq!(found["properties"]["reason"], answer["reason"]);
    let invocation = &sarif["runs"][0]["invocations"][0];
    assert_eq!(invocation["exitCode"], 5);
    assert_eq!(
        invocation["toolExecutionNotifications"][0]["level"],
        "warning"
    );
    let (text, _) = parse(&folder.text("r.html"));
    assert!(text.contains("don't know") && text.contains("the time limit of 1 s is reached"));
}

#[test]
fn a_program_that_cannot_be_read_leaves_no_earlier_answer() {
    let folder = Folder::new();
    folder.file("a.c", "int main(void) { return 0; }");
    let arguments = with_all(&["a.c"]);
    assert_eq!(folder.check(&arguments).status.code(), Some(5));
    assert_eq!(folder.json("r.json")["verdict"], "not applicable");
    folder.file("a.c", "int main(void)\n{ return <; }");
    assert_eq!(folder.check(&arguments).status.code(), Some(2));
    let problems = &folder.json("r.json")["problems"];
    assert_eq!(folder.json("r.json")["verdict"], "error");
    assert_eq!(problems[0]["place"]["line"], 2);
    let sarif = folder.json("r.sarif");
    let run = &sarif["runs"][0];
    assert_eq!(run["results"].as_array().map(Vec::len), Some(0));
    let invocation = &run["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    assert_eq!(invocation["exitCode"], 2);
    let said = &invocation["toolExecutionNotifications"][0];
    assert_eq!(said["level"], "error");
    assert_eq!(said["message"]["text"], problems[0]["message"]);
    check_places(said, run, folder.0.path());
    let (text, _) = parse(&folder.text("r.html"));
    assert!(
        text.contains("no answer") && text.contains("a.c:2:"),
        "{text}"
    );

    // What the front end does not say itself.
    for arguments in [
        &["a.c", "--entry", "absent"][..],
        &["a.c", "--property", "absent"],
        &["a.c", "--predicates", "absent"],
        &["absent.c"],
    ] {
        folder.file("a.c", "int main(void) { return 0; }");
        let output = folder.check(&with_all(arguments));
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        let problems = &folder.json("r.json")["problems"];
        assert!(problems[0]["message"].is_string(), "{problems}");
        let sarif = folder.json("r.sarif");
        let said = &sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"];
        let said = said.as_array().expect("notifications");
        assert!(
            said.iter().any(|said| said["level"] == "error"),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_report_that_cannot_be_written_is_refused_at_once() {
    let folder = Folder::new();
    let source = folder.file("a.c", LOCKS);
    let refused = |report: &str, code: i32, words: &str| {
        let output = folder.check(&["a.c", "--report", report]);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(output.stdout.is_empty());
        assert!(said.contains(words), "{said}");
    };
    refused("html=absent/r.html", 2, "cannot write absent/r.html");
    refused("sarif=.", 2, "cannot write .");
    refused("json=a.c", 2, "the run reads it");
    refused("html=./a.c", 2, "the run reads it");
    folder.file("other.h", "int f(void);");
    refused("json=other.h", 2, "its name is that of a source");
    refused("pdf=r", 1, "there are: html, json, sarif");
    refused("html", 1, "write KIND=FILE");
    refused("html=", 1, "write KIND=FILE");
    refused("html=-", 1, "a report goes to a file");
    assert_eq!(std::fs::read_to_string(source).expect("still there"), LOCKS);
    let output = folder.check(&["a.c", "--report", "html=r", "--report", "sarif=./r"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("another report goes there"));
    let output = folder.check(&["a.c", "--report", "html=/dev/full"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("cannot write /dev/full"));
    assert!(!output.stdout.is_empty(), "the answer is told nevertheless");
}
