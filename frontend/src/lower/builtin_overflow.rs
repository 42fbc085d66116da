//! `__builtin_add_overflow` and its family: computed in 128 bits, where nothing overflows, and
//! compared with the result in its own type.

use super::Lowerer;
use crate::syntax::ast;
use ir::types::{IntKind, TypeId};
use ir::{BinaryOp, ExprId};
use source::Span;

impl Lowerer<'_> {
    pub(super) fn overflow_builtin(
        &mut self,
        name: &str,
        args: &[ast::ExprId],
        span: Span,
    ) -> Option<ExprId> {
        let (stem, only_test) = match name.strip_suffix("_overflow_p") {
            Some(stem) => (stem, true),
            None => (name.strip_suffix("_overflow")?, false),
        };
        let (op, operand) = operation(stem)?;
        let [a, b, out] = args else { return None };
        let a = self.operand(*a, operand, span);
        let mark = self.mark();
        let b = self.operand(*b, operand, span);
        let a = self.protected(a, mark);
        let mark = self.mark();
        let (result_ty, target) = if only_test {
            (self.type_of_operand(*out).ty, None)
        } else {
            let pointer = self.scalar(*out, span);
            let ty = self.program.types.target(self.program.type_of(pointer));
            (ty.unwrap_or(self.program.types.int()), Some(pointer))
        };
        let (a, b) = (self.protected(a, mark), self.protected(b, mark));
        if !self.program.types.is_integer(result_ty) {
            self.error(span, "the result must be an integer");
            return Some(self.poison());
        }
        let (result, overflow) = self.checked(op, a, b, result_ty, span);
        let overflow = self.computed(overflow);
        if let Some(pointer) = target {
            let lvalue = self.deref(pointer, span);
            self.assign(lvalue.place, result);
        }
        let bool = self.program.types.bool();
        Some(self.program.cast(overflow, bool))
    }

    fn operand(&mut self, e: ast::ExprId, kind: Option<IntKind>, span: Span) -> ExprId {
        let value = self.integer(e, span);
        match kind {
            Some(kind) => {
                let ty = self.program.types.named_int(kind);
                self.program.cast(value, ty)
            }
            None => value,
        }
    }

    /// The wrapped result and whether it differs from the true one.
    fn checked(
        &mut self,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
        ty: TypeId,
        span: Span,
    ) -> (ExprId, ExprId) {
        let kind = |l: &Self, e| {
            let kind = l.program.types.int_kind(l.program.type_of(e));
            kind.unwrap_or(IntKind::Int)
        };
        let (x, y) = (kind(self, a), kind(self, b));
        let model = self.program.types.model();
        let widest = x.width(model).max(y.width(model));
        if widest > 64 {
            self.error(span, "overflow of 128-bit integers is not supported");
            let zero = self.program.zero(ty);
            let none = self.program.int(0);
            return (zero, none);
        }
        let unsigned = op == BinaryOp::Mul && !x.is_signed() && !y.is_signed();
        let wide = if unsigned {
            IntKind::UInt128
        } else {
            IntKind::Int128
        };
        let wide = self.program.types.named_int(wide);
        let (a, b) = (self.program.cast(a, wide), self.program.cast(b, wide));
        let exact = self.program.binary(op, a, b);
        let exact = self.computed(exact);
        let result = self.program.cast(exact, ty);
        let back = self.program.cast(result, wide);
        let differs = self.program.binary(BinaryOp::Ne, back, exact);
        (result, differs)
    }
}

/// The operator, and the type of operands where the name fixes it: `sadd`, `umull`, `ssubll`.
fn operation(stem: &str) -> Option<(BinaryOp, Option<IntKind>)> {
    let op = |name: &str| match name {
        "add" => Some(BinaryOp::Add),
        "sub" => Some(BinaryOp::Sub),
        "mul" => Some(BinaryOp::Mul),
        _ => None,
    };
    if let Some(op) = op(stem) {
        return Some((op, None));
    }
    let signed = match stem.chars().next()? {
        's' => true,
        'u' => false,
        _ => return None,
    };
    let rest = &stem[1..];
    let name = rest.get(..3)?;
    let kind = match &rest[3..] {
        "" => IntKind::Int,
        "l" => IntKind::Long,
        "ll" => IntKind::LongLong,
        _ => return None,
    };
    let kind = if signed { kind } else { kind.to_unsigned() };
    Some((op(name)?, Some(kind)))
}
