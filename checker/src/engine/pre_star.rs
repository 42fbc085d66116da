//! pre\*: all configurations from which a regular set of them is reachable (Esparza and Schwoon, *Moped*, algorithm 1).
//!
//! The automaton reads a configuration from the top. Reading a frame at location γ may end
//!
//! * in a control state (column 0): from this frame, the procedure can be left with these globals and results;
//! * in a position of the target set's [`PAutomaton`] (column 1 + position): from this frame a configuration of the
//!   target can be reached whose stack was read up to that position when the old stack below γ begins.
//!
//! A transition is a set over current values (globals and frame before) and entry values (what its end carries: the
//! globals and results after the return, or the slots that the automaton remembers, as they are in the target). Backwards
//! over a call there are two ways: the callee is left again, which is a composition of two transitions, written as a
//! summary so that [`Spds::over`] applies; or the target lies inside the callee, and the automaton reads the caller's
//! frame next. Column 0 does not depend on the target and is kept from one question to the next. It is computed only
//! for procedures that some way to the target goes over.

use rustc_hash::FxHashMap;

use super::worklist::{WorkItem, Worklist};
use super::{Explore, callers};
use crate::bdd::{Bdd, BddResult, Slot, SlotCopy};
use crate::bp::ProcId;
use crate::configurations::{FramePosition, PAutomaton};
use crate::flow::{ControlPoint, LocId, reverse_postorder};
use crate::spds::{Renaming, Spds};

/// The column of transitions to control states.
const POPPED: usize = 0;

/// Transitions by location.
type Column = FxHashMap<LocId, Bdd>;

/// What a procedure adds to the rules of the system.
struct ReturnRule {
    /// Entry value = current value for what the procedure returns.
    same: Bdd,
    /// Formals go from current to next, what is returned from entry to next: then it is a summary.
    formals: Renaming,
    results: Renaming,
}

pub(crate) struct PreStar<'s, 'a, 'p> {
    spds: &'s Spds<'a, 'p>,
    target: PAutomaton,
    /// Where the program starts; exploring stops when the target is reachable from here.
    start: Vec<(LocId, Bdd)>,
    rank: Vec<u32>,
    reached: Vec<Column>,
    fresh: Vec<Column>,
    /// What each procedure does, in its callers' frame.
    summaries: Vec<Bdd>,
    returns: Vec<ReturnRule>,
    asked: Vec<bool>,
    callers: Vec<Vec<u32>>,
    /// The edges into each location.
    edges_to: Vec<Vec<u32>>,
    /// The calls that go on at a location.
    calls_to: FxHashMap<LocId, Vec<u32>>,
    /// Current values of the slots of returned values: arbitrary except where results are under way.
    returned: Bdd,
    work: Worklist,
    hit: bool,
}

impl<'s, 'a, 'p> PreStar<'s, 'a, 'p> {
    /// An engine without a target.
    pub(crate) fn new(spds: &'s Spds<'a, 'p>, entries: &[ProcId]) -> BddResult<Self> {
        let flow = spds.flow;
        let mut edges_to = vec![Vec::new(); flow.loc_count()];
        for (i, edge) in flow.edges().iter().enumerate() {
            edges_to[edge.to.index()].push(i as u32);
        }
        let mut calls_to: FxHashMap<LocId, Vec<u32>> = FxHashMap::default();
        for (i, call) in spds.calls.iter().enumerate() {
            calls_to.entry(call.to).or_default().push(i as u32);
        }
        let first = flow.global_count as u32;
        let returned =
            (first..first + flow.return_count as u32).map(|s| (Slot(s), SlotCopy::Current));
        let begin = |&entry: &ProcId| {
            Ok((
                flow.proc(entry).entry,
                spds.begin(entry, &spds.start(entry)?)?,
            ))
        };
        let procs = flow.program.proc_ids();
        Ok(PreStar {
            spds,
            target: PAutomaton::new(),
            start: entries.iter().map(begin).collect::<BddResult<_>>()?,
            // Backwards, so that the entry comes last.
            rank: reverse_postorder(flow)
                .into_iter()
                .map(|rank| u32::MAX - rank)
                .collect(),
            reached: vec![Column::default()],
            fresh: vec![Column::default()],
            summaries: vec![spds.bdds.zero(); flow.procs.len()],
            returns: procs
                .map(|p| returning(spds, p))
                .collect::<BddResult<_>>()?,
            asked: vec![false; flow.procs.len()],
            callers: callers(spds),
            edges_to,
            calls_to,
            returned: spds.bdds.cube(returned)?,
            work: Worklist::new(flow.procs.len()),
            hit: false,
        })
    }

    /// Turns to another target, with nothing explored yet.
    pub(crate) fn aim(&mut self, target: PAutomaton) -> BddResult<()> {
        let bdds = &self.spds.bdds;
        for columns in [&mut self.reached, &mut self.fresh] {
            columns.truncate(1);
            columns.resize(1 + target.len(), Column::default());
        }
        self.hit = false;
        let slots = target.remembered().iter().copied();
        let same = bdds.equal(slots, SlotCopy::Entry, SlotCopy::Current)?;
        let heads = target.heads(self.spds)?;
        self.target = target;
        for (pos, loc, states) in heads {
            let set = bdds.and(&states, &same)?;
            self.add(self.spds.flow.proc_of(loc), loc, pos.column(), &set)?;
        }
        Ok(())
    }

    /// The target set.
    pub(crate) fn target(&self) -> &PAutomaton {
        &self.target
    }

    /// The transitions of a location in a column.
    pub(crate) fn transitions(&self, loc: LocId, column: usize) -> Bdd {
        let known = self.reached[column].get(&loc);
        known.cloned().unwrap_or_else(|| self.spds.bdds.zero())
    }

    pub(crate) fn columns(&self) -> usize {
        self.reached.len()
    }

    /// What a procedure returns: entry value = current value, and the cube of current values.
    pub(crate) fn returned(&self, proc: ProcId) -> (&Bdd, &Bdd) {
        let results = self.spds.exits[proc.index()].results.from();
        (&self.returns[proc.index()].same, results)
    }

    /// Saturates; stops when the target is known to be reachable from the start, if `early`.
    pub(crate) fn run(&mut self, early: bool) -> BddResult<()> {
        while !(early && self.hit) {
            let Some((proc, WorkItem { loc, column })) = self.work.pop() else {
                break;
            };
            let column = column as usize;
            // Entries of an earlier target find nothing.
            let Some(fresh) = self.fresh.get_mut(column).and_then(|c| c.remove(&loc)) else {
                continue;
            };
            self.explore(proc, loc, column, &fresh)?;
        }
        Ok(())
    }

    fn add(&mut self, proc: ProcId, loc: LocId, column: usize, set: &Bdd) -> BddResult<()> {
        let bdds = &self.spds.bdds;
        let under_way = matches!(
            self.spds.flow.place(loc),
            ControlPoint::Exit | ControlPoint::Returned(_)
        );
        let mut new = set.clone();
        if !under_way {
            new = bdds.exists(&new, &self.returned)?;
        }
        let known = self.transitions(loc, column);
        new = bdds.minus(&new, &known)?;
        if bdds.is_zero(&new) {
            return Ok(());
        }
        self.hit = self.hit || self.starts(loc, column, &new)?;
        self.reached[column].insert(loc, bdds.or(&known, &new)?);
        let fresh = match self.fresh[column].remove(&loc) {
            Some(waiting) => bdds.or(&waiting, &new)?,
            None => {
                let column = column as u32;
                self.work
                    .push(proc, self.rank[loc.index()], WorkItem { loc, column });
                new
            }
        };
        self.fresh[column].insert(loc, fresh);
        Ok(())
    }

    /// Whether the program starts in some of these states, with nothing on the stack that is still to be read.
    fn starts(&self, loc: LocId, column: usize, set: &Bdd) -> BddResult<bool> {
        if !FramePosition::of_column(column).is_some_and(|pos| self.target.is_last(pos)) {
            return Ok(false);
        }
        for (entry, states) in &self.start {
            if *entry == loc && !self.spds.bdds.is_zero(&self.spds.bdds.and(states, set)?) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn explore(&mut self, proc: ProcId, loc: LocId, column: usize, fresh: &Bdd) -> BddResult<()> {
        let spds = self.spds;
        for i in 0..self.edges_to[loc.index()].len() {
            let edge = self.edges_to[loc.index()][i] as usize;
            let before = spds.relation(edge).preimage(&spds.bdds, fresh)?;
            self.add(proc, spds.flow.edges()[edge].from, column, &before)?;
        }
        for i in 0..self.calls_to.get(&loc).map_or(0, Vec::len) {
            let call = self.calls_to[&loc][i] as usize;
            self.ask(spds.calls[call].callee)?;
            let summary = self.summaries[spds.calls[call].callee.index()].clone();
            self.over(call, column, &summary, fresh)?;
        }
        if loc == spds.flow.proc(proc).entry {
            let entered = spds.before_begin(proc, &spds.bdds.exists(fresh, &self.returned)?)?;
            match FramePosition::of_column(column) {
                None => self.grow_summary(proc, &entered)?,
                Some(pos) => self.into(proc, pos, &entered)?,
            }
        }
        Ok(())
    }

    /// From here on it matters how a procedure is left.
    fn ask(&mut self, proc: ProcId) -> BddResult<()> {
        if std::mem::replace(&mut self.asked[proc.index()], true) {
            return Ok(());
        }
        let same = self.returns[proc.index()].same.clone();
        self.add(proc, self.spds.flow.proc(proc).exit, POPPED, &same)
    }

    /// Back over a call whose callee returns.
    fn over(&mut self, call: usize, column: usize, summary: &Bdd, after: &Bdd) -> BddResult<()> {
        let (spds, bdds) = (self.spds, &self.spds.bdds);
        if bdds.is_zero(summary) || bdds.is_zero(after) {
            return Ok(());
        }
        let rule = &spds.calls[call];
        let before = spds.over(rule, summary)?.preimage(bdds, after)?;
        self.add(rule.caller, rule.from, column, &before)
    }

    fn grow_summary(&mut self, proc: ProcId, entered: &Bdd) -> BddResult<()> {
        let bdds = &self.spds.bdds;
        let i = proc.index();
        let mut new = self.returns[i].formals.apply(bdds, entered)?;
        new = self.returns[i].results.apply(bdds, &new)?;
        new = bdds.minus(&new, &self.summaries[i])?;
        if bdds.is_zero(&new) {
            return Ok(());
        }
        self.summaries[i] = bdds.or(&self.summaries[i], &new)?;
        for c in 0..self.callers[i].len() {
            let call = self.callers[i][c] as usize;
            for column in 0..self.reached.len() {
                let after = self.transitions(self.spds.calls[call].to, column);
                self.over(call, column, &new, &after)?;
            }
        }
        Ok(())
    }

    /// Back over a call into whose callee the target lies: the automaton reads the caller's frame.
    fn into(&mut self, proc: ProcId, pos: FramePosition, entered: &Bdd) -> BddResult<()> {
        let (spds, bdds) = (self.spds, &self.spds.bdds);
        for c in 0..self.callers[proc.index()].len() {
            let call = &spds.calls[self.callers[proc.index()][c] as usize];
            let below = self.target.below(pos, call.to, SlotCopy::Entry);
            let below: Vec<(FramePosition, Bdd)> =
                below.map(|(next, set)| (next, set.clone())).collect();
            if below.is_empty() {
                continue;
            }
            let before = spds.before_call(call, entered)?;
            for (next, states) in below {
                let set = bdds.and(&before, &states)?;
                self.add(call.caller, call.from, next.column(), &set)?;
            }
        }
        Ok(())
    }

    /// Whether one of the locations is reachable from the start.
    fn reaches(&mut self, targets: &[LocId]) -> BddResult<bool> {
        self.aim(PAutomaton::somewhere(self.spds, targets)?)?;
        self.run(true)?;
        Ok(self.hit)
    }
}

fn returning(spds: &Spds<'_, '_>, proc: ProcId) -> BddResult<ReturnRule> {
    let bdds = &spds.bdds;
    let cube = spds.exits[proc.index()].results.from();
    let mut results = Vec::new();
    for slot in spds.live.at(spds.flow.proc(proc).exit).iter() {
        if bdds.within(cube, bdds.var(slot, SlotCopy::Current))? {
            results.push(slot);
        }
    }
    let tracked = spds.entries[proc.index()].tracked.iter().copied();
    let formals: Vec<Slot> = tracked
        .filter(|s| s.index() >= spds.flow.global_count)
        .collect();
    Ok(ReturnRule {
        same: bdds.equal(results.iter().copied(), SlotCopy::Entry, SlotCopy::Current)?,
        formals: Renaming::new(bdds, &formals, SlotCopy::Current, SlotCopy::Next)?,
        results: Renaming::new(bdds, &results, SlotCopy::Entry, SlotCopy::Next)?,
    })
}

impl Explore for PreStar<'_, '_, '_> {
    /// The automaton tells that a target is reachable, not which one: halving the targets finds it.
    fn reach(&mut self, targets: &[LocId]) -> BddResult<Option<LocId>> {
        let mut targets = targets;
        if targets.is_empty() || !self.reaches(targets)? {
            return Ok(None);
        }
        while targets.len() > 1 {
            let (some, others) = targets.split_at(targets.len() / 2);
            targets = if self.reaches(some)? { some } else { others };
        }
        Ok(targets.first().copied())
    }

    fn states(&mut self, loc: LocId) -> BddResult<Bdd> {
        let (spds, bdds) = (self.spds, &self.spds.bdds);
        let slots: Vec<Slot> = spds.live.at(loc).iter().collect();
        let mut target = PAutomaton::somewhere(spds, &[loc])?;
        target.remember(slots.iter().copied());
        self.aim(target)?;
        self.run(false)?;
        let current = bdds.cube((0..bdds.slots() as u32).map(|s| (Slot(s), SlotCopy::Current)))?;
        let to_current = Renaming::new(bdds, &slots, SlotCopy::Entry, SlotCopy::Current)?;
        let mut all = bdds.zero();
        for (entry, start) in &self.start {
            for column in 1..self.columns() {
                let there = self.transitions(*entry, column);
                let seen = bdds.and_exists(&there, start, &current)?;
                all = bdds.or(&all, &to_current.apply(bdds, &seen)?)?;
            }
        }
        Ok(all)
    }
}
