//! A program that takes nothing from outside has one execution: running it to its end answers the question.
//!
//! Tried on pauses, and at the start if that decided an earlier run. Concludes a bug, or that the property is proved
//! unless where objects lie is open: then there are more executions.

use super::{Conclusion, Effort, Moment, Strategy};
use crate::execute::closed_program::{self, End};
use crate::{Event, Observer, Phase, ProvedBy, Session};

const LITTLE_STEPS: u64 = 20_000_000;
const MUCH_STEPS: u64 = 200_000_000;

pub(crate) struct OnlyExecution;

impl Strategy for OnlyExecution {
    fn attempt(
        &self,
        session: &mut Session,
        moment: &Moment,
        observer: &mut dyn Observer,
    ) -> Option<Conclusion> {
        let steps = match moment.effort_or_first(session, ProvedBy::OnlyExecution)? {
            Effort::Little => LITTLE_STEPS,
            Effort::Much => {
                observer.see(session, Event::Phase(Phase::Trial));
                MUCH_STEPS
            }
        };
        match closed_program::run(&session.prepared.program, steps)? {
            End::Fine if session.placed_anywhere => None,
            End::Fine => Some(Conclusion::Proved(ProvedBy::OnlyExecution)),
            End::Violation(steps) => session.confirm_run(None, steps),
        }
    }
}
