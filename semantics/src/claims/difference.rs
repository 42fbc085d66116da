//! What one claim has that another has not.
//!
//! Two claims of neighbouring locations agree in almost everything, and a solver that is given both takes them apart
//! piece by piece, in time that doubles with every further lock of a program. As reduced diagrams, what they agree in is
//! gone at once.

use rustc_hash::FxHashMap;
use z3::ast::Bool;

use super::diagrams::{Diagrams, Rank, TooMany};
use super::formula::decide;
use super::{Contract, Set, Test};

const MAX_DIAGRAM_NODES: usize = 200_000;

/// Diagrams whose tests are terms.
pub(super) struct Difference {
    diagrams: Diagrams,
    ranks: FxHashMap<Bool, Rank>,
    terms: FxHashMap<Rank, Bool>,
}

impl Difference {
    pub(super) fn new() -> Self {
        Difference {
            diagrams: Diagrams::new(MAX_DIAGRAM_NODES),
            ranks: FxHashMap::default(),
            terms: FxHashMap::default(),
        }
    }

    pub(super) fn work(&self) -> u64 {
        self.diagrams.work()
    }

    /// A set of a contract. `meaning` is the term that a test is, and where it stands in the order, unless the same is
    /// already there.
    pub(super) fn import(
        &mut self,
        contract: &Contract,
        set: Set,
        meaning: &mut dyn FnMut(Test) -> (Bool, Rank),
    ) -> Result<Set, TooMany> {
        let (ranks, terms) = (&mut self.ranks, &mut self.terms);
        self.diagrams.import(contract, set, &mut |diagrams, test| {
            let (term, rank) = meaning(test);
            let test = match term.as_bool() {
                Some(true) => Set::Everything,
                Some(false) => Set::Nothing,
                None => diagrams.test(place(ranks, terms, term, rank))?,
            };
            Ok(Some(test))
        })
    }

    pub(super) fn minus(&mut self, a: Set, b: Set) -> Result<Set, TooMany> {
        self.diagrams.minus(a, b)
    }

    /// That a state is in a set.
    pub(super) fn formula(&self, set: Set) -> Bool {
        let mut known: FxHashMap<u32, Bool> = FxHashMap::default();
        let of = |known: &FxHashMap<u32, Bool>, set: Set| match set {
            Set::Decided(i) => known[&i].clone(),
            constant => Bool::from_bool(constant == Set::Everything),
        };
        for (i, node) in self.diagrams.parts(set) {
            let (yes, no) = (of(&known, node.yes), of(&known, node.no));
            let whole = decide(&self.terms[&node.rank], (node.yes, &yes), (node.no, &no));
            known.insert(i, whole);
        }
        of(&known, set)
    }
}

/// The place of a term in the order: the one it has, or the first that is free from `rank` on.
fn place(
    ranks: &mut FxHashMap<Bool, Rank>,
    terms: &mut FxHashMap<Rank, Bool>,
    term: Bool,
    rank: Rank,
) -> Rank {
    if let Some(&known) = ranks.get(&term) {
        return known;
    }
    let free = (rank..).find(|rank| !terms.contains_key(rank));
    let rank = free.unwrap_or(rank);
    ranks.insert(term.clone(), rank);
    terms.insert(rank, term);
    rank
}
