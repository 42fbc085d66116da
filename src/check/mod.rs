//! The loop: abstract, check, simulate, refine, until there is an answer.
//!
//! ```text
//! predicates := none
//! repeat
//!     B := abstraction of the program for the predicates
//!     if B has no trace to an error: proved
//!     if some execution takes the trace: replay it; a bug
//!     otherwise: new predicates that rule the trace out; if there are none, lemmas; if there are none, stuck
//! ```

mod alone;
mod arguments;
mod chance;
mod likely;
mod own;
mod phase;
mod reads;
mod refine;
mod replay;
mod siblings;
mod templates;
mod trial;

use std::time::{Duration, Instant};

use abstractor::prepare::{Prepared, prepare};
use abstractor::{Abstraction, Abstractor, BlockKind, Blocks, ERROR, Precision};
use checker::{Goal, Query};
use frontend::analysis::{reduce, slice};
use frontend::interp::Input;
use frontend::ir::{Callee, FuncId, Program, Stmt};
use frontend::property::Checked;
use refiner::loops::Loops;
use refiner::{Execution, Path, Simulation, Turn, simulate};
use semantics::{Meaning, Prover, World};

use alone::Alone;
pub(crate) use own::Own;
pub(crate) use phase::Phase;
pub(crate) use reads::Read;
pub(crate) use replay::{Noted, Replay};
use trial::Budget;

/// How a check ends.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// No execution violates the property.
    Proved,
    /// An execution that violates it.
    Bug(Box<Bug>),
    /// There is no answer, and this is why.
    Unknown(String),
}

/// A violation.
#[derive(Debug)]
pub(crate) struct Bug {
    pub(crate) violation: FuncId,
    pub(crate) replay: Replay,
}

/// How to check.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Config {
    /// Every statement is a step of its own.
    pub(crate) single_statements: bool,
}

/// What the loop shows while it runs.
pub(crate) enum Event<'a> {
    /// It begins something that may take a while.
    Phase(Phase),
    /// There is a boolean program.
    Abstracted(&'a Abstraction),
    /// It has a trace to a violation.
    Trace(&'a Path),
    /// The trace cannot be taken, and these conditions contradict each other.
    Infeasible(&'a Path, &'a [refiner::Condition]),
    /// The solver has an execution that takes the trace, and the interpreter does not arrive there, for this reason.
    NotReproduced(&'a Path, &'a Execution, &'a str),
}

/// What it took.
#[derive(Clone, Debug, Default)]
pub(crate) struct Statistics {
    pub(crate) iterations: Vec<Iteration>,
    pub(crate) reduce: Duration,
}

/// One turn of the loop.
#[derive(Clone, Debug, Default)]
pub(crate) struct Iteration {
    pub(crate) predicates: usize,
    pub(crate) lemmas: usize,
    pub(crate) trace: usize,
    pub(crate) abstraction: Duration,
    pub(crate) checking: Duration,
    pub(crate) simulation: Duration,
    pub(crate) explanation: Duration,
}

/// A program under check.
pub(crate) struct Check {
    pub(crate) program: Program,
    pub(crate) meaning: Meaning,
    pub(crate) precision: Precision,
    pub(crate) statistics: Statistics,
    pub(crate) abstractor: Abstractor,
    pub(crate) own: Own,
    /// The program has only one execution, which was run.
    pub(crate) ran_alone: bool,
    /// The last trace that was looked at.
    pub(crate) last: Option<Path>,
    /// Whether long runs were made.
    ran_long: bool,
    siblings: siblings::Siblings,
    loops: Loops,
    /// Whether traces must be shortest ones: they cost more, and are easier to explain.
    shortest: bool,
}

/// How much effort the solver may take for one path: about 20 s.
const PATIENCE: u32 = 50_000_000;

/// After so many iterations, a program that has only one execution is run, others in trials; for longer after `LONG`.
const FEW: usize = 4;
const LONG: usize = 12;
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

/// How large BDDs may become together. The table is reserved twice, and limits on address space are usual.
const BDD_NODES: usize = 1 << 23;

impl Check {
    /// Makes the program small and brings it into form.
    pub(crate) fn new(checked: &Checked, how: Config) -> Self {
        let started = Instant::now();
        let criterion = slice::Criterion {
            calls: checked.violations.keys().copied().collect(),
            ..slice::Criterion::default()
        };
        let config = slice::Config::default();
        let reduced = reduce(&checked.compiled.program, &criterion, config);
        let mut program = reduced.program;
        let prepared: Prepared = prepare(&mut program, config.points_to);
        debug_assert!(program.verify().is_ok(), "{:?}", program.verify());
        let meaning = Meaning::new(&program, config.points_to);
        arguments::note(&mut program, &meaning);
        let is_violation = |f| checked.violations.contains_key(&f);
        let blocks = Blocks::new(&program, is_violation, how.single_statements);
        Check {
            meaning,
            precision: Precision::new(),
            statistics: Statistics {
                iterations: Vec::new(),
                reduce: started.elapsed(),
            },
            abstractor: Abstractor::new(blocks, prepared),
            own: Own::new(checked),
            ran_alone: false,
            ran_long: false,
            last: None,
            siblings: siblings::Siblings::new(&mut program),
            loops: Loops::new(&mut program),
            shortest: false,
            program,
        }
    }

    /// Runs the loop. `seen` is shown what happens.
    pub(crate) fn run(&mut self, mut seen: impl FnMut(&Self, Event<'_>)) -> Verdict {
        let Some(entry) = self.program.entry else {
            return Verdict::Unknown("the program has no function to start with".into());
        };
        let blocks = self.abstractor.blocks.blocks.values();
        let violations = blocks.filter(|b| matches!(b.kind, BlockKind::Violation(_)));
        if violations.count() == 0 {
            return Verdict::Proved;
        }
        let mut prover = Prover::new(PATIENCE);
        loop {
            self.statistics.iterations.push(Iteration::default());
            match self.iterate(entry, &mut prover, &mut seen) {
                None => {}
                Some(Verdict::Unknown(why)) => {
                    return self.run_long(&mut seen).unwrap_or(Verdict::Unknown(why));
                }
                Some(verdict) => return verdict,
            }
        }
    }

    fn now(&mut self) -> &mut Iteration {
        self.statistics
            .iterations
            .last_mut()
            .expect("an iteration was begun")
    }

    fn iterate(
        &mut self,
        entry: FuncId,
        prover: &mut Prover,
        seen: &mut dyn FnMut(&Self, Event<'_>),
    ) -> Option<Verdict> {
        seen(self, Event::Phase(Phase::Abstraction));
        let started = Instant::now();
        let abstraction = self
            .abstractor
            .make(&self.program, &self.meaning, &self.precision);
        let (predicates, lemmas) = (self.precision.len(), self.abstractor.lemmas.len());
        let now = self.now();
        (now.predicates, now.lemmas) = (predicates, lemmas);
        now.abstraction = started.elapsed();
        seen(self, Event::Abstracted(&abstraction));
        seen(self, Event::Phase(Phase::Checking));
        let started = Instant::now();
        let found = find_trace(&abstraction, &self.program, entry, self.shortest);
        self.now().checking = started.elapsed();
        let path = match found {
            Err(why) => return Some(Verdict::Unknown(why)),
            Ok(None) => return Some(Verdict::Proved),
            Ok(Some(trace)) => Path::new(&trace, &abstraction, |block| {
                match self.abstractor.blocks.blocks[block].kind {
                    BlockKind::Straight => Turn::Block,
                    BlockKind::Call(_) => Turn::Call,
                    BlockKind::Return => Turn::Return,
                    BlockKind::Violation(_) => Turn::Violation,
                }
            }),
        };
        self.now().trace = path.steps.len();
        self.last = Some(path.clone());
        seen(self, Event::Trace(&path));
        seen(self, Event::Phase(Phase::Simulation));
        let started = Instant::now();
        let world = World::new(&self.program, &self.meaning);
        let simulation = simulate(&world, &self.abstractor.blocks, entry, &path, prover);
        self.now().simulation = started.elapsed();
        let started = Instant::now();
        let verdict = match simulation {
            Simulation::Unknown => Some(Verdict::Unknown(
                "the solver could not tell whether a path to a violation can be taken".into(),
            )),
            Simulation::Feasible(execution) => Some(self.bug(&path, &execution, seen)),
            Simulation::Infeasible(infeasible) => {
                seen(self, Event::Infeasible(&path, infeasible.core()));
                seen(self, Event::Phase(Phase::Refinement));
                let stuck = !self.refine(entry, &path, *infeasible, prover);
                let verdict = stuck.then(|| {
                    Verdict::Unknown(
                        "a path to a violation cannot be taken, but no predicate was found that says why"
                            .into(),
                    )
                });
                let trial = match self.statistics.iterations.len() {
                    LONG => self.run_long(seen),
                    FEW => {
                        let alone = self.run_alone(FEW_STEPS_ALONE);
                        alone.or_else(|| self.trial(FEW_TRIALS))
                    }
                    _ => None,
                };
                trial.or(verdict)
            }
        };
        self.now().explanation = started.elapsed();
        verdict
    }

    /// The answer of a program that has only one execution.
    fn run_alone(&mut self, steps: u64) -> Option<Verdict> {
        match alone::run(&self.program, steps)? {
            Alone::Well => {
                self.ran_alone = true;
                Some(Verdict::Proved)
            }
            Alone::Badly(steps) => self.retell(None, steps),
        }
    }

    /// The answer of runs, long ones; the first time only.
    fn run_long(&mut self, seen: &mut dyn FnMut(&Self, Event<'_>)) -> Option<Verdict> {
        if std::mem::replace(&mut self.ran_long, true) {
            return None;
        }
        seen(self, Event::Phase(Phase::Trial));
        let alone = self.run_alone(MOST_STEPS_ALONE);
        alone.or_else(|| self.trial(MOST_TRIALS))
    }

    /// Whether some trial run is bad.
    fn trial(&self, budget: Budget) -> Option<Verdict> {
        let (given, steps) = trial::try_runs(&self.program, self.own.watched, budget)?;
        self.retell(Some(given), steps)
    }

    /// The bug that a run with these inputs meets, after so many steps if that is known.
    fn retell(&self, given: Option<Vec<Input>>, steps: u64) -> Option<Verdict> {
        let replay = replay::retell(&self.program, &self.own, given, steps).ok()?;
        let &(func, edge) = replay.edges.last()?;
        let cfg = self.program.funcs[func].body.as_ref()?;
        let Stmt::Call {
            callee: Callee::Direct(violation),
            ..
        } = cfg.edge(edge).stmt
        else {
            return None;
        };
        Some(Verdict::Bug(Box::new(Bug { violation, replay })))
    }

    fn bug(
        &mut self,
        path: &Path,
        execution: &Execution,
        seen: &mut dyn FnMut(&Self, Event<'_>),
    ) -> Verdict {
        let last = path.steps.last().map(|s| s.block);
        let violation = last.and_then(|b| match self.abstractor.blocks.blocks[b].kind {
            BlockKind::Violation(func) => Some(func),
            _ => None,
        });
        let Some(violation) = violation else {
            return Verdict::Unknown("a trace does not end in a violation".into());
        };
        match replay::replay(&self.program, &self.meaning.layout, &self.own, execution) {
            Ok(replay) => Verdict::Bug(Box::new(Bug { violation, replay })),
            Err(why) => {
                if let Some(verdict) = self.run_long(seen) {
                    return verdict;
                }
                seen(self, Event::NotReproduced(path, execution, &why));
                Verdict::Unknown(format!(
                    "a path to a violation seems possible, but the execution could not be reproduced: {why}"
                ))
            }
        }
    }
}

/// A trace to a violation.
fn find_trace(
    abstraction: &Abstraction,
    program: &Program,
    entry: FuncId,
    shortest: bool,
) -> Result<Option<checker::trace::Trace>, String> {
    let query = Query {
        entries: vec![program.funcs[entry].unique.to_string()],
        goals: vec![Goal::Label(ERROR.into())],
        ..Query::default()
    };
    let config = checker::Config {
        trace_lines: 1_000_000,
        one_execution: true,
        shortest,
        bdd: checker::BddConfig {
            nodes: BDD_NODES,
            ..checker::BddConfig::default()
        },
        ..checker::Config::default()
    };
    match checker::check(&abstraction.program, &query, &config) {
        Ok(report) => match report.goals.into_iter().next() {
            Some(checker::Verdict::Reachable(trace)) => trace
                .filter(|t| t.complete)
                .map(Some)
                .ok_or_else(|| "a trace is too long to be followed".into()),
            _ => Ok(None),
        },
        Err(checker::Error::OutOfNodes) => {
            Err("the boolean program needs more memory than there is".into())
        }
        Err(error) => Err(format!("the boolean program is not accepted: {error:?}")),
    }
}
