//! The part of a stack that was there from the beginning and is never touched: both automata read the same frames.
//!
//! A frame of the initial set may speak of the initial globals, one of the target of the final ones. ReadByBoth stand in extra
//! BDD variables, first the initial ones, in the order in which the automata remember them.

use rustc_hash::FxHashMap;
use std::collections::VecDeque;

use super::{FramePosition, PAutomaton};
use crate::bdd::{Bdd, BddResult, Slot, SlotCopy};
use crate::bp::ProcId;
use crate::engine::callers;
use crate::flow::LocId;
use crate::spds::Spds;

/// A frame of a procedure that both automata have read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ReadByBoth {
    pub(super) proc: ProcId,
    pub(super) initial: FramePosition,
    pub(super) target: FramePosition,
}

/// A frame below, read by both.
struct NextFrame {
    both: ReadByBoth,
    loc: LocId,
    /// Locals and carried globals.
    frame: Bdd,
}

pub(super) struct StackBottom<'g, 'a, 'p> {
    spds: &'g Spds<'a, 'p>,
    from: &'g PAutomaton,
    reach: &'g PAutomaton,
    initially: Vec<Bdd>,
    finally: Vec<Bdd>,
    callers: Vec<Vec<u32>>,
    locals: Bdd,
    known: FxHashMap<ReadByBoth, Bdd>,
}

impl<'g, 'a, 'p> StackBottom<'g, 'a, 'p> {
    pub(super) fn new(
        spds: &'g Spds<'a, 'p>,
        from: &'g PAutomaton,
        reach: &'g PAutomaton,
    ) -> BddResult<Self> {
        let first_local = (spds.flow.global_count + spds.flow.return_count) as u32;
        let locals = (first_local..spds.flow.slot_count as u32).map(Slot);
        Ok(StackBottom {
            spds,
            from,
            reach,
            initially: from.carried(spds, 0)?,
            finally: reach.carried(spds, from.remembered().len() as u32)?,
            callers: callers(spds),
            locals: spds.bdds.cube(locals.map(|s| (s, SlotCopy::Current)))?,
            known: FxHashMap::default(),
        })
    }

    /// What a frame of the initial set's automaton says, of initial globals.
    pub(super) fn initially(&self, pos: FramePosition) -> &Bdd {
        &self.initially[pos.index()]
    }

    /// What a frame of the target's automaton says, of final globals.
    pub(super) fn finally(&self, pos: FramePosition) -> &Bdd {
        &self.finally[pos.index()]
    }

    /// The current globals are the initial ones.
    pub(super) fn initial_globals(&self) -> BddResult {
        self.from.same_carried(self.spds, 0)
    }

    /// The current globals are the final ones.
    pub(super) fn final_globals(&self) -> BddResult {
        let first = self.from.remembered().len() as u32;
        self.reach.same_carried(self.spds, first)
    }

    /// The calls of a procedure.
    pub(super) fn callers(&self, proc: ProcId) -> &[u32] {
        &self.callers[proc.index()]
    }

    /// For which carried globals there are frames below that both can read to the end.
    pub(super) fn readable(&mut self, both: ReadByBoth) -> BddResult {
        if let Some(known) = self.known.get(&both) {
            return Ok(known.clone());
        }
        let bdds = &self.spds.bdds;
        let mut found = vec![both];
        let mut edges = Vec::new();
        self.known.insert(both, self.ends(both));
        let mut looked_at = 0;
        while let Some(&above) = found.get(looked_at) {
            looked_at += 1;
            for next in self.below(above)? {
                if !self.known.contains_key(&next.both) {
                    self.known.insert(next.both, self.ends(next.both));
                    found.push(next.both);
                }
                edges.push((above, next.both, bdds.exists(&next.frame, &self.locals)?));
            }
        }
        let mut grows = true;
        while grows {
            grows = false;
            for (above, below, frame) in edges.iter().rev() {
                let more = bdds.and(frame, &self.known[below])?;
                let all = bdds.or(&self.known[above], &more)?;
                grows |= all != self.known[above];
                self.known.insert(*above, all);
            }
        }
        Ok(self.known[&both].clone())
    }

    /// Frames below that both can read to the end, where that is possible with these carried globals; the upper first.
    pub(super) fn frames(&self, both: ReadByBoth, globals: &Bdd) -> BddResult<Vec<(LocId, Bdd)>> {
        let bdds = &self.spds.bdds;
        let mut came: FxHashMap<ReadByBoth, Option<(ReadByBoth, LocId, Bdd)>> =
            FxHashMap::default();
        let count = (self.from.remembered().len() + self.reach.remembered().len()) as u32;
        let slots = (0..self.spds.flow.slot_count as u32).map(Slot);
        let current = bdds.cube(slots.map(|s| (s, SlotCopy::Current)))?;
        let carried = bdds.exists(globals, &current)?;
        came.insert(both, None);
        let mut queue = VecDeque::from([both]);
        while let Some(at) = queue.pop_front() {
            if !bdds.is_zero(&self.ends(at)) {
                return Ok(way(&came, at));
            }
            for next in self.below(at)? {
                let states = bdds.and(&next.frame, &carried)?;
                if came.contains_key(&next.both) || bdds.is_zero(&states) {
                    continue;
                }
                let live = self.spds.live.at(next.loc).iter();
                let one = bdds.pick(&states, live.map(|s| (s, SlotCopy::Current)), count)?;
                came.insert(next.both, Some((at, next.loc, one)));
                queue.push_back(next.both);
            }
        }
        Ok(Vec::new())
    }

    fn ends(&self, both: ReadByBoth) -> Bdd {
        let ends = self.from.is_last(both.initial) && self.reach.is_last(both.target);
        self.spds.bdds.constant(ends)
    }

    fn below(&self, both: ReadByBoth) -> BddResult<Vec<NextFrame>> {
        let mut found = Vec::new();
        for &call in self.callers(both.proc) {
            let rule = &self.spds.calls[call as usize];
            let here = |automaton: &PAutomaton, pos| {
                let next = automaton.next(pos).iter().copied();
                next.filter(|&next| automaton.contains(next, rule.to))
                    .collect::<Vec<_>>()
            };
            let targets = here(self.reach, both.target);
            for initial in here(self.from, both.initial) {
                for &target in &targets {
                    let frame = self
                        .spds
                        .bdds
                        .and(self.initially(initial), self.finally(target))?;
                    let proc = rule.caller;
                    let both = ReadByBoth {
                        proc,
                        initial,
                        target,
                    };
                    let loc = rule.to;
                    found.push(NextFrame { both, loc, frame });
                }
            }
        }
        Ok(found)
    }
}

/// The frames on the way to a pair of positions.
fn way(
    came: &FxHashMap<ReadByBoth, Option<(ReadByBoth, LocId, Bdd)>>,
    end: ReadByBoth,
) -> Vec<(LocId, Bdd)> {
    let mut frames = Vec::new();
    let mut at = end;
    while let Some((above, loc, states)) = &came[&at] {
        frames.push((*loc, states.clone()));
        at = *above;
    }
    frames.reverse();
    frames
}
