//! A run that violates a property, as it is told.

use std::collections::BTreeMap;

use super::exact_run::{Configuration, Run};
use crate::bp::{ProcId, Symbol};
use crate::flow::{ControlPoint, Flow};
use crate::simulate::Snapshot;

/// A run that violates a property: a stem, and a part that repeats for ever after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    pub stem: Vec<RunStep>,
    /// Empty where the run ends with the stem.
    pub cycle: Vec<RunStep>,
    /// Which procedures have more frames on the stack each time round, and how many more.
    pub growth: Vec<(ProcId, usize)>,
    /// Whether every call that has returned was expanded, and so the whole run could be executed before it was told.
    pub is_complete: bool,
}

/// A configuration of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunStep {
    pub place: ControlPoint,
    pub proc: ProcId,
    /// How many calls have not returned.
    pub depth: usize,
    /// The call that is made here has returned at the next step, and its inside is not told.
    pub skips_call: bool,
    /// The variables in scope; not all where a call before was gone over.
    pub values: Vec<(Symbol, bool)>,
}

impl Counterexample {
    pub(super) fn new(flow: &Flow<'_>, run: &Run) -> Self {
        let steps = |steps: &[Configuration]| -> Vec<RunStep> {
            steps.iter().map(|step| told(flow, step)).collect()
        };
        let mut all = run.stem.iter().chain(&run.cycle);
        Counterexample {
            stem: steps(&run.stem),
            cycle: steps(&run.cycle),
            growth: growth(flow, run),
            is_complete: !all.any(|step| step.skips_call),
        }
    }
}

fn told(flow: &Flow<'_>, step: &Configuration) -> RunStep {
    let at = &step.at;
    let proc = flow.proc_of(at.loc);
    let scope = flow.in_scope(proc).into_iter();
    RunStep {
        place: flow.place(at.loc),
        proc,
        depth: at.depth,
        skips_call: step.skips_call,
        values: scope
            .filter(|&(slot, _)| step.knows(slot))
            .map(|(slot, name)| (name, at.read(flow, slot)))
            .collect(),
    }
}

/// The frames that the loop leaves behind: of every depth that it adds, the procedure that was there last.
fn growth(flow: &Flow<'_>, run: &Run) -> Vec<(ProcId, usize)> {
    let (Some(first), Some(back)) = (run.cycle.first(), &run.back) else {
        return Vec::new();
    };
    let mut left_at: BTreeMap<usize, ProcId> = BTreeMap::new();
    for at in run.cycle.iter().map(|step| &step.at).chain([back]) {
        let at: &Snapshot = at;
        left_at.insert(at.depth, flow.proc_of(at.loc));
    }
    let mut counts: BTreeMap<ProcId, usize> = BTreeMap::new();
    let added = |depth: &usize| first.at.depth < *depth && *depth <= back.depth;
    for (_, &proc) in left_at.iter().filter(|(depth, _)| added(depth)) {
        *counts.entry(proc).or_default() += 1;
    }
    counts.into_iter().collect()
}
