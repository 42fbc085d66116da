//! Every kind of input, well-formed and not.

use std::fs;
use std::path::{Path, PathBuf};

use super::super::task::{DataModel, Expected, Task, Tasks};
use super::find;

const PRP: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
const SPEC: &str =
    "state { enum { A, B } s = A; }\nf.call { if (s == B) abort \"twice\"; s = B; }\n";

/// A folder with files of given contents.
struct Folder {
    temporary: tempfile::TempDir,
}

impl Folder {
    fn new(files: &[(&str, &str)]) -> Folder {
        let folder = Folder {
            temporary: tempfile::tempdir().expect("a folder"),
        };
        for (name, text) in files {
            let path = folder.path(name);
            fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.temporary.path().join(name)
    }

    fn find(&self, name: &str) -> Found {
        self.find_with(name, &[])
    }

    fn find_with(&self, name: &str, properties: &[&str]) -> Found {
        let properties: Vec<String> = properties.iter().map(|p| (*p).to_owned()).collect();
        let path = match name {
            "" => self.temporary.path().to_owned(),
            name => self.path(name),
        };
        let Tasks { tasks, problems } = find(&[path], &properties);
        Found {
            root: format!("{}/", self.temporary.path().display()),
            problems: problems.iter().map(ToString::to_string).collect(),
            tasks,
        }
    }
}

/// What was found, with paths relative to the folder.
struct Found {
    root: String,
    tasks: Vec<Task>,
    problems: Vec<String>,
}

impl Found {
    fn names(&self) -> Vec<String> {
        self.tasks.iter().map(|t| self.relative(&t.name)).collect()
    }

    fn problems(&self) -> Vec<String> {
        self.problems.iter().map(|p| self.relative(p)).collect()
    }

    fn relative(&self, text: &str) -> String {
        text.replace(&self.root, "")
    }

    #[track_caller]
    fn only(&self) -> &Task {
        assert_eq!(self.problems(), [""; 0]);
        assert_eq!(self.tasks.len(), 1, "{:?}", self.names());
        &self.tasks[0]
    }

    /// That there is no task, and one problem with these words.
    #[track_caller]
    fn refused(&self, words: &str) {
        assert_eq!(self.names(), [""; 0]);
        assert_eq!(self.problems().len(), 1, "{:?}", self.problems());
        let problem = &self.problems()[0];
        assert!(problem.contains(words), "{problem}");
    }
}

#[test]
fn c_files() {
    let folder = Folder::new(&[("a.c", ""), ("b.i", ""), ("README", "")]);
    let task = folder.find("a.c");
    assert_eq!(task.only().files, [folder.path("a.c")]);
    assert_eq!(task.only().property, None);
    assert_eq!(task.names(), ["a.c"]);
    folder
        .find("README")
        .refused("README: not something to check");
    folder
        .find("none.c")
        .refused("none.c: there is no such file");
    assert_eq!(folder.find("*.[ci]").names(), ["a.c", "b.i"]);
    folder
        .find("*.cpp")
        .refused("*.cpp: the pattern matches nothing");
    folder.find("a[.c").refused("is no pattern");
}

#[test]
fn properties_times_files() {
    let folder = Folder::new(&[("a.c", ""), ("b.c", ""), ("lock.spec", SPEC)]);
    let lock = folder.path("lock.spec").display().to_string();
    let found = folder.find_with("*.c", &["mutex", &lock]);
    let names = ["a.c (mutex)", "a.c (lock)", "b.c (mutex)", "b.c (lock)"];
    assert_eq!(found.names(), names);
    assert_eq!(found.tasks[1].property, Some(lock));
    let wrong = folder.find_with("*.c", &["no_such_rule"]);
    wrong
        .refused("there is no rule 'no_such_rule', and no file of that name; 2 tasks are left out");
}

#[test]
fn folders() {
    let folder = Folder::new(&[
        ("z.c", ""),
        ("a/one.c", ""),
        ("a/two.h", ""),
        ("a/.git/three.c", ""),
        ("b/good.c", ""),
        ("b/bad.c", ""),
        ("b/task.toml", "property = 'mutex'\ncorrect = 'good.c'\n"),
        ("c/x.yml", "other: things\n"),
        ("c/y.c", ""),
        ("d/tasks.csv", "path,rule\ne/f.c,mutex\n"),
        ("d/e/f.c", ""),
        ("d/e/g.c", ""),
        ("f/All.set", "*.yml\n"),
    ]);
    std::os::unix::fs::symlink(folder.path(""), folder.path("a/loop")).expect("a link");
    let found = folder.find("");
    let names = [
        "z.c",
        "a/one.c",
        "b/good.c (mutex)",
        "c/y.c",
        "d/e/f.c (mutex)",
    ];
    assert_eq!(found.names(), names);
    assert_eq!(found.problems(), [""; 0]);
    let groups: Vec<String> = found
        .tasks
        .iter()
        .map(|t| found.relative(&t.group))
        .collect();
    assert_eq!(groups[1..], ["a", "b", "c", "d/e"]);
    let twice = find(&[folder.path("a"), folder.path("a/one.c")], &[]);
    assert_eq!(twice.tasks.len(), 1);
}

#[test]
fn svcomp_tasks() {
    let task = |version: &str, rest: &str| {
        format!(
            "format_version: {version}\ninput_files: a.c\nproperties:\n  - property_file: p/unreach-call.prp\n    expected_verdict: false\n{rest}"
        )
    };
    let options = "options:\n  language: C\n  data_model: ILP32\n";
    let folder = Folder::new(&[
        ("old.yml", &task("'1.0'", "")),
        ("new.yml", &task("\"2.0\"", options)),
        ("bare.yml", &task("2.0", options)),
        (
            "later.yml",
            &task("'2.1'", "additional_information: {x: [1]}\n"),
        ),
        (
            "two.yml",
            "format_version: '2.0'\ninput_files: ['a.c', \"b*.c\"]\n",
        ),
        ("a.c", ""),
        ("b1.c", ""),
        ("b2.c", ""),
        ("p/unreach-call.prp", PRP),
    ]);
    for (name, model) in [
        ("old.yml", None),
        ("new.yml", Some(DataModel::Ilp32)),
        ("bare.yml", Some(DataModel::Ilp32)),
        ("later.yml", None),
    ] {
        let found = folder.find(name);
        let task = found.only();
        assert_eq!(task.files, [folder.path("a.c")]);
        assert_eq!(task.data_model, model);
        assert_eq!(task.expected, Some(Expected::Bug));
        let property = folder.path("p/unreach-call.prp").display().to_string();
        assert_eq!(task.property, Some(property));
        assert_eq!(found.names(), [format!("{name} (unreach-call)")]);
    }
    let files = ["a.c", "b1.c", "b2.c"].map(|name| folder.path(name));
    assert_eq!(folder.find("two.yml").only().files, files);
}

#[test]
fn ill_formed_svcomp_tasks() {
    let head = "format_version: '2.0'\n";
    for (text, place, words) in [
        ("input_files: a.c\n", "1:1", "there is no `format_version`"),
        (
            "format_version: '3.0'\ninput_files: a.c\n",
            "1:17",
            "'3.0' is not one of",
        ),
        (head, "1:1", "there is no `input_files`"),
        (
            &format!("{head}input_files: b.c\n"),
            "2:14",
            "there is no file",
        ),
        (
            &format!("{head}input_files: 'b*.c'\n"),
            "2:14",
            "'b*.c' matches nothing",
        ),
        (
            &format!("{head}input_files: []\n"),
            "2:14",
            "there is no input file",
        ),
        (
            &format!("{head}input_files: [[a.c]]\n"),
            "2:15",
            "must be a string",
        ),
        (
            &format!("{head}input_files: a.c\nproperties: x\n"),
            "3:13",
            "must be a list",
        ),
        (
            &format!("{head}input_files: a.c\nproperties:\n  - x: y\n"),
            "4:5",
            "no `property_file`",
        ),
        (
            &format!(
                "{head}input_files: a.c\nproperties:\n  - property_file: p.prp\n    expected_verdict: maybe\n"
            ),
            "5:23",
            "must be true or false",
        ),
        (
            &format!("{head}input_files: a.c\noptions: {{language: Java}}\n"),
            "3:21",
            "the language is not C",
        ),
        (
            &format!("{head}input_files: a.c\noptions: {{data_model: LLP64}}\n"),
            "3:23",
            "must be ILP32 or LP64",
        ),
        ("format_version: '2.0\n", "", "not well-formed YAML"),
        ("input_files: [a.c\n", "", "not well-formed YAML"),
        ("", "", "the file is empty"),
        ("other: things\n", "", "no task file"),
        ("just words\n", "", "no task file"),
    ] {
        let folder = Folder::new(&[("a.c", ""), ("p.prp", PRP), ("t.yml", text)]);
        let found = folder.find("t.yml");
        found.refused(words);
        assert!(
            found.problems()[0].starts_with(&format!("t.yml:{place}")),
            "{:?}",
            found.problems()
        );
    }
    let folder = Folder::new(&[("t.yml", "")]);
    fs::write(folder.path("t.yml"), b"input_files: \xff").expect("a file");
    folder.find("t.yml").refused("t.yml: cannot read it");
}

#[test]
fn every_mistake_of_a_task_file_is_told() {
    let text = "format_version: 7\ninput_files: [b.c, c.c]\n";
    let folder = Folder::new(&[("t.yml", text)]);
    assert_eq!(folder.find("t.yml").problems().len(), 3);
}

#[test]
fn properties_of_task_files_that_cannot_be_checked() {
    let task = "format_version: '2.0'\ninput_files: a.c\nproperties:\n  - property_file: unreach-call.prp\n    expected_verdict: true\n  - property_file: termination.prp\n    expected_verdict: true\n  - property_file: gone.prp\n";
    let folder = Folder::new(&[
        ("a.c", ""),
        ("1.yml", task),
        ("2.yml", task),
        ("unreach-call.prp", PRP),
        ("termination.prp", "CHECK( init(main()), LTL(F end) )\n"),
    ]);
    let found = folder.find("");
    assert_eq!(
        found.names(),
        ["1.yml (unreach-call)", "2.yml (unreach-call)"]
    );
    let [gone, termination] = &found.problems()[..] else {
        panic!("{:?}", found.problems());
    };
    assert!(gone.starts_with("1.yml:8:20: cannot read "), "{gone}");
    assert!(gone.ends_with("; 2 tasks are left out"), "{gone}");
    assert!(
        termination.starts_with("termination.prp:1:"),
        "{termination}"
    );
}

#[test]
fn a_property_that_is_asked_for_replaces_that_of_the_task() {
    let task = "format_version: '1.0'\ninput_files: a.c\nproperties:\n  - property_file: unreach-call.prp\n    expected_verdict: true\n";
    let folder = Folder::new(&[
        ("a.c", ""),
        ("t.yml", task),
        ("unreach-call.prp", PRP),
        ("other/unreach-call.prp", PRP),
    ]);
    let other = folder.path("other/unreach-call.prp").display().to_string();
    let found = folder.find_with("t.yml", &["mutex", &other]);
    assert_eq!(found.names(), ["t.yml (mutex)", "t.yml (unreach-call)"]);
    assert_eq!(found.tasks[0].expected, None);
    assert_eq!(found.tasks[1].expected, Some(Expected::Proved));
}

#[test]
fn sets() {
    let old = "format_version: '1.0'\ninput_files: a.c\n";
    let new = "format_version: '2.0'\ninput_files: a.c\noptions: {language: C, data_model: LP64}\n";
    let folder = Folder::new(&[
        (
            "Some.set",
            "# a comment\n\nloops/*.yml\n./one.yml\nnone/*.yml\n",
        ),
        ("Some.cfg", "Description: x\nArchitecture: 32 bit\n"),
        ("Round.set", "Round.set\none.yml\n"),
        ("Folder.set", "loops\n"),
        ("loops/new.yml", new),
        ("loops/old.yml", old),
        ("loops/a.c", ""),
        ("one.yml", old),
        ("a.c", ""),
    ]);
    let found = folder.find("Some.set");
    assert_eq!(found.names(), ["loops/new.yml", "loops/old.yml", "one.yml"]);
    let models: Vec<_> = found.tasks.iter().map(|t| t.data_model).collect();
    let ilp32 = Some(DataModel::Ilp32);
    assert_eq!(models, [Some(DataModel::Lp64), ilp32, ilp32]);
    assert_eq!(found.relative(&found.tasks[0].group), "Some.set");
    assert_eq!(
        found.problems(),
        ["Some.set:5: 'none/*.yml' matches nothing"]
    );
    assert_eq!(folder.find("Round.set").names(), ["one.yml"]);
    folder
        .find("Folder.set")
        .refused("Folder.set:1: there is no file");
}

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
    assert_eq!(other.names(), ["x/a.c -DA -DB=1 (mutex)", "x/a.c (mutex)"]);
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
    assert_eq!(found.names(), ["a.c (mutex)", "a.c"]);
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
    assert_eq!(found.names(), ["good.c (lock)", "bad.c (lock)"]);
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
            "path,rule,entry\na.c,mutex,f\na.c,mutex,g\na.c,mutex,f\n",
        ),
        ("a.c", ""),
    ]);
    assert_eq!(
        folder.find("t.csv").names(),
        ["a.c (mutex)", "a.c (mutex) #2"]
    );
}

#[test]
fn our_own_corpus() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let found = find(&[corpus], &[]);
    assert!(found.problems.is_empty(), "{:?}", found.problems);
    assert!(found.tasks.len() > 190, "{}", found.tasks.len());
}
