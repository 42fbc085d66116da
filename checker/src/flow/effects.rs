//! Which slots a step reads and writes.

use super::{Flow, Step};
use crate::bdd::Slot;
use crate::bp::{ExprId, ExprKind, Name, ProcId, StmtId, StmtKind, Target};

/// Calls `each` for every slot whose value before the step the expression depends on. `'x` counts as reading x
/// unless the step writes x.
pub(crate) fn expr_reads(
    flow: &Flow<'_>,
    proc: ProcId,
    expr: ExprId,
    written: &[Slot],
    each: &mut impl FnMut(Slot),
) {
    let mut stack = vec![expr];
    while let Some(id) = stack.pop() {
        match flow.program.expr(id).kind {
            ExprKind::Const(_) | ExprKind::Nondet => {}
            ExprKind::Var(name) => each(flow.slot(proc, name)),
            ExprKind::Next(name) => {
                let slot = flow.slot(proc, name);
                if !written.contains(&slot) {
                    each(slot);
                }
            }
            ExprKind::Not(a) => stack.push(a),
            ExprKind::Binary(_, a, b) | ExprKind::Choose(a, b) => stack.extend([a, b]),
        }
    }
}

/// The slots that a step writes.
pub(crate) fn writes(flow: &Flow<'_>, proc: ProcId, step: Step) -> Vec<Slot> {
    match step {
        Step::Skip | Step::Branch { .. } => Vec::new(),
        Step::Return(_) => flow.return_slots(proc).collect(),
        Step::Effect(stmt) | Step::Bind(stmt) => match &flow.program.stmt(stmt).kind {
            StmtKind::Assign { targets, .. } | StmtKind::Call { targets, .. } => {
                bound(flow, proc, targets).map(|(_, slot)| slot).collect()
            }
            StmtKind::Dead(names) => names.iter().map(|n| flow.slot(proc, n.symbol)).collect(),
            _ => Vec::new(),
        },
    }
}

/// The targets that are no discards: position among the targets, and slot.
pub(crate) fn bound<'a>(
    flow: &'a Flow<'_>,
    proc: ProcId,
    targets: &'a [Target],
) -> impl Iterator<Item = (usize, Slot)> + 'a {
    targets
        .iter()
        .enumerate()
        .filter_map(move |(i, target)| match target {
            Target::Var(Name { symbol, .. }) => Some((i, flow.slot(proc, *symbol))),
            Target::Discard(_) => None,
        })
}

/// Calls `each` for every slot that a step reads.
pub(crate) fn reads(flow: &Flow<'_>, proc: ProcId, step: Step, each: &mut impl FnMut(Slot)) {
    let mut of = |expr: ExprId, written: &[Slot]| expr_reads(flow, proc, expr, written, each);
    match step {
        Step::Skip => {}
        Step::Branch { condition, .. } => of(condition, &[]),
        Step::Return(stmt) => {
            if let StmtKind::Return(values) = &flow.program.stmt(stmt).kind {
                values.iter().for_each(|&v| of(v, &[]));
            }
        }
        Step::Bind(stmt) => {
            if let StmtKind::Call { targets, .. } = &flow.program.stmt(stmt).kind {
                let first = flow.global_count as u32;
                bound(flow, proc, targets).for_each(|(i, _)| each(Slot(first + i as u32)));
            }
        }
        Step::Effect(stmt) => effect_reads(flow, proc, stmt, step, &mut of),
    }
}

fn effect_reads(
    flow: &Flow<'_>,
    proc: ProcId,
    stmt: StmtId,
    step: Step,
    of: &mut impl FnMut(ExprId, &[Slot]),
) {
    match &flow.program.stmt(stmt).kind {
        StmtKind::Assign {
            values,
            constrain,
            targets,
        } => {
            let kept = targets
                .iter()
                .zip(values)
                .filter(|(t, _)| matches!(t, Target::Var(_)));
            kept.for_each(|(_, &value)| of(value, &[]));
            if let Some(constrain) = constrain {
                of(*constrain, &writes(flow, proc, step));
            }
        }
        StmtKind::Assume {
            condition,
            constrain,
        } => {
            of(*condition, &[]);
            constrain.iter().for_each(|&c| of(c, &[]));
        }
        _ => {}
    }
}
