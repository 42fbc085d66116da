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
pub(crate) struct Choice {
    pub(crate) yes: Bdd,
    pub(crate) no: Bdd,
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
    pub(crate) fn choice(&self, expr: ExprId) -> BddResult<Choice> {
        let b = self.bdds;
        Ok(match self.flow.program.expr(expr).kind {
            ExprKind::Const(value) => Choice {
                yes: b.constant(value),
                no: b.constant(!value),
            },
            ExprKind::Nondet => Choice {
                yes: b.one(),
                no: b.one(),
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
                Choice {
                    yes: a.no,
                    no: a.yes,
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
                (_, true) => found.push(self.choice(expr)?.yes),
                (_, false) => found.push(self.choice(expr)?.no),
            }
        }
        Ok(found)
    }

    fn nested(&self, expr: ExprId) -> BddResult<Choice> {
        with_enough_stack(|| self.choice(expr))
    }

    fn literal(&self, name: Symbol, copy: SlotCopy) -> BddResult<Choice> {
        let yes = self
            .bdds
            .var(self.flow.slot_in(self.proc, name), copy)
            .clone();
        Ok(Choice {
            no: self.bdds.not(&yes)?,
            yes,
        })
    }

    /// 1 where `pos`; else 0 where `neg`; else either.
    fn schoose(&self, pos: ExprId, neg: ExprId) -> BddResult<Choice> {
        let (pos, neg) = (self.nested(pos)?, self.nested(neg)?);
        let open = self.bdds.and(&pos.no, &neg.no)?;
        if mutants::is("what-is-open-is-true") {
            return Ok(Choice {
                yes: self.bdds.or(&pos.yes, &open)?,
                no: self.bdds.and(&pos.no, &neg.yes)?,
            });
        }
        Ok(Choice {
            yes: self.bdds.or(&pos.yes, &open)?,
            no: pos.no,
        })
    }

    fn binary(&self, op: BinOp, x: ExprId, y: ExprId) -> BddResult<Choice> {
        let b = self.bdds;
        let (x, y) = (self.nested(x)?, self.nested(y)?);
        let both = |p: &Bdd, q: &Bdd, r: &Bdd, s: &Bdd| b.or(&b.and(p, q)?, &b.and(r, s)?);
        Ok(match op {
            BinOp::And => Choice {
                yes: b.and(&x.yes, &y.yes)?,
                no: b.or(&x.no, &y.no)?,
            },
            BinOp::Or => Choice {
                yes: b.or(&x.yes, &y.yes)?,
                no: b.and(&x.no, &y.no)?,
            },
            BinOp::Implies => Choice {
                yes: b.or(&x.no, &y.yes)?,
                no: b.and(&x.yes, &y.no)?,
            },
            BinOp::Iff => Choice {
                yes: both(&x.yes, &y.yes, &x.no, &y.no)?,
                no: both(&x.yes, &y.no, &x.no, &y.yes)?,
            },
            BinOp::Xor
                if mutants::is("an-exclusive-or-of-choices-is-one-choice")
                    && x.yes == x.no
                    && y.yes == y.no =>
            {
                Choice {
                    yes: b.zero(),
                    no: b.one(),
                }
            }
            BinOp::Xor => Choice {
                yes: both(&x.yes, &y.no, &x.no, &y.yes)?,
                no: both(&x.yes, &y.yes, &x.no, &y.no)?,
            },
        })
    }

    /// Relates the next value of a slot to an expression.
    pub(crate) fn becomes(&self, slot: Slot, value: ExprId) -> BddResult {
        let value = self.choice(value)?;
        self.bdds
            .ite(self.bdds.var(slot, SlotCopy::Next), &value.yes, &value.no)
    }
}
