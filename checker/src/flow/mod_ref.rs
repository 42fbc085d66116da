//! MOD/REF: the globals that a procedure, with all it calls, may write or read (Bebop, section 3.3).
//!
//! A global that a procedure neither writes nor reads goes round it: it is not tracked inside, and the caller's value
//! is still there after the call.

use super::effects::expr_reads;
use super::{Flow, LocId, SlotSet};
use crate::bp::ProcId;

/// The sets of every procedure; globals only.
pub(crate) struct ModRef {
    pub(crate) modified: Vec<SlotSet>,
    /// Written or read.
    pub(crate) touched: Vec<SlotSet>,
}

/// Computes the sets; `observed` are locations at which all variables count as read. With `precise` off every
/// procedure is taken to write and read all globals.
pub(crate) fn mod_ref(flow: &Flow<'_>, observed: &[LocId], precise: bool) -> ModRef {
    let mut all = SlotSet::new(flow.slot_count);
    all.extend(flow.global_slots());
    let count = flow.procs.len();
    if !precise {
        return ModRef {
            modified: vec![all.clone(); count],
            touched: vec![all; count],
        };
    }
    let mut sets = ModRef {
        modified: Vec::with_capacity(count),
        touched: Vec::with_capacity(count),
    };
    for proc in flow.program.proc_ids() {
        let (modified, touched) = own_effects(flow, proc);
        sets.modified.push(modified);
        sets.touched.push(touched);
    }
    add_observer_effects(flow, &mut sets);
    for &loc in observed {
        sets.touched[flow.proc_of(loc).index()].union_with(&all);
    }
    if !mutants::is("what-callees-of-callees-modify-goes-round") {
        close_over_calls(flow, &mut sets);
    }
    sets
}

fn add_observer_effects(flow: &Flow<'_>, sets: &mut ModRef) {
    for set in sets.modified.iter_mut().chain(&mut sets.touched) {
        set.extend(flow.unnamed_globals());
    }
    for (loc, slots) in flow.observer_reads() {
        let globals = slots.iter().filter(|&slot| flow.is_global(slot));
        sets.touched[flow.proc_of(loc).index()].extend(globals);
    }
}

fn own_effects(flow: &Flow<'_>, proc: ProcId) -> (SlotSet, SlotSet) {
    let mut modified = SlotSet::new(flow.slot_count);
    let mut touched = SlotSet::new(flow.slot_count);
    let is_global = |slot: &crate::bdd::Slot| slot.index() < flow.global_count;
    let mut read = |slot| {
        if is_global(&slot) {
            touched.insert(slot);
        }
    };
    for edge in flow.edge_range(proc) {
        flow.effects.reads(edge).iter().for_each(|&slot| read(slot));
        modified.extend(flow.effects.writes(edge).iter().copied().filter(is_global));
    }
    for call in flow.call_range(proc) {
        flow.effects
            .arguments(call)
            .iter()
            .for_each(|&slot| read(slot));
    }
    let own = flow.program.proc(proc);
    let inits = own.formals.iter().chain(&own.locals).filter_map(|d| d.init);
    own.enforce
        .iter()
        .copied()
        .chain(inits)
        .for_each(|e| expr_reads(flow, proc, e, &[], &mut read));
    touched.union_with(&modified);
    (modified, touched)
}

fn close_over_calls(flow: &Flow<'_>, sets: &mut ModRef) {
    let callers = flow.callers();
    let mut work: Vec<ProcId> = flow.program.proc_ids().collect();
    while let Some(callee) = work.pop() {
        let (modified, touched) = (
            sets.modified[callee.index()].clone(),
            sets.touched[callee.index()].clone(),
        );
        for &caller in &callers[callee.index()] {
            let grew_modified = sets.modified[caller.index()].union_with(&modified);
            let grew_touched = sets.touched[caller.index()].union_with(&touched);
            if grew_modified || grew_touched {
                work.push(caller);
            }
        }
    }
}
