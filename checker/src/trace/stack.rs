//! What a search knows of the frames below the one that runs.
//!
//! A search for a location need not know anything. One for a set of stacks keeps a summary of what lies below, as a
//! number that only the implementation of [`Stack`] understands.

use crate::bdd::{Bdd, Bdds, Made};
use crate::bp::ProcId;

/// What lies below a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Below(pub(crate) u32);

impl Below {
    /// Where nothing need be known.
    pub(crate) const ANYTHING: Below = Below(0);
}

/// A frame that is left for good, though it was on the stack when the search began.
pub(crate) struct Left {
    /// The call that returns.
    pub(crate) call: usize,
    pub(crate) below: Below,
    /// The caller's locals (current values) and what is carried.
    pub(crate) frame: Bdd,
}

pub(crate) trait Stack {
    /// The ways to go into a callee for good: what is then below it, and a condition on the caller's state.
    fn enter(&mut self, call: usize, below: Below) -> Made<Vec<(Below, Bdd)>>;

    /// The ways to leave a frame of a procedure.
    fn leave(&mut self, proc: ProcId, below: Below) -> Vec<Left>;

    /// How many of the extra BDD variables belong to the states.
    fn carried(&self) -> u32;
}

/// Calls may be entered whatever lies below.
pub(super) struct Any<'b>(pub(super) &'b Bdds);

impl Stack for Any<'_> {
    fn enter(&mut self, _: usize, _: Below) -> Made<Vec<(Below, Bdd)>> {
        Ok(vec![(Below::ANYTHING, self.0.yes())])
    }

    fn leave(&mut self, _: ProcId, _: Below) -> Vec<Left> {
        Vec::new()
    }

    fn carried(&self) -> u32 {
        0
    }
}
