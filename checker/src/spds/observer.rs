//! What reads a run along with the program: an automaton whose state is in unnamed globals of the flow.
//!
//! It reads a configuration when its location is left, by whatever rule: a step, a call or a return. So one relation for
//! each location is enough, and the rules of the program stay as they are; the product is never built.

use super::{RelId, Relation, Relations};
use crate::bdd::{Bdd, BddResult, Bdds};
use crate::flow::LocId;

/// What the automaton does at every location.
#[derive(Default)]
pub(crate) struct Observer {
    relations: Relations,
    of_loc: Vec<RelId>,
}

impl Observer {
    /// Says what is done at the next location.
    pub(crate) fn push(&mut self, relation: Relation) {
        let id = self.relations.intern(relation);
        self.of_loc.push(id);
    }

    pub(crate) fn image(&self, bdds: &Bdds, loc: LocId, states: &Bdd) -> BddResult {
        self.at(loc).image(bdds, states)
    }

    pub(crate) fn preimage(&self, bdds: &Bdds, loc: LocId, states: &Bdd) -> BddResult {
        self.at(loc).preimage(bdds, states)
    }

    /// The relation at a location.
    pub(crate) fn at(&self, loc: LocId) -> &Relation {
        self.relations.get(self.of_loc[loc.index()])
    }
}
