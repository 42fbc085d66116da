//! Loops and recursion of a specification are taken to end, and the ledger says so.
//!
//! A handler is a part of the program that it is woven into. Behind one that goes on for ever nothing happens, and a proof
//! would be one of nothing; `halt` is how a specification says that an execution is not to be looked at.

use ir::{Callee, FuncId, LocId, Program, Stmt};
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use source::Span;

/// A location of a function.
type Place = (FuncId, LocId);

/// Where functions of the specification may go round: an edge of each circle, recursion included.
pub(super) fn rounds(program: &Program, functions: &[FuncId]) -> Vec<Span> {
    let mut graph: DiGraphMap<Place, Span> = DiGraphMap::new();
    for &func in functions {
        let Some(cfg) = &program.funcs[func].body else {
            continue;
        };
        for edge in cfg.edges() {
            let from = (func, cfg.source(edge));
            let span = cfg.edge(edge).span;
            graph.add_edge(from, (func, cfg.target(edge)), span);
            let Stmt::Call { callee, .. } = &cfg.edge(edge).stmt else {
                continue;
            };
            if let Callee::Direct(callee) = callee
                && let Some(body) = &program.funcs[*callee].body
                && functions.contains(callee)
            {
                graph.add_edge(from, (*callee, body.entry), span);
            }
        }
    }
    let circles = tarjan_scc(&graph);
    let first = |circle: &Vec<Place>| {
        let inside = graph.all_edges();
        let inside = inside.filter(|(from, to, _)| circle.contains(from) && circle.contains(to));
        inside
            .map(|(_, _, &span)| span)
            .min_by_key(|span| span.start)
    };
    circles.iter().filter_map(first).collect()
}
