//! All interleavings of threads whose stacks are bounded, symbolically.
//!
//! A state says what the globals are and where each thread is, with its frames ([`super::parking`]). One context after the
//! other is explored: from all states that were reached with so many switches, each thread runs alone as far as it can,
//! and where it may be left ([`super::switch_points`]) there are the states of one switch more. The state space is finite,
//! so this ends: where a context adds nothing, more switches never will, and what was not reached is not reachable with any
//! number of them.
//!
//! Inside a context the location of the thread that runs is explicit, as in the other engines, and its steps are relations
//! of the pushdown system. What a thread was once run from it is not run from again.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::instances::{Instances, ThreadStart};
use super::parking::{self, NOWHERE, Parking, ParkingPlan, procs_by_depth};
use super::switch_points::{is_end, switch_points};
use crate::bdd::{Bdd, BddConfig, BddResult, Bdds, Slot, SlotCopy};
use crate::bp::{ProcId, StmtId};
use crate::flow::{ControlPoint, Flow, LocId, reverse_postorder};
use crate::spds::{Reductions, Spds};

/// Where the thread that runs is: its location, and how many calls have not returned.
pub(crate) type Place = (LocId, usize);

/// What the thread that runs can do: how, where to, with which states.
pub(crate) type Move = (Place, Bdd);

/// A thread, by its number; the one that runs before all others comes after them.
pub(crate) type ThreadIndex = usize;

/// What states have to be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Precision {
    /// Which locations are reached: variables that do not matter are left out.
    Locations,
    /// All variables, in at most so many frames, if that is said: what needs more is left out.
    Values(Option<usize>),
    /// Which locations are reached when nothing is known of stacks but their tops: a procedure may return to any call of
    /// it that its thread has been at, and finds the locals there that some execution has there. What is not reached then
    /// is not reachable, however deep threads recur.
    TopFrames,
}

impl Precision {
    /// The procedures that a thread can be in, at each depth of the frames that are known.
    fn depths(self, flow: &Flow<'_>, starts: &[ProcId]) -> Option<Vec<Vec<ProcId>>> {
        match self {
            Precision::Locations => procs_by_depth(flow, starts, None),
            Precision::Values(frames) => procs_by_depth(flow, starts, frames),
            Precision::TopFrames => Some(vec![reachable_procs(flow, starts)]),
        }
    }
}

pub(crate) struct Interleaving<'a, 'p> {
    pub(crate) spds: Spds<'a, 'p>,
    pub(crate) instances: &'a Instances,
    pub(crate) parking: Vec<Parking>,
    /// Where switches are looked at.
    switch_points: Vec<bool>,
    /// The current values of all that is not global.
    own: Bdd,
    /// All variables but the current values of locals.
    not_locals: Bdd,
    precision: Precision,
    rank: Vec<u32>,
    /// For each location where calls return to, which calls they are.
    calls_of: Vec<Vec<usize>>,
}

/// What was reached while a thread ran.
pub(crate) type Reached = BTreeMap<Place, Bdd>;

impl<'a, 'p> Interleaving<'a, 'p> {
    /// Nothing where stacks are not bounded, or too many variables would be needed.
    pub(crate) fn new(
        flow: &'a Flow<'p>,
        order: &[Slot],
        instances: &'a Instances,
        config: BddConfig,
        precision: Precision,
    ) -> Option<BddResult<Self>> {
        let mut depths = Vec::new();
        let starts =
            |starts: &[ThreadStart]| starts.iter().map(|s| s.proc).collect::<Vec<ProcId>>();
        for thread in &instances.threads {
            depths.push(precision.depths(flow, &starts(&thread.starts))?);
        }
        if let Some(init) = instances.init {
            depths.push(precision.depths(flow, &[init])?);
        }
        let plan = ParkingPlan::new(flow, order, &depths)?;
        Some(Self::build(flow, instances, config, precision, &plan))
    }

    fn build(
        flow: &'a Flow<'p>,
        instances: &'a Instances,
        config: BddConfig,
        precision: Precision,
        plan: &ParkingPlan,
    ) -> BddResult<Self> {
        let bdds = Bdds::new(&plan.order, plan.extra, config)?;
        let parking = plan
            .frames
            .iter()
            .map(|frames| Parking::new(&bdds, flow, frames));
        let parking = parking.collect::<BddResult<Vec<_>>>()?;
        let own = (flow.global_count..flow.slot_count).map(|i| (Slot(i as u32), SlotCopy::Current));
        let own = bdds.cube(own)?;
        let reductions = Reductions {
            live_ranges: !matches!(precision, Precision::Values(_)),
            shared_globals: true,
            ..Reductions::none()
        };
        let shared = (0..flow.global_count + flow.return_count).map(|i| Slot(i as u32));
        let mut not_locals = bdds.cube(shared.map(|slot| (slot, SlotCopy::Current)))?;
        for thread in &parking {
            not_locals = bdds.and(&not_locals, &thread.all)?;
        }
        let mut calls_of = vec![Vec::new(); flow.procs.len()];
        for (index, call) in flow.calls().iter().enumerate() {
            calls_of[call.callee.index()].push(index);
        }
        Ok(Interleaving {
            spds: Spds::new(flow, bdds, &reductions)?,
            instances,
            parking,
            switch_points: switch_points(flow),
            own,
            not_locals,
            precision,
            rank: reverse_postorder(flow),
            calls_of,
        })
    }

    pub(crate) fn bdds(&self) -> &Bdds {
        &self.spds.bdds
    }

    pub(crate) fn flow(&self) -> &'a Flow<'p> {
        self.spds.flow
    }

    /// How many variables there are above the slots.
    pub(crate) fn numbers(&self) -> u32 {
        let last = self
            .parking
            .iter()
            .flat_map(|thread| &thread.pc)
            .map(|bits| bits.end);
        last.max().unwrap_or(0)
    }

    /// How many threads there are.
    pub(crate) fn threads(&self) -> usize {
        self.instances.threads.len()
    }

    /// The states at the beginning, no thread having begun.
    pub(crate) fn initial(&self) -> BddResult {
        let mut set = self.bdds().one();
        for &init in &self.spds.global_init {
            set = self.spds.relations.get(init).image(self.bdds(), &set)?;
        }
        for thread in &self.parking {
            for depth in 0..thread.pc.len() {
                let nowhere = thread.is_at(self.bdds(), depth, NOWHERE)?;
                set = self.bdds().and(&set, &nowhere)?;
            }
        }
        Ok(set)
    }

    /// The states in which the procedure that runs first begins.
    pub(crate) fn begin_init(&self, initial: &Bdd) -> BddResult<Vec<Move>> {
        let Some(init) = self.instances.init else {
            return Ok(Vec::new());
        };
        let thread = self.parking.len() - 1;
        let set = self
            .bdds()
            .exists(initial, &self.parking[thread].pc_cube[0])?;
        let begun = self.spds.begin(init, &set)?;
        Ok(vec![((self.flow().proc(init).entry, 0), begun)])
    }

    /// The states after the procedure that runs first, from those at one of its places.
    pub(crate) fn after_init(&self, place: Place, states: &Bdd) -> BddResult {
        let mut states = states.clone();
        if let Some(slot) = self.instances.atomic_variable {
            states = self
                .bdds()
                .minus(&states, self.bdds().var(slot, SlotCopy::Current))?;
        }
        match self.is_end(place) {
            true => self.end(self.parking.len() - 1, &states, NOWHERE),
            false => Ok(self.bdds().zero()),
        }
    }

    /// What a thread can go on from where it was left in some of `states`, or where it begins.
    pub(crate) fn resume(
        &self,
        thread: ThreadIndex,
        states: &Bdd,
        twins_in_order: bool,
    ) -> BddResult<Vec<Move>> {
        let (bdds, parking) = (self.bdds(), &self.parking[thread]);
        let mut found = Vec::new();
        let mut rest = states.clone();
        // The deepest frame that is there is the one on top.
        for depth in (0..parking.pc.len()).rev() {
            let nowhere = parking.is_at(bdds, depth, NOWHERE)?;
            let here = bdds.minus(&rest, &nowhere)?;
            rest = bdds.and(&rest, &nowhere)?;
            for (number, part) in parking.split(bdds, &here, depth)? {
                if number == parking::ended_number(self.flow()) {
                    continue;
                }
                let loc = LocId(number - 1);
                let mut set = parking.locals[depth].fetch(bdds, &part)?;
                if self.flow().place(loc) == ControlPoint::Exit {
                    set = parking.returned.fetch(bdds, &set)?;
                }
                found.push(((loc, depth), set));
            }
        }
        if bdds.is_zero(&rest) {
            return Ok(found);
        }
        if let Some(before) = self.earlier_twin(thread, twins_in_order) {
            // Threads that begin in the same way are interchangeable: they run for the first time in their order.
            let waits = self.parking[before].is_at(bdds, 0, NOWHERE)?;
            rest = bdds.minus(&rest, &waits)?;
        }
        let rest = bdds.exists(&rest, &parking.pc_cube[0])?;
        for (number, start) in self.instances.threads[thread].starts.iter().enumerate() {
            let begun = self.begin(thread, number, start, &rest)?;
            if !bdds.is_zero(&begun.1) {
                found.push(begun);
            }
        }
        Ok(found)
    }

    /// The thread before one that begins in the same ways. Threads that are started take their places in the order in
    /// which they run first, whatever is asked.
    fn earlier_twin(&self, thread: ThreadIndex, twins_in_order: bool) -> Option<ThreadIndex> {
        let instance = |i: usize| &self.instances.threads[i];
        let is_started = !instance(thread).code.is_empty();
        let same = |other: &usize| {
            instance(*other).starts == instance(thread).starts
                && instance(*other).code.is_empty() != is_started
        };
        (0..thread)
            .rev()
            .find(same)
            .filter(|_| is_started || twins_in_order)
    }

    /// The states in which a thread begins in one of its ways, from those in which it has not begun.
    fn begin(
        &self,
        thread: ThreadIndex,
        number: usize,
        start: &ThreadStart,
        states: &Bdd,
    ) -> BddResult<Move> {
        let (bdds, flow) = (self.bdds(), self.flow());
        let instance = &self.instances.threads[thread];
        let mut set = states.clone();
        for (bit, &slot) in instance.code.iter().enumerate() {
            let value = (number + 1) >> bit & 1 == 1;
            set = bdds.and(&set, &bdds.literal(slot, SlotCopy::Current, value)?)?;
        }
        let own = &flow.proc(start.proc).slots;
        let needed = match start.at {
            Some(at) => self.spds.live.at(location(flow, start.proc, at)).clone(),
            None => self.spds.live.before_entry(flow, start.proc),
        };
        let taken = instance.given.iter().zip(&start.takes);
        for (&from, &to) in taken.filter(|(_, to)| needed.contains(own[**to])) {
            let (from, to) = (
                bdds.var(from, SlotCopy::Current),
                bdds.var(own[to], SlotCopy::Current),
            );
            set = bdds.minus(&set, &bdds.xor(from, to)?)?;
        }
        for &slot in &instance.given {
            let cube = bdds.cube([(slot, SlotCopy::Current)])?;
            set = bdds.exists(&set, &cube)?;
            set = bdds.and(&set, &bdds.literal(slot, SlotCopy::Current, false)?)?;
        }
        let Some(at) = start.at else {
            let begun = self.spds.begin(start.proc, &set)?;
            return Ok(((flow.proc(start.proc).entry, 0), begun));
        };
        let loc = location(flow, start.proc, at);
        set = bdds.and(&set, &self.spds.enforced[start.proc.index()])?;
        Ok(((loc, 0), set))
    }

    /// What the thread that runs can do next.
    pub(crate) fn moves(
        &self,
        thread: ThreadIndex,
        (loc, depth): Place,
        states: &Bdd,
    ) -> BddResult<Vec<Move>> {
        let (spds, bdds) = (&self.spds, self.bdds());
        let mut found = Vec::new();
        for (edge, to) in spds.steps(loc) {
            found.push(((to, depth), spds.relation(edge).image(bdds, states)?));
        }
        if let Some(call) = spds.call_at(loc)
            && depth + 1 < self.parking[thread].pc.len()
        {
            found.push(self.push(thread, depth, call, states)?);
        }
        let proc = spds.flow.proc_of(loc);
        if loc == spds.flow.proc(proc).exit && depth > 0 {
            for &call in &self.calls_of[proc.index()] {
                found.extend(self.pop(thread, depth, call, states)?);
            }
        }
        found.retain(|(_, set)| !bdds.is_zero(set));
        Ok(found)
    }

    /// Enters the callee: the caller's frame is parked.
    fn push(
        &self,
        thread: ThreadIndex,
        depth: usize,
        call: &crate::spds::CallRule,
        states: &Bdd,
    ) -> BddResult<Move> {
        let (bdds, parking) = (self.bdds(), &self.parking[thread]);
        let mut set = bdds.and(states, &self.kept(thread, depth, call.to)?)?;
        set = self.spds.entered(call, &set)?;
        set = bdds.and(
            &set,
            &parking.is_at(bdds, depth, parking::pc_number(call.to))?,
        )?;
        set = bdds.exists(&set, &parking.pc_cube[depth + 1])?;
        set = self.spds.begin(call.callee, &set)?;
        Ok(((self.flow().proc(call.callee).entry, depth + 1), set))
    }

    /// What a caller keeps over a call: its frame's locals that are live after it are those that are parked.
    fn kept(&self, thread: ThreadIndex, depth: usize, after: LocId) -> BddResult {
        let bdds = self.bdds();
        let first_local = self.flow().global_count + self.flow().return_count;
        let live = self.spds.live.at(after);
        let exchange = &self.parking[thread].locals[depth];
        let width = self.flow().slot_count - first_local;
        let dead = (first_local..first_local + width)
            .map(|i| Slot(i as u32))
            .filter(|&s| !live.contains(s));
        let dead = bdds.cube(dead.map(|slot| (slot, SlotCopy::Current)))?;
        bdds.exists(&exchange.equal, &dead)
    }

    /// Leaves a procedure and takes its results, where it was called from that call.
    fn pop(
        &self,
        thread: ThreadIndex,
        depth: usize,
        call: usize,
        states: &Bdd,
    ) -> BddResult<Option<Move>> {
        let (bdds, spds, parking) = (self.bdds(), &self.spds, &self.parking[thread]);
        let rule = &spds.calls[call];
        let number = parking::pc_number(rule.to);
        if parking.locals.len() < depth {
            return Ok(None);
        }
        let called_there = parking.is_at(bdds, depth - 1, number)?;
        let mut set = bdds.and_exists(states, &called_there, &parking.pc_cube[depth - 1])?;
        if bdds.is_zero(&set) {
            return Ok(None);
        }
        set = bdds.exists(&set, &spds.exits[rule.callee.index()].forget)?;
        set = bdds.exists(&set, &spds.unwanted(call)?)?;
        set = parking.locals[depth - 1].fetch(bdds, &set)?;
        set = bdds.and(&set, &rule.after)?;
        set = bdds.and(&set, &parking.is_at(bdds, depth, NOWHERE)?)?;
        let ((to, _), set) = self.taken_results(rule.to, set)?;
        Ok(Some(((to, depth - 1), set)))
    }

    /// The states in which other threads may run, when this one is at a place in some of `states`.
    pub(crate) fn park(&self, thread: ThreadIndex, (loc, depth): Place, states: &Bdd) -> BddResult {
        let (bdds, parking) = (self.bdds(), &self.parking[thread]);
        let mut set = states.clone();
        if let Some(slot) = self.instances.atomic_variable {
            set = bdds.minus(&set, bdds.var(slot, SlotCopy::Current))?;
        }
        if self.is_end((loc, depth)) {
            return self.end(thread, &set, parking::ended_number(self.flow()));
        }
        if !self.switch_points[loc.index()] {
            return Ok(bdds.zero());
        }
        if let Some(slot) = self.instances.in_section {
            set = bdds.minus(&set, bdds.var(slot, SlotCopy::Current))?;
        }
        if self.flow().place(loc) == ControlPoint::Exit {
            set = parking.returned.park(bdds, &set)?;
        }
        set = parking.locals[depth].park(bdds, &set)?;
        // Where locals of the widest procedure are not this one's, the flow's variables are free already.
        bdds.and(&set, &parking.is_at(bdds, depth, parking::pc_number(loc))?)
    }

    /// Whether a thread that is at a place has ended.
    fn is_end(&self, (loc, depth): Place) -> bool {
        let depth = match self.precision {
            // Threads begin in procedures that nothing calls.
            Precision::TopFrames => self.calls_of[self.flow().proc_of(loc).index()].len(),
            _ => depth,
        };
        is_end(self.flow(), &self.instances.ended, loc, depth)
    }

    /// What the thread that runs can do next where nothing is known of its stack but the top. `reached` is where it has
    /// been.
    fn moves_of_top_frame(
        &self,
        loc: LocId,
        states: &Bdd,
        reached: &Reached,
    ) -> BddResult<Vec<Move>> {
        let (spds, bdds) = (&self.spds, self.bdds());
        let mut found = Vec::new();
        for (edge, to) in spds.steps(loc) {
            found.push(((to, 0), spds.relation(edge).image(bdds, states)?));
        }
        if let Some(call) = spds.flow.call_index(loc) {
            let rule = &spds.calls[call];
            let entered = spds.entered(rule, states)?;
            let callee = spds.flow.proc(rule.callee);
            found.push(((callee.entry, 0), spds.begin(rule.callee, &entered)?));
            if let Some(at_exit) = reached.get(&(callee.exit, 0)) {
                found.push(self.any_return(call, at_exit, states)?);
            }
        }
        let proc = spds.flow.proc_of(loc);
        if loc == spds.flow.proc(proc).exit {
            for &call in &self.calls_of[proc.index()] {
                if let Some(at_call) = reached.get(&(spds.calls[call].from, 0)) {
                    found.push(self.any_return(call, states, at_call)?);
                }
            }
        }
        found.retain(|(_, set)| !bdds.is_zero(set));
        Ok(found)
    }

    /// Leaves a procedure, to a call that some of `at_call` have come to; of them, only the locals are known to be possible.
    fn any_return(&self, call: usize, at_exit: &Bdd, at_call: &Bdd) -> BddResult<Move> {
        let (bdds, spds) = (self.bdds(), &self.spds);
        let rule = &spds.calls[call];
        let live = spds.live.at(rule.to);
        let first_local = (spds.flow.global_count + spds.flow.return_count) as u32;
        let dead = (first_local..spds.flow.slot_count as u32).map(Slot);
        let dead = bdds.cube(
            dead.filter(|&s| !live.contains(s))
                .map(|s| (s, SlotCopy::Current)),
        )?;
        let locals = bdds.exists(&bdds.exists(at_call, &self.not_locals)?, &dead)?;
        let mut set = bdds.exists(at_exit, &spds.exits[rule.callee.index()].forget)?;
        set = bdds.exists(&set, &spds.unwanted(call)?)?;
        set = bdds.and(&set, &locals)?;
        set = bdds.and(&set, &rule.after)?;
        self.taken_results(rule.to, set)
    }

    /// Results are taken in the step in which a procedure is left.
    fn taken_results(&self, to: LocId, states: Bdd) -> BddResult<Move> {
        if let ControlPoint::Returned(_) = self.flow().place(to)
            && let Some((edge, bound)) = self.spds.steps(to).next()
        {
            let set = self.spds.relation(edge).image(self.bdds(), &states)?;
            return Ok(((bound, 0), set));
        }
        Ok(((to, 0), states))
    }

    /// The states after a thread has ended: nothing is left of it but a number.
    fn end(&self, thread: ThreadIndex, states: &Bdd, number: u32) -> BddResult {
        let (bdds, parking) = (self.bdds(), &self.parking[thread]);
        let mut set = bdds.exists(states, &self.own)?;
        set = bdds.exists(&set, &parking.all)?;
        if let Some(slot) = self.instances.in_section {
            let cube = bdds.cube([(slot, SlotCopy::Current)])?;
            set = bdds.exists(&set, &cube)?;
            set = bdds.minus(&set, bdds.var(slot, SlotCopy::Current))?;
        }
        for depth in (0..parking.pc.len()).rev() {
            let number = if depth == 0 { number } else { NOWHERE };
            set = bdds.and(&set, &parking.is_at(bdds, depth, number)?)?;
        }
        Ok(set)
    }

    /// Lets a thread run from some places as far as it can. `reached` holds what it was run from before, and grows; what
    /// is new is returned.
    pub(crate) fn run(
        &self,
        thread: ThreadIndex,
        from: Vec<Move>,
        reached: &mut Reached,
    ) -> BddResult<Reached> {
        let bdds = self.bdds();
        let mut new = Reached::new();
        let mut fresh: BTreeMap<(Reverse<usize>, u32, LocId), Bdd> = BTreeMap::new();
        let mut found = from;
        loop {
            for ((loc, depth), states) in found {
                let known = reached.entry((loc, depth)).or_insert_with(|| bdds.zero());
                let added = bdds.minus(&states, known)?;
                if bdds.is_zero(&added) {
                    continue;
                }
                *known = bdds.or(known, &added)?;
                let join = |set: &mut Bdd| -> BddResult<()> {
                    *set = bdds.or(set, &added)?;
                    Ok(())
                };
                join(new.entry((loc, depth)).or_insert_with(|| bdds.zero()))?;
                let key = (Reverse(depth), self.rank[loc.index()], loc);
                join(fresh.entry(key).or_insert_with(|| bdds.zero()))?;
            }
            let Some(((Reverse(depth), _, loc), states)) = fresh.pop_first() else {
                return Ok(new);
            };
            found = match self.precision {
                Precision::TopFrames => self.moves_of_top_frame(loc, &states, reached)?,
                _ => self.moves(thread, (loc, depth), &states)?,
            };
        }
    }
}

/// The procedures that calls lead to, the first ones included.
fn reachable_procs(flow: &Flow<'_>, starts: &[ProcId]) -> Vec<ProcId> {
    let mut seen = vec![false; flow.procs.len()];
    let mut open = starts.to_vec();
    while let Some(proc) = open.pop() {
        if !std::mem::replace(&mut seen[proc.index()], true) {
            open.extend(flow.calls_of(proc).iter().map(|call| call.callee));
        }
    }
    let all = flow.program.proc_ids();
    all.filter(|proc| seen[proc.index()]).collect()
}

/// The location of a statement in a procedure.
pub(crate) fn location(flow: &Flow<'_>, proc: ProcId, stmt: StmtId) -> LocId {
    let mut locs = flow.proc(proc).locs.clone().map(LocId);
    let found = locs.find(|&loc| flow.place(loc) == ControlPoint::Before(stmt));
    found.expect("a statement has a location in its procedure")
}
