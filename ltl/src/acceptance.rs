//! Fewer acceptance sets.
//!
//! Acceptance matters on edges inside of accepting components only, and in each component for itself: there, a set that
//! contains another one is implied by it, and one that contains all edges says nothing. What is left is numbered anew in
//! every component, so that there are as many sets as the component that needs most of them has.

use super::components::{Components, Kind};
use super::{Automaton, BitSet};

pub(super) fn reduce(automaton: &mut Automaton) {
    let components = Components::new(automaton);
    let needed = needed_sets(automaton, &components);
    let mut sets = needed.iter().map(Vec::len).max().unwrap_or(0);
    let rejects = (0..components.count()).any(|c| components.kind(c) == Kind::Rejecting);
    if rejects {
        // Without any set, every cycle would be accepting.
        sets = sets.max(1);
    }
    for edge in &mut automaton.edges {
        edge.acceptance = match components.accepting(edge) {
            None => BitSet::new(),
            Some(component) => {
                let old = needed[component].iter().enumerate();
                let kept = old.filter(|(_, set)| edge.acceptance.contains(**set));
                let full = needed[component].len()..sets;
                kept.map(|(new, _)| new).chain(full).collect()
            }
        };
    }
    automaton.acceptance_sets = sets;
}

/// Of each component, the sets that the others do not imply.
fn needed_sets(automaton: &Automaton, components: &Components) -> Vec<Vec<usize>> {
    // Of each component and set, the edges that are in it.
    let mut edges_in: Vec<Vec<BitSet>> =
        vec![vec![BitSet::new(); automaton.acceptance_sets]; components.count()];
    let mut edges: Vec<usize> = vec![0; components.count()];
    for (number, edge) in automaton.edges.iter().enumerate() {
        if let Some(component) = components.accepting(edge) {
            edges[component] += 1;
            for set in edge.acceptance.iter() {
                edges_in[component][set].insert(number);
            }
        }
    }
    let needed = |(sets, edges): (&Vec<BitSet>, &usize)| {
        let is_needed = |&set: &usize| {
            let implied_by = |&other: &usize| {
                let tie = sets[other] == sets[set];
                other != set && sets[other].is_subset(&sets[set]) && (!tie || other < set)
            };
            sets[set].len() < *edges && !(0..sets.len()).any(|other| implied_by(&other))
        };
        (0..sets.len()).filter(is_needed).collect()
    };
    edges_in.iter().zip(&edges).map(needed).collect()
}
