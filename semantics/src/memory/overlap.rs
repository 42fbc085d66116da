//! Which bytes a load and a store have in common, by the distance between them.

use z3::ast::BV;

use crate::memory::address::Address;
use crate::memory::word_memory;

/// How far a value may lie behind a store of so many bytes and still have some of them.
pub(crate) fn overlaps(
    at: &Address,
    store: &Address,
    count: u32,
    size: u32,
) -> impl Iterator<Item = u64> {
    let (at, store) = (at.grid, store.grid);
    let before = (1..u64::from(count)).map(u64::wrapping_neg);
    let behind = 1..u64::from(size);
    let possible = move |n: &u64| {
        at.can_follow(store, *n)
            && (*n == 0 || !mutants::is("stores-and-loads-overlap-entirely-or-not-at-all"))
    };
    behind.chain(before).chain([0]).filter(possible)
}

/// A value of which some bytes are replaced by those of another that lies so far before it; wraps round.
pub(crate) fn overlaid(below: &BV, above: &BV, distance: u64) -> BV {
    let byte = |i: u32| match distance.wrapping_add(i.into()) {
        n if n < u64::from(above.get_size() / 8) => (above, n as u32),
        _ => (below, i),
    };
    // Bytes that lie together are taken together.
    let mut pieces: Vec<(&BV, u32, u32)> = Vec::new();
    for i in 0..below.get_size() / 8 {
        let (from, n) = byte(i);
        match pieces.last_mut() {
            Some((last, first, count)) if std::ptr::eq(*last, from) && *first + *count == n => {
                *count += 1;
            }
            _ => pieces.push((from, n, 1)),
        }
    }
    let terms = pieces
        .into_iter()
        .map(|(from, first, count)| word_memory::part(from, first, count));
    let all = terms.reduce(|low, piece| piece.concat(low));
    all.expect("a value has bytes")
}

/// Whether bytes so far behind a stored value have nothing of it.
pub(crate) fn is_apart(distance: u64, count: u32, size: u32) -> bool {
    if mutants::is("a-load-that-begins-before-a-store-does-not-see-it") && distance >= size.into() {
        return true;
    }
    distance >= size.into() && distance.wrapping_neg() >= count.into()
}
