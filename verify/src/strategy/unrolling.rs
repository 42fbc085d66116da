//! All executions followed at once to their ends, where they have ends that are near (ADR 0009).
//!
//! Tried on pauses, and at the start if that decided an earlier run. Concludes a bug, or that the property is proved;
//! but not where the user insists on invariants, which this way has none of.

use refiner::unroll::{Budget, Unrolled, unroll};
use refiner::{Feasibility, Path, feasibility};
use semantics::{EncodingContext, Prover};

use super::{Conclusion, Effort, Stage, Strategy};
use crate::confirm::bug::Cause;
use crate::session::SOLVER_EFFORT_PER_PATH;
use crate::{Event, Observer, Phase, ProvedBy, Session};

/// Some tenths of a second, and some seconds. As many rounds as a word has bits, not as it has values.
const BUDGET_WITH_LITTLE_EFFORT: Budget = Budget {
    steps: 2_000,
    rounds: 40,
    question: 500_000,
    effort: 1_000_000,
};
const BUDGET_WITH_MUCH_EFFORT: Budget = Budget {
    steps: 12_000,
    rounds: 100,
    question: 15_000_000,
    effort: 30_000_000,
};

pub(crate) struct Unrolling;

impl Strategy for Unrolling {
    fn attempt(
        &self,
        session: &mut Session,
        stage: &Stage,
        observer: &mut dyn Observer,
    ) -> Option<Conclusion> {
        let has_environment = session.prepared.program.environment.is_some();
        let budget = match stage.effort_or_first(session, ProvedBy::Unrolling)? {
            // The loop of an environment has no end that could be near.
            Effort::Little if has_environment => return None,
            Effort::Much if has_environment => BUDGET_WITH_LITTLE_EFFORT,
            Effort::Little => BUDGET_WITH_LITTLE_EFFORT,
            Effort::Much => {
                observer.see(session, Event::Phase(Phase::Unrolling));
                BUDGET_WITH_MUCH_EFFORT
            }
        };
        let entry = session.prepared.program.entry?;
        let context = EncodingContext::new(&session.prepared.program, &session.prepared.facts);
        let blocks = &session.prepared.abstractor.blocks;
        match unroll(&context, blocks, entry, budget) {
            Unrolled::Open => None,
            Unrolled::Safe if session.config.certify => {
                session.round.unrolled_without_invariants = true;
                None
            }
            // A state speaks against a proof of the same program.
            Unrolled::Safe if session.is_refuted() => None,
            Unrolled::Safe => Some(Conclusion::Proved(ProvedBy::Unrolling)),
            Unrolled::Violated(path) => confirm_path(session, &path),
        }
    }
}

/// What becomes of a path to a violation.
fn confirm_path(session: &mut Session, path: &Path) -> Option<Conclusion> {
    let entry = session.prepared.program.entry?;
    let violation = session.violation_of(path)?;
    let mut prover = Prover::new(SOLVER_EFFORT_PER_PATH);
    let context = EncodingContext::new(&session.prepared.program, &session.prepared.facts);
    let blocks = &session.prepared.abstractor.blocks;
    let found = feasibility(&context, blocks, entry, path, &mut prover, None);
    let Feasibility::Feasible(execution) = found else {
        return None;
    };
    let (found, again) = session.replay(&execution).ok()?;
    let confirmed = session.confirmed(violation, found, again, Cause::Solver(execution));
    confirmed.ok()
}
