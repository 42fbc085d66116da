//! The graph of heads, symbolically: a node is a control state and a symbol of the product, its values are a set.
//!
//! A head leads to another by a step, into what a rule pushes, or over it where summaries (the frames of a second post\*,
//! whose control states remember whether an accepting edge was taken) say that it is left again. Esparza and Schwoon (CAV
//! 2001), with all of it restricted to reachable heads.

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

use super::post_star::{FrameId, PostStar, RuleAt};
use super::rules::{Control, Key, ProductRule, Put};
use super::space::Space;
use crate::bdd::{Bdd, BddResult};

/// How an edge leads from head to head.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Step,
    Into,
    /// Over a frame that is left in a control state.
    Over(FrameId, Control),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) rule: RuleAt,
    pub(super) kind: Kind,
    pub(super) accepting: bool,
}

pub(super) struct HeadGraph<'g, 'p, 'a> {
    pub(super) summaries: &'g PostStar<'p, 'a>,
    pub(super) keys: Vec<Key>,
    /// The reachable values of each node.
    pub(super) heads: Vec<Bdd>,
    pub(super) edges: Vec<Edge>,
}

/// Enters all frames that reachable heads push.
pub(super) fn summarise(
    summaries: &mut PostStar<'_, '_>,
    heads: &FxHashMap<Key, Bdd>,
) -> BddResult<()> {
    let space = summaries.space();
    let mut keys: Vec<&Key> = heads.keys().collect();
    keys.sort_unstable();
    for &key in keys {
        for rule in summaries.product.of_head(key)?.iter() {
            let Put::Two(top, _) = rule.put else { continue };
            let bdds = &space.bdds;
            let gone = bdds.and(&space.current, &space.below_cube)?;
            let entered = bdds.and_exists(&heads[&key], &rule.relation, &gone)?;
            let entered = space.next_to_current.apply(bdds, &entered)?;
            if !bdds.is_zero(&entered) {
                summaries.enter((rule.to, top), &entered)?;
            }
        }
    }
    summaries.run()
}

impl<'g, 'p, 'a> HeadGraph<'g, 'p, 'a> {
    pub(super) fn new(summaries: &'g PostStar<'p, 'a>, reachable: &FxHashMap<Key, Bdd>) -> Self {
        let mut keys: Vec<Key> = reachable.keys().copied().collect();
        keys.sort_unstable();
        let nodes: FxHashMap<Key, usize> = keys.iter().copied().zip(0..).collect();
        let mut graph = HeadGraph {
            summaries,
            heads: keys.iter().map(|key| reachable[key].clone()).collect(),
            edges: Vec::new(),
            keys,
        };
        for from in 0..graph.keys.len() {
            graph.add_edges(from, &nodes);
        }
        graph
    }

    fn add_edges(&mut self, from: usize, nodes: &FxHashMap<Key, usize>) {
        let key = self.keys[from];
        let rules = self.summaries.product.made(key).unwrap_or_default();
        for (number, rule) in rules.iter().enumerate() {
            let mut add = |control: Control, symbol, kind, accepting| {
                if let Some(&to) = nodes.get(&(control.unmarked(), symbol)) {
                    self.edges.push(Edge {
                        from,
                        to,
                        rule: RuleAt { key, number },
                        kind,
                        accepting,
                    });
                }
            };
            match rule.put {
                Put::Nothing => {}
                Put::One(symbol) => add(rule.to, symbol, Kind::Step, rule.accepting),
                Put::Two(top, below) => {
                    add(rule.to, top, Kind::Into, rule.accepting);
                    let Some(frame) = self.summaries.frame_of((rule.to, top)) else {
                        continue;
                    };
                    let mut ends: Vec<Control> =
                        self.summaries.frames[frame].pops.keys().copied().collect();
                    ends.sort_unstable();
                    for end in ends {
                        add(end, below, Kind::Over(frame, end), end.marked);
                    }
                }
            }
        }
    }

    pub(super) fn space(&self) -> &'a Space {
        self.summaries.space()
    }

    pub(super) fn rule(&self, edge: &Edge) -> Option<&'g ProductRule> {
        let rules = self.summaries.product.made(edge.rule.key)?;
        rules.get(edge.rule.number)
    }

    /// The components in which a run can go round and accept: their edges.
    pub(super) fn components(&self) -> Vec<Vec<Edge>> {
        let mut graph: DiGraph<(), ()> = DiGraph::new();
        for _ in &self.keys {
            graph.add_node(());
        }
        for edge in &self.edges {
            graph.add_edge(NodeIndex::new(edge.from), NodeIndex::new(edge.to), ());
        }
        let mut of = vec![0; self.keys.len()];
        let components = tarjan_scc(&graph);
        for (number, members) in components.iter().enumerate() {
            members.iter().for_each(|node| of[node.index()] = number);
        }
        let mut edges = vec![Vec::new(); components.len()];
        for &edge in &self.edges {
            if of[edge.from] == of[edge.to] {
                edges[of[edge.from]].push(edge);
            }
        }
        edges.retain(|edges| edges.iter().any(|edge| edge.accepting));
        edges
    }

    /// The heads from which an edge can lead into a set of its target.
    pub(super) fn before(&self, edge: &Edge, set: &Bdd) -> BddResult {
        let space = self.space();
        let bdds = &space.bdds;
        let Some(rule) = self.rule(edge) else {
            return Ok(bdds.zero());
        };
        let after = match edge.kind {
            Kind::Step | Kind::Into => space.next_to_current.undo(bdds, set)?,
            Kind::Over(frame, control) => {
                let below = space.below_to_local.undo(bdds, set)?;
                let pops = &self.summaries.frames[frame].pops[&control].all;
                let pops = space.entry_to_next.apply(bdds, pops)?;
                bdds.and_exists(&pops, &below, &space.current)?
            }
        };
        let quantified = bdds.and(&space.next, &space.below_cube)?;
        let set = bdds.and_exists(&rule.relation, &after, &quantified)?;
        bdds.and(&set, &self.heads[edge.from])
    }
}
