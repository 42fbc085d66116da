//! Builtins about floating-point numbers: constants, comparisons that raise nothing, and what kind of
//! number a value is.

use super::Lowerer;
use crate::syntax::ast;
use ir::types::{FloatKind, IntKind};
use ir::{BinaryOp, ExprId, float};
use source::Span;

impl Lowerer<'_> {
    pub(super) fn float_builtin(
        &mut self,
        name: &str,
        args: &[ast::ExprId],
        span: Span,
    ) -> Option<ExprId> {
        if let Some(constant) = self.float_constant(name) {
            return Some(constant);
        }
        match (name, args) {
            ("fpclassify", [classes @ .., e]) if classes.len() == 5 => {
                Some(self.float_class(classes, *e, span))
            }
            (_, [e]) => self.float_test(name, *e, span),
            (_, [a, b]) => self.float_comparison(name, *a, *b, span),
            _ => None,
        }
    }

    /// `__builtin_fpclassify`: the numbers of NaN, infinity, normal numbers, subnormal ones and zero, and the value.
    fn float_class(&mut self, classes: &[ast::ExprId], e: ast::ExprId, span: Span) -> ExprId {
        let int = self.program.types.int();
        let mut numbers = Vec::new();
        for &class in classes {
            let number = self.scalar(class, span);
            let number = self.convert(number, int, span);
            numbers.push(self.computed(number));
        }
        let mut value = self.scalar(e, span);
        let ty = self.program.type_of(value);
        let kind = self.program.types.float_kind(ty).unwrap_or_else(|| {
            // gcc refuses an integer; the macros of older headers took it for a double.
            let double = self.program.types.float(FloatKind::Double);
            value = self.program.cast(value, double);
            FloatKind::Double
        });
        let value = self.computed(value);
        let zero = self.program.zero(self.program.types.float(kind));
        let is_zero = self.program.binary(BinaryOp::Eq, value, zero);
        let mut class = self.picked(is_zero, numbers[4], numbers[3]);
        for (test, n) in [("isnormal", 2), ("isinf", 1), ("isnan", 0)] {
            let test = self.test_float(test, value, kind);
            class = self.picked(test, numbers[n], class);
        }
        class
    }

    /// The same as [`select`](Self::select), and a constant if the condition is one.
    fn picked(&mut self, cond: ExprId, a: ExprId, b: ExprId) -> ExprId {
        match self.program.terms.int_value(cond) {
            Some(0) => b,
            Some(_) => a,
            None => self.select(cond, a, b),
        }
    }

    fn float_constant(&mut self, name: &str) -> Option<ExprId> {
        let (stem, kind) = match name {
            "huge_val" | "inf" | "nan" | "nans" => (name, FloatKind::Double),
            "huge_valf" | "inff" | "nanf" | "nansf" => (&name[..name.len() - 1], FloatKind::Float),
            "huge_vall" | "infl" | "nanl" | "nansl" => {
                (&name[..name.len() - 1], FloatKind::LongDouble)
            }
            _ => return None,
        };
        let bits = match stem {
            "nan" | "nans" => float::nan(kind),
            _ => float::infinity(kind),
        };
        let ty = self.program.types.float(kind);
        Some(self.program.float_const(bits, ty))
    }

    fn float_test(&mut self, name: &str, e: ast::ExprId, span: Span) -> Option<ExprId> {
        let known = [
            "isnan",
            "isinf",
            "isinf_sign",
            "isfinite",
            "finite",
            "isnormal",
            "signbit",
            "fabs",
        ];
        let stem = name.trim_end_matches(['f', 'l']);
        let stem = if name == "isinf" || name == "isinff" {
            "isinf"
        } else {
            stem
        };
        let stem = *known.iter().find(|k| **k == name || **k == stem)?;
        let wanted = match stem {
            "fabs" if name == "fabsf" => Some(FloatKind::Float),
            "fabs" if name == "fabsl" => Some(FloatKind::LongDouble),
            "fabs" => Some(FloatKind::Double),
            _ => None,
        };
        let mut value = self.scalar(e, span);
        if let Some(kind) = wanted {
            let ty = self.program.types.float(kind);
            value = self.convert(value, ty, span);
        }
        let ty = self.program.type_of(value);
        let Some(kind) = self.program.types.float_kind(ty) else {
            // An integer is finite and normal unless it is zero; rarely asked.
            let double = self.program.types.float(FloatKind::Double);
            let value = self.program.cast(value, double);
            return Some(self.test_float(stem, value, FloatKind::Double));
        };
        Some(self.test_float(stem, value, kind))
    }

    fn test_float(&mut self, stem: &str, value: ExprId, kind: FloatKind) -> ExprId {
        let ty = self.program.types.float(kind);
        let value = self.computed(value);
        let infinity = self.program.float_const(float::infinity(kind), ty);
        let minus = self
            .program
            .float_const(float::neg(float::infinity(kind), kind), ty);
        let zero = self.program.zero(ty);
        let p = &mut self.program;
        match stem {
            "isnan" => p.binary(BinaryOp::Ne, value, value),
            "isinf" => {
                let (a, b) = (
                    p.binary(BinaryOp::Eq, value, infinity),
                    p.binary(BinaryOp::Eq, value, minus),
                );
                p.binary(BinaryOp::BitOr, a, b)
            }
            "isinf_sign" => {
                let (a, b) = (
                    p.binary(BinaryOp::Eq, value, infinity),
                    p.binary(BinaryOp::Eq, value, minus),
                );
                p.binary(BinaryOp::Sub, a, b)
            }
            "isfinite" | "finite" => {
                let difference = p.binary(BinaryOp::Sub, value, value);
                p.binary(BinaryOp::Eq, difference, zero)
            }
            "isnormal" => self.is_normal(value, kind),
            "signbit" => self.sign_bit(value, kind),
            _ => self.absolute(value),
        }
    }

    fn is_normal(&mut self, value: ExprId, kind: FloatKind) -> ExprId {
        let ty = self.program.types.float(kind);
        let text = match kind {
            FloatKind::Float => "0x1p-126",
            FloatKind::Double => "0x1p-1022",
            _ => "0x1p-16382",
        };
        let least = float::parse(text, kind).unwrap_or(0);
        let most = float::largest(kind);
        let test = |l: &mut Self, op, bits| {
            let bound = l.program.float_const(bits, ty);
            l.program.binary(op, value, bound)
        };
        let positive = test(self, BinaryOp::Ge, least);
        let not_infinite = test(self, BinaryOp::Le, most);
        let negative = test(self, BinaryOp::Le, float::neg(least, kind));
        let not_minus = test(self, BinaryOp::Ge, float::neg(most, kind));
        let p = &mut self.program;
        let positive = p.binary(BinaryOp::BitAnd, positive, not_infinite);
        let negative = p.binary(BinaryOp::BitAnd, negative, not_minus);
        p.binary(BinaryOp::BitOr, positive, negative)
    }

    /// The highest bit of the value's bytes in memory.
    fn sign_bit(&mut self, value: ExprId, kind: FloatKind) -> ExprId {
        use ir::ExprKind;
        use ir::types::Quals;
        if let ExprKind::Float(bits) = self.program.terms.expr(value).kind {
            let width = match kind {
                FloatKind::Float => 32,
                FloatKind::Double => 64,
                FloatKind::LongDouble => 80,
                FloatKind::Float128 => 128,
            };
            let set = (bits >> (width - 1) & 1) as i32;
            return self.program.int(set * float::sign_value(kind));
        }
        let last = match kind {
            FloatKind::Float => 3,
            FloatKind::Double => 7,
            FloatKind::LongDouble => 9,
            FloatKind::Float128 => 15,
        };
        let value = self.saved(value);
        let ExprKind::Load(place) = self.program.terms.expr(value).kind else {
            return self.poison();
        };
        let address = self.program.addr_of(place, Quals::NONE);
        let byte = self.program.types.named_int(IntKind::UChar);
        let bytes = self.program.types.pointer(byte);
        let address = self.program.cast(address, bytes);
        let offset = self.program.index_const(last);
        let address = self.program.binary(BinaryOp::PtrAdd, address, offset);
        let place = self.program.deref(address);
        let value = self.program.load(place);
        let value = self.promote(value);
        let seven = self.program.int(7);
        let set = self.program.binary(BinaryOp::Shr, value, seven);
        let value = self.program.int(float::sign_value(kind));
        self.program.binary(BinaryOp::Mul, set, value)
    }

    /// `x <= 0 ? 0 - x : x`, which is right for zeros and NaNs too.
    fn absolute(&mut self, value: ExprId) -> ExprId {
        let ty = self.program.type_of(value);
        let zero = self.program.zero(ty);
        let test = self.program.binary(BinaryOp::Le, value, zero);
        let negated = self.program.binary(BinaryOp::Sub, zero, value);
        if let Some(truth) = self.program.terms.int_value(test) {
            return if truth == 0 { value } else { negated };
        }
        self.select(test, negated, value)
    }

    fn float_comparison(
        &mut self,
        name: &str,
        a: ast::ExprId,
        b: ast::ExprId,
        span: Span,
    ) -> Option<ExprId> {
        let op = match name {
            "isgreater" => Some(BinaryOp::Gt),
            "isgreaterequal" => Some(BinaryOp::Ge),
            "isless" => Some(BinaryOp::Lt),
            "islessequal" => Some(BinaryOp::Le),
            "islessgreater" | "isunordered" => None,
            _ => return None,
        };
        let a = self.scalar(a, span);
        let a = self.computed(a);
        let b = self.scalar(b, span);
        let b = self.computed(b);
        let (a, b) = self.usual(a, b);
        let p = &mut self.program;
        let (x, y) = match (op, name) {
            (Some(op), _) => return Some(p.binary(op, a, b)),
            (None, "isunordered") => (p.binary(BinaryOp::Ne, a, a), p.binary(BinaryOp::Ne, b, b)),
            _ => (p.binary(BinaryOp::Lt, a, b), p.binary(BinaryOp::Gt, a, b)),
        };
        Some(p.binary(BinaryOp::BitOr, x, y))
    }
}
