//! Counting and swapping bits (`clz`, `ctz`, `ffs`, `parity`, `popcount`, `clrsb`, `bswap`) in plain
//! arithmetic, so that no later stage has to know them. The formulas are those of Warren's Hacker's
//! Delight, chapters 5 and 7.

use super::Lowerer;
use crate::syntax::ast;
use ir::types::{IntKind, TypeId};
use ir::{BinaryOp, ExprId, UnaryOp};
use source::Span;

impl Lowerer<'_> {
    pub(super) fn bit_builtin(
        &mut self,
        name: &str,
        args: &[ast::ExprId],
        span: Span,
    ) -> Option<ExprId> {
        let [arg] = args else { return None };
        let swap = match name {
            "bswap16" => Some(IntKind::UShort),
            "bswap32" => Some(IntKind::UInt),
            "bswap64" => Some(IntKind::ULongLong),
            _ => None,
        };
        if let Some(kind) = swap {
            let ty = self.program.types.named_int(kind);
            let value = self.unsigned_operand(*arg, ty, span);
            return Some(self.swapped(value, kind));
        }
        let stems = ["clz", "ctz", "ffs", "parity", "popcount", "clrsb"];
        let stem = *stems.iter().find(|s| name.starts_with(**s))?;
        let kind = match &name[stem.len()..] {
            "" => IntKind::UInt,
            "l" => IntKind::ULong,
            "ll" => IntKind::ULongLong,
            _ => return None,
        };
        let ty = self.program.types.named_int(kind);
        let value = self.unsigned_operand(*arg, ty, span);
        let count = self.counted(stem, value, kind);
        Some(self.program.cast(count, self.program.types.int()))
    }

    fn counted(&mut self, stem: &str, x: ExprId, kind: IntKind) -> ExprId {
        let ty = self.program.type_of(x);
        match stem {
            "popcount" => self.population(x),
            "parity" => {
                let count = self.population(x);
                let one = self.program.int_const(1, ty);
                self.program.binary(BinaryOp::BitAnd, count, one)
            }
            "clz" => self.leading_zeros(x),
            "ctz" => self.trailing_zeros(x),
            "ffs" => {
                // One more than the trailing zeros, and 0 of 0.
                let zeros = self.trailing_zeros(x);
                let one = self.program.int_const(1, ty);
                let next = self.program.binary(BinaryOp::Add, zeros, one);
                let zero = self.program.zero(ty);
                let some = self.program.binary(BinaryOp::Ne, x, zero);
                let some = self.program.cast(some, ty);
                self.program.binary(BinaryOp::Mul, next, some)
            }
            _ => self.redundant_signs(x, kind),
        }
    }

    /// `clrsb`: the leading zeros of x ^ (x >> 1), of which the first does not count.
    fn redundant_signs(&mut self, x: ExprId, kind: IntKind) -> ExprId {
        let ty = self.program.type_of(x);
        let signed = self.program.types.named_int(kind.to_signed());
        let value = self.program.cast(x, signed);
        let one = self.program.int_const(1, signed);
        let half = self.program.binary(BinaryOp::Shr, value, one);
        let changes = self.program.binary(BinaryOp::BitXor, value, half);
        let changes = self.program.cast(changes, ty);
        let changes = self.computed(changes);
        let zeros = self.leading_zeros(changes);
        let one = self.program.int_const(1, ty);
        self.program.binary(BinaryOp::Sub, zeros, one)
    }

    fn width(&self, x: ExprId) -> u32 {
        let types = &self.program.types;
        let kind = types.int_kind(self.program.type_of(x));
        kind.map_or(32, |k| types.width(k))
    }

    fn shifted(&mut self, x: ExprId, op: BinaryOp, by: u32) -> ExprId {
        let count = self.program.int_const(by.into(), self.program.type_of(x));
        self.program.binary(op, x, count)
    }

    fn masked(&mut self, x: ExprId, byte: u8) -> ExprId {
        let mask = u128::from_le_bytes([byte; 16]);
        let mask = self.program.int_const(mask, self.program.type_of(x));
        self.program.binary(BinaryOp::BitAnd, x, mask)
    }

    fn population(&mut self, x: ExprId) -> ExprId {
        let ty: TypeId = self.program.type_of(x);
        let half = self.shifted(x, BinaryOp::Shr, 1);
        let odd = self.masked(half, 0x55);
        let pairs = self.program.binary(BinaryOp::Sub, x, odd);
        let pairs = self.computed(pairs);
        let low = self.masked(pairs, 0x33);
        let high = self.shifted(pairs, BinaryOp::Shr, 2);
        let high = self.masked(high, 0x33);
        let nibbles = self.program.binary(BinaryOp::Add, low, high);
        let nibbles = self.computed(nibbles);
        let high = self.shifted(nibbles, BinaryOp::Shr, 4);
        let bytes = self.program.binary(BinaryOp::Add, nibbles, high);
        let bytes = self.masked(bytes, 0x0f);
        let ones = self.program.int_const(u128::from_le_bytes([1; 16]), ty);
        let sum = self.program.binary(BinaryOp::Mul, bytes, ones);
        let width = self.width(x);
        let count = self.shifted(sum, BinaryOp::Shr, width - 8);
        self.computed(count)
    }

    /// The bits below the lowest one: (x & -x) - 1, and all of them for 0.
    fn trailing_zeros(&mut self, x: ExprId) -> ExprId {
        let ty = self.program.type_of(x);
        let minus = self.program.unary(UnaryOp::Neg, x);
        let lowest = self.program.binary(BinaryOp::BitAnd, x, minus);
        let one = self.program.int_const(1, ty);
        let below = self.program.binary(BinaryOp::Sub, lowest, one);
        let below = self.computed(below);
        self.population(below)
    }

    fn leading_zeros(&mut self, x: ExprId) -> ExprId {
        let width = self.width(x);
        let mut smeared = x;
        let mut by = 1;
        while by < width {
            let moved = self.shifted(smeared, BinaryOp::Shr, by);
            let both = self.program.binary(BinaryOp::BitOr, smeared, moved);
            smeared = self.computed(both);
            by *= 2;
        }
        let above = self.program.unary(UnaryOp::BitNot, smeared);
        let above = self.computed(above);
        self.population(above)
    }

    fn swapped(&mut self, x: ExprId, kind: IntKind) -> ExprId {
        let ty = self.program.type_of(x);
        // Narrower than int, the arithmetic is done in unsigned int.
        let wide = match kind {
            IntKind::UShort => self.program.types.named_int(IntKind::UInt),
            _ => ty,
        };
        let bytes = self.program.types.size_of(ty).unwrap_or(1) as u32;
        let x = self.program.cast(x, wide);
        let mut result = self.program.int_const(0, wide);
        for n in 0..bytes {
            let byte = self.shifted(x, BinaryOp::Shr, 8 * n);
            let mask = self.program.int_const(0xff, wide);
            let byte = self.program.binary(BinaryOp::BitAnd, byte, mask);
            let moved = self.shifted(byte, BinaryOp::Shl, 8 * (bytes - 1 - n));
            result = match n {
                0 => moved,
                _ => self.program.binary(BinaryOp::BitOr, result, moved),
            };
        }
        let result = self.computed(result);
        self.program.cast(result, ty)
    }
}
