//! Operands: read and written as wide as the instruction is.

use super::{Held, X86State};
use crate::lower::asm::template::Operand;
use ir::types::{IntKind, TypeId};
use ir::{ExprId, PlaceId, Stmt};

impl X86State<'_, '_> {
    /// The type in which an instruction computes what it writes to an operand; none if they differ in size.
    pub(super) fn worked_in(&mut self, to: &Operand, bits: Option<u32>) -> Option<TypeId> {
        let n = match (to, bits) {
            (Operand::PartOf(n), Some(8)) => *n,
            _ => to.whole()?,
        };
        let (ty, width) = self.type_of(n)?;
        bits.is_none_or(|bits| bits == width).then_some(ty)
    }

    /// The integer type of an operand, and its size in bits.
    pub(super) fn type_of(&self, n: usize) -> Option<(TypeId, u32)> {
        let ty = match self.given[n].held {
            Held::Memory(place) | Held::Register(place, _) => {
                self.lowerer.program.place_type(place)
            }
            Held::Value(value) => self.lowerer.program.type_of(value),
        };
        let types = &self.lowerer.program.types;
        let kind = types.bits_kind(ty)?;
        let width = types.width(kind);
        let fits = matches!(width, 8 | 16 | 32 | 64) && kind != IntKind::Bool;
        (fits && IntKind::NAMED.contains(&kind)).then(|| (types.named_int(kind), width))
    }

    /// The value of an operand, in a type as wide as the instruction.
    pub(super) fn read(
        &mut self,
        operand: &Operand,
        ty: TypeId,
        bits: Option<u32>,
    ) -> Option<ExprId> {
        let n = match *operand {
            Operand::Number(n) => return Some(self.lowerer.program.int_const(n as u128, ty)),
            Operand::Nth(n) => n,
            // Of a register, the lower part.
            Operand::PartOf(n) if bits.is_some() => n,
            Operand::PartOf(_) | Operand::Register => return None,
        };
        let (_, width) = self.type_of(n)?;
        let wanted = self
            .lowerer
            .program
            .types
            .width(self.lowerer.program.types.int_kind(ty)?);
        let value = match self.given[n].held {
            Held::Memory(place) if width == wanted => self.lowerer.program.load(place),
            Held::Register(..) if width == wanted => self.registers[n]?,
            Held::Value(value) if width >= wanted => value,
            Held::Value(value) if self.lowerer.program.is_constant(value) => value,
            _ => return None,
        };
        let value = self.lowerer.program.cast(value, ty);
        Some(self.saved(value))
    }

    pub(super) fn write(&mut self, operand: &Operand, value: ExprId) -> Option<()> {
        let n = operand.nth()?;
        match self.given[n].held {
            Held::Memory(place) => {
                let value = self
                    .lowerer
                    .program
                    .cast(value, self.lowerer.program.place_type(place));
                self.assign(place, value);
            }
            Held::Register(..) => self.registers[n] = Some(self.saved(value)),
            Held::Value(_) => return None,
        }
        Some(())
    }

    /// Outputs in registers get their values at the end; none if one of them has none.
    pub(super) fn write_back(&mut self) -> Option<()> {
        for n in 0..self.given.len() {
            if let Held::Register(place, _) = self.given[n].held {
                let value = self.registers[n]?;
                let value = self
                    .lowerer
                    .program
                    .cast(value, self.lowerer.program.place_type(place));
                self.assign(place, value);
            }
        }
        Some(())
    }

    pub(super) fn assign(&mut self, place: PlaceId, value: ExprId) {
        self.stmts.push(Stmt::Assign { place, value });
    }

    /// The value as it is now.
    pub(super) fn saved(&mut self, value: ExprId) -> ExprId {
        if self.lowerer.program.is_constant(value) {
            return value;
        }
        let temp = self.lowerer.new_temp(self.lowerer.program.type_of(value));
        let place = self.lowerer.program.var_place(temp);
        self.assign(place, value);
        self.lowerer.program.load(place)
    }
}
