//! What the atoms of a formula mean at each location.

use crate::bdd::{Bdd, BddResult, Bdds};
use crate::bp::{ExprId, ExprKind, ProcId, Symbol};
use crate::flow::{ControlPoint, Flow, LocId};
use crate::spds::Encoder;

/// An atom with its names resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Atom {
    /// The running procedure is at one of these locations, which are in ascending order.
    At(Vec<LocId>),
    /// This procedure is running.
    In(ProcId),
    /// The run has ended: the first procedure has returned, or an assertion has failed.
    Terminated,
    /// An expression over variables holds; where one of them is not in scope it does not.
    Holds(ExprId),
}

/// Where a run can be: at a location, or past its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    At(LocId),
    Returned,
}

/// Whether a location is a moment of a run. That results are bound is part of the call that returns them.
pub(crate) fn is_moment(flow: &Flow<'_>, loc: LocId) -> bool {
    !matches!(flow.place(loc), ControlPoint::Returned(_))
}

impl Atom {
    /// The states (current values) at a moment in which it holds.
    pub(crate) fn states(&self, flow: &Flow<'_>, bdds: &Bdds, moment: Moment) -> BddResult {
        match self {
            Atom::Holds(expr) => holds(flow, bdds, *expr, moment),
            _ => Ok(bdds.constant(self.holds_at(flow, moment))),
        }
    }

    /// Whether an atom about places holds at a moment.
    pub(crate) fn holds_at(&self, flow: &Flow<'_>, moment: Moment) -> bool {
        match (self, moment) {
            (Atom::At(locs), Moment::At(loc)) => locs.binary_search(&loc).is_ok(),
            (Atom::In(proc), Moment::At(loc)) => flow.proc_of(loc) == *proc,
            (Atom::Terminated, Moment::At(loc)) => {
                matches!(flow.place(loc), ControlPoint::Failed(_))
            }
            (Atom::Terminated, Moment::Returned) => true,
            _ => false,
        }
    }
}

fn holds(flow: &Flow<'_>, bdds: &Bdds, expr: ExprId, moment: Moment) -> BddResult<Bdd> {
    let proc = scope(flow, moment);
    if !in_scope(flow, proc, expr) {
        return Ok(bdds.zero());
    }
    let encoder = Encoder {
        bdds,
        flow,
        proc,
        written: &[],
    };
    Ok(encoder.possible_values(expr)?.can_be_true)
}

/// The procedure whose variables are in scope at a moment.
pub(crate) fn scope(flow: &Flow<'_>, moment: Moment) -> Option<ProcId> {
    match moment {
        Moment::At(loc) => Some(flow.proc_of(loc)),
        Moment::Returned => None,
    }
}

/// Whether all variables of an expression are in scope.
pub(crate) fn in_scope(flow: &Flow<'_>, proc: Option<ProcId>, expr: ExprId) -> bool {
    variables(flow, expr)
        .iter()
        .all(|&name| flow.find_slot(proc, name).is_some())
}

/// The variables of an expression.
pub(crate) fn variables(flow: &Flow<'_>, expr: ExprId) -> Vec<Symbol> {
    let mut found = Vec::new();
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        match flow.program.expr(expr).kind {
            ExprKind::Var(name) | ExprKind::Next(name) => found.push(name),
            ExprKind::Not(a) => open.push(a),
            ExprKind::Binary(_, a, b) | ExprKind::Choose(a, b) => open.extend([b, a]),
            ExprKind::Const(_) | ExprKind::Nondet => {}
        }
    }
    found
}
