//! What the intersections with post\* and with pre\* share: a product of two automata that read the same stack.
//!
//! One is a saturated automaton, the other a [`PAutomaton`] as it was given. A node says which column of the saturated
//! automaton was reached, of which procedure the frame was that was read last, and the position of the other one; with
//! it goes the set of values under which both read so far.

use rustc_hash::FxHashMap;

use super::{FramePosition, PAutomaton};
use crate::bdd::{Bdd, BddResult, SlotCopy};
use crate::bp::ProcId;
use crate::engine::callers;
use crate::spds::Spds;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub(super) column: usize,
    pub(super) proc: ProcId,
    pub(super) pos: FramePosition,
}

/// A way to read the frame below a node.
pub(super) struct FrameBelow<'s> {
    /// The call that the frame waits for, by its index.
    pub(super) call: usize,
    /// The position that reads it.
    pub(super) pos: FramePosition,
    pub(super) states: &'s Bdd,
}

/// The nodes found so far, those still to be looked at, and whether both automata have read a stack to its end.
pub(super) struct Product<'s, 'a, 'p> {
    spds: &'s Spds<'a, 'p>,
    other: &'s PAutomaton,
    /// The copy in which the sets of nodes have the globals that lower frames of `other` speak of.
    globals: SlotCopy,
    callers: Vec<Vec<u32>>,
    nodes: FxHashMap<Node, Bdd>,
    work: Vec<(Node, Bdd)>,
    met: bool,
}

impl<'s, 'a, 'p> Product<'s, 'a, 'p> {
    pub(super) fn new(spds: &'s Spds<'a, 'p>, other: &'s PAutomaton, globals: SlotCopy) -> Self {
        Product {
            spds,
            other,
            globals,
            callers: callers(spds),
            nodes: FxHashMap::default(),
            work: Vec::new(),
            met: false,
        }
    }

    /// Adds values to a node. `saturated` is the automaton whose positions the columns are.
    pub(super) fn add(&mut self, node: Node, set: &Bdd, saturated: &PAutomaton) -> BddResult<()> {
        let bdds = &self.spds.bdds;
        let known = self.nodes.entry(node).or_insert_with(|| bdds.zero());
        let new = bdds.minus(set, known)?;
        if bdds.is_zero(&new) {
            return Ok(());
        }
        *known = bdds.or(known, &new)?;
        let column = FramePosition::of_column(node.column);
        let ends = column.is_some_and(|pos| saturated.is_last(pos));
        self.met |= ends && self.other.is_last(node.pos);
        self.work.push((node, new));
        Ok(())
    }

    /// What is to be looked at next; nothing once a stack has been read by both.
    pub(super) fn next(&mut self) -> Option<(Node, Bdd)> {
        if self.met { None } else { self.work.pop() }
    }

    /// The ways to read the frame below a node.
    pub(super) fn below(&self, node: Node) -> Vec<FrameBelow<'s>> {
        let mut found = Vec::new();
        for &call in &self.callers[node.proc.index()] {
            let (call, to) = (call as usize, self.spds.calls[call as usize].to);
            let below = self.other.below(node.pos, to, self.globals);
            found.extend(below.map(|(pos, states)| FrameBelow { call, pos, states }));
        }
        found
    }

    /// The ways in which the saturated automaton reads, after `pos`, the frame that a call leaves below: its column, and
    /// what remains of `set` when the values of `hide` are forgotten.
    pub(super) fn read_old_frame(
        &self,
        saturated: &PAutomaton,
        pos: FramePosition,
        frame: &FrameBelow<'_>,
        set: &Bdd,
        hide: &Bdd,
    ) -> BddResult<Vec<(usize, Bdd)>> {
        let bdds = &self.spds.bdds;
        let here = bdds.and(set, frame.states)?;
        let to = self.spds.calls[frame.call].to;
        let below = saturated.below(pos, to, SlotCopy::Entry);
        below
            .map(|(next, states)| Ok((next.column(), bdds.and_exists(&here, states, hide)?)))
            .collect()
    }

    pub(super) fn met(&self) -> bool {
        self.met
    }
}
