//! Sums in normal form.
//!
//! Integers wrap, so `x + 1 == y + 3` and `x == y + 2` are the same condition whatever the values; conditions that
//! come back along a loop differ in nothing else, and must be recognised. Only equations may be moved across: an order
//! is not preserved by wrapping, there each side is normalised alone.

use std::collections::BTreeMap;

use ir::types::TypeId;
use ir::{BinaryOp, ExprId, ExprKind, Program, UnaryOp, arith};

/// Coefficients of terms and a constant, modulo the width of the type.
struct Linear {
    ty: TypeId,
    terms: BTreeMap<ExprId, u128>,
    constant: u128,
}

/// An operator on integers, in normal form where it is a sum or compares sums.
pub(crate) fn operate(program: &mut Program, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
    let ty = program.type_of(a);
    if !program.types.is_integer(ty) || width(program, ty) < 8 {
        return program.binary(op, a, b);
    }
    match op {
        BinaryOp::Add | BinaryOp::Sub => {
            let mut sum = Linear::new(ty);
            sum.add(program, a, 1);
            sum.add(program, b, if op == BinaryOp::Add { 1 } else { u128::MAX });
            sum.build(program)
        }
        BinaryOp::Eq | BinaryOp::Ne => equation(program, op, a, b, ty),
        BinaryOp::Lt | BinaryOp::Gt if a == b => program.int(0),
        BinaryOp::Le | BinaryOp::Ge if a == b => program.int(1),
        _ => program.binary(op, a, b),
    }
}

/// All terms with positive coefficients on the left, the rest and the constant on the right.
fn equation(program: &mut Program, op: BinaryOp, a: ExprId, b: ExprId, ty: TypeId) -> ExprId {
    let mut difference = Linear::new(ty);
    difference.add(program, a, 1);
    difference.add(program, b, u128::MAX);
    difference.reduce(program);
    let width = width(program, ty);
    if difference.terms.is_empty() {
        let holds = (difference.constant == 0) == (op == BinaryOp::Eq);
        return program.int(holds.into());
    }
    let first = difference.terms.values().next().copied().unwrap_or(0);
    if is_negative(first, width) {
        difference.negate();
        difference.reduce(program);
    }
    let mut left = Linear::new(ty);
    let mut right = Linear::new(ty);
    right.constant = difference.constant.wrapping_neg();
    for (&term, &coefficient) in &difference.terms {
        if is_negative(coefficient, width) {
            right.terms.insert(term, coefficient.wrapping_neg());
        } else {
            left.terms.insert(term, coefficient);
        }
    }
    let (left, right) = (left.build(program), right.build(program));
    program.binary(op, left, right)
}

fn width(program: &Program, ty: TypeId) -> u32 {
    let types = &program.types;
    types.bits_kind(ty).map_or(128, |kind| types.width(kind))
}

fn is_negative(value: u128, width: u32) -> bool {
    value >> (width - 1) & 1 == 1
}

impl Linear {
    fn new(ty: TypeId) -> Self {
        Linear {
            ty,
            terms: BTreeMap::new(),
            constant: 0,
        }
    }

    /// Adds a multiple of an expression.
    fn add(&mut self, program: &Program, expr: ExprId, times: u128) {
        let mut stack = vec![(expr, times)];
        while let Some((expr, times)) = stack.pop() {
            match program.terms.expr(expr).kind {
                ExprKind::Int(value) => {
                    self.constant = self.constant.wrapping_add(value.wrapping_mul(times));
                }
                ExprKind::Unary(UnaryOp::Neg, x) => stack.push((x, times.wrapping_neg())),
                ExprKind::Binary(BinaryOp::Add, x, y) => stack.extend([(x, times), (y, times)]),
                ExprKind::Binary(BinaryOp::Sub, x, y) => {
                    stack.extend([(x, times), (y, times.wrapping_neg())]);
                }
                ExprKind::Binary(BinaryOp::Mul, x, y) => {
                    match (program.terms.int_value(x), program.terms.int_value(y)) {
                        (_, Some(c)) => stack.push((x, times.wrapping_mul(c))),
                        (Some(c), _) => stack.push((y, times.wrapping_mul(c))),
                        _ => self.term(expr, times),
                    }
                }
                _ => self.term(expr, times),
            }
        }
    }

    fn term(&mut self, expr: ExprId, times: u128) {
        let coefficient = self.terms.entry(expr).or_default();
        *coefficient = coefficient.wrapping_add(times);
    }

    fn reduce(&mut self, program: &Program) {
        let width = width(program, self.ty);
        for coefficient in self.terms.values_mut() {
            *coefficient = arith::truncate(*coefficient, width);
        }
        self.terms.retain(|_, coefficient| *coefficient != 0);
        self.constant = arith::truncate(self.constant, width);
    }

    fn negate(&mut self) {
        for coefficient in self.terms.values_mut() {
            *coefficient = coefficient.wrapping_neg();
        }
        self.constant = self.constant.wrapping_neg();
    }

    /// The expression: terms in order, the constant last.
    fn build(mut self, program: &mut Program) -> ExprId {
        self.reduce(program);
        let width = width(program, self.ty);
        let mut sum: Option<ExprId> = None;
        // What is subtracted comes after what is added.
        for negative in [false, true] {
            for (&term, &coefficient) in &self.terms {
                if is_negative(coefficient, width) != negative {
                    continue;
                }
                let times = if negative {
                    arith::truncate(coefficient.wrapping_neg(), width)
                } else {
                    coefficient
                };
                let part = if times == 1 {
                    term
                } else {
                    let times = program.int_const(times, self.ty);
                    program.binary(BinaryOp::Mul, term, times)
                };
                sum = Some(match (sum, negative) {
                    (None, false) => part,
                    (None, true) => program.unary(UnaryOp::Neg, part),
                    (Some(sum), false) => program.binary(BinaryOp::Add, sum, part),
                    (Some(sum), true) => program.binary(BinaryOp::Sub, sum, part),
                });
            }
        }
        let Some(sum) = sum else {
            return program.int_const(self.constant, self.ty);
        };
        if self.constant == 0 {
            return sum;
        }
        if is_negative(self.constant, width) {
            let minus = arith::truncate(self.constant.wrapping_neg(), width);
            let minus = program.int_const(minus, self.ty);
            program.binary(BinaryOp::Sub, sum, minus)
        } else {
            let plus = program.int_const(self.constant, self.ty);
            program.binary(BinaryOp::Add, sum, plus)
        }
    }
}
