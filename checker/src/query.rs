//! Questions about boolean programs and their answers: the way into this crate.
//!
//! The passes, in order: the program is verified; its control flow is built; live ranges, MOD/REF and the variable
//! order decide what the symbolic pushdown system has to carry; an engine explores the system, at first without what only
//! traces need; where something is reachable, a shortest trace is looked for.

use std::time::{Duration, Instant};

use crate::bdd::{BddConfig, Bdds, OutOfNodes};
use crate::bp::{self, Diagnostic, ProcId, Symbol};
use crate::engine::{self, Engine, Explore, Summaries};
use crate::flow::{Flow, LocId, Place, mod_ref, order};
use crate::outright::unreachable;
use crate::proof::{Proof, proof};
use crate::spds::{BuildConfig, Spds};
use crate::trace::{Trace, Tracer};

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
    /// The procedures in which the program may start; `main` when empty.
    pub entries: Vec<String>,
    /// What may be reachable.
    pub goals: Vec<Goal>,
    /// Labels at which the reachable valuations are wanted.
    pub invariants: Vec<String>,
    /// Whether all unreachable locations are wanted.
    pub unreachable: bool,
}

/// How BDD variables are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VariableOrder {
    /// Variables that are assigned together stand together.
    #[default]
    Assignments,
    /// As declared.
    Declaration,
}

/// How questions are answered.
#[derive(Clone, Debug)]
pub struct Config {
    pub engine: Engine,
    pub live_ranges: bool,
    pub mod_ref: bool,
    /// From how many variables on procedures that are called from one place do without memory of how they were
    /// entered, as long as only a proof is looked for; in summaries only. Few variables cost little to remember.
    pub once: Option<usize>,
    pub variable_order: VariableOrder,
    /// Whether a trace is looked for where a goal is reachable.
    pub trace: bool,
    /// How many lines the calls inside a trace may be expanded to.
    pub trace_lines: usize,
    /// Whether a trace is a shortest one. If not, it is a shortest one among the states that were explored before the
    /// goal was met, which costs less.
    pub shortest: bool,
    /// Whether a trace shows one execution, with the values of all variables, rather than what all executions that
    /// take it have in common.
    pub one_execution: bool,
    /// Whether what was shown is wanted where no goal is reachable; only summaries show it.
    pub proof: bool,
    /// How many alternatives an invariant may have before it is cut off.
    pub invariant_terms: usize,
    pub bdd: BddConfig,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            engine: Engine::default(),
            live_ranges: true,
            mod_ref: true,
            once: Some(80),
            variable_order: VariableOrder::default(),
            trace: true,
            trace_lines: 1_000,
            shortest: true,
            one_execution: false,
            proof: false,
            invariant_terms: 1_000,
            bdd: BddConfig::default(),
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum Error {
    /// The program is not well formed, or uses what the engines cannot do.
    Program(Vec<Diagnostic>),
    /// No procedure of this name has a body.
    UnknownEntry(String),
    /// No statement has this label.
    UnknownLabel(String),
    /// The BDDs outgrew their table: a limit, not a fault of the program.
    OutOfNodes,
}

impl From<OutOfNodes> for Error {
    fn from(_: OutOfNodes) -> Self {
        Error::OutOfNodes
    }
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
    pub place: Place,
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

/// Answers a query about a program.
pub fn check(program: &bp::Program, query: &Query, config: &Config) -> Result<Report, Error> {
    let started = Instant::now();
    well_formed(program, query)?;
    let verified = Instant::now();
    let flow = Flow::new(program);
    let entries = entries(program, query)?;
    let goals: Result<Vec<_>, _> = query.goals.iter().map(|g| targets(&flow, g)).collect();
    let goals = goals?;
    let observed = observed(&flow, query)?;
    if config.once.is_some_and(|few| flow.slot_count >= few)
        && config.engine == Engine::Summaries
        && observed.is_empty()
        && !query.unreachable
        // Out of nodes or not: with memory there may be an answer.
        && let Ok(Some(mut report)) = unreachable(&flow, &entries, &goals, config)
    {
        report.stats.verify = verified - started;
        return Ok(report);
    }
    let places: Vec<LocId> = observed.iter().map(|(_, loc)| *loc).collect();
    let control = config.engine.control_variables(&flow);
    let bdds = Bdds::new(&order(&flow, config.variable_order), control, config.bdd)?;
    let build = BuildConfig {
        live_ranges: config.live_ranges,
        mod_ref: config.mod_ref && config.engine.uses_mod_ref(),
        observed: &places,
        only: None,
        once: None,
    };
    let spds = Spds::new(&flow, bdds, &build)?;
    let built = Instant::now();
    let mut session = Session::new(config, &spds, entries)?;
    let mut report = Report::default();
    let mut reachable = Vec::new();
    for targets in &goals {
        reachable.push(!targets.is_empty() && session.explorer().reach(targets)?.is_some());
    }
    for (label, loc) in observed {
        report.invariants.push(session.invariant(label, loc)?);
    }
    if query.unreachable {
        report.unreachable = session.unreachable()?;
    }
    if config.proof && !reachable.contains(&true) && session.engine.is_none() {
        session.summaries.run()?;
        let unmodified = mod_ref(&flow, &places, build.mod_ref);
        report.proof = Some(proof(&spds, &session.summaries, &unmodified)?);
    }
    let explored = Instant::now();
    for (targets, reachable) in goals.iter().zip(reachable) {
        report.goals.push(session.verdict(targets, reachable)?);
    }
    report.stats = Stats {
        verify: verified - started,
        build: built - verified,
        explore: explored - built,
        trace: explored.elapsed(),
        ..Stats::of(&spds)
    };
    Ok(report)
}

/// A program under exploration.
struct Session<'s, 'a, 'p> {
    config: &'s Config,
    spds: &'s Spds<'a, 'p>,
    entries: Vec<ProcId>,
    /// The engine that was asked for, if it is not `summaries`.
    engine: Option<Box<dyn Explore + 's>>,
    /// Traces need summaries, whichever engine gives the verdict.
    summaries: Summaries<'s, 'a, 'p>,
}

impl<'s, 'a, 'p> Session<'s, 'a, 'p> {
    fn new(
        config: &'s Config,
        spds: &'s Spds<'a, 'p>,
        entries: Vec<ProcId>,
    ) -> Result<Self, Error> {
        let mut summaries = Summaries::new(spds);
        let engine = engine::create(config.engine, spds, &entries)?;
        if engine.is_none() {
            for &entry in &entries {
                summaries.start(entry)?;
            }
        }
        Ok(Session {
            config,
            spds,
            entries,
            engine,
            summaries,
        })
    }

    fn explorer(&mut self) -> &mut dyn Explore {
        match &mut self.engine {
            Some(engine) => engine.as_mut(),
            None => &mut self.summaries,
        }
    }

    fn verdict(&mut self, targets: &[LocId], reachable: bool) -> Result<Verdict, Error> {
        if !reachable {
            return Ok(Verdict::Unreachable);
        }
        if !self.config.trace {
            return Ok(Verdict::Reachable(None));
        }
        let mut tracer = Tracer {
            explored: !self.config.shortest && self.engine.is_none(),
            spds: self.spds,
            summaries: &mut self.summaries,
            entries: &self.entries,
            config: self.config,
        };
        Ok(Verdict::Reachable(tracer.trace(targets)?))
    }

    fn invariant(&mut self, label: String, loc: LocId) -> Result<Invariant, Error> {
        let states = self.explorer().states(loc)?;
        let limit = self.config.invariant_terms;
        let mut cubes = self.spds.bdds.cubes(&states, limit + 1)?;
        let cut_off = cubes.len() > limit;
        cubes.truncate(limit);
        let site = self.site(loc);
        let scope = self.spds.flow.in_scope(site.proc);
        let named = |cube: Vec<_>| {
            let value = |slot| cube.iter().find(|(s, _)| *s == slot).map(|(_, v)| *v);
            scope
                .iter()
                .filter_map(|&(slot, name)| Some((name, value(slot)?)))
                .collect()
        };
        Ok(Invariant {
            label,
            site,
            terms: cubes.into_iter().map(named).collect(),
            cut_off,
        })
    }

    fn unreachable(&mut self) -> Result<Vec<Site>, Error> {
        let mut found = Vec::new();
        for loc in self.spds.flow.locs() {
            if self.explorer().reach(&[loc])?.is_none() {
                found.push(self.site(loc));
            }
        }
        Ok(found)
    }

    fn site(&self, loc: LocId) -> Site {
        Site {
            proc: self.spds.flow.proc_of(loc),
            place: self.spds.flow.place(loc),
        }
    }
}

impl Stats {
    /// The sizes of a system.
    pub(crate) fn of(spds: &Spds<'_, '_>) -> Self {
        let flow = spds.flow;
        Stats {
            locations: flow.loc_count(),
            edges: flow.edges().len(),
            calls: flow.calls().len(),
            procedures: flow.procs.len(),
            bdd_variables: spds.bdds.variables(),
            bdd_operations: spds.bdds.operations(),
            bdd_peak_nodes: spds.bdds.peak_nodes(),
            ..Stats::default()
        }
    }
}

/// Says what the engines cannot take: an ill-formed program, or threads.
pub(crate) fn well_formed(program: &bp::Program, query: &Query) -> Result<(), Error> {
    let entry = if query.entries.is_empty() {
        bp::Entry::Main
    } else {
        bp::Entry::Any(&query.entries)
    };
    let mut errors = bp::verify(program, entry);
    errors.retain(Diagnostic::is_error);
    errors.extend(bp::refuse_threads(program, entry));
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Error::Program(errors))
    }
}

pub(crate) fn entries(program: &bp::Program, query: &Query) -> Result<Vec<ProcId>, Error> {
    let find = |name: &str| {
        let found = program
            .find_proc(name)
            .filter(|&p| program.proc(p).body.is_some());
        found.ok_or_else(|| Error::UnknownEntry(name.into()))
    };
    if query.entries.is_empty() {
        return Ok(vec![find("main")?]);
    }
    query.entries.iter().map(|e| find(e)).collect()
}

fn targets(flow: &Flow<'_>, goal: &Goal) -> Result<Vec<LocId>, Error> {
    match goal {
        Goal::Assertions => Ok(flow.failures()),
        Goal::Label(name) => labelled(flow, name),
    }
}

fn labelled(flow: &Flow<'_>, name: &str) -> Result<Vec<LocId>, Error> {
    let mut found = flow.labelled(None, name);
    if found.is_empty()
        && let Some((proc, label)) = name.split_once(':')
    {
        found = flow.labelled(Some(proc), label);
    }
    if found.is_empty() {
        Err(Error::UnknownLabel(name.into()))
    } else {
        Ok(found)
    }
}

/// The locations whose invariants are wanted.
fn observed(flow: &Flow<'_>, query: &Query) -> Result<Vec<(String, LocId)>, Error> {
    let mut found = Vec::new();
    for label in &query.invariants {
        found.extend(
            labelled(flow, label)?
                .into_iter()
                .map(|loc| (label.clone(), loc)),
        );
    }
    Ok(found)
}
