//! The symbolic pushdown system of a boolean program (Esparza and Schwoon, section 3).
//!
//! The stack alphabet is the set of locations, each with a valuation of its procedure's locals; the control state is a
//! valuation of the globals. There are three kinds of rules, each with a relation as a BDD:
//!
//! * `⟨γ⟩ → ⟨γ′⟩` for an edge of the flow ([`Spds::relation`] of the edge's index);
//! * `⟨γ⟩ → ⟨entry r⟩` for a call ([`CallRule`]): the callee's formals are related to the caller's state, globals and
//!   the caller's locals stay;
//! * `⟨exit⟩ → ⟨ε⟩` for the exit of a procedure ([`ExitRule`]): the locals are forgotten, globals and returned values
//!   stay.
//!
//! What an engine knows of a location is a set over entry and current values ("path edges" in Bebop's words): the
//! procedure was entered so, and is here now so. Only *tracked* slots have entry values: the formals, and the globals
//! that the procedure or its callees touch and that are live when it is entered. Procedures that are never called have none.

mod build;
mod expressions;
mod observer;
mod partition;
mod relation;
mod rules;
mod step;

pub(crate) use expressions::Encoder;
pub(crate) use observer::Observer;
pub(crate) use relation::{RelId, Relation, Relations, Renaming};

use crate::bdd::{Bdd, BddResult, Bdds, Slot, SlotCopy};
use crate::bp::ProcId;
use crate::flow::{Flow, LiveRanges, LocId, ModRef};

/// How a procedure is entered.
pub(crate) struct EntryRule {
    /// What is given to the procedure, in ascending order.
    pub(crate) tracked: Vec<Slot>,
    /// Entry value = current value, for the tracked slots. For none of them where the procedure is never called: how it was
    /// entered is then of no interest, and sets without entry values are much smaller.
    pub(crate) same: Renaming,
    /// The cube of current values of everything else: locals start arbitrary.
    pub(crate) untracked: Bdd,
    /// The initialisers of the locals, in order; the last step forgets what is not live at the first location and
    /// brings in what `enforce` demands.
    pub(crate) init: Vec<RelId>,
}

/// How a procedure is left: from path edges at its exit to a summary that callers can apply.
///
/// A summary relates, in the caller's frame, current values of the tracked globals and next values of the callee's
/// formals (a place that no caller uses otherwise) to next values of globals and returned values.
#[derive(Clone)]
pub(crate) struct ExitRule {
    /// Current values that no caller can see.
    pub(crate) forget: Bdd,
    /// Globals and returned values go from current to next.
    pub(crate) results: Renaming,
    /// Tracked globals go from entry to current.
    pub(crate) globals: Renaming,
    /// Tracked formals go from entry to next.
    pub(crate) formals: Renaming,
}

/// How a call passes its arguments and what the caller keeps.
pub(crate) struct CallRule {
    pub(crate) caller: ProcId,
    pub(crate) callee: ProcId,
    pub(crate) from: LocId,
    pub(crate) to: LocId,
    /// Next values of the callee's tracked formals related to the caller's current values.
    pub(crate) pass: Bdd,
    /// What of the caller the callee does not see: entry values, locals, untouched globals.
    pub(crate) leave: Bdd,
    /// The callee's formals go from next to current.
    pub(crate) enter: Renaming,
    /// Next values that a summary mentions and the caller does not want: formals, results that are not live.
    pub(crate) hide: Bdd,
    /// What the caller forgets over the call: globals the callee writes, variables no longer live.
    pub(crate) forget: Bdd,
    /// Globals the callee writes and results it returns go from next to current.
    pub(crate) back: Renaming,
    /// What `enforce` of the caller demands.
    pub(crate) after: Bdd,
}

/// The system. It borrows the flow; BDDs are made by its own manager.
pub(crate) struct Spds<'a, 'p> {
    pub(crate) flow: &'a Flow<'p>,
    pub(crate) bdds: Bdds,
    pub(crate) relations: Relations,
    /// The relation of each edge of the flow, by its index.
    pub(crate) of_edge: Vec<RelId>,
    pub(crate) entries: Vec<EntryRule>,
    pub(crate) exits: Vec<ExitRule>,
    /// In the order of [`Flow::calls`].
    pub(crate) calls: Vec<CallRule>,
    /// The initialisers of the globals, in order.
    pub(crate) global_init: Vec<RelId>,
    /// The states that `enforce` leaves to each procedure.
    pub(crate) enforced: Vec<Bdd>,
    /// The slots that a set of states at a location may mention.
    pub(crate) live: LiveRanges,
}

/// Which reductions to use, and what must stay visible.
pub(crate) struct Reductions<'c> {
    pub(crate) live_ranges: bool,
    pub(crate) mod_ref: bool,
    /// Whether other threads read the globals, so that they are live everywhere; not with `mod_ref`.
    pub(crate) shared_globals: bool,
    /// Locations at which every variable is of interest.
    pub(crate) observed: &'c [LocId],
    /// Build the rules of these procedures only (sorted); the system must not leave them. All when absent.
    pub(crate) only: Option<Vec<ProcId>>,
    /// Which procedures need no memory of how they were entered ([`crate::flow::procedures_without_context`]). None
    /// when absent.
    pub(crate) without_context: Option<&'c [bool]>,
}

impl Reductions<'_> {
    /// Every variable is visible everywhere.
    pub(crate) fn none() -> Self {
        Reductions {
            live_ranges: false,
            mod_ref: false,
            shared_globals: false,
            observed: &[],
            only: None,
            without_context: None,
        }
    }
}

impl<'a, 'p> Spds<'a, 'p> {
    pub(crate) fn new(
        flow: &'a Flow<'p>,
        bdds: Bdds,
        reductions: &Reductions<'_>,
    ) -> BddResult<Self> {
        let mut mod_ref: ModRef =
            crate::flow::mod_ref(flow, reductions.observed, reductions.mod_ref);
        if let Some(without_context) = reductions.without_context {
            crate::flow::pass_all_globals(flow, &mut mod_ref, without_context);
        }
        let live: LiveRanges = crate::flow::live_ranges(
            flow,
            &mod_ref,
            reductions.observed,
            reductions.live_ranges,
            reductions.shared_globals,
        );
        build::build(flow, bdds, &mod_ref, live, reductions)
    }

    pub(crate) fn relation(&self, edge: usize) -> &Relation {
        self.relations.get(self.of_edge[edge])
    }

    /// The edges out of a location: index, target.
    pub(crate) fn steps(&self, loc: LocId) -> impl Iterator<Item = (usize, LocId)> + '_ {
        let range = self.flow.out_edge_range(loc);
        range.map(|i| (i, self.flow.edges()[i].to))
    }

    pub(crate) fn call_at(&self, loc: LocId) -> Option<&CallRule> {
        self.flow.call_index(loc).map(|i| &self.calls[i])
    }

    /// The states (current globals and formals) with which a program starts in a procedure: globals as initialised,
    /// all else arbitrary.
    pub(crate) fn start(&self, proc: ProcId) -> BddResult {
        let mut set = self.bdds.one();
        if mutants::is("globals-start-as-false") {
            for slot in self.flow.global_slots() {
                let zero = self.bdds.literal(slot, SlotCopy::Current, false)?;
                set = self.bdds.and(&set, &zero)?;
            }
        }
        for &init in &self.global_init {
            set = self.relations.get(init).image(&self.bdds, &set)?;
        }
        let tracked = &self.entries[proc.index()].tracked;
        let others = self
            .flow
            .global_slots()
            .filter(|s| tracked.binary_search(s).is_err());
        let others = self.bdds.cube(others.map(|s| (s, SlotCopy::Current)))?;
        self.bdds.exists(&set, &others)
    }

    /// The callee's view (current globals and formals) of the caller's states at a call.
    pub(crate) fn entered(&self, call: &CallRule, at_call: &Bdd) -> BddResult {
        let seen = self.bdds.and_exists(at_call, &call.pass, &call.leave)?;
        call.enter.apply(&self.bdds, &seen)
    }

    /// The same where entry values are not the caller's: they stay.
    pub(crate) fn entered_keeping_entry(&self, call: &CallRule, at_call: &Bdd) -> BddResult {
        let tracked = self.entries[call.caller.index()].tracked.iter();
        let own_entry = self.bdds.cube(tracked.map(|&s| (s, SlotCopy::Entry)))?;
        // Quantifying variables of a cube takes them out of the cube.
        let leave = self.bdds.exists(&call.leave, &own_entry)?;
        let seen = self.bdds.and_exists(at_call, &call.pass, &leave)?;
        call.enter.apply(&self.bdds, &seen)
    }

    /// The path edges at a procedure's first location for states (current globals and formals) it is entered with.
    pub(crate) fn path_edges(&self, proc: ProcId, entered: &Bdd) -> BddResult {
        let entry = &self.entries[proc.index()];
        let mut set = self.bdds.and(entered, entry.same.equal())?;
        for &init in &entry.init {
            set = self.relations.get(init).image(&self.bdds, &set)?;
        }
        Ok(set)
    }

    /// The states at a procedure's first location for states it is entered with, entry values aside.
    pub(crate) fn begin(&self, proc: ProcId, entered: &Bdd) -> BddResult {
        let mut set = entered.clone();
        for &init in &self.entries[proc.index()].init {
            set = self.relations.get(init).image(&self.bdds, &set)?;
        }
        Ok(set)
    }

    /// The states (current globals and formals) to enter a procedure with so that it can begin in some of `states`.
    pub(crate) fn before_begin(&self, proc: ProcId, states: &Bdd) -> BddResult {
        let entry = &self.entries[proc.index()];
        let mut set = states.clone();
        for &init in entry.init.iter().rev() {
            set = self.relations.get(init).preimage(&self.bdds, &set)?;
        }
        self.bdds.exists(&set, &entry.untracked)
    }

    /// The caller's states at a call that enters the callee with some of `entered` (current globals and formals).
    pub(crate) fn before_call(&self, call: &CallRule, entered: &Bdd) -> BddResult {
        let set = call.enter.undo(&self.bdds, entered)?;
        self.bdds.and_exists(&set, &call.pass, call.enter.from())
    }

    /// The caller's states at a call from which the callee can begin in some of `states`.
    pub(crate) fn before_entered(&self, call: &CallRule, states: &Bdd) -> BddResult {
        self.before_call(call, &self.before_begin(call.callee, states)?)
    }

    /// The path edges at a callee's exit through which a call can lead from `before` to `after` (sets of the caller).
    pub(crate) fn between(&self, call: &CallRule, before: &Bdd, after: &Bdd) -> BddResult {
        let bdds = &self.bdds;
        let returned = call.back.undo(bdds, &bdds.and(after, &call.after)?)?;
        let kept = bdds.and(before, &bdds.exists(&returned, &call.forget)?)?;
        let mut set = bdds.and_exists(&kept, &call.pass, &call.leave)?;
        let exit = &self.exits[call.callee.index()];
        set = exit.formals.undo(bdds, &set)?;
        set = exit.globals.undo(bdds, &set)?;
        exit.results.undo(bdds, &set)
    }

    /// The caller's states after a call whose callee is at its exit in `at_exit`; `frame` is over the caller's locals.
    pub(crate) fn left(&self, call: usize, at_exit: &Bdd, frame: &Bdd) -> BddResult {
        let rule = &self.calls[call];
        let exit = &self.exits[rule.callee.index()];
        let results = self.bdds.exists(at_exit, &exit.forget)?;
        let back = self
            .bdds
            .and_exists(&results, frame, &self.unwanted(call)?)?;
        self.bdds.and(&back, &rule.after)
    }

    /// The states at a callee's exit from which its caller goes on in some of `after`.
    pub(crate) fn before_left(&self, call: usize, after: &Bdd) -> BddResult {
        let allowed = self.bdds.and(after, &self.calls[call].after)?;
        let first_local = (self.flow.global_count + self.flow.return_count) as u32;
        let locals = (first_local..self.flow.slot_count as u32).map(Slot);
        let locals = self.bdds.cube(locals.map(|s| (s, SlotCopy::Current)))?;
        let unwanted = self.bdds.and(&self.unwanted(call)?, &locals)?;
        self.bdds.exists(&allowed, &unwanted)
    }

    /// The current values of results of a callee that this caller does not take.
    pub(crate) fn unwanted(&self, call: usize) -> BddResult {
        let rule = &self.calls[call];
        let results = self.exits[rule.callee.index()].results.from();
        // Quantifying variables of a cube takes them out of the cube.
        self.bdds.exists(results, rule.back.to())
    }

    /// The summary, in a caller's frame, of path edges at a procedure's exit.
    pub(crate) fn summary(&self, proc: ProcId, at_exit: &Bdd) -> BddResult {
        let exit = &self.exits[proc.index()];
        let mut set = self.bdds.exists(at_exit, &exit.forget)?;
        set = exit.results.apply(&self.bdds, &set)?;
        set = exit.globals.apply(&self.bdds, &set)?;
        exit.formals.apply(&self.bdds, &set)
    }

    /// What a call with this summary of its callee does to the caller, as a step.
    pub(crate) fn over(&self, call: &CallRule, summary: &Bdd) -> BddResult<Relation> {
        Ok(Relation {
            earlier: Vec::new(),
            hidden: self.bdds.one(),
            step: self.bdds.and_exists(summary, &call.pass, &call.hide)?,
            forget: call.forget.clone(),
            rename: Some(call.back.clone()),
            after: call.after.clone(),
        })
    }

    /// The current valuations among path edges of a procedure.
    pub(crate) fn current(&self, proc: ProcId, path_edges: &Bdd) -> BddResult {
        self.bdds
            .exists(path_edges, self.entries[proc.index()].same.from())
    }
}
