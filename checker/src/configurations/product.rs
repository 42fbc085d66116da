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
    pub(super) spds: &'s Spds<'a, 'p>,
    /// The automaton whose positions the columns are.
    saturated: PAutomaton,
    other: &'s PAutomaton,
    /// The copy in which the sets of nodes have the globals that lower frames of `other` speak of.
    globals: SlotCopy,
    callers: Vec<Vec<u32>>,
    nodes: FxHashMap<Node, Bdd>,
    work: Vec<(Node, Bdd)>,
    met: bool,
}

impl<'s, 'a, 'p> Product<'s, 'a, 'p> {
    pub(super) fn new(
        spds: &'s Spds<'a, 'p>,
        saturated: &PAutomaton,
        other: &'s PAutomaton,
        globals: SlotCopy,
    ) -> Self {
        Product {
            spds,
            saturated: saturated.clone(),
            other,
            globals,
            callers: callers(spds),
            nodes: FxHashMap::default(),
            work: Vec::new(),
            met: false,
        }
    }

    /// Adds values to a node.
    pub(super) fn add(&mut self, node: Node, set: &Bdd) -> BddResult<()> {
        let bdds = &self.spds.bdds;
        let known = self.nodes.entry(node).or_insert_with(|| bdds.zero());
        let new = bdds.minus(set, known)?;
        if bdds.is_zero(&new) {
            return Ok(());
        }
        *known = bdds.or(known, &new)?;
        let column = FramePosition::of_column(node.column);
        let ends = column.is_some_and(|pos| self.saturated.is_last(pos));
        self.met |= ends && self.other.is_last(node.pos);
        self.work.push((node, new));
        Ok(())
    }

    /// Whether both automata can read some stack to its end, from the nodes added so far. `after_engine` reads the frame
    /// below one that the engine itself has put on the stack (column 0); values of `forget` are not carried from frame
    /// to frame.
    pub(super) fn meets(
        mut self,
        forget: &Bdd,
        mut after_engine: impl FnMut(&mut Self, &FrameBelow<'s>, &Bdd) -> BddResult<()>,
    ) -> BddResult<bool> {
        while !self.met
            && let Some((node, set)) = self.work.pop()
        {
            for frame in self.below(node) {
                match FramePosition::of_column(node.column) {
                    None => after_engine(&mut self, &frame, &set)?,
                    Some(pos) => self.read_old_frame(pos, &frame, &set, forget)?,
                }
            }
        }
        Ok(self.met)
    }

    /// The ways to read the frame below a node.
    fn below(&self, node: Node) -> Vec<FrameBelow<'s>> {
        let mut found = Vec::new();
        for &call in &self.callers[node.proc.index()] {
            let (call, to) = (call as usize, self.spds.calls[call as usize].to);
            let below = self.other.below(node.pos, to, self.globals);
            found.extend(below.map(|(pos, states)| FrameBelow { call, pos, states }));
        }
        found
    }

    /// Reads a frame that was there from the beginning, below one that the saturated automaton has read at `above`.
    fn read_old_frame(
        &mut self,
        above: FramePosition,
        frame: &FrameBelow<'_>,
        set: &Bdd,
        forget: &Bdd,
    ) -> BddResult<()> {
        let bdds = &self.spds.bdds;
        let call = &self.spds.calls[frame.call];
        let here = bdds.and(set, frame.states)?;
        let mut found = Vec::new();
        for (next, states) in self.saturated.below(above, call.to, SlotCopy::Entry) {
            found.push((next.column(), bdds.and_exists(&here, states, forget)?));
        }
        let (proc, pos) = (call.caller, frame.pos);
        for (column, set) in found {
            self.add(Node { column, proc, pos }, &set)?;
        }
        Ok(())
    }
}
