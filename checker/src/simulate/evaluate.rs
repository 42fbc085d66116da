//! The value of an expression in a state, or in a step from one state to the next.

use super::{Choices, Halt};
use crate::bdd::Slot;
use crate::bp::{BinOp, ExprId, ExprKind, ProcId, Symbol};
use crate::flow::Flow;

/// What an expression sees: the globals and the variables of one procedure, or of none.
#[derive(Clone, Copy)]
pub(super) struct View<'v, 'p> {
    pub(super) flow: &'v Flow<'p>,
    pub(super) proc: Option<ProcId>,
    pub(super) globals: &'v [bool],
    /// The formals, then the locals.
    pub(super) locals: &'v [bool],
}

impl View<'_, '_> {
    pub(super) fn read(&self, slot: Slot) -> bool {
        match local_index(self.flow, slot) {
            Some(local) => self.locals[local],
            None => self.globals[slot.index()],
        }
    }

    fn variable(&self, name: Symbol) -> bool {
        self.read(self.flow.slot_in(self.proc, name))
    }

    pub(super) fn value(self, root: ExprId, choices: &mut dyn Choices) -> Result<bool, Halt> {
        self.value_in_step(self, root, choices)
    }

    /// The value in a step to the state that `next` sees, from which `'x` is read. Has a stack of its own: expressions
    /// may be deep.
    pub(super) fn value_in_step(
        self,
        next: View<'_, '_>,
        root: ExprId,
        choices: &mut dyn Choices,
    ) -> Result<bool, Halt> {
        let mut values: Vec<bool> = Vec::new();
        // An expression is first visited to put its operands on the stack, then to combine their values.
        let mut work = vec![(root, false)];
        while let Some((id, ready)) = work.pop() {
            let kind = self.flow.program.expr(id).kind;
            if !ready && let (Some(first), second) = operands(kind) {
                work.push((id, true));
                work.extend(second.map(|second| (second, false)));
                work.push((first, false));
                continue;
            }
            let mut operand = || values.pop().expect("operands are evaluated first");
            let value = match kind {
                ExprKind::Const(value) => value,
                ExprKind::Nondet => choices.value(id).ok_or(Halt::Stopped)?,
                ExprKind::Var(name) => self.variable(name),
                ExprKind::Next(name) => next.variable(name),
                ExprKind::Not(_) => !operand(),
                ExprKind::Binary(op, ..) => {
                    let right = operand();
                    binary(op, operand(), right)
                }
                ExprKind::Choose(..) => {
                    let negative = operand();
                    match (operand(), negative) {
                        (true, _) => true,
                        (false, true) => false,
                        (false, false) => choices.value(id).ok_or(Halt::Stopped)?,
                    }
                }
            };
            values.push(value);
        }
        Ok(values.pop().expect("the root has a value"))
    }
}

/// Where a slot is among the variables of its procedure; `None` for globals.
pub(super) fn local_index(flow: &Flow<'_>, slot: Slot) -> Option<usize> {
    slot.index()
        .checked_sub(flow.global_count + flow.return_count)
}

fn operands(kind: ExprKind) -> (Option<ExprId>, Option<ExprId>) {
    match kind {
        ExprKind::Const(_) | ExprKind::Nondet | ExprKind::Var(_) | ExprKind::Next(_) => {
            (None, None)
        }
        ExprKind::Not(inner) => (Some(inner), None),
        ExprKind::Binary(_, left, right) | ExprKind::Choose(left, right) => {
            (Some(left), Some(right))
        }
    }
}

pub(crate) fn binary(op: BinOp, left: bool, right: bool) -> bool {
    match op {
        BinOp::And => left & right,
        BinOp::Or => left | right,
        BinOp::Xor => left ^ right,
        BinOp::Iff => left == right,
        BinOp::Implies => !left | right,
    }
}
