//! Smaller automata of the same language: the passes, in their order.
//!
//! 1. States that cannot be reached or from which nothing is accepted are removed (`trim`).
//! 2. Acceptance that does not matter is removed, and acceptance sets that others imply (`acceptance`): states differ in
//!    fewer ways afterwards.
//! 3. States that simulate each other are merged, and edges that a better one stands beside are removed (`simulation`).
//!
//! They are repeated while they find something: removed edges make components smaller and sets superfluous.

use super::Automaton;
use super::{acceptance, simulation, trim};

/// Comparing all pairs of edges takes too long beyond so many.
const MAX_COMPARED_EDGES: usize = 2_000;

pub(super) fn simplify(automaton: &mut Automaton) {
    loop {
        let before = size(automaton);
        trim::trim(automaton);
        acceptance::reduce(automaton);
        automaton.normalise();
        if automaton.edges.len() <= MAX_COMPARED_EDGES {
            simulation::merge_by_future(automaton);
            trim::trim(automaton);
            simulation::merge_by_past(automaton);
        }
        if size(automaton) == before {
            return;
        }
    }
}

/// What the passes make smaller. Every round makes one of them smaller and none larger.
fn size(automaton: &Automaton) -> (usize, usize, usize, usize) {
    let cubes = automaton.edges.iter().map(|e| e.guard.cubes().len());
    (
        automaton.states,
        automaton.acceptance_sets,
        automaton.edges.len(),
        cubes.sum(),
    )
}
