//! A trace as control flow: which locations it visits and how it gets from one to the next.

use super::stack::BelowFrame;
use crate::bdd::Bdd;
use crate::bp::ProcId;
use crate::flow::LocId;

/// How a path goes on from a location.
pub(crate) enum Via {
    /// StatesAlong the edge with this index.
    Edge(usize),
    /// Over the call with this index: the callee's path is known once it has been expanded.
    Over(usize, Option<Path>),
    /// Into the callee of the call with this index, for good.
    Into(usize),
    /// Back to a caller's frame that was there before the path began.
    Out,
    /// Not at all.
    End,
}

/// A location on a path, and a state there from which the rest of the path can be taken.
pub(crate) struct PathItem {
    pub(crate) loc: LocId,
    pub(crate) via: Via,
    pub(crate) states: Bdd,
}

/// A path inside one activation of a procedure.
pub(crate) struct Path {
    pub(crate) proc: ProcId,
    /// What lies below its frame.
    pub(crate) below: BelowFrame,
    pub(crate) items: Vec<PathItem>,
}
