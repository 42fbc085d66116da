//! What the two ways to meet a set of configurations share: a product of two automata that read the same stack.
//!
//! A node says which column of the saturated automaton was reached, of which procedure the frame was that was read last,
//! and the position of the pattern; with it goes the set of values under which both read so far.

use rustc_hash::FxHashMap;

use super::{FramePosition, PAutomaton};
use crate::bdd::{Bdd, BddResult, Bdds};
use crate::bp::ProcId;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub(super) column: usize,
    pub(super) proc: ProcId,
    pub(super) pos: FramePosition,
}

/// The nodes found so far, those still to be looked at, and whether both automata have read a whole stack.
pub(super) struct Product<'s> {
    bdds: &'s Bdds,
    nodes: FxHashMap<Node, Bdd>,
    work: Vec<(Node, Bdd)>,
    met: bool,
}

impl<'s> Product<'s> {
    pub(super) fn new(bdds: &'s Bdds) -> Self {
        Product {
            bdds,
            nodes: FxHashMap::default(),
            work: Vec::new(),
            met: false,
        }
    }

    /// Adds values to a node. `saturated` is the pattern whose positions the columns are, `other` that of the nodes.
    pub(super) fn add(
        &mut self,
        node: Node,
        set: &Bdd,
        saturated: &PAutomaton,
        other: &PAutomaton,
    ) -> BddResult<()> {
        let bdds = self.bdds;
        let known = self.nodes.entry(node).or_insert_with(|| bdds.zero());
        let new = bdds.minus(set, known)?;
        if bdds.is_zero(&new) {
            return Ok(());
        }
        *known = bdds.or(known, &new)?;
        let ends = FramePosition::of_column(node.column).is_some_and(|pos| saturated.is_last(pos));
        self.met |= ends && other.is_last(node.pos);
        self.work.push((node, new));
        Ok(())
    }

    /// What is to be looked at next; nothing once a stack has been read by both.
    pub(super) fn next(&mut self) -> Option<(Node, Bdd)> {
        if self.met { None } else { self.work.pop() }
    }

    pub(super) fn met(&self) -> bool {
        self.met
    }
}
