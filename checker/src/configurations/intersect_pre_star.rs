//! Does a set meet pre\* of another: the product of a [`PAutomaton`] with the automaton that [`PreStar`] makes.
//!
//! As in [`super::intersect_post_star`], with the roles changed. The set of a node is over entry values (what the column of pre\*
//! carries) and next values of the globals that the pattern's lower frames speak of.

use super::product::{FrameBelow, Node, Product};
use super::{FramePosition, PAutomaton};
use crate::bdd::{Bdd, BddResult, Slot, SlotCopy};
use crate::engine::PreStar;
use crate::spds::Spds;

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
    let mut intersection = PreStarIntersection {
        spds,
        pre,
        current: all(SlotCopy::Current)?,
        entry: all(SlotCopy::Entry)?,
        product: Product::new(spds, from, SlotCopy::Next),
    };
    intersection.start(from)?;
    intersection.run()?;
    Ok(intersection.product.met())
}

struct PreStarIntersection<'s, 'a, 'p> {
    spds: &'s Spds<'a, 'p>,
    pre: PreStar<'s, 'a, 'p>,
    current: Bdd,
    entry: Bdd,
    product: Product<'s, 'a, 'p>,
}

impl PreStarIntersection<'_, '_, '_> {
    fn start(&mut self, from: &PAutomaton) -> BddResult<()> {
        let bdds = &self.spds.bdds;
        let slots = from.remembered().iter().copied();
        let same = bdds.equal(slots, SlotCopy::Current, SlotCopy::Next)?;
        for (pos, loc, states) in from.heads(self.spds)? {
            let proc = self.spds.flow.proc_of(loc);
            let here = bdds.and(&states, &same)?;
            for column in 0..self.pre.columns() {
                let there = self.pre.transitions(loc, column);
                let set = bdds.and_exists(&there, &here, &self.current)?;
                let node = Node { column, proc, pos };
                self.product.add(node, &set, self.pre.target())?;
            }
        }
        Ok(())
    }

    fn run(&mut self) -> BddResult<()> {
        while let Some((node, set)) = self.product.next() {
            for frame in self.product.below(node) {
                match FramePosition::of_column(node.column) {
                    None => self.popped(&frame, &set)?,
                    Some(pos) => self.read(pos, &frame, &set)?,
                }
            }
        }
        Ok(())
    }

    /// The frame above is left, and the one below goes on.
    fn popped(&mut self, frame: &FrameBelow<'_>, set: &Bdd) -> BddResult<()> {
        let bdds = &self.spds.bdds;
        let call = &self.spds.calls[frame.call];
        let (same, results) = self.pre.returned(call.callee);
        let back = bdds.and_exists(set, same, &self.entry)?;
        // Quantifying variables of a cube takes them out of the cube.
        let unwanted = bdds.exists(results, call.back.to())?;
        let back = bdds.and(&bdds.exists(&back, &unwanted)?, &call.after)?;
        let here = bdds.and(&back, frame.states)?;
        let (proc, pos) = (call.caller, frame.pos);
        for column in 0..self.pre.columns() {
            let there = self.pre.transitions(call.to, column);
            let next = bdds.and_exists(&here, &there, &self.current)?;
            let node = Node { column, proc, pos };
            self.product.add(node, &next, self.pre.target())?;
        }
        Ok(())
    }

    /// The target lies above the frame, which both automata read.
    fn read(&mut self, above: FramePosition, frame: &FrameBelow<'_>, set: &Bdd) -> BddResult<()> {
        let saturated = self.pre.target();
        let (product, hide) = (&self.product, &self.current);
        let nexts = product.read_old_frame(saturated, above, frame, set, hide)?;
        let (proc, pos) = (self.spds.calls[frame.call].caller, frame.pos);
        for (column, next) in nexts {
            let node = Node { column, proc, pos };
            self.product.add(node, &next, saturated)?;
        }
        Ok(())
    }
}
