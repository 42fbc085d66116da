//! Live ranges: the variables whose value at a location may still matter (Bebop, section 3.3).
//!
//! Interprocedural for globals: what is live at a procedure's exit is what is live after some call of it. A variable
//! that is not live may be forgotten, which keeps the sets small; forgetting it changes no answer about which
//! locations are reachable.

use super::effects::expr_reads;
use super::{Call, ControlPoint, Flow, LocId, ModRef, SlotSet};
use crate::bdd::Slot;
use crate::bp::ProcId;

/// The live slots of every location.
pub(crate) struct LiveRanges {
    sets: Vec<SlotSet>,
}

impl LiveRanges {
    pub(crate) fn at(&self, loc: LocId) -> &SlotSet {
        &self.sets[loc.index()]
    }

    /// What matters when a procedure is entered, before its initialisers run.
    pub(crate) fn before_entry(&self, flow: &Flow<'_>, proc: ProcId) -> SlotSet {
        let mut needed = self.at(flow.proc(proc).entry).clone();
        let own = flow.program.proc(proc);
        for init in own.formals.iter().chain(&own.locals).filter_map(|d| d.init) {
            expr_reads(flow, proc, init, &[], &mut |slot| {
                needed.insert(slot);
            });
        }
        needed
    }
}

/// Computes the live slots; at `observed` locations everything in scope is live. With `precise` off everything in
/// scope is live everywhere but for globals that go round the procedure, returned values only where they are under way.
/// Where globals are `shared`, other threads may read them between any two steps: they are live everywhere.
pub(crate) fn live_ranges(
    flow: &Flow<'_>,
    mod_ref: &ModRef,
    observed: &[LocId],
    precise: bool,
    shared: bool,
) -> LiveRanges {
    let mut analysis = Analysis {
        flow,
        mod_ref,
        live: LiveRanges {
            sets: vec![SlotSet::new(flow.slot_count); flow.loc_count()],
        },
    };
    if precise {
        for &loc in observed {
            analysis.add_scope(flow.proc_of(loc), loc);
        }
        analysis.add_enforced();
        analysis.add_observer_reads();
        if shared {
            let sets = analysis.live.sets.iter_mut();
            sets.for_each(|set| set.extend(flow.global_slots()));
        }
        analysis.run();
    } else {
        analysis.add_everything();
    }
    analysis.live
}

struct Analysis<'a, 'p> {
    flow: &'a Flow<'p>,
    mod_ref: &'a ModRef,
    live: LiveRanges,
}

impl Analysis<'_, '_> {
    fn add_scope(&mut self, proc: ProcId, loc: LocId) {
        let scope = self
            .flow
            .global_slots()
            .chain(self.flow.proc(proc).slots.iter().copied());
        self.live.sets[loc.index()].extend(scope);
    }

    fn add_everything(&mut self) {
        for proc in self.flow.program.proc_ids() {
            for loc in self.flow.proc(proc).locs.clone().map(LocId) {
                let set = &mut self.live.sets[loc.index()];
                set.union_with(&self.mod_ref.touched[proc.index()]);
                set.extend(self.flow.proc(proc).slots.iter().copied());
                if self.flow.place(loc) == ControlPoint::Exit {
                    self.live.sets[loc.index()].extend(self.flow.return_slots(proc));
                }
            }
            for call in self.flow.calls_of(proc).iter().filter(|c| c.binds) {
                self.live.sets[call.to.index()].extend(self.flow.return_slots(call.callee));
            }
        }
    }

    /// What `enforce` speaks of is live in the whole procedure.
    fn add_enforced(&mut self) {
        for proc in self.flow.program.proc_ids() {
            let mut always = SlotSet::new(self.flow.slot_count);
            let enforced = &self.flow.program.proc(proc).enforce;
            if enforced.is_empty() {
                continue;
            }
            for &e in enforced {
                expr_reads(self.flow, proc, e, &[], &mut |slot| {
                    always.insert(slot);
                });
            }
            for loc in self.flow.proc(proc).locs.clone().map(LocId) {
                if !matches!(self.flow.place(loc), ControlPoint::Failed(_)) {
                    self.live.sets[loc.index()].union_with(&always);
                }
            }
        }
    }

    fn add_observer_reads(&mut self) {
        for set in &mut self.live.sets {
            set.extend(self.flow.unnamed_globals());
        }
        for (loc, slots) in self.flow.observer_reads() {
            self.live.sets[loc.index()].union_with(slots);
        }
    }

    fn run(&mut self) {
        let callers = self.flow.callers();
        let mut work: Vec<ProcId> = self.flow.program.proc_ids().collect();
        let mut waiting = vec![true; self.flow.procs.len()];
        while let Some(proc) = work.pop() {
            waiting[proc.index()] = false;
            let flow = self.flow;
            let entry_before = self.live.at(flow.proc(proc).entry).clone();
            self.stabilise(proc);
            let mut again = Vec::new();
            for call in flow.calls_of(proc) {
                if self.grow_exit(call) {
                    again.push(call.callee);
                    // With an empty body the exit is the entry, which has then grown before the callee's turn.
                    if flow.proc(call.callee).entry == flow.proc(call.callee).exit {
                        again.extend(&callers[call.callee.index()]);
                    }
                }
            }
            if entry_before != *self.live.at(flow.proc(proc).entry) {
                again.extend(&callers[proc.index()]);
            }
            for p in again {
                if !std::mem::replace(&mut waiting[p.index()], true) {
                    work.push(p);
                }
            }
        }
    }

    /// What is live after the call is live at the callee's exit, as far as it goes through the callee.
    fn grow_exit(&mut self, call: &Call) -> bool {
        let exit = self.flow.proc(call.callee).exit;
        let through = &self.mod_ref.touched[call.callee.index()];
        let first_return = self.flow.global_count;
        let returns = if call.binds {
            first_return..first_return + self.flow.return_count
        } else {
            0..0
        };
        let passed: Vec<_> = self
            .live
            .at(call.to)
            .iter()
            .filter(|&s| through.contains(s) || returns.contains(&s.index()))
            .filter(|_| !mutants::is("what-is-live-after-a-call-is-dead-in-it"))
            .collect();
        let set = &mut self.live.sets[exit.index()];
        passed
            .into_iter()
            .fold(false, |grew, slot| set.insert(slot) | grew)
    }

    fn stabilise(&mut self, proc: ProcId) {
        let locs = self.flow.proc(proc).locs.clone();
        loop {
            let mut changed = false;
            for loc in locs.clone().rev().map(LocId) {
                changed |= self.update(loc);
            }
            if !changed {
                break;
            }
        }
    }

    fn update(&mut self, loc: LocId) -> bool {
        let effects = &self.flow.effects;
        let mut before = SlotSet::new(self.flow.slot_count);
        for edge in self.flow.out_edge_range(loc) {
            let mut after = self.live.at(self.flow.edges()[edge].to).clone();
            effects.writes(edge).iter().for_each(|&s| after.remove(s));
            before.union_with(&after);
            before.extend(effects.reads(edge).iter().copied());
        }
        if let Some(call) = self.flow.call_index(loc) {
            self.before_call(call, &mut before);
        }
        self.live.sets[loc.index()].union_with(&before)
    }

    fn before_call(&self, index: usize, before: &mut SlotSet) {
        let call = &self.flow.calls()[index];
        let through = &self.mod_ref.touched[call.callee.index()];
        let mut round = self.live.at(call.to).clone();
        round.minus_with(through);
        (0..self.flow.return_count).for_each(|i| {
            round.remove(Slot((self.flow.global_count + i) as u32));
        });
        before.union_with(&round);
        let mut entry = self.live.before_entry(self.flow, call.callee);
        entry.intersect_with(through);
        before.union_with(&entry);
        if !mutants::is("what-arguments-read-is-dead") {
            before.extend(self.flow.effects.arguments(index).iter().copied());
        }
    }
}
