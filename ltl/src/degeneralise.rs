//! Automata with one acceptance set: Büchi automata, with acceptance on edges or on states.
//!
//! A state is taken once for each level, the number of acceptance sets that have been seen of those that come in turn
//! (Gastin and Oddoux, CAV 2001). An edge goes up as many levels as it is in sets in a row; one that passes the last is
//! accepting, and the count begins again. Levels matter inside of accepting components only: everywhere else there is one.

use rustc_hash::FxHashMap;

use super::components::Components;
use super::simplify::simplify;
use super::{Automaton, BitSet, Edge, StateId};

/// An automaton of the same language with one acceptance set.
pub fn degeneralise(automaton: &Automaton) -> Automaton {
    let mut result = match automaton.acceptance_sets {
        1 => automaton.clone(),
        0 => {
            let mut all = automaton.clone();
            mark_all(&mut all);
            all
        }
        _ => with_levels(automaton),
    };
    simplify(&mut result);
    if result.acceptance_sets == 0 {
        mark_all(&mut result);
    }
    result
}

/// An automaton of the same language with one acceptance set, in which all edges that leave a state are, or none.
pub fn state_based(automaton: &Automaton) -> Automaton {
    let first = with_accepting_states(&degeneralise(automaton));
    let second = with_accepting_states(&degeneralise(&first));
    if second.states < first.states {
        second
    } else {
        first
    }
}

fn mark_all(automaton: &mut Automaton) {
    automaton.acceptance_sets = 1;
    for edge in &mut automaton.edges {
        edge.acceptance = BitSet::below(1);
    }
}

/// Copies of states, numbered as they are found.
struct Copies {
    ids: FxHashMap<(StateId, usize), StateId>,
    todo: Vec<(StateId, usize)>,
}

impl Copies {
    fn new() -> Self {
        Copies {
            ids: FxHashMap::default(),
            todo: Vec::new(),
        }
    }

    fn get(&mut self, state: StateId, copy: usize) -> StateId {
        let next = StateId(self.ids.len() as u32);
        let id = *self.ids.entry((state, copy)).or_insert(next);
        if id == next {
            self.todo.push((state, copy));
        }
        id
    }

    /// Builds the automaton of all copies: `step` says for an edge of a copy which copy it leads to, and whether it is
    /// accepting.
    fn build(
        mut self,
        automaton: &Automaton,
        step: impl Fn(&Edge, usize) -> (usize, bool),
    ) -> Automaton {
        let ranges = automaton.edge_ranges();
        let initial = automaton.initial.iter().map(|&s| self.get(s, 0)).collect();
        let mut edges = Vec::new();
        while let Some((state, copy)) = self.todo.pop() {
            let from = self.get(state, copy);
            for edge in &automaton.edges[ranges[state.index()].clone()] {
                let (next, accepting) = step(edge, copy);
                edges.push(Edge {
                    from,
                    to: self.get(edge.to, next),
                    guard: edge.guard.clone(),
                    acceptance: BitSet::below(usize::from(accepting)),
                });
            }
        }
        let mut result = Automaton {
            atoms: automaton.atoms.clone(),
            states: self.ids.len(),
            initial,
            acceptance_sets: 1,
            edges,
        };
        result.normalise();
        result
    }
}

fn with_levels(automaton: &Automaton) -> Automaton {
    let components = Components::new(automaton);
    let sets = automaton.acceptance_sets;
    let rise = |edge: &Edge, mut level: usize| {
        while level < sets && edge.acceptance.contains(level) {
            level += 1;
        }
        level
    };
    Copies::new().build(automaton, |edge, level| {
        if components.accepting(edge).is_none() {
            return (0, false);
        }
        let level = rise(edge, level);
        if level < sets {
            return (level, false);
        }
        // What the edge is in may count for the next time round already, but not twice.
        (rise(edge, 0) % sets, true)
    })
}

/// How acceptance lies on the edges of a state that stay in its component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Uniform {
    Accepting,
    Rejecting,
    Mixed,
}

/// A state with both kinds of edges leaves it to the states they lead to: these are taken twice.
fn with_accepting_states(automaton: &Automaton) -> Automaton {
    let components = Components::new(automaton);
    let mut kinds: Vec<Option<Uniform>> = vec![None; automaton.states];
    for edge in &automaton.edges {
        if components.inside(edge).is_some() {
            let kind = &mut kinds[edge.from.index()];
            let this = if edge.acceptance.is_empty() {
                Uniform::Rejecting
            } else {
                Uniform::Accepting
            };
            *kind = match *kind {
                Some(other) if other != this => Some(Uniform::Mixed),
                _ => Some(this),
            };
        }
    }
    let kind = |state: StateId| kinds[state.index()].unwrap_or(Uniform::Rejecting);
    Copies::new().build(automaton, |edge, copy| {
        let is_left = components.inside(edge).is_some()
            && kind(edge.from) == Uniform::Mixed
            && kind(edge.to) != Uniform::Accepting
            && !edge.acceptance.is_empty();
        let accepting = copy == 1 || kind(edge.from) == Uniform::Accepting;
        (usize::from(is_left), accepting)
    })
}
