//! Single bits, of words and of rows of words.

use super::{Held, X86State};
use crate::lower::asm::template::Operand;
use ir::types::Quals;
use ir::{BinaryOp, ExprId, PlaceId, UnaryOp};

impl X86State<'_, '_> {
    /// A bit of a row that begins at an operand in memory, or of a register.
    pub(super) fn bit(
        &mut self,
        name: &str,
        bit: &Operand,
        of: &Operand,
        bits: Option<u32>,
    ) -> Option<()> {
        let of = of.whole()?;
        let (ty, width) = self.type_of(of)?;
        // The size of the register with the number does not matter, that of a register with the bits does.
        let bit_index = match *bit {
            Operand::Number(n) => {
                let within = bits.unwrap_or(32).min(width);
                self.lowerer.program.index_const(n & i64::from(within - 1))
            }
            Operand::Nth(n) => self.bit_index(n)?,
            Operand::PartOf(_) | Operand::Register => return None,
        };
        let last = self.lowerer.program.index_const(i64::from(width - 1));
        let within = self
            .lowerer
            .program
            .binary(BinaryOp::BitAnd, bit_index, last);
        let within = self.lowerer.program.cast(within, ty);
        let place = match self.given[of].held {
            Held::Memory(place) => Some(self.word_of(place, bit_index, width)),
            Held::Register(..) | Held::Value(_) => None,
        };
        let old = match place {
            Some(place) => self.lowerer.program.load(place),
            None => self.registers[of]?,
        };
        let old = self.saved(old);
        let one = self.lowerer.program.int_const(1, ty);
        let moved = self.lowerer.program.binary(BinaryOp::Shr, old, within);
        let found = self.lowerer.program.binary(BinaryOp::BitAnd, moved, one);
        let carry = self.lowerer.program.truth(found);
        self.carry = Some(self.saved(carry));
        self.result = None;
        let mask = self.lowerer.program.binary(BinaryOp::Shl, one, within);
        let new = match name {
            "bts" => self.lowerer.program.binary(BinaryOp::BitOr, old, mask),
            "btr" => {
                let others = self.lowerer.program.unary(UnaryOp::BitNot, mask);
                self.lowerer.program.binary(BinaryOp::BitAnd, old, others)
            }
            "btc" => self.lowerer.program.binary(BinaryOp::BitXor, old, mask),
            _ => return Some(()),
        };
        match place {
            Some(place) => self.assign(place, new),
            None => self.registers[of] = Some(self.saved(new)),
        }
        Some(())
    }

    /// The index of a bit that an operand holds.
    pub(super) fn bit_index(&mut self, n: usize) -> Option<ExprId> {
        let value = match self.given[n].held {
            Held::Value(value) => value,
            Held::Register(..) | Held::Memory(_) => return None,
        };
        let (ty, _) = self.type_of(n)?;
        let program = &mut self.lowerer.program;
        // The processor takes it to have a sign.
        let signed = program.types.int_kind(ty)?.to_signed();
        let bit_index = program.cast(value, program.types.named_int(signed));
        let bit_index = program.cast(bit_index, program.types.ptrdiff_t());
        Some(self.saved(bit_index))
    }

    /// The word with a bit of a row of words.
    pub(super) fn word_of(&mut self, first: PlaceId, bit_index: ExprId, width: u32) -> PlaceId {
        let shift = self
            .lowerer
            .program
            .index_const(width.trailing_zeros().into());
        let index = self.lowerer.program.binary(BinaryOp::Shr, bit_index, shift);
        let address = self.lowerer.program.addr_of(first, Quals::NONE);
        let address = self
            .lowerer
            .program
            .binary(BinaryOp::PtrAdd, address, index);
        self.lowerer.program.deref(address)
    }
}
