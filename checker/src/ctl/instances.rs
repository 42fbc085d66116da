//! Procedures, told apart by what holds below them.
//!
//! What a formula says of a configuration depends on the whole stack. Of the stack below a procedure it depends only on
//! what holds once the procedure has returned: for each result (globals, and returned values) a truth value, a set of
//! results as a BDD. An *instance* is a procedure together with such a set for every subformula that was looked at. For each
//! of them it has the states, at each of its locations, in which the subformula holds. Which instance a call enters depends on
//! the caller's instance and on the caller's locals, and is told by guards over these.
//!
//! So the instances are a deterministic automaton that reads the stack from its bottom, as in Esparza, Kučera and Schwoon's
//! *Model checking LTL with regular valuations* (2003): every subformula is a set of configurations that is regular.

use crate::bdd::{Bdd, BddResult, Bdds, Slot, SlotCopy};
use crate::bp::ProcId;
use crate::engine::Summaries;
use crate::flow::{ControlPoint, Flow, LocId};
use crate::spds::{CallRule, Spds};
use crate::temporal::is_moment;

/// Instances are numbered in the order in which they are found.
pub(super) type InstanceId = usize;

/// Sets of states by the location's number inside its procedure.
pub(super) type ByLoc = Vec<Bdd>;

/// Which instance a call enters: where the caller's locals are in a set, that one.
pub(super) type Entered = Vec<(Bdd, InstanceId)>;

#[derive(Clone)]
pub(super) struct Instance {
    pub(super) proc: ProcId,
    /// Where each subformula holds that was looked at, by its number.
    pub(super) holds: Vec<ByLoc>,
    /// By the number of the call among those of the procedure.
    pub(super) calls: Vec<Entered>,
}

/// The program, and what every subformula needs of it.
pub(super) struct Ground<'s, 'a, 'p> {
    pub(super) spds: &'s Spds<'a, 'p>,
    /// What is reachable; everything is asked of that alone.
    pub(super) reachable: Summaries<'s, 'a, 'p>,
    /// The reachable states of each location.
    pub(super) states: Vec<Bdd>,
    /// The edges into each location.
    pub(super) edges_into: Vec<Vec<usize>>,
    /// The calls that come back to each location.
    pub(super) calls_back_to: Vec<Vec<usize>>,
    /// The cube of current values of returned values: what a procedure returns is chosen when it comes to its exit.
    pub(super) returned: Bdd,
    /// The cube of current values that a caller gets back.
    pub(super) results: Bdd,
    pub(super) is_moment: Vec<bool>,
    pub(super) stutter: bool,
}

impl<'s, 'a, 'p> Ground<'s, 'a, 'p> {
    pub(super) fn new(
        spds: &'s Spds<'a, 'p>,
        entries: &[ProcId],
        stutter: bool,
    ) -> BddResult<Self> {
        let flow = spds.flow;
        let mut reachable = Summaries::new(spds);
        for &entry in entries {
            reachable.start(entry)?;
        }
        reachable.run()?;
        let states = flow
            .locs()
            .map(|loc| spds.current(flow.proc_of(loc), reachable.path_edges(loc)));
        let current = |slots: std::ops::Range<usize>| {
            let slots = slots.map(|i| (Slot(i as u32), SlotCopy::Current));
            spds.bdds.cube(slots)
        };
        let (globals, results) = (flow.global_count, flow.global_count + flow.return_count);
        Ok(Ground {
            states: states.collect::<BddResult<_>>()?,
            edges_into: edges_into(flow),
            calls_back_to: calls_back_to(flow),
            returned: current(globals..results)?,
            results: current(0..results)?,
            is_moment: flow.locs().map(|loc| is_moment(flow, loc)).collect(),
            stutter,
            spds,
            reachable,
        })
    }

    pub(super) fn bdds(&self) -> &'s Bdds {
        &self.spds.bdds
    }

    pub(super) fn flow(&self) -> &'a Flow<'p> {
        self.spds.flow
    }

    /// The number of a location inside its procedure.
    pub(super) fn at(&self, proc: ProcId, loc: LocId) -> usize {
        (loc.0 - self.flow().proc(proc).locs.start) as usize
    }

    /// The number of a procedure's first location.
    pub(super) fn first(&self, proc: ProcId) -> usize {
        self.at(proc, self.flow().proc(proc).entry)
    }

    pub(super) fn locs(&self, proc: ProcId) -> impl DoubleEndedIterator<Item = LocId> + use<> {
        self.flow().proc(proc).locs.clone().map(LocId)
    }

    /// The number of a call among those of its procedure.
    pub(super) fn call_number(&self, proc: ProcId, call: usize) -> usize {
        call - self.flow().call_range(proc).start
    }

    pub(super) fn is_failure(&self, loc: LocId) -> bool {
        matches!(self.flow().place(loc), ControlPoint::Failed(_))
    }

    /// The states from which an edge leads into some of `after`.
    pub(super) fn before_edge(&self, edge: usize, after: &Bdd) -> BddResult {
        let before = self.spds.relation(edge).preimage(self.bdds(), after)?;
        self.without_returned(self.flow().edges()[edge].from, before)
    }

    /// The states at a call from which it comes back in some of `after`, where its callee does what a summary says.
    pub(super) fn before_return(&self, call: &CallRule, summary: &Bdd, after: &Bdd) -> BddResult {
        if self.bdds().is_zero(summary) || self.bdds().is_zero(after) {
            return Ok(self.bdds().zero());
        }
        let over = self.spds.over(call, summary)?;
        let before = over.preimage(self.bdds(), after)?;
        self.without_returned(call.from, before)
    }

    /// Returned values mean something at an exit, and until they are bound.
    fn without_returned(&self, loc: LocId, states: Bdd) -> BddResult {
        match self.flow().place(loc) {
            ControlPoint::Exit | ControlPoint::Returned(_) => Ok(states),
            _ => self.bdds().exists(&states, &self.returned),
        }
    }

    /// One instance for each procedure, of which nothing is known yet.
    pub(super) fn instances(&self) -> Vec<Instance> {
        let flow = self.flow();
        let calls = |proc| {
            let calls = flow.calls_of(proc).iter();
            let entered = calls.map(|call| vec![(self.bdds().one(), call.callee.index())]);
            entered.collect()
        };
        let instance = |proc| Instance {
            proc,
            holds: Vec::new(),
            calls: calls(proc),
        };
        flow.program.proc_ids().map(instance).collect()
    }
}

fn edges_into(flow: &Flow<'_>) -> Vec<Vec<usize>> {
    let mut into = vec![Vec::new(); flow.loc_count()];
    for (i, edge) in flow.edges().iter().enumerate() {
        into[edge.to.index()].push(i);
    }
    into
}

fn calls_back_to(flow: &Flow<'_>) -> Vec<Vec<usize>> {
    let mut back = vec![Vec::new(); flow.loc_count()];
    for (i, call) in flow.calls().iter().enumerate() {
        back[call.to.index()].push(i);
    }
    back
}
