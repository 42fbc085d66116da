//! Hand-made records and what is told of them.

use quick_junit::{NonSuccessKind, Report, TestCaseStatus};
use serde_json::json;

use super::compare::{Change, Config, compare};
use super::summary::{By, summary};
use super::tally::Tally;
use super::{csv, junit, sarif};
use crate::batch::record::{About, Record, RecordedPlace, Verdict};
use crate::batch::task::Problem;

/// A record of which only some things matter.
fn record(task: &str, verdict: &str, expected: &str) -> Record {
    let (group, _) = task.rsplit_once('/').unwrap_or((".", task));
    let expected = Some(expected).filter(|e| !e.is_empty());
    let record = json!({
        "schema": 1, "task": task, "group": group, "files": [task], "property": "rules/lock.spec",
        "expected": expected, "verdict": verdict, "started": 0, "seconds": 2.0, "cpu_seconds": 1.5,
        "memory_mb": 10.0, "version": "0", "options": [], "inputs": {},
    });
    serde_json::from_value(record).expect("a record")
}

fn with(mut record: Record, reason: &str, cpu_seconds: f64) -> Record {
    record.reason = Some(reason.to_owned());
    record.cpu_seconds = cpu_seconds;
    record
}

#[test]
fn scores_are_those_of_sv_comp() {
    for (verdict, expected, score) in [
        ("proved", "proved", 2),
        ("bug", "bug", 1),
        ("bug", "proved", -16),
        ("proved", "bug", -32),
        ("unknown", "proved", 0),
        ("error", "bug", 0),
        ("not applicable", "proved", 2),
        ("bug", "", 0),
    ] {
        let tally = Tally::of([&record("a", verdict, expected)]);
        assert_eq!(tally.score, score, "{verdict} for {expected}");
    }
    let all = [
        record("a", "proved", "proved"),
        record("b", "unknown", "proved"),
        record("c", "bug", "bug"),
        record("d", "proved", "bug"),
        record("e", "proved", ""),
    ];
    let tally = Tally::of(&all);
    assert_eq!((tally.right, tally.wrong, tally.missing), (2, 1, 1));
    assert_eq!((tally.score, tally.best_score), (-29, 6));
    assert_eq!(tally.verdicts, [3, 1, 1, 0, 0]);
}

#[test]
fn a_summary_in_the_order_of_names() {
    let records = [
        with(record("x/b/2.c", "bug", ""), "locked twice", 61.25),
        record("x/b/1.c", "proved", "proved"),
        with(record("x/a/1.c", "bug", "proved"), "locked twice", 0.25),
        with(record("x/a/2.c", "error", ""), "it crashed\nand more", 0.0),
        with(record("x/a/3.c", "unknown", "bug"), "no time", 1.0),
    ];
    let about = About {
        tasks: 7,
        problems: vec![Problem {
            file: "x/c.yml".into(),
            line: Some(3),
            column: Some(5),
            reason: "there is no file x/c.c".into(),
        }],
        ..About::default()
    };
    let expected = "\
folder  rule  tasks  proved  bug  don't know  error  right  wrong  missing  score  CPU s
x/a     lock      3       0    1           1      1      0      1        1    -16    1.2
x/b     lock      2       1    1           0      0      1      0        0      2   62.8
total             5       1    2           1      1      1      1        1    -14   64.0

of 3 expected answers: 1 right, 1 wrong, 1 missing; SV-COMP score -14 of 5

wrong answers: 1
  x/a/1.c: bug in place of proved: locked twice

bugs: 1
  x/b/2.c: bug: locked twice

errors: 1
  x/a/2.c: error: it crashed

could not be used: 1
  x/c.yml:3:5: there is no file x/c.c

2 of 7 tasks have not been run; --resume goes on
";
    let text = summary(&records, Some(&about), &Default::default());
    assert_eq!(text, expected);

    let config = super::summary::Config {
        by: By::Folder,
        depth: Some(1),
        list: Some(Verdict::Unknown),
    };
    let text = summary(&records, None, &config);
    assert!(text.contains("\nx           5 "), "{text}");
    assert!(
        text.ends_with("\ndon't know: 1\n  x/a/3.c: don't know: no time\n"),
        "{text}"
    );
    assert_eq!(
        summary(&[], None, &Default::default()),
        "no task is finished\n"
    );
}

#[test]
fn a_long_table_is_made_shorter() {
    let many = (0..50).map(|n| record(&format!("x/{n}/a.c"), "proved", ""));
    let mut records: Vec<Record> = many.collect();
    records.push(record("y/0/a.c", "proved", ""));
    let text = summary(&records, None, &Default::default());
    assert_eq!(text.lines().count(), 4, "{text}");
    assert!(text.contains("\nx       lock     50 "), "{text}");
}

#[test]
fn comparing_runs() {
    // The task, its expected verdict, and for each run: the verdict, the reason, the seconds.
    let both = [
        ("same", "", ("proved", "", 1.5), ("proved", "", 1.5)),
        ("new bug", "", ("proved", "", 1.5), ("bug", "", 1.5)),
        (
            "known bug found",
            "bug",
            ("unknown", "", 1.5),
            ("bug", "", 1.5),
        ),
        ("other bug", "", ("bug", "one", 1.0), ("bug", "two", 1.0)),
        ("fixed", "", ("bug", "", 1.5), ("proved", "", 1.5)),
        ("lost", "", ("proved", "", 1.5), ("unknown", "", 1.5)),
        ("lost bug", "", ("bug", "", 1.5), ("error", "", 1.5)),
        ("gained", "", ("unknown", "", 1.5), ("proved", "", 1.5)),
        ("wrong", "bug", ("unknown", "", 1.5), ("proved", "", 1.5)),
        (
            "applies",
            "",
            ("not applicable", "", 1.5),
            ("proved", "", 1.5),
        ),
        ("slower", "", ("unknown", "", 10.0), ("unknown", "", 16.0)),
        (
            "a bit slower",
            "",
            ("proved", "", 10.0),
            ("proved", "", 14.0),
        ),
        (
            "slower, but short",
            "",
            ("proved", "", 0.1),
            ("proved", "", 0.9),
        ),
        ("faster", "", ("proved", "", 10.0), ("proved", "", 5.0)),
    ];
    let made = |task, expected, (verdict, reason, seconds): (&str, &str, f64)| {
        let mut record = with(record(task, verdict, expected), reason, seconds);
        record.reason = record.reason.filter(|reason| !reason.is_empty());
        record
    };
    let mut old: Vec<Record> = both.map(|(t, e, before, _)| made(t, e, before)).into();
    let mut new: Vec<Record> = both.map(|(t, e, _, after)| made(t, e, after)).into();
    old.push(record("gone", "proved", ""));
    new.push(record("added", "proved", ""));
    new[4].inputs.insert("fixed".into(), "another hash".into());
    let comparison = compare(&old, &new, &Config::default());
    let names = |change: Change| -> Vec<&str> {
        let pairs = comparison.changes.get(&change).into_iter().flatten();
        pairs.map(|pair| pair.new.task.as_str()).collect()
    };
    for (change, expected) in [
        (Change::Wrong, &["wrong"][..]),
        (Change::NewBug, &["new bug"]),
        (Change::OtherBug, &["other bug"]),
        (Change::Fixed, &["fixed"]),
        (Change::Lost, &["lost", "lost bug"]),
        (Change::Gained, &["gained", "known bug found"]),
        (Change::Verdict, &["applies"]),
        (Change::Slower, &["slower"]),
        (Change::Faster, &["faster"]),
    ] {
        assert_eq!(names(change), expected, "{change:?}");
    }
    assert!(comparison.has_new_bugs());
    assert_eq!(comparison.common, 14);
    let text = comparison.text();
    for line in [
        "14 tasks in both runs: 9 with another answer, 1 slower, 1 faster; ",
        "\nnew bugs: 1\n  new bug: proved; now bug\n",
        "\nother bugs than before: 1\n  other bug: bug: one; now bug: two\n",
        "\nfixed: 1\n  fixed: bug; now proved (its files have changed)\n",
        "\nslower: 1\n  slower: 10.0 s, now 16.0 s\n",
        "\nonly in the new run: 1\n  added: proved\n",
        "\nonly in the old run: 1\n  gone: proved\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
    let nothing = compare(&old, &old, &Config::default());
    assert!(nothing.changes.is_empty() && !nothing.has_new_bugs());
}

#[test]
fn a_new_task_with_a_bug_is_a_new_bug() {
    let config = Config::default();
    let bug = [record("a", "bug", "")];
    assert!(compare(&[], &bug, &config).has_new_bugs());
    let expected = [record("a", "bug", "bug")];
    assert!(!compare(&[], &expected, &config).has_new_bugs());
}

#[test]
fn a_table_for_other_programs() {
    let mut first = with(
        record("x/b.c", "bug", "bug"),
        "said \"twice\",\nand more",
        0.5,
    );
    first.place = serde_json::from_value(json!({ "file": "x/b.c", "line": 7 })).expect("a place");
    let records = [first, record("x/a.c", "not applicable", "")];
    let mut bytes = Vec::new();
    csv::write(&records, &mut bytes).expect("bytes can be written");
    let mut reader = ::csv::Reader::from_reader(&bytes[..]);
    let titles = reader.headers().expect("a first line").clone();
    let rows: Vec<_> = reader.records().map(|row| row.expect("a row")).collect();
    let cell = |row: usize, title: &str| {
        let column = titles.iter().position(|t| t == title).expect("a column");
        rows[row][column].to_owned()
    };
    assert_eq!(rows.len(), 2);
    assert_eq!(cell(0, "task"), "x/a.c");
    assert_eq!(cell(0, "verdict"), "not applicable");
    assert_eq!(cell(0, "judgement"), "");
    assert_eq!(cell(1, "rule"), "lock");
    assert_eq!(cell(1, "reason"), "said \"twice\",\nand more");
    assert_eq!(cell(1, "place"), "x/b.c:7");
    assert_eq!(cell(1, "judgement"), "right");
    assert_eq!(cell(1, "cpu_seconds"), "0.500");
}

#[test]
fn sarif_has_a_result_for_each_answer() {
    let mut bug = with(record("x/b.c", "bug", ""), "twice: a[1](x)", 0.0);
    bug.place = Some(RecordedPlace {
        file: "x/b.h".into(),
        line: 7,
    });
    let mut rule = record("x/c.c", "proved", "");
    rule.property = Some("mutex".into());
    let records = [
        with(record("y/e.c", "error", ""), "crashed", 0.0),
        rule,
        bug,
        with(record("x/a.c", "unknown", ""), "no time", 0.0),
    ];
    let about = About {
        command: vec!["/usr/bin/cegar".into(), "batch".into(), "x".into()],
        problems: vec![Problem {
            file: "z.yml".into(),
            line: None,
            column: None,
            reason: "the file is empty".into(),
        }],
        ..About::default()
    };
    let mut bytes = Vec::new();
    sarif::write(&records, Some(&about), &mut bytes).expect("bytes can be written");
    let log: serde_json::Value = serde_json::from_slice(&bytes).expect("JSON");
    let run = &log["runs"][0];
    let rules = &run["tool"]["driver"]["rules"];
    let found: Vec<_> = run["results"].as_array().expect("results").iter().collect();
    let kinds: Vec<&str> = found.iter().filter_map(|r| r["kind"].as_str()).collect();
    assert_eq!(kinds, ["open", "fail", "pass"]);
    for result in &found {
        let index = result["ruleIndex"].as_u64().expect("a number") as usize;
        assert_eq!(result["ruleId"], rules[index]["id"]);
    }
    let place = |n: usize| &found[n]["locations"][0]["physicalLocation"];
    assert_eq!(place(1)["artifactLocation"]["uri"], "x/b.h");
    assert_eq!(place(1)["region"]["startLine"], 7);
    assert_eq!(place(2)["artifactLocation"]["uri"], "x/c.c");
    assert_eq!(found[1]["message"]["text"], "twice: a[1] (x)");
    let about = &rules[1]["shortDescription"]["text"];
    assert!(
        about.as_str().expect("words").starts_with("A mutex is"),
        "{about}"
    );
    let invocation = &run["invocations"][0];
    assert_eq!(invocation["arguments"], json!(["batch", "x"]));
    assert_eq!(invocation["executionSuccessful"], false);
    let said = invocation["toolExecutionNotifications"].as_array();
    assert_eq!(said.map(Vec::len), Some(2));
}

/// What is read back is what JUnit's schema asks for: counts that are right, names, classes, decimal times.
#[test]
fn junit() {
    let odd = with(
        record("x/<odd> & \"quoted\".c", "bug", ""),
        "a < b \u{1b}[1m",
        0.0,
    );
    let records = [
        odd,
        record("x/1.c", "proved", ""),
        record("x/2.c", "bug", "bug"),
        with(record("x/3.c", "proved", "bug"), "", 0.0),
        with(record("y/4.c", "unknown", "proved"), "no time", 0.0),
        record("y/5.c", "not applicable", ""),
        with(record("y/6.c", "error", ""), "crashed", 0.0),
    ];
    let about = About {
        problems: vec![Problem {
            file: "z.yml".into(),
            line: None,
            column: None,
            reason: "the file is empty".into(),
        }],
        ..About::default()
    };
    let mut bytes = Vec::new();
    junit::write(&records, Some(&about), &mut bytes).expect("bytes can be written");
    let text = String::from_utf8(bytes).expect("text");
    assert!(
        text.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "),
        "{text}"
    );
    let report = Report::deserialize_from_str(&text).expect("well-formed");
    assert_eq!((report.tests, report.failures, report.errors), (8, 2, 2));
    let names: Vec<&str> = report.test_suites.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(names, ["x", "y", "inputs"]);
    let mut statuses = Vec::new();
    for suite in &report.test_suites {
        let kinds: Vec<&str> = suite.test_cases.iter().map(|c| kind(&c.status)).collect();
        let count = |wanted: &str| kinds.iter().filter(|kind| **kind == wanted).count();
        assert_eq!(suite.tests, suite.test_cases.len());
        assert_eq!(
            (suite.failures, suite.errors),
            (count("failure"), count("error"))
        );
        assert!(suite.test_cases.iter().all(|c| c.classname.is_some()));
        statuses.extend(kinds);
    }
    let expected = [
        "success", "success", "failure", "failure", "skipped", "skipped", "error", "error",
    ];
    assert_eq!(statuses, expected);
    let odd = &report.test_suites[0].test_cases[3];
    assert_eq!(odd.name.as_str(), "x/<odd> & \"quoted\".c");
    assert!(text.contains("time=\"2.000\""), "{text}");
}

fn kind(status: &TestCaseStatus) -> &'static str {
    match status {
        TestCaseStatus::Success { .. } => "success",
        TestCaseStatus::NonSuccess {
            kind: NonSuccessKind::Failure,
            ..
        } => "failure",
        TestCaseStatus::NonSuccess {
            kind: NonSuccessKind::Error,
            ..
        } => "error",
        TestCaseStatus::Skipped { .. } => "skipped",
    }
}
