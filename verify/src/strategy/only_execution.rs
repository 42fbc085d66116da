//! A program that takes nothing from outside has one execution: running it to its end answers the question.
//!
//! Tried on pauses, and at the start if that decided an earlier run. Concludes a bug, or that the property is proved
//! unless where objects lie is open: then there are more executions.

use super::{Conclusion, Effort, Stage, Strategy};
use crate::execute::closed_program::{self, End};
use crate::{Event, Observer, Phase, ProvedBy, Session};

const STEPS_WITH_LITTLE_EFFORT: u64 = 20_000_000;
const STEPS_WITH_MUCH_EFFORT: u64 = 200_000_000;

pub(crate) struct OnlyExecution;

impl Strategy for OnlyExecution {
    fn attempt(
        &self,
        session: &mut Session,
        stage: &Stage,
        observer: &mut dyn Observer,
    ) -> Option<Conclusion> {
        let steps = match stage.effort_or_first(session, ProvedBy::OnlyExecution)? {
            Effort::Little => STEPS_WITH_LITTLE_EFFORT,
            Effort::Much => {
                observer.see(session, Event::Phase(Phase::Trial));
                STEPS_WITH_MUCH_EFFORT
            }
        };
        match closed_program::run(&session.prepared.program, steps)? {
            End::Fine if session.placed_anywhere => None,
            End::Fine => Some(Conclusion::Proved(ProvedBy::OnlyExecution)),
            End::Violation(steps) => session.confirm_run(None, steps),
        }
    }
}
