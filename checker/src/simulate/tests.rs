//! Random walks agree with the engines: what a walk reaches is reachable, and every reachable label of small programs
//! is met by some walk.

use std::collections::BTreeSet;

use super::*;
use crate::bp::{self, Entry};
use crate::families::Random;
use crate::{Config, Goal, Query, Session, Verdict};

/// Walks with coin tosses.
struct Tosses(u64);

impl Tosses {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

impl Choices for Tosses {
    fn arbitrary(&mut self, _: Symbol) -> Option<bool> {
        Some(self.next().is_multiple_of(3))
    }

    fn value(&mut self, _: ExprId) -> Option<bool> {
        Some(self.next() % 7 < 3)
    }

    fn target(&mut self, labels: &[Name]) -> Option<usize> {
        Some(self.next() as usize % labels.len())
    }

    fn again(&mut self, failures: usize) -> bool {
        failures < 50
    }
}

/// The labels that a walk meets, and whether an assertion fails.
fn walk(flow: &Flow<'_>, seed: u64) -> (BTreeSet<String>, bool) {
    let program = flow.program;
    let mut tosses = Tosses(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let main = program.find_proc("main").expect("a main procedure");
    let mut met = BTreeSet::new();
    let Ok(mut simulation) = Simulation::start(flow, main, &mut tosses) else {
        return (met, false);
    };
    for _ in 0..300 {
        if let Some(SimulationState {
            place: ControlPoint::Before(stmt),
            ..
        }) = simulation.position()
        {
            let labels = program.stmt(stmt).labels.iter();
            met.extend(labels.map(|l| program.text(l.symbol).to_owned()));
        }
        match simulation.step(&mut tosses) {
            StepOutcome::Stepped => {}
            StepOutcome::Failed(_) => return (met, true),
            StepOutcome::Finished | StepOutcome::Blocked | StepOutcome::Stopped => break,
        }
    }
    (met, false)
}

#[test]
fn walks_stay_within_what_is_reachable() {
    for seed in 0..60 {
        let program = bp::parse(&Random { seed, size: 20 }.to_string()).expect("it parses");
        assert_eq!(bp::verify(&program, Entry::Main), []);
        let flow = Flow::new(&program);
        let (mut met, mut failed) = (BTreeSet::new(), false);
        for round in 0..100 {
            let (more, fails) = walk(&flow, seed * 1000 + round);
            met.extend(more);
            failed |= fails;
        }
        let mut goals: Vec<Goal> = met.iter().cloned().map(Goal::Label).collect();
        if failed {
            goals.push(Goal::Assertions);
        }
        let query = Query {
            goals: goals.clone(),
            ..Query::default()
        };
        let config = Config {
            trace: false,
            ..Config::default()
        };
        let session = Session::new(&program, &[], &config).expect("a good program");
        let report = session.check(&query).expect("an answer");
        for (goal, verdict) in goals.iter().zip(&report.goals) {
            assert_ne!(
                *verdict,
                Verdict::Unreachable,
                "seed {seed}: a walk reaches {goal:?}"
            );
        }
    }
}

#[test]
fn walks_meet_what_is_reachable() {
    let text = "decl g := 0;
        bool f(x) begin if (x) then return !x; fi in_f: g := * constrain 'g | g; end
        void main() begin decl a; enforce !a | g; a := 0; a := f(a); if (a & g) then both: skip; fi
          goto l, m; l: dead a; m: a := schoose[0, 1]; assert(!a); x: assume(*); y: assert(*); never: assume(0); end";
    let text = text.replace("never: assume(0);", "z: assume(0); never: skip;");
    let program = bp::parse(&text).expect("it parses");
    let flow = Flow::new(&program);
    let walks: Vec<_> = (0..2000).map(|seed| walk(&flow, seed)).collect();
    let met: BTreeSet<&str> = walks
        .iter()
        .flat_map(|(met, _)| met.iter().map(String::as_str))
        .collect();
    assert_eq!(
        met.into_iter().collect::<Vec<_>>(),
        ["both", "in_f", "l", "m", "x", "y", "z"]
    );
    assert!(walks.iter().any(|(_, failed)| *failed));
}

/// What `enforce` of a caller demands is demanded once the results of a call are bound, and not while they are under way.
#[test]
fn callers_enforce_after_results_are_bound() {
    let text = "decl g;
        bool f() begin g := 0; return 0; end
        void main() begin decl x; enforce x = g; x, g := 1, 1; x := f(); back: skip; end";
    let program = bp::parse(text).expect("it parses");
    let flow = Flow::new(&program);
    assert!((0..200).any(|seed| walk(&flow, seed).0.contains("back")));
    let without_binding = text.replace("x := f(); back", "f(); back");
    let program = bp::parse(&without_binding).expect("it parses");
    let flow = Flow::new(&program);
    assert!((0..200).all(|seed| !walk(&flow, seed).0.contains("back")));
}
