//! Which slots a step reads and writes.

use smallvec::SmallVec;

use super::{Flow, Step};
use crate::bdd::Slot;
use crate::bp::{ExprId, ExprKind, Name, ProcId, StmtId, StmtKind, Target};

/// The slots that every edge and every call of a flow reads and writes, computed once because several passes ask.
#[derive(Default)]
pub(crate) struct Effects {
    reads: SlotLists,
    writes: SlotLists,
    /// What the arguments of each call read.
    arguments: SlotLists,
}

/// A list of slots for each index, end to end in one vector.
#[derive(Default)]
struct SlotLists {
    slots: Vec<Slot>,
    ends: Vec<u32>,
}

impl SlotLists {
    fn close(&mut self) {
        self.ends.push(self.slots.len() as u32);
    }

    fn get(&self, index: usize) -> &[Slot] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.slots[start as usize..self.ends[index] as usize]
    }
}

impl Effects {
    pub(super) fn new(flow: &Flow<'_>) -> Self {
        let mut effects = Effects::default();
        for proc in flow.program.proc_ids() {
            for edge in flow.edges_of(proc) {
                push_writes(flow, proc, edge.step, &mut effects.writes.slots);
                effects.writes.close();
                let written = effects.writes.get(effects.writes.ends.len() - 1);
                let slots = &mut effects.reads.slots;
                step_reads(flow, proc, edge.step, written, &mut |slot| slots.push(slot));
                effects.reads.close();
            }
            for call in flow.calls_of(proc) {
                let slots = &mut effects.arguments.slots;
                if let StmtKind::Call { args, .. } = &flow.program.stmt(call.stmt).kind {
                    args.iter()
                        .for_each(|&a| expr_reads(flow, proc, a, &[], &mut |s| slots.push(s)));
                }
                effects.arguments.close();
            }
        }
        effects
    }

    /// The slots that an edge reads, by the edge's index; repetitions possible.
    pub(crate) fn reads(&self, edge: usize) -> &[Slot] {
        self.reads.get(edge)
    }

    /// The slots that an edge writes, by the edge's index.
    pub(crate) fn writes(&self, edge: usize) -> &[Slot] {
        self.writes.get(edge)
    }

    /// The slots that the arguments of a call read, by the call's index.
    pub(crate) fn arguments(&self, call: usize) -> &[Slot] {
        self.arguments.get(call)
    }
}

/// Calls `each` for every slot whose value before the step the expression depends on. `'x` counts as reading x
/// unless the step writes x.
pub(crate) fn expr_reads(
    flow: &Flow<'_>,
    proc: ProcId,
    expr: ExprId,
    written: &[Slot],
    each: &mut impl FnMut(Slot),
) {
    let mut stack: SmallVec<[ExprId; 16]> = SmallVec::from_slice(&[expr]);
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

fn push_writes(flow: &Flow<'_>, proc: ProcId, step: Step, slots: &mut Vec<Slot>) {
    match step {
        Step::Skip | Step::Branch { .. } => {}
        Step::Return(_) => slots.extend(flow.return_slots(proc)),
        // Once bound, returned values are gone; otherwise they would pass for values that the caller returns.
        Step::Bind(stmt) => {
            if let StmtKind::Call { targets, .. } = &flow.program.stmt(stmt).kind {
                let first = flow.global_count as u32;
                slots.extend(bound(flow, proc, targets).map(|(_, slot)| slot));
                slots.extend((first..first + targets.len() as u32).map(Slot));
            }
        }
        Step::Effect(stmt) => match &flow.program.stmt(stmt).kind {
            StmtKind::Assign { targets, .. } => {
                slots.extend(bound(flow, proc, targets).map(|(_, slot)| slot));
            }
            StmtKind::Dead(names) => slots.extend(names.iter().map(|n| flow.slot(proc, n.symbol))),
            _ => {}
        },
    }
}

fn step_reads(
    flow: &Flow<'_>,
    proc: ProcId,
    step: Step,
    written: &[Slot],
    each: &mut impl FnMut(Slot),
) {
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
        Step::Effect(stmt) => effect_reads(flow, stmt, written, &mut of),
    }
}

fn effect_reads(
    flow: &Flow<'_>,
    stmt: StmtId,
    written: &[Slot],
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
            constrain.iter().for_each(|&c| of(c, written));
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
