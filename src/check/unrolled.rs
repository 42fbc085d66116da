//! The answer of all executions followed to their ends, where they have ends that are near.

use frontend::ir::FuncId;
use refiner::unroll::{Budget, Unrolled, unroll};
use refiner::{Simulation, simulate};
use semantics::{Prover, World};

use super::{Bug, Check, Verdict, replay};

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
    question: 10_000_000,
    effort: 20_000_000,
};

impl Check {
    /// Follows all executions at once; an answer if they end within the budget, or one is bad.
    pub(super) fn unroll(
        &mut self,
        entry: FuncId,
        prover: &mut Prover,
        budget: Budget,
    ) -> Option<Verdict> {
        let world = World::new(&self.program, &self.meaning);
        let blocks = &self.abstractor.blocks;
        match unroll(&world, blocks, entry, budget) {
            Unrolled::Open => None,
            Unrolled::Safe => {
                self.unrolled = true;
                Some(Verdict::Proved)
            }
            Unrolled::Violated(path) => {
                let violation = self.violation_of(&path)?;
                let world = World::new(&self.program, &self.meaning);
                let blocks = &self.abstractor.blocks;
                let simulation = simulate(&world, blocks, entry, &path, prover);
                let Simulation::Feasible(execution) = simulation else {
                    return None;
                };
                let layout = &self.meaning.layout;
                let replay = replay::replay(&self.program, layout, &self.own, &execution).ok()?;
                Some(Verdict::Bug(Box::new(Bug { violation, replay })))
            }
        }
    }
}
