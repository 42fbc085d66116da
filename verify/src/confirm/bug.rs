//! From an execution that seems possible to a bug, or to a better program to look at.
//!
//! An execution is run in the program that is checked, where it was found, and then in the whole program, as the user
//! wrote it. Where it stops because C gives it no meaning (a null pointer is used, something is divided by zero), it
//! is no bug of the property: the place is guarded, and the loop begins again with what it has learnt. So it does, once, with
//! the loops that the slice was without, if an execution cannot be reproduced.

use abstractor::BlockKind;
use interp::{Input, Site};
use ir::{Callee, FuncId, Stmt};
use refiner::{Execution, Path};
use semantics::InputSource;

use crate::execute::arguments::{self, Started};
use crate::execute::failure::Failure;
use crate::execute::listener::Listener;
use crate::execute::replay::{Scene, replay, retell};
use crate::execute::story_notes::Replay;
use crate::execute::whole_program::run_again;
use crate::strategy::{Conclusion, NotReproduced, Stage, Stuck};
use crate::{Session, Verdict};

/// A violation.
#[derive(Debug)]
pub struct Bug {
    pub violation: FuncId,
    pub replay: Replay,
    /// Where variables lie, if it depends on that, as far as it was chosen.
    pub places: Option<Vec<(String, u64)>>,
    cause: Cause,
}

/// Where the inputs of a bug come from.
#[derive(Debug)]
pub(crate) enum Cause {
    Solver(Execution),
    /// A run that was given these, and who asked.
    Run(Vec<(InputSource, Input)>),
}

impl Session {
    /// The bug that a run with these inputs meets, after so many steps if that is known.
    pub(crate) fn confirm_run(
        &mut self,
        given: Option<Vec<Input>>,
        steps: u64,
    ) -> Option<Conclusion> {
        let (replay, given) = retell(&self.prepared.program, &self.synthetic, given, steps)?;
        let &(func, edge) = replay.edges.last()?;
        let cfg = self.prepared.program.funcs[func].body.as_ref()?;
        let Stmt::Call {
            callee: Callee::Direct(violation),
            ..
        } = cfg.edge(edge).stmt
        else {
            return None;
        };
        let slice_to_whole = &self.prepared.slice_to_whole;
        let again = run_again(&self.whole, slice_to_whole, &given, None).map(|_| ());
        let confirmed = self.confirmed(violation, replay, again, Cause::Run(given));
        confirmed.ok()
    }

    /// What becomes of an execution that the solver has found.
    pub(crate) fn confirm_execution(
        &mut self,
        path: &Path,
        execution: &Execution,
    ) -> Result<Conclusion, Stuck> {
        let violation = self.violation_of(path);
        let violation =
            violation.ok_or_else(|| Stuck::new("a trace does not end in a violation"))?;
        let confirmed = match self.replay(execution) {
            Ok((found, again)) => {
                self.confirmed(violation, found, again, Cause::Solver(execution.clone()))
            }
            Err(failure) => {
                let origin =
                    |session: &Self, func, edge| session.prepared.slice_to_whole.edge(func, edge);
                match self.guard(&failure, origin) {
                    true => Ok(Conclusion::Next(Stage::Refine)),
                    false => Err(failure),
                }
            }
        };
        if confirmed.is_err() && !self.keep_endless {
            self.keep_endless = true;
            self.restart();
            return Ok(Conclusion::Next(Stage::Refine));
        }
        confirmed.map_err(|Failure { why, .. }| Stuck {
            reason: format!(
                "a path to a violation seems possible, but the execution could not be reproduced: {why}"
            ),
            not_reproduced: Some(Box::new(NotReproduced {
                path: path.clone(),
                execution: execution.clone(),
                why,
            })),
        })
    }

    /// The call at the end of a path that violates the property.
    pub(crate) fn violation_of(&self, path: &Path) -> Option<FuncId> {
        let last = path.steps.last().map(|s| s.block);
        last.and_then(|b| match self.prepared.abstractor.blocks.blocks[b].kind {
            BlockKind::Violation(func) => Some(func),
            _ => None,
        })
    }

    /// Runs a bug's execution once more, in the whole program. `listener` is told everything; the result is where it
    /// met the violation.
    pub(crate) fn run_into(&self, bug: &Bug, listener: &dyn Listener) -> Option<Site> {
        let found = match &bug.cause {
            Cause::Run(given) => {
                let listener = Some(listener);
                return run_again(&self.whole, &self.prepared.slice_to_whole, given, listener).ok();
            }
            Cause::Solver(found) => found,
        };
        let mut found = found.clone();
        let started = arguments::fit(&self.prepared.program, &mut found).ok()?;
        let mut scene = self.scene(started.as_ref(), true);
        scene.listener = Some(listener);
        replay(&scene, &found).ok().map(|replay| replay.site)
    }

    /// The program that an execution is run in: the whole one, or the one that is checked.
    fn scene<'s>(&'s self, started: Option<&'s Started>, whole: bool) -> Scene<'s> {
        Scene {
            program: if whole {
                &self.whole
            } else {
                &self.prepared.program
            },
            layout: &self.prepared.facts.layout,
            synthetic: &self.synthetic,
            started,
            slice_to_whole: whole.then_some(&self.prepared.slice_to_whole),
            listener: None,
        }
    }

    /// Runs an execution in the program that is checked, and then in the whole program.
    pub(crate) fn replay(
        &self,
        found: &Execution,
    ) -> Result<(Replay, Result<(), Failure>), Failure> {
        if let Some(why) = found.impossible {
            return Err(Failure::new(why.into()));
        }
        let mut found = found.clone();
        let started = arguments::fit(&self.prepared.program, &mut found);
        let started = started.map_err(Failure::new)?;
        let here = replay(&self.scene(started.as_ref(), false), &found)?;
        let again = replay(&self.scene(started.as_ref(), true), &found);
        Ok((here, again.map(|_| ())))
    }

    /// What becomes of an execution that arrives at a violation in the program that is checked, after it was run in the
    /// whole program: a bug if it arrives there too. Otherwise what has stopped it is guarded against, or it is none.
    pub(crate) fn confirmed(
        &mut self,
        violation: FuncId,
        replay: Replay,
        again: Result<(), Failure>,
        cause: Cause,
    ) -> Result<Conclusion, Failure> {
        let is_bug = |failure: &Failure| match failure.fault {
            Some(_) => mutants::is("a-run-that-faults-first-is-a-bug"),
            None => mutants::is("a-run-that-goes-another-way-is-a-bug"),
        };
        match again.or_else(|failure| {
            if is_bug(&failure) {
                Ok(())
            } else {
                Err(failure)
            }
        }) {
            Ok(()) => Ok(Conclusion::Answer(Verdict::Bug(Box::new(Bug {
                violation,
                replay,
                places: self.places(&cause),
                cause,
            })))),
            Err(failure) if self.guard(&failure, |_, _, edge| Some(edge)) => {
                Ok(Conclusion::Next(Stage::Refine))
            }
            Err(failure) => Err(failure),
        }
    }
}
