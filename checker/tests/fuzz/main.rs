//! Damaged programs through everything that `check` does: nothing panics, and whatever still is a program gets the same
//! answers from two engines, with and without optimisations, and prints to a program that prints the same.
//!
//! `CEGAR_FUZZ_CASES=1000000 cargo test --release -p checker --test fuzz -- --nocapture` runs longer,
//! `CEGAR_FUZZ_SEED` says where to start.

mod mutate;

use checker::bp::{self, Program};
use checker::configurations::{ConfigurationSet, ConfigurationVerdict};
use checker::families::{Driver, Random};
use checker::threads::{Bound, Bounds, Start, ThreadEngine, Threads, ThreadsError, ThreadsVerdict};
use checker::{BddConfig, Config, Engine, Goal, Query, Report, Session, VariableOrder, Verdict};
use mutate::{Dice, mutated, programs, set, setting};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

#[test]
#[allow(
    clippy::print_stderr,
    reason = "a run that is cut off should say how far it came (--nocapture)"
)]
fn damaged_programs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut known = programs(&root.join("tests/bp"));
    known.extend(programs(&root.join("corpus/bp")));
    let first = setting("CEGAR_FUZZ_SEED", 0);
    let (mut checked, mut agreed) = (0, 0);
    for case in first..first + setting("CEGAR_FUZZ_CASES", 1_500) {
        let mut dice = Dice::new(case);
        let text = mutated(&original(case, &known, &mut dice), &mut dice);
        let outcome = catch_unwind(AssertUnwindSafe(|| whole(&text, &mut dice)));
        match outcome {
            Ok(Outcome::Refused) => {}
            Ok(Outcome::Checked) => checked += 1,
            Ok(Outcome::Agreed) => agreed += 1,
            Err(_) => panic!("case {case}:\n{text}"),
        }
        if case % 10_000 == 9_999 {
            eprintln!("cases {first} to {case}: {checked} checked, {agreed} by two engines");
        }
    }
    assert!(agreed > 100, "{checked} checked, {agreed} by two engines");
}

/// The program that a case damages.
fn original(case: u64, known: &[String], dice: &mut Dice) -> String {
    match dice.below(4) {
        0 => known[dice.below(known.len())].clone(),
        1 => Driver {
            seed: case,
            statements: 10,
            predicates: 6,
            faulty: true,
        }
        .to_string(),
        _ => Random {
            seed: case,
            size: 3 + dice.below(18) as u32,
        }
        .to_string(),
    }
}

enum Outcome {
    /// It is no program.
    Refused,
    /// It got no answer, because names of the question are wrong or the tables are small.
    Checked,
    /// Two configurations gave the same answers.
    Agreed,
}

fn whole(text: &str, dice: &mut Dice) -> Outcome {
    let Ok(mut program) = bp::parse(text) else {
        return Outcome::Refused;
    };
    let printed = program.to_string();
    let again = bp::parse(&printed).unwrap_or_else(|e| panic!("{e:?}\n{printed}"));
    assert_eq!(printed, again.to_string());
    let (entries, query) = question(&program, dice);
    threads(&program, &query, dice);
    let ask = |config: Config| {
        let session = Session::new(&program, &entries, &config);
        session.and_then(|session| session.check(&query))
    };
    let outcome = match ask(config(Engine::Summaries, dice)) {
        Err(checker::Error::Program(_)) => return Outcome::Refused,
        Err(_) => Outcome::Checked,
        Ok(first) => {
            let engine = Engine::ALL[dice.below(Engine::ALL.len())];
            match ask(config(engine, dice)) {
                Err(_) => Outcome::Checked,
                Ok(second) => {
                    assert_eq!(answers(&first), answers(&second), "{engine:?} {query:?}");
                    Outcome::Agreed
                }
            }
        }
    };
    configurations(&mut program, text, &entries, dice);
    outcome
}

/// A start and questions that mostly make sense.
fn question(program: &Program, dice: &mut Dice) -> (Vec<String>, Query) {
    let procs = procs(program);
    let mut labels = labels(program);
    labels.extend(["nowhere", "main:nowhere", ":", ""].map(str::to_owned));
    let label = |dice: &mut Dice| labels[dice.below(labels.len())].clone();
    let mut query = Query {
        unreachable: dice.below(2) == 0,
        goals: vec![Goal::Assertions],
        ..Query::default()
    };
    let mut entries = Vec::new();
    if dice.below(4) == 0 {
        entries.push(procs[dice.below(procs.len())].clone());
    }
    for _ in 0..dice.below(3) {
        query.goals.push(Goal::Label(label(dice)));
    }
    if dice.below(3) == 0 {
        query.invariants.push(label(dice));
    }
    (entries, query)
}

fn procs(program: &Program) -> Vec<String> {
    let names = program.procs.iter().map(|p| program.text(p.name.symbol));
    let mut found: Vec<_> = names.map(str::to_owned).collect();
    found.push("absent".to_owned());
    found
}

fn labels(program: &Program) -> Vec<String> {
    let labels = program.stmts.iter().flat_map(|stmt| &stmt.labels);
    labels.map(|l| program.text(l.symbol).to_owned()).collect()
}

fn config(engine: Engine, dice: &mut Dice) -> Config {
    let mut coin = || dice.below(2) == 0;
    Config {
        engine,
        live_ranges: coin(),
        mod_ref: coin(),
        memoryless_from_slots: coin().then_some(0),
        variable_order: match coin() {
            true => VariableOrder::Assignments,
            false => VariableOrder::Declaration,
        },
        trace_lines: if coin() { 5 } else { 1_000 },
        bdd: BddConfig {
            nodes: 1 << 16,
            cache: 1 << 12,
            ..BddConfig::default()
        },
        ..Config::default()
    }
}

/// What must not depend on engine and optimisations.
fn answers(report: &Report) -> impl PartialEq + std::fmt::Debug {
    let length = |verdict: &Verdict| match verdict {
        Verdict::Unreachable => None,
        Verdict::Reachable(trace) => Some(trace.as_ref().map(|t| t.length)),
    };
    let goals: Vec<_> = report.goals.iter().map(length).collect();
    let empty: Vec<_> = report
        .invariants
        .iter()
        .map(|i| i.terms.is_empty())
        .collect();
    (goals, empty, report.unreachable.clone())
}

/// The goals of a query where there are threads, by both engines.
fn threads(program: &Program, query: &Query, dice: &mut Dice) {
    if !bp::has_threads(program, bp::Entry::Main) {
        return;
    }
    let config = config(Engine::Summaries, dice);
    let Ok(threads) = Threads::new(program, &Start::default(), &config) else {
        return;
    };
    let ask = |engine| {
        let bounds = Bounds {
            bound: Some(Bound::Switches(2)),
            threads: Some(3),
            engine,
        };
        match threads.check(query, &bounds, &mut |_| {}) {
            Err(ThreadsError::NotShown) => panic!("a run that is none: {query:?}"),
            Err(_) => None,
            Ok(report) => Some(report.goals),
        }
    };
    let both = (ask(ThreadEngine::Automatic), ask(ThreadEngine::Contexts));
    if let (Some(automatic), Some(contexts)) = both {
        for (one, other) in automatic.iter().zip(&contexts) {
            let found = |verdict: &ThreadsVerdict| match verdict {
                ThreadsVerdict::Reachable { bound, .. } => Some(*bound),
                ThreadsVerdict::Unreachable(_) => None,
            };
            assert_eq!(found(one), found(other), "{query:?}");
        }
    }
}

/// A question about stacks, forwards and backwards.
fn configurations(program: &mut Program, text: &str, entries: &[String], dice: &mut Dice) {
    let (procs, labels) = (procs(program), labels(program));
    let procs: Vec<&str> = procs.iter().map(String::as_str).collect();
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    let from = (dice.below(3) == 0).then(|| set(dice, &procs, &labels));
    let reach = set(dice, &procs, &labels);
    let from = match from.map(|from| ConfigurationSet::parse(&from, program, text)) {
        Some(Err(_)) => return,
        Some(Ok(from)) => Some(from),
        None => None,
    };
    let Ok(reach) = ConfigurationSet::parse(&reach, program, text) else {
        return;
    };
    let mut ask = |engine| {
        let config = config(engine, dice);
        let answer = Session::new(program, entries, &config)
            .and_then(|session| session.reachable_configuration(from.as_ref(), &reach));
        answer.ok().map(|answer| match answer {
            ConfigurationVerdict::Unreachable => false,
            ConfigurationVerdict::Reachable(trace) => {
                assert_eq!(
                    trace.is_some(),
                    config.trace,
                    "a trace where wanted\n{text}"
                );
                true
            }
        })
    };
    if let (Some(forwards), Some(backwards)) = (ask(Engine::PostStar), ask(Engine::PreStar)) {
        assert_eq!(forwards, backwards);
    }
}
