//! Decision diagrams over tests: what one claim has that another has not.
//!
//! Two claims of neighbouring locations agree in almost everything, and a solver that is given both takes them apart
//! piece by piece, in time that doubles with every further lock of a program. As reduced diagrams, what they agree in is
//! gone at once. The checker's diagrams are not used here: this is the part that confirms it.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use z3::ast::Bool;

use super::formula::decide;
use super::{Contract, Set, Test};
use crate::deep::deeper;

/// Where a test stands in the order.
pub(super) type Rank = u64;

/// A test decides between two sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    rank: Rank,
    yes: Set,
    no: Set,
}

/// Diagrams that are equal if they mean the same, for a limited number of decisions.
pub(super) struct Diagrams {
    nodes: Vec<Node>,
    unique: FxHashMap<Node, Set>,
    chosen: FxHashMap<[Set; 3], Set>,
    ranks: FxHashMap<Bool, Rank>,
    tests: FxHashMap<Rank, Bool>,
    /// How many decisions were made.
    pub(super) work: u64,
}

/// There are more decisions than are worth it.
pub(super) struct TooMany;

const MOST_NODES: usize = 200_000;
/// Two large diagrams can be compared for long without a decision that is new.
const MOST_CHOICES: usize = 2_000_000;

impl Diagrams {
    pub(super) fn new() -> Self {
        Diagrams {
            nodes: Vec::new(),
            unique: FxHashMap::default(),
            chosen: FxHashMap::default(),
            ranks: FxHashMap::default(),
            tests: FxHashMap::default(),
            work: 0,
        }
    }

    /// A set of a contract. `test` tells what a condition (on entry or now) means, and where it stands in the order,
    /// unless the same is already there.
    pub(super) fn import(
        &mut self,
        contract: &Contract,
        set: Set,
        test: &mut dyn FnMut(Test) -> (Bool, Rank),
    ) -> Result<Set, TooMany> {
        let mut known: FxHashMap<usize, Set> = FxHashMap::default();
        let of = |known: &FxHashMap<usize, Set>, set: Set| match set {
            Set::Decided(i) => known[&(i as usize)],
            constant => constant,
        };
        for i in contract.parts(set) {
            let decision = contract.decisions[i];
            self.work += 1;
            let (yes, no) = (of(&known, decision.yes), of(&known, decision.no));
            let (term, rank) = test(decision.test());
            let whole = match term.as_bool() {
                Some(true) => yes,
                Some(false) => no,
                None => {
                    let var = self.variable(term, rank)?;
                    self.choose(var, yes, no)?
                }
            };
            known.insert(i, whole);
        }
        Ok(of(&known, set))
    }

    /// What is in one set and not in the other.
    pub(super) fn minus(&mut self, a: Set, b: Set) -> Result<Set, TooMany> {
        self.choose(b, Set::Nothing, a)
    }

    /// That a state is in a set.
    pub(super) fn formula(&self, set: Set) -> Bool {
        let mut wanted = BTreeSet::new();
        let mut waiting = vec![set];
        while let Some(set) = waiting.pop() {
            if let Set::Decided(i) = set
                && wanted.insert(i)
            {
                let node = self.nodes[i as usize];
                waiting.extend([node.yes, node.no]);
            }
        }
        let mut terms: FxHashMap<u32, Bool> = FxHashMap::default();
        let of = |terms: &FxHashMap<u32, Bool>, set: Set| match set {
            Set::Decided(i) => terms[&i].clone(),
            constant => Bool::from_bool(constant == Set::Everything),
        };
        // Parts are made before wholes.
        for i in wanted {
            let node = self.nodes[i as usize];
            let (yes, no) = (of(&terms, node.yes), of(&terms, node.no));
            let whole = decide(&self.tests[&node.rank], (node.yes, &yes), (node.no, &no));
            terms.insert(i, whole);
        }
        of(&terms, set)
    }

    fn variable(&mut self, term: Bool, rank: Rank) -> Result<Set, TooMany> {
        let rank = match self.ranks.get(&term) {
            Some(&known) => known,
            None => {
                let taken = |rank: &Rank| self.tests.contains_key(rank);
                let rank = (rank..).find(|r| !taken(r)).unwrap_or(rank);
                self.ranks.insert(term.clone(), rank);
                self.tests.insert(rank, term);
                rank
            }
        };
        self.node(rank, Set::Everything, Set::Nothing)
    }

    fn node(&mut self, rank: Rank, yes: Set, no: Set) -> Result<Set, TooMany> {
        if yes == no {
            return Ok(yes);
        }
        let node = Node { rank, yes, no };
        if let Some(&known) = self.unique.get(&node) {
            return Ok(known);
        }
        if self.nodes.len() >= MOST_NODES {
            return Err(TooMany);
        }
        let set = Set::Decided(self.nodes.len() as u32);
        self.nodes.push(node);
        self.unique.insert(node, set);
        Ok(set)
    }

    /// One set where a state is in `test`, another where it is not.
    fn choose(&mut self, test: Set, yes: Set, no: Set) -> Result<Set, TooMany> {
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
        if self.chosen.len() >= MOST_CHOICES {
            return Err(TooMany);
        }
        let ranks = question.into_iter().filter_map(|set| self.rank(set));
        let Some(rank) = ranks.min() else {
            return Ok(no);
        };
        let part = |diagrams: &Self, holds| question.map(|set| diagrams.part(set, rank, holds));
        let ([a, b, c], [d, e, f]) = (part(self, true), part(self, false));
        let (high, low) = deeper(|| Ok((self.choose(a, b, c)?, self.choose(d, e, f)?)))?;
        let set = self.node(rank, high, low)?;
        self.chosen.insert(question, set);
        Ok(set)
    }

    fn rank(&self, set: Set) -> Option<Rank> {
        match set {
            Set::Decided(i) => Some(self.nodes[i as usize].rank),
            Set::Nothing | Set::Everything => None,
        }
    }

    /// A set where the test with this rank has a value; none of its tests comes before that one.
    fn part(&self, set: Set, rank: Rank, holds: bool) -> Set {
        match set {
            Set::Decided(i) if self.nodes[i as usize].rank == rank => {
                let node = self.nodes[i as usize];
                if holds { node.yes } else { node.no }
            }
            other => other,
        }
    }
}
