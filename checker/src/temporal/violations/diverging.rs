//! The heads from which a run violates without ever leaving their frame, whatever lies below: one that goes on for ever inside of
//! it and of what it calls, or that an assertion ends there.
//!
//! They are all heads from which a head that repeats is reached along the graph of heads. All valuations are looked at, not
//! only those that are reachable.

use super::super::components::{HeadSet, components};
use super::super::ended_runs::accepted_at;
use super::super::head_graph::HeadGraph;
use super::super::product::Marks;
use super::super::repeating_heads::Hull;
use super::super::search;
use crate::bdd::{Bdd, BddResult};
use crate::spds::Observer;

/// By location.
pub(super) fn diverging(
    graph: &mut HeadGraph<'_, '_, '_>,
    observer: &Observer,
    stutter: bool,
) -> BddResult<Vec<Bdd>> {
    let product = graph.product;
    let (flow, bdds) = (product.spds.flow, &product.spds.bdds);
    let mut found: Vec<Bdd> = vec![bdds.zero(); flow.loc_count()];
    for component in components(graph, true) {
        if let Hull::Found(hull) = search(graph, &component, None).hull()? {
            for (loc, heads) in component.locs.iter().zip(hull) {
                found[loc.index()] = heads;
            }
        }
    }
    if stutter {
        let sets = 0..product.buchi.sets;
        let demanding: BddResult<Vec<Observer>> = sets
            .map(|set| product.observer(Marks::Demanded(set)))
            .collect();
        let demanding = demanding?;
        for loc in flow.failures() {
            found[loc.index()] = accepted_at(product, observer, &demanding, loc)?;
        }
    }
    let Some(all) = components(graph, false).pop() else {
        return Ok(found);
    };
    let targets: HeadSet = all.locs.iter().map(|l| found[l.index()].clone()).collect();
    let within = all.heads(graph)?;
    let closed = search(graph, &all, None).backward(targets, &within)?;
    for (loc, heads) in all.locs.iter().zip(closed) {
        found[loc.index()] = heads;
    }
    Ok(found)
}
