//! Lists, our own task files, and compilation databases.

use std::fs;

use super::super::super::task::{DataModel, Expected};
use super::{Folder, SPEC};

#[test]
fn lists() {
    let folder = Folder::new(&[
        (
            "rules.csv",
            "path,rule,expected,lines\nx/a.c,mutex,false,68\nx/b.c,lock.spec,true,9\n",
        ),
        (
            "bits.csv",
            "path,expected,bits,tier\nx/a.c,true,32,1\nx/b.c,,64,2\n",
        ),
        (
            "other.csv",
            "\u{feff}# written by hand\nFile; Property; Expected-Verdict; Entry; Options\n\"x/a.c\"; mutex; false(unreach-call); probe; -DA -DB=1\nx/a.c x/b.c; mutex; unknown; ;\n",
        ),
        ("x/a.c", ""),
        ("x/b.c", ""),
        ("lock.spec", SPEC),
    ]);
    let rules = folder.find("rules.csv");
    assert_eq!(rules.names(), ["x/a.c (mutex)", "x/b.c (lock)"]);
    let expected: Vec<_> = rules.tasks.iter().map(|t| t.expected).collect();
    assert_eq!(expected, [Some(Expected::Bug), Some(Expected::Proved)]);
    let bits = folder.find_with("bits.csv", &["mutex"]);
    let known: Vec<_> = bits
        .tasks
        .iter()
        .map(|t| (t.data_model, t.expected))
        .collect();
    let first = (Some(DataModel::Ilp32), Some(Expected::Proved));
    assert_eq!(known, [first, (Some(DataModel::Lp64), None)]);
    let both = folder.find_with("bits.csv", &["mutex", "spinlock"]);
    assert!(
        both.tasks.iter().all(|t| t.expected.is_none()),
        "whose verdict would it be?"
    );
    let other = folder.find("other.csv");
    assert_eq!(
        other.names(),
        [
            "x/a.c --entry probe -DA -DB=1 (mutex)",
            "x/a.c x/b.c (mutex)"
        ]
    );
    assert_eq!(other.tasks[0].entry.as_deref(), Some("probe"));
    assert_eq!(other.tasks[0].arguments, ["-DA", "-DB=1"]);
    assert_eq!(other.tasks[0].expected, Some(Expected::Bug));
    assert_eq!(other.tasks[1].files.len(), 2);
}

#[test]
fn ill_formed_lists() {
    let text = "path,rule,expected,bits\n\
        a.c,mutex,true,32\n\
        gone.c,mutex,true,\n\
        a.c,mutex,perhaps,\n\
        a.c,mutex,true,16\n\
        ,mutex,true,\n\
        a.c,mutex,true,32,more\n\
        a.c\n\
        a.c,no_such_rule\n";
    let folder = Folder::new(&[
        ("tasks.csv", text),
        ("none.csv", "name,rule\na.c,mutex\n"),
        ("empty.csv", ""),
        ("a.c", ""),
    ]);
    let found = folder.find("tasks.csv");
    assert_eq!(found.names(), ["a.c --data-model ilp32 (mutex)", "a.c"]);
    let expected = [
        "tasks.csv:3: there is no file gone.c",
        "tasks.csv:4: the expected verdict 'perhaps'",
        "tasks.csv:5: the data model '16'",
        "tasks.csv:6: this line names no file",
        "tasks.csv:7: 5 fields, but the first line names 4 columns",
        "tasks.csv:9: there is no rule 'no_such_rule'",
    ];
    for (problem, expected) in found.problems().iter().zip(expected) {
        assert!(problem.starts_with(expected), "{problem}");
    }
    assert_eq!(found.problems().len(), expected.len());
    folder
        .find("none.csv")
        .refused("none.csv:1: no column of the first line is called path");
    folder.find("empty.csv").refused("empty.csv:1: no column");
}

#[test]
fn own_task_files() {
    let folder = Folder::new(&[
        (
            "task.toml",
            "property = \"lock.spec\"\ncorrect = \"good.c\"\nbroken = \"bad.c\"\nviolation = \"twice\"\nentry = \"probe\"\ndata_model = \"ilp32\"\n",
        ),
        ("good.c", ""),
        ("bad.c", ""),
        ("lock.spec", SPEC),
    ]);
    let found = folder.find("task.toml");
    assert_eq!(found.problems(), [""; 0]);
    let [good, bad] = &found.tasks[..] else {
        panic!("{:?}", found.names());
    };
    assert_eq!(
        found.names(),
        [
            "good.c --entry probe --data-model ilp32 (lock)",
            "bad.c --entry probe --data-model ilp32 (lock)"
        ]
    );
    assert_eq!(
        (good.expected, bad.expected),
        (Some(Expected::Proved), Some(Expected::Bug))
    );
    assert_eq!(
        (good.violation.as_deref(), bad.violation.as_deref()),
        (None, Some("twice"))
    );
    for task in [good, bad] {
        assert_eq!(task.entry.as_deref(), Some("probe"));
        assert_eq!(task.data_model, Some(DataModel::Ilp32));
    }
}

#[test]
fn ill_formed_own_task_files() {
    for (text, place, words) in [
        ("property = mutex\n", "1:12", ""),
        ("correct = 'a.c'\n", "", "missing field `property`"),
        (
            "property = 'mutex'\n",
            ": ",
            "neither `correct` nor `broken`",
        ),
        (
            "property = 'mutex'\ncorrect = 'b.c'\n",
            "2:11: ",
            "there is no file",
        ),
        (
            "property = 'mutex'\ncorect = 'a.c'\n",
            "2:1: ",
            "unknown field `corect`",
        ),
        (
            "property = 'mutex'\ncorrect = 'a.c'\ndata_model = 'big'\n",
            "3:14: ",
            "ilp32 or lp64",
        ),
        (
            "property = 'nothing'\ncorrect = 'a.c'\n",
            "1:12: ",
            "there is no rule 'nothing'",
        ),
    ] {
        let folder = Folder::new(&[("a.c", ""), ("task.toml", text)]);
        let found = folder.find("task.toml");
        found.refused(words);
        let start = format!("task.toml:{place}").replace("::", ":");
        assert!(
            found.problems()[0].starts_with(&start),
            "{:?}",
            found.problems()
        );
    }
}

#[test]
fn compilation_databases() {
    let folder = Folder::new(&[("src/a.c", ""), ("src/b.c", ""), ("src/c.cpp", "")]);
    let root = folder.path("");
    let root = root.display();
    let text = format!(
        r#"[
        {{"directory": "{root}", "file": "src/a.c", "command": "gcc -m32 -c src/a.c"}},
        {{"directory": "{root}/src", "file": "b.c", "arguments": ["cc", "-c", "b.c"]}},
        {{"directory": "{root}", "file": "src/c.cpp", "command": "g++ -c src/c.cpp"}},
        {{"directory": "{root}", "file": "src/gone.c", "command": "gcc -c src/gone.c"}},
        {{"directory": "{root}", "file": "src/a.c"}}
        ]"#
    );
    let database = folder.path("compile_commands.json");
    fs::write(&database, text).expect("a file");
    let found = folder.find_with("", &["mutex"]);
    assert_eq!(found.names(), ["src/a.c (mutex)", "src/b.c (mutex)"]);
    assert_eq!(found.tasks[0].data_model, Some(DataModel::Ilp32));
    let flags = [
        "--compile-commands".to_owned(),
        database.display().to_string(),
    ];
    assert_eq!(found.tasks[1].arguments, flags);
    let problems = found.problems();
    assert!(
        problems[0].contains("entry 4: there is no file src/gone.c"),
        "{problems:?}"
    );
    assert!(
        problems[1].contains("entry 5: it has neither command"),
        "{problems:?}"
    );
    assert!(problems[2].contains("no C files"), "{problems:?}");

    fs::write(&database, "[\n  {\"file\": \"a.c\",}\n]").expect("a file");
    folder
        .find("compile_commands.json")
        .refused("compile_commands.json:2:");
    fs::write(&database, "{}").expect("a file");
    folder
        .find("compile_commands.json")
        .refused("it is not a list");
}

#[test]
fn tasks_of_the_same_name_are_numbered() {
    let folder = Folder::new(&[
        (
            "t.csv",
            "path,rule,options\na.c,./a/mutex.spec,\na.c,b/mutex.spec,\na.c,b/mutex.spec,\n",
        ),
        ("a.c", ""),
        ("a/mutex.spec", "lock.call {}"),
        ("b/mutex.spec", "lock.call {}"),
    ]);
    assert_eq!(
        folder.find("t.csv").names(),
        ["a.c (mutex)", "a.c (mutex) #2"]
    );
}

#[test]
fn a_name_says_what_tells_a_task_from_others() {
    let folder = Folder::new(&[
        (
            "t.csv",
            "path,entry,bits,options\na.c,f,,\na.c,g,32,-DX\na.c b.c,,,\na.c c.c,,,\n",
        ),
        ("a.c", ""),
        ("b.c", ""),
        ("c.c", ""),
    ]);
    assert_eq!(
        folder.find("t.csv").names(),
        [
            "a.c --entry f",
            "a.c --entry g --data-model ilp32 -DX",
            "a.c b.c",
            "a.c c.c"
        ]
    );
}
