//! Does post\* of one set meet another: the product of the automaton that [`PostStar`] makes with a [`PAutomaton`].
//!
//! Both read the same stack. A node of the product says which state the automaton of post\* is in (a column, and the
//! procedure whose frame was read last) and which position the pattern; with it goes a set over entry values (what the
//! column carries) and current values of the globals that the pattern's lower frames speak of.

use super::product::{Node, Product};
use super::{FramePosition, PAutomaton};
use crate::bdd::{Bdd, BddResult, Slot, SlotCopy};
use crate::bp::ProcId;
use crate::engine::{PostStar, callers};
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
    let mut meeting = PostStarIntersection {
        spds,
        hide: bdds.cube(hidden.map(|s| (s, SlotCopy::Current)))?,
        callers: callers(spds),
        post,
        reach,
        product: Product::new(bdds),
    };
    meeting.start()?;
    meeting.run()?;
    Ok(meeting.product.met())
}

struct PostStarIntersection<'s, 'a, 'p> {
    spds: &'s Spds<'a, 'p>,
    post: PostStar<'s, 'a, 'p>,
    reach: &'s PAutomaton,
    /// All current values but those that lower frames speak of.
    hide: Bdd,
    callers: Vec<Vec<u32>>,
    product: Product<'s>,
}

impl PostStarIntersection<'_, '_, '_> {
    fn start(&mut self) -> BddResult<()> {
        for (reach, loc, states) in self.reach.heads(self.spds)? {
            let proc = self.spds.flow.proc_of(loc);
            for column in 0..self.post.columns() {
                let set =
                    self.spds
                        .bdds
                        .and_exists(self.post.head(loc, column), &states, &self.hide)?;
                self.add(column, proc, reach, &set)?;
            }
        }
        Ok(())
    }

    fn add(&mut self, column: usize, proc: ProcId, pos: FramePosition, set: &Bdd) -> BddResult<()> {
        let node = Node { column, proc, pos };
        self.product.add(node, set, self.post.from(), self.reach)
    }

    fn run(&mut self) -> BddResult<()> {
        while let Some((node, set)) = self.product.next() {
            for c in 0..self.callers[node.proc.index()].len() {
                let call = self.callers[node.proc.index()][c] as usize;
                let to = self.spds.calls[call].to;
                let below = self.reach.below(node.pos, to, SlotCopy::Current);
                for (reach, states) in below.collect::<Vec<_>>() {
                    match FramePosition::of_column(node.column) {
                        None => self.called(node.proc, call, reach, states, &set)?,
                        Some(pos) => self.initial(pos, call, reach, states, &set)?,
                    }
                }
            }
        }
        Ok(())
    }

    /// The frame above was entered by a call that post\* has seen.
    fn called(
        &mut self,
        callee: ProcId,
        call: usize,
        reach: FramePosition,
        states: &Bdd,
        set: &Bdd,
    ) -> BddResult<()> {
        let bdds = &self.spds.bdds;
        let proc = self.spds.calls[call].caller;
        let lift = self.post.lift(callee);
        let lifted = bdds.and(&lift.apply(bdds, set)?, states)?;
        let hide = bdds.and(lift.to(), &self.hide)?;
        for column in 0..self.post.columns() {
            let next = bdds.and_exists(&lifted, self.post.below(call, column), &hide)?;
            self.add(column, proc, reach, &next)?;
        }
        Ok(())
    }

    /// The frame above is as old as the stack.
    fn initial(
        &mut self,
        pos: FramePosition,
        call: usize,
        reach: FramePosition,
        states: &Bdd,
        set: &Bdd,
    ) -> BddResult<()> {
        let bdds = &self.spds.bdds;
        let (proc, to) = (self.spds.calls[call].caller, self.spds.calls[call].to);
        let here = bdds.and(set, states)?;
        let below = self.post.from().below(pos, to, SlotCopy::Entry);
        let mut nexts = Vec::new();
        for (next, frame) in below {
            nexts.push((next.column(), bdds.and_exists(&here, frame, &self.hide)?));
        }
        for (column, next) in nexts {
            self.add(column, proc, reach, &next)?;
        }
        Ok(())
    }
}
