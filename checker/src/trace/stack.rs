//! What a search knows of the frames below the one that runs.
//!
//! A search for a location need not know anything. One for a set of stacks keeps a summary of what lies below, as a
//! number that only the implementation of [`Stack`] understands.

use crate::bdd::{Bdd, BddResult, Bdds};
use crate::bp::ProcId;

/// What lies below a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct BelowFrame(pub(crate) u32);

impl BelowFrame {
    /// Where nothing need be known.
    pub(crate) const ANYTHING: BelowFrame = BelowFrame(0);
}

/// A frame that is left for good, though it was on the stack when the search began.
pub(crate) struct LeftFrame {
    /// The call that returns.
    pub(crate) call: usize,
    pub(crate) below: BelowFrame,
    /// The caller's locals (current values) and what is carried.
    pub(crate) frame: Bdd,
}

pub(crate) trait Stack {
    /// The ways to go into a callee for good: what is then below it, and a condition on the caller's state.
    fn enter(&mut self, call: usize, below: BelowFrame) -> BddResult<Vec<(BelowFrame, Bdd)>>;

    /// The ways to leave a frame of a procedure.
    fn leave(&mut self, proc: ProcId, below: BelowFrame) -> Vec<LeftFrame>;

    /// How many of the extra BDD variables belong to the states.
    fn carried(&self) -> u32;
}

/// Calls may be entered whatever lies below.
pub(crate) struct AnyStack<'b>(pub(crate) &'b Bdds);

impl Stack for AnyStack<'_> {
    fn enter(&mut self, _: usize, _: BelowFrame) -> BddResult<Vec<(BelowFrame, Bdd)>> {
        Ok(vec![(BelowFrame::ANYTHING, self.0.one())])
    }

    fn leave(&mut self, _: ProcId, _: BelowFrame) -> Vec<LeftFrame> {
        Vec::new()
    }

    fn carried(&self) -> u32 {
        0
    }
}
