//! What an answer must survive before it counts.
//!
//! A bug is executed, in the program that is checked and in the program as it was written ([`bug`]); where it stops
//! because C gives it no meaning, that place is guarded ([`guards`]). A proof is looked at once more ([`certify`]), held
//! against runs ([`contradict`]), and counts only if nothing runs that it knows nothing of ([`unmodelled_calls`]) and if
//! it does not depend on where objects lie ([`placement`]).

pub(crate) mod bug;
pub(crate) mod certify;
mod contradict;
mod guards;
mod placement;
pub(crate) mod unmodelled_calls;

use crate::strategy::{Conclusion, Stage};
use crate::{Observer, Session, Verdict};
use unmodelled_calls::EscapedFunctions;

impl Session {
    /// The answer where a proof was found: runs decide if there is more than the proof speaks of.
    pub(crate) fn confirm_proof(&mut self, observer: &mut dyn Observer) -> Verdict {
        if self.ran_only_execution() {
            return Verdict::Proved;
        }
        match self.prepared.unmodelled_calls.clone() {
            Some(why) if !mutants::is("what-the-library-calls-does-not-matter") => {
                self.decide_with_unmodelled_calls(why, observer)
            }
            _ => self.unless_contradicted(observer),
        }
    }

    fn decide_with_unmodelled_calls(
        &mut self,
        why: String,
        observer: &mut dyn Observer,
    ) -> Verdict {
        if std::mem::replace(&mut self.round.tried_much, true) {
            return Verdict::Unknown(why);
        }
        match self.attempt(&Stage::ProofWithUnmodelledCalls, observer) {
            Some(Conclusion::Answer(bug @ Verdict::Bug(_))) => bug,
            Some(Conclusion::Proved(by)) => {
                self.proved_by = Some(by);
                match self.ran_only_execution() {
                    true => Verdict::Proved,
                    false => Verdict::Unknown(why),
                }
            }
            _ => Verdict::Unknown(why),
        }
    }

    /// The answer where the program alone is proved: code outside may call functions that it has been given.
    pub(crate) fn unless_called_back(&mut self) -> Verdict {
        match EscapedFunctions::find(&self.whole, &self.violations) {
            None => Verdict::Proved,
            Some(escaped) if self.config.no_callbacks || escaped.are_left_out(&self.whole) => {
                escaped.assume_uncalled(&self.whole, &mut self.prepared.program.ledger);
                Verdict::Proved
            }
            Some(escaped) => {
                let escaped = escaped.without_left_out(&self.whole);
                self.advice = escaped.advice(&self.whole);
                Verdict::Unknown(escaped.reason(&self.whole))
            }
        }
    }
}
