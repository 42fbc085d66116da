//! From an execution that seems possible to a bug, or to a better program to look at.
//!
//! An execution is run in the program that is checked, where it was found, and then in the whole program, as the user
//! wrote it. Where it stops because C gives it no meaning (a null pointer is used, something is divided by zero), it
//! is no bug of the property: the place is guarded, and the loop begins again with what it has learnt.

use std::time::Instant;

use frontend::analysis::guards::{Against, guardable_against};
use frontend::interp::{Fault, FaultKind, Input, Site};
use frontend::ir::{Callee, EdgeId, FuncId, LocId, Stmt};
use refiner::{Execution, Path};
use semantics::InputSource;

use super::alone::{self, Alone};
use super::arguments::{self, Started};
use super::listener::Listener;
use super::made::make;
use super::replay::{Replay, Scene, replay, retell};
use super::trial::{self, Budget, Met};
use super::whole::{Failure, run_again};
use super::{BlockKind, Check, Event, Phase, Turned, Verdict, unrolled};
use crate::predicates;

/// A violation.
#[derive(Debug)]
pub(crate) struct Bug {
    pub(crate) violation: FuncId,
    pub(crate) replay: Replay,
    /// Where variables lie, if it depends on that, as far as it was chosen.
    pub(crate) places: Option<Vec<(String, u64)>>,
    cause: Cause,
}

/// What the program is given.
#[derive(Debug)]
pub(super) enum Cause {
    /// What the solver says.
    Found(Execution),
    /// What a run was given, and who asked.
    Given(Vec<(InputSource, Input)>),
}

const FEW_STEPS_ALONE: u64 = 20_000_000;
const MOST_STEPS_ALONE: u64 = 200_000_000;
const FEW_TRIALS: Budget = Budget {
    runs: 200,
    steps: 500_000,
    all: 8_000_000,
};
const MOST_TRIALS: Budget = Budget {
    runs: 20_000,
    steps: 5_000_000,
    all: 100_000_000,
};

/// How often there may be new guards.
const MOST_GUARDED: usize = 16;

impl Check {
    /// The answer of a program that has only one execution.
    fn run_alone(&mut self, steps: u64) -> Option<Turned> {
        match alone::run(&self.made.program, steps)? {
            // It is not the only one: where objects lie is open.
            Alone::Well if self.how.placed_anywhere => None,
            Alone::Well => {
                self.ran_alone = true;
                Some(Turned::Answer(Verdict::Proved))
            }
            Alone::Badly(steps) => self.retell(None, steps),
        }
    }

    /// The answer of the only execution.
    pub(super) fn run_only(&mut self) -> Option<Turned> {
        self.run_alone(MOST_STEPS_ALONE)
    }

    /// The answer of short runs.
    pub(super) fn run_short(&mut self) -> Option<Turned> {
        let alone = self.run_alone(FEW_STEPS_ALONE);
        let trial = alone.or_else(|| self.trial(FEW_TRIALS));
        trial.or_else(|| self.unroll(unrolled::LITTLE))
    }

    /// The answer of runs, long ones; the first time only.
    pub(super) fn run_long(&mut self, seen: &mut dyn FnMut(&Self, Event<'_>)) -> Option<Turned> {
        if std::mem::replace(&mut self.ran_long, true) {
            return None;
        }
        seen(self, Event::Phase(Phase::Trial));
        let alone = self.run_alone(MOST_STEPS_ALONE);
        let trial = alone.or_else(|| self.trial(MOST_TRIALS));
        trial.or_else(|| {
            seen(self, Event::Phase(Phase::Unrolling));
            self.unroll(unrolled::MUCH)
        })
    }

    /// Whether some trial run is bad.
    fn trial(&mut self, budget: Budget) -> Option<Turned> {
        match trial::try_runs(&self.made.program, self.own.watched, budget, None)? {
            Met::Violation(given, steps) => self.retell(Some(given), steps),
            Met::Contradiction => None,
        }
    }

    /// The bug that a run with these inputs meets, after so many steps if that is known.
    pub(super) fn retell(&mut self, given: Option<Vec<Input>>, steps: u64) -> Option<Turned> {
        let (replay, given) = retell(&self.made.program, &self.own, given, steps)?;
        let &(func, edge) = replay.edges.last()?;
        let cfg = self.made.program.funcs[func].body.as_ref()?;
        let Stmt::Call {
            callee: Callee::Direct(violation),
            ..
        } = cfg.edge(edge).stmt
        else {
            return None;
        };
        let origins = &self.made.origins;
        let again = run_again(&self.whole, origins, &given, None).map(|_| ());
        let confirmed = self.confirmed(violation, replay, again, Cause::Given(given));
        confirmed.ok()
    }

    /// What becomes of an execution that the solver has found.
    pub(super) fn bug(
        &mut self,
        path: &Path,
        execution: &Execution,
        seen: &mut dyn FnMut(&Self, Event<'_>),
    ) -> Turned {
        let Some(violation) = self.violation_of(path) else {
            return Turned::Answer(Verdict::Unknown(
                "a trace does not end in a violation".into(),
            ));
        };
        let confirmed = match self.replay(execution) {
            Ok((found, again)) => {
                self.confirmed(violation, found, again, Cause::Found(execution.clone()))
            }
            Err(failure) => {
                let origin = |check: &Self, func, edge| check.made.origins.edge(func, edge);
                match self.guard(&failure, origin) {
                    true => Ok(Turned::On),
                    false => Err(failure),
                }
            }
        };
        match confirmed {
            Ok(turned) => turned,
            Err(failure) => {
                if let Some(turned) = self.run_long(seen) {
                    return turned;
                }
                let why = failure.why;
                seen(self, Event::NotReproduced(path, execution, &why));
                Turned::Answer(Verdict::Unknown(format!(
                    "a path to a violation seems possible, but the execution could not be reproduced: {why}"
                )))
            }
        }
    }

    /// The call at the end of a path that violates the property.
    pub(super) fn violation_of(&self, path: &Path) -> Option<FuncId> {
        let last = path.steps.last().map(|s| s.block);
        last.and_then(|b| match self.made.abstractor.blocks.blocks[b].kind {
            BlockKind::Violation(func) => Some(func),
            _ => None,
        })
    }

    /// Runs a bug's execution once more, in the whole program. `listener` is told everything; the result is where it
    /// met the violation.
    pub(super) fn run_into(&self, bug: &Bug, listener: &dyn Listener) -> Option<Site> {
        let found = match &bug.cause {
            Cause::Given(given) => {
                let listener = Some(listener);
                return run_again(&self.whole, &self.made.origins, given, listener).ok();
            }
            Cause::Found(found) => found,
        };
        let mut found = found.clone();
        let started = arguments::fit(&self.made.program, &mut found).ok()?;
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
                &self.made.program
            },
            layout: &self.made.facts.layout,
            own: &self.own,
            started,
            origins: whole.then_some(&self.made.origins),
            listener: None,
        }
    }

    /// Runs an execution in the program that is checked, and then in the whole program.
    pub(super) fn replay(
        &self,
        found: &Execution,
    ) -> Result<(Replay, Result<(), Failure>), Failure> {
        if found.overlap {
            let why = "structures that the program is given would overlap".into();
            return Err(Failure::new(why));
        }
        let mut found = found.clone();
        let started = arguments::fit(&self.made.program, &mut found);
        let started = started.map_err(Failure::new)?;
        let here = replay(&self.scene(started.as_ref(), false), &found)?;
        let again = replay(&self.scene(started.as_ref(), true), &found);
        Ok((here, again.map(|_| ())))
    }

    /// What becomes of an execution that arrives at a violation in the program that is checked, after it was run in the
    /// whole program: a bug if it arrives there too. Otherwise what has stopped it is guarded against, or it is none.
    pub(super) fn confirmed(
        &mut self,
        violation: FuncId,
        replay: Replay,
        again: Result<(), Failure>,
        cause: Cause,
    ) -> Result<Turned, Failure> {
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
            Ok(()) => Ok(Turned::Answer(Verdict::Bug(Box::new(Bug {
                violation,
                replay,
                places: self.places(&cause),
                cause,
            })))),
            Err(failure) if self.guard(&failure, |_, _, edge| Some(edge)) => Ok(Turned::On),
            Err(failure) => Err(failure),
        }
    }

    /// Guards the place where a run has stopped, if it can be, and makes the program anew. `edge` tells the edge of
    /// the whole program that one stands for.
    fn guard(
        &mut self,
        failure: &Failure,
        edge: impl Fn(&Self, FuncId, EdgeId) -> Option<EdgeId>,
    ) -> bool {
        let Some((fault, against)) = failure.fault.as_deref().and_then(guarded_against) else {
            return false;
        };
        let func = fault.site.func;
        let place = fault.site.edge.and_then(|e| edge(self, func, e));
        let (Some(place), Some(cfg)) = (place, &self.whole.funcs[func].body) else {
            return false;
        };
        let stopped_at = cfg.source(place);
        let here = guardable_against(&self.whole, func, against);
        let known = self.guards.contains(&(func, stopped_at));
        if known || !here.contains(&stopped_at) || self.guarded >= MOST_GUARDED {
            return false;
        }
        let first = !self.guards.iter().any(|&(f, _)| f == func);
        // After the first of a function, one by one would take too long.
        let new = here.into_iter().filter(|&loc| !first || loc == stopped_at);
        self.guards.extend(new.map(|loc| (func, loc)));
        self.guarded += 1;
        self.begin_again();
        true
    }

    /// Guards these places from the start, as an earlier run has done in the end.
    pub(crate) fn begin_guarded(&mut self, places: impl IntoIterator<Item = (FuncId, LocId)>) {
        self.guards.extend(places);
        self.begin_again();
    }

    /// Makes the program that is checked anew, and goes on with the predicates that there are.
    pub(super) fn begin_again(&mut self) {
        let started = Instant::now();
        let known = predicates::write_plain(self);
        self.made = make(&self.whole, &self.violations, &self.guards, self.how);
        self.precision = super::Precision::new();
        self.batches.clear();
        self.claims.clear();
        // What has no meaning in the new program is found again if it is needed.
        predicates::read(self, &known);
        self.last = None;
        self.ran_long = false;
        self.shortest = false;
        self.began = self.statistics.iterations.len();
        self.statistics.reduce += started.elapsed();
    }
}

/// What guards must be against to rule out what has stopped a run.
fn guarded_against(fault: &Fault) -> Option<(&Fault, Against)> {
    let against = match fault.kind {
        FaultKind::NullDeref { .. } | FaultKind::BadCall { address: 0 } => Against::NullPointer,
        FaultKind::DivisionByZero => Against::DivisionByZero,
        FaultKind::OutOfBounds { .. } => Against::Index,
        FaultKind::ShiftTooLarge => Against::Shift,
        _ => return None,
    };
    Some((fault, against))
}
