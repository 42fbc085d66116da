//! Procedures, told apart by the results after which a run violates.
//!
//! Of the stack below a procedure it matters only for which results (globals, returned values, and the automaton's state) a run
//! goes on after the return that violates. A procedure with such a set is an *instance*; its states from which a run violates
//! are those from which one diverges, and those from which the exit is reached with such a result. Which instance a call
//! enters depends on the caller's instance and on the caller's locals. The procedure at the bottom of a stack has the set of
//! what the automaton accepts once the run has ended.

use rustc_hash::FxHashMap;

use super::super::head_graph::{HeadEdge, HeadGraph, HeadStep};
use super::ViolationsError;
use crate::bdd::{Bdd, BddResult, Slot, SlotCopy};
use crate::bp::ProcId;
use crate::flow::{ControlPoint, LocId};

/// Instances are numbered in the order in which they are found; the first are those at the bottom of a stack.
pub(super) type InstanceId = usize;

pub(super) struct Instance {
    pub(super) proc: ProcId,
    /// Whether nothing lies below.
    pub(super) is_bottom: bool,
    /// From where a run violates, by the location's number inside the procedure.
    pub(super) violating: Vec<Bdd>,
    /// What calls of it enter.
    pub(super) calls: Vec<Entered>,
}

/// A call enters an instance where the caller's locals are in a set.
pub(super) struct Entered {
    /// Where the caller goes on.
    pub(super) to: LocId,
    pub(super) locals: Bdd,
    pub(super) instance: InstanceId,
}

/// All instances that stacks are made of.
pub(super) fn instances(
    graph: &mut HeadGraph<'_, '_, '_>,
    diverging: &[Bdd],
    ended: &Bdd,
    limit: usize,
) -> Result<Vec<Instance>, ViolationsError> {
    let flow = graph.product.spds.flow;
    let mut search = Search::new(graph, diverging)?;
    for proc in flow.program.proc_ids() {
        search.below.push((proc, ended.clone()));
    }
    let bottoms = search.below.len();
    let mut found: Vec<Instance> = Vec::new();
    while let Some((proc, below)) = search.below.get(found.len()).cloned() {
        if found.len() == limit {
            return Err(ViolationsError::TooManyInstances(limit));
        }
        let violating = search.violating(proc, &below)?;
        let mut calls = Vec::new();
        for call in flow.call_range(proc) {
            search.enter(call, &violating, limit, &mut calls)?;
        }
        found.push(Instance {
            proc,
            is_bottom: found.len() < bottoms,
            violating,
            calls,
        });
    }
    Ok(found)
}

struct Search<'c, 'g, 'a, 'p> {
    graph: &'c mut HeadGraph<'g, 'a, 'p>,
    diverging: &'c [Bdd],
    /// Each instance's procedure, and the results after which a run violates.
    below: Vec<(ProcId, Bdd)>,
    /// Those that are not at the bottom.
    known: FxHashMap<(ProcId, Bdd), InstanceId>,
    /// The edges into each location that stay in its frame.
    into: Vec<Vec<HeadEdge>>,
    /// The cube of what a procedure hands to its caller, and that of returned values alone.
    results: Bdd,
    returned: Bdd,
}

impl<'c, 'g, 'a, 'p> Search<'c, 'g, 'a, 'p> {
    fn new(graph: &'c mut HeadGraph<'g, 'a, 'p>, diverging: &'c [Bdd]) -> BddResult<Self> {
        let (flow, bdds) = (graph.product.spds.flow, &graph.product.spds.bdds);
        let mut into = vec![Vec::new(); flow.loc_count()];
        for loc in flow.locs() {
            for edge in graph.edges(loc) {
                if !matches!(edge.step, HeadStep::Into(_)) {
                    into[edge.to.index()].push(edge);
                }
            }
        }
        let current = |slots: std::ops::Range<usize>| {
            bdds.cube(slots.map(|i| (Slot(i as u32), SlotCopy::Current)))
        };
        let (globals, results) = (flow.global_count, flow.global_count + flow.return_count);
        Ok(Search {
            results: current(0..results)?,
            returned: current(globals..results)?,
            graph,
            diverging,
            below: Vec::new(),
            known: FxHashMap::default(),
            into,
        })
    }

    /// From where a run of a procedure violates, by location.
    fn violating(&mut self, proc: ProcId, below: &Bdd) -> BddResult<Vec<Bdd>> {
        let (flow, bdds) = (self.graph.product.spds.flow, &self.graph.product.spds.bdds);
        let own = flow.proc(proc);
        let at = |loc: LocId| (loc.0 - own.locs.start) as usize;
        let locs = || own.locs.clone().map(LocId);
        let mut found: Vec<Bdd> = locs().map(|l| self.diverging[l.index()].clone()).collect();
        let leaving = self.graph.explored.before_read(own.exit, below)?;
        found[at(own.exit)] = bdds.or(&found[at(own.exit)], &leaving)?;
        let mut fresh = vec![bdds.zero(); found.len()];
        fresh[at(own.exit)] = leaving;
        let mut work = vec![own.exit];
        while let Some(loc) = work.pop() {
            let states = std::mem::replace(&mut fresh[at(loc)], bdds.zero());
            for i in 0..self.into[loc.index()].len() {
                let edge = self.into[loc.index()][i];
                let from = at(edge.from);
                let mut before = self.graph.before(&edge, &states)?;
                if !matches!(flow.place(edge.from), ControlPoint::Returned(_)) {
                    before = bdds.exists(&before, &self.returned)?;
                }
                let new = bdds.minus(&before, &found[from])?;
                if bdds.is_zero(&new) {
                    continue;
                }
                found[from] = bdds.or(&found[from], &new)?;
                if bdds.is_zero(&fresh[from]) {
                    work.push(edge.from);
                }
                fresh[from] = bdds.or(&fresh[from], &new)?;
            }
        }
        Ok(found)
    }

    /// The instances that a call enters, for each part of the caller's locals.
    fn enter(
        &mut self,
        call: usize,
        violating: &[Bdd],
        limit: usize,
        calls: &mut Vec<Entered>,
    ) -> Result<(), ViolationsError> {
        let (spds, bdds) = (&self.graph.product.spds, &self.graph.product.spds.bdds);
        let rule = &spds.calls[call];
        let own = spds.flow.proc(rule.caller);
        let after = &violating[(rule.to.0 - own.locs.start) as usize];
        let after = bdds.and(after, &rule.after)?;
        let locals: Vec<_> = own.slots.iter().map(|&s| (s, SlotCopy::Current)).collect();
        let cube = bdds.cube(locals.iter().copied())?;
        let mut left = bdds.one();
        while !bdds.is_zero(&left) {
            let one = bdds.pick(&left, locals.iter().copied(), 0)?;
            let results = bdds.and_exists(&after, &one, &cube)?;
            let differ = bdds.exists(&bdds.xor(&after, &results)?, &self.results)?;
            let part = bdds.minus(&left, &differ)?;
            left = bdds.and(&left, &differ)?;
            let next = self.below.len();
            let key = (rule.callee, results);
            let instance = *self.known.entry(key.clone()).or_insert(next);
            if instance == next {
                if next >= limit {
                    return Err(ViolationsError::TooManyInstances(limit));
                }
                self.below.push(key);
            }
            calls.push(Entered {
                to: rule.to,
                locals: part,
                instance,
            });
        }
        Ok(())
    }
}
