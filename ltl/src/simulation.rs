//! Direct simulation: states that can do all that others can are as good as them.
//!
//! A state simulates another if every edge of that one, with every letter of its guard, has an edge beside it that is in
//! at least the same acceptance sets and leads to a state that simulates the other's. States that simulate each other are
//! merged; an edge beside one that leads to a better state is removed (Somenzi and Bloem, CAV 2000; Clemente and Mayr,
//! *Advanced automata minimization*, POPL 2013). The same with edges reversed merges states with the same past.

use super::guard::covered;
use super::trim::rename;
use super::{Automaton, BitSet, Cube, Edge, Guard, StateId};

/// After so many comparisons of two edges, no simulation is looked for any longer.
const MAX_EDGE_COMPARISONS: usize = 20_000_000;

/// Merges states that can do the same, and removes edges and initial states that are not needed beside better ones.
pub(super) fn merge_by_future(automaton: &mut Automaton) {
    let end = |edge: &Edge| edge.to;
    let sorted = by_state(automaton, |edge| edge.from);
    let better = simulation(automaton, &sorted, end, |_, _| true);
    quotient(automaton, &better);
    let better = |weak: StateId, strong: StateId| better[weak.index()].contains(strong.index());
    // The relation is about the states that were: classes are called like their first members until now.
    remove_dominated_edges(automaton, &better);
    let initial = automaton.initial.clone();
    automaton
        .initial
        .retain(|&state| !initial.iter().any(|&o| o != state && better(state, o)));
}

/// Merges states that can be reached by the same.
pub(super) fn merge_by_past(automaton: &mut Automaton) {
    let initial: BitSet = automaton.initial.iter().map(|s| s.index()).collect();
    let sorted = by_state(automaton, |edge| edge.to);
    let start = |edge: &Edge| edge.from;
    let may = |weak: StateId, strong: StateId| {
        !initial.contains(weak.index()) || initial.contains(strong.index())
    };
    let better = simulation(automaton, &sorted, start, may);
    quotient(automaton, &better);
}

/// The numbers of the edges at each state.
fn by_state(automaton: &Automaton, state: impl Fn(&Edge) -> StateId) -> Vec<Vec<usize>> {
    let mut edges = vec![Vec::new(); automaton.states];
    for (number, edge) in automaton.edges.iter().enumerate() {
        edges[state(edge).index()].push(number);
    }
    edges
}

/// Of each state, the states that simulate it: the greatest relation, by removing pairs until none has to be. Where that
/// takes too long, every state simulates itself alone. The last states are looked at first: they are the last on paths,
/// where differences begin.
fn simulation(
    automaton: &Automaton,
    edges: &[Vec<usize>],
    end: impl Fn(&Edge) -> StateId,
    may: impl Fn(StateId, StateId) -> bool,
) -> Vec<BitSet> {
    let allowed = |weak: StateId| {
        let states = automaton.state_ids().filter(|&strong| may(weak, strong));
        states.map(|s| s.index()).collect()
    };
    let mut better: Vec<BitSet> = automaton.state_ids().map(allowed).collect();
    let mut comparisons = 0;
    loop {
        let mut changed = false;
        for weak in (0..automaton.states).rev() {
            let candidates: Vec<usize> = better[weak].iter().filter(|&s| s != weak).collect();
            for strong in candidates {
                comparisons += edges[weak].len() * edges[strong].len();
                let simulates = edges[weak].iter().all(|&edge| {
                    let edge = &automaton.edges[edge];
                    let beside = edges[strong].iter().map(|&e| &automaton.edges[e]);
                    let good: Vec<Cube> = beside
                        .filter(|other| edge.acceptance.is_subset(&other.acceptance))
                        .filter(|other| better[end(edge).index()].contains(end(other).index()))
                        .flat_map(|other| other.guard.cubes().iter().cloned())
                        .collect();
                    edge.guard.cubes().iter().all(|cube| covered(cube, &good))
                });
                if !simulates {
                    better[weak].remove(strong);
                    changed = true;
                }
            }
        }
        if !changed {
            return better;
        }
        if comparisons > MAX_EDGE_COMPARISONS {
            let itself = |state: StateId| [state.index()].into_iter().collect();
            return automaton.state_ids().map(itself).collect();
        }
    }
}

/// Makes one state of those that simulate each other: their first. The others are left without edges.
fn quotient(automaton: &mut Automaton, better: &[BitSet]) {
    let first = |state: StateId| {
        let mut equals = better[state.index()].iter();
        let equal = equals.find(|&other| better[other].contains(state.index()));
        equal.map(|other| StateId(other as u32))
    };
    rename(automaton, first);
}

/// Removes every cube of an edge all of whose letters are on better edges, too.
fn remove_dominated_edges(automaton: &mut Automaton, better: &impl Fn(StateId, StateId) -> bool) {
    let ranges = automaton.edge_ranges();
    let needed = |edge: &Edge| -> Guard {
        let beside = &automaton.edges[ranges[edge.from.index()].clone()];
        let is_better = |other: &&Edge| {
            (other.to, &other.acceptance) != (edge.to, &edge.acceptance)
                && edge.acceptance.is_subset(&other.acceptance)
                && better(edge.to, other.to)
        };
        let good: Vec<Cube> = beside
            .iter()
            .filter(is_better)
            .flat_map(|other| other.guard.cubes().iter().cloned())
            .collect();
        let cubes = edge.guard.cubes().iter();
        cubes
            .filter(|cube| !covered(cube, &good))
            .cloned()
            .collect()
    };
    let guards: Vec<Guard> = automaton.edges.iter().map(needed).collect();
    for (edge, guard) in automaton.edges.iter_mut().zip(guards) {
        edge.guard = guard;
    }
    automaton.normalise();
}
