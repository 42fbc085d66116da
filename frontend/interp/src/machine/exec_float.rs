//! Operations on floating-point numbers, and conversions of them.

use super::super::code::{Code, Op};
use super::super::fault::Step;
use super::Machine;
use ir::types::FloatKind;
use ir::{BinaryOp, arith, float};

impl Machine<'_> {
    /// The operations that [`Machine::exec`] leaves over.
    pub(super) fn exec_float(&mut self, code: &Code, op: &Op) -> Step<()> {
        let model = self.program.types.model();
        let (dst, value) = match *op {
            Op::Float {
                op,
                kind,
                dst,
                a,
                b,
            } => {
                let (a, b) = (self.get(code, a), self.get(code, b));
                let bits = float_binary(op, a.bits, b.bits, kind);
                let mut value = a.with_bits(bits);
                value.defined &= b.defined;
                (dst, value)
            }
            Op::FloatNeg { kind, dst, src } => {
                let src = self.get(code, src);
                (dst, src.with_bits(float::neg(src.bits, kind)))
            }
            Op::ToFloat { from, to, dst, src } => {
                let src = self.get(code, src);
                let bits = float::from_int(src.bits, from, to, model);
                (dst, src.with_bits(bits))
            }
            Op::FromFloat { from, to, dst, src } => {
                let src = self.get(code, src);
                (dst, src.with_bits(float::to_int(src.bits, from, to, model)))
            }
            Op::FloatToFloat { from, to, dst, src } => {
                let src = self.get(code, src);
                (dst, src.with_bits(float::convert(src.bits, from, to)))
            }
            Op::ToPointer { from, dst, src } => {
                let src = self.get(code, src);
                let kind = self.program.types.size_kind();
                let mut value = src.with_bits(arith::convert(src.bits, from, kind, model));
                value.prov = self.resolve(value.addr());
                (dst, value)
            }
            _ => return Ok(()),
        };
        self.set(dst, value);
        Ok(())
    }
}

/// The hardware's arithmetic where it has the format (its NaNs have the sign that gcc's programs
/// print), else in software.
fn float_binary(op: BinaryOp, a: u128, b: u128, kind: FloatKind) -> u128 {
    let arithmetic = matches!(
        op,
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div
    );
    match kind {
        FloatKind::Double if arithmetic => {
            let (a, b) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
            let result = match op {
                BinaryOp::Add => a + b,
                BinaryOp::Sub => a - b,
                BinaryOp::Mul => a * b,
                _ => a / b,
            };
            result.to_bits().into()
        }
        FloatKind::Float if arithmetic => {
            let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            let result = match op {
                BinaryOp::Add => a + b,
                BinaryOp::Sub => a - b,
                BinaryOp::Mul => a * b,
                _ => a / b,
            };
            result.to_bits().into()
        }
        _ => float::binary(op, a, b, kind).unwrap_or(0),
    }
}
