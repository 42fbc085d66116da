//! In which order the locations of a function are visited when its loops are unrolled.
//!
//! A weak topological order (Bourdoncle, *Efficient chaotic iteration strategies with widenings*, 1993): components are
//! numbered in one piece, and an edge that leads back leads to the head of a component around its source. With the
//! number of rounds behind each head, positions compare like the words of a dictionary: whatever may still lead to a
//! place comes before it.

use std::collections::{BTreeMap, BTreeSet};

use abstractor::{BlockId, Blocks};
use ir::{Cfg, EdgeId, FuncId, LocId, Stmt};
use petgraph::algo::kosaraju_scc;
use petgraph::graphmap::DiGraphMap;
use petgraph::visit::{Dfs, NodeFiltered};

/// Where a location stands in its function: its number, and those of the heads around it, the outermost first.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Spot {
    number: u32,
    heads: Vec<u32>,
}

/// The order of the locations of one function, with the blocks that begin there.
#[derive(Debug)]
pub(super) struct Order {
    spots: BTreeMap<LocId, Spot>,
    blocks: BTreeMap<LocId, Vec<BlockId>>,
    /// The heads of loops that can be left, or end.
    left: BTreeSet<u32>,
}

/// A location, and how often the loops around it have gone round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) loc: LocId,
    rounds: Vec<u32>,
}

impl Position {
    /// How often the innermost loop has gone round.
    pub(super) fn round(&self) -> u32 {
        self.rounds.last().copied().unwrap_or(0)
    }
}

impl Order {
    pub(super) fn new(blocks: &Blocks, func: FuncId, cfg: &Cfg) -> Self {
        let entry = cfg.entry;
        let mut graph = DiGraphMap::<LocId, ()>::new();
        let mut outgoing: BTreeMap<LocId, Vec<BlockId>> = BTreeMap::new();
        graph.add_node(entry);
        for &id in blocks.of(func) {
            let block = &blocks.blocks[id];
            graph.add_edge(block.from, block.to, ());
            outgoing.entry(block.from).or_default().push(id);
        }
        let mut visit = Dfs::new(&graph, entry);
        let mut seen: Vec<LocId> = Vec::new();
        while let Some(loc) = visit.next(&graph) {
            seen.push(loc);
        }
        let first: BTreeMap<LocId, usize> = seen.iter().enumerate().map(|(n, &l)| (l, n)).collect();
        let mut arrange = Arrange {
            graph: &graph,
            first: &first,
            spots: BTreeMap::new(),
        };
        arrange.arrange(seen.into_iter().collect(), &mut Vec::new());
        let spots = arrange.spots;
        let mut left = BTreeSet::new();
        for (from, to, ()) in graph.all_edges() {
            if let (Some(from), Some(to)) = (spots.get(&from), spots.get(&to)) {
                left.extend(from.heads.iter().filter(|h| !to.heads.contains(h)));
            }
        }
        // Where slicing has taken the way out, an assumption that fails is the end.
        let assumes = |e: &EdgeId| matches!(cfg.edge(*e).stmt, Stmt::Assume { .. });
        for (from, ways) in &outgoing {
            let branch = usize::from(ways.len() > 1);
            let mut edges = ways.iter().map(|&id| &blocks.blocks[id].edges);
            if edges.any(|edges| edges.iter().skip(branch).any(assumes)) {
                left.extend(spots.get(from).into_iter().flat_map(|s| &s.heads));
            }
        }
        Order {
            spots,
            blocks: outgoing,
            left,
        }
    }

    /// The blocks that begin at a location.
    pub(super) fn from(&self, loc: LocId) -> &[BlockId] {
        self.blocks.get(&loc).map_or(&[], Vec::as_slice)
    }

    pub(super) fn start(&self, entry: LocId) -> Position {
        let heads = self.spots.get(&entry).map_or(0, |s| s.heads.len());
        Position {
            loc: entry,
            rounds: vec![0; heads],
        }
    }

    /// The position after a step to a location, and whether the step led back.
    pub(super) fn step(&self, from: &Position, to: LocId) -> Option<(Position, bool)> {
        let (old, new) = (self.spots.get(&from.loc)?, self.spots.get(&to)?);
        let common = old.heads.iter().zip(&new.heads).take_while(|(a, b)| a == b);
        let common = common.count();
        let mut rounds = from.rounds[..common].to_vec();
        let back = new.number <= old.number;
        if back {
            *rounds.last_mut()? += 1;
        }
        rounds.resize(new.heads.len(), 0);
        Some((Position { loc: to, rounds }, back))
    }

    /// Whether a location is the head of a loop.
    pub(super) fn is_head(&self, loc: LocId) -> bool {
        let spot = self.spots.get(&loc);
        spot.is_some_and(|s| s.heads.last() == Some(&s.number))
    }

    /// Whether a position is at the head of a loop that was gone round and is never left.
    pub(super) fn is_caught(&self, position: &Position) -> bool {
        let spot = self.spots.get(&position.loc);
        let caught = spot.is_some_and(|s| !self.left.contains(&s.number));
        position.round() > 0 && caught && self.is_head(position.loc)
    }

    /// Adds what a position is sorted by: the number of each head around it with the round, and its own number.
    pub(super) fn extend_key(&self, position: &Position, dictionary_key: &mut Vec<u32>) {
        if let Some(spot) = self.spots.get(&position.loc) {
            for (&head, &round) in spot.heads.iter().zip(&position.rounds) {
                dictionary_key.extend([head, round]);
            }
            dictionary_key.push(spot.number);
        }
    }
}

struct Arrange<'a> {
    graph: &'a DiGraphMap<LocId, ()>,
    /// When a search from the entry meets each location.
    first: &'a BTreeMap<LocId, usize>,
    spots: BTreeMap<LocId, Spot>,
}

impl Arrange<'_> {
    /// Numbers locations; what leads out of them is not looked at.
    fn arrange(&mut self, within: BTreeSet<LocId>, heads: &mut Vec<u32>) {
        let part = NodeFiltered::from_fn(self.graph, |loc| within.contains(&loc));
        // Sinks come first.
        let components = kosaraju_scc(&part);
        for component in components.into_iter().rev() {
            let head = component.iter().copied().min_by_key(|l| self.first[l]);
            let Some(head) = head else { continue };
            let number = self.spots.len() as u32;
            let cyclic = component.len() > 1 || self.graph.contains_edge(head, head);
            if cyclic {
                heads.push(number);
            }
            let spot = Spot {
                number,
                heads: heads.clone(),
            };
            self.spots.insert(head, spot);
            if cyclic {
                let rest = component.into_iter().filter(|&l| l != head).collect();
                semantics::deeper(|| self.arrange(rest, heads));
                heads.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::entity::EntityId;

    fn order(edges: &[(u32, u32)]) -> BTreeMap<u32, Spot> {
        let loc = |n: u32| LocId::from_index(n as usize);
        let mut graph = DiGraphMap::new();
        for &(a, b) in edges {
            graph.add_edge(loc(a), loc(b), ());
        }
        let mut visit = Dfs::new(&graph, loc(0));
        let mut first = BTreeMap::new();
        while let Some(l) = visit.next(&graph) {
            first.insert(l, first.len());
        }
        let mut arrange = Arrange {
            graph: &graph,
            first: &first,
            spots: BTreeMap::new(),
        };
        arrange.arrange(first.keys().copied().collect(), &mut Vec::new());
        let spots = arrange.spots.into_iter();
        spots.map(|(l, s)| (l.index() as u32, s)).collect()
    }

    /// Whatever the graph: an edge that does not lead forward leads to a head around its source.
    #[test]
    fn edges_lead_forward_or_to_a_head_around_them() {
        let mut random = 12345_u64;
        let mut next = |below: u32| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (random >> 33) as u32 % below
        };
        for _ in 0..500 {
            let size = 2 + next(9);
            let mut edges: Vec<(u32, u32)> = (1..size).map(|n| (next(n), n)).collect();
            for _ in 0..next(12) {
                edges.push((next(size), next(size)));
            }
            let spots = order(&edges);
            for (a, b) in edges {
                let (from, to) = (&spots[&a], &spots[&b]);
                assert!(
                    to.number > from.number || from.heads.contains(&to.number),
                    "{a} to {b} of {spots:?}"
                );
                // A component is left for what comes after all of it.
                let left = from.heads.iter().find(|h| !to.heads.contains(h));
                if let Some(left) = left {
                    let inside = spots.values().filter(|s| s.heads.contains(left));
                    assert!(
                        inside.map(|s| s.number).max() < Some(to.number)
                            || from.heads.contains(&to.number)
                    );
                }
            }
        }
    }
}
