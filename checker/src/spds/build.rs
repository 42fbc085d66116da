//! Builds the rules of the system from the flow.

use rustc_hash::FxHashMap;

use super::step::Draft;
use super::{CallRule, Encoder, EntryRule, ExitRule, Reductions, RelId, Relations, Renaming, Spds};
use crate::bdd::{Bdd, BddResult, Bdds, Slot, SlotCopy};
use crate::bp::{ExprId, ProcId, StmtKind, VarDecl};
use crate::flow::{Call, Flow, LiveRanges, ModRef, SlotSet};

pub(super) fn build<'a, 'p>(
    flow: &'a Flow<'p>,
    bdds: Bdds,
    mod_ref: &ModRef,
    live: LiveRanges,
    reductions: &Reductions<'_>,
) -> BddResult<Spds<'a, 'p>> {
    let only = reductions.only.as_deref();
    let mut builder = Builder {
        flow,
        bdds: &bdds,
        mod_ref,
        live: &live,
        relations: Relations::default(),
        tracked: Vec::new(),
        results: Vec::new(),
        remembers: remembers(flow, reductions.without_context),
        cubes: FxHashMap::default(),
        current_cubes: FxHashMap::default(),
        renamings: FxHashMap::default(),
    };
    builder.tracked = flow
        .program
        .proc_ids()
        .map(|p| builder.tracked(p))
        .collect();
    builder.results = flow
        .program
        .proc_ids()
        .map(|p| builder.results(p))
        .collect();
    let global_init = builder.initialisers(None, &flow.program.globals)?;
    let mut of_edge = Vec::with_capacity(flow.edges().len());
    let (mut entries, mut exits, mut all_enforced) = (Vec::new(), Vec::new(), Vec::new());
    let mut calls = Vec::with_capacity(flow.calls().len());
    let nothing = builder.finish(builder.draft(), bdds.one())?;
    for proc in flow.program.proc_ids() {
        let enforced = builder.enforced(proc)?;
        entries.push(builder.entry(proc, &enforced)?);
        exits.push(builder.exit(proc)?);
        all_enforced.push(enforced.clone());
        if only.is_some_and(|wanted| wanted.binary_search(&proc).is_err()) {
            of_edge.resize(of_edge.len() + flow.edges_of(proc).len(), nothing);
            for call in flow.calls_of(proc) {
                calls.push(builder.no_call(proc, call)?);
            }
            continue;
        }
        for edge in flow.edge_range(proc) {
            of_edge.push(builder.edge(proc, edge, &enforced)?);
        }
        for call in flow.calls_of(proc) {
            calls.push(builder.call(proc, call, &enforced)?);
        }
    }
    let relations = builder.relations;
    Ok(Spds {
        flow,
        bdds,
        relations,
        of_edge,
        entries,
        exits,
        calls,
        global_init,
        enforced: all_enforced,
        live,
    })
}

/// Whether a procedure has to know how it was entered: it is called, and not from a place that knows without.
fn remembers(flow: &Flow<'_>, without_context: Option<&[bool]>) -> Vec<bool> {
    let mut remembers = vec![false; flow.procs.len()];
    for call in flow.calls() {
        let callee = call.callee.index();
        remembers[callee] = without_context.is_none_or(|found| !found[callee]);
    }
    remembers
}

pub(super) struct Builder<'b, 'p> {
    pub(super) flow: &'b Flow<'p>,
    pub(super) bdds: &'b Bdds,
    mod_ref: &'b ModRef,
    pub(super) live: &'b LiveRanges,
    pub(super) relations: Relations,
    /// The slots with an entry value, of each procedure.
    tracked: Vec<SlotSet>,
    /// The slots through which each procedure gives results: globals it writes, and returned values.
    results: Vec<SlotSet>,
    /// Whether each procedure has entry values.
    remembers: Vec<bool>,
    cubes: FxHashMap<Vec<(Slot, SlotCopy)>, Bdd>,
    /// Cubes of current values only: the ones that every edge needs.
    current_cubes: FxHashMap<SlotSet, Bdd>,
    renamings: FxHashMap<(Vec<Slot>, SlotCopy, SlotCopy), Renaming>,
}

impl<'b> Builder<'b, '_> {
    pub(super) fn encoder<'e>(
        &'e self,
        proc: Option<ProcId>,
        written: &'e [Slot],
    ) -> Encoder<'e, 'b>
    where
        'b: 'e,
    {
        Encoder {
            bdds: self.bdds,
            flow: self.flow,
            proc,
            written,
        }
    }

    pub(super) fn cube(&mut self, mut vars: Vec<(Slot, SlotCopy)>) -> BddResult {
        vars.sort_unstable();
        vars.dedup();
        if let Some(known) = self.cubes.get(&vars) {
            return Ok(known.clone());
        }
        let cube = self.bdds.cube(vars.iter().copied())?;
        self.cubes.insert(vars, cube.clone());
        Ok(cube)
    }

    /// The cube of the current values of some slots.
    pub(super) fn current_cube(&mut self, slots: SlotSet) -> BddResult {
        if let Some(known) = self.current_cubes.get(&slots) {
            return Ok(known.clone());
        }
        let cube = self
            .bdds
            .cube(slots.iter().map(|s| (s, SlotCopy::Current)))?;
        self.current_cubes.insert(slots, cube.clone());
        Ok(cube)
    }

    pub(super) fn renaming(
        &mut self,
        mut slots: Vec<Slot>,
        from: SlotCopy,
        to: SlotCopy,
    ) -> BddResult<Renaming> {
        slots.sort_unstable();
        let key = (slots, from, to);
        if let Some(known) = self.renamings.get(&key) {
            return Ok(known.clone());
        }
        let renaming = Renaming::new(self.bdds, &key.0, from, to)?;
        self.renamings.insert(key, renaming.clone());
        Ok(renaming)
    }

    /// The states that `enforce` leaves to a procedure.
    fn enforced(&self, proc: ProcId) -> BddResult {
        let mut all = self.bdds.one();
        if mutants::is("enforce-is-ignored") {
            return Ok(all);
        }
        for &e in &self.flow.program.proc(proc).enforce {
            let can_hold = self.encoder(Some(proc), &[]).choice(e)?.yes;
            all = self.bdds.and(&all, &can_hold)?;
        }
        Ok(all)
    }

    /// Initial values, each a step of its own.
    fn initialisers(
        &mut self,
        proc: Option<ProcId>,
        declared: &[VarDecl],
    ) -> BddResult<Vec<RelId>> {
        let mut steps = Vec::new();
        for decl in declared {
            let Some(init) = decl.init else { continue };
            let slot = self.flow.slot_in(proc, decl.name.symbol);
            let mut draft = self.draft();
            self.assign(proc, &mut draft, &[slot], slot, init)?;
            let forget = self.cube(vec![(slot, SlotCopy::Current)])?;
            steps.push(self.finish(draft, forget)?);
        }
        Ok(steps)
    }

    fn tracked(&self, proc: ProcId) -> SlotSet {
        let own = self.flow.proc(proc);
        let mut visible = self.mod_ref.touched[proc.index()].clone();
        visible.extend(own.slots[..own.formals].iter().copied());
        let mut tracked = self.live.before_entry(self.flow, proc);
        tracked.intersect_with(&visible);
        tracked
    }

    fn results(&self, proc: ProcId) -> SlotSet {
        let mut visible = self.mod_ref.modified[proc.index()].clone();
        visible.extend(self.flow.return_slots(proc));
        let mut results = self.live.at(self.flow.proc(proc).exit).clone();
        results.intersect_with(&visible);
        results
    }

    fn tracked_globals(&self, proc: ProcId) -> Vec<Slot> {
        let tracked = self.tracked[proc.index()].iter();
        tracked.filter(|s| self.flow.is_global(*s)).collect()
    }

    fn tracked_formals(&self, proc: ProcId) -> Vec<Slot> {
        let tracked = self.tracked[proc.index()].iter();
        tracked.filter(|s| !self.flow.is_global(*s)).collect()
    }

    fn entry(&mut self, proc: ProcId, enforced: &Bdd) -> BddResult<EntryRule> {
        let declared = &self.flow.program.proc(proc);
        let locals: Vec<VarDecl> = declared
            .formals
            .iter()
            .chain(&declared.locals)
            .copied()
            .collect();
        let mut init = self.initialisers(Some(proc), &locals)?;
        let mut dead = self.live.before_entry(self.flow, proc);
        let initialised = locals.iter().filter(|d| d.init.is_some());
        dead.extend(initialised.map(|d| self.flow.slot(proc, d.name.symbol)));
        dead.minus_with(self.live.at(self.flow.proc(proc).entry));
        let dead = self.current_cube(dead)?;
        if !self.bdds.is_one(enforced) || !self.bdds.is_one(&dead) {
            let last = Draft {
                after: enforced.clone(),
                ..self.draft()
            };
            init.push(self.finish(last, dead)?);
        }
        let tracked: Vec<Slot> = self.tracked[proc.index()].iter().collect();
        let mut others = self.live.before_entry(self.flow, proc);
        others.minus_with(&self.tracked[proc.index()]);
        let untracked = self.cube(others.iter().map(|s| (s, SlotCopy::Current)).collect())?;
        let remembered = match self.remembers[proc.index()] {
            true => tracked.clone(),
            false => Vec::new(),
        };
        let same = self.renaming(remembered, SlotCopy::Entry, SlotCopy::Current)?;
        Ok(EntryRule {
            same,
            tracked,
            untracked,
            init,
        })
    }

    fn exit(&mut self, proc: ProcId) -> BddResult<ExitRule> {
        let results: Vec<Slot> = self.results[proc.index()].iter().collect();
        let mut hidden = self.live.at(self.flow.proc(proc).exit).clone();
        hidden.minus_with(&self.results[proc.index()]);
        let hidden = hidden.iter().map(|s| (s, SlotCopy::Current)).collect();
        Ok(ExitRule {
            forget: self.cube(hidden)?,
            results: self.renaming(results, SlotCopy::Current, SlotCopy::Next)?,
            globals: self.renaming(
                self.tracked_globals(proc),
                SlotCopy::Entry,
                SlotCopy::Current,
            )?,
            formals: self.renaming(self.tracked_formals(proc), SlotCopy::Entry, SlotCopy::Next)?,
        })
    }

    fn call(&mut self, caller: ProcId, call: &Call, enforced: &Bdd) -> BddResult<CallRule> {
        let (current, next) = (|s| (s, SlotCopy::Current), |s| (s, SlotCopy::Next));
        let formals = self.tracked_formals(call.callee);
        let pass = self.pass(caller, call)?;
        let (live_from, live_to) = (self.live.at(call.from), self.live.at(call.to));
        let mut unseen = live_from.clone();
        self.tracked_globals(call.callee)
            .into_iter()
            .for_each(|s| unseen.remove(s));
        let own_entry = self.tracked[caller.index()]
            .iter()
            .map(|s| (s, SlotCopy::Entry));
        let leave = own_entry.chain(unseen.iter().map(current)).collect();
        let mut forget = live_from.clone();
        forget.minus_with(live_to);
        if !mutants::is("callers-keep-the-globals-that-callees-write") {
            forget.union_with(&self.mod_ref.modified[call.callee.index()]);
        }
        let forget = forget.iter().map(current).collect();
        let (kept, lost): (Vec<Slot>, Vec<Slot>) = self.results[call.callee.index()]
            .iter()
            .partition(|&s| live_to.contains(s) && (call.binds || self.flow.is_global(s)));
        let hide = formals.iter().copied().chain(lost).map(next).collect();
        Ok(CallRule {
            caller,
            callee: call.callee,
            from: call.from,
            to: call.to,
            pass,
            leave: self.cube(leave)?,
            hide: self.cube(hide)?,
            enter: self.renaming(formals, SlotCopy::Next, SlotCopy::Current)?,
            forget: self.cube(forget)?,
            back: self.renaming(kept, SlotCopy::Next, SlotCopy::Current)?,
            // Where results are still to be bound the call is not over yet.
            after: if call.binds {
                self.bdds.one()
            } else {
                enforced.clone()
            },
        })
    }

    /// A placeholder for a call of a procedure that is left out: nobody may take it.
    fn no_call(&mut self, caller: ProcId, call: &Call) -> BddResult<CallRule> {
        let (yes, no) = (self.bdds.one(), self.bdds.zero());
        let same = self.renaming(Vec::new(), SlotCopy::Next, SlotCopy::Current)?;
        Ok(CallRule {
            caller,
            callee: call.callee,
            from: call.from,
            to: call.to,
            pass: no,
            leave: yes.clone(),
            enter: same.clone(),
            hide: yes.clone(),
            forget: yes.clone(),
            back: same,
            after: yes,
        })
    }

    /// Next values of the callee's formals, from the caller's state.
    fn pass(&self, caller: ProcId, call: &Call) -> BddResult {
        let StmtKind::Call { args, .. } = &self.flow.program.stmt(call.stmt).kind else {
            unreachable!("a call's statement is a call");
        };
        let encoder = self.encoder(Some(caller), &[]);
        let tracked = &self.tracked[call.callee.index()];
        let formals = self.flow.proc(call.callee).slots.iter().copied();
        let mut passed: Vec<(Slot, ExprId)> = formals
            .zip(args.iter().copied())
            .filter(|(s, _)| tracked.contains(*s))
            .collect();
        self.bdds.sort_bottom_up(&mut passed);
        let mut pass = self.bdds.one();
        for (slot, arg) in passed {
            pass = self.bdds.and(&encoder.becomes(slot, arg)?, &pass)?;
        }
        Ok(pass)
    }
}
