//! An automaton rebuilt edge by edge.
//!
//! Invariant: locations keep their ids; new ones come after them. Where a location had one edge in place of which
//! there are several now, they leave it by `assume`s.

use frontend::entity::EntityId;
use frontend::ir::{Cfg, Edge, EdgeId, LocId, Location};

pub(super) struct Rebuilder<'o> {
    old: &'o Cfg,
    new: Cfg,
    /// Where what left the entry leaves from now.
    start: LocId,
}

/// What takes the place of one edge, from its source to its target.
pub(super) struct Way<'r, 'o> {
    rebuilder: &'r mut Rebuilder<'o>,
    at: LocId,
    to: LocId,
}

impl<'o> Rebuilder<'o> {
    /// `start`: edges to be taken first.
    pub(super) fn new(old: &'o Cfg, start: Vec<Edge>) -> Self {
        let mut new = Cfg::new();
        while new.num_locs() < old.num_locs() {
            new.add_loc(Location::default());
        }
        for loc in old.locs() {
            *new.loc_mut(loc) = old.loc(loc).clone();
        }
        (new.entry, new.exit) = (old.entry, old.exit);
        new.label_addresses.clone_from(&old.label_addresses);
        let mut at = new.entry;
        for edge in start {
            let next = new.add_loc(Location::default());
            new.add_edge(at, next, edge);
            at = next;
        }
        Rebuilder {
            old,
            new,
            start: at,
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
            at,
            to,
        }
    }

    pub(super) fn finish(self) -> Cfg {
        debug_assert!(self.new.entry.index() < self.new.num_locs());
        self.new
    }
}

impl Way<'_, '_> {
    /// Another edge on the way.
    pub(super) fn then(&mut self, edge: Edge) {
        let next = self.rebuilder.new.add_loc(Location::default());
        self.rebuilder.new.add_edge(self.at, next, edge);
        self.at = next;
    }

    /// A way of its own to the target, by two edges.
    pub(super) fn branch(&mut self, first: Edge, second: Edge) {
        let middle = self.rebuilder.new.add_loc(Location::default());
        self.rebuilder.new.add_edge(self.at, middle, first);
        self.rebuilder.new.add_edge(middle, self.to, second);
    }

    /// The last edge.
    pub(super) fn end(self, edge: Edge) {
        self.rebuilder.new.add_edge(self.at, self.to, edge);
    }
}
