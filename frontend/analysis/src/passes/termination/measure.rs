//! Measures: tuples of values that fall, in the lexicographic order, from one visit to the next.
//!
//! A component is a linear combination of expressions, cut off below its bound: values under the bound count as the bound.
//! So a component that falls was above its bound; and one that is at its bound is free to fall on, which is how the phases
//! of a loop are told apart (first y falls until it is negative, then x does).
//!
//! Why falling is enough: a component has finitely many values, since it is computed in an integer type, and the order is
//! that of the numbers of the type, whatever wraps on the way to them. So is the lexicographic order of tuples of
//! them; nothing falls forever.

use super::blocks::Blocks;
use ir::types::{IntKind, TypeId};
use ir::{BinaryOp, ExprId, LocId, Program, VarId};

/// A coefficient and what it multiplies: an integer or a pointer.
pub type Term = (i64, ExprId);

/// One component of a measure.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Component {
    pub terms: Vec<Term>,
    pub constant: i64,
    /// Values below count as this; none: there is no bound but that of the type.
    pub bound: Option<i64>,
}

impl Component {
    /// Its value, as an expression.
    pub fn value(&self, program: &mut Program) -> ExprId {
        if let ([(1, only)], 0) = (&self.terms[..], self.constant) {
            let ty = program.type_of(*only);
            return match program.types.is_pointer(ty) {
                true => program.cast(*only, program.types.size_t()),
                false => *only,
            };
        }
        let wide = program.types.int_type(IntKind::LongLong);
        let mut sum = None;
        for &(factor, of) in &self.terms {
            let factored = widened(program, factor, of, wide);
            sum = Some(match sum {
                None if factor < 0 => {
                    let zero = program.int_const(0, wide);
                    program.binary(BinaryOp::Sub, zero, factored)
                }
                None => factored,
                Some(sum) if factor < 0 => program.binary(BinaryOp::Sub, sum, factored),
                Some(sum) => program.binary(BinaryOp::Add, sum, factored),
            });
        }
        let constant = program.int_const(self.constant as i128 as u128, wide);
        match sum {
            None => constant,
            Some(sum) if self.constant == 0 => sum,
            Some(sum) => program.binary(BinaryOp::Add, sum, constant),
        }
    }
}

/// The amount of a term, without its sign.
fn widened(program: &mut Program, factor: i64, of: ExprId, wide: TypeId) -> ExprId {
    let of = match program.types.is_pointer(program.type_of(of)) {
        true => program.cast(of, program.types.size_t()),
        false => of,
    };
    let of = program.cast(of, wide);
    match factor.unsigned_abs() {
        1 => of,
        by => {
            let by = program.int_const(by.into(), wide);
            program.binary(BinaryOp::Mul, by, of)
        }
    }
}

/// What one component was, and what it is.
pub(super) struct Step {
    pub(super) old: VarId,
    pub(super) now: ExprId,
    pub(super) bound: Option<i64>,
}

/// Goes to `falls` if the tuple has fallen, to `stays` if it is what it was, and to `fails` otherwise.
pub(super) fn falls(
    blocks: &mut Blocks<'_>,
    from: LocId,
    steps: &[Step],
    (falls, stays, fails): (LocId, LocId, LocId),
) {
    let mut at = from;
    for (n, step) in steps.iter().enumerate() {
        let is_last = n + 1 == steps.len();
        let next = if is_last { stays } else { blocks.loc() };
        compare(blocks, at, step, (falls, next, fails));
        at = next;
    }
    if steps.is_empty() {
        blocks.skip(at, stays);
    }
}

/// Whether one component has fallen, stayed or risen.
fn compare(
    blocks: &mut Blocks<'_>,
    at: LocId,
    step: &Step,
    (falls, stays, rises): (LocId, LocId, LocId),
) {
    let old = blocks.program.var(step.old);
    let (now, ty) = (step.now, blocks.program.type_of(step.now));
    let bound = step
        .bound
        .map(|bound| blocks.program.int_const(bound as i128 as u128, ty));
    let less = blocks.program.binary(BinaryOp::Lt, now, old);
    let (is_less, is_not) = (blocks.loc(), blocks.loc());
    blocks.branch(at, less, is_less, is_not);
    match bound {
        Some(bound) => {
            let above = blocks.program.binary(BinaryOp::Gt, old, bound);
            blocks.branch(is_less, above, falls, stays);
        }
        None => blocks.skip(is_less, falls),
    }
    if stays == rises {
        return blocks.skip(is_not, rises);
    }
    let same = blocks.program.binary(BinaryOp::Eq, now, old);
    let is_more = blocks.loc();
    blocks.branch(is_not, same, stays, is_more);
    match bound {
        Some(bound) => {
            let below = blocks.program.binary(BinaryOp::Le, now, bound);
            blocks.branch(is_more, below, stays, rises);
        }
        None => blocks.skip(is_more, rises),
    }
}
