//! C's integer arithmetic on bits, exactly as the bit-vector meaning of the IR has it.
//!
//! A value is its bits zero-extended to 128 ([`normalise`]); the kind says how to read them. The
//! constant folder, the interpreter and any evaluator of models share these functions, so that
//! they cannot disagree.

use super::term::{BinaryOp, UnaryOp};
use crate::types::{DataModel, IntKind};

/// The low `width` bits.
#[inline]
pub fn truncate(bits: u128, width: u32) -> u128 {
    if width >= 128 {
        bits
    } else {
        bits & ((1u128 << width) - 1)
    }
}

/// The low `width` bits, read as two's complement.
#[inline]
pub fn sign_extend(bits: u128, width: u32) -> i128 {
    if width == 0 {
        return 0;
    }
    let shift = 128 - width.min(128);
    ((bits << shift) as i128) >> shift
}

/// The bits of `value` in an integer kind.
#[inline]
pub fn normalise(value: u128, kind: IntKind, model: DataModel) -> u128 {
    truncate(value, kind.width(model))
}

/// The number that bits of a kind stand for, extended to 128 bits by its sign.
#[inline]
pub fn extend(bits: u128, kind: IntKind, model: DataModel) -> u128 {
    if kind.is_signed() {
        sign_extend(bits, kind.width(model)) as u128
    } else {
        bits
    }
}

/// The conversion between integer kinds.
#[inline]
pub fn convert(bits: u128, from: IntKind, to: IntKind, model: DataModel) -> u128 {
    if to == IntKind::Bool {
        return u128::from(bits != 0);
    }
    normalise(extend(bits, from, model), to, model)
}

#[inline]
pub fn unary(op: UnaryOp, bits: u128, kind: IntKind, model: DataModel) -> u128 {
    let value = match op {
        UnaryOp::Neg => bits.wrapping_neg(),
        UnaryOp::BitNot => !bits,
    };
    normalise(value, kind, model)
}

/// The result of an operator on two values of one kind: bits of that kind, or 0 and 1 for
/// comparisons. None where C has no result: division by zero, shift by the width or more, and
/// the pointer operators, which need sizes.
pub fn binary(op: BinaryOp, a: u128, b: u128, kind: IntKind, model: DataModel) -> Option<u128> {
    if op.is_comparison() {
        return Some(compare(op, a, b, kind, model).into());
    }
    let width = kind.width(model);
    let value = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::Div | BinaryOp::Rem if b == 0 => return None,
        BinaryOp::Div => divide(a, b, kind, model),
        BinaryOp::Rem => remainder(a, b, kind, model),
        BinaryOp::Shl | BinaryOp::Shr if b >= u128::from(width) => return None,
        BinaryOp::Shl => a << b,
        BinaryOp::Shr if kind.is_signed() => (sign_extend(a, width) >> b) as u128,
        BinaryOp::Shr => a >> b,
        _ => return None,
    };
    Some(truncate(value, width))
}

fn divide(a: u128, b: u128, kind: IntKind, model: DataModel) -> u128 {
    if kind.is_signed() {
        let width = kind.width(model);
        sign_extend(a, width).wrapping_div(sign_extend(b, width)) as u128
    } else {
        a / b
    }
}

fn remainder(a: u128, b: u128, kind: IntKind, model: DataModel) -> u128 {
    if kind.is_signed() {
        let width = kind.width(model);
        sign_extend(a, width).wrapping_rem(sign_extend(b, width)) as u128
    } else {
        a % b
    }
}

fn compare(op: BinaryOp, a: u128, b: u128, kind: IntKind, model: DataModel) -> bool {
    let order = if kind.is_signed() {
        let width = kind.width(model);
        sign_extend(a, width).cmp(&sign_extend(b, width))
    } else {
        a.cmp(&b)
    };
    holds(op, Some(order))
}

/// Whether a comparison holds of an ordering; None is the unordered result of a NaN.
#[inline]
pub fn holds(op: BinaryOp, order: Option<std::cmp::Ordering>) -> bool {
    match op {
        BinaryOp::Eq => order.is_some_and(|o| o.is_eq()),
        BinaryOp::Ne => order.is_none_or(|o| o.is_ne()),
        BinaryOp::Lt => order.is_some_and(|o| o.is_lt()),
        BinaryOp::Le => order.is_some_and(|o| o.is_le()),
        BinaryOp::Gt => order.is_some_and(|o| o.is_gt()),
        BinaryOp::Ge => order.is_some_and(|o| o.is_ge()),
        _ => false,
    }
}
