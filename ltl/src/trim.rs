//! Removes states that no accepting run visits.

use super::components::{Components, Kind};
use super::{Automaton, StateId};

pub(super) fn trim(automaton: &mut Automaton) {
    let useful = leads_to_acceptance(automaton);
    let reachable = reachable(automaton, &useful);
    keep(automaton, &reachable);
}

impl Automaton {
    /// Whether there is no word that it accepts.
    pub fn is_empty(&self) -> bool {
        let useful = leads_to_acceptance(self);
        !self.initial.iter().any(|state| useful[state.index()])
    }
}

/// The states from which some word is accepted.
fn leads_to_acceptance(automaton: &Automaton) -> Vec<bool> {
    let components = Components::new(automaton);
    let mut useful: Vec<bool> = (0..components.count())
        .map(|c| components.kind(c) == Kind::Accepting)
        .collect();
    // Edges between components lead to smaller numbers: those are known when the larger ones are looked at.
    let mut edges: Vec<(usize, usize)> = automaton
        .edges
        .iter()
        .map(|e| (components.of(e.from), components.of(e.to)))
        .collect();
    edges.sort_unstable();
    for (from, to) in edges {
        useful[from] |= useful[to];
    }
    let states = automaton.state_ids();
    states.map(|state| useful[components.of(state)]).collect()
}

/// The states that can be reached through states that are allowed.
fn reachable(automaton: &Automaton, allowed: &[bool]) -> Vec<bool> {
    let ranges = automaton.edge_ranges();
    let mut reachable = vec![false; automaton.states];
    let mut todo = automaton.initial.clone();
    while let Some(state) = todo.pop() {
        if allowed[state.index()] && !std::mem::replace(&mut reachable[state.index()], true) {
            let edges = &automaton.edges[ranges[state.index()].clone()];
            todo.extend(edges.iter().map(|edge| edge.to));
        }
    }
    reachable
}

/// Removes all other states.
fn keep(automaton: &mut Automaton, kept: &[bool]) {
    let mut next = 0;
    let new: Vec<Option<StateId>> = kept
        .iter()
        .map(|&kept| {
            kept.then(|| {
                next += 1;
                StateId(next - 1)
            })
        })
        .collect();
    automaton.states = next as usize;
    rename(automaton, |state| new[state.index()]);
}

/// Gives states other names; edges of those without a name are removed.
pub(super) fn rename(automaton: &mut Automaton, new: impl Fn(StateId) -> Option<StateId>) {
    automaton.initial = automaton.initial.iter().filter_map(|&s| new(s)).collect();
    automaton.initial.sort_unstable();
    automaton.initial.dedup();
    automaton.edges.retain_mut(|edge| {
        let (Some(from), Some(to)) = (new(edge.from), new(edge.to)) else {
            return false;
        };
        (edge.from, edge.to) = (from, to);
        true
    });
    automaton.normalise();
}
