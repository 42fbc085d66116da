//! What the solver is asked while a program is unrolled, within the budget, and the path of an execution that it finds.

use abstractor::BlockKind;
use semantics::{Answer, Prover};
use z3::Model;

use super::path_condition::PathCondition;
use super::{Arrived, From, Stop, Unroller};
use crate::path::{Path, PathStep, Turn};

/// What a question and each of its conditions count for, at least: a solver does not count all that it does before it
/// begins to search.
const MIN_EFFORT_PER_QUESTION: u32 = 10_000;
const MIN_EFFORT_PER_CONDITION: u32 = 1_000;

impl Unroller<'_> {
    pub(super) fn violation(&mut self, next: &Arrived<'_>) -> Result<(), Stop> {
        let mut prover = self.prover(next);
        match prover.check() {
            Answer::Unsatisfiable => self.account(&prover),
            Answer::Unknown => Err(Stop::Open),
            Answer::Satisfiable => {
                let model = prover.model().ok_or(Stop::Open)?;
                let path = self.path(next, &model).ok_or(Stop::Open)?;
                Err(Stop::Violated(path))
            }
        }
    }

    /// Whether an execution arrives there.
    pub(super) fn ask(&mut self, next: &Arrived<'_>) -> Result<Answer, Stop> {
        if next.path_condition.is_open() {
            return Ok(Answer::Satisfiable);
        }
        let mut prover = self.prover(next);
        let answer = prover.check();
        self.account(&prover)?;
        Ok(answer)
    }

    /// A new solver: without anything to take back, it has more means.
    fn prover(&mut self, next: &Arrived<'_>) -> Prover {
        let mut prover = Prover::new(self.budget.question);
        let layout = next.walk.state.layout();
        layout.iter().for_each(|fact| prover.assert(fact));
        let conditions = next.path_condition.conditions();
        let charge = MIN_EFFORT_PER_QUESTION + MIN_EFFORT_PER_CONDITION * conditions.len() as u32;
        self.charged = self.charged.saturating_add(charge);
        conditions.iter().for_each(|c| prover.assert(c));
        prover
    }

    fn account(&self, prover: &Prover) -> Result<(), Stop> {
        let used = prover.effort().wrapping_sub(self.started);
        if used.saturating_add(self.charged) > self.budget.effort {
            return Err(Stop::Open);
        }
        Ok(())
    }

    /// The path that a model takes to where a violation is, if it was followed everywhere.
    fn path(&self, end: &Arrived<'_>, model: &Model) -> Option<Path> {
        let mut steps = Vec::new();
        let mut from = end.from;
        while let Some(From {
            node,
            block,
            recalled,
        }) = from
        {
            if recalled {
                return None;
            }
            let turn = match self.blocks.blocks[block].kind {
                BlockKind::Straight => Turn::Block,
                BlockKind::Call(_) => Turn::Call,
                BlockKind::Return => Turn::Return,
                BlockKind::Violation(_) => Turn::Violation,
            };
            steps.push(PathStep {
                turn,
                block,
                before: Vec::new(),
                after: Vec::new(),
            });
            let taken = |(_, path_condition): &&(From, PathCondition)| path_condition.holds(model);
            from = match &self.nodes[node][..] {
                // Here the program starts.
                [] => None,
                // A model need not say which way it is: then there is no path.
                ways => Some(ways.iter().find(taken)?.0),
            };
        }
        steps.reverse();
        Some(Path { steps })
    }
}
