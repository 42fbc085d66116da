//! What is told of a run: the summary, `show`, `compare`, and the files for other programs.

use serde_json::{Value, json};

use super::support::Corpus;

fn record(task: &str, verdict: &str, seconds: f64) -> Value {
    json!({
        "schema": 1, "task": task, "group": "drivers", "files": [task], "property": "mutex",
        "verdict": verdict, "started": 0, "seconds": seconds, "cpu_seconds": seconds,
        "memory_mb": 10.0, "version": "0", "options": [], "inputs": {},
    })
}

fn write_run(corpus: &Corpus, run: &str, records: &[Value]) {
    let lines: String = records.iter().map(|record| format!("{record}\n")).collect();
    corpus.write(&format!("{run}/results.jsonl"), &lines);
}

#[test]
fn a_run_is_summed_up_and_can_be_shown_again() {
    let corpus = Corpus::new("shown");
    corpus.write(
        "good/a.c",
        "void reach_error(void);\nint main(void) { int a = 1; if (a == 2) reach_error(); }\n",
    );
    corpus.write(
        "bad/b.c",
        "void reach_error(void);\nint main(void) { reach_error(); }\n",
    );
    corpus.write("tasks.csv", "path,expected\ngood/a.c,true\nbad/b.c,false\n");
    let files = [
        "--csv",
        "run.csv",
        "--junit",
        "run.xml",
        "--sarif",
        "run.sarif",
    ];
    let told = corpus.batch(&[&["tasks.csv", "--out", "run"][..], &files].concat());
    assert_eq!(told.code, Some(0), "{told:?}");
    let table: Vec<&str> = told.stdout.lines().collect();
    assert!(
        table[0].starts_with("folder  rule        tasks  proved  bug  "),
        "{told:?}"
    );
    assert!(
        table[1].starts_with("bad     assertions      1       0    1  "),
        "{told:?}"
    );
    assert!(
        table[3].starts_with("total                   2       1    1  "),
        "{told:?}"
    );
    assert!(
        told.stdout
            .contains("2 right, 0 wrong, 0 missing; SV-COMP score 3 of 3"),
        "{told:?}"
    );
    let shown = corpus.batch(
        &[
            &["show", "run"][..],
            &[
                "--csv",
                "again.csv",
                "--junit",
                "again.xml",
                "--sarif",
                "again.sarif",
            ],
        ]
        .concat(),
    );
    assert_eq!((shown.code, &shown.stdout), (Some(0), &told.stdout));
    for (first, second) in [
        ("run.csv", "again.csv"),
        ("run.xml", "again.xml"),
        ("run.sarif", "again.sarif"),
    ] {
        let read =
            |name: &str| std::fs::read_to_string(corpus.folder.join(name)).expect("it was written");
        assert_eq!(read(first), read(second));
    }
    let file = corpus.batch(&["show", "run/results.jsonl", "--by", "rule"]);
    assert!(file.stdout.starts_with("rule        tasks"), "{file:?}");
}

#[test]
fn comparing_tells_what_is_worse() {
    let corpus = Corpus::new("compared");
    write_run(
        &corpus,
        "old",
        &[record("a", "proved", 1.0), record("b", "bug", 1.0)],
    );
    write_run(
        &corpus,
        "bug",
        &[record("a", "bug", 1.0), record("b", "proved", 9.0)],
    );
    write_run(
        &corpus,
        "lost",
        &[record("a", "unknown", 1.0), record("b", "bug", 9.0)],
    );
    let code = |old: &str, new: &str| corpus.batch(&["compare", old, new]).code;
    assert_eq!(code("old", "old"), Some(0));
    assert_eq!(code("old", "bug"), Some(10));
    assert_eq!(code("old", "lost"), Some(5));
    assert_eq!(code("old", "nowhere"), Some(2));
    let told = corpus.batch(&["compare", "old", "bug"]);
    let expected = "\
2 tasks in both runs: 2 with another answer, 0 slower, 0 faster; 2.0 s of CPU, now 10.0 s

new bugs: 1
  a: proved; now bug

fixed: 1
  b: bug; now proved
";
    assert_eq!(told.stdout, expected);
    let slower = corpus.batch(&["compare", "old", "lost"]);
    assert!(
        slower.stdout.contains("slower: 1\n  b: 1.0 s, now 9.0 s\n"),
        "{slower:?}"
    );
    let patient = corpus.batch(&["compare", "old", "lost", "--factor", "10"]);
    assert!(!patient.stdout.contains("slower: 1\n"), "{patient:?}");
}

#[test]
fn a_run_that_is_not_over_can_be_shown() {
    let corpus = Corpus::new("shown-early");
    write_run(&corpus, "run", &[record("a", "bug", 1.0)]);
    corpus.write(
        "run/run.json",
        r#"{"schema": 1, "version": "0", "command": [], "tasks": 3, "problems": []}"#,
    );
    let told = corpus.batch(&["show", "run", "--list", "bug"]);
    assert!(
        told.stdout.contains("2 of 3 tasks have not been run"),
        "{told:?}"
    );
    assert!(told.stdout.contains("\nbug: 1\n  a: bug\n"), "{told:?}");
}

/// Not when the night is over.
#[test]
fn files_that_cannot_be_written_are_refused_before_the_run() {
    let corpus = Corpus::new("unwritable");
    corpus.write("a.c", "int main(void) { return 0; }\n");
    corpus.write("mine.c", "int f(void);\n");
    corpus.write("there.csv", "old\n");
    let checker = corpus.checker("touch ran; exit 0");
    for (more, words) in [
        (
            &["--csv", "no/where.csv"][..],
            "cannot write no/where.csv: ",
        ),
        (&["--csv", "there.csv", "--junit", "."], "cannot write .: "),
        (&["--sarif", "mine.c"], "cannot write mine.c: it is there, "),
        (
            &["--csv", "r", "--sarif", "r"],
            "cannot write r: two of the files",
        ),
        (&["--save", "a.c"], "cannot make a.c: "),
    ] {
        let arguments = ["a.c", "--checker", &checker, "--out", "run"];
        let told = corpus.batch(&[&arguments[..], more].concat());
        assert_eq!(told.code, Some(2), "{told:?}");
        assert!(told.stderr.contains(words), "{told:?}");
        assert!(!corpus.folder.join("ran").exists(), "{told:?}");
    }
    // The run has not begun, and nothing is lost or left by looking.
    let old = std::fs::read_to_string(corpus.folder.join("there.csv"));
    assert_eq!(old.expect("it is there"), "old\n");
    assert!(!corpus.folder.join("r").exists());
    let told = corpus.batch(&["a.c", "--out", "run", "--csv", "run/r.csv"]);
    assert_eq!(told.code, Some(0), "{told:?}");
    assert!(corpus.folder.join("run/r.csv").exists());
}
