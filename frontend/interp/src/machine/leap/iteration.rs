//! A turn that is being recorded: by how much its registers change, and for how many turns it stays alike.

use super::super::super::code::{Opnd, OpndKind};
use super::super::super::value::Value;
use super::linear::{LinearValue, negative, zero};
use super::{Head, Registers};
use ir::types::{DataModel, IntKind};
use ir::{BinaryOp, arith};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// What a value becomes from turn to turn: it grows by a fixed amount, modulo the width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) by: i128,
    /// Of the value; of one that does not change it is not known.
    pub(super) width: u32,
}

pub(super) const UNCHANGED: Change = Change { by: 0, width: 0 };

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Reg {
    /// Counted from the frame of the loop.
    Frame(usize),
    Global(usize),
}

/// A turn that is being recorded.
pub(super) struct RecordedIteration {
    pub(super) head: Head,
    /// The registers one turn ago, and at the start of this one.
    pub(super) before: Registers,
    pub(super) start: Registers,
    /// Of the registers written in this turn.
    pub(super) written: FxHashMap<Reg, Change>,
    /// Registers read before they were written, and how wide they are if that matters.
    pub(super) read: BTreeMap<Reg, u32>,
    pub(super) returned: Change,
    /// How many turns after this one take the same way.
    pub(super) same: u128,
    pub(super) loads: bool,
    pub(super) stores: bool,
    pub(super) ops: u32,
    pub(super) steps: u64,
    /// The first register of the frame of the loop.
    pub(super) base: usize,
}

impl RecordedIteration {
    pub(super) fn reg(&self, base: usize, opnd: Opnd) -> Option<Reg> {
        match opnd.kind() {
            OpndKind::Frame(n) => Some(Reg::Frame(base + n - self.base)),
            OpndKind::Global(n) => Some(Reg::Global(n)),
            OpndKind::Const(_) => None,
        }
    }

    pub(super) fn at_start(&self, reg: Reg) -> Option<Value> {
        match reg {
            Reg::Frame(n) => self.start.frame.get(n).copied(),
            Reg::Global(n) => self.start.globals.get(n).copied(),
        }
    }

    /// By how much a register is taken to grow per turn.
    pub(super) fn assumed(&self, reg: Reg) -> Option<i128> {
        let before = match reg {
            Reg::Frame(n) => *self.before.frame.get(n)?,
            Reg::Global(n) => *self.before.globals.get(n)?,
        };
        let start = self.at_start(reg)?;
        let alike = before.prov == start.prov && before.defined == start.defined;
        alike.then(|| start.bits.wrapping_sub(before.bits) as i128)
    }

    /// The change of an operand that is used as a value of a width (0: of any).
    pub(super) fn change(&mut self, base: usize, opnd: Opnd, width: u32) -> Option<Change> {
        let Some(reg) = self.reg(base, opnd) else {
            return Some(UNCHANGED);
        };
        if let Some(&change) = self.written.get(&reg) {
            let fits = change.by == 0 || width == 0 || width == change.width;
            return fits.then_some(change);
        }
        let by = self.assumed(reg)?;
        let known = self.read.entry(reg).or_insert(width);
        if *known == 0 {
            *known = width;
        }
        let fits = width == 0 || *known == width;
        let change = Change { by, width: *known };
        fits.then_some(change).filter(|c| c.by == 0 || c.width != 0)
    }

    /// An operand that is used, however it changes.
    pub(super) fn used(&mut self, base: usize, opnd: Opnd) -> Option<()> {
        if let Some(reg) = self.reg(base, opnd)
            && !self.written.contains_key(&reg)
        {
            self.assumed(reg)?;
            self.read.entry(reg).or_insert(0);
        }
        Some(())
    }

    /// A frame is gone: only so many registers are left.
    pub(super) fn left(&mut self, registers: usize) {
        let end = registers.saturating_sub(self.base);
        self.written
            .retain(|reg, _| !matches!(*reg, Reg::Frame(n) if n >= end));
    }

    /// An operand that must not change.
    pub(super) fn fixed(&mut self, base: usize, opnd: Opnd) -> Option<()> {
        let change = self.change(base, opnd, 0)?;
        (change.by == 0).then_some(())
    }

    pub(super) fn write(&mut self, base: usize, opnd: Opnd, change: Change) {
        if let Some(reg) = self.reg(base, opnd) {
            self.written.insert(reg, change);
        }
    }

    /// The change of a result; `sides` are the operands now.
    pub(super) fn compute(
        &mut self,
        base: usize,
        op: BinaryOp,
        width: u32,
        (a, b): (Opnd, Opnd),
        sides: (u128, u128),
    ) -> Option<Change> {
        let (x, y) = (self.change(base, a, width)?, self.change(base, b, width)?);
        let by = match op {
            _ if x.by == 0 && y.by == 0 => 0,
            BinaryOp::Add => x.by.wrapping_add(y.by),
            BinaryOp::Sub => x.by.wrapping_sub(y.by),
            BinaryOp::Mul if y.by == 0 => x.by.wrapping_mul(sides.1 as i128),
            BinaryOp::Mul if x.by == 0 => y.by.wrapping_mul(sides.0 as i128),
            BinaryOp::Shl if y.by == 0 && sides.1 < 64 => x.by.wrapping_shl(sides.1 as u32),
            _ => return None,
        };
        Some(reduced(by, width))
    }

    pub(super) fn convert(
        &mut self,
        base: usize,
        (from, to): (IntKind, IntKind),
        model: DataModel,
        src: Opnd,
        bits: u128,
    ) -> Option<Change> {
        let change = self.change(base, src, from.width(model))?;
        if change.by == 0 {
            return Some(UNCHANGED);
        }
        if to == IntKind::Bool {
            return None;
        }
        if to.width(model) > from.width(model) {
            let line = LinearValue::new(bits, change.by, from, model)?;
            self.same = self.same.min(line.turns());
            return Some(reduced(line.by, to.width(model)));
        }
        Some(reduced(change.by, to.width(model)))
    }

    /// Notes for how long a comparison has the outcome it has now.
    pub(super) fn compare(
        &mut self,
        base: usize,
        op: BinaryOp,
        (kind, model): (IntKind, DataModel),
        (a, b): (Opnd, Opnd),
        sides: (u128, u128),
    ) -> Option<()> {
        let width = kind.width(model);
        let (x, y) = (self.change(base, a, width)?, self.change(base, b, width)?);
        if x.by == 0 && y.by == 0 {
            return Some(());
        }
        let a = LinearValue::new(sides.0, x.by, kind, model)?;
        let b = LinearValue::new(sides.1, y.by, kind, model)?;
        let apart = (a.from - b.from, a.by - b.by);
        let turns = match op {
            BinaryOp::Lt | BinaryOp::Ge => negative(apart.0, apart.1),
            BinaryOp::Le | BinaryOp::Gt => negative(apart.0 - 1, apart.1),
            BinaryOp::Eq | BinaryOp::Ne => zero(apart.0, apart.1),
            _ => return None,
        };
        self.same = self.same.min(turns).min(a.turns()).min(b.turns());
        Some(())
    }
}

/// A change modulo a width, the smaller way round.
pub(super) fn reduced(by: i128, width: u32) -> Change {
    let by = arith::sign_extend(by as u128, width);
    Change { by, width }
}
