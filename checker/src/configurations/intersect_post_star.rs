//! Does post\* of one set meet another: the product of the automaton that [`PostStar`] makes with a [`PAutomaton`].
//!
//! Both read the same stack. A node of the product says which state the automaton of post\* is in (a column, and the
//! procedure whose frame was read last) and which position the automaton; with it goes a set over entry values (what the
//! column carries) and current values of the globals that the automaton's lower frames speak of.

use super::PAutomaton;
use super::product::{FrameBelow, Node, Product};
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
    // All current values but those that lower frames speak of.
    let slots = (0..bdds.slots() as u32).map(Slot);
    let hidden = slots.filter(|s| !reach.remembered().contains(s));
    let hide = bdds.cube(hidden.map(|s| (s, SlotCopy::Current)))?;
    let mut product = Product::new(spds, post.from(), reach, SlotCopy::Current);
    for (pos, loc, states) in reach.heads(spds)? {
        let proc = spds.flow.proc_of(loc);
        for column in 0..post.columns() {
            let set = bdds.and_exists(post.head(loc, column), &states, &hide)?;
            product.add(Node { column, proc, pos }, &set)?;
        }
    }
    product.meets(&hide, |product, frame, set| {
        below_called(&post, product, frame, set, &hide)
    })
}

/// The frame above was entered by a call that post\* has seen.
fn below_called<'s>(
    post: &PostStar<'_, '_, '_>,
    product: &mut Product<'s, '_, '_>,
    frame: &FrameBelow<'s>,
    set: &Bdd,
    hide: &Bdd,
) -> BddResult<()> {
    let bdds = &product.spds.bdds;
    let call = &product.spds.calls[frame.call];
    let lift = post.lift(call.callee);
    let lifted = bdds.and(&lift.apply(bdds, set)?, frame.states)?;
    let hide = bdds.and(lift.to(), hide)?;
    let (proc, pos) = (call.caller, frame.pos);
    for column in 0..post.columns() {
        let next = bdds.and_exists(&lifted, post.below(frame.call, column), &hide)?;
        product.add(Node { column, proc, pos }, &next)?;
    }
    Ok(())
}
