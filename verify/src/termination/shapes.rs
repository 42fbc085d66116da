//! Candidates that are more than a sum: the larger or the smaller of two values, distances, and values that count only
//! where a condition of the program holds.
//!
//! They are what measures by phases are made of: a loop that goes up to a bound on one side of it and down on the other,
//! one that lets another number fall in each of two phases, one that falls from a phase into the next.

use analysis::passes::termination::Component;
use ir::types::IntKind;
use ir::{BinaryOp, ExprId, Program};

use super::candidate::{Candidate, Ingredients, Shape, Sum};
use super::target::component_of;

/// More values than this are not put in pairs, or made conditional.
const MAX_PAIRED: usize = 4;
/// More comparisons of the program than this are not looked at.
const MAX_CONDITIONS: usize = 6;
const BOUNDS: [i64; 2] = [-1, 0];

pub(super) fn add(found: &mut Vec<Candidate>, of: &Ingredients) {
    let count = of.values.min(MAX_PAIRED);
    for a in 0..count {
        for b in (0..count).filter(|&b| b != a) {
            for apart in [-1, 0, 1] {
                let other = (vec![(1, b)], apart);
                push(found, vec![(1, a)], 0, &Shape::Larger(other.clone()));
                push(found, vec![(1, a)], 0, &Shape::Smaller(other));
            }
        }
    }
    for condition in of.compared.iter().take(MAX_CONDITIONS) {
        let (terms, constant) = condition.clone();
        push(found, terms, constant, &Shape::Larger(opposite(condition)));
        for holds in sides(condition) {
            push(found, Vec::new(), 1, &Shape::Where(holds.clone()));
            for a in 0..count {
                for factor in [1, -1] {
                    push(found, vec![(factor, a)], 0, &Shape::Where(holds.clone()));
                }
            }
        }
    }
}

fn push(found: &mut Vec<Candidate>, terms: Vec<(i64, usize)>, constant: i64, shape: &Shape) {
    found.extend(BOUNDS.map(|bound| Candidate {
        terms: terms.clone(),
        constants: vec![constant],
        shape: shape.clone(),
        bound: Some(bound),
    }));
}

/// What is not negative where the difference is positive, negative, not negative, not positive.
fn sides(difference: &Sum) -> [Sum; 4] {
    let (terms, constant) = difference;
    let (negated, opposite) = opposite(difference);
    [
        (terms.clone(), constant.saturating_sub(1)),
        (negated.clone(), opposite.saturating_sub(1)),
        (terms.clone(), *constant),
        (negated, opposite),
    ]
}

fn opposite((terms, constant): &Sum) -> Sum {
    let terms = terms.iter().map(|&(factor, at)| (-factor, at)).collect();
    (terms, constant.saturating_neg())
}

/// The value of a sum in its shape, in the widest type. What is chosen between is masked by the condition.
pub(super) fn value(
    program: &mut Program,
    sum: &Component,
    shape: &Shape,
    values: &[ExprId],
) -> ExprId {
    let wide = program.types.int_type(IntKind::LongLong);
    let own = sum.value(program);
    let own = program.cast(own, wide);
    let (Shape::Larger((terms, constant))
    | Shape::Smaller((terms, constant))
    | Shape::Where((terms, constant))) = shape
    else {
        return own;
    };
    let other = component_of((terms, *constant), values).value(program);
    let other = program.cast(other, wide);
    let zero = program.int_const(0, wide);
    let (condition, otherwise) = match shape {
        Shape::Where(_) => (program.binary(BinaryOp::Ge, other, zero), zero),
        Shape::Smaller(_) => (program.binary(BinaryOp::Lt, own, other), other),
        _ => (program.binary(BinaryOp::Gt, own, other), other),
    };
    let condition = program.cast(condition, wide);
    let mask = program.binary(BinaryOp::Sub, zero, condition);
    let apart = program.binary(BinaryOp::Sub, own, otherwise);
    let masked = program.binary(BinaryOp::BitAnd, apart, mask);
    program.binary(BinaryOp::Add, otherwise, masked)
}
