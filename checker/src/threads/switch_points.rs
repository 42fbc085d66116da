//! Where it is enough to let other threads run.
//!
//! A step that neither reads nor writes what is shared may as well be taken before the switch in front of it, if its thread
//! runs again, and need not be taken if it does not. So switches are needed only in front of steps that touch what is
//! shared, and after those that write it. Where what is shared is touched in other ways than by steps (`enforce`, initial values of
//! locals), switches are everywhere.

use crate::bp::StmtKind;
use crate::flow::effects::expr_reads;
use crate::flow::{ControlPoint, Flow, LocId};

/// For each location, whether a switch there is needed.
pub(crate) fn switch_points(flow: &Flow<'_>) -> Vec<bool> {
    let mut needed: Vec<bool> = vec![touches_otherwise(flow); flow.loc_count()];
    for (index, edge) in flow.edges().iter().enumerate() {
        let (reads, writes) = (flow.effects.reads(index), flow.effects.writes(index));
        if !reads.iter().chain(writes).any(|&slot| flow.is_global(slot)) {
            continue;
        }
        needed[edge.from.index()] = true;
        // What is only read changes nothing for others, so that a thread that is not to run again need not go so far.
        needed[edge.to.index()] |= writes.iter().any(|&slot| flow.is_global(slot));
        if matches!(flow.place(edge.from), ControlPoint::Returned(_)) {
            // Leaving the callee and taking its results is one step.
            for call in flow.calls().iter().filter(|call| call.to == edge.from) {
                needed[flow.proc(call.callee).exit.index()] = true;
            }
        }
    }
    for (index, call) in flow.calls().iter().enumerate() {
        if flow
            .effects
            .arguments(index)
            .iter()
            .any(|&slot| flow.is_global(slot))
        {
            needed[call.from.index()] = true;
        }
    }
    for loc in flow.locs() {
        needed[loc.index()] &= may_switch(flow, loc);
    }
    needed
}

/// Whether a thread can be left at a location at all: not between the parts of one step.
fn may_switch(flow: &Flow<'_>, loc: LocId) -> bool {
    !matches!(
        flow.place(loc),
        ControlPoint::Returned(_) | ControlPoint::Failed(_)
    )
}

fn touches_otherwise(flow: &Flow<'_>) -> bool {
    flow.program.proc_ids().any(|id| {
        let proc = flow.program.proc(id);
        let inits = proc
            .formals
            .iter()
            .chain(&proc.locals)
            .filter_map(|d| d.init);
        inits.chain(proc.enforce.iter().copied()).any(|expr| {
            let mut touches = false;
            expr_reads(flow, id, expr, &[], &mut |slot| {
                touches |= flow.is_global(slot)
            });
            touches
        })
    })
}

/// Whether a thread whose first frame is at a location there has ended, or would whatever frames are below.
pub(crate) fn is_end(flow: &Flow<'_>, ended: &[bool], loc: LocId, depth: usize) -> bool {
    match flow.place(loc) {
        ControlPoint::Exit => depth == 0,
        ControlPoint::Before(stmt) => {
            ended[stmt.index()] && matches!(flow.program.stmt(stmt).kind, StmtKind::Assume { .. })
        }
        _ => false,
    }
}
