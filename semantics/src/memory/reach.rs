//! What an access may touch, as the points-to analysis knows it.
//!
//! A region is what some access joins: `*p` that may lead to two objects makes one region of them, and other accesses to
//! the one seem to meet the other. Two accesses of which it is known that no cell is touched by both are apart all the
//! same, whatever their addresses look like in a formula. This is what regions rest on, said of two accesses in place of
//! all; it takes nothing for granted that they do not.

use std::rc::Rc;

use analysis::points_to::CellId;
use ir::PlaceId;

use crate::encoding_context::EncodingContext;

/// The cells that an access may touch, in order; nothing where that is not known.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reach(Option<Rc<[CellId]>>);

/// Two sets that are both larger are not compared: what may touch so much is known to lie apart from little.
const MAX_CELLS_COMPARED: usize = 32;

impl Reach {
    pub(crate) const ANYTHING: Reach = Reach(None);

    /// What an access to a place may touch.
    pub(crate) fn of(context: &EncodingContext<'_>, place: PlaceId) -> Self {
        Self::new(context.points_to.place_cells(context.program, place))
    }

    /// These cells, in order. No cell is known of what is reached through a pointer that was never set.
    pub(crate) fn new(cells: Vec<CellId>) -> Self {
        debug_assert!(cells.is_sorted(), "cells are in order");
        Reach((!cells.is_empty()).then(|| cells.into()))
    }

    /// Whether no byte is touched by both.
    pub(crate) fn is_apart(&self, other: &Reach) -> bool {
        let (Reach(Some(a)), Reach(Some(b))) = (self, other) else {
            return false;
        };
        if mutants::is("accesses-that-may-touch-several-objects-lie-apart")
            && (a.len() > 1 || b.len() > 1)
        {
            return true;
        }
        let (few, many) = if a.len() < b.len() { (a, b) } else { (b, a) };
        few.len() <= MAX_CELLS_COMPARED && !few.iter().any(|c| many.binary_search(c).is_ok())
    }
}
