//! Processor time of algorithms of the calculus beside that of the native engine `summaries`, on boolean programs in files:
//! `cargo run --release -p checker --example calculus -- LABEL FILE…`; `-` as a label asks for assertions. Each cell is the middle
//! of a few checks without parsing. Times are read from `/proc`: this program is for Linux.
#![allow(clippy::print_stdout, reason = "printing the table is its purpose")]

use checker::bp::{self, Program};
use checker::calculus::{Algorithm, SHIPPED};
use checker::{Config, Goal, Query, Session, Verdict};

const ROUNDS: usize = 5;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [label, files @ ..] = args.as_slice() else {
        return println!("usage: calculus LABEL FILE…");
    };
    let goal = match label.as_str() {
        "-" => Goal::Assertions,
        label => Goal::Label(label.to_owned()),
    };
    let wanted = |name: &&str| name.starts_with("entry-forward");
    let names: Vec<&str> = SHIPPED.iter().map(|s| s.name).filter(wanted).collect();
    println!("file summaries {}", names.join(" "));
    let mut totals = vec![0.0; names.len() + 1];
    for file in files {
        let text = std::fs::read_to_string(file).expect("a file");
        let program = bp::parse(&text).expect("a boolean program");
        let (expected, native) = measure(|| native(&program, &goal));
        let mut times = vec![native];
        for name in &names {
            let shipped = SHIPPED.iter().find(|s| s.name == *name).expect("shipped");
            let (algorithm, _) = Algorithm::parse(shipped.text).expect("well formed");
            let (answer, time) = measure(|| by_formulas(&program, &algorithm, &goal));
            assert_eq!(answer, expected, "{name}, {file}");
            times.push(time);
        }
        totals
            .iter_mut()
            .zip(&times)
            .for_each(|(t, time)| *t += time);
        println!("{file} {}", shown(&times));
    }
    println!("all {}", shown(&totals));
}

fn shown(times: &[f64]) -> String {
    let times: Vec<String> = times.iter().map(|t| format!("{:.2} ms", t * 1e3)).collect();
    times.join(", ")
}

fn config() -> Config {
    Config {
        trace: false,
        // The same question: with all calling contexts.
        memoryless_from_slots: None,
        ..Config::default()
    }
}

fn native(program: &Program, goal: &Goal) -> bool {
    let session = Session::new(program, &[], &config()).expect("well formed");
    let query = Query {
        goals: vec![goal.clone()],
        ..Query::default()
    };
    let report = session.check(&query).expect("an answer");
    matches!(report.goals[0], Verdict::Reachable(_))
}

fn by_formulas(program: &Program, algorithm: &Algorithm, goal: &Goal) -> bool {
    let session = Session::new(program, &[], &config()).expect("well formed");
    let goals = std::slice::from_ref(goal);
    session
        .fix(algorithm, goals, false)
        .expect("an answer")
        .answers[0]
}

/// The answer, and the middle one of some times.
fn measure(question: impl Fn() -> bool) -> (bool, f64) {
    let mut answer = false;
    let mut times: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let started = processor_seconds();
            answer = question();
            processor_seconds() - started
        })
        .collect();
    times.sort_by(f64::total_cmp);
    (answer, times[ROUNDS / 2])
}

/// Of the main thread, by the scheduler's clock.
fn processor_seconds() -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = told.split(' ').next().and_then(|n| n.parse::<f64>().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}
