//! Loops whose turns are alike are leapt over.
//!
//! One turn of a loop is recorded while it runs: each register changes by a fixed amount per turn, or the recording is
//! given up, and each comparison says for how many turns its outcome stays the same. If the amounts at the end of the
//! turn are those that were assumed at its start, they are so by induction in every turn that takes the same way; all
//! of these but the last are then done at once. The last one is executed, so that what is computed anew in each turn is
//! what it must be.
//!
//! The state after a leap is exactly the state that the turns one by one would have led to, and so is the number of
//! steps. An edge that an observer wants to see is not leapt over.

use super::super::code::{ArgCode, Code, FuncCode, Home, Op, Opnd, OpndKind};
use super::super::fault::{Limit, Step, Stop};
use super::super::value::Value;
use super::Machine;
use crate::entity::EntityId;
use crate::ir::{BinaryOp, FuncId, VarId, arith};
use crate::types::{DataModel, IntKind};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Backward jumps between attempts.
const PAUSE: u64 = 500;
/// An attempt must gain so many turns to have been worth it.
const WORTH: u128 = 50;
/// After vain attempts a loop rests, each time twice as long, up to so many doublings.
const MOST_DOUBLINGS: u32 = 12;
/// So many loops that rest are passed by before the next pause.
const PASSED: u32 = 30;
/// A turn longer than this is not recorded.
const MOST_OPS: u32 = 20_000;
/// Nor is one waited for that does not end after so many backward jumps.
const MOST_JUMPS: u32 = 2_000;
/// Turns without an end.
const ENDLESS: u128 = u128::MAX;

/// Where a loop begins: an operation, in a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Head {
    func: FuncId,
    pc: usize,
    depth: usize,
}

/// The registers that a turn may use.
#[derive(Default)]
struct Registers {
    frame: Vec<Value>,
    globals: Vec<Value>,
}

/// What a value becomes from turn to turn: it grows by a fixed amount, modulo the width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Change {
    by: i128,
    /// Of the value; of one that does not change it is not known.
    width: u32,
}

const NONE: Change = Change { by: 0, width: 0 };

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Reg {
    /// Counted from the frame of the loop.
    Frame(usize),
    Global(usize),
}

/// A turn that is being recorded.
struct Turn {
    head: Head,
    /// The registers one turn ago, and at the start of this one.
    before: Registers,
    start: Registers,
    /// Of the registers written in this turn.
    written: FxHashMap<Reg, Change>,
    /// Registers read before they were written, and how wide they are if that matters.
    read: BTreeMap<Reg, u32>,
    returned: Change,
    /// How many turns after this one take the same way.
    same: u128,
    loads: bool,
    stores: bool,
    ops: u32,
    steps: u64,
    /// The first register of the frame of the loop.
    base: usize,
}

/// How far a loop is known.
#[derive(Default)]
pub(super) struct Leaps {
    /// Backward jumps until the next thought.
    countdown: u64,
    jumps: u64,
    passed: u32,
    /// A loop that is waited for, and its registers when it was last met.
    waiting: Option<(Head, Registers)>,
    turn: Option<Box<Turn>>,
    /// Loops that rest until so many jumps, and how often they were tried in vain.
    rests: FxHashMap<(FuncId, usize), (u64, u32)>,
}

impl Leaps {
    pub(super) fn new() -> Self {
        Leaps {
            countdown: PAUSE,
            ..Leaps::default()
        }
    }

    fn pause(&mut self, jumps: u64) {
        self.countdown = jumps;
        self.jumps += jumps;
    }
}

impl Machine<'_> {
    /// A jump back; says whether operations are to be recorded from here.
    #[inline(always)]
    pub(super) fn jump_back(&mut self) -> bool {
        self.leaps.countdown -= 1;
        self.leaps.countdown == 0 && self.consider()
    }

    pub(super) fn is_recording(&self) -> bool {
        self.leaps.turn.is_some()
    }

    #[cold]
    fn consider(&mut self) -> bool {
        let Some(frame) = self.frames.last() else {
            self.leaps.pause(PAUSE);
            return false;
        };
        let head = Head {
            func: frame.func,
            pc: self.pc,
            depth: self.frames.len(),
        };
        if let Some((waiting, before)) = self.leaps.waiting.take() {
            return self.meet_again(head, waiting, before);
        }
        let rest = self.leaps.rests.get(&(head.func, head.pc));
        let rests = rest.is_some_and(|&(until, _)| until > self.leaps.jumps);
        if rests {
            self.leaps.passed += 1;
            let tired = self.leaps.passed > PASSED;
            if tired {
                self.leaps.passed = 0;
            }
            self.leaps.pause(if tired { PAUSE } else { 1 });
            return false;
        }
        if self.shown_next() {
            self.leaps.pause(PAUSE);
            return false;
        }
        self.leaps.passed = 0;
        self.leaps.waiting = Some((head, self.registers()));
        self.leaps.pause(1);
        false
    }

    /// At a loop head while the next turn of a loop is waited for.
    fn meet_again(&mut self, head: Head, waiting: Head, before: Registers) -> bool {
        self.leaps.passed += 1;
        if head != waiting {
            let lost = head.depth < waiting.depth || self.leaps.passed > MOST_JUMPS;
            if lost {
                self.rest(waiting);
            } else {
                self.leaps.waiting = Some((waiting, before));
                self.leaps.pause(1);
            }
            return false;
        }
        self.leaps.passed = 0;
        self.leaps.turn = Some(Box::new(Turn {
            head,
            before,
            start: self.registers(),
            written: FxHashMap::default(),
            read: BTreeMap::new(),
            returned: NONE,
            same: ENDLESS,
            loads: false,
            stores: false,
            ops: 0,
            steps: self.steps,
            base: self.base,
        }));
        self.leaps.countdown = u64::MAX;
        true
    }

    /// Whether an observer wants to see the next edges.
    fn shown_next(&self) -> bool {
        let observer = self.observer.as_ref();
        observer.is_some_and(|o| o.need_not_see() == 0)
    }

    fn registers(&self) -> Registers {
        Registers {
            frame: self.regs[self.base..].to_vec(),
            globals: self.globals.clone(),
        }
    }

    /// The loop is left alone for a while.
    fn rest(&mut self, head: Head) {
        let now = self.leaps.jumps;
        let rest = self.leaps.rests.entry((head.func, head.pc)).or_default();
        rest.0 = now + (PAUSE << rest.1);
        rest.1 = (rest.1 + 1).min(MOST_DOUBLINGS);
        self.leaps.passed = 0;
        self.leaps.pause(PAUSE);
    }

    /// Runs the innermost frame until it calls or returns, or the recording ends.
    pub(super) fn run_recorded(&mut self, code: &Code, func: &FuncCode) -> Step<()> {
        while let Some(mut turn) = self.leaps.turn.take() {
            let op = &func.ops[self.pc];
            let good = turn.ops < MOST_OPS && self.record(&mut turn, code, op).is_some();
            if !good {
                self.rest(turn.head);
                return Ok(());
            }
            turn.ops += 1;
            self.pc += 1;
            let changed = self.exec(code, op)?;
            if matches!(op, Op::ReturnScalar { .. } | Op::ReturnNothing) {
                turn.left(self.regs.len());
            }
            let here = self.frames.len();
            let back =
                matches!(op, Op::Jump(_)) && self.pc == turn.head.pc && here == turn.head.depth;
            if back {
                return self.leap(&turn);
            }
            if here < turn.head.depth {
                self.rest(turn.head);
                return Ok(());
            }
            self.leaps.turn = Some(turn);
            if changed {
                return Ok(());
            }
        }
        Ok(())
    }

    /// At the end of a recorded turn: does the turns that are like it, but the last.
    fn leap(&mut self, turn: &Turn) -> Step<()> {
        let steps = u128::from(self.steps - turn.steps);
        let regular = steps > 0 && !(turn.loads && turn.stores) && self.is_regular(turn);
        if !regular {
            self.rest(turn.head);
            return Ok(());
        }
        if turn.same == ENDLESS {
            return Err(Stop::Limit(Limit::Endless));
        }
        let seen = self.observer.as_ref().map(|o| o.need_not_see());
        let unseen = seen.map_or(u128::MAX, |edges| u128::from(edges) / steps);
        let most = u128::from(u64::MAX - self.leapt - self.steps) / steps;
        let turns = turn.same.saturating_sub(1).min(unseen).min(most);
        if turns < WORTH {
            self.rest(turn.head);
            return Ok(());
        }
        for &reg in turn.read.keys() {
            self.advance(turn, reg, turns);
        }
        let edges = (steps * turns) as u64;
        self.leapt += edges;
        if let Some(observer) = self.observer.as_mut() {
            observer.passed(edges);
        }
        self.leaps.rests.remove(&(turn.head.func, turn.head.pc));
        self.leaps.passed = 0;
        self.leaps.pause(PAUSE);
        Ok(())
    }

    /// Whether the changes at the end of the turn are those assumed at its start.
    fn is_regular(&self, turn: &Turn) -> bool {
        turn.read.iter().all(|(&reg, &width)| {
            let (Some(start), Some(assumed)) = (turn.at_start(reg), turn.assumed(reg)) else {
                return false;
            };
            let Some(&change) = turn.written.get(&reg) else {
                return assumed == 0;
            };
            let now = self.value(turn, reg);
            let alike = now.prov == start.prov && now.defined == start.defined;
            if assumed == 0 {
                return alike && change.by == 0 && now.bits == start.bits;
            }
            let next = start.bits.wrapping_add(assumed as u128);
            alike
                && change.by == assumed
                && (width == 0 || width == change.width)
                && now.bits == arith::truncate(next, change.width)
        })
    }

    fn value(&self, turn: &Turn, reg: Reg) -> Value {
        match reg {
            Reg::Frame(n) => self.regs[turn.base + n],
            Reg::Global(n) => self.globals[n],
        }
    }

    /// What a register holds some turns later.
    fn advance(&mut self, turn: &Turn, reg: Reg, turns: u128) {
        let Some(&Change { by, width }) = turn.written.get(&reg).filter(|c| c.by != 0) else {
            return;
        };
        let to = match reg {
            Reg::Frame(n) => &mut self.regs[turn.base + n],
            Reg::Global(n) => &mut self.globals[n],
        };
        let far = (by as u128).wrapping_mul(turns);
        to.bits = arith::truncate(to.bits.wrapping_add(far), width);
    }

    /// Notes what an operation will do; None if that is not regular.
    fn record(&mut self, turn: &mut Turn, code: &Code, op: &Op) -> Option<()> {
        let model = self.program.types.model();
        match *op {
            Op::Edge(_) | Op::Jump(_) => {}
            Op::ReturnNothing => {
                self.is_called_by_code().then_some(())?;
                turn.returned = NONE;
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
                    NONE
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
                turn.write(self.base, dst, NONE);
                (!self.inputs.wants_uninitialised()).then_some(())?;
            }
            Op::Call { func, call } => self.record_call(turn, code, func, call)?,
            _ => self.record_memory(turn, op)?,
        }
        Some(())
    }

    /// Operations on memory and on floating-point numbers must be the same in each turn.
    fn record_memory(&mut self, turn: &mut Turn, op: &Op) -> Option<()> {
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
        turn.write(base, dst, NONE);
        Some(())
    }

    fn is_live(&self, local: u32) -> bool {
        self.memory.object(self.local_slot(local)).live
    }

    /// A call of a function whose frame is registers only, with scalars.
    fn record_call(&self, turn: &mut Turn, code: &Code, func: FuncId, call: u32) -> Option<()> {
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
            turn.written.insert(Reg::Frame(first + n), NONE);
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

impl Turn {
    fn reg(&self, base: usize, opnd: Opnd) -> Option<Reg> {
        match opnd.kind() {
            OpndKind::Frame(n) => Some(Reg::Frame(base + n - self.base)),
            OpndKind::Global(n) => Some(Reg::Global(n)),
            OpndKind::Const(_) => None,
        }
    }

    fn at_start(&self, reg: Reg) -> Option<Value> {
        match reg {
            Reg::Frame(n) => self.start.frame.get(n).copied(),
            Reg::Global(n) => self.start.globals.get(n).copied(),
        }
    }

    /// By how much a register is taken to grow per turn.
    fn assumed(&self, reg: Reg) -> Option<i128> {
        let before = match reg {
            Reg::Frame(n) => *self.before.frame.get(n)?,
            Reg::Global(n) => *self.before.globals.get(n)?,
        };
        let start = self.at_start(reg)?;
        let alike = before.prov == start.prov && before.defined == start.defined;
        alike.then(|| start.bits.wrapping_sub(before.bits) as i128)
    }

    /// The change of an operand that is used as a value of a width (0: of any).
    fn change(&mut self, base: usize, opnd: Opnd, width: u32) -> Option<Change> {
        let Some(reg) = self.reg(base, opnd) else {
            return Some(NONE);
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
    fn used(&mut self, base: usize, opnd: Opnd) -> Option<()> {
        if let Some(reg) = self.reg(base, opnd)
            && !self.written.contains_key(&reg)
        {
            self.assumed(reg)?;
            self.read.entry(reg).or_insert(0);
        }
        Some(())
    }

    /// A frame is gone: only so many registers are left.
    fn left(&mut self, registers: usize) {
        let end = registers.saturating_sub(self.base);
        self.written
            .retain(|reg, _| !matches!(*reg, Reg::Frame(n) if n >= end));
    }

    /// An operand that must not change.
    fn fixed(&mut self, base: usize, opnd: Opnd) -> Option<()> {
        let change = self.change(base, opnd, 0)?;
        (change.by == 0).then_some(())
    }

    fn write(&mut self, base: usize, opnd: Opnd, change: Change) {
        if let Some(reg) = self.reg(base, opnd) {
            self.written.insert(reg, change);
        }
    }

    /// The change of a result; `sides` are the operands now.
    fn compute(
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

    fn convert(
        &mut self,
        base: usize,
        (from, to): (IntKind, IntKind),
        model: DataModel,
        src: Opnd,
        bits: u128,
    ) -> Option<Change> {
        let change = self.change(base, src, from.width(model))?;
        if change.by == 0 {
            return Some(NONE);
        }
        if to == IntKind::Bool {
            return None;
        }
        if to.width(model) > from.width(model) {
            let line = Line::new(bits, change.by, from, model)?;
            self.same = self.same.min(line.turns());
            return Some(reduced(line.by, to.width(model)));
        }
        Some(reduced(change.by, to.width(model)))
    }

    /// Notes for how long a comparison has the outcome it has now.
    fn compare(
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
        let a = Line::new(sides.0, x.by, kind, model)?;
        let b = Line::new(sides.1, y.by, kind, model)?;
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
fn reduced(by: i128, width: u32) -> Change {
    let by = arith::sign_extend(by as u128, width);
    Change { by, width }
}

/// A number that grows by a fixed amount per turn, as long as it stays inside its type.
#[derive(Clone, Copy, Debug)]
struct Line {
    from: i128,
    by: i128,
    least: i128,
    most: i128,
}

impl Line {
    /// None for types that are too wide.
    fn new(bits: u128, by: i128, kind: IntKind, model: DataModel) -> Option<Self> {
        let width = kind.width(model);
        if width == 0 || width > 64 {
            return None;
        }
        let (least, most) = match kind.is_signed() {
            true => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
            false => (0, (1 << width) - 1),
        };
        Some(Line {
            from: arith::extend(bits, kind, model) as i128,
            by: reduced(by, width).by,
            least,
            most,
        })
    }

    /// For how many turns it stays inside.
    fn turns(self) -> u128 {
        match self.by {
            0 => ENDLESS,
            by if by > 0 => ((self.most - self.from) / by) as u128,
            by => ((self.from - self.least) / -by) as u128,
        }
    }
}

/// For how many turns a number stays negative, or stays not negative.
fn negative(from: i128, by: i128) -> u128 {
    match (from < 0, by) {
        (true, by) if by > 0 => ((-1 - from) / by) as u128,
        (false, by) if by < 0 => (from / -by) as u128,
        _ => ENDLESS,
    }
}

/// For how many turns a number stays zero, or stays not zero.
fn zero(from: i128, by: i128) -> u128 {
    match (from, by) {
        (_, 0) => ENDLESS,
        (0, _) => 0,
        _ if (from < 0) == (by < 0) || from % by != 0 => ENDLESS,
        _ => (from / by).unsigned_abs() - 1,
    }
}
