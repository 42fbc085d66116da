//! Which tasks are run again, and what is told of runs that are not finished.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use crate::support::Corpus;

const PROVES: &str = "echo '{\"verdict\": \"proved\"}'";

#[test]
fn only_failed_does_not_hide_what_was_never_run() {
    let corpus = Corpus::new("failed-and-left");
    for task in ["a.c", "b.c"] {
        corpus.write(task, "int main(void) { return 0; }\n");
    }
    let checker = corpus.checker(PROVES);
    let told = corpus.batch(&["a.c", "--out", "run", "--checker", &checker]);
    assert_eq!(told.code, Some(0), "{told:?}");
    let both = ["a.c", "b.c", "--out", "run", "--checker", &checker];
    let told = corpus.batch(&[&both[..], &["--only-failed"]].concat());
    assert_eq!(told.code, Some(130), "{told:?}");
    assert!(
        told.stdout.contains("1 of 2 tasks have not been run"),
        "{told:?}"
    );
    let told = corpus.batch(&[&both[..], &["--resume"]].concat());
    assert_eq!(told.code, Some(0), "{told:?}");
}

#[test]
fn other_arguments_are_a_change_and_other_limits_are_none() {
    let corpus = Corpus::new("other-arguments");
    corpus.write("a.c", "int main(void) { return 0; }\n");
    let checker = corpus.checker(PROVES);
    let run = |more: &[&str]| {
        let always = [
            "a.c",
            "--out",
            "run",
            "--only-changed",
            "--checker",
            &checker,
        ];
        corpus.batch(&[&always[..], more].concat()).stderr
    };
    assert!(run(&[]).contains("to run: 1 of 1"));
    assert!(run(&["--time-limit", "7"]).contains("to run: 0 of 1"));
    assert!(run(&["--", "-DX"]).contains("to run: 1 of 1"));
    assert!(run(&["--", "-DX"]).contains("to run: 0 of 1"));
    assert!(run(&[]).contains("to run: 1 of 1"));
}

#[test]
fn what_is_edited_while_it_is_checked_is_checked_again() {
    let corpus = Corpus::new("meanwhile");
    corpus.write("a.c", "#include \"a.h\"\nint main(void) { return 0; }\n");
    corpus.write("b.c", "#include \"b.h\"\nint main(void) { return 0; }\n");
    corpus.write("a.h", "");
    corpus.write("b.h", "");
    // What was written just before a check might have been written during it.
    let settle = || sleep(Duration::from_millis(50));
    let files = "{\"verdict\": \"proved\", \"files\": [\"$n.c\", \"$n.h\"]}";
    let answer = files.replace('"', "\\\"");
    let editing = |file: &str| {
        corpus.checker(&format!(
            "n=${{CEGAR_TASK%.c}}; test $n = a && echo '/* edited */' >> {file}; echo \"{answer}\""
        ))
    };
    let run = |checker: &str| {
        let options = ["a.c", "b.c", "--out", "run", "--only-changed"];
        settle();
        corpus
            .batch(&[&options[..], &["--checker", checker]].concat())
            .stderr
    };
    assert!(run(&editing("a.c")).contains("to run: 2 of 2"));
    assert!(run(&editing("a.h")).contains("to run: 1 of 2"));
    let quiet = editing("/dev/null");
    assert!(run(&quiet).contains("to run: 1 of 2"));
    assert!(run(&quiet).contains("to run: 0 of 2"));
}

#[test]
fn a_start_that_failed_leaves_no_run() {
    let corpus = Corpus::new("failed-start");
    corpus.write("a.c", "int main(void) { return 0; }\n");
    corpus.write("run/results.jsonl", "");
    let told = corpus.batch(&["a.c", "--out", "run"]);
    assert!(told.stderr.contains("to run: 1 of 1"), "{told:?}");
    let again = corpus.batch(&["a.c", "--out", "run"]);
    assert_eq!(again.code, Some(1), "{again:?}");
}

#[test]
fn showing_a_run_tells_of_lines_that_are_no_records() {
    let corpus = Corpus::new("torn-show");
    corpus.write("run/results.jsonl", "{\"schema\": 1, \"task\": \"a\n");
    let told = corpus.batch(&["show", "run"]);
    assert!(
        told.stderr.contains("lines that are no records"),
        "{told:?}"
    );
}

#[test]
fn a_run_that_is_not_finished_is_no_good_news() {
    let corpus = Corpus::new("compare-unfinished");
    for task in ["a.c", "b.c"] {
        corpus.write(task, "int main(void) { return 0; }\n");
    }
    let checker = corpus.checker(PROVES);
    for run in ["old", "new"] {
        corpus.batch(&["a.c", "b.c", "--out", run, "--checker", &checker]);
    }
    assert_eq!(corpus.batch(&["compare", "old", "new"]).code, Some(0));
    let results = corpus.folder.join("new/results.jsonl");
    let text = fs::read_to_string(&results).expect("results");
    let first = text.split_inclusive('\n').next().expect("a line");
    fs::write(&results, first).expect("written");
    let told = corpus.batch(&["compare", "old", "new"]);
    assert_eq!(told.code, Some(5), "{told:?}");
    assert!(
        told.stderr.contains("the run is not finished: 1 task"),
        "{told:?}"
    );
    assert_eq!(corpus.batch(&["compare", "new", "old"]).code, Some(0));
}
