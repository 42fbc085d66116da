//! The whole program as a handful of relations, with the program counter in BDD variables of its own: what Getafix's
//! fixed points are written over (La Torre, Madhusudan and Parlato, sections 4 and 4.2).
//!
//! | here | in the paper |
//! |---|---|
//! | entry values and program counter | `ū`: how the procedure was entered |
//! | current values and program counter | `v̄`, `x̄`: where it is now |
//! | `internal` | `ProgramInt`, with every variable in scope spelled out |
//! | `into_call` | `IntoCall`, `ȳ` in next values |
//! | `into_exit` | `IntoCall1`, where the callee is named by its exit |
//! | `across`, `across_binding` | `Across` with what `Return` demands of the caller |
//! | `entries` | `Entry(ū.pc) ∧ ū=v̄`, after the initialisers |
//!
//! A procedure has one exit, and results reach their targets by an internal step after the return. So `ReturnA` is "the
//! caller keeps its locals" and `ReturnB` is "globals and returned values are those of the callee": both are said by
//! what is quantified. Variables out of scope are left open, never fixed.

use crate::bdd::{Bdd, BddResult, Bdds, Slot, SlotCopy};
use crate::flow::{ControlPoint, LocId};
use crate::spds::{CallRule, Renaming, Spds};

/// See the module's text. There are two copies of the program counter, `pc` and `pc'`, their bits in turn.
pub(super) struct Monolithic<'s, 'a, 'p> {
    pub(super) spds: &'s Spds<'a, 'p>,
    bits: u32,
    /// Over `pc`, current, `pc'`, next.
    internal: Bdd,
    into_call: Bdd,
    into_exit: Bdd,
    /// Over `pc`, `pc'` and current values after the return.
    across: Bdd,
    across_binding: Bdd,
    /// Over `pc`, entry and current.
    entries: Bdd,
    /// Over `pc`.
    exits: Bdd,
    cubes: Cubes,
    /// `pc'` to `pc`.
    pc_back: (Bdd, Bdd, Bdd),
    next_to_current: Renaming,
    next_to_entry: Renaming,
    entry_to_next: Renaming,
}

struct Cubes {
    /// `pc` and all current values.
    now: Bdd,
    /// `pc`, all current and all entry values.
    now_and_entry: Bdd,
    /// Everything but `pc`.
    values: Bdd,
    /// Current values of globals and returned values.
    shared: Bdd,
    /// Current values of locals.
    locals: Bdd,
    /// `pc'` and all next values.
    next: Bdd,
    pc_and_returned: Bdd,
}

/// How many BDD variables the program counter takes, both copies together.
pub(super) fn control_variables(locations: usize) -> u32 {
    2 * bits(locations)
}

fn bits(locations: usize) -> u32 {
    usize::BITS - locations.saturating_sub(1).leading_zeros()
}

impl<'s, 'a, 'p> Monolithic<'s, 'a, 'p> {
    /// The relations of a system that was built without MOD/REF, with [`control_variables`] above the slots.
    pub(super) fn new(spds: &'s Spds<'a, 'p>) -> BddResult<Self> {
        let (flow, bdds) = (spds.flow, &spds.bdds);
        let bits = bits(flow.loc_count());
        let slots: Vec<Slot> = (0..bdds.slots() as u32).map(Slot).collect();
        let rename = |from, to| Renaming::new(bdds, &slots, from, to);
        let mut monolithic = Monolithic {
            spds,
            bits,
            internal: bdds.zero(),
            into_call: bdds.zero(),
            into_exit: bdds.zero(),
            across: bdds.zero(),
            across_binding: bdds.zero(),
            entries: bdds.zero(),
            exits: bdds.zero(),
            cubes: Cubes::new(spds, bits)?,
            pc_back: pc_back(bdds, bits)?,
            next_to_current: rename(SlotCopy::Next, SlotCopy::Current)?,
            next_to_entry: rename(SlotCopy::Next, SlotCopy::Entry)?,
            entry_to_next: rename(SlotCopy::Entry, SlotCopy::Next)?,
        };
        monolithic.internal = monolithic.internal()?;
        monolithic.add_calls()?;
        monolithic.add_procedures()?;
        Ok(monolithic)
    }

    fn internal(&self) -> BddResult {
        let steps = (0..self.spds.flow.edges().len()).map(|edge| self.step(edge));
        union(&self.spds.bdds, steps.collect::<BddResult<_>>()?)
    }

    /// One edge: what is in scope and not written keeps its value.
    fn step(&self, index: usize) -> BddResult {
        let (spds, bdds) = (self.spds, &self.spds.bdds);
        let edge = spds.flow.edges()[index];
        let relation = spds.relation(index);
        let mut kept = spds.live.at(edge.from).clone();
        kept.intersect_with(spds.live.at(edge.to));
        for &slot in spds.flow.effects.writes(index) {
            kept.remove(slot);
        }
        let same = bdds.equal(kept.iter(), SlotCopy::Current, SlotCopy::Next)?;
        let after = self.next_to_current.undo(bdds, &relation.after)?;
        let values = bdds.and(&bdds.and(&relation.whole(bdds)?, &same)?, &after)?;
        bdds.and(&self.jump(edge.from, edge.to)?, &values)
    }

    fn add_calls(&mut self) -> BddResult<()> {
        let (spds, bdds) = (self.spds, &self.spds.bdds);
        let (mut into_call, mut into_exit) = (Vec::new(), Vec::new());
        let (mut across, mut across_binding) = (Vec::new(), Vec::new());
        for call in &spds.calls {
            let pass = self.pass(call)?;
            let callee = spds.flow.proc(call.callee);
            into_call.push(bdds.and(&self.jump(call.from, callee.entry)?, &pass)?);
            into_exit.push(bdds.and(&self.jump(call.from, callee.exit)?, &pass)?);
            let binds = matches!(spds.flow.place(call.to), ControlPoint::Returned(_));
            let list = if binds {
                &mut across_binding
            } else {
                &mut across
            };
            list.push(bdds.and(&self.jump(call.from, call.to)?, &call.after)?);
        }
        self.into_call = union(bdds, into_call)?;
        self.into_exit = union(bdds, into_exit)?;
        self.across = union(bdds, across)?;
        self.across_binding = union(bdds, across_binding)?;
        Ok(())
    }

    /// The callee's globals and formals in next values.
    fn pass(&self, call: &CallRule) -> BddResult {
        let tracked = self.spds.entries[call.callee.index()].tracked.iter();
        let globals = tracked
            .copied()
            .filter(|s| s.index() < self.spds.flow.global_count);
        let same = self
            .spds
            .bdds
            .equal(globals, SlotCopy::Current, SlotCopy::Next)?;
        self.spds.bdds.and(&call.pass, &same)
    }

    fn add_procedures(&mut self) -> BddResult<()> {
        let (spds, bdds) = (self.spds, &self.spds.bdds);
        let (mut entries, mut exits) = (Vec::new(), Vec::new());
        for proc in spds.flow.program.proc_ids() {
            let own = spds.flow.proc(proc);
            let edges = spds.path_edges(proc, &bdds.one())?;
            entries.push(bdds.and(&self.at(own.entry)?, &edges)?);
            exits.push(self.at(own.exit)?);
        }
        self.entries = union(bdds, entries)?;
        self.exits = union(bdds, exits)?;
        Ok(())
    }

    /// `pc` is this location.
    pub(super) fn at(&self, loc: LocId) -> BddResult {
        counter(&self.spds.bdds, self.bits, loc, 0)
    }

    fn jump(&self, from: LocId, to: LocId) -> BddResult {
        let target = counter(&self.spds.bdds, self.bits, to, 1)?;
        self.spds.bdds.and(&self.at(from)?, &target)
    }

    /// The pairs with which a program starts in some procedures.
    pub(super) fn init(&self, entries: &[crate::bp::ProcId]) -> BddResult {
        let (spds, bdds) = (self.spds, &self.spds.bdds);
        let mut all = bdds.zero();
        for &proc in entries {
            let here = self.at(spds.flow.proc(proc).entry)?;
            let pairs = bdds.and(&here, &spds.path_edges(proc, &spds.start(proc)?)?)?;
            all = bdds.or(&all, &pairs)?;
        }
        Ok(all)
    }

    /// The pairs after one internal step.
    pub(super) fn step_inside(&self, pairs: &Bdd) -> BddResult {
        let bdds = &self.spds.bdds;
        let there = bdds.and_exists(pairs, &self.internal, &self.cubes.now)?;
        self.next_to_current.apply(bdds, &self.pc_back(&there)?)
    }

    /// The first pairs of the procedures that are called.
    pub(super) fn step_into(&self, pairs: &Bdd) -> BddResult {
        let bdds = &self.spds.bdds;
        let entered = bdds.and_exists(pairs, &self.into_call, &self.cubes.now_and_entry)?;
        let entered = self.next_to_entry.apply(bdds, &self.pc_back(&entered)?)?;
        bdds.and(&entered, &self.entries)
    }

    /// The pairs after a call, from pairs of callers and pairs of callees.
    pub(super) fn step_over(&self, callers: &Bdd, callees: &Bdd) -> BddResult {
        let bdds = &self.spds.bdds;
        // (A) what the caller keeps, and how it enters the callee.
        let kept = bdds.and_exists(callers, &self.into_exit, &self.cubes.shared)?;
        // (B) how the callee was entered, and what it returns.
        let exits = bdds.and(callees, &self.exits)?;
        let returned = bdds.exists(&exits, &self.cubes.locals)?;
        let returned = self.entry_to_next.apply(bdds, &self.pc_forth(&returned)?)?;
        let both = bdds.and_exists(&kept, &returned, &self.cubes.next)?;
        let plain = bdds.and_exists(&both, &self.across, &self.cubes.pc_and_returned)?;
        let pc = &self.pc_back.1;
        let binding = bdds.and_exists(&both, &self.across_binding, pc)?;
        self.pc_back(&bdds.or(&plain, &binding)?)
    }

    /// The program counters of pairs.
    pub(super) fn counters(&self, pairs: &Bdd) -> BddResult {
        self.spds.bdds.exists(pairs, &self.cubes.values)
    }

    fn pc_back(&self, f: &Bdd) -> BddResult {
        let (equal, _, pc_next) = &self.pc_back;
        self.spds.bdds.and_exists(f, equal, pc_next)
    }

    fn pc_forth(&self, f: &Bdd) -> BddResult {
        let (equal, pc, _) = &self.pc_back;
        self.spds.bdds.and_exists(f, equal, pc)
    }

    /// The current valuations of pairs at a location.
    pub(super) fn states(&self, pairs: &Bdd, loc: LocId) -> BddResult {
        let (spds, bdds) = (self.spds, &self.spds.bdds);
        let all = (0..bdds.slots() as u32).map(Slot);
        let live = spds.live.at(loc);
        let dead = all.clone().filter(|&s| !live.contains(s));
        let hidden = all
            .map(|s| (s, SlotCopy::Entry))
            .chain(dead.map(|s| (s, SlotCopy::Current)));
        let here = bdds.and_exists(pairs, &self.at(loc)?, &self.pc_back.1)?;
        bdds.exists(&here, &bdds.cube(hidden)?)
    }

    /// One of the locations that has pairs.
    pub(super) fn met(&self, pairs: &Bdd, targets: &[LocId]) -> BddResult<Option<LocId>> {
        for &target in targets {
            let here = self.spds.bdds.and(pairs, &self.at(target)?)?;
            if !self.spds.bdds.is_zero(&here) {
                return Ok(Some(target));
            }
        }
        Ok(None)
    }
}

impl Cubes {
    fn new(spds: &Spds<'_, '_>, bits: u32) -> BddResult<Self> {
        let (flow, bdds) = (spds.flow, &spds.bdds);
        let slots = || (0..bdds.slots() as u32).map(Slot);
        let is_shared = |slot: &Slot| slot.index() < flow.global_count + flow.return_count;
        let is_returned = |slot: &Slot| is_shared(slot) && slot.index() >= flow.global_count;
        let all = |copy| bdds.cube(slots().map(|s| (s, copy)));
        let some = |wanted: &dyn Fn(&Slot) -> bool| {
            bdds.cube(
                slots()
                    .filter(|s| wanted(s))
                    .map(|s| (s, SlotCopy::Current)),
            )
        };
        let (pc, pc_next) = (pc_cube(bdds, bits, 0)?, pc_cube(bdds, bits, 1)?);
        let now = bdds.and(&pc, &all(SlotCopy::Current)?)?;
        let entry = all(SlotCopy::Entry)?;
        let next = bdds.and(&pc_next, &all(SlotCopy::Next)?)?;
        Ok(Cubes {
            now_and_entry: bdds.and(&now, &entry)?,
            values: bdds.and(&bdds.and(&next, &entry)?, &all(SlotCopy::Current)?)?,
            now,
            shared: some(&is_shared)?,
            locals: some(&|s| !is_shared(s))?,
            next,
            pc_and_returned: bdds.and(&pc, &some(&is_returned)?)?,
        })
    }
}

fn pc_cube(bdds: &Bdds, bits: u32, copy: u32) -> BddResult {
    bdds.conjunction((0..bits).rev().map(|bit| bdds.extra(2 * bit + copy)))
}

/// The equality of `pc` and `pc'`, and the cubes of both.
fn pc_back(bdds: &Bdds, bits: u32) -> BddResult<(Bdd, Bdd, Bdd)> {
    let mut equal = bdds.one();
    for bit in (0..bits).rev() {
        let differ = bdds.xor(bdds.extra(2 * bit), bdds.extra(2 * bit + 1))?;
        equal = bdds.minus(&equal, &differ)?;
    }
    Ok((equal, pc_cube(bdds, bits, 0)?, pc_cube(bdds, bits, 1)?))
}

fn counter(bdds: &Bdds, bits: u32, loc: LocId, copy: u32) -> BddResult {
    let mut all = bdds.one();
    for bit in (0..bits).rev() {
        let var = bdds.extra(2 * bit + copy);
        // The highest bit of the number comes first in the order.
        let is_one = loc.0 >> (bits - 1 - bit) & 1 == 1;
        all = if is_one {
            bdds.and(var, &all)?
        } else {
            bdds.minus(&all, var)?
        };
    }
    Ok(all)
}

/// The union of many sets, halves first, so that large ones are copied few times.
fn union(bdds: &Bdds, mut sets: Vec<Bdd>) -> BddResult {
    while sets.len() > 1 {
        sets = sets
            .chunks(2)
            .map(|pair| match pair {
                [a, b] => bdds.or(a, b),
                _ => Ok(pair[0].clone()),
            })
            .collect::<BddResult<_>>()?;
    }
    Ok(sets.pop().unwrap_or_else(|| bdds.zero()))
}
