//! Where the frames of threads are while other threads run.
//!
//! The thread that runs has its top frame in the variables of the flow, as in a sequential program, so that the relations
//! of the pushdown system apply to it as they are. All other frames are parked: each has a number that says where it goes
//! on, and variables for what it holds. A frame is moved by an equality between the two places.
//!
//! Variables for the same local of several frames stand beside each other in the order, because frames are moved between
//! them; the numbers stand on top.

use crate::bdd::{Bdd, BddResult, Bdds, Slot, SlotCopy};
use crate::bp::ProcId;
use crate::flow::{Flow, LocId};

/// A BDD variable below the numbers.
pub(crate) type Variable = (Slot, SlotCopy);

/// How many frames a thread can have at most. A call graph may be much deeper than it is of use to look.
const MAX_FRAMES: usize = 64;
/// How many BDD variables may be needed for frames.
const MAX_PARKED_VARIABLES: usize = 6_000;

/// The procedures that a thread can be in, at each depth of calls; deeper ones than `most` are left out. Nothing where it
/// recurs, or calls very deep, and nothing is to be left out.
pub(crate) fn procs_by_depth(
    flow: &Flow<'_>,
    starts: &[ProcId],
    most: Option<usize>,
) -> Option<Vec<Vec<ProcId>>> {
    let mut levels = Vec::new();
    let mut level = starts.to_vec();
    while !level.is_empty() {
        if most.is_some_and(|most| levels.len() == most) {
            break;
        }
        if levels.len() == MAX_FRAMES {
            return None;
        }
        level.sort_unstable();
        level.dedup();
        let callees = |proc: &ProcId| flow.calls_of(*proc).iter().map(|call| call.callee);
        let next = level.iter().flat_map(callees).collect();
        levels.push(std::mem::replace(&mut level, next));
    }
    Some(levels)
}

/// The variables of a thread's frames, as numbers.
pub(crate) struct FramePlan {
    /// For each depth, which of the extra variables hold the number of the location.
    pub(crate) pc: Vec<std::ops::Range<u32>>,
    /// For each depth, where the locals are: the first with the first.
    locals: Vec<Vec<Variable>>,
    /// Where the returned values are.
    returned: Vec<Variable>,
}

/// The variables of all threads, before there are BDDs.
pub(crate) struct ParkingPlan {
    pub(crate) frames: Vec<FramePlan>,
    /// All slots, from the top of the BDDs down.
    pub(crate) order: Vec<Slot>,
    /// How many extra variables there are.
    pub(crate) extra: u32,
}

impl ParkingPlan {
    /// `depths` are the procedures of each thread by depth; `order` is that of the flow's slots. Nothing where there would
    /// be too many variables.
    pub(crate) fn new(
        flow: &Flow<'_>,
        order: &[Slot],
        depths: &[Vec<Vec<ProcId>>],
    ) -> Option<Self> {
        let bits = pc_bits(flow);
        let first_local = flow.global_count + flow.return_count;
        // For each slot of the flow, its copies.
        let mut copies: Vec<Vec<Slot>> = vec![Vec::new(); flow.slot_count];
        let mut used = vec![0_usize; flow.slot_count];
        let mut slots = flow.slot_count as u32;
        let mut copy_of = |slot: usize| -> Variable {
            let number = used[slot];
            used[slot] += 1;
            if number.is_multiple_of(3) {
                copies[slot].push(Slot(slots));
                slots += 1;
            }
            let copy = [SlotCopy::Entry, SlotCopy::Current, SlotCopy::Next][number % 3];
            (copies[slot][number / 3], copy)
        };
        let (mut frames, mut extra) = (Vec::new(), 0);
        for levels in depths {
            let mut plan = FramePlan {
                pc: Vec::new(),
                locals: Vec::new(),
                returned: Vec::new(),
            };
            for level in levels {
                plan.pc.push(extra..extra + bits);
                extra += bits;
                let width = level
                    .iter()
                    .map(|&p| flow.proc(p).slots.len())
                    .max()
                    .unwrap_or(0);
                plan.locals
                    .push((0..width).map(|i| copy_of(first_local + i)).collect());
            }
            let returns = levels
                .iter()
                .flatten()
                .map(|&p| flow.program.proc(p).returns);
            let width = returns.max().unwrap_or(0) as usize;
            plan.returned = (0..width).map(|i| copy_of(flow.global_count + i)).collect();
            frames.push(plan);
        }
        let parked = slots as usize * 3 + extra as usize;
        let with_copies = |slot: &Slot| std::iter::once(*slot).chain(copies[slot.index()].clone());
        (parked <= MAX_PARKED_VARIABLES.max(flow.slot_count * 4)).then(|| ParkingPlan {
            frames,
            order: order.iter().flat_map(with_copies).collect(),
            extra,
        })
    }
}

/// How many bits number a location, with two numbers to spare.
pub(crate) fn pc_bits(flow: &Flow<'_>) -> u32 {
    (flow.loc_count() as u32 + 2)
        .next_power_of_two()
        .trailing_zeros()
        .max(1)
}

/// The number of a thread that has not begun, and of a frame that is not there.
pub(crate) const NOWHERE: u32 = 0;

/// The number of a location.
pub(crate) fn pc_number(loc: LocId) -> u32 {
    loc.0 + 1
}

/// The number of a thread that has ended.
pub(crate) fn ended_number(flow: &Flow<'_>) -> u32 {
    flow.loc_count() as u32 + 1
}

/// An equality between the variables of the flow and others.
pub(crate) struct Exchange {
    pub(crate) equal: Bdd,
    pub(crate) here: Bdd,
    pub(crate) away: Bdd,
    /// The others, one by one.
    pub(crate) variables: Vec<Variable>,
}

impl Exchange {
    fn new(bdds: &Bdds, first: usize, away: &[Variable]) -> BddResult<Self> {
        let here = (0..away.len()).map(|i| (Slot((first + i) as u32), SlotCopy::Current));
        let mut equal = bdds.one();
        for (mine, other) in here.clone().zip(away) {
            let differ = bdds.xor(bdds.var(mine.0, mine.1), bdds.var(other.0, other.1))?;
            equal = bdds.minus(&equal, &differ)?;
        }
        Ok(Exchange {
            equal,
            here: bdds.cube(here)?,
            away: bdds.cube(away.iter().copied())?,
            variables: away.to_vec(),
        })
    }

    /// From the flow's variables to the others.
    pub(crate) fn park(&self, bdds: &Bdds, set: &Bdd) -> BddResult {
        bdds.and_exists(set, &self.equal, &self.here)
    }

    /// The other way.
    pub(crate) fn fetch(&self, bdds: &Bdds, set: &Bdd) -> BddResult {
        bdds.and_exists(set, &self.equal, &self.away)
    }
}

/// A thread's frames while it does not run.
pub(crate) struct Parking {
    pub(crate) pc: Vec<std::ops::Range<u32>>,
    pub(crate) pc_cube: Vec<Bdd>,
    pub(crate) locals: Vec<Exchange>,
    pub(crate) returned: Exchange,
    /// All variables of it.
    pub(crate) all: Bdd,
}

impl Parking {
    pub(crate) fn new(bdds: &Bdds, flow: &Flow<'_>, plan: &FramePlan) -> BddResult<Self> {
        let first_local = flow.global_count + flow.return_count;
        let cube = |range: &std::ops::Range<u32>| {
            bdds.conjunction(range.clone().rev().map(|i| bdds.extra(i)))
        };
        let pc_cube = plan.pc.iter().map(cube).collect::<BddResult<Vec<_>>>()?;
        let locals = plan
            .locals
            .iter()
            .map(|away| Exchange::new(bdds, first_local, away));
        let locals = locals.collect::<BddResult<Vec<_>>>()?;
        let returned = Exchange::new(bdds, flow.global_count, &plan.returned)?;
        let mut all = returned.away.clone();
        for part in locals.iter().map(|l| &l.away).chain(&pc_cube) {
            all = bdds.and(&all, part)?;
        }
        Ok(Parking {
            pc: plan.pc.clone(),
            pc_cube,
            locals,
            returned,
            all,
        })
    }

    /// The states in which the frame at a depth goes on at the location with this number.
    pub(crate) fn is_at(&self, bdds: &Bdds, depth: usize, number: u32) -> BddResult {
        let mut set = bdds.one();
        for (bit, var) in self.pc[depth].clone().enumerate().rev() {
            set = match number >> bit & 1 {
                1 => bdds.and(bdds.extra(var), &set)?,
                _ => bdds.minus(&set, bdds.extra(var))?,
            };
        }
        Ok(set)
    }

    /// A set, split by the number of the frame at a depth, which is taken out.
    pub(crate) fn split(&self, bdds: &Bdds, set: &Bdd, depth: usize) -> BddResult<Vec<(u32, Bdd)>> {
        let mut parts = vec![(0_u32, set.clone())];
        for (bit, var) in self.pc[depth].clone().enumerate() {
            let mut next = Vec::with_capacity(parts.len());
            for (number, part) in parts {
                for value in [false, true] {
                    let var = bdds.extra(var);
                    let half = if value {
                        bdds.and(&part, var)?
                    } else {
                        bdds.minus(&part, var)?
                    };
                    if !bdds.is_zero(&half) {
                        next.push((number | u32::from(value) << bit, half));
                    }
                }
            }
            parts = next;
        }
        let cube = &self.pc_cube[depth];
        let taken_out = |(number, part): (u32, Bdd)| Ok((number, bdds.exists(&part, cube)?));
        parts.into_iter().map(taken_out).collect()
    }
}
