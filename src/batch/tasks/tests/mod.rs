//! Every kind of input, well-formed and not.

mod others;
mod svcomp;

use std::fs;
use std::path::{Path, PathBuf};

use frontend::input::boundary::Boundary;

use super::super::task::{Task, Tasks};
use super::{Scope, find};

const PRP: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
const SPEC: &str =
    "state { enum { A, B } s = A; }\nf.call { if (s == B) abort \"twice\"; s = B; }\n";

/// What the command line names, with nothing else allowed.
fn named(paths: &[PathBuf], properties: &[String]) -> Tasks {
    let scope = Scope {
        boundary: Boundary::around(paths.iter().map(PathBuf::as_path)),
        trusted: false,
    };
    find(paths, properties, &scope)
}

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
        let Tasks { tasks, problems } = named(&[path], &properties);
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
        .refused("there is no rule 'no_such_rule', and no file of that name: `cegar rules` lists the rules; a file's name ends in .spec or .prp; 2 tasks are left out");
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
    let twice = named(&[folder.path("a"), folder.path("a/one.c")], &[]);
    assert_eq!(twice.tasks.len(), 1);
}

#[test]
fn our_own_corpus() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let found = named(&[corpus], &[]);
    assert!(found.problems.is_empty(), "{:?}", found.problems);
    assert!(found.tasks.len() > 190, "{}", found.tasks.len());
}

/// Whatever a task file has in it, there is an answer.
#[test]
fn no_input_is_too_odd() {
    let list = "path,rule,expected,bits\na.c,mutex,true,32\n\"a.c\",,false,64\n";
    let yaml = "format_version: '2.0'\ninput_files: ['a.c', &x b*.c]\nproperties:\n  - property_file: p.prp\n    expected_verdict: true\noptions: {language: C, data_model: ILP32}\n";
    let toml = "property = \"mutex\"\ncorrect = 'a.c'\nbroken = \"\"\"\nb.c\"\"\"\n";
    let json =
        "[{\"directory\": \"/\", \"file\": \"a.c\", \"command\": \"cc -D'X=\\\"y\\\"' a.c\"}]";
    let set = "# all\n*.yml\n[a-\nx*\n";
    let kinds = [
        ("t.csv", list),
        ("t.yml", yaml),
        ("t.toml", toml),
        ("t.json", json),
        ("t.set", set),
    ];
    let folder = Folder::new(&[("a.c", ""), ("p.prp", PRP)]);
    let mut random = fastrand::Rng::with_seed(5);
    let pieces = [
        "[", "]", "{", "}", "\"", "'", "\n", "\t- ", ": ", ",", "&a", "*a", "\u{0}", "é",
        "\u{feff}", "#", "|", "!!x ", "\\",
    ];
    for _ in 0..100 {
        for (name, text) in kinds {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..random.usize(1..6) {
                let at = random.usize(0..=bytes.len());
                let until = (at + random.usize(0..4)).min(bytes.len());
                let piece = pieces[random.usize(0..pieces.len())];
                bytes.splice(at..until, piece.bytes());
            }
            if random.u8(0..8) == 0 {
                bytes.truncate(random.usize(0..=bytes.len()));
            }
            fs::write(folder.path(name), bytes).expect("a file");
            let found = folder.find(name);
            assert!(
                found.tasks.iter().all(|task| !task.files.is_empty()),
                "{name}"
            );
        }
    }
}
