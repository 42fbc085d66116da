//! Inputs that cannot be used: told with place and reason, counted, and no obstacle to the rest.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;

use super::support::{Corpus, Told, text};

const PROGRAM: &str = "int main(void) { return 0; }\n";

#[test]
fn bad_inputs_do_not_keep_the_others_from_being_checked() {
    let corpus = Corpus::new("bad-inputs");
    corpus.write("good/a.c", PROGRAM);
    corpus.write("yml/cut.yml", "format_version: '2.0\n");
    corpus.write(
        "yml/missing.yml",
        "format_version: '2.0'\ninput_files: b.c\n",
    );
    corpus.write("toml/task.toml", "property = \"mutex\"\ncorrect = good.c\n");
    let list = "path,rule,expected\n../good/a.c,mutex,true\n../gone.c,mutex,true\n";
    corpus.write("list/tasks.csv", list);
    let told = corpus.batch(&[".", "nothing.c", "*.cpp", "--out", "run"]);
    assert_eq!(told.code, Some(2), "{told:?}");
    assert_eq!(corpus.records("run").len(), 2, "{told:?}");
    assert!(told.stdout.contains("\ncould not be used: 6\n"), "{told:?}");
    for problem in [
        "yml/cut.yml:",
        "yml/missing.yml:2:14: there is no file yml/b.c",
        "toml/task.toml:2:",
        "list/tasks.csv:3: there is no file list/../gone.c",
        "nothing.c: there is no such file or folder",
        "*.cpp: the pattern matches nothing",
    ] {
        assert!(
            told.stderr.contains(&format!("error: {problem}")),
            "{problem}: {told:?}"
        );
        assert!(
            told.stdout.contains(&format!("  {problem}")),
            "{problem}: {told:?}"
        );
    }
}

#[test]
fn a_compilation_database_has_the_flags() {
    let corpus = Corpus::new("database");
    corpus.write("include/limit.h", "#define LIMIT 5\n");
    let program = "#include <limit.h>\nvoid reach_error(void);\nint nondet(void);\n\
        int main(void) { unsigned long a = 65536; if (nondet() == LIMIT && a * a == 0) reach_error(); }\n";
    corpus.write("src/wide.c", program);
    corpus.write("src/narrow.c", program);
    let folder = corpus.folder.display();
    let commands = serde_json::json!([
        { "directory": format!("{folder}"), "file": "src/wide.c", "command": "cc -Iinclude -c src/wide.c" },
        { "directory": format!("{folder}/src"), "file": "narrow.c",
          "arguments": ["cc", "-m32", "-I../include", "-c", "narrow.c"] },
    ]);
    corpus.write("compile_commands.json", &commands.to_string());
    let told = corpus.batch(&[".", "--out", "run"]);
    assert_eq!(told.code, Some(10), "{told:?}");
    let verdict = |file: &str| {
        let record = corpus.record("run", &format!("{folder}/src/{file}"));
        text(&record, "verdict").to_owned()
    };
    assert_eq!(verdict("wide.c"), "proved", "{told:?}");
    assert_eq!(verdict("narrow.c"), "bug", "{told:?}");
}

/// Root may read everything: as root, the test becomes somebody else.
#[test]
fn folders_that_cannot_be_read() {
    let temporary = tempfile::tempdir().expect("a folder");
    let corpus = Corpus {
        folder: temporary.path().to_owned(),
    };
    corpus.write("open/a.c", PROGRAM);
    corpus.write("closed/b.c", PROGRAM);
    let mode = |name: &str, mode: u32| {
        let path = corpus.folder.join(name);
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("one's own folder");
    };
    mode("", 0o777);
    mode("closed", 0o000);
    let mut command = corpus.command(&[".", "--list"]);
    let is_root = fs::read_dir(corpus.folder.join("closed")).is_ok();
    if is_root {
        command.uid(65534).gid(65534);
    }
    let output = command.output();
    mode("closed", 0o755);
    let output = match output {
        // Somebody else may not be allowed to start the program: there is nothing to see then.
        Err(_) if is_root => return,
        output => Told::from(output.expect("cegar runs")),
    };
    assert_eq!(output.code, Some(2), "{output:?}");
    let expected = "error: closed: cannot read the folder: Permission denied";
    assert!(output.stderr.contains(expected), "{output:?}");
    assert!(output.stdout.contains("  open/a.c"), "{output:?}");
}

#[test]
fn pipes_and_devices_are_not_read() {
    let corpus = Corpus::new("pipes");
    corpus.write("a/good.c", PROGRAM);
    corpus.write("b/good.c", PROGRAM);
    for pipe in ["a/pipe.c", "b/task.toml"] {
        let made = std::process::Command::new("mkfifo")
            .arg(corpus.folder.join(pipe))
            .status();
        assert!(made.expect("mkfifo runs").success());
    }
    std::os::unix::fs::symlink("/dev/zero", corpus.folder.join("a/zero.c")).expect("a link");
    let told = corpus.batch(&["a", "b", "--out", "run"]);
    assert_eq!(told.code, Some(2), "{told:?}");
    assert_eq!(corpus.records("run").len(), 1, "{told:?}");
    for file in ["a/pipe.c", "a/zero.c", "b/task.toml"] {
        let words = format!("error: {file}: not a file that can be read");
        assert!(told.stderr.contains(&words), "{file}: {told:?}");
    }
}

#[test]
fn a_name_that_is_no_text_is_told_and_left_out() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let corpus = Corpus::new("no-text");
    corpus.write("d/good.c", PROGRAM);
    let odd = OsStr::from_bytes(b"d/odd\xff.c");
    fs::write(corpus.folder.join(odd), PROGRAM).expect("a file");
    let told = corpus.batch(&["d", "--out", "run"]);
    assert_eq!(told.code, Some(2), "{told:?}");
    assert_eq!(corpus.records("run").len(), 1, "{told:?}");
    assert!(
        told.stdout.contains("the name is no text in UTF-8"),
        "{told:?}"
    );
    let shown = corpus.batch(&["show", "run"]);
    assert!(
        shown.stdout.contains("\ncould not be used: 1\n"),
        "{shown:?}"
    );
    let listed = corpus.batch(&["d", "--list=json"]);
    assert_eq!(listed.stdout.lines().count(), 1, "{listed:?}");
    let named = corpus
        .command(&[])
        .arg(odd)
        .args(["--out", "other"])
        .output();
    let named = Told::from(named.expect("cegar runs"));
    assert_eq!(named.code, Some(2), "{named:?}");
}

#[test]
fn the_first_error_of_many_is_the_reason() {
    let corpus = Corpus::new("many-errors");
    let lines: String = (0..900).map(|n| format!("  nothing_{n} = 1;\n")).collect();
    corpus.write(
        "a.c",
        &format!("int main(void) {{\n  first();;\n{lines}}}\n"),
    );
    corpus.batch(&["a.c", "--out", "run"]);
    let record = corpus.record("run", "a.c");
    assert_eq!(text(&record, "cause"), "input", "{record}");
    assert_eq!(record["place"]["line"], 3, "{record}");
}

#[test]
fn what_the_batch_tells_each_check_is_refused_behind_the_dashes() {
    let corpus = Corpus::new("own-arguments");
    corpus.write("a.c", PROGRAM);
    for option in ["--property=mutex", "--time-limit=5", "--json", "--save=x"] {
        let told = corpus.batch(&["a.c", "--out", "run", "--", option]);
        assert_eq!(told.code, Some(1), "{option}: {told:?}");
        assert!(told.stderr.contains("must not stand after --"), "{told:?}");
    }
    let told = corpus.batch(&["a.c", "--out", "run", "--", "--entry", "main"]);
    assert!(told.stderr.contains("to run: 1 of 1"), "{told:?}");
}

#[test]
fn entries_of_a_database_that_cannot_be_used_are_told() {
    let corpus = Corpus::new("database-mistakes");
    corpus.write(
        "a.c",
        "#if X == 1\nint main(void) { return 0; }\n#else\n#error\n#endif\n",
    );
    let folder = corpus.folder.display().to_string();
    let entry = |flag: &str| {
        let command = format!("cc {flag} -c a.c");
        serde_json::json!({ "directory": folder, "file": "a.c", "command": command })
    };
    let commands =
        serde_json::json!([entry("-DX=1"), { "file": 7 }, entry("-DX=2"), entry("-DX=1")]);
    corpus.write("compile_commands.json", &commands.to_string());
    let told = corpus.batch(&[".", "--out", "run"]);
    assert_eq!(told.code, Some(2), "{told:?}");
    let records = corpus.records("run");
    let verdicts: Vec<&str> = records.values().map(|r| text(r, "verdict")).collect();
    assert_eq!(verdicts, ["not applicable"], "{told:?}");
    assert!(
        told.stderr.contains("entry 2: it names no file"),
        "{told:?}"
    );
    assert!(
        told.stderr.contains("with other flags; the first counts"),
        "{told:?}"
    );
    assert!(told.stdout.contains("\ncould not be used: 2\n"), "{told:?}");
}
