//! An automaton rebuilt edge by edge.
//!
//! Invariant: locations keep their ids; new ones come after them. Where a location had one edge in place of which
//! there are several now, they leave it by `assume`s.

use ir::{Cfg, Edge, EdgeId, LocId, Location};
use source::entity::EntityId;

pub(super) struct Rebuilder<'o> {
    old: &'o Cfg,
    new: Cfg,
    /// Where what left the entry leaves from now.
    start: LocId,
    /// The old edge of each new one; none for those that are taken first.
    old_edges: Vec<Option<EdgeId>>,
}

/// What takes the place of one edge, from its source to its target.
pub(super) struct Way<'r, 'o> {
    rebuilder: &'r mut Rebuilder<'o>,
    old: EdgeId,
    at: LocId,
    to: LocId,
}

impl<'o> Rebuilder<'o> {
    /// `start`: edges to be taken first.
    pub(super) fn new(old: &'o Cfg, start: Vec<Edge>) -> Self {
        let mut new = old.without_edges();
        let mut at = new.entry;
        let old_edges = vec![None; start.len()];
        for edge in start {
            let next = new.add_loc(Location::default());
            new.add_edge(at, next, edge);
            at = next;
        }
        Rebuilder {
            old,
            new,
            start: at,
            old_edges,
        }
    }

    pub(super) fn replace(&mut self, edge: EdgeId) -> Way<'_, 'o> {
        let from = self.old.source(edge);
        let at = if from == self.old.entry {
            self.start
        } else {
            from
        };
        let to = self.old.target(edge);
        Way {
            rebuilder: self,
            old: edge,
            at,
            to,
        }
    }

    /// The new automaton, and the old edge of each of its edges.
    pub(super) fn finish(self) -> (Cfg, Vec<Option<EdgeId>>) {
        debug_assert!(self.new.entry.index() < self.new.num_locs());
        debug_assert_eq!(self.new.num_edges(), self.old_edges.len());
        (self.new, self.old_edges)
    }

    fn add(&mut self, from: LocId, to: LocId, edge: Edge, old: EdgeId) {
        self.new.add_edge(from, to, edge);
        self.old_edges.push(Some(old));
    }
}

impl Way<'_, '_> {
    /// Another edge on the way.
    pub(super) fn then(&mut self, edge: Edge) {
        let next = self.rebuilder.new.add_loc(Location::default());
        self.rebuilder.add(self.at, next, edge, self.old);
        self.at = next;
    }

    /// A way of its own to the target, which begins with an edge.
    pub(super) fn branch(&mut self, first: Edge, others: impl Iterator<Item = Edge>) {
        let at = self.at;
        self.then(first);
        self.all(others);
        self.at = at;
    }

    /// The last edges.
    pub(super) fn end_by(mut self, edges: impl Iterator<Item = Edge>) {
        self.all(edges);
    }

    fn all(&mut self, edges: impl Iterator<Item = Edge>) {
        let mut edges = edges.peekable();
        while let Some(edge) = edges.next() {
            if edges.peek().is_some() {
                self.then(edge);
            } else {
                self.rebuilder.add(self.at, self.to, edge, self.old);
            }
        }
    }

    /// The last edge.
    pub(super) fn end(self, edge: Edge) {
        let (from, to) = (self.at, self.to);
        self.rebuilder.add(from, to, edge, self.old);
    }
}
