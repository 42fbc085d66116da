//! A run to a goal with the fewest switches (or rounds) and, of those, the fewest steps.
//!
//! States are searched in layers: those of a layer are reached with as many steps, in whichever context, and not with fewer
//! in the same one. A switch is no step, so that a layer is closed under switches. The bound is the smallest within which
//! the goal is reached. Then the run is made backwards: for a state with all its values, one before it is found by halving
//! the set of candidates as long as there is a variable left whose value matters.
//!
//! The search needs the values of all variables. It has a system of its own, in which nothing is forgotten.

use std::collections::BTreeMap;

use super::interleaving::{Interleaving, Move, Place, Reached};
use super::outcome::Bound;
use super::parking::{NOWHERE, Variable, ended_number};
use super::schedule::{Context, Schedule};
use crate::bdd::{Bdd, BddResult, SlotCopy};
use crate::flow::{ControlPoint, LocId};

/// A state of a run: one valuation of all that is in scope.
#[derive(Clone)]
pub(crate) struct Moment {
    pub(crate) context: Context,
    pub(crate) place: Place,
    pub(crate) state: Bdd,
}

/// The states that are reached with the same number of steps.
type Layer = BTreeMap<Context, Reached>;

pub(crate) struct ShortestRun<'x, 'a, 'p> {
    system: &'x Interleaving<'a, 'p>,
    schedule: Schedule,
    layers: Vec<Layer>,
    /// What was reached in each context, in whichever layer.
    reached: BTreeMap<Context, Reached>,
}

impl<'x, 'a, 'p> ShortestRun<'x, 'a, 'p> {
    /// A run to one of the goals, which is reached within the bound.
    pub(crate) fn find(
        system: &'x Interleaving<'a, 'p>,
        bound: Bound,
        goals: &[LocId],
    ) -> BddResult<Option<Vec<Moment>>> {
        let schedule = Schedule {
            threads: system.threads(),
            bound,
        };
        let mut run = ShortestRun {
            system,
            schedule,
            layers: Vec::new(),
            reached: BTreeMap::new(),
        };
        let mut pending = run.beginning()?;
        while !pending.is_empty() {
            run.close(pending)?;
            let layer = run.layers.last().expect("a layer was just closed");
            let goal = layer
                .iter()
                .flat_map(|(context, places)| places.iter().map(move |p| (context, p)));
            let mut goal = goal.filter(|(_, ((loc, _), _))| goals.contains(loc));
            if let Some((&context, (&place, states))) = goal.next() {
                let state = run.one(context, place, states)?;
                return run
                    .backwards(Moment {
                        context,
                        place,
                        state,
                    })
                    .map(Some);
            }
            pending = run.step()?;
        }
        Ok(None)
    }

    /// The states in which threads begin, or what runs before them.
    fn beginning(&self) -> BddResult<Layer> {
        let initial = self.system.initial()?;
        let mut layer = Layer::new();
        for (context, moves) in self.beginnings(&initial)? {
            layer.insert(context, moves.into_iter().collect());
        }
        Ok(layer)
    }

    fn beginnings(&self, initial: &Bdd) -> BddResult<Vec<(Context, Vec<Move>)>> {
        if self.system.instances.init.is_some() {
            return Ok(vec![(Context::Before, self.system.begin_init(initial)?)]);
        }
        let first = self.schedule.first().into_iter();
        first
            .map(|context| Ok((context, self.resume(context, initial)?)))
            .collect()
    }

    /// Makes a layer of new states, with all that switches lead to.
    fn close(&mut self, mut pending: Layer) -> BddResult<()> {
        let bdds = self.system.bdds();
        let mut layer = Layer::new();
        while let Some((context, places)) = pending.pop_first() {
            let mut new = Reached::new();
            let known = self.reached.entry(context).or_default();
            for (place, states) in places {
                let known = known.entry(place).or_insert_with(|| bdds.zero());
                let added = bdds.minus(&states, known)?;
                if !bdds.is_zero(&added) {
                    *known = bdds.or(known, &added)?;
                    new.insert(place, added);
                }
            }
            let mut left = bdds.zero();
            for (&place, states) in &new {
                left = bdds.or(&left, &self.leave(context, place, states)?)?;
            }
            for next in self.schedule.after(context) {
                if bdds.is_zero(&left) {
                    break;
                }
                for (place, states) in self.resume(next, &left)? {
                    self.join(pending.entry(next).or_default(), place, &states)?;
                }
            }
            if !new.is_empty() {
                layer.insert(context, new);
            }
        }
        self.layers.push(layer);
        Ok(())
    }

    fn join(&self, places: &mut Reached, place: Place, states: &Bdd) -> BddResult<()> {
        let bdds = self.system.bdds();
        let set = places.entry(place).or_insert_with(|| bdds.zero());
        *set = bdds.or(set, states)?;
        Ok(())
    }

    /// What one step of the last layer leads to.
    fn step(&self) -> BddResult<Layer> {
        let mut next = Layer::new();
        for (&context, places) in self.layers.last().into_iter().flatten() {
            for (&place, states) in places {
                for (to, states) in self.moves(context, place, states)? {
                    self.join(next.entry(context).or_default(), to, &states)?;
                }
            }
        }
        Ok(next)
    }

    /// The number of the thread that runs, as the system counts.
    fn thread(&self, context: Context) -> usize {
        match context {
            Context::Before => self.system.threads(),
            Context::Of(_, thread) => thread,
        }
    }

    fn moves(&self, context: Context, place: Place, states: &Bdd) -> BddResult<Vec<Move>> {
        self.system.moves(self.thread(context), place, states)
    }

    fn leave(&self, context: Context, place: Place, states: &Bdd) -> BddResult {
        match context {
            Context::Before => self.system.after_init(place, states),
            Context::Of(_, thread) => self.system.park(thread, place, states),
        }
    }

    fn resume(&self, context: Context, states: &Bdd) -> BddResult<Vec<Move>> {
        let in_order = matches!(self.schedule.bound, Bound::Switches(_));
        self.system.resume(self.thread(context), states, in_order)
    }

    /// The run that ends with a moment of the last layer.
    fn backwards(&self, last: Moment) -> BddResult<Vec<Moment>> {
        let mut run = vec![last];
        let mut layer = self.layers.len() - 1;
        loop {
            let now = run.last().expect("a run has a last moment");
            if layer > 0
                && let Some(before) = self.step_before(now, &self.layers[layer - 1])?
            {
                layer -= 1;
                run.push(before);
            } else if let Some(before) = self.switch_before(now, &self.layers[layer])? {
                run.push(before);
            } else {
                run.reverse();
                return Ok(run);
            }
        }
    }

    /// A moment of a layer one step before another.
    fn step_before(&self, now: &Moment, layer: &Layer) -> BddResult<Option<Moment>> {
        let bdds = self.system.bdds();
        for (&place, states) in layer.get(&now.context).into_iter().flatten() {
            // Steps along edges have an inverse; it leaves few candidates, and all of them will do.
            let mut candidates = Vec::new();
            for (edge, to) in self.system.spds.steps(place.0) {
                if (to, place.1) == now.place {
                    let before = self.system.spds.relation(edge).preimage(bdds, &now.state)?;
                    candidates.push(bdds.and(states, &before)?);
                }
            }
            candidates.push(states.clone());
            for candidates in candidates {
                let leads = |states: &Bdd| self.leads(self.moves(now.context, place, states)?, now);
                if leads(&candidates)? {
                    let state = self.narrowed(now.context, place, candidates, &leads)?;
                    return Ok(Some(Moment {
                        context: now.context,
                        place,
                        state,
                    }));
                }
            }
        }
        Ok(None)
    }

    /// A moment of a layer that a switch leads from.
    fn switch_before(&self, now: &Moment, layer: &Layer) -> BddResult<Option<Moment>> {
        for (&context, places) in layer.range(..now.context) {
            if !self.schedule.after(context).contains(&now.context) {
                continue;
            }
            for (&place, states) in places {
                let leads = |states: &Bdd| {
                    let left = self.leave(context, place, states)?;
                    self.leads(self.resume(now.context, &left)?, now)
                };
                if leads(states)? {
                    let state = self.narrowed(context, place, states.clone(), &leads)?;
                    return Ok(Some(Moment {
                        context,
                        place,
                        state,
                    }));
                }
            }
        }
        Ok(None)
    }

    fn leads(&self, moves: Vec<Move>, now: &Moment) -> BddResult<bool> {
        let bdds = self.system.bdds();
        for (_, states) in moves.into_iter().filter(|(place, _)| *place == now.place) {
            if !bdds.is_zero(&bdds.and(&states, &now.state)?) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// One of the candidates from which there is the way.
    fn narrowed(
        &self,
        context: Context,
        place: Place,
        mut candidates: Bdd,
        leads: &dyn Fn(&Bdd) -> BddResult<bool>,
    ) -> BddResult {
        let bdds = self.system.bdds();
        // Often any will do.
        let any = self.one(context, place, &candidates)?;
        if leads(&any)? {
            return Ok(any);
        }
        for number in 0..self.system.numbers() {
            candidates = self.halved(candidates, bdds.extra(number), leads)?;
        }
        let pcs = self.one(context, place, &candidates)?;
        for (slot, copy) in self.in_scope(context, place, &pcs)? {
            candidates = self.halved(candidates, bdds.var(slot, copy), leads)?;
        }
        self.one(context, place, &candidates)
    }

    /// The candidates with one value of a variable.
    fn halved(
        &self,
        candidates: Bdd,
        var: &Bdd,
        leads: &dyn Fn(&Bdd) -> BddResult<bool>,
    ) -> BddResult {
        let bdds = self.system.bdds();
        let without = bdds.minus(&candidates, var)?;
        if without == candidates {
            return Ok(candidates);
        }
        match !bdds.is_zero(&without) && leads(&without)? {
            true => Ok(without),
            false => bdds.and(&candidates, var),
        }
    }

    /// One of some states, with the values of all that is in scope.
    fn one(&self, context: Context, place: Place, states: &Bdd) -> BddResult {
        let bdds = self.system.bdds();
        let running = &self.system.parking[self.thread(context)].pc_cube[place.1];
        let numbers = self.system.numbers();
        let pcs = bdds.exists(&bdds.pick(states, [], numbers)?, running)?;
        let there = bdds.and(states, &pcs)?;
        let scope = self.in_scope(context, place, &pcs)?;
        bdds.exists(&bdds.pick(&there, scope, numbers)?, running)
    }

    /// The variables below the numbers that a state speaks of, given its numbers.
    fn in_scope(&self, context: Context, place: Place, pcs: &Bdd) -> BddResult<Vec<Variable>> {
        let flow = self.system.flow();
        let current = |slot| (slot, SlotCopy::Current);
        let mut found: Vec<Variable> = flow.global_slots().map(current).collect();
        let proc = flow.proc_of(place.0);
        found.extend(flow.proc(proc).slots.iter().copied().map(current));
        if flow.place(place.0) == ControlPoint::Exit {
            found.extend(flow.return_slots(proc).map(current));
        }
        for (number, thread) in self.system.parking.iter().enumerate() {
            for depth in 0..thread.pc.len() {
                if number == self.thread(context) && depth >= place.1 {
                    break;
                }
                let at = self.number(pcs, number, depth)?;
                if at == NOWHERE || at == ended_number(flow) {
                    continue;
                }
                let loc = LocId(at - 1);
                let proc = flow.proc_of(loc);
                let width = flow.proc(proc).slots.len();
                found.extend(&thread.locals[depth].variables[..width]);
                if flow.place(loc) == ControlPoint::Exit {
                    let returns = flow.program.proc(proc).returns as usize;
                    found.extend(&thread.returned.variables[..returns]);
                }
            }
        }
        Ok(found)
    }

    /// Where a frame goes on in a state.
    fn number(&self, state: &Bdd, thread: usize, depth: usize) -> BddResult<u32> {
        let bdds = self.system.bdds();
        let mut number = 0;
        for (bit, var) in self.system.parking[thread].pc[depth].clone().enumerate() {
            let set = bdds.and(state, bdds.extra(var))?;
            number |= u32::from(!bdds.is_zero(&set)) << bit;
        }
        Ok(number)
    }
}
