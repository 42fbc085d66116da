//! Does post\* of one set meet another: the product of the automaton that [`PostStar`] makes with a [`PAutomaton`].
//!
//! Both read the same stack. A node of the product says which state the automaton of post\* is in (a column, and the
//! procedure whose frame was read last) and which position the pattern; with it goes a set over entry values (what the
//! column carries) and current values of the globals that the pattern's lower frames speak of.

use super::product::{FrameBelow, Node, Product};
use super::{FramePosition, PAutomaton};
use crate::bdd::{Bdd, BddResult, Slot, SlotCopy};
use crate::engine::PostStar;
use crate::spds::Spds;

/// Whether a configuration of `reach` is reachable from one of `from`.
pub(super) fn reachable(
    spds: &Spds<'_, '_>,
    from: PAutomaton,
    reach: &PAutomaton,
) -> BddResult<bool> {
    let mut post = PostStar::new(spds, from)?;
    post.run()?;
    let bdds = &spds.bdds;
    let slots = (0..bdds.slots() as u32).map(Slot);
    let hidden = slots.filter(|s| !reach.remembered().contains(s));
    let mut intersection = PostStarIntersection {
        spds,
        hide: bdds.cube(hidden.map(|s| (s, SlotCopy::Current)))?,
        post,
        product: Product::new(spds, reach, SlotCopy::Current),
    };
    intersection.start(reach)?;
    intersection.run()?;
    Ok(intersection.product.met())
}

struct PostStarIntersection<'s, 'a, 'p> {
    spds: &'s Spds<'a, 'p>,
    post: PostStar<'s, 'a, 'p>,
    /// All current values but those that lower frames speak of.
    hide: Bdd,
    product: Product<'s, 'a, 'p>,
}

impl PostStarIntersection<'_, '_, '_> {
    fn start(&mut self, reach: &PAutomaton) -> BddResult<()> {
        let bdds = &self.spds.bdds;
        for (pos, loc, states) in reach.heads(self.spds)? {
            let proc = self.spds.flow.proc_of(loc);
            for column in 0..self.post.columns() {
                let set = bdds.and_exists(self.post.head(loc, column), &states, &self.hide)?;
                let node = Node { column, proc, pos };
                self.product.add(node, &set, self.post.from())?;
            }
        }
        Ok(())
    }

    fn run(&mut self) -> BddResult<()> {
        while let Some((node, set)) = self.product.next() {
            for frame in self.product.below(node) {
                match FramePosition::of_column(node.column) {
                    None => self.called(&frame, &set)?,
                    Some(pos) => self.initial(pos, &frame, &set)?,
                }
            }
        }
        Ok(())
    }

    /// The frame above was entered by a call that post\* has seen.
    fn called(&mut self, frame: &FrameBelow<'_>, set: &Bdd) -> BddResult<()> {
        let bdds = &self.spds.bdds;
        let call = &self.spds.calls[frame.call];
        let lift = self.post.lift(call.callee);
        let lifted = bdds.and(&lift.apply(bdds, set)?, frame.states)?;
        let hide = bdds.and(lift.to(), &self.hide)?;
        let (proc, pos) = (call.caller, frame.pos);
        for column in 0..self.post.columns() {
            let next = bdds.and_exists(&lifted, self.post.below(frame.call, column), &hide)?;
            let node = Node { column, proc, pos };
            self.product.add(node, &next, self.post.from())?;
        }
        Ok(())
    }

    /// The frame above is as old as the stack.
    fn initial(
        &mut self,
        above: FramePosition,
        frame: &FrameBelow<'_>,
        set: &Bdd,
    ) -> BddResult<()> {
        let saturated = self.post.from();
        let (product, hide) = (&self.product, &self.hide);
        let nexts = product.read_old_frame(saturated, above, frame, set, hide)?;
        let (proc, pos) = (self.spds.calls[frame.call].caller, frame.pos);
        for (column, next) in nexts {
            let node = Node { column, proc, pos };
            self.product.add(node, &next, saturated)?;
        }
        Ok(())
    }
}
