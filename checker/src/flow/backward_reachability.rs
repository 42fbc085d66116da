//! Backward reachability by control flow alone: which locations lie on some way to a target.

use super::{Flow, LocId};

/// Of every location, whether a target may be reached from it without leaving a frame that was there before: by steps, by
/// calls that return, and by calls that do not.
pub(crate) fn backward_reachable(flow: &Flow<'_>, targets: &[LocId]) -> Vec<bool> {
    let mut before = vec![Vec::new(); flow.loc_count()];
    for edge in flow.edges() {
        before[edge.to.index()].push(edge.from);
    }
    for call in flow.calls() {
        before[call.to.index()].push(call.from);
        before[flow.proc(call.callee).entry.index()].push(call.from);
    }
    let mut found = vec![false; flow.loc_count()];
    let mut open = targets.to_vec();
    while let Some(loc) = open.pop() {
        if !std::mem::replace(&mut found[loc.index()], true) {
            open.append(&mut before[loc.index()]);
        }
    }
    found
}
