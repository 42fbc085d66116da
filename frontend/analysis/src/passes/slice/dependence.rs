//! The part of an automaton that can lead to the criterion, with its dominators, post-dominators,
//! control dependences and loops.
//!
//! Nodes are the live locations and one node END for everything that is of no interest any more:
//! the exit leads there, locations without a way on, and edges that contain the criterion and lead
//! to nothing live. Control
//! dependence is that of Ferrante, Ottenstein and Warren (The program dependence graph, 1987).
//! Cycles that END cannot be reached from get an edge to it, so that post-dominators exist.

use super::can_reach_criterion::{Finder, Live};
use ir::{Cfg, EdgeId, FuncId, LocId};
use petgraph::algo::{dominators, kosaraju_scc};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::Reversed;
use source::entity::EntityId;

pub(super) struct Flow {
    pub(super) end: usize,
    /// Kept edges by source, with their target (END where it is not live).
    pub(super) succs: Vec<Vec<(EdgeId, usize)>>,
    preds: Vec<Vec<usize>>,
    pub(super) live: Vec<bool>,
    /// Immediate post-dominators.
    pub(super) ipdom: Vec<Option<usize>>,
    /// Immediate dominators.
    idom: Vec<Option<usize>>,
    /// When a walk of the dominator tree enters and leaves each node.
    visits: Vec<(u32, u32)>,
    /// The branches that decide whether a location is reached.
    pub(super) deps: Vec<Vec<usize>>,
}

/// A natural loop.
pub(super) struct Loop {
    pub(super) body: Vec<bool>,
    /// Sources of edges back to the head.
    pub(super) latches: Vec<usize>,
}

impl Flow {
    pub(super) fn new(finder: &Finder<'_>, func: FuncId, cfg: &Cfg, live: &Live) -> Self {
        let end = cfg.num_locs();
        let mut flow = Self {
            end,
            succs: vec![Vec::new(); end + 1],
            preds: vec![Vec::new(); end + 1],
            live: Vec::new(),
            ipdom: Vec::new(),
            idom: Vec::new(),
            visits: Vec::new(),
            deps: vec![Vec::new(); end + 1],
        };
        for edge in cfg.edges() {
            if finder.keeps(func, cfg, edge, live) {
                let to = cfg.target(edge);
                let goes_on = live.locs[func][to.index()];
                let to = if goes_on { to.index() } else { end };
                flow.succs[cfg.source(edge).index()].push((edge, to));
            }
        }
        flow.find_reachable(cfg.entry);
        flow.find_dominators(cfg);
        flow.find_dependences();
        flow
    }

    /// Only what the entry reaches over kept edges matters.
    fn find_reachable(&mut self, entry: LocId) {
        let mut seen = vec![false; self.end + 1];
        let mut stack = vec![entry.index()];
        seen[entry.index()] = true;
        while let Some(n) = stack.pop() {
            for &(_, to) in &self.succs[n] {
                if !std::mem::replace(&mut seen[to], true) {
                    stack.push(to);
                }
            }
        }
        for (n, _) in seen[..self.end].iter().enumerate().filter(|s| !s.1) {
            self.succs[n].clear();
        }
        for n in 0..self.end {
            for &(_, to) in &self.succs[n] {
                self.preds[to].push(n);
            }
        }
        self.live = seen;
    }

    fn find_dominators(&mut self, cfg: &Cfg) {
        let mut graph: DiGraph<(), ()> = DiGraph::new();
        for _ in 0..=self.end {
            graph.add_node(());
        }
        for (n, succs) in self.succs.iter().enumerate() {
            for &(_, to) in succs {
                graph.add_edge(NodeIndex::new(n), NodeIndex::new(to), ());
            }
        }
        let entry = NodeIndex::new(cfg.entry.index());
        let found = dominators::simple_fast(&graph, entry);
        self.idom = immediate(&found, self.end);
        self.number_dominators(cfg.entry.index());
        let end = NodeIndex::new(self.end);
        for n in (0..self.end).filter(|&n| self.live[n] && self.succs[n].is_empty()) {
            graph.add_edge(NodeIndex::new(n), end, ());
        }
        self.add_escapes(&mut graph);
        let found = dominators::simple_fast(Reversed(&graph), end);
        self.ipdom = immediate(&found, self.end);
    }

    /// An edge to END from each cycle that has no way there.
    fn add_escapes(&self, graph: &mut DiGraph<(), ()>) {
        let end = NodeIndex::new(self.end);
        loop {
            let mut reaches = vec![false; self.end + 1];
            let mut stack = vec![end];
            reaches[self.end] = true;
            while let Some(n) = stack.pop() {
                for m in graph.neighbors_directed(n, petgraph::Direction::Incoming) {
                    if !std::mem::replace(&mut reaches[m.index()], true) {
                        stack.push(m);
                    }
                }
            }
            // Components come sinks first: the first that is stuck is a sink of the stuck ones.
            let stuck = kosaraju_scc(&*graph)
                .into_iter()
                .filter(|c| self.live[c[0].index()] && !reaches[c[0].index()])
                .filter(|c| {
                    c.iter()
                        .all(|&n| graph.neighbors(n).all(|m| c.contains(&m)))
                })
                .filter_map(|c| c.into_iter().min())
                .collect::<Vec<_>>();
            if stuck.is_empty() {
                return;
            }
            for n in stuck {
                graph.add_edge(n, end, ());
            }
        }
    }

    fn find_dependences(&mut self) {
        for branch in 0..self.end {
            if self.succs[branch].len() < 2 {
                continue;
            }
            let stop = self.ipdom[branch];
            for i in 0..self.succs[branch].len() {
                let mut runner = Some(self.succs[branch][i].1);
                while let Some(n) = runner
                    && runner != stop
                {
                    if self.deps[n].last() != Some(&branch) {
                        self.deps[n].push(branch);
                    }
                    runner = self.ipdom[n];
                }
            }
        }
    }

    pub(super) fn dominates(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.visits[a], self.visits[b]);
        a.0 != 0 && b.0 != 0 && a.0 <= b.0 && b.1 <= a.1
    }

    /// The dominators of a node, nearest first.
    pub(super) fn dominators(&self, n: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(n), |&n| self.idom[n])
    }

    /// Numbers the dominator tree so that one comparison tells who dominates whom.
    fn number_dominators(&mut self, entry: usize) {
        let mut children = vec![Vec::new(); self.end + 1];
        for (n, idom) in self.idom.iter().enumerate() {
            if let Some(up) = *idom {
                children[up].push(n);
            }
        }
        let mut clock = 1;
        self.visits = vec![(0, 0); self.end + 1];
        let mut stack = vec![(entry, false)];
        while let Some((n, leaving)) = stack.pop() {
            if leaving {
                self.visits[n].1 = clock;
            } else {
                self.visits[n].0 = clock;
                stack.push((n, true));
                stack.extend(children[n].iter().map(|&c| (c, false)));
            }
            clock += 1;
        }
    }

    /// Natural loops, one per head, and the nodes of cycles that are none.
    pub(super) fn loops(&self) -> (Vec<Loop>, Vec<usize>) {
        let mut heads: Vec<Vec<usize>> = vec![Vec::new(); self.end];
        let mut graph: DiGraph<(), ()> = DiGraph::new();
        for _ in 0..=self.end {
            graph.add_node(());
        }
        for n in (0..self.end).filter(|&n| self.live[n]) {
            for &(_, to) in &self.succs[n] {
                if to != self.end && self.dominates(to, n) {
                    heads[to].push(n);
                } else {
                    graph.add_edge(NodeIndex::new(n), NodeIndex::new(to), ());
                }
            }
        }
        let loops = heads
            .into_iter()
            .enumerate()
            .filter(|(_, latches)| !latches.is_empty())
            .map(|(head, latches)| self.natural(head, latches))
            .collect();
        let irreducible = kosaraju_scc(&graph)
            .into_iter()
            .filter(|c| c.len() > 1)
            .flatten()
            .map(NodeIndex::index)
            .collect();
        (loops, irreducible)
    }

    fn natural(&self, head: usize, latches: Vec<usize>) -> Loop {
        let mut body = vec![false; self.end + 1];
        body[head] = true;
        let mut stack = latches.clone();
        while let Some(n) = stack.pop() {
            if !std::mem::replace(&mut body[n], true) {
                stack.extend(self.preds[n].iter().copied());
            }
        }
        Loop { body, latches }
    }
}

fn immediate(found: &dominators::Dominators<NodeIndex>, end: usize) -> Vec<Option<usize>> {
    (0..=end)
        .map(|n| {
            found
                .immediate_dominator(NodeIndex::new(n))
                .map(NodeIndex::index)
        })
        .collect()
}
