//! Procedures without context: they need not remember how they were entered.
//!
//! A summary relates what a procedure was entered with to what it returns, so that every call goes on with what belongs to
//! it. A procedure that is called from one place only, by one that needs no context either, goes on with whatever it
//! returns: as long as the caller keeps nothing of its own over the call. Globals that the procedure does not touch go
//! through it then, which is worth it only where they are few beside those that it does.
//!
//! Forgetting can only add executions, so that nothing is proved wrongly by it; that it adds none under these conditions
//! is what makes it worthwhile to ask without contexts.

use super::{Flow, LiveRanges, LocId, ModRef, mod_ref};
use crate::bp::ProcId;

/// Of every procedure, whether it needs no context when the program starts in `entries`; `None` if all do.
pub(crate) fn procedures_without_context(
    flow: &Flow<'_>,
    entries: &[ProcId],
    live: &LiveRanges,
    sets: &ModRef,
) -> Option<Vec<bool>> {
    let mut calls = vec![0u32; flow.procs.len()];
    flow.calls()
        .iter()
        .for_each(|call| calls[call.callee.index()] += 1);
    let mut without_context = vec![false; flow.procs.len()];
    let mut found = false;
    let mut open: Vec<ProcId> = entries
        .iter()
        .copied()
        .filter(|e| calls[e.index()] == 0)
        .collect();
    while let Some(caller) = open.pop() {
        for call in flow.calls_of(caller) {
            let callee = call.callee;
            if calls[callee.index()] == 1
                && !entries.contains(&callee)
                && keeps_nothing(flow, live, call.to)
                && touches_most(flow, live, sets, call.from, callee)
            {
                without_context[callee.index()] = true;
                found = true;
                open.push(callee);
            }
        }
    }
    found.then_some(without_context)
}

/// Whether no local of the caller is of interest after a call.
fn keeps_nothing(flow: &Flow<'_>, live: &LiveRanges, after: LocId) -> bool {
    let first_local = flow.global_count + flow.return_count;
    live.at(after).iter().all(|s| s.index() < first_local)
}

/// Whether a callee touches at least half of the globals that are live when it is called.
fn touches_most(
    flow: &Flow<'_>,
    live: &LiveRanges,
    sets: &ModRef,
    from: LocId,
    callee: ProcId,
) -> bool {
    let globals = live.at(from).iter().filter(|s| flow.is_global(*s));
    let touched = &sets.touched[callee.index()];
    let (seen, unseen): (Vec<_>, Vec<_>) = globals.partition(|s| touched.contains(*s));
    seen.len() >= unseen.len()
}

/// All globals go through procedures without context.
pub(crate) fn pass_all_globals(flow: &Flow<'_>, sets: &mut ModRef, without_context: &[bool]) {
    let all = mod_ref(flow, &[], false);
    for (i, _) in without_context
        .iter()
        .enumerate()
        .filter(|(_, without_context)| **without_context)
    {
        sets.modified[i].clone_from(&all.modified[i]);
        sets.touched[i].clone_from(&all.touched[i]);
    }
}
