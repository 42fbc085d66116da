//! Literals: their types and values.

use super::super::Lowerer;
use crate::syntax::ast;
use ir::types::{FloatKind, IntKind};
use ir::{ExprId, float};
use source::Span;

impl Lowerer<'_> {
    /// The first type of the list of C11 6.4.4.1 that can hold the value.
    pub(super) fn int_literal(&mut self, lit: &ast::IntLit, span: Span) -> ExprId {
        if lit.imaginary {
            self.error(span, "complex numbers are not supported");
        }
        let model = self.program.types.model();
        let list = [
            IntKind::Int,
            IntKind::UInt,
            IntKind::Long,
            IntKind::ULong,
            IntKind::LongLong,
            IntKind::ULongLong,
            IntKind::Int128,
            IntKind::UInt128,
        ];
        let longs = usize::from(lit.longs.min(2));
        let kind = list[longs * 2..].iter().copied().find(|&kind| {
            let allowed = if lit.unsigned {
                !kind.is_signed()
            } else {
                kind.is_signed() || !lit.decimal
            };
            let bits = kind.width(model) - u32::from(kind.is_signed());
            allowed && (bits >= 128 || lit.value >> bits == 0)
        });
        let ty = self
            .program
            .types
            .named_int(kind.unwrap_or(IntKind::UInt128));
        self.program.int_const(lit.value, ty)
    }

    pub(super) fn float_literal(&mut self, lit: &ast::FloatLit, span: Span) -> ExprId {
        if lit.imaginary {
            self.error(span, "complex numbers are not supported");
        }
        let kind = match lit.ty {
            ast::BaseType::Float | ast::BaseType::Float32 => FloatKind::Float,
            ast::BaseType::LongDouble | ast::BaseType::Float64x | ast::BaseType::Float80 => {
                FloatKind::LongDouble
            }
            ast::BaseType::Float128 => FloatKind::Float128,
            _ => FloatKind::Double,
        };
        let text = self.name(lit.text).to_string();
        let bits = float::parse(&text, kind).unwrap_or_else(|| float::from_f64(lit.value, kind));
        let ty = self.program.types.float(kind);
        self.program.float_const(bits, ty)
    }

    pub(super) fn char_literal(&mut self, lit: &ast::CharLit) -> ExprId {
        let kind = match lit.encoding {
            ast::Encoding::Plain | ast::Encoding::Utf8 => IntKind::Int,
            ast::Encoding::Utf16 => IntKind::UShort,
            ast::Encoding::Utf32 => IntKind::UInt,
            ast::Encoding::Wide => match self.program.types.model() {
                ir::types::DataModel::Ilp32 => IntKind::Long,
                ir::types::DataModel::Lp64 => IntKind::Int,
            },
        };
        let ty = self.program.types.named_int(kind);
        self.program.int_const(lit.value as u128, ty)
    }
}
