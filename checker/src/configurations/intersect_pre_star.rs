//! Does a set meet pre\* of another: the product of a [`PAutomaton`] with the automaton that [`PreStar`] makes.
//!
//! As in [`super::intersect_post_star`], with the roles changed. The set of a node is over entry values (what the column of pre\*
//! carries) and next values of the globals that the automaton's lower frames speak of.

use super::PAutomaton;
use super::product::{FrameBelow, Node, Product};
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
    let (current, entry) = (all(SlotCopy::Current)?, all(SlotCopy::Entry)?);
    let mut product = Product::new(spds, pre.target(), from, SlotCopy::Next);
    let slots = from.remembered().iter().copied();
    let same = bdds.equal(slots, SlotCopy::Current, SlotCopy::Next)?;
    for (pos, loc, states) in from.heads(spds)? {
        let proc = spds.flow.proc_of(loc);
        let here = bdds.and(&states, &same)?;
        for column in 0..pre.columns() {
            let set = bdds.and_exists(&pre.transitions(loc, column), &here, &current)?;
            product.add(Node { column, proc, pos }, &set)?;
        }
    }
    product.meets(&current, |product, frame, set| {
        let (same, results) = pre.returned(spds.calls[frame.call].callee);
        let returned = bdds.and_exists(set, same, &entry)?;
        below_left(&pre, product, frame, &returned, results, &current)
    })
}

/// The frame above is left with the values `returned`, and the one below goes on.
fn below_left<'s>(
    pre: &PreStar<'_, '_, '_>,
    product: &mut Product<'s, '_, '_>,
    frame: &FrameBelow<'s>,
    returned: &Bdd,
    results: &Bdd,
    current: &Bdd,
) -> BddResult<()> {
    let bdds = &product.spds.bdds;
    let call = &product.spds.calls[frame.call];
    // Quantifying variables of a cube takes them out of the cube.
    let unwanted = bdds.exists(results, call.back.to())?;
    let back = bdds.and(&bdds.exists(returned, &unwanted)?, &call.after)?;
    let here = bdds.and(&back, frame.states)?;
    let (proc, pos) = (call.caller, frame.pos);
    for column in 0..pre.columns() {
        let next = bdds.and_exists(&here, &pre.transitions(call.to, column), current)?;
        product.add(Node { column, proc, pos }, &next)?;
    }
    Ok(())
}
