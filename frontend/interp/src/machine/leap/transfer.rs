//! What each operation of a turn does to the amounts by which registers change.

use super::super::super::code::{ArgCode, Code, Home, Op, Opnd, OpndKind};
use super::super::Machine;
use super::iteration::{RecordedIteration, Reg, UNCHANGED, reduced};
use ir::{FuncId, VarId};
use source::entity::EntityId;

impl Machine<'_> {
    /// Notes what an operation will do; None if that is not regular.
    pub(super) fn record(
        &mut self,
        turn: &mut RecordedIteration,
        code: &Code,
        op: &Op,
    ) -> Option<()> {
        let model = self.program.types.model();
        match *op {
            Op::Edge(_) | Op::Jump(_) => {}
            Op::ReturnNothing => {
                self.is_called_by_code().then_some(())?;
                turn.returned = UNCHANGED;
            }
            Op::Branch { cond, .. } => turn.fixed(self.base, cond)?,
            Op::Switch { on, .. } => turn.fixed(self.base, on)?,
            Op::Compare { op, kind, a, b, .. } => {
                let sides = (self.get(code, a).bits, self.get(code, b).bits);
                turn.compare(self.base, op, (kind, model), (a, b), sides)?;
            }
            Op::Move { dst, src } => {
                let change = turn.change(self.base, src, self.width(code, src))?;
                turn.write(self.base, dst, change);
            }
            Op::Int {
                op,
                kind,
                dst,
                a,
                b,
            } => {
                let sides = (self.get(code, a).bits, self.get(code, b).bits);
                let change = if op.is_comparison() {
                    turn.compare(self.base, op, (kind, model), (a, b), sides)?;
                    UNCHANGED
                } else {
                    turn.compute(self.base, op, kind.width(model), (a, b), sides)?
                };
                turn.write(self.base, dst, change);
            }
            Op::Unary { kind, dst, src, .. } => {
                let width = kind.width(model);
                let change = turn.change(self.base, src, width)?;
                turn.write(self.base, dst, reduced(change.by.wrapping_neg(), width));
            }
            Op::Convert { from, to, dst, src } => {
                let bits = self.get(code, src).bits;
                let change = turn.convert(self.base, (from, to), model, src, bits)?;
                turn.write(self.base, dst, change);
            }
            Op::ReturnScalar { src } => {
                self.is_called_by_code().then_some(())?;
                turn.returned = turn.change(self.base, src, self.width(code, src))?;
            }
            Op::TakeScalar { dst, width } => {
                let change = turn.returned;
                let fits = change.by == 0 || change.width == u32::from(width);
                turn.write(self.base, dst, change);
                fits.then_some(())?;
            }
            Op::Forget { dst, .. } => {
                turn.write(self.base, dst, UNCHANGED);
                (!self.inputs.wants_uninitialised()).then_some(())?;
            }
            Op::Call { func, call } => self.record_call(turn, code, func, call)?,
            _ => self.record_memory(turn, op)?,
        }
        Some(())
    }

    /// Operations on memory and on floating-point numbers must be the same in each turn.
    fn record_memory(&mut self, turn: &mut RecordedIteration, op: &Op) -> Option<()> {
        let base = self.base;
        let dst = match *op {
            Op::PtrAdd {
                dst,
                base: a,
                index: b,
                ..
            }
            | Op::PtrDiff { dst, a, b, .. }
            | Op::Float { dst, a, b, .. } => {
                turn.fixed(base, a)?;
                turn.fixed(base, b)?;
                dst
            }
            Op::PtrOffset { dst, base: src, .. }
            | Op::FloatNeg { dst, src, .. }
            | Op::ToFloat { dst, src, .. }
            | Op::FromFloat { dst, src, .. }
            | Op::FloatToFloat { dst, src, .. } => {
                turn.fixed(base, src)?;
                dst
            }
            Op::Load { dst, base: src, .. } => {
                turn.fixed(base, src)?;
                turn.loads = true;
                dst
            }
            Op::Store { src, base: to, .. } => {
                turn.fixed(base, to)?;
                turn.used(base, src)?;
                turn.stores = true;
                return Some(());
            }
            Op::LocalAddr { dst, local } => {
                self.is_live(local).then_some(())?;
                dst
            }
            Op::LoadLocal { dst, local, .. } => {
                self.is_live(local).then_some(())?;
                turn.loads = true;
                dst
            }
            Op::StoreLocal { src, local, .. } => {
                self.is_live(local).then_some(())?;
                turn.used(base, src)?;
                turn.stores = true;
                return Some(());
            }
            _ => return None,
        };
        turn.write(base, dst, UNCHANGED);
        Some(())
    }

    fn is_live(&self, local: u32) -> bool {
        self.memory.object(self.local_slot(local)).live
    }

    /// A call of a function whose frame is registers only, with scalars.
    fn record_call(
        &self,
        turn: &mut RecordedIteration,
        code: &Code,
        func: FuncId,
        call: u32,
    ) -> Option<()> {
        let callee = code.funcs[func.index()].as_ref()?;
        let args = &code.pool.calls[call as usize].args;
        let plain = callee.locals.is_empty()
            && args.len() == callee.params.len()
            && !self.is_variadic(func)
            && self.program.funcs[func].special.is_none()
            && !(self.inputs.wants_uninitialised() && callee.reg_vars.len() > args.len());
        if !plain {
            return None;
        }
        let mut changes = Vec::with_capacity(args.len());
        for (param, arg) in callee.params.iter().zip(args) {
            let (ArgCode::Scalar { src, .. }, Home::Frame(n), Some(shape)) =
                (*arg, param.home, param.shape)
            else {
                return None;
            };
            changes.push((n as usize, turn.change(self.base, src, shape.width.into())?));
        }
        let first = self.regs.len() - turn.base;
        for n in 0..callee.regs as usize {
            turn.written.insert(Reg::Frame(first + n), UNCHANGED);
        }
        for (n, change) in changes {
            turn.written.insert(Reg::Frame(first + n), change);
        }
        Some(())
    }

    /// Whether the innermost frame returns to code, not to a library function, whose work is not recorded.
    fn is_called_by_code(&self) -> bool {
        let frame = self.frames.last();
        frame.is_some_and(|f| f.pending.is_none())
    }

    /// The width of a variable's register, 0 for others.
    fn width(&self, code: &Code, opnd: Opnd) -> u32 {
        let var = match opnd.kind() {
            OpndKind::Frame(n) => {
                let func = self.frames.last().map(|f| f.func.index());
                let func = func.and_then(|f| code.funcs[f].as_ref());
                func.and_then(|f| f.reg_vars.get(n).copied())
            }
            OpndKind::Global(n) => {
                let home = Home::Global(n as u32);
                let var = code.homes.iter().position(|&h| h == home);
                var.map(VarId::from_index)
            }
            OpndKind::Const(_) => None,
        };
        let types = &self.program.types;
        let kind = var.and_then(|var| types.bits_kind(self.program.vars[var].ty));
        kind.map_or(0, |kind| types.width(kind))
    }
}
