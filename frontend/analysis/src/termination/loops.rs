//! The natural loops of a function.
//!
//! An edge goes back if its target dominates its source; the loop of a head is what leads to such an edge without
//! passing the head. A function whose cycles all have such a head is reducible: then an execution that stays in it
//! forever without calling deeper goes back to one head again and again, from some point on without leaving its loop.
//! Where jumps lead into the middle of a loop this does not hold, and [`Loops::irreducible`] says where.

use ir::{Cfg, EdgeId, FuncId, LocId};
use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::graph::NodeIndex;
use rustc_hash::FxHashSet;
use source::Span;
use source::entity::EntityId;

/// A loop: every way into it leads to its head.
#[derive(Clone, Debug)]
pub struct Loop {
    pub func: FuncId,
    pub head: LocId,
    /// The edges that lead to the head from outside.
    pub entering: Vec<EdgeId>,
    /// The edges that lead to the head from inside.
    pub back: Vec<EdgeId>,
    pub body: FxHashSet<LocId>,
    /// What stands at the head.
    pub span: Span,
}

/// The loops of a function.
#[derive(Clone, Debug, Default)]
pub struct Loops {
    pub loops: Vec<Loop>,
    /// A place on a cycle that none of them covers.
    pub irreducible: Option<Span>,
}

impl Loop {
    /// The edges from the loop to the loop.
    pub fn edges<'c>(&'c self, cfg: &'c Cfg) -> impl Iterator<Item = EdgeId> + 'c {
        cfg.edges()
            .filter(|&e| self.body.contains(&cfg.source(e)) && self.body.contains(&cfg.target(e)))
    }
}

/// Finds the loops, those of heads that come first in front.
pub fn loops(func: FuncId, cfg: &Cfg) -> Loops {
    let reachable = cfg.reachable();
    let dominators = simple_fast(cfg.graph(), node(cfg.entry));
    let goes_back = |e: EdgeId| {
        reachable[cfg.source(e).index()] && dominates(&dominators, cfg.target(e), cfg.source(e))
    };
    let back: FxHashSet<EdgeId> = cfg.edges().filter(|&e| goes_back(e)).collect();
    let mut heads: Vec<LocId> = back.iter().map(|&e| cfg.target(e)).collect();
    heads.sort_unstable();
    heads.dedup();
    Loops {
        loops: heads
            .iter()
            .map(|&head| natural(func, cfg, head, &back, &reachable))
            .collect(),
        irreducible: cycle_without(cfg, &back, &reachable),
    }
}

fn natural(
    func: FuncId,
    cfg: &Cfg,
    head: LocId,
    back: &FxHashSet<EdgeId>,
    reachable: &[bool],
) -> Loop {
    let incoming = cfg.incoming(head).into_iter();
    let (back, entering): (Vec<EdgeId>, Vec<EdgeId>) = incoming
        .filter(|&e| reachable[cfg.source(e).index()])
        .partition(|e| back.contains(e));
    let mut body: FxHashSet<LocId> = FxHashSet::from_iter([head]);
    let mut work: Vec<LocId> = back.iter().map(|&e| cfg.source(e)).collect();
    while let Some(loc) = work.pop() {
        if body.insert(loc) {
            let sources = cfg.incoming(loc).into_iter().map(|e| cfg.source(e));
            work.extend(sources.filter(|l| reachable[l.index()]));
        }
    }
    let condition = cfg.loc(head).loops.last().copied();
    let first = || cfg.outgoing(head).first().map(|&e| cfg.edge(e).span);
    Loop {
        func,
        head,
        entering,
        back,
        body,
        span: condition.or_else(first).unwrap_or(Span::NONE),
    }
}

/// A place on a cycle that has none of these edges.
fn cycle_without(cfg: &Cfg, back: &FxHashSet<EdgeId>, reachable: &[bool]) -> Option<Span> {
    let counts = |e: &EdgeId| reachable[cfg.source(*e).index()] && !back.contains(e);
    let mut left = vec![0usize; cfg.num_locs()];
    cfg.edges()
        .filter(counts)
        .for_each(|e| left[cfg.target(e).index()] += 1);
    let mut work = vec![cfg.entry];
    while let Some(loc) = work.pop() {
        for edge in cfg.outgoing(loc).into_iter().filter(counts) {
            let target = cfg.target(edge);
            left[target.index()] -= 1;
            if left[target.index()] == 0 {
                work.push(target);
            }
        }
    }
    let stuck = cfg.locs().find(|l| left[l.index()] > 0)?;
    let span = cfg.outgoing(stuck).first().map(|&e| cfg.edge(e).span);
    Some(span.unwrap_or(Span::NONE))
}

fn dominates(dominators: &Dominators<NodeIndex<u32>>, above: LocId, below: LocId) -> bool {
    dominators
        .dominators(node(below))
        .is_some_and(|mut all| all.any(|n| n == node(above)))
}

fn node(loc: LocId) -> NodeIndex<u32> {
    NodeIndex::new(loc.index())
}
