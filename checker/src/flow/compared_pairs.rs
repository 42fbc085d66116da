//! Pairs of variables that are compared or copied: the bits of numbers at the same place, mostly.
//!
//! Where programs compute with numbers, a statement mentions all bits of several, and says little about which of them
//! belong together. The two sides of an operator do, and a variable with the one that is copied to it. An order by
//! these pairs interleaves the bits of numbers; relations such as `lo <= hi` are then small.

use super::effects::bound;
use super::{Flow, Step};
use crate::bdd::Slot;
use crate::bp::{ExprId, ExprKind, ProcId, StmtKind};

/// The pairs of a program, each once and in ascending order.
pub(super) fn compared_pairs(flow: &Flow<'_>) -> Vec<Vec<Slot>> {
    let mut found = Vec::new();
    for proc in flow.program.proc_ids() {
        for edge in flow.edges_of(proc) {
            add_step(flow, proc, edge.step, &mut found);
        }
        for call in flow.calls_of(proc) {
            if let StmtKind::Call { args, .. } = &flow.program.stmt(call.stmt).kind {
                for (&arg, &formal) in args.iter().zip(&flow.proc(call.callee).slots) {
                    found.extend(literal(flow, proc, arg).map(|copied| vec![formal, copied]));
                }
            }
        }
    }
    found.iter_mut().for_each(|pair| pair.sort_unstable());
    found.retain(|pair| pair[0] != pair[1]);
    found.sort_unstable();
    found.dedup();
    found
}

fn add_step(flow: &Flow<'_>, proc: ProcId, step: Step, found: &mut Vec<Vec<Slot>>) {
    match step {
        Step::Branch { condition, .. } => add_operands(flow, proc, condition, found),
        Step::Effect(stmt) => match &flow.program.stmt(stmt).kind {
            StmtKind::Assign {
                targets, values, ..
            } => {
                for (i, slot) in bound(flow, proc, targets) {
                    found.extend(literal(flow, proc, values[i]).map(|copied| vec![slot, copied]));
                    add_operands(flow, proc, values[i], found);
                }
            }
            StmtKind::Assume { condition, .. } => add_operands(flow, proc, *condition, found),
            _ => {}
        },
        _ => {}
    }
}

/// The variables that are the two sides of an operator.
fn add_operands(flow: &Flow<'_>, proc: ProcId, expr: ExprId, found: &mut Vec<Vec<Slot>>) {
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        match flow.program.expr(expr).kind {
            ExprKind::Not(a) => open.push(a),
            ExprKind::Binary(_, a, b) | ExprKind::Choose(a, b) => {
                match (literal(flow, proc, a), literal(flow, proc, b)) {
                    (Some(a), Some(b)) => found.push(vec![a, b]),
                    _ => open.extend([a, b]),
                }
            }
            ExprKind::Const(_) | ExprKind::Nondet | ExprKind::Var(_) | ExprKind::Next(_) => {}
        }
    }
}

/// The variable of which an expression is the value, or the opposite.
fn literal(flow: &Flow<'_>, proc: ProcId, mut expr: ExprId) -> Option<Slot> {
    loop {
        match flow.program.expr(expr).kind {
            ExprKind::Not(a) => expr = a,
            ExprKind::Var(name) => return Some(flow.slot(proc, name)),
            _ => return None,
        }
    }
}
