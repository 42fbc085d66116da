//! The way back from a program that passes have made to the one that they were given.
//!
//! Variables, functions and terms keep their ids. Locations and edges of an automaton may be numbered anew: each pass
//! says what its own stand for, and [`WayBack::after`] composes what the passes say into one map.

use ir::{EdgeId, FuncId, LocId};
use source::entity::{Arena, EntityId};

/// What the locations and edges of a program stand for in the one that it was made of.
#[derive(Clone, Debug)]
pub struct WayBack {
    /// By function: the old location of each new one; the exit for those that a pass made.
    pub(super) old_locs: Arena<FuncId, Vec<LocId>>,
    /// By function: the old edge of each new one; none for those that a pass made.
    pub(super) old_edges: Arena<FuncId, Vec<Option<EdgeId>>>,
    /// By function: where each old location went, if it is still there.
    pub(super) new_locs: Arena<FuncId, Vec<Option<LocId>>>,
}

impl WayBack {
    /// Of a program of so many functions, none of which has a body.
    pub(super) fn new(funcs: usize) -> Self {
        Self {
            old_locs: Arena::filled(Vec::new(), funcs),
            old_edges: Arena::filled(Vec::new(), funcs),
            new_locs: Arena::filled(Vec::new(), funcs),
        }
    }

    /// The old location of a new one.
    pub fn old_loc(&self, func: FuncId, loc: LocId) -> Option<LocId> {
        self.old_locs[func].get(loc.index()).copied()
    }

    /// The old edge of a new one.
    pub fn old_edge(&self, func: FuncId, edge: EdgeId) -> Option<EdgeId> {
        self.old_edges[func].get(edge.index()).copied().flatten()
    }

    /// Where an old location went.
    pub fn new_loc(&self, func: FuncId, loc: LocId) -> Option<LocId> {
        self.new_locs[func].get(loc.index()).copied().flatten()
    }

    /// What a pass did after others, seen from before all of them.
    #[must_use]
    pub fn after(mut self, first: &Self) -> Self {
        for func in first.old_locs.ids() {
            for loc in &mut self.old_locs[func] {
                *loc = first.old_loc(func, *loc).unwrap_or(*loc);
            }
            for edge in &mut self.old_edges[func] {
                *edge = edge.and_then(|e| first.old_edge(func, e));
            }
            let then = |l: &Option<LocId>| self.new_loc(func, (*l)?);
            self.new_locs[func] = first.new_locs[func].iter().map(then).collect();
        }
        self
    }
}
