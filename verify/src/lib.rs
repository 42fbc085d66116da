//! From a program with a property woven in to an answer: proved, a bug, or don't know with its reason.
//!
//! What comes in: what the front end has made of the user's files ([`Checked`]), a [`Config`], and an [`Observer`] that
//! is shown every event. What goes out: an [`Outcome`].
//!
//! ```text
//! prepare the program: slice it for its violations, bring it into form, analyse it     prepared
//! repeat
//!     try the strategies in their order, those whose turn it is                        strategy
//!         text, only execution, trial runs, unrolling, abstraction refinement
//!     a violation: execute it in the slice and in the program as written; a bug        confirm::bug
//!     it stops where C gives it no meaning: guard that place, prepare the program anew confirm::guards
//!     a proof: look at it once more, hold it against runs; proved                      confirm
//! until there is an answer, or nothing is left to try
//! ```
//!
//! | folder | its job |
//! |---|---|
//! | `strategy` | the ways to an answer, one file each, and the list that orders them |
//! | `confirm` | what an answer must survive before it counts |
//! | `execute` | running an execution that was found, in the slice and in the whole program |
//! | `inputs` | searching for inputs: plans of values, objects to start with, trial runs |
//! | `temporal` | formulas over events: a question of safety and one of termination for each |
//! | `termination` | whether every execution ends: many checks of programs with checks in them |
//! | `record` | running a bug once more to note what reports need |

mod carry_predicates;
mod config;
mod confirm;
mod execute;
mod inputs;
mod model_check;
mod observer;
mod outcome;
mod prepared;
mod record;
mod session;
mod slice_to_whole;
mod strategy;
mod synthetic;
pub mod temporal;
pub mod termination;

use frontend::property::Checked;

pub use config::Config;
pub use confirm::bug::Bug;
pub use confirm::certify::Certificate;
pub use execute::outside_reads::Read;
pub use execute::story_notes::{Note, Noted, Replay};
pub use observer::{Event, Observer, Phase};
pub use outcome::{Iteration, Outcome, ProvedBy, Statistics, Verdict};
pub use prepared::PreparedProgram;
pub use record::full_trace::{FullTrace, TraceStep};
pub use record::recording::{RecordedInput, Recording};
pub use record::slice_fidelity::SliceFidelity;
pub use session::Session;
pub use synthetic::SyntheticCode;

use strategy::{Conclusion, STRATEGIES, Stage};

/// Checks a program from nothing. [`Session`] is for callers who bring what an earlier run has found out.
pub fn check(checked: &Checked, config: &Config, observer: &mut dyn Observer) -> Outcome {
    Session::new(checked, *config).run(observer)
}

impl Session {
    /// Runs to an answer. What is proved of the program alone counts if code outside cannot make it false.
    pub fn run(mut self, observer: &mut dyn Observer) -> Outcome {
        let verdict = match self.is_applicable() {
            true => self.decide(observer),
            // Nothing of the property happens: that holds, and the answer is that the property does not apply.
            false => Verdict::Proved,
        };
        let verdict = match verdict {
            Verdict::Proved if self.is_applicable() => self.unless_called_back(),
            verdict => verdict,
        };
        Outcome {
            verdict,
            session: self,
        }
    }

    /// Answers for the program alone: with objects at fixed places, and once more with objects anywhere if there is no
    /// bug and the program depends on where they lie.
    fn decide(&mut self, observer: &mut dyn Observer) -> Verdict {
        match self.run_strategies(observer) {
            bug @ Verdict::Bug(_) => bug,
            verdict if self.depends_on_placement() => self.decide_anywhere(verdict, observer),
            verdict => verdict,
        }
    }

    /// Tries the strategies until one of them has an answer.
    fn run_strategies(&mut self, observer: &mut dyn Observer) -> Verdict {
        if self.prepared.program.entry.is_none() {
            return Verdict::Unknown("the program has no function to start with".into());
        }
        if let Some(why) = self.prepared.hopeless.take() {
            return Verdict::Unknown(why);
        }
        self.renew_prover();
        let mut stage = Stage::Start;
        loop {
            match self.attempt(&stage, observer) {
                Some(Conclusion::Answer(verdict)) => return verdict,
                Some(Conclusion::Proved(by)) => {
                    self.proved_by = Some(by);
                    return self.confirm_proof(observer);
                }
                Some(Conclusion::Next(next)) => stage = next,
                None => stage = Stage::Refine,
            }
        }
    }

    /// What the first strategy concludes whose turn it is and that concludes anything.
    fn attempt(&mut self, stage: &Stage, observer: &mut dyn Observer) -> Option<Conclusion> {
        let mut strategies = STRATEGIES.iter();
        strategies.find_map(|strategy| strategy.attempt(self, stage, observer))
    }
}
