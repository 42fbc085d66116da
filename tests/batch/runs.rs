//! Runs that are killed, stopped, resumed and repeated.

use std::fs;
use std::io::Write;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::{Corpus, Told, eventually, processes, text};

const HOLDS: &str = "#include <assert.h>\nextern int input(void);\n\
                     int main(void) { int x = input(); if (x > 3) assert(x > LIMIT); return 0; }\n";

/// Small programs: some hold, some do not, one cannot be read, one has no property.
fn programs(corpus: &Corpus) -> Vec<String> {
    let mut names = Vec::new();
    for n in 0..24 {
        let text = match n % 6 {
            0..=2 => HOLDS.replace("LIMIT", "2"),
            3 => HOLDS.replace("LIMIT", "4"),
            4 => "int main(void) { return 0; }\n".to_owned(),
            _ => "int main(void) { return nothing; }\n".to_owned(),
        };
        let name = format!("p{n:02}.c");
        corpus.write(&name, &format!("/* {n} */\n{text}"));
        names.push(name);
    }
    names
}

/// What must be the same in every run.
fn table(corpus: &Corpus, run: &str) -> Vec<String> {
    let records = corpus.records(run).into_values();
    let line = |record: serde_json::Value| {
        let fields = [
            "task",
            "verdict",
            "cause",
            "reason",
            "place",
            "iterations",
            "predicates",
            "inputs",
        ];
        fields.map(|field| record[field].to_string()).join(" ")
    };
    records.map(line).collect()
}

/// A summary without the numbers that have a decimal point, which are times.
fn timeless(summary: &str) -> String {
    let number = |word: &&str| word.contains('.') && word.parse::<f64>().is_ok();
    let line = |line: &str| {
        let words = line.split_whitespace().filter(|word| !number(word));
        words.collect::<Vec<_>>().join(" ")
    };
    summary.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn strs(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

#[test]
fn a_run_that_is_killed_ten_times_ends_like_one_that_is_not() {
    let corpus = Corpus::new("killed");
    let names = programs(&corpus);
    let checker = corpus.checker(&format!(
        "sleep 0.1; exec '{}' \"$@\"",
        env!("CARGO_BIN_EXE_cegar")
    ));
    let with = |run: &'static str, more: &[&'static str]| -> Vec<&str> {
        let options = ["--out", run, "--jobs", "2", "--checker", &checker];
        [&strs(&names)[..], &options, more].concat()
    };
    let undisturbed = corpus.batch(&with("undisturbed", &[]));
    assert_eq!(undisturbed.code, Some(10), "{undisturbed:?}");
    let (mut random, mut killed) = (fastrand::Rng::with_seed(1), 0);
    for _ in 0..10 {
        let mut command = corpus.command(&with("killed", &["--resume"]));
        let mut batch = command
            .stderr(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .expect("cegar runs");
        sleep(Duration::from_millis(random.u64(0..400)));
        batch.kill().expect("it can be killed");
        killed += usize::from(batch.wait().expect("it has ended").code().is_none());
        for record in corpus.lines("killed") {
            assert_ne!(
                text(&record, "reason"),
                "killed from outside; the system may be short of memory"
            );
        }
    }
    assert!(
        killed >= 3,
        "only {killed} runs were killed before their end"
    );
    let resumed = corpus.batch(&with("killed", &["--resume"]));
    assert_eq!(table(&corpus, "killed"), table(&corpus, "undisturbed"));
    assert_eq!(timeless(&resumed.stdout), timeless(&undisturbed.stdout));
    assert_eq!(resumed.code, undisturbed.code);
    assert_eq!(
        corpus.lines("killed").len(),
        names.len(),
        "no task is run twice"
    );
}

#[test]
fn a_run_with_a_torn_line_goes_on() {
    let corpus = Corpus::new("torn");
    corpus.write("a.c", "int main(void) { return 0; }\n");
    corpus.write("b.c", "int main(void) { return 1; }\n");
    let first = corpus.batch(&["a.c", "b.c", "--out", "run"]);
    let path = corpus.folder.join("run/results.jsonl");
    let whole = fs::read_to_string(&path).expect("a run");
    let expected = table(&corpus, "run");
    // The last line loses its end, byte by byte more of it.
    let last = whole.trim_end().rfind('\n').expect("two lines") + 1;
    for end in [
        last + 1,
        last + 20,
        (last + whole.len()) / 2,
        whole.len() - 1,
    ] {
        fs::write(&path, &whole[..end]).expect("a torn run");
        let told = corpus.batch(&["a.c", "b.c", "--out", "run", "--resume"]);
        assert!(told.stderr.contains("left out: 1"), "{told:?}");
        assert_eq!(timeless(&told.stdout), timeless(&first.stdout));
        assert_eq!(table(&corpus, "run"), expected);
        let text = fs::read_to_string(&path).expect("a run");
        assert!(text.starts_with(&whole[..end]), "it only grows");
    }
}

#[test]
fn a_run_is_not_overwritten() {
    let corpus = Corpus::new("overwritten");
    corpus.write("a.c", "int main(void) { return 0; }\n");
    assert!(corpus.batch(&["a.c"]).code != Some(1));
    let told = corpus.batch(&["a.c"]);
    assert_eq!(told.code, Some(1));
    assert!(
        told.stderr
            .contains("there is a run in cegar-batch already"),
        "{told:?}"
    );
    assert_eq!(corpus.lines("cegar-batch").len(), 1);
}

#[test]
fn only_one_batch_writes_to_a_run() {
    let corpus = Corpus::new("two");
    corpus.write("a.c", "int main(void) { return 0; }\n");
    let checker = corpus.checker("sleep 5");
    let arguments = ["a.c", "--out", "run", "--resume", "--checker", &checker];
    let mut first = corpus.command(&arguments).spawn().expect("cegar runs");
    eventually("it has begun", || {
        corpus.folder.join("run/run.json").exists()
    });
    let second = corpus.batch(&arguments);
    assert_eq!(second.code, Some(2), "{second:?}");
    assert!(second.stderr.contains("another batch"), "{second:?}");
    first.kill().expect("it is running");
    first.wait().expect("it has ended");
}

fn interrupt(batch: &Child) {
    let pid = batch.id().to_string();
    let kill = std::process::Command::new("kill")
        .args(["-INT", &pid])
        .status();
    assert!(kill.expect("kill runs").success());
}

/// A batch over four tasks of a second each, two at a time; `during` is called when the first two are running.
fn interrupted(name: &str, task: &str, during: impl Fn(&Child)) -> (Corpus, Told, Duration) {
    let corpus = Corpus::new(name);
    let tasks = ["a.c", "b.c", "c.c", "d.c"];
    for task in tasks {
        corpus.write(task, "int main(void) { return 0; }\n");
    }
    let checker = corpus.checker(&format!(
        "touch started-$CEGAR_TASK; {task}; echo '{{\"verdict\": \"proved\"}}'"
    ));
    let options = ["--out", "run", "--jobs", "2", "--checker", &checker];
    let mut command = corpus.command(&[&tasks[..], &options].concat());
    let batch = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cegar runs");
    let started = |task: &&str| corpus.folder.join(format!("started-{task}")).exists();
    eventually("two tasks run", || {
        tasks.iter().filter(|t| started(t)).count() == 2
    });
    let since = Instant::now();
    during(&batch);
    let told = Told::from(batch.wait_with_output().expect("it ends"));
    let time = since.elapsed();
    assert_eq!(told.code, Some(130), "{told:?}");
    assert!(told.stderr.contains("--resume goes on"), "{told:?}");
    let records = corpus.records("run").len();
    let rest = corpus.batch(
        &[
            &tasks[..],
            &["--out", "run", "--resume", "--checker", "/bin/true"],
        ]
        .concat(),
    );
    assert!(
        rest.stderr
            .contains(&format!("to run: {} of 4 tasks", 4 - records)),
        "{rest:?}"
    );
    (corpus, told, time)
}

#[test]
fn ctrl_c_waits_for_what_is_running() {
    let (corpus, told, _) = interrupted("once", "sleep 1", interrupt);
    assert!(told.stderr.contains("stopping: 2 running"), "{told:?}");
    let proved = corpus.records("run");
    let proved = proved.values().filter(|r| text(r, "verdict") == "proved");
    assert_eq!(proved.count(), 2);
}

#[test]
fn ctrl_c_twice_does_not_wait() {
    let mark = format!("200001.{:06}", std::process::id() % 1_000_000);
    let (corpus, _, time) = interrupted("twice", &format!("sleep {mark}"), |batch| {
        interrupt(batch);
        sleep(Duration::from_millis(300));
        interrupt(batch);
    });
    assert!(time < Duration::from_secs(100), "{time:?}");
    assert_eq!(processes(&mark), Vec::<String>::new());
    // The tasks under way have no record but the one of the run that went on.
    assert_eq!(corpus.lines("run").len(), 4);
}

#[test]
fn what_failed_is_run_again() {
    let corpus = Corpus::new("failed");
    for task in ["good.c", "bug.c", "slow.c", "crash.c"] {
        corpus.write(task, "int main(void) { return 0; }\n");
    }
    let script = |slow: &str| {
        format!(
            "case $CEGAR_TASK in
               bug.c) echo '{{\"verdict\": \"bug\", \"message\": \"m\"}}'; exit 10 ;;
               slow.c) {slow} ;;
               crash.c) exit 6 ;;
               *) echo '{{\"verdict\": \"proved\"}}' ;;
             esac"
        )
    };
    let checker = corpus.checker(&script("sleep 100"));
    let tasks = ["good.c", "bug.c", "slow.c", "crash.c"];
    let all = |more: &[&str]| {
        let options = ["--out", "run", "--checker", &checker];
        corpus.batch(&[&tasks[..], &options, more].concat())
    };
    all(&["--time-limit", "0.5"]);
    assert_eq!(text(&corpus.record("run", "slow.c"), "cause"), "time");
    corpus.checker(&script("echo '{\"verdict\": \"proved\"}'"));
    let told = all(&["--only-failed"]);
    assert!(told.stderr.contains("to run: 2 of 4 tasks"), "{told:?}");
    assert_eq!(text(&corpus.record("run", "slow.c"), "verdict"), "proved");
    assert_eq!(corpus.lines("run").len(), 6);
    assert_eq!(told.code, Some(10), "{told:?}");
}

#[test]
fn what_changed_is_run_again() {
    let corpus = Corpus::new("changed");
    corpus.write("header.h", "#define LIMIT 2\n");
    corpus.write("with.c", &format!("#include \"header.h\"\n{HOLDS}"));
    corpus.write("without.c", &HOLDS.replace("LIMIT", "2"));
    let again = |more: &[&str]| {
        // A header that was written just before a check might have been written during it.
        sleep(Duration::from_millis(50));
        let told = corpus.batch(
            &[
                &["with.c", "without.c", "--out", "run", "--only-changed"],
                more,
            ]
            .concat(),
        );
        let first = told.stderr.lines().next().unwrap_or_default().to_owned();
        (first.split(' ').nth(2).unwrap_or_default().to_owned(), told)
    };
    assert_eq!(again(&[]).0, "2", "at first, everything is new");
    assert_eq!(again(&[]).0, "0", "nothing has changed");
    assert!(corpus.record("run", "with.c")["inputs"]["header.h"].is_string());
    corpus.write("header.h", "#define LIMIT 9\n");
    let (count, told) = again(&[]);
    assert_eq!((count.as_str(), told.code), ("1", Some(10)), "{told:?}");
    assert_eq!(text(&corpus.record("run", "with.c"), "verdict"), "bug");
    corpus.write("without.c", &HOLDS.replace("LIMIT", "1"));
    corpus.write("new.c", &HOLDS.replace("LIMIT", "1"));
    assert_eq!(again(&["new.c"]).0, "2");
    fs::remove_file(corpus.folder.join("header.h")).expect("it was there");
    let (count, told) = again(&[]);
    assert_eq!(count, "1", "{told:?}");
    assert_eq!(text(&corpus.record("run", "with.c"), "cause"), "input");
}

#[test]
fn the_longest_come_first() {
    let corpus = Corpus::new("longest");
    let tasks = ["small.c", "large.c", "middle.c"];
    for (task, size) in tasks.into_iter().zip([1, 400, 20]) {
        corpus.write(
            task,
            &format!(
                "int main(void) {{ return 0; }} /* {} */\n",
                "x".repeat(size)
            ),
        );
    }
    let checker = corpus.checker(
        "case $CEGAR_TASK in middle.c) sleep 0.6 ;; small.c) sleep 0.3 ;; esac; echo '{\"verdict\": \"proved\"}'",
    );
    let order = |run: &str, more: &[&str]| -> Vec<String> {
        let options = ["--out", run, "--jobs", "1", "--checker", &checker];
        corpus.batch(&[&tasks[..], &options, more].concat());
        corpus
            .lines(run)
            .iter()
            .map(|r| text(r, "task").to_owned())
            .collect()
    };
    assert_eq!(order("first", &[]), ["large.c", "middle.c", "small.c"]);
    assert_eq!(
        order("second", &["--times", "first"]),
        ["middle.c", "small.c", "large.c"]
    );
}

#[test]
fn iterations_are_saved_for_each_task() {
    let corpus = Corpus::new("saved");
    corpus.write("sub/a.c", &HOLDS.replace("LIMIT", "2"));
    corpus.write("b.c", &HOLDS.replace("LIMIT", "2"));
    let arguments = ["sub/a.c", "b.c", "--out", "run", "--save", "saved"];
    let told = corpus.batch(&arguments);
    assert_eq!(told.code, Some(0), "{told:?}");
    for task in ["sub/a.c", "b.c"] {
        let record = corpus.record("run", task);
        let folder = corpus.folder.join(text(&record, "saved"));
        assert!(folder.join("1/program.bp").exists(), "{record}");
        assert!(folder.join("precision.txt").exists(), "{record}");
    }
}

#[test]
fn arguments_of_checks_are_looked_at_before_the_run() {
    let corpus = Corpus::new("arguments");
    corpus.write(
        "a.c",
        "#include <assert.h>\nint main(void) { assert(LIMIT); return 0; }\n",
    );
    let wrong = corpus.batch(&["a.c", "--out", "run", "--", "--no-such-option"]);
    assert_eq!(wrong.code, Some(1), "{wrong:?}");
    assert!(!corpus.folder.join("run").exists());
    let right = corpus.batch(&["a.c", "--out", "run", "--", "-D", "LIMIT=1"]);
    assert_eq!(right.code, Some(0), "{right:?}");
    let record = corpus.record("run", "a.c");
    let options = record["options"].to_string();
    assert!(
        options.contains("LIMIT=1") && options.contains("--time-limit"),
        "{record}"
    );
}

/// Someone else's line in the file of results is no reason to stop.
#[test]
fn lines_that_are_no_records_are_left_out() {
    let corpus = Corpus::new("lines");
    corpus.write("a.c", "int main(void) { return 0; }\n");
    corpus.batch(&["a.c", "--out", "run"]);
    let path = corpus.folder.join("run/results.jsonl");
    let mut file = fs::OpenOptions::new()
        .append(true)
        .open(path)
        .expect("a run");
    file.write_all(b"{\"task\": 3}\n\xff\xfe\n\n[]\n")
        .expect("it can be written");
    let told = corpus.batch(&["a.c", "--out", "run", "--resume"]);
    assert!(told.stderr.contains("left out: 3"), "{told:?}");
    assert!(told.stderr.contains("to run: 0 of 1 tasks"), "{told:?}");
}

/// A slip of the hand must not leave a run behind that the next command stumbles over.
#[test]
fn nothing_to_check_is_an_error_and_no_run() {
    let corpus = Corpus::new("nothing");
    corpus.write("empty/README", "no program\n");
    for (path, words) in [
        ("nowhere", "nowhere: there is no such file or folder"),
        ("empty", "there is nothing to check"),
    ] {
        for more in [&["--out", "run"][..], &["--list"]] {
            let told = corpus.batch(&[&[path], more].concat());
            assert_eq!(told.code, Some(2), "{told:?}");
            assert!(told.stderr.contains(words), "{told:?}");
            assert!(!corpus.folder.join("run").exists());
        }
    }
    let told = corpus.batch(&["show", "empty/README"]);
    assert_eq!(told.code, Some(2), "{told:?}");
    assert!(told.stderr.contains("empty/README is no run"), "{told:?}");
}

#[test]
fn the_list_is_of_what_would_be_run() {
    let corpus = Corpus::new("listed-again");
    corpus.write("a.c", "int main(void) { return 0; }\n");
    corpus.write("b.c", "int main(void) { return }\n");
    let told = corpus.batch(&["a.c", "b.c", "--out", "run"]);
    assert_eq!(told.code, Some(2), "{told:?}");
    corpus.write("c.c", "int main(void) { return 1; }\n");
    let listed = |more: &[&str]| {
        let arguments = ["a.c", "b.c", "c.c", "--out", "run", "--list"];
        let told = corpus.batch(&[&arguments[..], more].concat());
        assert_eq!(told.code, Some(0), "{told:?}");
        let names = told.stdout.lines().map(|line| line.trim().to_owned());
        names.collect::<Vec<_>>()
    };
    assert_eq!(listed(&[]), ["a.c", "b.c", "c.c"]);
    assert_eq!(listed(&["--only-failed"]), ["b.c"]);
    assert_eq!(listed(&["--resume"]), ["c.c"]);
}
