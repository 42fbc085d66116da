//! The engines and the explorer about the same programs.

use checker::bp::{self, Program, StmtKind};
use checker::threads::{Bound, Bounds, Start, ThreadEngine, Threads, ThreadsVerdict};
use checker::{BddConfig, Config, Query};

use crate::explorer::{Explored, Explorer, Goal, Limits};
use crate::model::Model;
use crate::program::Writer;

/// How many programs of each kind a plain test run looks at.
const CASES: u64 = 300;
/// Deeper stacks are cut off.
const MAX_STACK: usize = 5;
const MAX_STATES: usize = 40_000;

/// What was seen, to know that the test is about something.
#[derive(Debug, Default)]
struct Count {
    programs: u64,
    too_large: u64,
    reachable: u64,
    with_switches: u64,
    unreachable: u64,
    any_number: u64,
}

fn number(name: &str, otherwise: u64) -> u64 {
    let told = std::env::var(name).ok();
    told.and_then(|n| n.parse().ok()).unwrap_or(otherwise)
}

pub(crate) fn config() -> Config {
    Config {
        bdd: BddConfig {
            nodes: 1 << 20,
            cache: 1 << 14,
            ..BddConfig::default()
        },
        ..Config::default()
    }
}

fn goals(program: &Program) -> Vec<Goal> {
    let labels = program
        .stmts
        .iter()
        .flat_map(|stmt| &stmt.labels)
        .map(|label| label.symbol);
    let asserts = program
        .stmts
        .iter()
        .any(|stmt| matches!(stmt.kind, StmtKind::Assert(_)));
    let mut found: Vec<Goal> = labels.map(Goal::Label).collect();
    found.extend(asserts.then_some(Goal::Assertion));
    found.sort();
    found.dedup();
    found
}

fn query(program: &Program, goals: &[Goal]) -> Query {
    let goal = |goal: &Goal| match goal {
        Goal::Assertion => checker::Goal::Assertions,
        Goal::Label(label) => checker::Goal::Label(program.text(*label).to_owned()),
    };
    Query {
        goals: goals.iter().map(goal).collect(),
        ..Query::default()
    }
}

fn explored(
    program: &Program,
    threads: &Threads<'_>,
    bound: Bound,
    most: usize,
) -> Option<Explored> {
    let model = Model::with_threads(program).ok()?;
    let atomic = program
        .globals
        .iter()
        .position(|global| program.text(global.name.symbol) == "atomic");
    let explorer = Explorer {
        model: &model,
        limits: Limits {
            rounds: matches!(bound, Bound::Rounds(_)),
            switches: count_of(bound),
            stack: MAX_STACK,
            states: MAX_STATES,
            threads: most,
        },
        init: threads.before_all(),
        threads: threads.from_the_beginning().to_vec(),
        atomic_variable: atomic,
    };
    explorer.explore()
}

fn more_than(bound: Bound) -> Bound {
    match bound {
        Bound::Switches(n) => Bound::Switches(n + 3),
        Bound::Rounds(n) => Bound::Rounds(n + 2),
    }
}

fn count_of(bound: Bound) -> u32 {
    match bound {
        Bound::Switches(n) | Bound::Rounds(n) => n,
    }
}

/// Compares all answers about a program within some switches, or rounds.
fn compare(text: &str, bound: Bound, most: Option<usize>, engine: ThreadEngine, count: &mut Count) {
    let program = bp::parse(text).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"));
    let threads = match Threads::new(&program, &Start::default(), &config()) {
        Ok(threads) => threads,
        Err(error) => panic!("{error:?}\n{text}"),
    };
    let goals = goals(&program);
    let there = threads.from_the_beginning().len();
    let limit = most.unwrap_or(there + count_of(bound) as usize).max(there);
    let Some(oracle) = explored(&program, &threads, bound, limit) else {
        count.too_large += 1;
        return;
    };
    count.programs += 1;
    let bounds = Bounds {
        bound: Some(bound),
        threads: most,
        engine,
    };
    let answer = match threads.check(&query(&program, &goals), &bounds, &mut |_| {}) {
        Ok(answer) => answer,
        Err(error) => panic!("{error:?} within {bound:?}\n{text}"),
    };
    for (goal, verdict) in goals.iter().zip(&answer.goals) {
        let cost = oracle.found.get(goal);
        match (verdict, cost) {
            (
                ThreadsVerdict::Reachable {
                    bound: found,
                    trace: Some(trace),
                    ..
                },
                Some(&(fewest, steps)),
            ) => {
                // In rounds it is not the switches that are few.
                let switches = match found {
                    Bound::Switches(_) => trace.switches as u32,
                    Bound::Rounds(n) => *n,
                };
                let told = (count_of(*found), switches, trace.steps as u32);
                // Behind a stack that is cut off there may be a shorter way.
                let right = match (oracle.complete, trace.fewest_steps) {
                    (true, true) => told == (fewest, fewest, steps),
                    (true, false) => told.0 == fewest && told.1 == fewest && told.2 >= steps,
                    (false, _) => told.0 <= fewest && told.1 == told.0,
                };
                assert!(
                    right,
                    "{goal:?}: {told:?}, and ({fewest}, {steps}) by the explorer, within {bound:?}\n{text}"
                );
                count.reachable += 1;
                count.with_switches += u64::from(fewest > 0);
            }
            (ThreadsVerdict::Unreachable(scope), None) => {
                count.unreachable += 1;
                count.any_number += u64::from(scope.bound.is_none());
            }
            // The run was executed, so that it is the explorer that did not look deep enough.
            (ThreadsVerdict::Reachable { trace: Some(_), .. }, None) if !oracle.complete => {}
            _ => panic!(
                "{goal:?}: {verdict:?}, and {cost:?} by the explorer, within {bound:?}\n{text}"
            ),
        }
    }
    // What holds with any number of switches holds with more than were asked about.
    let any = |verdict: &ThreadsVerdict| matches!(verdict, ThreadsVerdict::Unreachable(scope) if scope.bound.is_none());
    if answer.goals.iter().any(any)
        && let Some(more) = explored(&program, &threads, more_than(bound), limit)
    {
        for (goal, verdict) in goals.iter().zip(&answer.goals) {
            assert!(
                !any(verdict) || !more.found.contains_key(goal),
                "{goal:?} with more switches\n{text}"
            );
        }
    }
}

fn programs(recursion: bool) -> Count {
    let mut count = Count::default();
    let first = number("THREADS_SEED", 0);
    for seed in first..first + number("THREADS_CASES", CASES) {
        let text = Writer::program(seed, recursion);
        let (bound, most) = [
            (Bound::Switches(2), None),
            (Bound::Switches(3), Some(2)),
            (Bound::Switches(4), Some(3)),
            (Bound::Switches(1), None),
            (Bound::Rounds(2), Some(3)),
        ][seed as usize % 5];
        let engine = match recursion {
            true => ThreadEngine::Automatic,
            false => [ThreadEngine::Interleaving, ThreadEngine::Contexts][seed as usize / 5 % 2],
        };
        compare(&text, bound, most, engine, &mut count);
    }
    count
}

#[test]
fn threads_without_recursion_agree_with_the_explorer() {
    let count = programs(false);
    assert!(count.programs > 10 * count.too_large, "{count:?}");
    let enough = count.programs / 4;
    assert!(
        count.reachable > enough && count.unreachable > enough && count.with_switches > enough / 4,
        "{count:?}"
    );
    assert!(count.any_number > enough / 8, "{count:?}");
}

#[test]
fn threads_with_recursion_agree_with_the_explorer() {
    let count = programs(true);
    assert!(count.programs > 5 * count.too_large, "{count:?}");
    let enough = count.programs / 4;
    assert!(
        count.reachable > enough && count.unreachable > enough,
        "{count:?}"
    );
}
