//! post\*: all configurations reachable from a regular set of them (Esparza and Schwoon, *Moped*, algorithm 2).
//!
//! The reachable configurations are the language of an automaton that saturation completes. Its states are
//!
//! * the control state, a valuation of the globals, from which the frame on top is read;
//! * for each procedure the state "entered so", a valuation of its tracked slots, from which its caller's frame is read;
//! * the positions of the initial set's [`PAutomaton`], which carry the globals that the automaton remembers.
//!
//! A transition that reads the frame on top at location γ goes to the "entered so" of γ's own procedure (column 0) or
//! to a position (column 1 + position). It is a set over current values (control state and frame) and entry values
//! (what its target carries). A transition from "entered so" reads the caller's frame where the call goes on, so there
//! is one per call and column: next values for the callee's "entered so", current values for what the caller keeps,
//! entry values for the target. When a procedure is left, the transition of its exit is composed with those of its
//! calls: no fourth copy is needed, because what the callee returns and what the caller keeps are different slots.

use super::targets::{ForwardEngine, TargetWatch, explore_until_met};
use super::worklist::{WorkItem, Worklist};
use super::{Explore, callers};
use crate::bdd::{Bdd, BddResult, SlotCopy};
use crate::bp::ProcId;
use crate::configurations::{FramePosition, PAutomaton};
use crate::flow::{LocId, reverse_postorder};
use crate::spds::{CallRule, Renaming, Spds};

/// What a call adds to the rules of the system.
struct PushRule {
    /// Next values (the callee's tracked slots) related to the caller's state.
    link: Bdd,
    /// What a return quantifies: the callee's entry values, and results that the caller does not want.
    drop: Bdd,
}

pub(crate) struct PostStar<'s, 'a, 'p> {
    spds: &'s Spds<'a, 'p>,
    from: PAutomaton,
    columns: usize,
    rank: Vec<u32>,
    /// By location, then column.
    reached: Vec<Bdd>,
    /// The part of `reached` that is still to be looked at.
    fresh: Vec<Bdd>,
    /// The states (current globals and formals) each procedure was called with.
    entered: Vec<Bdd>,
    /// By procedure: next values (how it was entered) and current values (what it returns).
    left: Vec<Bdd>,
    /// By call, then column: the transitions that read the caller's frame.
    waiting: Vec<Bdd>,
    pushes: Vec<PushRule>,
    /// By procedure: its entry values go from entry to next.
    lift: Vec<Renaming>,
    callers: Vec<Vec<u32>>,
    work: Worklist,
    watch: TargetWatch,
}

/// The column of transitions to the "entered so" of the location's own procedure.
const ENTERED: usize = 0;

impl<'s, 'a, 'p> PostStar<'s, 'a, 'p> {
    /// The configurations of `from`, with nothing explored yet.
    pub(crate) fn new(spds: &'s Spds<'a, 'p>, from: PAutomaton) -> BddResult<Self> {
        let (locs, procs) = (spds.flow.loc_count(), spds.flow.procs.len());
        let columns = 1 + from.len();
        let no = spds.bdds.zero();
        let lift = |entry: &crate::spds::EntryRule| {
            Renaming::new(&spds.bdds, &entry.tracked, SlotCopy::Entry, SlotCopy::Next)
        };
        let lift = spds
            .entries
            .iter()
            .map(lift)
            .collect::<BddResult<Vec<_>>>()?;
        let mut post = PostStar {
            spds,
            columns,
            rank: reverse_postorder(spds.flow),
            reached: vec![no.clone(); locs * columns],
            fresh: vec![no.clone(); locs * columns],
            entered: vec![no.clone(); procs],
            left: vec![no.clone(); procs],
            waiting: vec![no; spds.calls.len() * columns],
            pushes: pushes(spds, &lift)?,
            lift,
            callers: callers(spds),
            work: Worklist::new(procs),
            watch: TargetWatch::new(locs),
            from,
        };
        post.add_initial()?;
        Ok(post)
    }

    fn add_initial(&mut self) -> BddResult<()> {
        let bdds = &self.spds.bdds;
        let slots = self.from.remembered().iter().copied();
        let same = bdds.equal(slots, SlotCopy::Entry, SlotCopy::Current)?;
        for (pos, loc, states) in self.from.heads(self.spds)? {
            let set = bdds.and(&states, &same)?;
            self.add(self.spds.flow.proc_of(loc), loc, pos.column(), &set)?;
        }
        Ok(())
    }

    /// The initial set.
    pub(crate) fn from(&self) -> &PAutomaton {
        &self.from
    }

    /// The transition that reads a frame on top.
    pub(crate) fn head(&self, loc: LocId, column: usize) -> &Bdd {
        &self.reached[loc.index() * self.columns + column]
    }

    /// The transition that reads the frame of a call's caller.
    pub(crate) fn below(&self, call: usize, column: usize) -> &Bdd {
        &self.waiting[call * self.columns + column]
    }

    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    /// The renaming that lifts a procedure's entry values to next values.
    pub(crate) fn lift(&self, proc: ProcId) -> &Renaming {
        &self.lift[proc.index()]
    }

    /// Saturates, or stops when a target is met.
    pub(crate) fn run(&mut self) -> BddResult<()> {
        while !self.watch.is_hit() {
            let Some((proc, WorkItem { loc, column })) = self.work.pop() else {
                break;
            };
            let column = column as usize;
            let i = loc.index() * self.columns + column;
            let fresh = std::mem::replace(&mut self.fresh[i], self.spds.bdds.zero());
            self.explore(proc, loc, column, &fresh)?;
        }
        Ok(())
    }

    fn add(&mut self, proc: ProcId, loc: LocId, column: usize, edges: &Bdd) -> BddResult<()> {
        let bdds = &self.spds.bdds;
        let i = loc.index() * self.columns + column;
        let new = bdds.minus(edges, &self.reached[i])?;
        if bdds.is_zero(&new) {
            return Ok(());
        }
        self.watch.meet(loc);
        self.reached[i] = bdds.or(&self.reached[i], &new)?;
        if bdds.is_zero(&self.fresh[i]) {
            let column = column as u32;
            self.work
                .push(proc, self.rank[loc.index()], WorkItem { loc, column });
        }
        self.fresh[i] = bdds.or(&self.fresh[i], &new)?;
        Ok(())
    }

    fn explore(&mut self, proc: ProcId, loc: LocId, column: usize, fresh: &Bdd) -> BddResult<()> {
        let spds = self.spds;
        for (edge, to) in spds.steps(loc) {
            let image = spds.relation(edge).image(&spds.bdds, fresh)?;
            self.add(proc, to, column, &image)?;
        }
        if let Some(call) = spds.flow.call_index(loc) {
            self.push(call, column, fresh)?;
        }
        if loc == spds.flow.proc(proc).exit {
            match FramePosition::of_column(column) {
                None => self.pop(proc, fresh)?,
                Some(pos) => self.pop_initial(proc, pos, fresh)?,
            }
        }
        Ok(())
    }

    /// A call: the callee is entered, and the caller's frame waits below.
    fn push(&mut self, index: usize, column: usize, at_call: &Bdd) -> BddResult<()> {
        let (spds, bdds) = (self.spds, &self.spds.bdds);
        let call = &spds.calls[index];
        let i = index * self.columns + column;
        let frames = bdds.and_exists(at_call, &self.pushes[index].link, &call.forget)?;
        let new = bdds.minus(&frames, &self.waiting[i])?;
        if bdds.is_zero(&new) {
            return Ok(());
        }
        self.waiting[i] = bdds.or(&self.waiting[i], &new)?;
        self.enter(call.callee, &spds.entered(call, at_call)?)?;
        let left = self.left[call.callee.index()].clone();
        self.go_on(index, column, &left, &new)
    }

    fn enter(&mut self, proc: ProcId, states: &Bdd) -> BddResult<()> {
        let bdds = &self.spds.bdds;
        let entered = &mut self.entered[proc.index()];
        let new = bdds.minus(states, entered)?;
        if bdds.is_zero(&new) {
            return Ok(());
        }
        *entered = bdds.or(entered, &new)?;
        let edges = self.spds.path_edges(proc, &new)?;
        self.add(proc, self.spds.flow.proc(proc).entry, ENTERED, &edges)
    }

    /// A procedure that was called is left.
    fn pop(&mut self, proc: ProcId, at_exit: &Bdd) -> BddResult<()> {
        let bdds = &self.spds.bdds;
        let i = proc.index();
        let results = bdds.exists(at_exit, &self.spds.exits[i].forget)?;
        let new = bdds.minus(&self.lift[i].apply(bdds, &results)?, &self.left[i])?;
        if bdds.is_zero(&new) {
            return Ok(());
        }
        self.left[i] = bdds.or(&self.left[i], &new)?;
        for c in 0..self.callers[i].len() {
            let call = self.callers[i][c] as usize;
            for column in 0..self.columns {
                let waiting = self.below(call, column).clone();
                self.go_on(call, column, &new, &waiting)?;
            }
        }
        Ok(())
    }

    /// Composes what a callee returns with the frames that wait for it.
    fn go_on(&mut self, index: usize, column: usize, left: &Bdd, waiting: &Bdd) -> BddResult<()> {
        let (spds, bdds) = (self.spds, &self.spds.bdds);
        if bdds.is_zero(left) || bdds.is_zero(waiting) {
            return Ok(());
        }
        let call = &spds.calls[index];
        let back = bdds.and_exists(left, waiting, &self.pushes[index].drop)?;
        let after = bdds.and(&back, &call.after)?;
        self.add(call.caller, call.to, column, &after)
    }

    /// A procedure is left whose frame was on the stack from the beginning.
    fn pop_initial(&mut self, proc: ProcId, pos: FramePosition, at_exit: &Bdd) -> BddResult<()> {
        let spds = self.spds;
        for c in 0..self.callers[proc.index()].len() {
            let index = self.callers[proc.index()][c] as usize;
            let call: &CallRule = &spds.calls[index];
            let below = self.from.below(pos, call.to, SlotCopy::Entry);
            let below: Vec<(FramePosition, Bdd)> =
                below.map(|(next, set)| (next, set.clone())).collect();
            for (next, states) in below {
                let after = spds.left(index, at_exit, &states)?;
                self.add(call.caller, call.to, next.column(), &after)?;
            }
        }
        Ok(())
    }
}

fn pushes(spds: &Spds<'_, '_>, lift: &[Renaming]) -> BddResult<Vec<PushRule>> {
    let bdds = &spds.bdds;
    let push = |(index, call): (usize, &CallRule)| {
        let tracked = spds.entries[call.callee.index()].tracked.iter().copied();
        let globals = tracked.filter(|slot| slot.index() < spds.flow.global_count);
        let same = bdds.equal(globals, SlotCopy::Current, SlotCopy::Next)?;
        Ok(PushRule {
            link: bdds.and(&call.pass, &same)?,
            drop: bdds.and(&spds.unwanted(index)?, lift[call.callee.index()].to())?,
        })
    };
    spds.calls.iter().enumerate().map(push).collect()
}

impl ForwardEngine for PostStar<'_, '_, '_> {
    fn knows(&self, loc: LocId) -> bool {
        (0..self.columns).any(|column| !self.spds.bdds.is_zero(self.head(loc, column)))
    }

    fn watch(&mut self) -> &mut TargetWatch {
        &mut self.watch
    }

    fn run(&mut self) -> BddResult<()> {
        PostStar::run(self)
    }
}

impl Explore for PostStar<'_, '_, '_> {
    fn reach(&mut self, targets: &[LocId]) -> BddResult<Option<LocId>> {
        explore_until_met(self, targets)
    }

    fn states(&mut self, loc: LocId) -> BddResult<Bdd> {
        self.run()?;
        let (spds, bdds) = (self.spds, &self.spds.bdds);
        let mut all = spds.current(spds.flow.proc_of(loc), self.head(loc, ENTERED))?;
        let carried = bdds.cube(self.from.remembered().iter().map(|&s| (s, SlotCopy::Entry)))?;
        for column in 1..self.columns {
            all = bdds.or(&all, &bdds.exists(self.head(loc, column), &carried)?)?;
        }
        Ok(all)
    }
}
