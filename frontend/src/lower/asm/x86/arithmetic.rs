//! Numbers: combined, counted, exchanged.

use super::X86State;
use crate::lower::asm::template::Operand;
use ir::types::TypeId;
use ir::{BinaryOp, ExprId, UnaryOp};

impl X86State<'_, '_> {
    /// `add`, `sub`, `and`, `or`, `xor`; `cmp` and `test` for the flags only.
    pub(super) fn combine(
        &mut self,
        name: &str,
        from: &Operand,
        to: &Operand,
        bits: Option<u32>,
    ) -> Option<()> {
        let op = match name {
            "add" => BinaryOp::Add,
            "sub" | "cmp" => BinaryOp::Sub,
            "and" | "test" => BinaryOp::BitAnd,
            "or" => BinaryOp::BitOr,
            "xor" => BinaryOp::BitXor,
            _ => return None,
        };
        let ty = self.worked_in(to, bits)?;
        let by = self.read(from, ty, bits)?;
        let old = self.read(to, ty, bits)?;
        let new = self.lowerer.program.binary(op, old, by);
        let new = self.saved(new);
        self.result = Some(new);
        self.carry = match op {
            BinaryOp::Add => Some(self.is_below(new, old)),
            BinaryOp::Sub => Some(self.is_below(old, by)),
            _ => Some(self.lowerer.program.int(0)),
        };
        match name {
            "cmp" | "test" => Some(()),
            _ => self.write(to, new),
        }
    }

    pub(super) fn count(&mut self, name: &str, to: &Operand, bits: Option<u32>) -> Option<()> {
        let ty = self.worked_in(to, bits)?;
        let old = self.read(to, ty, bits)?;
        let one = self.lowerer.program.int_const(1, ty);
        let op = match name {
            "inc" if !mutants::is("assembly-counts-down") => BinaryOp::Add,
            _ => BinaryOp::Sub,
        };
        let new = self.lowerer.program.binary(op, old, one);
        let new = self.saved(new);
        self.result = Some(new);
        self.write(to, new)
    }

    pub(super) fn turn(&mut self, name: &str, to: &Operand, bits: Option<u32>) -> Option<()> {
        let ty = self.worked_in(to, bits)?;
        let old = self.read(to, ty, bits)?;
        if name == "not" {
            let new = self.lowerer.program.unary(UnaryOp::BitNot, old);
            return self.write(to, new);
        }
        let new = self.lowerer.program.unary(UnaryOp::Neg, old);
        let new = self.saved(new);
        self.result = Some(new);
        self.carry = Some(self.lowerer.program.truth(old));
        self.write(to, new)
    }

    pub(super) fn exchange(
        &mut self,
        name: &str,
        with: &Operand,
        at: &Operand,
        bits: Option<u32>,
    ) -> Option<()> {
        let ty = self.worked_in(at, bits)?;
        let given = self.read(with, ty, bits)?;
        let old = self.read(at, ty, bits)?;
        match name {
            "xchg" => {
                self.write(at, given)?;
                self.write(with, old)
            }
            "xadd" => {
                let sum = self.lowerer.program.binary(BinaryOp::Add, old, given);
                let sum = self.saved(sum);
                self.result = Some(sum);
                self.carry = Some(self.is_below(sum, old));
                self.write(with, old)?;
                self.write(at, sum)
            }
            _ => self.compare_and_exchange(given, old, at, ty, bits),
        }
    }

    /// What was there goes to the accumulator in both cases: if they are equal, it is the same.
    pub(super) fn compare_and_exchange(
        &mut self,
        new: ExprId,
        old: ExprId,
        at: &Operand,
        ty: TypeId,
        bits: Option<u32>,
    ) -> Option<()> {
        let accumulator = self
            .given
            .iter()
            .position(|g| g.is_accumulator && g.is_output)?;
        let accumulator = Operand::Nth(accumulator);
        let expected = self.read(&accumulator, ty, bits)?;
        let difference = self.lowerer.program.binary(BinaryOp::Sub, expected, old);
        self.result = Some(self.saved(difference));
        self.carry = Some(self.is_below(expected, old));
        let equal = self.lowerer.program.binary(BinaryOp::Eq, old, expected);
        let equal = self.lowerer.program.cast(equal, ty);
        let mask = self.lowerer.program.unary(UnaryOp::Neg, equal);
        let changes = self.lowerer.program.binary(BinaryOp::BitXor, old, new);
        let changes = self.lowerer.program.binary(BinaryOp::BitAnd, changes, mask);
        let value = self.lowerer.program.binary(BinaryOp::BitXor, old, changes);
        let value = self.saved(value);
        self.write(at, value)?;
        self.write(&accumulator, old)
    }

    /// Zero, or all ones if there is a carry.
    pub(super) fn spread_carry(&mut self, to: &Operand, bits: Option<u32>) -> Option<()> {
        let ty = self.worked_in(to, bits)?;
        let carry = self.lowerer.program.cast(self.carry?, ty);
        let all = self.lowerer.program.unary(UnaryOp::Neg, carry);
        self.result = None;
        self.write(to, all)
    }
}
