//! Values of expressions, as bit-vectors.

use ir::types::TypeId;
use ir::{BinaryOp, ExprId, ExprKind, UnaryOp};
use z3::ast::{BV, Bool};

use crate::encoding_context::EncodingContext;
use crate::execution::state::State;
use source::deeper;

impl State {
    /// The value of a scalar expression.
    pub fn value(&mut self, context: &EncodingContext<'_>, expr: ExprId) -> BV {
        deeper(|| self.value_of(context, expr))
    }

    /// Whether a condition holds: its value is not 0.
    pub fn holds(&mut self, context: &EncodingContext<'_>, expr: ExprId) -> Bool {
        if let ExprKind::Binary(op, a, b) = context.program.terms.expr(expr).kind
            && op.is_comparison()
            && let Some(result) = self.compare(context, op, a, b)
        {
            return result;
        }
        let value = self.value(context, expr);
        value.eq(BV::from_u64(0, value.get_size())).not()
    }

    fn value_of(&mut self, context: &EncodingContext<'_>, expr: ExprId) -> BV {
        let term = *context.program.terms.expr(expr);
        let width = context.width(term.ty);
        match term.kind {
            ExprKind::Int(bits) | ExprKind::Float(bits) => constant(bits, width),
            ExprKind::Zero => BV::from_u64(0, width),
            ExprKind::Load(place) => self.load(context, place),
            ExprKind::AddrOf(place) => self.address(context, place),
            ExprKind::FuncAddr(func) => self.address_of_function(context, func),
            ExprKind::LabelAddr(func, loc) => {
                let name = &context.program.funcs[func].unique;
                BV::new_const(format!("&&{name}.{loc}"), width)
            }
            ExprKind::Unary(op, arg) => self.unary(context, op, arg),
            ExprKind::Binary(op, a, b) => self.binary(context, op, a, b, term.ty),
            ExprKind::Cast(arg) => self.cast(context, arg, term.ty),
        }
    }

    fn unary(&mut self, context: &EncodingContext<'_>, op: UnaryOp, arg: ExprId) -> BV {
        let ty = context.type_of(arg);
        if context.program.types.is_float(ty) {
            return self.fresh(context.width(ty));
        }
        let value = self.value(context, arg);
        match op {
            UnaryOp::Neg => value.bvneg(),
            UnaryOp::BitNot => value.bvnot(),
        }
    }

    fn binary(
        &mut self,
        context: &EncodingContext<'_>,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
        ty: TypeId,
    ) -> BV {
        let width = context.width(ty);
        if op.is_comparison() {
            return match self.compare(context, op, a, b) {
                Some(result) => result.ite(&BV::from_u64(1, width), &BV::from_u64(0, width)),
                None => {
                    let bit = self.fresh(1);
                    bit.zero_ext(width - 1)
                }
            };
        }
        let operands = context.type_of(a);
        if context.program.types.is_float(operands) {
            return self.fresh(width);
        }
        let signed = context.is_signed(operands);
        let (mut x, mut y) = (self.value(context, a), self.value(context, b));
        if let BinaryOp::Div | BinaryOp::Rem = op
            && let Some(bits) = narrow(context, a, b)
        {
            (x, y) = (x.extract(bits - 1, 0), y.extract(bits - 1, 0));
            return resized(&divide(op, signed, &x, &y), width, signed);
        }
        match op {
            BinaryOp::Div | BinaryOp::Rem => divide(op, signed, &x, &y),
            BinaryOp::Add => x.bvadd(&y),
            BinaryOp::Sub => x.bvsub(&y),
            BinaryOp::Mul => x.bvmul(&y),
            BinaryOp::BitAnd => x.bvand(&y),
            BinaryOp::BitOr => x.bvor(&y),
            BinaryOp::BitXor => x.bvxor(&y),
            BinaryOp::Shl => x.bvshl(&y),
            BinaryOp::Shr if signed && !mutants::is("right-shifts-are-logical") => x.bvashr(&y),
            BinaryOp::Shr => x.bvlshr(&y),
            BinaryOp::PtrAdd => x.bvadd(y.bvmul(element(context, operands))),
            BinaryOp::PtrDiff if mutants::is("pointer-differences-count-bytes") => x.bvsub(&y),
            BinaryOp::PtrDiff => x.bvsub(&y).bvsdiv(element(context, operands)),
            BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge => {
                unreachable!("comparisons are handled above")
            }
        }
    }

    /// A comparison; `None` between floats.
    fn compare(
        &mut self,
        context: &EncodingContext<'_>,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
    ) -> Option<Bool> {
        let ty = context.type_of(a);
        if context.program.types.is_float(ty) {
            return None;
        }
        let signed = context.is_signed(ty) && !mutants::is("signed-comparisons-are-unsigned");
        let (x, y) = (self.value(context, a), self.value(context, b));
        Some(match (op, signed) {
            (BinaryOp::Eq, _) => x.eq(&y),
            (BinaryOp::Ne, _) => x.eq(&y).not(),
            (BinaryOp::Lt, true) => x.bvslt(&y),
            (BinaryOp::Lt, false) => x.bvult(&y),
            (BinaryOp::Le, true) => x.bvsle(&y),
            (BinaryOp::Le, false) => x.bvule(&y),
            (BinaryOp::Gt, true) => x.bvsgt(&y),
            (BinaryOp::Gt, false) => x.bvugt(&y),
            (BinaryOp::Ge, true) => x.bvsge(&y),
            (BinaryOp::Ge, false) if mutants::is("at-least-means-more-than") => x.bvugt(&y),
            (BinaryOp::Ge, false) => x.bvuge(&y),
            _ => return None,
        })
    }

    fn cast(&mut self, context: &EncodingContext<'_>, arg: ExprId, to: TypeId) -> BV {
        let from = context.type_of(arg);
        let width = context.width(to);
        let types = &context.program.types;
        if types.is_float(from) || types.is_float(to) {
            return self.fresh(width);
        }
        let value = self.value(context, arg);
        if to == types.bool() && !mutants::is("conversion-to-bool-truncates") {
            let zero = BV::from_u64(0, value.get_size());
            return value
                .eq(&zero)
                .ite(&BV::from_u64(0, width), &BV::from_u64(1, width));
        }
        resized(&value, width, context.is_signed(from))
    }
}

fn divide(op: BinaryOp, signed: bool, x: &BV, y: &BV) -> BV {
    match (op, signed) {
        (BinaryOp::Div, true) => x.bvsdiv(y),
        (BinaryOp::Div, false) => x.bvudiv(y),
        (_, true) if mutants::is("remainders-have-the-sign-of-the-divisor") => x.bvsmod(y),
        (_, true) => x.bvsrem(y),
        (_, false) => x.bvurem(y),
    }
}

/// In how many bits two operands of a division can be divided, if in fewer than their type has: division is dear, and
/// C widens characters for it. One more than they need, for the opposite of the least number.
fn narrow(context: &EncodingContext<'_>, a: ExprId, b: ExprId) -> Option<u32> {
    let types = &context.program.types;
    let wide = context.type_of(a);
    let signed = context.is_signed(wide);
    let needed = |e: ExprId| match context.program.terms.expr(e).kind {
        ExprKind::Cast(of) if types.is_integer(context.type_of(of)) => {
            let from = context.type_of(of);
            match (context.is_signed(from), signed) {
                (true, false) => None,
                (true, true) => Some(context.width(from)),
                (false, _) => Some(context.width(from) + 1),
            }
        }
        ExprKind::Int(bits) => {
            let bits = u64::try_from(bits).ok()?;
            Some(64 - bits.leading_zeros() + 1)
        }
        _ => None,
    };
    let spare = u32::from(!mutants::is("division-is-done-in-too-few-bits"));
    let bits = spare + needed(a)?.max(needed(b)?);
    (bits < context.width(wide)).then_some(bits)
}

/// The size of what a pointer points to, as an address.
fn element(context: &EncodingContext<'_>, pointer: TypeId) -> BV {
    let types = &context.program.types;
    let size = types
        .target(pointer)
        .and_then(|t| types.size_or_one(t))
        .unwrap_or(1);
    BV::from_u64(size, context.pointer_bits())
}

/// A value with another number of bits.
pub(crate) fn resized(value: &BV, width: u32, signed: bool) -> BV {
    let have = value.get_size();
    match (
        have.cmp(&width),
        signed && !mutants::is("narrow-values-are-not-sign-extended"),
    ) {
        (std::cmp::Ordering::Equal, _) => value.clone(),
        (std::cmp::Ordering::Greater, _) => value.extract(width - 1, 0),
        (std::cmp::Ordering::Less, true) => value.sign_ext(width - have),
        (std::cmp::Ordering::Less, false) => value.zero_ext(width - have),
    }
}

/// A constant of any width.
pub(crate) fn constant(bits: u128, width: u32) -> BV {
    if width <= 64 {
        return BV::from_u64(bits as u64, width);
    }
    let high = BV::from_u64((bits >> 64) as u64, width - 64);
    high.concat(BV::from_u64(bits as u64, 64))
}
