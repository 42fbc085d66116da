//! `cegar check` on the worked examples of the literature, as people and scripts see it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// Runs in `corpus/examples`.
fn check(arguments: &[&str]) -> Output {
    cegar("check", arguments)
}

fn cegar(command: &str, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cegar"))
        .current_dir(corpus().join("examples"))
        .arg(command)
        .args(arguments)
        .output()
        .expect("cegar runs")
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The answer, whose exit code must fit to its first word.
#[track_caller]
fn answer(arguments: &[&str]) -> String {
    let output = check(arguments);
    let text = stdout(&output);
    let expected = match text.split(':').next() {
        Some("proved") => 0,
        Some("bug") => 10,
        Some("don't know" | "not applicable") => 5,
        _ => panic!("{arguments:?}: {text}{}", stderr(&output)),
    };
    assert_eq!(
        output.status.code(),
        Some(expected),
        "{arguments:?}: {text}"
    );
    text
}

#[track_caller]
fn expect_bug(arguments: &[&str], first_line: &str) -> String {
    let text = answer(arguments);
    assert_eq!(
        text.lines().next(),
        Some(first_line),
        "{arguments:?}\n{text}"
    );
    text
}

#[track_caller]
fn expect_proof(arguments: &[&str]) -> String {
    let text = answer(arguments);
    assert!(text.starts_with("proved: "), "{arguments:?}: {text}");
    text
}

const LOCK: [&str; 2] = ["--property", "lock.spec"];

fn with_lock<'a>(file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&[file], &LOCK[..], more].concat()
}

/// A folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("check-{name}"));
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("an old folder goes");
    }
    folder
}

fn text_of(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

fn saved(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join(file)).expect("it was saved")
}

#[test]
fn one_predicate_is_enough_for_the_smallest_example() {
    let folder = folder("five");
    let text = expect_proof(&[
        "five.c",
        "--blocks",
        "statement",
        "--save",
        text_of(&folder),
    ]);
    assert!(text.contains("with 1 predicate in 2 iterations"), "{text}");
    assert_eq!(saved(&folder, "precision.txt"), "main: a > 5\n");
}

#[test]
fn the_loop_of_slam_is_proved_with_its_predicate() {
    let folder = folder("slam");
    expect_proof(&with_lock("packets.c", &["--save", text_of(&folder)]));
    let precision = saved(&folder, "precision.txt");
    assert!(
        precision.contains("main: nPackets == nPacketsOld\n"),
        "{precision}"
    );
}

#[test]
fn every_mutation_of_the_loop_of_slam_is_a_bug() {
    for (mutation, message) in [
        (
            "-DFORGET_RELEASE",
            "bug: lock is acquired twice (lock) at packets.c:14",
        ),
        (
            "-DFORGET_COUNT",
            "bug: lock is released without being acquired (lock) at packets.c:30",
        ),
        (
            "-DWRONG_CONDITION",
            "bug: lock is acquired twice (lock) at packets.c:14",
        ),
        (
            "-DFORGET_LAST_RELEASE",
            "bug: lock is held at the end (lock) at packets.c:32",
        ),
    ] {
        expect_bug(&with_lock("packets.c", &[mutation]), message);
    }
}

#[test]
fn calls_recursion_lists_and_tables_of_functions() {
    for (file, bug) in [
        (
            "interprocedural.c",
            "bug: lock is acquired twice (lock) at interprocedural.c:11",
        ),
        (
            "recursion.c",
            "bug: lock is held at the end (lock) at recursion.c:31",
        ),
        (
            "list.c",
            "bug: lock is released without being acquired (lock) at list.c:21",
        ),
        (
            "operations.c",
            "bug: lock is released without being acquired (lock) at operations.c:9",
        ),
    ] {
        expect_proof(&with_lock(file, &[]));
        expect_bug(&with_lock(file, &["-DBROKEN"]), bug);
    }
}

#[test]
fn a_story_goes_through_calls_with_decisions_inputs_and_the_state() {
    let text = answer(&with_lock("recursion.c", &["-DBROKEN"]));
    let expected = "\
bug: lock is held at the end (lock) at recursion.c:31
  recursion.c:30  even(nondet_int());  nondet_int() returns 1
  recursion.c:10    acquire();         [lock] locked = true
  recursion.c:11    if (depth > 0)     depth > 0 is true
  recursion.c:12    odd(depth - 1);
  recursion.c:19      release();       [lock] locked = false
  recursion.c:20      if (depth > 0)   depth > 0 is false
  recursion.c:24      acquire();       [lock] locked = true
  recursion.c:31  return 0;            [lock] violated: lock is held at the end
";
    assert_eq!(text, expected);
}

#[test]
fn a_story_folds_loops_and_reads_negations_right() {
    let text = answer(&["loop.c"]);
    assert!(text.contains("… 13 more times\n"), "{text}");
    assert!(
        text.contains("sum > 5 is true; nondet_int() returns 7; "),
        "{text}"
    );
    assert!(text.lines().count() < 10, "{text}");
}

#[test]
fn a_proof_says_what_it_rests_on() {
    let text = expect_proof(&with_lock("operations.c", &[]));
    assert!(
        text.starts_with("proved: lock holds, starting in main\n"),
        "{text}"
    );
    assert!(
        text.ends_with(
            "it rests on:\n  no body: acquire, release, nondet_int: returns any value of its type and changes nothing\n  \
             memory: pointers and indices: stay inside of the object that they were made for, while it is alive, and are \
             aligned as their types ask: this is not checked\n"
        ),
        "{text}"
    );
}

#[test]
fn a_rule_that_says_nothing_about_the_program_is_not_proved() {
    let output = check(&["five.c", "--property", "mutex"]);
    assert_eq!(output.status.code(), Some(5));
    let text = stdout(&output);
    assert!(text.starts_with("not applicable: "), "{text}");
}

#[test]
fn json_has_the_story() {
    let output = check(&with_lock("recursion.c", &["-DBROKEN", "--json"]));
    assert_eq!(output.status.code(), Some(10));
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(value["schema"], 1);
    assert_eq!(value["verdict"], "bug");
    assert_eq!(value["message"], "lock is held at the end");
    assert_eq!(value["place"]["line"], 31);
    assert_eq!(value["inputs"][0]["name"], "nondet_int()");
    assert_eq!(value["inputs"][0]["value"], "1");
    assert_eq!(value["story"][1]["function"], "even");
    assert_eq!(value["story"][1]["depth"], 1);
    assert!(value["iterations"][0].get("abstraction_seconds").is_none());
    let output = check(&with_lock("recursion.c", &["--json", "--stats"]));
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(value["verdict"], "proved");
    assert!(value["iterations"][0]["abstraction_seconds"].is_f64());
    assert!(value["predicates"][0]["text"].is_string());
    assert_eq!(value["assumptions"][0]["kind"], "no body");
}

/// The folders of iterations, in order.
fn iterations(folder: &Path) -> Vec<PathBuf> {
    (1..)
        .map(|n| folder.join(n.to_string()))
        .take_while(|f| f.exists())
        .collect()
}

#[test]
fn saved_boolean_programs_are_accepted_and_answered_the_same() {
    for (name, arguments) in [
        ("packets", with_lock("packets.c", &[])),
        ("operations", with_lock("operations.c", &[])),
        ("recursion", with_lock("recursion.c", &["-DBROKEN"])),
        ("interprocedural", with_lock("interprocedural.c", &[])),
    ] {
        let folder = folder(name);
        let text = answer(&[&arguments[..], &["--save", text_of(&folder)]].concat());
        let programs = iterations(&folder);
        assert!(programs.len() > 1, "{name}");
        for (n, iteration) in programs.iter().enumerate() {
            let program = iteration.join("program.bp");
            let output = cegar("bp", &["check", text_of(&program), "--label", "ERROR"]);
            let safe = n + 1 == programs.len() && text.starts_with("proved");
            let expected = if safe { 0 } else { 10 };
            assert_eq!(
                output.status.code(),
                Some(expected),
                "{name}, iteration {}: {}{}",
                n + 1,
                stdout(&output),
                stderr(&output)
            );
            assert_eq!(iteration.join("trace.txt").exists(), !safe);
            assert!(iteration.join("predicates.txt").exists());
        }
    }
}

#[test]
fn a_saved_precision_needs_no_refinement() {
    for name in ["packets", "operations", "list", "recursion"] {
        let folder = folder(&format!("again-{name}"));
        let file = format!("{name}.c");
        expect_proof(&with_lock(&file, &["--save", text_of(&folder)]));
        let precision = folder.join("precision.txt");
        let output = check(&with_lock(
            &file,
            &["--predicates", text_of(&precision), "--json"],
        ));
        let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(value["verdict"], "proved", "{name}");
        let turns = value["iterations"].as_array().expect("a list");
        let first = &turns[0]["predicates"];
        assert!(
            turns.iter().all(|turn| turn["predicates"] == *first),
            "{name}: {turns:?}"
        );
    }
}

#[test]
fn where_a_pointer_points_is_said_by_name() {
    let folder = folder("addresses");
    expect_proof(&["pointers.c", "--save", text_of(&folder)]);
    let precision = folder.join("precision.txt");
    let text = std::fs::read_to_string(&precision).expect("saved");
    for line in [
        "main: port == &ports[1l]",
        "main: port == &extra",
        ": extra.users == 1",
        "main: slot == &extra.fifo[2l]",
    ] {
        assert!(text.lines().any(|l| l == line), "{line}: {text}");
    }
    assert!(!text.contains("*)"), "{text}");
    expect_proof(&["pointers.c", "--predicates", text_of(&precision)]);
    answer(&["pointers.c", "-DBROKEN"]);
}

#[test]
fn a_local_is_named_outside_of_its_function() {
    let folder = folder("locals");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("local.c");
    let code = "void reach_error(void); int nondet_int(void);\n\
                struct port { int users, base; };\n\
                static struct port extra, *current;\n\
                static struct port *pick(void) { return current; }\n\
                int main(void) {\n\
                    struct port mine, *p = nondet_int() ? &mine : &extra, *r;\n\
                    current = p;\n\
                    r = pick();\n\
                    if (r != p) reach_error();\n\
                    return 0;\n\
                }\n";
    std::fs::write(&file, code).expect("written");
    let precision = folder.join("precision.txt");
    expect_proof(&[text_of(&file), "--save", text_of(&folder)]);
    let text = std::fs::read_to_string(&precision).expect("saved");
    assert!(text.contains("\n: current == &main::mine\n"), "{text}");
    assert!(!text.contains("main: t$2 == &main::"), "{text}");
    assert!(!text.contains("*)"), "{text}");
    let again = check(&[
        text_of(&file),
        "--predicates",
        text_of(&precision),
        "--json",
    ]);
    let value: serde_json::Value = serde_json::from_slice(&again.stdout).expect("JSON");
    assert_eq!(value["verdict"], "proved");
    assert_eq!(value["iterations"].as_array().map(Vec::len), Some(1));
}

#[test]
fn what_is_no_property_is_told() {
    let output = check(&["five.c", "--property", "five.c"]);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(
        said.contains("five.c is a C file, not a property"),
        "{said}"
    );
    assert!(said.contains("`cegar rules` lists them"), "{said}");
}

#[test]
fn a_story_says_which_object_is_followed() {
    for (driver, rule, words) in [
        ("array-of-locks", "spinlock", "[spinlock] follows &table[0]"),
        ("serial-ports", "spinlock", "[spinlock] follows &ports[1]"),
        ("usb-probe", "urb", "[urb] follows the object of this call"),
    ] {
        let file = format!("../drivers/{driver}/bad.c");
        let text = answer(&[&file, "--property", rule]);
        assert_eq!(text.matches(words).count(), 1, "{text}");
        assert_eq!(text.matches("] follows ").count(), 1, "{text}");
    }
}

#[test]
fn a_differing_declaration_of_a_library_function_is_shown_where_it_is() {
    let folder = folder("library");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("compare.c");
    let code = "int memcmp(const char *a, const char *b, int n);\nint main(void) { return memcmp(\"a\", \"b\", 1); }\n";
    std::fs::write(&file, code).expect("written");
    let said = stderr(&check(&[text_of(&file)]));
    assert!(said.contains("compare.c:1:5"), "{said}");
    assert!(said.contains("other types than the C library's"), "{said}");
    assert!(!said.contains("<model"), "{said}");
}

#[test]
fn a_proof_says_what_it_is_made_of() {
    let proved_by = |arguments: &[&str]| {
        let output = check(&[arguments, &["--json"]].concat());
        let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(value["verdict"], "proved", "{value}");
        value["proved_by"].clone()
    };
    assert_eq!(proved_by(&with_lock("packets.c", &[])), "predicates");
    let folder = folder("only-execution");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("alone.c");
    let code = "void reach_error(void); unsigned f(unsigned n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n\
                int main(void) { if (f(12) != 144) reach_error(); return 0; }\n";
    std::fs::write(&file, code).expect("written");
    assert_eq!(proved_by(&[text_of(&file)]), "only execution");
}

#[test]
fn mistakes_in_predicates_are_told_with_their_lines() {
    let folder = folder("mistakes");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("predicates.txt");
    std::fs::write(
        &file,
        "# fine\nmain: a > 5\nmain: b > 5\nnowhere: a == 1\na == 2\n",
    )
    .expect("written");
    let output = check(&["five.c", "--predicates", text_of(&file)]);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    for words in [
        "predicates.txt:3: there is no 'b' in 'main'",
        "predicates.txt:4: the program has no function 'nowhere'",
        "predicates.txt:5: the function and a colon must come first",
    ] {
        assert!(said.contains(words), "{said}");
    }
    assert!(!said.contains("predicates.txt:2"), "{said}");
}

#[test]
fn two_runs_print_the_same_bytes() {
    for arguments in [
        with_lock("operations.c", &["--json"]),
        with_lock("interprocedural.c", &["-DBROKEN", "--json"]),
        with_lock("packets.c", &["-DFORGET_COUNT"]),
    ] {
        let (first, second) = (check(&arguments), check(&arguments));
        assert_eq!(stdout(&first), stdout(&second), "{arguments:?}");
        assert_eq!(stderr(&first), stderr(&second), "{arguments:?}");
    }
}

#[test]
fn exit_codes_of_what_cannot_be_checked() {
    let code = |arguments: &[&str]| check(arguments).status.code();
    assert_eq!(code(&["nowhere.c"]), Some(2));
    assert_eq!(code(&["five.c", "--entry", "nowhere"]), Some(2));
    assert_eq!(code(&["five.c", "--property", "nowhere"]), Some(2));
    assert_eq!(code(&["five.c", "--predicates", "/no/such/file"]), Some(2));
    assert_eq!(code(&["five.c", "--blocks", "huge"]), Some(1));
    assert_eq!(code(&[]), Some(1));
}

/// A program that nothing decides in the time there is: the loop must be left to know, and it turns a million times.
const HARD: &str = "
    void reach_error(void);
    unsigned nondet(void);
    int main(void) {
        unsigned a = nondet(), b = nondet(), c = nondet(), n = 0;
        while (n < 1000000) { a = a * b + c; b = b * c + a; c = c * a + b; n++; }
        if (a * a + b * b == c * c + 1 && a * b * c == 12345) reach_error();
        return 0;
    }";

fn hard(name: &str) -> PathBuf {
    let folder = folder(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("hard.c");
    std::fs::write(&file, HARD).expect("written");
    file
}

#[test]
fn limits_are_honoured() {
    let file = hard("limits");
    let started = Instant::now();
    let output = check(&[text_of(&file), "--time-limit", "1"]);
    assert!(
        started.elapsed() < Duration::from_secs(4),
        "{:?}",
        started.elapsed()
    );
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(5), "{text}");
    assert!(
        text.starts_with("don't know: the time limit of 1 s is reached\n"),
        "{text}"
    );
    assert!(
        text.contains("\n  it was ") && text.contains("\nwhat you can do:\n"),
        "{text}"
    );
    let output = check(&[text_of(&file), "--time-limit", "1", "--json", "--stats"]);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(value["verdict"], "unknown");
    assert!(value["phase"].is_string(), "{value}");
    let output = check(&[text_of(&file), "--memory-limit", "1"]);
    assert_eq!(output.status.code(), Some(5));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_at_once() {
    use std::os::unix::process::ExitStatusExt;
    let file = hard("interrupt");
    let mut child = Command::new(env!("CARGO_BIN_EXE_cegar"))
        .args(["check", text_of(&file), "--time-limit", "60"])
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("cegar starts");
    std::thread::sleep(Duration::from_millis(1500));
    let started = Instant::now();
    let id = child.id().to_string();
    let killed = Command::new("kill").args(["-INT", &id]).status();
    assert!(killed.is_ok_and(|s| s.success()));
    let status = child.wait().expect("it ends");
    assert_eq!(status.signal(), Some(2), "{status:?}");
    assert!(started.elapsed() < Duration::from_secs(2));
}

/// The tasks needed steps that no state can take, predicates in the order of their discovery (two), hidden names,
/// and facts about states, in this order.
#[test]
fn every_kind_of_saved_precision_needs_no_refinement() {
    let root = corpus();
    let folder = folder("again");
    for (file, property) in [
        (
            "drivers/goto-ladder/good.c",
            Some("drivers/goto-ladder/ladder.spec"),
        ),
        ("drivers/irql-nested/good.c", Some("irql")),
        ("examples/pointers.c", None),
        (
            "drivers/ioctl-output/good.c",
            Some("drivers/ioctl-output/ioctl.spec"),
        ),
        ("rules/fast_mutex/good.c", Some("fast_mutex")),
    ] {
        let file = root.join(file);
        let spec = property.map(|p| match p.ends_with(".spec") {
            true => text_of(&root.join(p)).to_owned(),
            false => p.to_owned(),
        });
        let mut arguments = vec![text_of(&file)];
        arguments.extend(spec.iter().flat_map(|p| ["--property", p]));
        let first = expect_proof(&[&arguments[..], &["--save", text_of(&folder)]].concat());
        assert!(!first.contains("in 1 iteration\n"), "{first}");
        let precision = folder.join("precision.txt");
        let again = [&arguments[..], &["--predicates", text_of(&precision)]].concat();
        let second = expect_proof(&again);
        let at_once = ["in 1 iteration\n", "all executions were followed"];
        assert!(
            at_once.iter().any(|said| second.contains(said)),
            "{file:?}\n{second}"
        );
    }
}

/// What a file claims never to happen is not believed.
#[test]
fn claims_of_a_file_hide_no_bug() {
    let folder = folder("claims");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("claims.txt");
    let blocks = (0..40).map(|n| format!("never at main B{n}: =>\n"));
    let blocks = blocks.collect::<String>();
    let claims = format!(
        ": locked == 0\nnever anywhere: : locked == 0\nnever anywhere: not : locked == 0\n\
         {blocks}never\nnever at nowhere B1: =>\nnever at main B99999999999999999999: =>\n"
    );
    std::fs::write(&file, claims).expect("a file");
    let more = ["-DFORGET_LAST_RELEASE", "--predicates", text_of(&file)];
    let output = check(&with_lock("packets.c", &more));
    let said = stderr(&output);
    // A line without a place is neither a claim nor a predicate.
    assert!(
        said.contains("the function and a colon must come first"),
        "{said}"
    );
    let claims = std::fs::read_to_string(&file).expect("it is there");
    std::fs::write(&file, claims.replace("never\n", "")).expect("a file");
    expect_bug(
        &with_lock("packets.c", &more),
        "bug: lock is held at the end (lock) at packets.c:32",
    );
}

/// Calls of which nothing is said, and cases that do not fit, are left out.
#[test]
fn a_story_through_headers_is_the_drivers_own() {
    let bad = corpus().join("drivers/inline-headers/bad.c");
    let text = answer(&[text_of(&bad), "--property", "spinlock"]);
    assert!(!text.contains("kernel.h"), "{text}");
    assert!(!text.contains("no case fits"), "{text}");
    assert!(text.contains("goes to 2"), "{text}");
    assert!(text.contains("[spinlock] follows &port.lock"), "{text}");
}

#[test]
fn a_number_is_followed_by_its_value() {
    let folder = folder("number");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("irq.c");
    let code = "
        int request_irq(int irq, void *f, long flags, char *name, void *d); int any(void);
        int main(void) {
            while (any()) request_irq(7, 0, 0, 0, 0);
            switch (any()) { case 1: return 1; case 2: return 2; }
            return 0;
        }";
    std::fs::write(&file, code).expect("a file");
    let text = answer(&[text_of(&file), "--property", "irq"]);
    assert!(text.contains("[irq] follows 7"), "{text}");
    assert!(text.contains("any() returns 1; into the loop"), "{text}");
}

#[test]
fn what_does_not_apply_says_what_it_looked_for() {
    let text = answer(&["five.c", "--property", "chrdev"]);
    let functions = "register_chrdev_region, alloc_chrdev_region, unregister_chrdev_region";
    let wanted = format!(
        "not applicable: nothing that chrdev speaks of happens in the program\n  \
         starting in main, nothing calls {functions}\n"
    );
    assert_eq!(text, wanted);
    let output = check(&["five.c", "--entry", "nowhere"]);
    let said = stderr(&output);
    assert_eq!(
        said,
        "error: the program has no function 'nowhere' to start with; --entry takes main\n"
    );
}
