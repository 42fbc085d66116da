//! What the states of the automaton of a negated formula mean for executions.
//!
//! A component counts *always* if every one of its cycles is accepting, and so is that nothing happens any more, in every
//! state of it and with whatever values led there: then each execution that stays in it and never ends violates the
//! formula, and loops need not be told apart by whether they pass events. In other accepting components accepting edges
//! have to come again and again, and silence is a state of its own.

use ltl::{Automaton, BitSet, Edge, PeriodicWord, StateId};
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;

/// What an execution has to do with a state of the automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// It passes through: staying here for ever is no violation.
    Passing,
    /// It violates the formula if it takes accepting edges for ever.
    Marked,
    /// It violates the formula if it does not end.
    Always,
    /// It violates the formula, whatever follows.
    Violated,
}

/// Atoms by what they are, as positions among the atoms.
#[derive(Clone, Debug, Default)]
pub(super) struct Letters {
    pub(super) conditions: Vec<usize>,
    pub(super) terminated: Option<usize>,
}

impl Letters {
    /// How many valuations of the conditions there are.
    pub(super) fn valuations(&self) -> usize {
        1 << self.conditions.len()
    }

    /// The letter of a position without an event.
    fn silent(&self, valuation: usize, has_ended: bool) -> BitSet {
        let conditions = self.conditions.iter().enumerate();
        let hold = conditions.filter(|(n, _)| valuation >> n & 1 == 1);
        let ended = self.terminated.filter(|_| has_ended);
        hold.map(|(_, &atom)| atom).chain(ended).collect()
    }
}

/// By state and valuation of the conditions: whether the automaton accepts that nothing follows.
pub(super) struct Silence {
    /// The execution goes on for ever.
    pub(super) going_on: Vec<Vec<bool>>,
    pub(super) ended: Vec<Vec<bool>>,
}

impl Silence {
    pub(super) fn of(automaton: &Automaton, letters: &Letters) -> Self {
        let accepted = |state: StateId, valuation, has_ended| {
            let from = Automaton {
                initial: vec![state],
                ..automaton.clone()
            };
            from.accepts(&PeriodicWord {
                stem: Vec::new(),
                cycle: vec![letters.silent(valuation, has_ended)],
            })
        };
        let of = |has_ended| {
            let states = automaton.state_ids().map(|state| {
                let all = 0..letters.valuations();
                all.map(|valuation| accepted(state, valuation, has_ended))
                    .collect()
            });
            states.collect()
        };
        Silence {
            going_on: of(false),
            ended: of(true),
        }
    }
}

/// The part of each state.
pub(super) fn parts(automaton: &Automaton, letters: &Letters, silence: &Silence) -> Vec<Part> {
    // Nothing happens after the end: what needs it is no way on while there are events.
    let before_end = |edge: &&Edge| {
        edge.guard.cubes().iter().any(|cube| {
            cube.literals()
                .all(|(atom, value)| !(value && letters.terminated == Some(atom.index())))
        })
    };
    let automaton = &Automaton {
        edges: automaton.edges.iter().filter(before_end).cloned().collect(),
        ..automaton.clone()
    };
    let mut graph: DiGraphMap<usize, ()> = DiGraphMap::new();
    automaton.state_ids().for_each(|state| {
        graph.add_node(state.index());
    });
    for edge in &automaton.edges {
        graph.add_edge(edge.from.index(), edge.to.index(), ());
    }
    let mut parts = vec![Part::Passing; automaton.states];
    for component in tarjan_scc(&graph) {
        let inside = |edge: &&Edge| {
            component.contains(&edge.from.index()) && component.contains(&edge.to.index())
        };
        if !automaton.edges.iter().filter(inside).any(is_accepting) {
            continue;
        }
        let closed = |&state: &usize| {
            let valuations = 0..letters.valuations();
            let mut led_there = valuations.filter(|&v| leads_to(automaton, letters, state, v));
            led_there.all(|valuation| silence.going_on[state][valuation])
        };
        let is_weak = !has_cycle(
            automaton
                .edges
                .iter()
                .filter(inside)
                .filter(|e| !is_accepting(e)),
        );
        let part = match is_weak && component.iter().all(closed) {
            true => Part::Always,
            false => Part::Marked,
        };
        for state in component {
            parts[state] = match accepts_all(automaton, state) {
                true => Part::Violated,
                false => part,
            };
        }
    }
    parts
}

pub(super) fn is_accepting(edge: &Edge) -> bool {
    !edge.acceptance.is_empty()
}

/// Whether some edge leads to a state where the conditions have these values, or an execution begins there.
fn leads_to(automaton: &Automaton, letters: &Letters, state: usize, valuation: usize) -> bool {
    let agrees = |edge: &Edge| {
        edge.guard.cubes().iter().any(|cube| {
            let mut literals = cube.literals();
            literals.all(|(atom, value)| {
                let condition = letters.conditions.iter().position(|&c| c == atom.index());
                condition.is_none_or(|n| (valuation >> n & 1 == 1) == value)
            })
        })
    };
    let begins = automaton.initial.iter().any(|s| s.index() == state);
    let mut edges = automaton.edges.iter();
    begins || edges.any(|edge| edge.to.index() == state && agrees(edge))
}

fn accepts_all(automaton: &Automaton, state: usize) -> bool {
    let always = ltl::Guard::always();
    automaton.edges.iter().any(|edge| {
        let stays = edge.from.index() == state && edge.to.index() == state;
        stays && is_accepting(edge) && always.implies(&edge.guard)
    })
}

fn has_cycle<'e>(edges: impl Iterator<Item = &'e Edge>) -> bool {
    let mut graph: DiGraphMap<usize, ()> = DiGraphMap::new();
    for edge in edges {
        graph.add_edge(edge.from.index(), edge.to.index(), ());
    }
    petgraph::algo::is_cyclic_directed(&graph)
}
