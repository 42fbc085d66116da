//! A trace as control flow: which locations it visits and how it gets from one to the next.

use crate::bdd::Bdd;
use crate::bp::ProcId;
use crate::flow::LocId;

/// How a path goes on from a location.
pub(super) enum Via {
    /// Along the edge with this index.
    Edge(usize),
    /// Over the call with this index: the callee's path is known once it has been expanded.
    Over(usize, Option<Path>),
    /// Into the callee of the call with this index, for good.
    Into(usize),
    /// Not at all.
    End,
}

/// A location on a path, and a state there from which the rest of the path can be taken.
pub(super) struct Item {
    pub(super) loc: LocId,
    pub(super) via: Via,
    pub(super) states: Bdd,
}

/// A path inside one activation of a procedure.
pub(super) struct Path {
    pub(super) proc: ProcId,
    pub(super) items: Vec<Item>,
}
