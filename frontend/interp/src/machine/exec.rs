//! One operation.

use super::super::bytes::Bytes;
use super::super::code::{Code, Op};
use super::super::fault::{Access, FaultKind, Limit, Step, Stop};
use super::super::inputs::RequestKind;
use super::super::value::{Prov, Value};
use super::{Machine, Returned};
use ir::types::{DataModel, IntKind};
use ir::{BinaryOp, arith};

impl Machine<'_> {
    /// Executes an operation; says whether the frame changed. Where control goes is decided here, what is frequent and
    /// what is not in the functions below, which are one jump table after inlining.
    #[inline(always)]
    pub(super) fn exec(&mut self, code: &Code, op: &Op) -> Step<bool> {
        match *op {
            Op::Edge(edge) => self.enter_edge(edge)?,
            Op::Jump(to) => {
                let back = (to as usize) < self.pc;
                self.pc = to as usize;
                if back {
                    return Ok(self.jump_back());
                }
            }
            Op::Branch { cond, to } => {
                let cond = self.get(code, cond);
                self.depend_on(cond)?;
                if cond.bits != 0 {
                    self.pc = to as usize;
                }
            }
            Op::Compare { op, kind, a, b, to } => {
                let (a, b) = (self.get(code, a), self.get(code, b));
                if !(a.defined && b.defined) {
                    self.note_uninitialised()?;
                }
                if self.compare(op, kind, a, b) {
                    self.pc = to as usize;
                }
            }
            Op::Switch { on, table } => {
                let on = self.get(code, on);
                self.depend_on(on)?;
                if let Some(&to) = code.pool.tables[table as usize].get(&on.bits) {
                    self.pc = to as usize;
                }
            }
            Op::NoBranch => return Err(Stop::AssumeFailed),
            Op::DeadEnd => return Err(FaultKind::Unreachable.into()),
            Op::Call { func, call } => return self.call(code, func, call),
            Op::CallIndirect { pointer, call } => {
                let pointer = self.get(code, pointer);
                self.depend_on(pointer)?;
                let address = pointer.addr();
                let Some(func) = self.function_at(address) else {
                    if self.config.space.callable.contains(&address) {
                        return self.call_outside(code, call);
                    }
                    return Err(FaultKind::BadCall { address }.into());
                };
                return self.call(code, func, call);
            }
            Op::ReturnScalar { src } => {
                self.returned = Returned::Scalar(self.get(code, src));
                return self.leave();
            }
            _ => return self.exec_value(code, op),
        }
        Ok(false)
    }

    /// What computes a value of others.
    #[inline(always)]
    fn exec_value(&mut self, code: &Code, op: &Op) -> Step<bool> {
        match *op {
            Op::Move { dst, src } => self.set(dst, self.get(code, src)),
            Op::Int {
                op,
                kind,
                dst,
                a,
                b,
            } => {
                let (a, b) = (self.get(code, a), self.get(code, b));
                let value = self.int(op, kind, a, b)?;
                self.set(dst, value);
            }
            Op::Unary { op, kind, dst, src } => {
                let src = self.get(code, src);
                let bits = arith::unary(op, src.bits, kind, self.program.types.model());
                self.set(dst, src.with_bits(bits));
            }
            Op::Convert { from, to, dst, src } => {
                let src = self.get(code, src);
                let bits = arith::convert(src.bits, from, to, self.program.types.model());
                self.set(dst, src.with_bits(bits));
            }
            Op::PtrAdd {
                dst,
                base,
                index,
                scale,
            } => {
                let (base, index) = (self.get(code, base), self.get(code, index));
                let distance = self.signed(index).wrapping_mul(scale);
                let mut pointer = self.shifted(base, distance);
                pointer.defined &= index.defined;
                self.set(dst, pointer);
            }
            Op::PtrOffset { dst, base, offset } => {
                let pointer = self.shifted(self.get(code, base), offset);
                self.set(dst, pointer);
            }
            Op::PtrDiff { dst, a, b, size } => {
                let (a, b) = (self.get(code, a), self.get(code, b));
                let value = self.distance(a, b, size)?;
                self.set(dst, value);
            }
            _ => return self.exec_access(code, op),
        }
        Ok(false)
    }

    /// What reads or writes memory.
    #[inline(always)]
    fn exec_access(&mut self, code: &Code, op: &Op) -> Step<bool> {
        match *op {
            Op::LocalAddr { dst, local } => {
                let slot = self.live_local(local)?;
                self.set(dst, self.memory.pointer_to(slot));
            }
            Op::Load {
                dst,
                base,
                offset,
                shape,
            } => {
                let base = self.get(code, base);
                self.depend_on(base)?;
                let pointer = self.shifted(base, offset);
                let value = self.memory.load(pointer, shape, self.program)?;
                self.set(dst, value);
            }
            Op::Store {
                src,
                base,
                offset,
                shape,
            } => {
                let base = self.get(code, base);
                self.depend_on(base)?;
                let pointer = self.shifted(base, offset);
                let value = self.get(code, src);
                self.memory.store(pointer, value, shape, self.program)?;
            }
            Op::LoadLocal {
                dst,
                local,
                offset,
                shape,
            } => {
                let slot = self.live_local(local)?;
                let value = self.memory.load_at(slot, offset as usize, shape);
                self.set(dst, value);
            }
            Op::StoreLocal {
                src,
                local,
                offset,
                shape,
            } => {
                let slot = self.live_local(local)?;
                let value = self.get(code, src);
                self.memory.store_at(slot, offset as usize, value, shape);
            }
            _ => return self.exec_rare(code, op),
        }
        Ok(false)
    }

    /// The operations that are not on the hot path.
    #[inline(never)]
    fn exec_rare(&mut self, code: &Code, op: &Op) -> Step<bool> {
        match *op {
            Op::ReturnNothing => {
                self.returned = Returned::Scalar(Value::UNDEFINED);
                return self.leave();
            }
            Op::ReturnBytes { from, size } => {
                let from = self.get(code, from);
                self.returned = Returned::Bytes(self.memory.read(from, size, self.program)?);
                return self.leave();
            }
            Op::ReturnZero { size } => {
                self.returned = Returned::Bytes(self.zeroes(size)?);
                return self.leave();
            }
            Op::TakeScalar { dst, width } => self.take_scalar(dst, width),
            Op::TakeBytes { to, size } => self.take_bytes(self.get(code, to), size)?,
            Op::Copy { to, from, size } => {
                let (to, from) = (self.get(code, to), self.get(code, from));
                self.memory.copy(to, from, size, self.program)?;
            }
            Op::Zero { to, size } => {
                let to = self.get(code, to);
                self.memory.fill(to, 0, size, self.program)?;
            }
            Op::Fill { to, data } => {
                let to = self.get(code, to);
                let bytes = &code.pool.data[data as usize];
                self.memory.put(to, bytes, self.program)?;
            }
            Op::Forget { dst, var } => {
                let value = self.uninitialised_value(var)?;
                self.set(dst, value);
            }
            Op::Begin { local } => self.begin(local)?,
            Op::End { local } => {
                let slot = self.local_slot(local);
                self.memory.kill(slot);
            }
            Op::Alloca { dst, size, align } => {
                let size = self.get(code, size);
                self.depend_on(size)?;
                let pointer = self.alloca(size.bits as u64, align)?;
                self.set(dst, pointer);
            }
            Op::Free { pointer } => self.free_vla(self.get(code, pointer)),
            Op::VaStart { list } => self.va_start(self.get(code, list))?,
            Op::VaNext {
                dst,
                list,
                size,
                align,
            } => {
                let list = self.get(code, list);
                let next = self.va_next(list, size.into(), align.into())?;
                self.set(dst, next);
            }
            Op::VaCopy { to, from } => {
                let (to, from) = (self.get(code, to), self.get(code, from));
                self.va_copy(to, from)?;
            }
            Op::Havoc { dst, ty, width } => {
                let value = self.havoc(ty, width)?;
                self.set(dst, value);
            }
            Op::HavocBytes { to, size, ty } => {
                let to = self.get(code, to);
                let input = self.ask(RequestKind::Havoc, ty)?;
                let bytes = self.input_bytes(input, size)?;
                self.memory.write(to, &bytes, self.program)?;
            }
            Op::Unsupported { what } => {
                let what = code.pool.messages[what as usize].clone();
                return Err(FaultKind::Unsupported { what }.into());
            }
            _ => self.exec_float(code, op)?,
        }
        Ok(false)
    }

    /// The provenance of a pointer made from an integer.
    pub(super) fn resolve(&self, address: u64) -> Prov {
        match self.memory.find(address) {
            Some(slot) if address != 0 => self.memory.pointer_to(slot).prov,
            _ => Prov::NONE,
        }
    }

    #[inline(always)]
    fn int(&self, op: BinaryOp, kind: IntKind, a: Value, b: Value) -> Step<Value> {
        let defined = a.defined && b.defined;
        if op.is_comparison() {
            let bits = self.compare(op, kind, a, b).into();
            return Ok(Value {
                bits,
                prov: Prov::NONE,
                defined,
            });
        }
        let model = self.program.types.model();
        let bits = match narrow(op, a.bits as u64, b.bits as u64, kind, model) {
            Some(bits) => bits.into(),
            None => match arith::binary(op, a.bits, b.bits, kind, model) {
                Some(bits) => bits,
                None => return Err(undefined(op)),
            },
        };
        debug_assert_eq!(Some(bits), arith::binary(op, a.bits, b.bits, kind, model));
        Ok(Value {
            bits,
            prov: Prov::NONE,
            defined,
        })
    }

    #[inline(always)]
    fn compare(&self, op: BinaryOp, kind: IntKind, a: Value, b: Value) -> bool {
        let model = self.program.types.model();
        let width = kind.width(model);
        if width > 64 {
            return arith::binary(op, a.bits, b.bits, kind, model).is_some_and(|r| r != 0);
        }
        let (x, y) = (a.bits as u64, b.bits as u64);
        let order = if kind.is_signed() {
            signed(x, width).cmp(&signed(y, width))
        } else {
            x.cmp(&y)
        };
        arith::holds(op, Some(order))
    }

    /// A pointer some bytes further.
    #[inline(always)]
    pub(crate) fn shifted(&self, base: Value, by: i64) -> Value {
        let addr = base.addr().wrapping_add_signed(by);
        let addr = match self.memory.pointer_size {
            4 => u64::from(addr as u32),
            _ => addr,
        };
        Value {
            bits: addr.into(),
            ..base
        }
    }

    /// A `ptrdiff_t`.
    fn signed(&self, value: Value) -> i64 {
        match self.memory.pointer_size {
            4 => i64::from(value.bits as u32 as i32),
            _ => value.bits as u64 as i64,
        }
    }

    fn distance(&self, a: Value, b: Value, size: i64) -> Step<Value> {
        if size == 0 {
            return Err(FaultKind::DivisionByZero.into());
        }
        let bytes = self.signed(a).wrapping_sub(self.signed(b));
        let bytes = match self.memory.pointer_size {
            4 => i64::from(bytes as i32),
            _ => bytes,
        };
        let count = bytes.wrapping_div(size);
        let bits = match self.memory.pointer_size {
            4 => u128::from(count as u32),
            _ => u128::from(count as u64),
        };
        Ok(Value {
            bits,
            prov: Prov::NONE,
            defined: a.defined && b.defined,
        })
    }

    /// Checks that a range may be written, for functions that write piecemeal.
    pub(crate) fn check_write(&self, pointer: Value, len: u64) -> Step<()> {
        if len == 0 {
            return Ok(());
        }
        self.memory
            .locate(pointer, len, Access::Write, self.program)
            .map(|_| ())
    }

    /// The bytes of a zero aggregate, within the limit of memory.
    pub(super) fn zeroes(&self, size: u64) -> Step<Bytes> {
        if size > self.config.limits.memory {
            return Err(Stop::Limit(Limit::Memory));
        }
        Ok(Bytes {
            data: vec![0; size as usize],
            ..Bytes::default()
        })
    }
}

/// Arithmetic in one machine word: the same result as [`arith::binary`] has, sooner.
#[inline(always)]
fn narrow(op: BinaryOp, a: u64, b: u64, kind: IntKind, model: DataModel) -> Option<u64> {
    let width = kind.width(model);
    if width > 64 {
        return None;
    }
    let value = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::Div | BinaryOp::Rem if b == 0 => return None,
        BinaryOp::Div if !kind.is_signed() => a / b,
        BinaryOp::Rem if !kind.is_signed() => a % b,
        BinaryOp::Div => signed(a, width).wrapping_div(signed(b, width)) as u64,
        BinaryOp::Rem => signed(a, width).wrapping_rem(signed(b, width)) as u64,
        _ => return None,
    };
    Some(value & (u64::MAX >> (64 - width)))
}

/// Bits of a width of 1 to 64, read as two's complement.
#[inline(always)]
fn signed(bits: u64, width: u32) -> i64 {
    ((bits << (64 - width)) as i64) >> (64 - width)
}

#[cold]
fn undefined(op: BinaryOp) -> Stop {
    match op {
        BinaryOp::Div | BinaryOp::Rem => FaultKind::DivisionByZero.into(),
        _ => FaultKind::ShiftTooLarge.into(),
    }
}
