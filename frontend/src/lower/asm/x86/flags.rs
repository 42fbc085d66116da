//! What instructions leave in the flags, and what others make of it.

use super::X86State;
use crate::lower::asm::template::Operand;
use ir::types::IntKind;
use ir::{BinaryOp, ExprId};

impl X86State<'_, '_> {
    pub(super) fn set(&mut self, condition: &str, to: &Operand) -> Option<()> {
        let ty = self.worked_in(to, Some(8))?;
        let holds = match condition {
            "e" | "z" => self.lowerer.program.falsity(self.result?),
            "ne" | "nz" => self.lowerer.program.truth(self.result?),
            "c" | "b" => self.lowerer.program.truth(self.carry?),
            "nc" | "ae" => self.lowerer.program.falsity(self.carry?),
            "s" | "ns" => self.sign(condition == "s")?,
            _ => return None,
        };
        let value = self.lowerer.program.cast(holds, ty);
        self.write(to, value)
    }

    pub(super) fn sign(&mut self, is_set: bool) -> Option<ExprId> {
        let result = self.result?;
        let kind = self
            .lowerer
            .program
            .types
            .int_kind(self.lowerer.program.type_of(result))?;
        let signed = self.lowerer.program.types.named_int(kind.to_signed());
        let result = self.lowerer.program.cast(result, signed);
        let zero = self.lowerer.program.zero(signed);
        let op = match is_set {
            true => BinaryOp::Lt,
            false => BinaryOp::Ge,
        };
        Some(self.lowerer.program.binary(op, result, zero))
    }

    /// Whether a number is smaller than another, both without sign.
    pub(super) fn is_below(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let kind = self
            .lowerer
            .program
            .types
            .int_kind(self.lowerer.program.type_of(a));
        let kind = kind.unwrap_or(IntKind::ULong).to_unsigned();
        let unsigned = self.lowerer.program.types.named_int(kind);
        let (a, b) = (
            self.lowerer.program.cast(a, unsigned),
            self.lowerer.program.cast(b, unsigned),
        );
        let below = self.lowerer.program.binary(BinaryOp::Lt, a, b);
        self.saved(below)
    }
}
