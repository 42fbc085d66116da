//! Checkers that misbehave: limits hold for everything that a checker starts, one task's end is no
//! other task's business, and nothing outlives the batch.

use std::time::{Duration, Instant};

use crate::support::{Corpus, eventually, processes, text};
use serde_json::Value;

/// How a checker says that all is well.
const PROVED: &str = r#"echo '{ "schema": 1, "verdict": "proved" }'"#;

/// Runs one task `task.c` with a checker, and gives its record. `$MARK` is a number of seconds to sleep that is found
/// nowhere else in the list of processes.
fn record(name: &str, limits: &[&str], script: &str) -> (Value, Duration) {
    let corpus = Corpus::new(name);
    corpus.write("task.c", "int main(void) { return 0; }\n");
    let mark = mark(name);
    let checker = corpus.checker(&format!("MARK={mark}\n{script}"));
    let started = Instant::now();
    let told = corpus.batch(&[&["task.c", "--out", "run", "--checker", &checker], limits].concat());
    let time = started.elapsed();
    assert_eq!(
        processes(&mark),
        Vec::<String>::new(),
        "{name}: left behind"
    );
    let records = corpus.records("run");
    assert_eq!(records.len(), 1, "{told:?}");
    (corpus.record("run", "task.c"), time)
}

/// A number of seconds that only this test sleeps for.
fn mark(name: &str) -> String {
    let sum = name
        .bytes()
        .fold(7_u32, |sum, b| sum.wrapping_mul(31) + u32::from(b));
    format!(
        "{}.{:06}",
        100_000 + sum % 100_000,
        std::process::id() % 1_000_000
    )
}

#[track_caller]
fn out_of_time(name: &str, script: &str) {
    let (record, time) = record(name, &["--time-limit", "1"], script);
    assert_eq!(text(&record, "verdict"), "unknown", "{record}");
    assert_eq!(text(&record, "cause"), "time", "{record}");
    assert!(time < Duration::from_secs(8), "{name} took {time:?}");
}

#[test]
fn who_sleeps_is_ended() {
    out_of_time("sleeps", "sleep $MARK");
}

#[test]
fn who_computes_is_ended() {
    out_of_time("computes", "while :; do :; done");
}

#[test]
fn who_ignores_signals_is_ended() {
    out_of_time(
        "ignores",
        "trap '' TERM INT HUP QUIT USR1 CHLD\nwhile :; do sleep $MARK; done",
    );
}

#[test]
fn who_closes_its_output_is_ended() {
    out_of_time("closes", "exec >&- 2>&-\nsleep $MARK");
}

#[test]
fn who_writes_without_end_is_ended() {
    out_of_time("writes", "while :; do echo $MARK; echo $MARK >&2; done");
}

#[test]
fn children_are_ended() {
    out_of_time("children", "sleep $MARK & sleep $MARK & sleep $MARK");
}

#[test]
fn children_in_sessions_of_their_own_are_ended() {
    out_of_time(
        "sessions",
        "for i in 1 2 3; do
           setsid sh -c \"trap '' TERM HUP; sleep $MARK & setsid sleep $MARK\" &
         done
         sleep $MARK",
    );
}

/// The parent of the sleeper is gone long before the limit.
#[test]
fn orphans_are_ended() {
    out_of_time(
        "orphans",
        "(setsid sh -c \"setsid sleep $MARK & exit\" & exit)
         sleep $MARK",
    );
}

#[test]
fn who_forks_and_forks_is_ended() {
    out_of_time(
        "forks",
        "many() { if [ $1 -gt 0 ]; then many $(($1 - 1)) & many $(($1 - 1)) & fi; sleep $MARK; }
         many 6",
    );
}

#[test]
fn who_forks_without_end_is_ended() {
    let script = "while :; do setsid sleep $MARK & done";
    let (record, _) = record("endless", &["--time-limit", "100"], script);
    assert_eq!(text(&record, "verdict"), "unknown", "{record}");
    assert_eq!(text(&record, "cause"), "processes", "{record}");
}

#[test]
fn what_is_left_behind_after_an_answer_is_ended() {
    let script = format!("setsid sleep $MARK >/dev/null 2>&1 & sleep $MARK & {PROVED}");
    let (record, _) = record("left", &["--time-limit", "10"], &script);
    assert_eq!(text(&record, "verdict"), "proved", "{record}");
}

#[test]
fn who_eats_memory_is_ended() {
    // Without an end of line, `tail` keeps all of it.
    let script = "head -c 4000M /dev/zero | tail -n 1 | wc -c; sleep $MARK";
    let limits = ["--time-limit", "60", "--memory-limit", "200"];
    let (record, _) = record("eats", &limits, script);
    assert_eq!(text(&record, "verdict"), "unknown", "{record}");
    assert_eq!(text(&record, "cause"), "memory", "{record}");
    let used = record["memory_mb"].as_f64().unwrap_or(0.0);
    assert!((200.0..1500.0).contains(&used), "{record}");
}

/// Many processes that are small, and together are not.
#[test]
fn memory_is_counted_together() {
    let script = "for i in 1 2 3 4 5 6; do
           (head -c 60M /dev/zero; sleep $MARK) | tail -n 1 > /dev/null &
         done
         wait";
    let limits = ["--time-limit", "60", "--memory-limit", "200"];
    let (record, _) = record("together", &limits, script);
    assert_eq!(text(&record, "cause"), "memory", "{record}");
}

#[test]
fn crashes_and_nonsense_are_errors_of_one_task() {
    let corpus = Corpus::new("crashes");
    let tasks = [
        "good.c",
        "segv.c",
        "kill.c",
        "nonsense.c",
        "code.c",
        "liar.c",
        "input.c",
    ];
    for task in tasks {
        corpus.write(task, "int main(void) { return 0; }\n");
    }
    let checker = corpus.checker(&format!(
        "case $CEGAR_TASK in
           segv.c) kill -SEGV $$ ;;
           kill.c) kill -KILL $$ ;;
           nonsense.c) echo nonsense ;;
           code.c) echo 'internal error: of ours' >&2; exit 6 ;;
           liar.c) {PROVED}; exit 10 ;;
           input.c) printf 'error: no such thing\\n --> input.c:3:5\\n' >&2; exit 2 ;;
           *) {PROVED} ;;
         esac"
    ));
    let told = corpus.batch(&[&tasks[..], &["--out", "run", "--checker", &checker]].concat());
    assert_eq!(told.code, Some(6), "{told:?}");
    let expect = |task: &str, verdict: &str, cause: &str, reason: &str| {
        let record = corpus.record("run", task);
        assert_eq!(text(&record, "verdict"), verdict, "{record}");
        assert_eq!(text(&record, "cause"), cause, "{record}");
        assert!(text(&record, "reason").contains(reason), "{record}");
    };
    expect("good.c", "proved", "", "");
    expect("segv.c", "error", "crash", "signal 11");
    expect("kill.c", "error", "crash", "killed from outside");
    expect("nonsense.c", "error", "crash", "without an answer");
    expect("code.c", "error", "crash", "internal error: of ours");
    expect("liar.c", "error", "crash", "does not fit");
    expect("input.c", "error", "input", "no such thing");
    assert_eq!(corpus.record("run", "input.c")["place"]["line"], 3);
}

#[test]
fn a_checker_that_cannot_be_started_is_an_error() {
    let corpus = Corpus::new("missing");
    corpus.write("task.c", "int main(void) { return 0; }\n");
    let told = corpus.batch(&["task.c", "--out", "run", "--checker", "./nowhere"]);
    assert_eq!(told.code, Some(6), "{told:?}");
    let record = corpus.record("run", "task.c");
    assert!(
        text(&record, "reason").contains("cannot be started"),
        "{record}"
    );
}

/// Even a watchdog that is killed takes nothing with it but its task.
#[test]
fn a_killed_watchdog_leaves_nothing_behind() {
    let script = "setsid sleep $MARK & kill -KILL $PPID; sleep $MARK";
    let (record, _) = record("guard", &["--time-limit", "20"], script);
    assert_eq!(text(&record, "verdict"), "error", "{record}");
}

#[test]
fn nothing_outlives_a_batch_that_is_killed() {
    let corpus = Corpus::new("outlives");
    corpus.write("task.c", "int main(void) { return 0; }\n");
    let mark = mark("outlives");
    let checker = corpus.checker(&format!(
        "trap '' TERM HUP INT\n(setsid sleep {mark} &)\nsleep {mark} & sleep {mark}"
    ));
    let arguments = ["task.c", "--out", "run", "--checker", &checker];
    let mut batch = corpus.command(&arguments).spawn().expect("cegar runs");
    eventually("the checker starts", || processes(&mark).len() >= 3);
    batch.kill().expect("it is running");
    batch.wait().expect("it has ended");
    eventually("everything ends", || processes(&mark).is_empty());
    assert!(corpus.records("run").is_empty());
}

/// A real check that is too hard says itself that time is over, and how far it came.
#[test]
fn the_checker_knows_its_limits() {
    let corpus = Corpus::new("hard");
    corpus.write(
        "hard.c",
        "extern int input(void);\n#include <assert.h>\nint main(void) {\n  unsigned x = input(), y = input(), n = 0;\n  \
         while (x != 1) { x = x % 2 ? 3 * x + 1 : x / 2; n += y * y; }\n  assert(n * n != 7 || x == y);\n}\n",
    );
    corpus.batch(&["hard.c", "--out", "run", "--time-limit", "2"]);
    let record = corpus.record("run", "hard.c");
    if text(&record, "cause") == "time" {
        assert_eq!(text(&record, "reason"), "the time limit of 2 s is reached");
        assert!(record["iterations"].as_u64() > Some(0), "{record}");
    }
    assert!(record["inputs"]["hard.c"].is_string(), "{record}");
}
