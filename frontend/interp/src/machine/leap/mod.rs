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

mod iteration;
mod linear;
mod transfer;

use super::super::code::{Code, FuncCode, Op};
use super::super::fault::{Limit, Step, Stop};
use super::super::value::Value;
use super::Machine;
use ir::{FuncId, arith};
use iteration::{Change, RecordedIteration, Reg, UNCHANGED};
use linear::ENDLESS;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Backward jumps between attempts.
const JUMPS_BETWEEN_ATTEMPTS: u64 = 500;
/// An attempt must gain so many turns to have been worth it.
const MIN_ITERATIONS_GAINED: u128 = 50;
/// After vain attempts a loop rests, each time twice as long, up to so many doublings.
const MAX_BACKOFF_DOUBLINGS: u32 = 12;
/// So many loops that rest are passed by before the next pause.
const RESTING_LOOPS_PER_ATTEMPT: u32 = 30;
/// A turn longer than this is not recorded.
const MAX_RECORDED_OPS: u32 = 20_000;
/// Nor is one waited for that does not end after so many backward jumps.
const MAX_JUMPS_AWAITED: u32 = 2_000;
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

/// How far a loop is known.
#[derive(Default)]
pub(super) struct Leaps {
    /// Backward jumps until the next thought.
    countdown: u64,
    jumps: u64,
    passed: u32,
    /// A loop that is waited for, and its registers when it was last met.
    waiting: Option<(Head, Registers)>,
    turn: Option<Box<RecordedIteration>>,
    /// Loops that rest until so many jumps, and how often they were tried in vain.
    rests: FxHashMap<(FuncId, usize), (u64, u32)>,
}

impl Leaps {
    pub(super) fn new() -> Self {
        Leaps {
            countdown: JUMPS_BETWEEN_ATTEMPTS,
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
            self.leaps.pause(JUMPS_BETWEEN_ATTEMPTS);
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
            let tired = self.leaps.passed > RESTING_LOOPS_PER_ATTEMPT;
            if tired {
                self.leaps.passed = 0;
            }
            self.leaps
                .pause(if tired { JUMPS_BETWEEN_ATTEMPTS } else { 1 });
            return false;
        }
        if self.shown_next() {
            self.leaps.pause(JUMPS_BETWEEN_ATTEMPTS);
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
            let lost = head.depth < waiting.depth || self.leaps.passed > MAX_JUMPS_AWAITED;
            if lost {
                self.rest(waiting);
            } else {
                self.leaps.waiting = Some((waiting, before));
                self.leaps.pause(1);
            }
            return false;
        }
        self.leaps.passed = 0;
        self.leaps.turn = Some(Box::new(RecordedIteration {
            head,
            before,
            start: self.registers(),
            written: FxHashMap::default(),
            read: BTreeMap::new(),
            returned: UNCHANGED,
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
        rest.0 = now + (JUMPS_BETWEEN_ATTEMPTS << rest.1);
        rest.1 = (rest.1 + 1).min(MAX_BACKOFF_DOUBLINGS);
        self.leaps.passed = 0;
        self.leaps.pause(JUMPS_BETWEEN_ATTEMPTS);
    }

    /// Runs the innermost frame until it calls or returns, or the recording ends.
    pub(super) fn run_recorded(&mut self, code: &Code, func: &FuncCode) -> Step<()> {
        while let Some(mut turn) = self.leaps.turn.take() {
            let op = &func.ops[self.pc];
            let good = turn.ops < MAX_RECORDED_OPS && self.record(&mut turn, code, op).is_some();
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
    fn leap(&mut self, turn: &RecordedIteration) -> Step<()> {
        let steps = u128::from(self.steps - turn.steps);
        let same = !(turn.loads && turn.stores) || mutants::is("leaps-do-not-look-at-memory");
        let regular = steps > 0 && same && self.is_regular(turn);
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
        let behind = u128::from(!mutants::is("leaps-go-a-turn-too-far"));
        let turns = turn.same.saturating_sub(behind).min(unseen).min(most);
        if turns < MIN_ITERATIONS_GAINED {
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
        self.leaps.pause(JUMPS_BETWEEN_ATTEMPTS);
        Ok(())
    }

    /// Whether the changes at the end of the turn are those assumed at its start.
    fn is_regular(&self, turn: &RecordedIteration) -> bool {
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

    fn value(&self, turn: &RecordedIteration, reg: Reg) -> Value {
        match reg {
            Reg::Frame(n) => self.regs[turn.base + n],
            Reg::Global(n) => self.globals[n],
        }
    }

    /// What a register holds some turns later.
    fn advance(&mut self, turn: &RecordedIteration, reg: Reg, turns: u128) {
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
}
