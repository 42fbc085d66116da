//! Predicates that rule out all unrollings of a path at once.
//!
//! Weakest preconditions of a path that goes round a loop tell one unrolling from the next: their constants grow, and
//! no end is in sight. The *path program* has the blocks of the path with their loops left in: any number of rounds,
//! any depth of recursion. As Horn clauses over integers it goes to Spacer (Beyer, Henzinger, Majumdar, Rybalchenko,
//! *Path invariants*, 2007; Komuravelli, Gurfinkel, Chaki, *SMT-based model checking for recursive programs*, 2014).
//! What the invariant is made of becomes predicates; whether they hold of bits is the abstraction's business.

mod atoms;
mod clauses;
mod products;
mod shapes;

use std::collections::BTreeSet;

use abstractor::BlockId;
use ir::{ExprId, Program};
use rustc_hash::FxHashMap;
use semantics::EncodingContext;

use super::Learning;
use crate::path::{Path, Turn};
use clauses::PathProgram;
pub(crate) use products::products;
use shapes::Shapes;

/// How much effort each of two searches for one path program may take, in Z3's units: some tenths of a second.
const SOLVER_EFFORT_PER_SEARCH: u32 = 500_000;

/// Path programs with more blocks than this are not tried.
const MAX_PATH_PROGRAM_BLOCKS: usize = 400;

/// After so many path programs without a useful invariant, no more are tried.
const MAX_FAILED_PATH_PROGRAMS: usize = 8;

/// The path programs that were tried, and what makes one worth trying.
#[derive(Debug)]
pub(crate) struct Loops {
    shapes: Shapes,
    /// By their blocks, with whether there is an invariant.
    tried: FxHashMap<BTreeSet<BlockId>, bool>,
    failures: usize,
}

/// What is known of a path that goes round a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LoopFindings {
    /// It does not, or too much was tried.
    None,
    /// What an invariant of its path program is made of; empty if none was found.
    Invariant(Vec<ExprId>),
    /// Its path program was tried before, and the path comes all the same.
    Again,
}

impl Loops {
    pub(crate) fn new(program: &mut Program) -> Self {
        Loops {
            shapes: Shapes::new(program),
            tried: FxHashMap::default(),
            failures: 0,
        }
    }

    /// Whether new predicates look like one more of many: the same words with other numbers.
    pub(crate) fn is_unrolled(
        &mut self,
        program: &Program,
        new: impl Iterator<Item = ExprId>,
    ) -> bool {
        let many = new.filter(|&e| self.shapes.note(program, e));
        many.count() > 0
    }

    /// Whether an invariant of the path's program is tracked already.
    pub(crate) fn has_invariant(&self, path: &Path) -> bool {
        self.tried.get(&blocks_of(path)) == Some(&true)
    }

    /// Looks for an invariant of a path's program, if the path goes round some loop.
    pub(crate) fn look(&mut self, learning: &mut Learning<'_>, path: &Path) -> LoopFindings {
        let rounds = match learning.program.environment {
            Some(_) => rounds_within_calls(path),
            None => most_rounds(path),
        };
        if rounds < 2 {
            return LoopFindings::None;
        }
        let blocks = blocks_of(path);
        if self.tried.contains_key(&blocks) {
            return LoopFindings::Again;
        }
        if blocks.len() > MAX_PATH_PROGRAM_BLOCKS || self.failures == MAX_FAILED_PATH_PROGRAMS {
            return LoopFindings::None;
        }
        let found = invariant(learning, &blocks);
        self.failures += usize::from(found.is_empty());
        self.tried.insert(blocks, !found.is_empty());
        LoopFindings::Invariant(found)
    }
}

/// The conditions that an invariant of a path program is made of.
fn invariant(learning: &mut Learning<'_>, blocks: &BTreeSet<BlockId>) -> Vec<ExprId> {
    let encoding = EncodingContext::new(learning.program, learning.facts);
    let path_program = PathProgram {
        context: &encoding,
        blocks: &learning.abstractor.blocks,
        form: &learning.abstractor.form,
        entry: learning.entry,
        chosen: blocks,
    };
    let invariant = path_program.invariant(SOLVER_EFFORT_PER_SEARCH);
    let mut found = Vec::new();
    for (vars, atom) in invariant {
        let condition = atoms::say(learning.program, &vars, &atom);
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

/// How often an activation comes to one of its blocks, but for that of the first function: an environment's loop calls
/// the whole program, and no invariant of it is found this way.
fn rounds_within_calls(path: &Path) -> usize {
    let mut activations: Vec<FxHashMap<BlockId, usize>> = vec![FxHashMap::default()];
    let mut most = 0;
    for step in &path.steps {
        if activations.len() > 1
            && let Some(rounds) = activations.last_mut()
        {
            let rounds = rounds.entry(step.block).or_default();
            *rounds += 1;
            most = most.max(*rounds);
        }
        match step.turn {
            Turn::Call => activations.push(FxHashMap::default()),
            Turn::Return if activations.len() > 1 => {
                activations.pop();
            }
            _ => {}
        }
    }
    most
}
