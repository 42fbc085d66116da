//! Strongly connected components of an automaton, and which of them a run can accept in.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

use super::{Automaton, BitSet, Edge, StateId};

pub(super) struct Components {
    /// The component of each state. Edges between components lead to smaller numbers.
    of: Vec<usize>,
    kinds: Vec<Kind>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// No cycle.
    Transient,
    /// Cycles, none of which is in all acceptance sets.
    Rejecting,
    Accepting,
}

impl Components {
    pub(super) fn new(automaton: &Automaton) -> Self {
        let mut graph: DiGraph<(), ()> = DiGraph::new();
        let nodes: Vec<_> = automaton.state_ids().map(|_| graph.add_node(())).collect();
        for edge in &automaton.edges {
            graph.add_edge(nodes[edge.from.index()], nodes[edge.to.index()], ());
        }
        let members = kosaraju_scc(&graph);
        let mut of = vec![0; automaton.states];
        for (component, members) in members.iter().enumerate() {
            for member in members {
                of[member.index()] = component;
            }
        }
        let mut sets: Vec<Option<BitSet>> = vec![None; members.len()];
        for edge in &automaton.edges {
            let component = of[edge.from.index()];
            if component == of[edge.to.index()] {
                let seen = sets[component].get_or_insert_default();
                seen.union_with(&edge.acceptance);
            }
        }
        let kind = |seen: &Option<BitSet>| match seen {
            None => Kind::Transient,
            Some(seen) if seen.len() == automaton.acceptance_sets => Kind::Accepting,
            Some(_) => Kind::Rejecting,
        };
        Components {
            of,
            kinds: sets.iter().map(kind).collect(),
        }
    }

    pub(super) fn count(&self) -> usize {
        self.kinds.len()
    }

    pub(super) fn of(&self, state: StateId) -> usize {
        self.of[state.index()]
    }

    pub(super) fn kind(&self, component: usize) -> Kind {
        self.kinds[component]
    }

    /// The component that an edge stays in.
    pub(super) fn inside(&self, edge: &Edge) -> Option<usize> {
        let component = self.of(edge.from);
        (component == self.of(edge.to)).then_some(component)
    }

    /// The accepting component that an edge stays in: the only place where its acceptance matters.
    pub(super) fn accepting(&self, edge: &Edge) -> Option<usize> {
        self.inside(edge)
            .filter(|&component| self.kind(component) == Kind::Accepting)
    }
}
