//! Reachability by path edges and summaries (Ball and Rajamani, *Bebop*, figure 3).
//!
//! For each location the engine keeps its path edges: how its procedure was entered, and the state now. A call enters
//! the callee with the states it has not been entered with before, and goes over the callee with its summary. When an
//! exit gets new path edges, the summary grows and every call of the procedure goes over the new part.
//!
//! Work is done on what is new only (frontiers), inside a procedure in reverse postorder, callees before callers: a
//! stack of procedures, of which the top one works until it has nothing left. The exit comes last, so that callers see few
//! and large summaries.

use super::targets::{ForwardEngine, TargetWatch, explore_until_met};
use super::worklist::{WorkItem, Worklist};
use super::{Explore, callers};
use crate::bdd::{Bdd, BddResult};
use crate::bp::ProcId;
use crate::flow::{LocId, reverse_postorder};
use crate::spds::{Observer, Spds};

/// Counts the parts of summaries that were found.
pub(crate) type SummaryStamp = u32;

pub(crate) struct Summaries<'s, 'a, 'p> {
    spds: &'s Spds<'a, 'p>,
    /// What reads the run along with the program.
    observer: Option<&'s Observer>,
    rank: Vec<u32>,
    /// Path edges found so far.
    reached: Vec<Bdd>,
    /// The part of `reached` that is still to be looked at.
    fresh: Vec<Bdd>,
    /// The states (current globals and formals) each procedure was entered with.
    entered: Vec<Bdd>,
    /// What each procedure does, in its callers' frame.
    summaries: Vec<Bdd>,
    /// The parts of each procedure's summary, with the moment at which they were found. A part stems from paths that
    /// go over calls by parts found earlier, which is what makes the expansion of a trace end.
    history: Vec<Vec<(SummaryStamp, Bdd)>>,
    now: SummaryStamp,
    callers: Vec<Vec<u32>>,
    work: Worklist,
    watch: TargetWatch,
}

impl<'s, 'a, 'p> Summaries<'s, 'a, 'p> {
    /// An engine that has explored nothing yet.
    pub(crate) fn new(spds: &'s Spds<'a, 'p>) -> Self {
        Self::observed(spds, None)
    }

    /// The same, of the product with an observer.
    pub(crate) fn observed(spds: &'s Spds<'a, 'p>, observer: Option<&'s Observer>) -> Self {
        let flow = spds.flow;
        let (locs, procs) = (flow.loc_count(), flow.procs.len());
        Summaries {
            spds,
            observer,
            rank: reverse_postorder(flow),
            reached: vec![spds.bdds.zero(); locs],
            fresh: vec![spds.bdds.zero(); locs],
            entered: vec![spds.bdds.zero(); procs],
            summaries: vec![spds.bdds.zero(); procs],
            history: vec![Vec::new(); procs],
            now: 0,
            callers: callers(spds),
            work: Worklist::new(procs),
            watch: TargetWatch::new(locs),
        }
    }

    /// Starts the program in a procedure.
    pub(crate) fn start(&mut self, entry: ProcId) -> BddResult<()> {
        let start = self.spds.start(entry)?;
        self.enter(entry, &start)
    }

    /// Enters a procedure with states (current globals and formals).
    pub(crate) fn enter(&mut self, proc: ProcId, states: &Bdd) -> BddResult<()> {
        let bdds = &self.spds.bdds;
        let new = bdds.minus(states, &self.entered[proc.index()])?;
        let again = mutants::is("procedures-are-entered-once")
            && !bdds.is_zero(&self.entered[proc.index()]);
        if bdds.is_zero(&new) || again {
            return Ok(());
        }
        self.entered[proc.index()] = bdds.or(&self.entered[proc.index()], &new)?;
        let edges = self.spds.path_edges(proc, &new)?;
        self.add(proc, self.spds.flow.proc(proc).entry, &edges)
    }

    /// Explores until nothing is new, or a target is met.
    pub(crate) fn run(&mut self) -> BddResult<()> {
        while !self.watch.is_hit() {
            let Some((proc, WorkItem { loc, .. })) = self.work.pop() else {
                break;
            };
            let fresh = std::mem::replace(&mut self.fresh[loc.index()], self.spds.bdds.zero());
            self.explore(proc, loc, &fresh)?;
        }
        Ok(())
    }

    /// Path edges at a location.
    pub(crate) fn path_edges(&self, loc: LocId) -> &Bdd {
        &self.reached[loc.index()]
    }

    /// States at a location once the observer has read them: what steps, calls and returns go on from.
    pub(crate) fn read(&self, loc: LocId, states: &Bdd) -> BddResult {
        match self.observer {
            Some(observer) => observer.image(&self.spds.bdds, loc, states),
            None => Ok(states.clone()),
        }
    }

    /// The states at a location that the observer can make some of `states` when it reads them.
    pub(crate) fn before_read(&self, loc: LocId, states: &Bdd) -> BddResult {
        match self.observer {
            Some(observer) => observer.preimage(&self.spds.bdds, loc, states),
            None => Ok(states.clone()),
        }
    }

    /// The states (current globals and formals) that a procedure was entered with.
    pub(crate) fn entered(&self, proc: ProcId) -> &Bdd {
        &self.entered[proc.index()]
    }

    /// What a procedure does, in its callers' frame.
    pub(crate) fn summary(&self, proc: ProcId) -> &Bdd {
        &self.summaries[proc.index()]
    }

    /// What was known of the summary of a procedure before a moment.
    pub(crate) fn summary_before(&self, proc: ProcId, moment: SummaryStamp) -> BddResult {
        if moment > self.now {
            return Ok(self.summaries[proc.index()].clone());
        }
        let mut known = self.spds.bdds.zero();
        for (found, part) in &self.history[proc.index()] {
            if *found < moment {
                known = self.spds.bdds.or(&known, part)?;
            }
        }
        Ok(known)
    }

    /// The moment when something of a set of summary edges was found first.
    pub(crate) fn found_at(&self, proc: ProcId, edges: &Bdd) -> BddResult<Option<SummaryStamp>> {
        for (found, part) in &self.history[proc.index()] {
            let met = self.spds.bdds.and(edges, part)?;
            if !self.spds.bdds.is_zero(&met) {
                return Ok(Some(*found));
            }
        }
        Ok(None)
    }

    fn add(&mut self, proc: ProcId, loc: LocId, edges: &Bdd) -> BddResult<()> {
        let bdds = &self.spds.bdds;
        let i = loc.index();
        let new = if bdds.is_zero(&self.reached[i]) {
            edges.clone()
        } else {
            bdds.minus(edges, &self.reached[i])?
        };
        if bdds.is_zero(&new) {
            return Ok(());
        }
        self.watch.meet(loc);
        self.reached[i] = bdds.or(&self.reached[i], &new)?;
        if bdds.is_zero(&self.fresh[i]) {
            self.work
                .push(proc, self.rank[i], WorkItem { loc, column: 0 });
            self.fresh[i] = new;
        } else {
            self.fresh[i] = bdds.or(&self.fresh[i], &new)?;
        }
        Ok(())
    }

    fn explore(&mut self, proc: ProcId, loc: LocId, fresh: &Bdd) -> BddResult<()> {
        let spds = self.spds;
        let fresh = &self.read(loc, fresh)?;
        for (edge, to) in spds.steps(loc) {
            let image = spds.relation(edge).image(&spds.bdds, fresh)?;
            self.add(proc, to, &image)?;
        }
        if let Some(call) = spds.call_at(loc) {
            let entered = spds.entered(call, fresh)?;
            self.enter(call.callee, &entered)?;
            let summary = self.summaries[call.callee.index()].clone();
            if !spds.bdds.is_zero(&summary) {
                let after = spds.over(call, &summary)?.image(&spds.bdds, fresh)?;
                self.add(proc, call.to, &after)?;
            }
        }
        if loc == spds.flow.proc(proc).exit {
            self.leave(proc, fresh)?;
        }
        Ok(())
    }

    fn leave(&mut self, proc: ProcId, at_exit: &Bdd) -> BddResult<()> {
        let spds = self.spds;
        let i = proc.index();
        let new = spds
            .bdds
            .minus(&spds.summary(proc, at_exit)?, &self.summaries[i])?;
        if spds.bdds.is_zero(&new) {
            return Ok(());
        }
        self.summaries[i] = spds.bdds.or(&self.summaries[i], &new)?;
        self.history[i].push((self.now, new.clone()));
        self.now += 1;
        let callers = match mutants::is("summaries-found-late-do-not-reach-their-callers") {
            true => 0,
            false => self.callers[i].len(),
        };
        for c in 0..callers {
            let call = &spds.calls[self.callers[i][c] as usize];
            // What is still fresh at the call goes over the whole summary when its turn comes.
            let at_call = spds.bdds.minus(
                &self.reached[call.from.index()],
                &self.fresh[call.from.index()],
            )?;
            if spds.bdds.is_zero(&at_call) {
                continue;
            }
            let at_call = self.read(call.from, &at_call)?;
            let after = spds.over(call, &new)?.image(&spds.bdds, &at_call)?;
            self.add(call.caller, call.to, &after)?;
        }
        Ok(())
    }
}

impl ForwardEngine for Summaries<'_, '_, '_> {
    fn knows(&self, loc: LocId) -> bool {
        !self.spds.bdds.is_zero(self.path_edges(loc))
    }

    fn watch(&mut self) -> &mut TargetWatch {
        &mut self.watch
    }

    fn run(&mut self) -> BddResult<()> {
        Summaries::run(self)
    }
}

impl Explore for Summaries<'_, '_, '_> {
    fn reach(&mut self, targets: &[LocId]) -> BddResult<Option<LocId>> {
        explore_until_met(self, targets)
    }

    fn states(&mut self, loc: LocId) -> BddResult<Bdd> {
        self.run()?;
        self.spds
            .current(self.spds.flow.proc_of(loc), self.path_edges(loc))
    }
}
