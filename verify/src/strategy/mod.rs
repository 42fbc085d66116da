//! The ways to an answer, in the order in which they are tried whenever more than one has its turn.
//!
//! Abstraction refinement is the main one. The others need no predicates: they are tried with little effort after a few
//! iterations, and once with much effort after many, or when refinement is at its end.
//!
//! A new strategy is a type in a file of its own, which says when it is tried and what it may conclude, and a line in
//! [`STRATEGIES`].

mod abstraction_refinement;
mod no_violation;
mod only_execution;
mod trial_runs;
mod unrolling;

use refiner::{Execution, Path};

use crate::{Observer, ProvedBy, Session, Verdict};

/// | strategy | when | what it may conclude |
/// |---|---|---|
/// | no violation in the text | at the start | proved |
/// | only execution | on pauses; at the start if it decided an earlier run | proved, a bug |
/// | trial runs | on pauses | a bug |
/// | unrolling | on pauses; at the start if it decided an earlier run | proved, a bug |
/// | abstraction refinement | otherwise, one iteration at a time | proved, a bug, don't know |
pub(crate) const STRATEGIES: [&dyn Strategy; 5] = [
    &no_violation::NoViolation,
    &only_execution::OnlyExecution,
    &trial_runs::TrialRuns,
    &unrolling::Unrolling,
    &abstraction_refinement::AbstractionRefinement,
];

pub(crate) trait Strategy: Sync {
    /// Tries, if it has its turn; `None` if it has not, or there is nothing to conclude.
    fn attempt(
        &self,
        session: &mut Session,
        stage: &Stage,
        observer: &mut dyn Observer,
    ) -> Option<Conclusion>;
}

/// Where a check stands.
pub(crate) enum Stage {
    Start,
    /// Between two iterations.
    Refine,
    /// Time for the strategies beside refinement. Where that has come to its end, this is why.
    Pause(Effort, Option<Stuck>),
    /// There is a proof, but functions run that boolean programs know nothing of.
    ProofWithUnmodelledCalls,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    Little,
    Much,
}

/// What a strategy has come to.
pub(crate) enum Conclusion {
    Answer(Verdict),
    /// No violation can be reached, which is to be confirmed.
    Proved(ProvedBy),
    /// Go on from there.
    Next(Stage),
}

/// Why refinement cannot go on.
#[derive(Clone)]
pub(crate) struct Stuck {
    pub(crate) reason: String,
    /// An execution that the solver has found, if that is the reason.
    pub(crate) not_reproduced: Option<Box<NotReproduced>>,
}

#[derive(Clone)]
pub(crate) struct NotReproduced {
    pub(crate) path: Path,
    pub(crate) execution: Execution,
    pub(crate) why: String,
}

impl Stuck {
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Stuck {
            reason: reason.into(),
            not_reproduced: None,
        }
    }
}

impl Stage {
    /// The effort for the strategies beside refinement, if they have their turn.
    fn effort(&self) -> Option<Effort> {
        match self {
            Stage::Pause(effort, _) => Some(*effort),
            Stage::ProofWithUnmodelledCalls => Some(Effort::Much),
            Stage::Start | Stage::Refine => None,
        }
    }

    /// The same for one that may have decided an earlier run: it is tried first then.
    fn effort_or_first(&self, session: &Session, decided: ProvedBy) -> Option<Effort> {
        match self {
            Stage::Start if session.decided_before.contains(&decided) => {
                Some(match session.config.max_iterations {
                    // It is the only way that there is time for.
                    Some(0) => Effort::Little,
                    _ => Effort::Much,
                })
            }
            _ => self.effort(),
        }
    }
}
