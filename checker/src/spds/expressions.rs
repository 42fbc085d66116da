//! Expressions as BDDs.
//!
//! An expression with `*` or `schoose` has no single value in a state. It is encoded by two sets: the states in which
//! it *can be* true and those in which it *can be* false. Because every occurrence of a choice is made on its own,
//! the sets of a compound expression follow from those of its parts, exactly.

use crate::bdd::{Bdd, BddResult, Bdds, Slot, SlotCopy};
use crate::bp::{BinOp, ExprId, ExprKind, ProcId, Symbol};
use crate::deep_recursion::with_enough_stack;
use crate::flow::Flow;

/// Where an expression can be true, and where false.
#[derive(Clone)]
pub(crate) struct PossibleValues {
    pub(crate) can_be_true: Bdd,
    pub(crate) can_be_false: Bdd,
}

/// Encodes the expressions of one scope.
pub(crate) struct Encoder<'a, 'p> {
    pub(crate) bdds: &'a Bdds,
    pub(crate) flow: &'a Flow<'p>,
    /// `None` for the initial values of globals.
    pub(crate) proc: Option<ProcId>,
    /// The slots that the step at hand writes: only for them does `'x` differ from `x`.
    pub(crate) written: &'a [Slot],
}

impl Encoder<'_, '_> {
    /// Encodes an expression over current values (and next values below `constrain`).
    pub(crate) fn possible_values(&self, expr: ExprId) -> BddResult<PossibleValues> {
        let b = self.bdds;
        Ok(match self.flow.program.expr(expr).kind {
            ExprKind::Const(value) => PossibleValues {
                can_be_true: b.constant(value),
                can_be_false: b.constant(!value),
            },
            ExprKind::Nondet => PossibleValues {
                can_be_true: b.one(),
                can_be_false: b.one(),
            },
            ExprKind::Var(name) => self.literal(name, SlotCopy::Current)?,
            ExprKind::Next(name) => {
                let slot = self.flow.slot_in(self.proc, name);
                let copy = if self.written.contains(&slot) {
                    SlotCopy::Next
                } else {
                    SlotCopy::Current
                };
                self.literal(name, copy)?
            }
            ExprKind::Not(a) => {
                let a = self.nested(a)?;
                PossibleValues {
                    can_be_true: a.can_be_false,
                    can_be_false: a.can_be_true,
                }
            }
            ExprKind::Choose(pos, neg) => self.schoose(pos, neg)?,
            ExprKind::Binary(op, x, y) => self.binary(op, x, y)?,
        })
    }

    /// The sets whose common part is where an expression can be `value`: as many as its outermost operators tell.
    pub(crate) fn conjuncts(&self, expr: ExprId, value: bool) -> BddResult<Vec<Bdd>> {
        let mut found = Vec::new();
        let mut open = vec![(expr, value)];
        while let Some((expr, value)) = open.pop() {
            match (self.flow.program.expr(expr).kind, value) {
                (ExprKind::Not(a), _) => open.push((a, !value)),
                (ExprKind::Binary(BinOp::And, x, y), true) => open.extend([(y, true), (x, true)]),
                (ExprKind::Binary(BinOp::Or, x, y), false) => open.extend([(y, false), (x, false)]),
                (_, true) => found.push(self.possible_values(expr)?.can_be_true),
                (_, false) => found.push(self.possible_values(expr)?.can_be_false),
            }
        }
        Ok(found)
    }

    fn nested(&self, expr: ExprId) -> BddResult<PossibleValues> {
        with_enough_stack(|| self.possible_values(expr))
    }

    fn literal(&self, name: Symbol, copy: SlotCopy) -> BddResult<PossibleValues> {
        let can_be_true = self
            .bdds
            .var(self.flow.slot_in(self.proc, name), copy)
            .clone();
        Ok(PossibleValues {
            can_be_false: self.bdds.not(&can_be_true)?,
            can_be_true,
        })
    }

    /// 1 where `pos`; else 0 where `neg`; else either.
    fn schoose(&self, pos: ExprId, neg: ExprId) -> BddResult<PossibleValues> {
        let (pos, neg) = (self.nested(pos)?, self.nested(neg)?);
        let open = self.bdds.and(&pos.can_be_false, &neg.can_be_false)?;
        if mutants::is("what-is-open-is-true") {
            return Ok(PossibleValues {
                can_be_true: self.bdds.or(&pos.can_be_true, &open)?,
                can_be_false: self.bdds.and(&pos.can_be_false, &neg.can_be_true)?,
            });
        }
        Ok(PossibleValues {
            can_be_true: self.bdds.or(&pos.can_be_true, &open)?,
            can_be_false: pos.can_be_false,
        })
    }

    fn binary(&self, op: BinOp, x: ExprId, y: ExprId) -> BddResult<PossibleValues> {
        let b = self.bdds;
        let (x, y) = (self.nested(x)?, self.nested(y)?);
        let both = |p: &Bdd, q: &Bdd, r: &Bdd, s: &Bdd| b.or(&b.and(p, q)?, &b.and(r, s)?);
        Ok(match op {
            BinOp::And => PossibleValues {
                can_be_true: b.and(&x.can_be_true, &y.can_be_true)?,
                can_be_false: b.or(&x.can_be_false, &y.can_be_false)?,
            },
            BinOp::Or => PossibleValues {
                can_be_true: b.or(&x.can_be_true, &y.can_be_true)?,
                can_be_false: b.and(&x.can_be_false, &y.can_be_false)?,
            },
            BinOp::Implies => PossibleValues {
                can_be_true: b.or(&x.can_be_false, &y.can_be_true)?,
                can_be_false: b.and(&x.can_be_true, &y.can_be_false)?,
            },
            BinOp::Iff => PossibleValues {
                can_be_true: both(
                    &x.can_be_true,
                    &y.can_be_true,
                    &x.can_be_false,
                    &y.can_be_false,
                )?,
                can_be_false: both(
                    &x.can_be_true,
                    &y.can_be_false,
                    &x.can_be_false,
                    &y.can_be_true,
                )?,
            },
            BinOp::Xor
                if mutants::is("an-exclusive-or-of-choices-is-one-choice")
                    && x.can_be_true == x.can_be_false
                    && y.can_be_true == y.can_be_false =>
            {
                PossibleValues {
                    can_be_true: b.zero(),
                    can_be_false: b.one(),
                }
            }
            BinOp::Xor => PossibleValues {
                can_be_true: both(
                    &x.can_be_true,
                    &y.can_be_false,
                    &x.can_be_false,
                    &y.can_be_true,
                )?,
                can_be_false: both(
                    &x.can_be_true,
                    &y.can_be_true,
                    &x.can_be_false,
                    &y.can_be_false,
                )?,
            },
        })
    }

    /// Relates the next value of a slot to an expression.
    pub(crate) fn becomes(&self, slot: Slot, value: ExprId) -> BddResult {
        let value = self.possible_values(value)?;
        self.bdds.ite(
            self.bdds.var(slot, SlotCopy::Next),
            &value.can_be_true,
            &value.can_be_false,
        )
    }
}
