//! Generalised Büchi automata with acceptance on edges.
//!
//! A run is accepting where it takes edges of every acceptance set infinitely often; with no acceptance set, every
//! infinite run is. Invariants, checked by [`Automaton::verify`]:
//! * edges and initial states are about states below `states`, guards about atoms of `atoms`, and acceptance about sets
//!   below `acceptance_sets`;
//! * edges are sorted by the state that they leave, and no guard is false;
//! * no initial state stands twice.

use std::fmt;
use std::ops::Range;

use super::{Atom, AtomId, BitSet, Cube, Guard};
use crate::id;

id!(
    /// A state of an [`Automaton`].
    StateId
);

/// A transition with every letter of a guard.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    pub from: StateId,
    pub to: StateId,
    pub guard: Guard,
    /// The acceptance sets that the edge is in.
    pub acceptance: BitSet,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Automaton {
    pub atoms: Vec<Atom>,
    /// How many states there are.
    pub states: usize,
    /// A run may begin in any of these.
    pub initial: Vec<StateId>,
    pub acceptance_sets: usize,
    pub edges: Vec<Edge>,
}

/// What is wrong with an automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defect {
    Initial(StateId),
    /// The edge of this number.
    Edge(usize, &'static str),
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Defect::Initial(state) => write!(f, "{state} is initial twice, or does not exist"),
            Defect::Edge(number, words) => write!(f, "edge {number} {words}"),
        }
    }
}

impl fmt::Display for StateId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{}", self.0)
    }
}

impl Automaton {
    pub fn state_ids(&self) -> impl DoubleEndedIterator<Item = StateId> + use<> {
        (0..self.states as u32).map(StateId)
    }

    /// The edges that leave each state, as ranges of `edges`.
    pub fn edge_ranges(&self) -> Vec<Range<usize>> {
        let mut ranges = Vec::with_capacity(self.states);
        let mut at = 0;
        for state in self.state_ids() {
            let start = at;
            while self.edges.get(at).is_some_and(|e| e.from == state) {
                at += 1;
            }
            ranges.push(start..at);
        }
        ranges
    }

    /// The first invariant that does not hold.
    pub fn verify(&self) -> Result<(), Defect> {
        let mut seen = BitSet::new();
        for &state in &self.initial {
            if state.index() >= self.states || seen.contains(state.index()) {
                return Err(Defect::Initial(state));
            }
            seen.insert(state.index());
        }
        for (number, edge) in self.edges.iter().enumerate() {
            if let Some(words) = self.defect_of(edge) {
                return Err(Defect::Edge(number, words));
            }
        }
        let unsorted = self.edges.windows(2).position(|e| e[0].from > e[1].from);
        unsorted.map_or(Ok(()), |number| {
            Err(Defect::Edge(
                number,
                "stands before one of an earlier state",
            ))
        })
    }

    fn defect_of(&self, edge: &Edge) -> Option<&'static str> {
        let exists = |state: StateId| state.index() < self.states;
        let mut literals = edge.guard.cubes().iter().flat_map(Cube::literals);
        if !exists(edge.from) || !exists(edge.to) {
            Some("is about a state that does not exist")
        } else if edge.guard.is_never() {
            Some("has a guard that is false")
        } else if literals.any(|(atom, _)| atom.index() >= self.atoms.len()) {
            Some("is about an atom that does not exist")
        } else if edge.acceptance.iter().any(|s| s >= self.acceptance_sets) {
            Some("is in an acceptance set that does not exist")
        } else {
            None
        }
    }

    /// Sorts the edges, and makes one of those that differ in their guards only.
    pub fn normalise(&mut self) {
        let mut edges = std::mem::take(&mut self.edges);
        edges.retain(|edge| !edge.guard.is_never());
        edges.sort_by(|a, b| key(a).cmp(&key(b)));
        for edge in edges {
            match self.edges.last_mut() {
                Some(last) if key(last) == key(&edge) => last.guard.or(&edge.guard),
                _ => self.edges.push(edge),
            }
        }
    }

    /// A guard as a formula over the automaton's atoms.
    pub fn guard_text(&self, guard: &Guard) -> String {
        let atom = |atom: AtomId| self.atoms[atom.index()].to_string();
        guard_text(guard, atom, ["true", "false", " & ", " | "])
    }
}

fn key(edge: &Edge) -> (StateId, StateId, &BitSet) {
    (edge.from, edge.to, &edge.acceptance)
}

/// A guard as text, with the words for true, false, and, or.
pub(super) fn guard_text(
    guard: &Guard,
    atom: impl Fn(AtomId) -> String,
    [always, never, and, or]: [&str; 4],
) -> String {
    if guard.is_never() {
        return never.to_owned();
    }
    let literal = |(a, value): (AtomId, bool)| {
        let sign = if value { "" } else { "!" };
        format!("{sign}{}", atom(a))
    };
    let cube = |cube: &Cube| {
        let literals: Vec<String> = cube.literals().map(literal).collect();
        if literals.is_empty() {
            always.to_owned()
        } else {
            literals.join(and)
        }
    };
    let cubes: Vec<String> = guard.cubes().iter().map(cube).collect();
    cubes.join(or)
}

/// One line for each edge: `s0 -> s1 [a & !b] {0,1}`.
impl fmt::Display for Automaton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let initial: Vec<String> = self.initial.iter().map(ToString::to_string).collect();
        writeln!(
            f,
            "{} states, {} edges; acceptance sets: {}; initial: {}",
            self.states,
            self.edges.len(),
            self.acceptance_sets,
            if initial.is_empty() {
                "none".to_owned()
            } else {
                initial.join(" ")
            }
        )?;
        for edge in &self.edges {
            let guard = self.guard_text(&edge.guard);
            write!(f, "{} -> {} [{guard}]", edge.from, edge.to)?;
            let sets: Vec<String> = edge.acceptance.iter().map(|s| s.to_string()).collect();
            if sets.is_empty() {
                writeln!(f)?;
            } else {
                writeln!(f, " {{{}}}", sets.join(","))?;
            }
        }
        Ok(())
    }
}
