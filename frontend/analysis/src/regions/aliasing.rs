//! Accesses that C lets meet objects of any type: as characters, and as types declared with `may_alias` (C11 6.5p7).
//!
//! An object behind `char *p` may be a part of the one behind `struct s *q`. So what is seen so, and whatever else is
//! seen of memory outside, are one region, unless nothing is stored through either: then what one holds says nothing of
//! the other, which is less than is true. Characters that are members of structures are accessed as such, and are apart
//! from other members like these.

use super::views::{View, Views};
use crate::points_to::PointsTo;
use ir::{PlaceId, Program};
use source::entity::EntityId;

/// The places that statements of functions that may run write. Library functions write the same bytes however they are
/// seen: they do not count.
pub(super) struct Written {
    places: Vec<bool>,
    /// A structure is written, and all of its members with it.
    any: bool,
}

impl Written {
    pub(super) fn new(program: &Program, pts: &PointsTo) -> Self {
        let mut places = vec![false; program.terms.num_places()];
        let mut any = false;
        for (_, _, cfg) in program.defined().filter(|(f, ..)| pts.is_reached(*f)) {
            for edge in cfg.edges() {
                if let Some(place) = cfg.edge(edge).stmt.written() {
                    places[place.index()] = true;
                    any |= !program.types.is_scalar(program.place_type(place));
                }
            }
        }
        Written { places, any }
    }

    pub(super) fn contains(&self, place: PlaceId) -> bool {
        self.any || self.places[place.index()]
    }
}

impl View {
    /// Whether an access that is seen so may meet objects of any type.
    pub(super) fn is_open(self, program: &Program, place: PlaceId) -> bool {
        let types = &program.types;
        match self.record() {
            None => types.may_alias(program.place_type(place)),
            Some(record) => types.is_aliasing_record(record),
        }
    }
}

impl Views {
    /// The views that are one because C lets accesses of the one kind meet objects of the other, in pairs.
    pub(super) fn aliasing(&self) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for open in (0..self.list.len()).filter(|&n| self.open[n]) {
            let meets = |&other: &usize| self.written[open] || self.written[other];
            let others = (0..self.list.len()).filter(meets);
            found.extend(others.map(|other| (open, other)));
        }
        found
    }
}
