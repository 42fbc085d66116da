//! A configuration of a set, if there is one, whether it can be reached or not.
//!
//! Frames are read from the top. What is carried from one to the next are the values of the globals with which all frames so
//! far can be read: conditions on globals of lower frames are about the same values.

use rustc_hash::FxHashMap;
use std::collections::VecDeque;

use super::trace::{frame, own};
use super::{FramePosition, PAutomaton, StackFrame};
use crate::bdd::{Bdd, BddResult, Slot, SlotCopy};
use crate::bp::ProcId;
use crate::engine::callers;
use crate::flow::LocId;
use crate::spds::Spds;

/// A position, and the procedure of the frame that it has read.
type Node = (FramePosition, ProcId);

/// A frame that was read: the one above, and the globals with which all frames down to it can be read.
struct Read {
    above: Option<usize>,
    node: Node,
    loc: LocId,
    /// The frame's own states, and those of the globals.
    states: Bdd,
    globals: Bdd,
}

/// The frames of a configuration with a stack that is as small as can be, the top one first.
pub(crate) fn example(spds: &Spds<'_, '_>, set: &PAutomaton) -> BddResult<Option<Vec<StackFrame>>> {
    let bdds = &spds.bdds;
    let globals = spds.flow.global_count;
    let others = (globals as u32..spds.flow.slot_count as u32).map(Slot);
    let others = bdds.cube(others.map(|s| (s, SlotCopy::Current)))?;
    let callers = callers(spds);
    let mut read: Vec<Read> = Vec::new();
    let mut known: FxHashMap<Node, Bdd> = FxHashMap::default();
    let mut queue = VecDeque::new();
    for (pos, loc, states) in set.heads(spds)? {
        let node = (pos, spds.flow.proc_of(loc));
        let globals = bdds.exists(&states, &others)?;
        read.push(Read {
            above: None,
            node,
            loc,
            states,
            globals,
        });
        queue.push_back(read.len() - 1);
    }
    while let Some(at) = queue.pop_front() {
        let (node, globals) = (read[at].node, read[at].globals.clone());
        let seen = known.entry(node).or_insert_with(|| bdds.zero());
        let new = bdds.minus(&globals, seen)?;
        if bdds.is_zero(&new) {
            continue;
        }
        *seen = bdds.or(seen, &new)?;
        if set.is_last(node.0) {
            return stack(spds, &read, at, &new).map(Some);
        }
        for &call in &callers[node.1.index()] {
            let rule = &spds.calls[call as usize];
            for (pos, condition) in set.below(node.0, rule.to, SlotCopy::Current) {
                let states = bdds.and(condition, &new)?;
                if bdds.is_zero(&states) {
                    continue;
                }
                let globals = bdds.exists(&states, &others)?;
                read.push(Read {
                    above: Some(at),
                    node: (pos, rule.caller),
                    loc: rule.to,
                    states,
                    globals,
                });
                queue.push_back(read.len() - 1);
            }
        }
    }
    Ok(None)
}

/// The frames down to one, with globals that all of them can have.
fn stack(
    spds: &Spds<'_, '_>,
    read: &[Read],
    bottom: usize,
    globals: &Bdd,
) -> BddResult<Vec<StackFrame>> {
    let bdds = &spds.bdds;
    let slots = spds.flow.global_slots().map(|s| (s, SlotCopy::Current));
    let globals = bdds.pick(globals, slots, 0)?;
    let mut frames = Vec::new();
    let mut at = Some(bottom);
    while let Some(index) = at {
        let this = &read[index];
        let states = bdds.and(&this.states, &globals)?;
        let live = (0..spds.flow.slot_count as u32).map(Slot);
        let one = bdds.pick(&states, live.map(|s| (s, SlotCopy::Current)), 0)?;
        let scope = match this.above {
            None => spds.flow.in_scope(this.node.1),
            Some(_) => own(spds, this.node.1),
        };
        frames.push(frame(spds, this.loc, &one, &scope)?);
        at = this.above;
    }
    frames.reverse();
    Ok(frames)
}
