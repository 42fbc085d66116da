//! Predicates that rule out all unrollings of a path at once.
//!
//! Weakest preconditions of a path that goes round a loop tell one unrolling from the next: their constants grow, and
//! no end is in sight. The *path program* has the blocks of the path with their loops left in: any number of rounds,
//! any depth of recursion. As Horn clauses over integers it goes to Spacer (Beyer, Henzinger, Majumdar, Rybalchenko,
//! *Path invariants*, 2007; Komuravelli, Gurfinkel, Chaki, *SMT-based model checking for recursive programs*, 2014).
//! What the invariant is made of becomes predicates; whether they hold of bits is the abstraction's business.

mod clauses;
mod words;

use std::collections::BTreeSet;

use abstractor::{BlockId, Blocks, Prepared};
use frontend::ir::{ExprId, FuncId, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use semantics::{Meaning, World};

use crate::path::{Path, Turn};
use clauses::PathProgram;

/// How much effort each of two searches for one path program may take: about a second.
const PATIENCE: u32 = 1_000_000;

/// Path programs with more blocks than this are not tried.
const MOST_BLOCKS: usize = 400;

/// The path programs that were tried.
#[derive(Debug, Default)]
pub struct Loops {
    tried: FxHashSet<BTreeSet<BlockId>>,
}

/// What the search needs to know.
pub struct Ground<'a> {
    pub program: &'a mut Program,
    pub meaning: &'a Meaning,
    pub blocks: &'a Blocks,
    pub prepared: &'a Prepared,
    pub entry: FuncId,
}

impl Loops {
    /// The conditions that an invariant of the path's program is made of; none if there are no rounds in the path, if
    /// its program was tried before, or if no invariant is found.
    pub fn invariant(&mut self, ground: &mut Ground<'_>, path: &Path) -> Vec<ExprId> {
        if most_rounds(path) < 2 {
            return Vec::new();
        }
        let blocks: BTreeSet<BlockId> = path.steps.iter().map(|s| s.block).collect();
        if blocks.len() > MOST_BLOCKS || !self.tried.insert(blocks.clone()) {
            return Vec::new();
        }
        let world = World::new(ground.program, ground.meaning);
        let path_program = PathProgram {
            world: &world,
            blocks: ground.blocks,
            prepared: ground.prepared,
            entry: ground.entry,
            chosen: &blocks,
        };
        let invariant = path_program.invariant(PATIENCE);
        let mut found = Vec::new();
        for (vars, atom) in invariant {
            let condition = words::say(ground.program, &vars, &atom);
            found.extend(condition.filter(|c| !found.contains(c)));
        }
        found
    }
}

/// How often a path comes to its most frequent block.
fn most_rounds(path: &Path) -> usize {
    let mut rounds: FxHashMap<BlockId, usize> = FxHashMap::default();
    for step in path.steps.iter().filter(|s| s.turn != Turn::Violation) {
        *rounds.entry(step.block).or_default() += 1;
    }
    rounds.into_values().max().unwrap_or(0)
}
