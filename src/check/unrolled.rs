//! The answer of all executions followed to their ends, where they have ends that are near.

use refiner::unroll::{Budget, Unrolled, unroll};
use refiner::{Simulation, simulate};
use semantics::{EncodingContext, Prover};

use super::bug::Cause;
use super::{Check, PATIENCE, Turned, Verdict};

/// Some tenths of a second, and some seconds. As many rounds as a word has bits, not as it has values.
pub(super) const LITTLE: Budget = Budget {
    steps: 2_000,
    rounds: 40,
    question: 500_000,
    effort: 1_000_000,
};
pub(super) const MUCH: Budget = Budget {
    steps: 12_000,
    rounds: 100,
    question: 15_000_000,
    effort: 30_000_000,
};

impl Check {
    /// Follows all executions at once; an answer if they end within the budget, or one is bad.
    pub(super) fn unroll(&mut self, budget: Budget) -> Option<Turned> {
        let entry = self.made.program.entry?;
        let context = EncodingContext::new(&self.made.program, &self.made.facts);
        let blocks = &self.made.abstractor.blocks;
        match unroll(&context, blocks, entry, budget) {
            Unrolled::Open => None,
            // There are no invariants that could be confirmed.
            Unrolled::Safe if self.how.certify => {
                self.unconfirmed = true;
                None
            }
            Unrolled::Safe => {
                self.unrolled = true;
                Some(Turned::Answer(Verdict::Proved))
            }
            Unrolled::Violated(path) => {
                let violation = self.violation_of(&path)?;
                let mut prover = Prover::new(PATIENCE);
                let simulation = simulate(&context, blocks, entry, &path, &mut prover);
                let Simulation::Feasible(execution) = simulation else {
                    return None;
                };
                let (found, again) = self.replay(&execution).ok()?;
                let cause = Cause::Found(execution);
                self.confirmed(violation, found, again, cause).ok()
            }
        }
    }
}
