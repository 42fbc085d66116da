//! Programs with threads: which labels can be reached and which assertions fail, when several threads share the globals.
//!
//! # What a program with threads means
//!
//! A *configuration* has the values of the globals, which all threads share, and for each thread its stack: frames with a
//! location and the values of formals and locals. A *step* is a step of one thread, as in a sequential program: a statement
//! or a condition, entering a procedure, leaving one together with the binding of its results. It happens as a whole: an
//! assignment with several variables, an `assume` with its test, are not interrupted.
//!
//! * **Which threads there are.** Those of `thread f, g;`, or the procedures `threadN` that nothing calls, and `main` beside
//!   them; before them, a procedure `init` that nothing calls runs alone to its end. Otherwise `main`. [`Start`] names
//!   others. All variables without an initial value are arbitrary at the beginning.
//! * **Starting threads.** `start_thread f(e, …)` and `ASYNC_n: f(e, …)` start a thread that calls f; the arguments are
//!   evaluated by the step that starts it. `start_thread goto L` starts a thread at L, in a copy of the frame that starts
//!   it and with nothing below: its `return` ends it. There is no bound on how many are started.
//! * **Beginning.** The locals of a thread get their initial values when it runs for the first time.
//! * **Ending.** A thread has ended when it comes to `end_thread`, in whichever procedure, or leaves its first frame. The
//!   others go on, also after `main`.
//! * **Context switches.** Between any two steps another thread may go on, except inside of an atomic section, and while the
//!   global `atomic` is 1 in programs whose threads are named (Getafix's way to say it). Whenever a step is not one of the
//!   thread that took the step before, that is one context switch. What `init` does counts as none.
//! * **Rounds.** In a round each thread goes on at most once, in their order: those that are there from the beginning as the
//!   text names them, then those that are started, in the order in which they run for the first time.
//! * **Atomic sections.** From `atomic_begin` to `atomic_end`, whatever is called in between. They do not nest: the first
//!   `atomic_end` ends it. A thread that blocks in one (`assume`) blocks all: such an execution ends there, and another one
//!   has the thread wait before its section. A thread that ends leaves its section.
//! * **`enforce`** restricts the states that steps of a procedure lead to. Other threads may bring about others.
//! * **Assertions** fail as in sequential programs: in an atomic section, too.
//!
//! # How it is decided
//!
//! `instances` makes a program whose number of threads is fixed: a thread that runs needs a switch, so that K switches are
//! decided exactly with K places for threads that are started. `interleaving` explores where stacks are bounded; it is
//! exact for any number of switches. Where threads call recursively, `contexts` decides within a number of switches; what
//! is not reached when stacks are forgotten but for their tops is not reached with any number of them.
//!
//! What is found is told as a [`ThreadTrace`]: a run with the fewest switches and, of those, the fewest steps, which has been
//! executed. Where threads call recursively, it may have more steps than necessary.
//!
//! The idea of bounding switches is Qadeer and Rehof's (*Context-bounded model checking of concurrent software*, 2005).

mod contexts;
mod instances;
mod interleaving;
mod outcome;
mod parking;
mod plan;
mod schedule;
mod shortest_run;
mod switch_points;
mod trace;

use crate::bdd::{BddConfig, OutOfNodes};
use crate::bp::{self, ProcId};
use crate::config::Config;
use crate::flow::{ControlPoint, Flow, LocId, slot_order};
use crate::reachability::{Goal, Query};
use crate::session::Error;
use contexts::Contexts;
use instances::Instances;
use interleaving::{Interleaving, Precision};
use outcome::Exploration;
pub use outcome::{Bound, Progress, Scope, ThreadsReport, ThreadsVerdict};
use plan::Plan;
pub use plan::Start;
use shortest_run::ShortestRun;
pub use trace::{ThreadKind, ThreadName, ThreadTrace, ThreadTraceLine};

/// How far to look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// At most so many context switches, or rounds. Without it, until nothing new is found.
    pub bound: Option<Bound>,
    /// At most so many threads run. Without it, as many as the switches allow, or more and more up to [`MOST_THREADS`].
    pub threads: Option<usize>,
    pub engine: ThreadEngine,
}

/// How to explore. All answers are the same, where there are any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThreadEngine {
    /// [`ThreadEngine::Interleaving`] where stacks are bounded, otherwise [`ThreadEngine::Contexts`].
    #[default]
    Automatic,
    /// All interleavings, for any number of switches.
    Interleaving,
    /// Summaries with the globals at every switch.
    Contexts,
}

/// How many threads are tried where nothing else says it.
pub const MOST_THREADS: usize = 8;

/// With so many BDD nodes something may be tried that need not succeed.
const FEW_NODES: usize = 1 << 18;

/// How many threads that are started may run however many switches are allowed.
const MOST_PLACES: usize = 16;

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum ThreadsError {
    Session(Error),
    /// A thread calls recursively, or very deep, and [`ThreadEngine::Interleaving`] was asked for.
    Recursion,
    /// A run was found that the program does not have: a mistake of ours.
    NotShown,
}

impl From<Error> for ThreadsError {
    fn from(error: Error) -> Self {
        ThreadsError::Session(error)
    }
}

impl From<OutOfNodes> for ThreadsError {
    fn from(_: OutOfNodes) -> Self {
        ThreadsError::Session(Error::OutOfNodes)
    }
}

/// A program with threads, ready to be asked about.
///
/// It stands beside [`crate::Session`] and not in it, because the flow that is explored is not that of the program: the
/// number of threads, which a question bounds, is part of it.
pub struct Threads<'p> {
    program: &'p bp::Program,
    flow: Flow<'p>,
    plan: Plan,
    config: Config,
}

impl<'p> Threads<'p> {
    /// Prepares a program.
    pub fn new(program: &'p bp::Program, start: &Start, config: &Config) -> Result<Self, Error> {
        let plan = Plan::new(program, start).map_err(Error::Program)?;
        Ok(Threads {
            program,
            flow: Flow::new(program),
            plan,
            config: config.clone(),
        })
    }

    /// The procedures that run from the beginning.
    pub fn from_the_beginning(&self) -> &[ProcId] {
        &self.plan.threads
    }

    /// The procedure that runs before them, alone.
    pub fn before_all(&self) -> Option<ProcId> {
        self.plan.init
    }

    /// Whether more threads are started.
    pub fn starts_more(&self) -> bool {
        self.plan.starts_more
    }

    /// Answers the goals of a query; `progress` is told how far has been explored.
    pub fn check(
        &self,
        query: &Query,
        bounds: &Bounds,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<ThreadsReport, ThreadsError> {
        let wanted: Result<Vec<Vec<LocId>>, Error> =
            query.goals.iter().map(|goal| self.goal(goal)).collect();
        let wanted = wanted?;
        if wanted.iter().all(Vec::is_empty) {
            let nowhere = |_| ThreadsVerdict::Unreachable(Scope::default());
            let goals = wanted.iter().map(nowhere).collect();
            return Ok(ThreadsReport { goals });
        }
        let there = self.plan.threads.len();
        let (fewest, most) = match (self.plan.starts_more, bounds.threads, bounds.bound) {
            (false, ..) => (0, 0),
            (_, Some(threads), _) => (threads.saturating_sub(there), threads.saturating_sub(there)),
            (_, None, Some(Bound::Switches(switches))) => {
                let places = (switches as usize).min(MOST_PLACES);
                (places, places)
            }
            (_, None, _) => (1, MOST_THREADS.saturating_sub(there).max(1)),
        };
        let mut places = fewest;
        loop {
            let (report, lacks_places) = self.check_with(&wanted, bounds, places, progress)?;
            let found =
                |verdict: &ThreadsVerdict| matches!(verdict, ThreadsVerdict::Reachable { .. });
            if !lacks_places || places >= most || report.goals.iter().all(found) {
                return Ok(report);
            }
            places += 1;
        }
    }

    /// The same where so many threads that are started may run.
    fn check_with(
        &self,
        wanted: &[Vec<LocId>],
        bounds: &Bounds,
        places: usize,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(ThreadsReport, bool), ThreadsError> {
        let instances = Instances::new(self.program, &self.plan, places, false);
        let flow = Flow::new(&instances.program);
        let goals = wanted
            .iter()
            .map(|goal| instances.locations(&flow, &self.flow, goal));
        let goals: Vec<Vec<LocId>> = goals.collect();
        let mut told = |explored: Progress| {
            progress(Progress {
                threads: self.limit(places, Some(explored.explored)),
                ..explored
            });
        };
        let exploration = self.explore(&flow, &instances, &goals, bounds, &mut told)?;
        let (found, explored) = exploration.found();
        let lacks_places = exploration.lacks_places();
        let limit = |bound| self.limit(places, bound).filter(|_| lacks_places);
        let scope = |explored| {
            let threads = limit(explored);
            let within = bounds.bound;
            Scope {
                bound: explored,
                threads,
                any_threads_within: within.filter(|_| threads.is_some() && limit(within).is_none()),
            }
        };
        let mut report = ThreadsReport::default();
        for (number, (goal, found)) in wanted.iter().zip(found).enumerate() {
            report.goals.push(match found {
                None if goal.is_empty() => ThreadsVerdict::Unreachable(Scope::default()),
                None if exploration.is_never_reached(number) => {
                    ThreadsVerdict::Unreachable(scope(None))
                }
                None => ThreadsVerdict::Unreachable(scope(explored)),
                Some(bound) => ThreadsVerdict::Reachable {
                    bound: *bound,
                    threads: limit(Some(*bound)),
                    trace: match self.config.trace {
                        true => self.trace(places, *bound, goal)?,
                        false => None,
                    },
                },
            });
        }
        Ok((report, lacks_places))
    }

    /// Explores with an engine that is able to.
    fn explore(
        &self,
        flow: &Flow<'_>,
        instances: &Instances,
        goals: &[Vec<LocId>],
        bounds: &Bounds,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Exploration, ThreadsError> {
        let (bdd, bound) = (self.config.bdd, bounds.bound);
        let order = slot_order(flow, self.config.variable_order);
        let interleaving = |precision| Interleaving::new(flow, &order, instances, bdd, precision);
        if bounds.engine != ThreadEngine::Contexts
            && let Some(system) = interleaving(Precision::Locations)
        {
            return Ok(Exploration::new(&system?, goals, bound, progress)?);
        }
        if bounds.engine == ThreadEngine::Interleaving {
            return Err(ThreadsError::Recursion);
        }
        // What is not reached when stacks are forgotten is not reached with any number of switches. That is looked at
        // first, because it ends. Where it needs too many nodes, it says nothing; within a bound it is a bonus, for which
        // few must be enough.
        let mut never = vec![false; goals.len()];
        let mut lacks_places = true;
        let few = BddConfig {
            nodes: bdd.nodes.min(FEW_NODES),
            ..bdd
        };
        let forgetful = match (bound, bounds.engine) {
            (Some(_), ThreadEngine::Contexts) => None,
            (Some(_), _) => Some(few),
            (None, _) => Some(bdd),
        };
        if let Some(bdd) = forgetful
            && let Some(Ok(system)) =
                Interleaving::new(flow, &order, instances, bdd, Precision::TopFrames)
            && let Ok(found) = Exploration::new(&system, goals, None, &mut |_| {})
        {
            lacks_places = found.lacks_places();
            never = found.found().0.iter().map(Option::is_none).collect();
            if never.iter().all(|&never| never) {
                return Ok(found);
            }
        }
        let mut contexts = Contexts::new(flow, &order, instances, bdd, bound)?;
        let found = Exploration::of_contexts(&mut contexts, goals, bound, progress)?;
        Ok(found.with_never_reached(never, lacks_places))
    }

    /// How many threads may run at most with so many places for those that are started; nothing where more could not
    /// run within the bound.
    fn limit(&self, places: usize, bound: Option<Bound>) -> Option<usize> {
        let suffices = match bound {
            Some(Bound::Switches(switches)) => places >= switches as usize,
            _ => false,
        };
        (self.plan.starts_more && !suffices).then(|| self.plan.threads.len() + places)
    }

    /// A run to a goal that is reached within a bound. It has the values of all variables, so that threads are given all
    /// when they are started. Where threads call recursively, it has as few frames as are enough; there is none where very
    /// many are needed.
    fn trace(
        &self,
        places: usize,
        bound: Bound,
        goal: &[LocId],
    ) -> Result<Option<ThreadTrace>, ThreadsError> {
        let places = match bound {
            Bound::Switches(switches) => places.min(switches as usize),
            Bound::Rounds(_) => places,
        };
        let instances = Instances::new(self.program, &self.plan, places, true);
        let flow = Flow::new(&instances.program);
        let goal = instances.locations(&flow, &self.flow, goal);
        let order = slot_order(&flow, self.config.variable_order);
        for frames in [
            None,
            Some(2),
            Some(3),
            Some(4),
            Some(6),
            Some(8),
            Some(12),
            Some(18),
        ] {
            let precision = Precision::Values(frames);
            let system = Interleaving::new(&flow, &order, &instances, self.config.bdd, precision);
            let Some(system) = system else { continue };
            let system = system?;
            if let Some(run) = ShortestRun::find(&system, bound, &goal)? {
                let told = trace::told(&system, &self.flow, &self.plan, &run)?;
                let told = told.ok_or(ThreadsError::NotShown)?;
                return Ok(Some(ThreadTrace {
                    fewest_steps: frames.is_none(),
                    ..told
                }));
            }
            if frames.is_none() {
                return Err(ThreadsError::NotShown);
            }
        }
        Ok(None)
    }

    fn goal(&self, goal: &Goal) -> Result<Vec<LocId>, Error> {
        crate::reachability::goal_locations(&self.flow, goal)
    }
}

impl Instances {
    /// The locations that stand for some of the user's program.
    fn locations(&self, flow: &Flow<'_>, user: &Flow<'_>, wanted: &[LocId]) -> Vec<LocId> {
        let wanted: rustc_hash::FxHashSet<_> = wanted
            .iter()
            .map(|&loc| user_place(user.place(loc)))
            .collect();
        let is_wanted = |loc: &LocId| wanted.contains(&user_place(self.origin(flow.place(*loc))));
        flow.locs().filter(is_wanted).collect()
    }

    /// The place in the user's program that a place stands for.
    pub(crate) fn origin(&self, place: ControlPoint) -> ControlPoint {
        let origin = |stmt: bp::StmtId| self.stmt_origin.get(stmt.index()).copied().unwrap_or(stmt);
        match place {
            ControlPoint::Before(stmt) => ControlPoint::Before(origin(stmt)),
            ControlPoint::Arm(stmt, arm) => ControlPoint::Arm(origin(stmt), arm),
            ControlPoint::Returned(stmt) => ControlPoint::Returned(origin(stmt)),
            ControlPoint::Failed(stmt) => ControlPoint::Failed(origin(stmt)),
            ControlPoint::Exit => ControlPoint::Exit,
        }
    }
}

/// A place as something to look up; ends of procedures, of which there are several, are never asked for.
fn user_place(place: ControlPoint) -> Option<(u8, bp::StmtId)> {
    match place {
        ControlPoint::Before(stmt) => Some((0, stmt)),
        ControlPoint::Failed(stmt) => Some((1, stmt)),
        _ => None,
    }
}
