//! Reduced, ordered decision diagrams: equal if they mean the same.
//!
//! The checker has diagrams of its own, which are not used here: this is the part that confirms it. It needs one
//! operation, for diagrams of a limited size.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::{Contract, Set, Test};
use source::deeper;

/// Where a test stands in the order of tests.
pub type Rank = u64;

/// A test decides between two sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    pub rank: Rank,
    pub yes: Set,
    pub no: Set,
}

/// How many choices there may be for each node: two large diagrams can be compared for long without a new one.
const MAX_CHOICES_PER_NODE: usize = 10;

/// The set that a test stands for; none if it is to be left open.
pub type Tests<'t> = dyn FnMut(&mut Diagrams, Test) -> Result<Option<Set>, TooMany> + 't;

/// There are more nodes than are worth it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

pub struct Diagrams {
    nodes: Vec<Node>,
    unique: FxHashMap<Node, Set>,
    chosen: FxHashMap<[Set; 3], Set>,
    most: usize,
    /// How many steps were taken.
    work: u64,
}

impl Diagrams {
    /// `most`: how many nodes there may be.
    pub fn new(most: usize) -> Self {
        Diagrams {
            nodes: Vec::new(),
            unique: FxHashMap::default(),
            chosen: FxHashMap::default(),
            most,
            work: 0,
        }
    }

    pub fn work(&self) -> u64 {
        self.work
    }

    /// A set of a contract, whose conditions, on entry or now, mean what `test` says.
    pub fn import(
        &mut self,
        contract: &Contract,
        set: Set,
        test: &mut Tests<'_>,
    ) -> Result<Set, TooMany> {
        let mut known: FxHashMap<usize, Set> = FxHashMap::default();
        let of = |known: &FxHashMap<usize, Set>, set: Set| match set {
            Set::Decided(i) => known[&(i as usize)],
            constant => constant,
        };
        for i in contract.parts(set) {
            self.work += 1;
            let decision = contract.decisions[i];
            let (yes, no) = (of(&known, decision.yes), of(&known, decision.no));
            let whole = match test(self, decision.test())? {
                Some(test) => self.choose(test, yes, no)?,
                None => self.choose(yes, Set::Everything, no)?,
            };
            known.insert(i, whole);
        }
        Ok(of(&known, set))
    }

    /// The states where a test holds.
    pub fn test(&mut self, rank: Rank) -> Result<Set, TooMany> {
        self.node(rank, Set::Everything, Set::Nothing)
    }

    /// What is in one set and not in the other.
    pub fn minus(&mut self, a: Set, b: Set) -> Result<Set, TooMany> {
        self.choose(b, Set::Nothing, a)
    }

    /// One set where a state is in `test`, another where it is not.
    pub fn choose(&mut self, test: Set, yes: Set, no: Set) -> Result<Set, TooMany> {
        match (test, yes, no) {
            (Set::Everything, ..) => return Ok(yes),
            (Set::Nothing, ..) => return Ok(no),
            (_, Set::Everything, Set::Nothing) => return Ok(test),
            _ if yes == no => return Ok(yes),
            _ => {}
        }
        self.work += 1;
        let question = [test, yes, no];
        if let Some(&known) = self.chosen.get(&question) {
            return Ok(known);
        }
        if self.chosen.len() >= MAX_CHOICES_PER_NODE * self.most {
            return Err(TooMany);
        }
        let ranks = question.into_iter().filter_map(|set| self.top(set));
        let Some(rank) = ranks.map(|node| node.rank).min() else {
            return Ok(no);
        };
        let part = |diagrams: &Self, holds| question.map(|set| diagrams.part(set, rank, holds));
        let ([a, b, c], [d, e, f]) = (part(self, true), part(self, false));
        let (high, low) = deeper(|| Ok((self.choose(a, b, c)?, self.choose(d, e, f)?)))?;
        let set = self.node(rank, high, low)?;
        self.chosen.insert(question, set);
        Ok(set)
    }

    /// What decides first whether a state is in a set.
    pub fn top(&self, set: Set) -> Option<Node> {
        match set {
            Set::Decided(i) => Some(self.nodes[i as usize]),
            Set::Nothing | Set::Everything => None,
        }
    }

    /// The nodes that a set is made of, parts before wholes.
    pub(super) fn parts(&self, set: Set) -> impl Iterator<Item = (u32, Node)> + '_ {
        let mut found = BTreeSet::new();
        let mut waiting = vec![set];
        while let Some(set) = waiting.pop() {
            if let Set::Decided(i) = set
                && found.insert(i)
            {
                let node = self.nodes[i as usize];
                waiting.extend([node.yes, node.no]);
            }
        }
        found.into_iter().map(|i| (i, self.nodes[i as usize]))
    }

    fn node(&mut self, rank: Rank, yes: Set, no: Set) -> Result<Set, TooMany> {
        if yes == no {
            return Ok(yes);
        }
        let node = Node { rank, yes, no };
        if let Some(&known) = self.unique.get(&node) {
            return Ok(known);
        }
        if self.nodes.len() >= self.most {
            return Err(TooMany);
        }
        let set = Set::Decided(self.nodes.len() as u32);
        self.nodes.push(node);
        self.unique.insert(node, set);
        Ok(set)
    }

    /// A set where the test with this rank has a value; none of its tests comes before that one.
    fn part(&self, set: Set, rank: Rank, holds: bool) -> Set {
        match self.top(set) {
            Some(node) if node.rank == rank => {
                if holds {
                    node.yes
                } else {
                    node.no
                }
            }
            _ => set,
        }
    }
}
