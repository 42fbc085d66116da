//! Strongly connected components of the graph of heads, roughly: by location, whatever the values are.
//!
//! A loop through heads is one through their locations, so loops need be looked for inside of such components only
//! (the third improvement of Esparza and Schwoon, section 5).

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::head_graph::{HeadEdge, HeadGraph};
use crate::bdd::{Bdd, BddResult, Bdds};
use crate::flow::LocId;

/// Locations, and the edges between them.
pub(super) struct Component {
    /// In ascending order.
    pub(super) locs: Vec<LocId>,
    pub(super) edges: Vec<HeadEdge>,
    /// For each location, the edges that lead to it.
    pub(super) entering: Vec<Vec<usize>>,
}

/// A set of heads of a component: for each of its locations, the valuations.
pub(super) type HeadSet = Vec<Bdd>;

impl Component {
    fn new(graph: &HeadGraph<'_, '_, '_>, mut locs: Vec<LocId>) -> Self {
        locs.sort_unstable();
        let mut entering = vec![Vec::new(); locs.len()];
        let mut edges = Vec::new();
        for &from in &locs {
            for edge in graph.edges(from) {
                if let Ok(to) = locs.binary_search(&edge.to) {
                    entering[to].push(edges.len());
                    edges.push(edge);
                }
            }
        }
        Component {
            locs,
            edges,
            entering,
        }
    }

    /// The number of a location in the component.
    pub(super) fn index(&self, loc: LocId) -> usize {
        self.locs
            .binary_search(&loc)
            .expect("a location of the component")
    }

    /// All heads that were explored.
    pub(super) fn heads(&self, graph: &HeadGraph<'_, '_, '_>) -> BddResult<HeadSet> {
        self.locs.iter().map(|&loc| graph.heads(loc)).collect()
    }

    pub(super) fn nothing(&self, bdds: &Bdds) -> HeadSet {
        vec![bdds.zero(); self.locs.len()]
    }
}

/// The components with an edge inside; or, with `rough` off, all locations as one.
pub(super) fn components(graph: &HeadGraph<'_, '_, '_>, rough: bool) -> Vec<Component> {
    let flow = graph.product.spds.flow;
    let explored: Vec<LocId> = flow.locs().filter(|&loc| graph.is_explored(loc)).collect();
    let groups = match rough {
        true => strongly_connected(graph, &explored),
        false => vec![explored],
    };
    let with_edges = |locs| Some(Component::new(graph, locs)).filter(|c| !c.edges.is_empty());
    let mut found: Vec<Component> = groups.into_iter().filter_map(with_edges).collect();
    found.sort_by_key(|component| component.locs[0]);
    found
}

/// Petgraph's version of Kosaraju's algorithm and not that of Tarjan's, which recurses as deep as the program is long.
fn strongly_connected(graph: &HeadGraph<'_, '_, '_>, explored: &[LocId]) -> Vec<Vec<LocId>> {
    let mut locations: DiGraph<(), ()> = DiGraph::with_capacity(explored.len(), explored.len());
    let count = graph.product.spds.flow.loc_count();
    let node = |loc: LocId| NodeIndex::new(loc.index());
    (0..count).for_each(|_| {
        locations.add_node(());
    });
    for &from in explored {
        for edge in graph.edges(from) {
            locations.add_edge(node(from), node(edge.to), ());
        }
    }
    let components = kosaraju_scc(&locations).into_iter();
    let locs = |nodes: Vec<NodeIndex>| nodes.iter().map(|n| LocId(n.index() as u32)).collect();
    components.map(locs).collect()
}
