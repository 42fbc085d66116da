//! Runs with likely inputs: where refinement goes on and on, perhaps an execution is bad that is easy to meet.
//!
//! Tried on pauses. Concludes a bug, or nothing.

use super::{Conclusion, Effort, Stage, Strategy};
use crate::inputs::trial::{Budget, Met, try_runs};
use crate::{Event, Observer, Phase, Session};

const BUDGET_WITH_LITTLE_EFFORT: Budget = Budget {
    runs: 200,
    steps: 500_000,
    all: 8_000_000,
};
const BUDGET_WITH_MUCH_EFFORT: Budget = Budget {
    runs: 20_000,
    steps: 5_000_000,
    all: 100_000_000,
};

/// The loop of an environment has no end: what a short run does not meet, a long one does not either. And refinement
/// goes on with questions about parts of such programs, which cost less than runs of the whole.
const BUDGET_WITH_ENVIRONMENT_AND_LITTLE_EFFORT: Budget = Budget {
    runs: 50,
    steps: 20_000,
    all: 500_000,
};
const BUDGET_WITH_ENVIRONMENT: Budget = Budget {
    runs: 5_000,
    steps: 50_000,
    all: 4_000_000,
};

pub(crate) struct TrialRuns;

impl Strategy for TrialRuns {
    fn attempt(
        &self,
        session: &mut Session,
        stage: &Stage,
        observer: &mut dyn Observer,
    ) -> Option<Conclusion> {
        let has_environment = session.prepared.program.environment.is_some();
        let budget = match (stage.effort()?, has_environment) {
            (Effort::Little, false) => BUDGET_WITH_LITTLE_EFFORT,
            (Effort::Little, true) => BUDGET_WITH_ENVIRONMENT_AND_LITTLE_EFFORT,
            (Effort::Much, has_environment) => {
                observer.see(session, Event::Phase(Phase::Trial));
                match has_environment {
                    true => BUDGET_WITH_ENVIRONMENT,
                    false => BUDGET_WITH_MUCH_EFFORT,
                }
            }
        };
        let watched = session.synthetic.watched;
        match try_runs(&session.prepared.program, watched, budget, None)? {
            Met::Violation(inputs, steps) => session.confirm_run(Some(inputs), steps),
            Met::Contradiction => None,
        }
    }
}
