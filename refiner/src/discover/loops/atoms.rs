//! Atoms of invariants as conditions of the C program.
//!
//! Integers do not wrap and the program's values do, so there is a choice. Equations are said in the type of the
//! variables, where they stay true when both sides wrap; orders are said in a type that has room for the sums.

use ir::types::{IntKind, TypeId};
use ir::{BinaryOp, ExprId, Program, VarId};
use semantics::horn::{Atom, Part, Sum};

use crate::linear::operate;

/// An atom over variables, by their positions; `None` if it speaks of something that has no name.
pub(super) fn say(program: &mut Program, vars: &[VarId], atom: &Atom) -> Option<ExprId> {
    let ty = meant(program, vars, &atom.sum)?;
    let narrow = atom.equal || fits(program, &atom.sum, ty);
    let ty = if narrow { ty } else { wide(program) };
    let (mut left, mut right) = sides(&atom.sum);
    let mut op = if atom.equal {
        BinaryOp::Eq
    } else {
        BinaryOp::Le
    };
    if !atom.equal && right.constant == -1 && !right.parts.is_empty() {
        (op, right.constant) = (BinaryOp::Lt, 0);
    }
    if left.parts.is_empty() {
        (op, left, right) = (op.mirrored(), right, left);
    }
    let left = sum(program, vars, &left, ty)?;
    let right = sum(program, vars, &right, ty)?;
    let condition = operate(program, op, left, right);
    program
        .terms
        .int_value(condition)
        .is_none()
        .then_some(condition)
}

/// The widest type among the variables of a sum, at least an `int`.
fn meant(program: &Program, vars: &[VarId], sum: &Sum) -> Option<TypeId> {
    let mut widest: Option<TypeId> = None;
    let mut stack: Vec<&Sum> = vec![sum];
    while let Some(sum) = stack.pop() {
        for (part, _) in &sum.parts {
            match part {
                Part::Argument(n) => {
                    let ty = program.vars[*vars.get(*n)?].ty;
                    let size = |ty| program.types.size_of(ty);
                    if widest.is_none_or(|w| size(ty) > size(w)) {
                        widest = Some(ty);
                    }
                }
                Part::Quotient(of, _) | Part::Remainder(of, _) => stack.push(of),
            }
        }
    }
    let widest = widest?;
    let int = program.types.int();
    if program.types.size_of(widest) < program.types.size_of(int) {
        return Some(int);
    }
    Some(widest)
}

/// Whether an order can be said in a type without sums that might wrap: one part against another, or against a
/// constant.
fn fits(program: &Program, sum: &Sum, ty: TypeId) -> bool {
    let types = &program.types;
    let signed = types.bits_kind(ty).is_some_and(|k| k.is_signed());
    let plain = |p: &(Part, i64)| matches!(p, (Part::Argument(_), 1 | -1));
    if !sum.parts.iter().all(plain) {
        return false;
    }
    match sum.parts.as_slice() {
        [(_, factor)] => {
            let bound = -i128::from(sum.constant) * i128::from(*factor);
            let width = types.bits_kind(ty).map_or(64, |k| types.width(k));
            let most = if signed { width - 1 } else { width };
            let least = if signed { -(1_i128 << most) } else { 0 };
            (least..1_i128 << most).contains(&bound)
        }
        [(_, a), (_, b)] => matches!(sum.constant, 0 | 1) && a + b == 0,
        _ => false,
    }
}

fn wide(program: &Program) -> TypeId {
    program.types.named_int(IntKind::LongLong)
}

/// What is added on the left, what is subtracted on the right.
fn sides(sum: &Sum) -> (Sum, Sum) {
    let (mut left, mut right) = (Sum::default(), Sum::default());
    for (part, factor) in &sum.parts {
        let side = if *factor > 0 { &mut left } else { &mut right };
        side.parts.push((part.clone(), factor.abs()));
    }
    // A variable stands alone on its side, the constant with the other one.
    if left.parts.is_empty() {
        left.constant = sum.constant;
    } else {
        right.constant = -sum.constant;
    }
    (left, right)
}

fn sum(program: &mut Program, vars: &[VarId], of: &Sum, ty: TypeId) -> Option<ExprId> {
    let mut all = program.int_const(0, ty);
    for (part, factor) in &of.parts {
        let value = match part {
            Part::Argument(n) => {
                let value = program.var(*vars.get(*n)?);
                program.cast(value, ty)
            }
            Part::Quotient(of, by) => {
                let (value, by) = (sum(program, vars, of, ty)?, number(program, *by, ty));
                program.binary(BinaryOp::Div, value, by)
            }
            Part::Remainder(of, by) => {
                let value = sum(program, vars, of, ty)?;
                remainder(program, value, *by, ty)
            }
        };
        let factor = number(program, *factor, ty);
        let value = operate(program, BinaryOp::Mul, value, factor);
        all = operate(program, BinaryOp::Add, all, value);
    }
    let constant = number(program, of.constant, ty);
    Some(operate(program, BinaryOp::Add, all, constant))
}

fn remainder(program: &mut Program, value: ExprId, by: i64, ty: TypeId) -> ExprId {
    if by.count_ones() == 1 {
        let mask = number(program, by - 1, ty);
        return program.binary(BinaryOp::BitAnd, value, mask);
    }
    let by = number(program, by, ty);
    program.binary(BinaryOp::Rem, value, by)
}

fn number(program: &mut Program, value: i64, ty: TypeId) -> ExprId {
    program.int_const(i128::from(value) as u128, ty)
}
