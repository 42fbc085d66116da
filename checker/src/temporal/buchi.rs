//! The automaton of the runs that are looked for, in the form in which it is multiplied with a program.

use ltl::Automaton;

/// A literal of a guard: the index of an atom, and whether it holds.
pub(super) type Literal = (usize, bool);

/// A generalised Büchi automaton with acceptance on its transitions: a run is accepted where transitions of every set
/// are taken infinitely often. There is at least one set, so that a loop always has something to pass through.
pub(super) struct Buchi {
    pub(super) states: usize,
    pub(super) initial: Vec<usize>,
    pub(super) sets: usize,
    pub(super) transitions: Vec<Transition>,
}

pub(super) struct Transition {
    pub(super) from: usize,
    pub(super) to: usize,
    /// A disjunction of conjunctions.
    pub(super) guard: Vec<Vec<Literal>>,
    /// The acceptance sets that it belongs to, in ascending order.
    pub(super) marks: Vec<usize>,
}

impl Buchi {
    pub(super) fn new(automaton: &Automaton) -> Self {
        let transition = |edge: &ltl::Edge| {
            let cubes = edge.guard.cubes().iter();
            let literals = |(atom, value): (ltl::AtomId, bool)| (atom.index(), value);
            Transition {
                from: edge.from.index(),
                to: edge.to.index(),
                guard: cubes
                    .map(|c| c.literals().map(literals).collect())
                    .collect(),
                marks: match automaton.acceptance_sets {
                    0 => vec![0],
                    _ => edge.acceptance.iter().collect(),
                },
            }
        };
        Buchi {
            states: automaton.states,
            initial: automaton
                .initial
                .iter()
                .map(|state| state.index())
                .collect(),
            sets: automaton.acceptance_sets.max(1),
            transitions: automaton.edges.iter().map(transition).collect(),
        }
    }

    /// How many bits name a state.
    pub(super) fn state_bits(&self) -> usize {
        let last = self.states.saturating_sub(1);
        (usize::BITS - last.leading_zeros()) as usize
    }
}
