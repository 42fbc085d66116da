//! Runs that end, and stutter from then on: the first procedure returns, or an assertion fails.

use super::product::{Marks, Product};
use crate::bdd::{Bdd, BddResult};
use crate::bp::ProcId;
use crate::engine::Summaries;
use crate::flow::LocId;
use crate::spds::{Observer, Relation};

/// The states past the return of the first procedure (current values) from which the automaton accepts.
pub(super) fn accepted_past_the_end(product: &Product<'_, '_>) -> BddResult {
    let any = product.reading_the_end(Marks::Ignored)?;
    let sets = 0..product.buchi.sets;
    let demanding: BddResult<Vec<Relation>> = sets
        .map(|set| product.reading_the_end(Marks::Demanded(set)))
        .collect();
    let demanding = demanding?;
    accepted(product, &any, &demanding.iter().collect::<Vec<_>>())
}

/// The states at a location where the run has ended from which the automaton accepts.
pub(super) fn accepted_at(
    product: &Product<'_, '_>,
    observer: &Observer,
    demanding: &[Observer],
    loc: LocId,
) -> BddResult {
    let demanding: Vec<&Relation> = demanding.iter().map(|observer| observer.at(loc)).collect();
    accepted(product, observer.at(loc), &demanding)
}

/// The states from which the automaton accepts that nothing happens any more, where it moves by these relations: by any
/// transition, and by those of each acceptance set.
fn accepted(product: &Product<'_, '_>, any: &Relation, demanding: &[&Relation]) -> BddResult {
    let bdds = &product.spds.bdds;
    let mut within = product.anywhere()?;
    loop {
        let before = within.clone();
        for demanding in demanding {
            let mut found = bdds.and(&demanding.preimage(bdds, &within)?, &within)?;
            loop {
                let more = bdds.and(&any.preimage(bdds, &found)?, &within)?;
                let more = bdds.or(&found, &more)?;
                if more == found {
                    break;
                }
                found = more;
            }
            within = found;
        }
        if within == before {
            return Ok(within);
        }
    }
}

/// The path edges at the end of a first procedure that was entered with `start`, and after which the automaton accepts.
pub(super) fn ending(
    product: &Product<'_, '_>,
    explored: &Summaries<'_, '_, '_>,
    entry: ProcId,
    start: &Bdd,
    accepted: &Bdd,
) -> BddResult {
    let spds = &product.spds;
    let exit = spds.flow.proc(entry).exit;
    let path_edges = explored.path_edges(exit);
    let same = &spds.entries[entry.index()].same;
    // Where the procedure is called as well, only an activation that began so can be the first one.
    let first = match same.is_identity(&spds.bdds) {
        true => path_edges.clone(),
        false => spds.bdds.and(path_edges, &same.undo(&spds.bdds, start)?)?,
    };
    spds.bdds
        .and(&first, &explored.before_read(exit, accepted)?)
}
