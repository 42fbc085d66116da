//! `cegar check --replay`: the harness of a bug, built by the system's compiler, arrives at the violation.
//!
//! The compiler is the oracle: it shares nothing with the interpreter that replayed the bug before. `EVERY=1` in the
//! environment takes every bug of the corpus and of `tests/c/check`, not some of them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

#[path = "support/corpus.rs"]
#[allow(dead_code)] // Each test uses its own part.
mod corpus;
#[allow(dead_code)]
mod support;

/// How many bugs one is taken of.
const SOME: usize = 12;

/// Bugs whose harness cannot arrive: those say so in their README, and that a number is the address of what an allocator
/// returns is up to the system.
const CANNOT: [&str; 4] = [
    "argument-narrowed.c",
    "remembered.c",
    "remembered-later.c",
    "number-as-pointer.c",
];

/// A folder of a test's own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("check-replay-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn cegar(at: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cegar"))
        .current_dir(at)
        .args(["check", "--time-limit", "60"])
        .args(arguments)
        .output()
        .expect("cegar runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Builds and runs a harness; the status and what it says.
fn run(harness: &Path) -> Result<(Option<i32>, String), String> {
    let built = Command::new("./build")
        .current_dir(harness)
        .output()
        .map_err(|e| e.to_string())?;
    if !built.status.success() {
        return Err(format!("it cannot be built: {}", text(&built.stderr)));
    }
    let ran = Command::new("./replay").current_dir(harness).output();
    let ran = ran.map_err(|e| e.to_string())?;
    Ok((ran.status.code(), text(&ran.stderr)))
}

/// What is wrong with the harness of a bug that an answer tells of.
fn arrives(answer: &Output, harness: &Path) -> Result<(), String> {
    let answer = text(&answer.stdout);
    let first = answer.lines().next().unwrap_or_default();
    let message = first
        .strip_prefix("bug: ")
        .and_then(|rest| rest.rsplit_once(" at "))
        .map(|(message, _)| message)
        .ok_or_else(|| format!("no bug: {answer}"))?;
    let (code, said) = run(harness)?;
    match code {
        Some(10) if said.contains(&format!("replay: violated: {message}\n")) => Ok(()),
        _ => Err(format!("{first}\nreplay: {code:?}, {said}")),
    }
}

/// A bug: its name, where it is checked, and how.
type Case = (String, PathBuf, Vec<String>);

fn cases_of_files() -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c/check");
    let mut files = corpus::programs(&root);
    files.sort();
    // What an environment calls has no executable of its own, nor has an execution without an end (docs/limitations.md).
    let without = ["environment", "termination", "temporal"].map(|folder| root.join(folder));
    files.retain(|file| !without.iter().any(|folder| file.starts_with(folder)));
    let mut found = Vec::new();
    for file in files {
        let source = std::fs::read_to_string(&file).expect("a file");
        for (key, arguments) in support::header(&source) {
            if key == "bug" {
                let name = file.file_name().expect("a name").to_string_lossy();
                let mut all = vec![name.to_string()];
                all.extend(arguments.split_whitespace().map(Into::into));
                let at = file.parent().expect("a folder").to_owned();
                found.push((file.display().to_string(), at, all));
            }
        }
    }
    found
}

fn cases_of_corpus() -> Vec<Case> {
    let tasks = corpus::tasks().into_iter();
    // What an environment calls has no executable.
    let has_main = |name: &str| !name.contains("/module-");
    let bugs = tasks.filter(|task| task.code() == Ok(10) && has_main(&task.name));
    bugs.map(|task| {
        let command = task.check();
        let arguments = command.get_args().skip(1);
        let arguments = arguments.map(|a| a.to_string_lossy().into_owned());
        (
            task.name.clone(),
            corpus::root().to_owned(),
            arguments.collect(),
        )
    })
    .collect()
}

/// Whether the compiler makes executables of 32 bits.
fn has_32_bits() -> bool {
    let folder = folder("m32");
    std::fs::write(folder.join("a.c"), "int main(void) { return 0; }\n").expect("a file");
    let cc = Command::new("cc")
        .current_dir(&folder)
        .args(["-m32", "a.c", "-o", "a"])
        .output();
    cc.is_ok_and(|output| output.status.success())
}

fn all_arrive(name: &str, cases: Vec<Case>) {
    let every = std::env::var_os("EVERY").is_some();
    let step = if every { 1 } else { SOME };
    let narrow = has_32_bits();
    let wanted = |case: &&Case| {
        let words = case.2.iter().any(|argument| argument == "ilp32");
        // Where objects lie is up to the compiler there.
        let placed = case.0.contains("/placement/");
        (narrow || !words) && !placed && !CANNOT.iter().any(|name| case.0.ends_with(name))
    };
    let cases: Vec<&Case> = cases.iter().filter(wanted).step_by(step).collect();
    assert!(cases.len() > 100 / step, "{}", cases.len());
    let root = folder(name);
    let next = AtomicUsize::new(0);
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    let Some((name, at, arguments)) = cases.get(n) else {
                        break;
                    };
                    let harness = root.join(n.to_string());
                    let to = harness.display().to_string();
                    let mut all: Vec<&str> = arguments.iter().map(String::as_str).collect();
                    all.extend(["--replay", &to]);
                    if let Err(what) = arrives(&cegar(at, &all), &harness) {
                        let what = format!("{name} {arguments:?}: {what}");
                        wrong.lock().expect("nobody panics").push(what);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("nobody panics");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn bugs_of_small_programs_arrive() {
    all_arrive("files", cases_of_files());
}

/// The programs of `tests/replay`, whose bugs need inputs of all kinds; a line says with which arguments.
#[test]
fn awkward_inputs_arrive() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replay");
    let mut wrong = Vec::new();
    let files = corpus::programs(&root);
    assert!(files.len() > 10);
    for file in files {
        let name = file.file_name().expect("a name").to_string_lossy();
        let source = std::fs::read_to_string(&file).expect("a file");
        let header = support::header(&source);
        let arguments = header.iter().find(|line| line.0 == "arguments");
        let harness = folder(&format!("awkward-{name}")).join("out");
        let to = harness.display().to_string();
        let mut all = vec![&*name, "--replay", &to];
        all.extend(arguments.iter().flat_map(|line| line.1.split_whitespace()));
        if let Err(what) = arrives(&cegar(&root, &all), &harness) {
            wrong.push(format!("{name}: {what}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn bugs_of_the_corpus_arrive() {
    all_arrive("corpus", cases_of_corpus());
}

const LOCK: &str = r#"
state { bool held = false; }
acquire.call { if (held) abort "locked twice"; held = true; }
release.call { if (!held) abort "not locked"; held = false; }
$main.exit { if (held) abort "held at the end"; }
"#;

/// A folder with a program and the rule.
fn program(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = folder(name);
    std::fs::write(folder.join("lock.spec"), LOCK).expect("a file");
    for (name, contents) in files {
        std::fs::write(folder.join(name), contents).expect("a file");
    }
    folder
}

#[track_caller]
fn harness_arrives(at: &Path, arguments: &[&str]) -> PathBuf {
    let mut all = arguments.to_vec();
    all.extend(["--replay", "out"]);
    let answer = cegar(at, &all);
    let harness = at.join("out");
    if let Err(what) = arrives(&answer, &harness) {
        panic!("{what}\n{}", text(&answer.stderr));
    }
    harness
}

fn change(file: &Path, from: &str, to: &str) {
    let old = std::fs::read_to_string(file).expect("a file");
    assert!(old.contains(from), "{old}");
    std::fs::write(file, old.replace(from, to)).expect("a file");
}

#[test]
fn other_inputs_and_other_code_do_not_arrive() {
    let source = "int input(void);\nvoid reach_error(void) {}\n\
                  int main(void) { if (input() == 4711) reach_error(); return 10; }\n";
    let at = program("input", &[("a.c", source)]);
    let harness = harness_arrives(&at, &["a.c"]);
    change(&harness.join("replay.c"), "0x1267ull", "0x1268ull");
    let (code, said) = run(&harness).expect("it builds");
    assert_eq!(code, Some(11), "{said}");

    let source = "void acquire(void);\nvoid release(void);\n\
                  int main(void) { acquire(); release(); acquire(); return 0; }\n";
    let at = program("code", &[("a.c", source)]);
    let harness = harness_arrives(&at, &["a.c", "--property", "lock.spec"]);
    change(&harness.join("1-a.i"), "replay_acquire(); return", "return");
    let (code, said) = run(&harness).expect("it builds");
    assert_eq!(code, Some(11), "{said}");
}

#[test]
fn functions_of_one_name_in_two_files() {
    let first = "void acquire(void); void release(void); int other(int *); int input(void); int shared;\n\
                 static int work(int k) { acquire(); if (k == 5) return other(&shared); release(); return 0; }\n\
                 int main(void) { return work(input()); }\n";
    let second = "void acquire(void); void release(void); extern int shared; int input(void);\n\
                  static int work(int k) { if (k) acquire(); return k; }\n\
                  int other(int *p) { shared = input(); if (*p == 8) work(shared); else release(); return 0; }\n";
    let spec = "state { int depth; } static int two(void) { return 2; }\n\
                work.entry { depth = depth + 1; if (depth == two() && $1 == 8) abort \"work in work\"; }\n\
                work.exit { depth = depth - 1; }\n";
    let files = [("a.c", first), ("b.c", second), ("work.spec", spec)];
    let at = program("two", &files);
    harness_arrives(&at, &["a.c", "b.c", "--property", "lock.spec"]);
    harness_arrives(&at, &["a.c", "b.c", "--property", "work.spec"]);
}

#[test]
fn a_variable_that_some_calls_do_not_reach() {
    let source = "#include <assert.h>\n\
                  static int late(int n) { if (n < 3) return 0; int open; return open; }\n\
                  static int inner(int n) { while (n--) { int open; if (open == 9 && n == 1) return 1; } return 0; }\n\
                  int main(void) { late(1); if (late(7) == 33) { late(2); assert(!(late(8) == 44 && inner(4))); } return 0; }\n";
    let at = program("late", &[("a.c", source)]);
    harness_arrives(&at, &["a.c"]);
}

#[test]
fn registers_and_assembly_are_inputs() {
    let source = "struct regs { volatile unsigned status, data; };\n\
                  void acquire(void); void release(void);\n\
                  static unsigned flags(void) { unsigned f; asm volatile(\"no such instruction\" : \"=r\"(f)); return f; }\n\
                  unsigned readl(const volatile void *p) { return *(const volatile unsigned *)p; }\n\
                  int handle(struct regs *r) {\n\
                      acquire();\n\
                      if ((r->status & 4) && readl(&r->data) == 0x1234 && flags() == 3) return -1;\n\
                      release(); return 0;\n}\n";
    let at = program("registers", &[("a.c", source)]);
    let arguments = ["a.c", "--property", "lock.spec", "--entry", "handle"];
    harness_arrives(&at, &arguments);
}

#[test]
fn memory_at_a_fixed_address_is_made() {
    let source = "void acquire(void); void release(void);\n\
                  #define REG (*(volatile unsigned *)0x40001000)\n\
                  int main(void) { acquire(); REG = 1; while (!(REG & 1)) ; if (REG == 3) release(); return 0; }\n";
    let at = program("fixed", &[("a.c", source)]);
    harness_arrives(&at, &["a.c", "--property", "lock.spec"]);
}

#[test]
fn nothing_is_written_without_a_bug() {
    let source = "void reach_error(void); int input(void);\n\
                  int main(void) { int n = input(); if (n > 3 && n < 3) reach_error(); return 0; }\n";
    let at = program("none", &[("a.c", source)]);
    let answer = cegar(&at, &["a.c", "--replay", "out"]);
    assert_eq!(answer.status.code(), Some(0), "{}", text(&answer.stderr));
    assert!(text(&answer.stderr).contains("no bug to replay"));
    assert!(!at.join("out").exists());
}

#[test]
fn files_of_others_stay() {
    let source = "void reach_error(void);\nint main(void) { reach_error(); return 0; }\n";
    let at = program("others", &[("a.c", source)]);
    let out = at.join("out");
    std::fs::create_dir(&out).expect("a folder");
    std::fs::write(out.join("notes"), "mine too").expect("a file");
    let read = |name: &str| std::fs::read_to_string(out.join(name)).ok();
    // What every harness has is known before the check, the names of its copies only after it.
    for (name, begins) in [("README.txt", ""), ("1-a.i", "bug: ")] {
        std::fs::write(out.join(name), "mine").expect("a file");
        let answer = cegar(&at, &["a.c", "--replay", "out"]);
        assert_eq!(answer.status.code(), Some(2), "{}", text(&answer.stderr));
        let words = format!("out/{name} is not ours to write over");
        assert!(text(&answer.stderr).contains(&words));
        assert!(text(&answer.stdout).starts_with(begins));
        assert_eq!(text(&answer.stdout).is_empty(), begins.is_empty());
        assert_eq!(read(name).as_deref(), Some("mine"));
        assert_eq!(read("replay.c"), None);
        std::fs::remove_file(out.join(name)).expect("it is there");
    }
    let first = harness_arrives(&at, &["a.c"]);
    let files = || {
        let names = ["1-a.i", "build", "README.txt", "replay.c"];
        names.map(|name| std::fs::read(first.join(name)).expect(name))
    };
    let before = files();
    // A second run writes the same bytes over what is ours.
    harness_arrives(&at, &["a.c"]);
    assert_eq!(files(), before);
    assert_eq!(read("notes").as_deref(), Some("mine too"));
}

#[test]
fn a_folder_that_cannot_be_made_is_told() {
    let source = "void reach_error(void);\nint main(void) { reach_error(); return 0; }\n";
    let at = program("blocked", &[("a.c", source), ("out", "a file")]);
    let answer = cegar(&at, &["a.c", "--replay", "out/there"]);
    assert_eq!(answer.status.code(), Some(2));
    assert!(
        text(&answer.stderr).contains("cannot write"),
        "{}",
        text(&answer.stderr)
    );
}
