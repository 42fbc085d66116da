//! Predicates that rule out all unrollings of a path at once.
//!
//! Weakest preconditions of a path that goes round a loop tell one unrolling from the next: their constants grow, and
//! no end is in sight. The *path program* has the blocks of the path with their loops left in: any number of rounds,
//! any depth of recursion. As Horn clauses over integers it goes to Spacer (Beyer, Henzinger, Majumdar, Rybalchenko,
//! *Path invariants*, 2007; Komuravelli, Gurfinkel, Chaki, *SMT-based model checking for recursive programs*, 2014).
//! What the invariant is made of becomes predicates; whether they hold of bits is the abstraction's business.

mod clauses;
mod products;
mod shapes;
mod words;

use std::collections::BTreeSet;

use abstractor::{BlockId, Blocks, Prepared};
use ir::{ExprId, FuncId, Program};
use rustc_hash::FxHashMap;
use semantics::{EncodingContext, ProgramFacts};

use crate::path::{Path, Turn};
use clauses::PathProgram;
pub use products::products;
use shapes::Shapes;

/// How much effort each of two searches for one path program may take: some tenths of a second.
const PATIENCE: u32 = 500_000;

/// Path programs with more blocks than this are not tried.
const MOST_BLOCKS: usize = 400;

/// After so many path programs without a useful invariant, no more are tried.
const MOST_FAILURES: usize = 8;

/// The path programs that were tried, and what makes one worth trying.
#[derive(Debug)]
pub struct Loops {
    shapes: Shapes,
    /// By their blocks, with whether there is an invariant.
    tried: FxHashMap<BTreeSet<BlockId>, bool>,
    failures: usize,
}

/// What is known of a path that goes round a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rounds {
    /// It does not, or too much was tried.
    None,
    /// What an invariant of its path program is made of; empty if none was found.
    Invariant(Vec<ExprId>),
    /// Its path program was tried before, and the path comes all the same.
    Again,
}

/// What the search needs to know.
pub struct Ground<'a> {
    pub program: &'a mut Program,
    pub facts: &'a ProgramFacts,
    pub blocks: &'a Blocks,
    pub prepared: &'a Prepared,
    pub entry: FuncId,
}

impl Loops {
    pub fn new(program: &mut Program) -> Self {
        Loops {
            shapes: Shapes::new(program),
            tried: FxHashMap::default(),
            failures: 0,
        }
    }

    /// Whether new predicates look like one more of many: the same words with other numbers.
    pub fn is_unrolled(&mut self, program: &Program, new: impl Iterator<Item = ExprId>) -> bool {
        let many = new.filter(|&e| self.shapes.note(program, e));
        many.count() > 0
    }

    /// Whether an invariant of the path's program is tracked already.
    pub fn has_invariant(&self, path: &Path) -> bool {
        self.tried.get(&blocks_of(path)) == Some(&true)
    }

    /// Looks for an invariant of a path's program, if the path goes round some loop.
    pub fn look(&mut self, ground: &mut Ground<'_>, path: &Path) -> Rounds {
        if most_rounds(path) < 2 {
            return Rounds::None;
        }
        let blocks = blocks_of(path);
        if self.tried.contains_key(&blocks) {
            return Rounds::Again;
        }
        if blocks.len() > MOST_BLOCKS || self.failures == MOST_FAILURES {
            return Rounds::None;
        }
        let found = invariant(ground, &blocks);
        self.failures += usize::from(found.is_empty());
        self.tried.insert(blocks, !found.is_empty());
        Rounds::Invariant(found)
    }
}

/// The conditions that an invariant of a path program is made of.
fn invariant(ground: &mut Ground<'_>, blocks: &BTreeSet<BlockId>) -> Vec<ExprId> {
    let context = EncodingContext::new(ground.program, ground.facts);
    let path_program = PathProgram {
        context: &context,
        blocks: ground.blocks,
        prepared: ground.prepared,
        entry: ground.entry,
        chosen: blocks,
    };
    let invariant = path_program.invariant(PATIENCE);
    let mut found = Vec::new();
    for (vars, atom) in invariant {
        let condition = words::say(ground.program, &vars, &atom);
        found.extend(condition.filter(|c| !found.contains(c)));
    }
    found
}

fn blocks_of(path: &Path) -> BTreeSet<BlockId> {
    path.steps.iter().map(|s| s.block).collect()
}

/// How often a path comes to its most frequent block.
fn most_rounds(path: &Path) -> usize {
    let mut rounds: FxHashMap<BlockId, usize> = FxHashMap::default();
    for step in path.steps.iter().filter(|s| s.turn != Turn::Violation) {
        *rounds.entry(step.block).or_default() += 1;
    }
    rounds.into_values().max().unwrap_or(0)
}
