//! Does a set meet pre\* of another: the product of a [`PAutomaton`] with the automaton that [`PreStar`] makes.
//!
//! As in [`super::intersect_post_star`], with the roles changed. The set of a node is over entry values (what the column of pre\*
//! carries) and next values of the globals that the pattern's lower frames speak of.

use super::product::{Node, Product};
use super::{FramePosition, PAutomaton};
use crate::bdd::{Bdd, BddResult, Slot, SlotCopy};
use crate::bp::ProcId;
use crate::engine::{PreStar, callers};
use crate::spds::{CallRule, Spds};

/// Whether a configuration of `reach` is reachable from one of `from`.
pub(super) fn reachable(
    spds: &Spds<'_, '_>,
    from: &PAutomaton,
    reach: PAutomaton,
) -> BddResult<bool> {
    let mut pre = PreStar::new(spds, &[])?;
    pre.aim(reach)?;
    pre.run(false)?;
    let bdds = &spds.bdds;
    let all = |copy| bdds.cube((0..bdds.slots() as u32).map(|s| (Slot(s), copy)));
    let mut meeting = PreStarIntersection {
        spds,
        pre,
        from,
        current: all(SlotCopy::Current)?,
        entry: all(SlotCopy::Entry)?,
        callers: callers(spds),
        product: Product::new(bdds),
    };
    meeting.start()?;
    meeting.run()?;
    Ok(meeting.product.met())
}

struct PreStarIntersection<'s, 'a, 'p> {
    spds: &'s Spds<'a, 'p>,
    pre: PreStar<'s, 'a, 'p>,
    from: &'s PAutomaton,
    current: Bdd,
    entry: Bdd,
    callers: Vec<Vec<u32>>,
    product: Product<'s>,
}

impl PreStarIntersection<'_, '_, '_> {
    fn start(&mut self) -> BddResult<()> {
        let bdds = &self.spds.bdds;
        let slots = self.from.remembered().iter().copied();
        let same = bdds.equal(slots, SlotCopy::Current, SlotCopy::Next)?;
        for (from, loc, states) in self.from.heads(self.spds)? {
            let proc = self.spds.flow.proc_of(loc);
            let here = bdds.and(&states, &same)?;
            for column in 0..self.pre.columns() {
                let there = self.pre.transitions(loc, column);
                let set = bdds.and_exists(&there, &here, &self.current)?;
                self.add(column, proc, from, &set)?;
            }
        }
        Ok(())
    }

    fn add(&mut self, column: usize, proc: ProcId, pos: FramePosition, set: &Bdd) -> BddResult<()> {
        let node = Node { column, proc, pos };
        self.product.add(node, set, self.pre.target(), self.from)
    }

    fn run(&mut self) -> BddResult<()> {
        while let Some((node, set)) = self.product.next() {
            for c in 0..self.callers[node.proc.index()].len() {
                let call = &self.spds.calls[self.callers[node.proc.index()][c] as usize];
                let below = self.from.below(node.pos, call.to, SlotCopy::Next);
                for (from, states) in below.collect::<Vec<_>>() {
                    match FramePosition::of_column(node.column) {
                        None => self.popped(call, from, states, &set)?,
                        Some(pos) => self.read(pos, call, from, states, &set)?,
                    }
                }
            }
        }
        Ok(())
    }

    /// The frame above is left, and the one below goes on.
    fn popped(
        &mut self,
        call: &CallRule,
        from: FramePosition,
        states: &Bdd,
        set: &Bdd,
    ) -> BddResult<()> {
        let bdds = &self.spds.bdds;
        let (same, results) = self.pre.returned(call.callee);
        let back = bdds.and_exists(set, same, &self.entry)?;
        // Quantifying variables of a cube takes them out of the cube.
        let unwanted = bdds.exists(results, call.back.to())?;
        let back = bdds.and(&bdds.exists(&back, &unwanted)?, &call.after)?;
        let here = bdds.and(&back, states)?;
        let proc = call.caller;
        for column in 0..self.pre.columns() {
            let there = self.pre.transitions(call.to, column);
            let next = bdds.and_exists(&here, &there, &self.current)?;
            self.add(column, proc, from, &next)?;
        }
        Ok(())
    }

    /// The target lies above the frame, which both patterns read.
    fn read(
        &mut self,
        pos: FramePosition,
        call: &CallRule,
        from: FramePosition,
        states: &Bdd,
        set: &Bdd,
    ) -> BddResult<()> {
        let (bdds, proc) = (&self.spds.bdds, call.caller);
        let here = bdds.and(set, states)?;
        let below = self.pre.target().below(pos, call.to, SlotCopy::Entry);
        let mut nexts = Vec::new();
        for (next, frame) in below {
            nexts.push((next.column(), bdds.and_exists(&here, frame, &self.current)?));
        }
        for (column, next) in nexts {
            self.add(column, proc, from, &next)?;
        }
        Ok(())
    }
}
