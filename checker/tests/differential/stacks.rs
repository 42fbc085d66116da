//! The oracle against whole configurations: an exploration with real stacks, cut off at a depth.
//!
//! It knows nothing of summaries. Every state it finds on top of a stack must be reachable for the oracle, and where
//! no stack had to be cut off, the two must agree exactly.

use crate::explicit::explore;
use crate::model::{Loc, Model, Step, Val};
use crate::parse;
use checker::bp::{ProcId, Program};
use checker::families::Random;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

const MAX_DEPTH: usize = 5;
const MAX_STACKS: usize = 20_000;

type Frame = (ProcId, Loc, Val);

struct Stacks<'m> {
    model: &'m Model<'m>,
    seen: FxHashSet<Vec<Frame>>,
    worklist: Vec<Vec<Frame>>,
    complete: bool,
}

impl Stacks<'_> {
    fn reach(&mut self, stack: Vec<Frame>) {
        if stack.len() > MAX_DEPTH || self.seen.len() > MAX_STACKS {
            self.complete = false;
        } else if self.seen.insert(stack.clone()) {
            self.worklist.push(stack);
        }
    }

    fn enter(&mut self, below: &[Frame], id: ProcId, context: Val) {
        for val in self.model.entry_states(id, context) {
            let frame = (id, self.model.proc(id).entry, val);
            self.reach([below, &[frame]].concat());
        }
    }

    /// Replaces the topmost frame by what one step makes of it.
    fn step(&mut self, stack: &[Frame]) {
        let (&(id, loc, val), below) = stack.split_last().expect("a frame");
        if loc == self.model.proc(id).exit {
            let Some((&(caller, call, old), below)) = below.split_last() else {
                return;
            };
            let result = self.model.result(id, val);
            let mut steps = Vec::new();
            self.model
                .after_call(caller, call, old, result, &mut |s| steps.push(s));
            return self.apply(below, caller, &steps, &[]);
        }
        let mut steps = Vec::new();
        self.model.steps(id, loc, val, &mut |s| steps.push(s));
        self.apply(below, id, &steps, stack);
    }

    fn apply(&mut self, below: &[Frame], id: ProcId, steps: &[Step], stack: &[Frame]) {
        for &step in steps {
            match step {
                Step::To(loc, val) => self.reach([below, &[(id, loc, val)]].concat()),
                Step::Enter(callee, context) => self.enter(stack, callee, context),
                Step::Fail(_) => {}
            }
        }
    }
}

/// Stacks that are reached from `main`, the top last: all of them, or some where there are too many. Calls in frames below the top
/// are those that they wait at.
pub(crate) fn all_stacks(program: &Program) -> Vec<Vec<Frame>> {
    let Some(main) = program.find_proc("main") else {
        return Vec::new();
    };
    let Ok(report) = explore(program, &[main]) else {
        return Vec::new();
    };
    let mut stacks = Stacks {
        model: &report.model,
        seen: FxHashSet::default(),
        worklist: Vec::new(),
        complete: true,
    };
    for (id, context) in report.starts() {
        stacks.enter(&[], id, context);
    }
    while let Some(stack) = stacks.worklist.pop() {
        stacks.step(&stack);
    }
    stacks.seen.into_iter().collect()
}

#[test]
fn the_oracle_agrees_with_real_stacks() {
    let mut exact = 0;
    for seed in 0..400 {
        let text = Random { seed, size: 12 }.to_string();
        let program = parse(&text);
        let main = program.find_proc("main").expect("main");
        let report = explore(&program, &[main]).expect("small enough");
        let mut stacks = Stacks {
            model: &report.model,
            seen: FxHashSet::default(),
            worklist: Vec::new(),
            complete: true,
        };
        for (id, context) in report.starts() {
            stacks.enter(&[], id, context);
        }
        while let Some(stack) = stacks.worklist.pop() {
            stacks.step(&stack);
        }
        let tops: BTreeSet<Frame> = stacks
            .seen
            .iter()
            .filter_map(|s| s.last().copied())
            .collect();
        let known: BTreeSet<Frame> = report.states().collect();
        assert!(tops.is_subset(&known), "{text}");
        if stacks.complete {
            assert_eq!(tops, known, "{text}");
            exact += 1;
        }
    }
    assert!(exact > 200, "only {exact} programs were explored in full");
}
