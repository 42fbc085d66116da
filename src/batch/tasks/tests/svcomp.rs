//! Task files of SV-COMP, and sets of them.

use std::fs;

use super::super::super::task::{DataModel, Expected};
use super::{Folder, PRP};

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
            &format!("{head}input_files: a.c\n---\ninput_files: b.c\n"),
            "4:1",
            "this is another one",
        ),
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
    let task = "format_version: '2.0'\ninput_files: a.c\nproperties:\n  - property_file: unreach-call.prp\n    expected_verdict: true\n  - property_file: no-overflow.prp\n    expected_verdict: true\n  - property_file: gone.prp\n";
    let folder = Folder::new(&[
        ("a.c", ""),
        ("1.yml", task),
        ("2.yml", task),
        ("unreach-call.prp", PRP),
        (
            "no-overflow.prp",
            "CHECK( init(main()), LTL(G ! overflow) )\n",
        ),
    ]);
    let found = folder.find("");
    assert_eq!(
        found.names(),
        ["1.yml (unreach-call)", "2.yml (unreach-call)"]
    );
    let [gone, overflow] = &found.problems()[..] else {
        panic!("{:?}", found.problems());
    };
    assert!(gone.starts_with("1.yml:8:20: cannot read "), "{gone}");
    assert!(gone.ends_with("; 2 tasks are left out"), "{gone}");
    assert!(overflow.starts_with("no-overflow.prp:1:"), "{overflow}");
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
