//! What a region holds: an array, and the last stores that made it.
//!
//! A load looks at the stores first, the newest before the others. Where the distance of two addresses is a number, the
//! answer is plain: the same structure reached through the same pointer needs no solver. Where it is not, and memory is
//! addressed by bytes, the value is told by cases of the distance; pointers that are aligned leave few of them. Calls
//! that write many bytes at once ([`range`](crate::memory::range)) are looked at like stores.

use std::rc::Rc;

use z3::ast::{Array, Ast, BV, Bool};

use crate::memory::address::{Address, Objects, Piece};
use crate::memory::overlap::{is_apart, overlaid, overlaps};
use crate::memory::range::Range;
use crate::memory::reach::Reach;
use crate::memory::word_memory;

/// The contents of a region.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    /// From addresses to values, or to words of bytes ([`word_memory`]): all of it.
    pub(crate) array: Array,
    last: Option<Rc<Change>>,
}

/// What was done to memory, and what was there before.
#[derive(Debug)]
struct Change {
    what: What,
    before: Memory,
    depth: usize,
    /// Whether a range was written, now or before.
    ranges: bool,
}

#[derive(Debug)]
enum What {
    Store(Store),
    /// With the address of the first byte.
    Range(Range, Address),
    /// Anything was written, there.
    Anything(Reach),
}

/// A value that was stored.
#[derive(Debug)]
struct Store {
    at: Address,
    value: BV,
}

/// How many stores are remembered one by one.
const MAX_REMEMBERED_STORES: usize = 200;

/// How many distances to stores whose distance is not known a load tells apart.
const MAX_DISTANCE_CASES: usize = 64;

/// Larger values are told byte by byte, by the array.
const MAX_CASE_VALUE_BYTES: u32 = 8;

impl Memory {
    pub(crate) fn new(array: Array) -> Self {
        Memory { array, last: None }
    }

    /// `array` holds what was held, and a value that is one cell, or several bytes, large.
    pub(crate) fn stored(self, array: Array, at: &Piece, value: &BV, objects: &Objects) -> Self {
        let store = Store {
            at: Address::new(at, objects),
            value: value.clone(),
        };
        self.changed(array, What::Store(store))
    }

    /// `unknown` holds anything; inside of the range it is told by what was written, outside by what was held.
    pub(crate) fn overwritten(self, unknown: Array, range: Range, objects: &Objects) -> Self {
        let start = Piece::new(range.to.clone(), 1).within(range.reach.clone());
        let at = Address::new(&start, objects);
        self.changed(unknown, What::Range(range, at))
    }

    /// `unknown` holds anything; what lies elsewhere is held still.
    pub(crate) fn forgotten(self, unknown: Array, reach: Reach) -> Self {
        match reach == Reach::ANYTHING {
            true => Memory::new(unknown),
            false => self.changed(unknown, What::Anything(reach)),
        }
    }

    fn changed(self, array: Array, what: What) -> Self {
        let depth = self.last.as_ref().map_or(0, |last| last.depth) + 1;
        if depth > MAX_REMEMBERED_STORES {
            return Memory::new(array);
        }
        let ranges = matches!(what, What::Range(..)) || self.has_ranges();
        Memory {
            array,
            last: Some(Rc::new(Change {
                what,
                before: self,
                depth,
                ranges,
            })),
        }
    }

    /// Whether more is known than the array says.
    fn has_ranges(&self) -> bool {
        self.last.as_ref().is_some_and(|last| last.ranges)
    }

    /// What a cell holds.
    pub(crate) fn cell(&self, at: &Piece, objects: &Objects) -> BV {
        let size = at.size;
        let at = Address::new(at, objects);
        let mut memory = self;
        // What it holds instead where a condition holds, the newest first.
        let mut above: Vec<(Bool, BV)> = Vec::new();
        let held = loop {
            let Some(change) = &memory.last else {
                break None;
            };
            match &change.what {
                What::Store(store) => match at.distance(&store.at) {
                    Some(0) => break Some(store.value.clone()),
                    None if !at.is_elsewhere(&store.at, size) => {
                        if !change.ranges || above.len() >= MAX_DISTANCE_CASES {
                            break None;
                        }
                        above.push((at.term.eq(&store.at.term), store.value.clone()));
                    }
                    _ => {}
                },
                What::Range(range, start) if !at.is_beside(start, size) => {
                    let meets = range.meets(&at.term, size);
                    let unknown = memory.array.select(&at.term);
                    let unknown = unknown.as_bv().expect("memory holds bit-vectors");
                    let value = range.value(&at.term, size, &unknown, objects);
                    match meets.as_bool() {
                        Some(true) => break Some(value),
                        Some(false) => {}
                        None => above.push((meets, value)),
                    }
                }
                What::Anything(reach) if !at.reach.is_apart(reach) => break None,
                What::Range(..) | What::Anything(_) => {}
            }
            memory = &change.before;
        };
        let held = held.unwrap_or_else(|| {
            let held = memory.array.select(&at.term);
            held.as_bv().expect("memory holds bit-vectors")
        });
        let newer = above.into_iter().rev();
        newer.fold(held, |held, (is, value)| is.ite(&value, &held))
    }

    /// So many bytes, where cells are bytes.
    pub(crate) fn bytes(&self, at: &Piece, objects: &Objects) -> BV {
        let count = at.size;
        let at = Address::new(at, objects);
        let mut memory = self;
        let mut above: Vec<Above<'_>> = Vec::new();
        let mut open = 0;
        while let Some(change) = &memory.last {
            match &change.what {
                What::Store(store) => {
                    let distance = at.distance(&store.at);
                    let size = store.value.get_size() / 8;
                    match distance {
                        Some(distance) if is_apart(distance, count, size) => {}
                        Some(_) => above.push(Above::Store(store, distance)),
                        None if at.is_elsewhere(&store.at, count.max(size)) => {}
                        None if count.max(size) > MAX_CASE_VALUE_BYTES => break,
                        None => {
                            open += overlaps(&at, &store.at, count, size).count();
                            if open > MAX_DISTANCE_CASES {
                                break;
                            }
                            above.push(Above::Store(store, distance));
                        }
                    }
                    if let Some(distance) = distance
                        && distance
                            .checked_add(count.into())
                            .is_some_and(|end| end <= size.into())
                    {
                        break;
                    }
                }
                What::Range(range, start) if !at.is_beside(start, count) => {
                    let meets = range.meets(&at.term, count);
                    if meets.as_bool() != Some(false) {
                        let unknown = word_memory::load(&memory.array, &at.term, at.grid, count);
                        let value = range.value(&at.term, count, &unknown, objects);
                        above.push(Above::Range(meets, value));
                    }
                }
                What::Anything(reach) if !at.reach.is_apart(reach) => break,
                What::Range(..) | What::Anything(_) => {}
            }
            memory = &change.before;
        }
        let below = word_memory::load(&memory.array, &at.term, at.grid, count);
        let mixed = |below, newer| match newer {
            Above::Store(store, Some(distance)) => overlaid(&below, &store.value, distance),
            Above::Store(store, None) => cases(&at, store, below),
            Above::Range(meets, value) => meets.ite(&value, &below),
        };
        above.into_iter().rev().fold(below, mixed)
    }
}

/// What may be seen of bytes instead of what is below.
enum Above<'m> {
    /// With the distance, if that is a number.
    Store(&'m Store, Option<u64>),
    /// Where a condition holds.
    Range(Bool, BV),
}

/// What bytes hold that were `below` before a store, by the distance from the store's address to theirs.
fn cases(at: &Address, store: &Store, below: BV) -> BV {
    let (count, size) = (below.get_size() / 8, store.value.get_size() / 8);
    let bits = at.term.get_size();
    let distance = at.term.bvsub(&store.at.term).simplify();
    let case = |value: BV, n: u64| {
        let is = distance.eq(BV::from_i64(n as i64, bits));
        is.ite(&overlaid(&below, &store.value, n), &value)
    };
    overlaps(at, &store.at, count, size).fold(below.clone(), case)
}

#[cfg(test)]
mod tests;
