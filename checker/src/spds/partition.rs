//! A step as a conjunction of parts, each of moderate size.
//!
//! One relation for a whole step can be exponentially larger than its parts: each part relates the next value of one
//! variable to some current ones, or excludes some next values together. Applied to a set one after the other, they
//! never meet as a whole; and a value is quantified away as soon as no later part speaks of it (Burch, Clarke and Long,
//! *Symbolic model checking with partitioned transition relations*, 1991). Small parts are joined: most steps have one.

use crate::bdd::{Bdd, BddResult, BddVar, Bdds};

/// A part that others follow.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Cluster {
    pub(crate) step: Bdd,
    /// What no later part speaks of, of what the image forgets.
    pub(crate) forward: Bdd,
    /// What no later part speaks of, of what the preimage forgets.
    pub(crate) backward: Bdd,
}

/// The parts of a step; the last one comes without what is done with after it, which is everything.
pub(super) struct Partition {
    pub(super) earlier: Vec<Cluster>,
    pub(super) last: Bdd,
}

impl Partition {
    /// `forward` and `backward` are the cubes that images and preimages quantify.
    pub(super) fn new(
        bdds: &Bdds,
        parts: &[Bdd],
        forward: &Bdd,
        backward: &Bdd,
    ) -> BddResult<Self> {
        if let Some(last) = joined(bdds, parts)? {
            let earlier = Vec::new();
            return Ok(Partition { earlier, last });
        }
        let mut clusters = clusters(bdds, &arranged(bdds, parts))?;
        let supports: Vec<Vec<BddVar>> = clusters.iter().map(|c| bdds.support(c)).collect();
        let (forward, backward) = (bdds.support(forward), bdds.support(backward));
        let done = |cube: &[BddVar], place: usize| {
            let last = |var: &BddVar| supports.iter().rposition(|s| s.binary_search(var).is_ok());
            let here = |var: &&BddVar| last(var).unwrap_or(0) == place;
            bdds.cube_of(cube.iter().filter(here).copied().collect())
        };
        let last = clusters.pop().unwrap_or_else(|| bdds.one());
        let part = |(place, step)| {
            Ok(Cluster {
                step,
                forward: done(&forward, place)?,
                backward: done(&backward, place)?,
            })
        };
        let earlier: BddResult<Vec<Cluster>> = clusters.into_iter().enumerate().map(part).collect();
        Ok(Partition {
            earlier: earlier?,
            last,
        })
    }
}

/// All parts as one, if that is not too large.
fn joined(bdds: &Bdds, parts: &[Bdd]) -> BddResult<Option<Bdd>> {
    let mut all = bdds.one();
    for (i, part) in parts.iter().enumerate() {
        all = bdds.and(part, &all)?;
        if i > 0 && !bdds.fits_cluster(&all) {
            return Ok(None);
        }
    }
    Ok(Some(all))
}

/// An order in which parts follow soon what they restrict: next the one that mentions the fewest new variables.
fn arranged(bdds: &Bdds, parts: &[Bdd]) -> Vec<Bdd> {
    let mut seen = vec![false; bdds.variables()];
    let mut left: Vec<(Vec<BddVar>, &Bdd)> = parts.iter().map(|p| (bdds.support(p), p)).collect();
    let mut order = Vec::with_capacity(parts.len());
    while !left.is_empty() {
        let new = |(support, _): &(Vec<BddVar>, &Bdd)| {
            let is_new = |var: &&BddVar| bdds.is_next(**var) && !seen[**var as usize];
            support.iter().filter(is_new).count()
        };
        let best = (0..left.len()).min_by_key(|&i| new(&left[i])).unwrap_or(0);
        let (support, part) = left.remove(best);
        support.iter().for_each(|&var| seen[var as usize] = true);
        order.push(part.clone());
    }
    order
}

fn clusters(bdds: &Bdds, parts: &[Bdd]) -> BddResult<Vec<Bdd>> {
    let mut clusters: Vec<Bdd> = Vec::new();
    for part in parts {
        if let Some(open) = clusters.last_mut() {
            let both = bdds.and(part, open)?;
            if bdds.fits_cluster(&both) {
                *open = both;
                continue;
            }
        }
        clusters.push(part.clone());
    }
    Ok(clusters)
}
