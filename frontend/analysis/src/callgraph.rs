//! Who may call whom, with calls through pointers resolved.
//!
//! Nodes are the functions that something may call, in order of their ids; an edge is a call site
//! and one function it may reach. Invariant: every call that an execution makes is an edge, except
//! calls that leave the program ([`CallGraph::outside`]).

use super::points_to::PointsTo;
use ir::{EdgeId, FuncId, Program, Stmt};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use source::entity::Arena;

/// A call site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    pub func: FuncId,
    pub edge: EdgeId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    pub site: Site,
    pub indirect: bool,
}

#[derive(Debug)]
pub struct CallGraph {
    pub graph: DiGraph<FuncId, Call>,
    nodes: Arena<FuncId, Option<NodeIndex>>,
    /// Strongly connected components, callees before callers.
    pub components: Vec<Vec<FuncId>>,
    recursive: Arena<FuncId, bool>,
    component_of: Arena<FuncId, u32>,
    /// Calls through a pointer that may leave the program.
    pub outside: Vec<Site>,
}

/// Builds the call graph of what is reachable from the entry.
pub fn call_graph(program: &Program, pts: &PointsTo) -> CallGraph {
    let mut graph = DiGraph::new();
    let mut nodes: Arena<FuncId, Option<NodeIndex>> = Arena::filled(None, program.funcs.len());
    let reached: Vec<FuncId> = program.funcs.ids().filter(|&f| pts.is_reached(f)).collect();
    let mut calls = Vec::new();
    let mut outside = Vec::new();
    for &func in &reached {
        for edge in call_edges(program, func) {
            let site = Site { func, edge };
            let Some(callees) = pts.callees(func, edge) else {
                continue;
            };
            if callees.outside {
                outside.push(site);
            }
            let indirect = callees.indirect;
            calls.extend(
                callees
                    .functions
                    .iter()
                    .map(|&to| (to, Call { site, indirect })),
            );
        }
    }
    let mut present: Vec<FuncId> = reached;
    present.extend(calls.iter().map(|c| c.0));
    present.sort_unstable();
    present.dedup();
    for &func in &present {
        nodes[func] = Some(graph.add_node(func));
    }
    for (to, call) in calls {
        if let (Some(a), Some(b)) = (nodes[call.site.func], nodes[to]) {
            graph.add_edge(a, b, call);
        }
    }
    let mut result = CallGraph {
        graph,
        nodes,
        components: Vec::new(),
        recursive: Arena::filled(false, program.funcs.len()),
        component_of: Arena::filled(u32::MAX, program.funcs.len()),
        outside,
    };
    result.find_components();
    result
}

/// The edges of a function that carry calls.
pub fn call_edges(program: &Program, func: FuncId) -> Vec<EdgeId> {
    let Some(cfg) = &program.funcs[func].body else {
        return Vec::new();
    };
    cfg.edges()
        .filter(|&e| matches!(cfg.edge(e).stmt, Stmt::Call { .. }))
        .collect()
}

impl CallGraph {
    fn find_components(&mut self) {
        for (number, component) in kosaraju_scc(&self.graph).into_iter().enumerate() {
            let mut functions: Vec<FuncId> = component.iter().map(|&n| self.graph[n]).collect();
            functions.sort_unstable();
            let first = component[0];
            let cyclic = component.len() > 1 || self.graph.contains_edge(first, first);
            for &func in &functions {
                self.recursive[func] = cyclic;
                self.component_of[func] = number as u32;
            }
            self.components.push(functions);
        }
    }

    /// Whether the function is reachable from the entry.
    pub fn contains(&self, func: FuncId) -> bool {
        self.nodes.get(func).is_some_and(Option::is_some)
    }

    /// Whether an activation of the function may lie above another of it.
    pub fn is_recursive(&self, func: FuncId) -> bool {
        self.recursive[func]
    }

    /// Whether a call from one to the other may be part of a recursion.
    pub fn same_component(&self, a: FuncId, b: FuncId) -> bool {
        self.component_of[a] == self.component_of[b] && self.component_of[a] != u32::MAX
    }

    /// The functions that a function may call, each once, in order.
    pub fn callees(&self, func: FuncId) -> Vec<FuncId> {
        self.neighbours(func, petgraph::Direction::Outgoing)
    }

    /// The functions that may call a function, each once, in order.
    pub fn callers(&self, func: FuncId) -> Vec<FuncId> {
        self.neighbours(func, petgraph::Direction::Incoming)
    }

    fn neighbours(&self, func: FuncId, direction: petgraph::Direction) -> Vec<FuncId> {
        let Some(node) = self.nodes[func] else {
            return Vec::new();
        };
        let mut found: Vec<FuncId> = self
            .graph
            .neighbors_directed(node, direction)
            .map(|n| self.graph[n])
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The sites that may call a function, in order.
    pub fn sites_of(&self, func: FuncId) -> Vec<Site> {
        let Some(node) = self.nodes[func] else {
            return Vec::new();
        };
        let mut sites: Vec<Site> = self
            .graph
            .edges_directed(node, petgraph::Direction::Incoming)
            .map(|e| e.weight().site)
            .collect();
        sites.sort_unstable();
        sites
    }
}
