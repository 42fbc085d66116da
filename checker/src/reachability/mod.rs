//! The question of reachability: can assertions fail and labels be reached, with which values, and by which trace.
//!
//! [`Session::check`] lists the passes. Names of labels become locations first, so that a mistake in the question costs
//! nothing. Where only verdicts are wanted, a proof without calling contexts is tried ([`memoryless_proof`]), because it
//! is the cheapest that can succeed. Otherwise the engine that was asked for explores the system ([`exploration`]): the
//! goals, then what is asked about reachable values, and traces last, because each needs a system of its own.

mod exploration;
pub(crate) mod memoryless_proof;
pub(crate) mod proof;
mod targets;

use std::time::{Duration, Instant};

use crate::bp::{ProcId, Symbol};
use crate::engine::Engine;
use crate::flow::{ControlPoint, LocId};
use crate::session::{Error, Session};
use crate::spds::Spds;
use crate::trace::Trace;
use exploration::Exploration;
use memoryless_proof::memoryless_proof;
use proof::Proof;
use targets::Targets;
pub(crate) use targets::targets as goal_locations;

/// Something that may be reachable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Some assertion fails.
    Assertions,
    /// The statement with this label, in any procedure or in the one named `procedure:label`.
    Label(String),
}

/// What is asked.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// What may be reachable.
    pub goals: Vec<Goal>,
    /// Labels at which the reachable valuations are wanted.
    pub invariants: Vec<String>,
    /// Whether all unreachable locations are wanted.
    pub unreachable: bool,
}

/// The answers, in the order of the questions.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub goals: Vec<Verdict>,
    pub invariants: Vec<Invariant>,
    /// The unreachable locations where they were asked for, in the order of the text.
    pub unreachable: Vec<Site>,
    /// Where it was asked for, and no goal is reachable.
    pub proof: Option<Proof>,
    pub stats: Stats,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Unreachable,
    /// With a shortest trace, unless traces are switched off.
    Reachable(Option<Trace>),
}

/// A location, in the words of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    pub proc: ProcId,
    pub place: ControlPoint,
}

/// The valuations with which a location is reachable: a disjunction of conjunctions. No terms: unreachable; a term
/// without literals: all valuations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    pub label: String,
    pub site: Site,
    pub terms: Vec<Vec<(Symbol, bool)>>,
    /// Whether terms are missing because there are too many.
    pub cut_off: bool,
}

/// What it took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stats {
    pub locations: usize,
    pub edges: usize,
    pub calls: usize,
    pub procedures: usize,
    /// BDD variables, those of program counters included.
    pub bdd_variables: usize,
    pub bdd_operations: u64,
    /// The most BDD nodes in the table at once, garbage included.
    pub bdd_peak_nodes: usize,
    pub verify: Duration,
    pub build: Duration,
    pub explore: Duration,
    pub trace: Duration,
}

impl Session<'_> {
    /// Answers a query.
    pub fn check(&self, query: &Query) -> Result<Report, Error> {
        let targets = Targets::new(self.flow(), query)?;
        if self.may_prove_memoryless(&targets)
            // Out of nodes or not: with contexts there may be an answer.
            && let Ok(Some(report)) = memoryless_proof(self, &targets.goals)
        {
            return Ok(report);
        }
        self.explore(&targets)
    }

    /// Whether only verdicts are wanted, of a program so wide that contexts cost much.
    fn may_prove_memoryless(&self, targets: &Targets) -> bool {
        let wide = |&from: &usize| self.flow().slot_count >= from;
        self.config()
            .memoryless_from_slots
            .as_ref()
            .is_some_and(wide)
            && self.config().engine == Engine::Summaries
            && targets.observed.is_empty()
            && !targets.unreachable
    }

    /// Answers by exploring the system with all calling contexts.
    fn explore(&self, targets: &Targets) -> Result<Report, Error> {
        let started = Instant::now();
        let observed: Vec<LocId> = targets.observed.iter().map(|(_, loc)| *loc).collect();
        let reductions = self.reductions(&observed);
        let control = self.config().engine.control_variables(self.flow());
        let spds = self.pushdown_system(&reductions, control)?;
        let built = Instant::now();
        let mut exploration = Exploration::new(self, &spds)?;
        let mut report = Report::default();
        let mut reachable = Vec::new();
        for goal in &targets.goals {
            reachable.push(exploration.reaches(goal)?);
        }
        for (label, loc) in &targets.observed {
            let invariant = exploration.invariant(label, *loc)?;
            report.invariants.push(invariant);
        }
        if targets.unreachable {
            report.unreachable = exploration.unreachable()?;
        }
        if self.config().proof && !reachable.contains(&true) {
            report.proof = exploration.proof(&reductions)?;
        }
        let explored = Instant::now();
        for (goal, reachable) in targets.goals.iter().zip(reachable) {
            report.goals.push(exploration.verdict(goal, reachable)?);
        }
        report.stats = Stats {
            build: self.prepare + (built - started),
            explore: explored - built,
            trace: explored.elapsed(),
            ..Stats::of(self, &spds)
        };
        Ok(report)
    }
}

impl Stats {
    /// The sizes of a system, and what the session took.
    fn of(session: &Session<'_>, spds: &Spds<'_, '_>) -> Self {
        let flow = spds.flow;
        Stats {
            locations: flow.loc_count(),
            edges: flow.edges().len(),
            calls: flow.calls().len(),
            procedures: flow.procs.len(),
            bdd_variables: spds.bdds.variables(),
            bdd_operations: spds.bdds.operations(),
            bdd_peak_nodes: spds.bdds.peak_nodes(),
            verify: session.verify,
            ..Stats::default()
        }
    }
}
