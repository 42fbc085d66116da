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
mod bug;
mod certify;
mod chance;
mod contradict;
mod devices;
mod explore;
mod faithful;
mod journey;
mod likely;
mod listener;
mod made;
mod open;
mod origins;
mod own;
mod phase;
mod placed;
mod reads;
mod record;
mod refine;
mod replay;
mod siblings;
mod templates;
mod trial;
mod unfollowed;
mod unrolled;
mod whole;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use abstractor::{Abstraction, BlockKind, Lemma, Precision};
use frontend::ir::{FuncId, LocId, Program};
use frontend::property::Checked;
use refiner::{Execution, Path, Simulation, Turn, simulate};
use semantics::{EncodingContext, Prover};

pub(crate) use bug::Bug;
pub(crate) use certify::Certificate;
use explore::{Explored, explore};
pub(crate) use faithful::Faithful;
pub(crate) use journey::{Journey, Step};
use made::{Made, make, open};
pub(crate) use own::Own;
pub(crate) use phase::Phase;
pub(crate) use reads::Read;
pub(crate) use record::{Asked, Recording};
pub(crate) use replay::Noted;
use unfollowed::Given;

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

/// Where a turn of the loop leads.
#[derive(Debug)]
enum Turned {
    /// Round once more.
    On,
    Answer(Verdict),
}

/// How to check.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Config {
    /// Every statement is a step of its own.
    pub(crate) single_statements: bool,
    /// A proof counts only if a second look confirms it.
    pub(crate) certify: bool,
    /// Functions without a body call none of the functions that they are given: somebody says so.
    pub(crate) no_callbacks: bool,
    /// Objects whose addresses the program makes use of lie anywhere.
    pub(crate) placed_anywhere: bool,
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
    pub(crate) certification: Duration,
    /// A run spoke against a proof.
    pub(crate) contradicted: bool,
    /// The second look spoke against one.
    pub(crate) refuted: bool,
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
    pub(crate) made: Made,
    pub(crate) precision: Precision,
    pub(crate) statistics: Statistics,
    pub(crate) own: Own,
    /// How many predicates there were whenever a boolean program was made. What is known of one predicate depends on
    /// those that were there with it: to find the same again, they must come in the same order.
    pub(crate) batches: Vec<usize>,
    /// What an earlier run found out about states and steps; none of it is believed before the solver agrees.
    pub(crate) claims: Vec<Lemma>,
    /// The program has only one execution, which was run.
    pub(crate) ran_alone: bool,
    /// All its executions were followed to their ends.
    pub(crate) unrolled: bool,
    /// So they were, and somebody insists on more.
    unconfirmed: bool,
    /// What became of the second look at the proof.
    pub(crate) certificate: Option<Certificate>,
    /// The last trace that was looked at.
    pub(crate) last: Option<Path>,
    /// What can be done where there is no answer, if it is something else than usual.
    pub(crate) advice: Vec<String>,
    /// Whether an earlier run found that there is only one execution.
    pub(crate) alone_first: bool,
    /// Whether an earlier run found that all executions can be followed.
    pub(crate) unroll_first: bool,
    /// Whether long runs were made.
    ran_long: bool,
    /// Whether traces must be shortest ones: they cost more, and are easier to explain.
    shortest: bool,
    how: Config,
    /// The program with the property woven in, and nothing left out.
    pub(crate) whole: Program,
    violations: Vec<FuncId>,
    /// The locations of it where executions end that would stop there.
    pub(crate) guards: BTreeSet<(FuncId, LocId)>,
    /// How often there were new ones, and how many iterations were made before the last.
    guarded: usize,
    began: usize,
}

/// How much effort the solver may take for one path: about 20 s.
const PATIENCE: u32 = 50_000_000;

/// After so many iterations, a program that has only one execution is run, others in trials; for longer after `LONG`.
const FEW: usize = 4;
const LONG: usize = 12;

impl Check {
    pub(crate) fn new(checked: &Checked, how: Config) -> Self {
        let started = Instant::now();
        let mut whole = checked.compiled.program.clone();
        open(&mut whole);
        let violations: Vec<FuncId> = checked.violations.keys().copied().collect();
        let guards = BTreeSet::new();
        Check {
            made: make(&whole, &violations, &guards, how),
            precision: Precision::new(),
            statistics: Statistics {
                iterations: Vec::new(),
                reduce: started.elapsed(),
                ..Statistics::default()
            },
            own: Own::new(checked),
            batches: Vec::new(),
            claims: Vec::new(),
            ran_alone: false,
            unrolled: false,
            certificate: None,
            unconfirmed: false,
            alone_first: false,
            unroll_first: false,
            last: None,
            advice: Vec::new(),
            ran_long: false,
            shortest: false,
            how,
            whole,
            violations,
            guards,
            guarded: 0,
            began: 0,
        }
    }

    /// Runs the loop. `seen` is shown what happens. What is proved of the program alone counts if code outside cannot
    /// make it false.
    pub(crate) fn run(&mut self, seen: impl FnMut(&Self, Event<'_>)) -> Verdict {
        let verdict = self.decide(seen);
        if !matches!(verdict, Verdict::Proved) {
            return verdict;
        }
        match Given::find(&self.whole, &self.violations) {
            None => Verdict::Proved,
            Some(given) if self.how.no_callbacks => {
                given.assume_uncalled(&self.whole, &mut self.made.program.ledger);
                Verdict::Proved
            }
            Some(given) => {
                self.advice = given.advice(&self.whole);
                Verdict::Unknown(given.reason(&self.whole))
            }
        }
    }

    /// Answers for the program alone: runs the loop, and once more if there is no bug with one placement of objects and
    /// the program depends on that.
    fn decide(&mut self, mut seen: impl FnMut(&Self, Event<'_>)) -> Verdict {
        match self.run_placed(&mut seen) {
            bug @ Verdict::Bug(_) => bug,
            verdict if self.depends_on_placement() => self.run_anywhere(verdict, &mut seen),
            verdict => verdict,
        }
    }

    /// Runs the loop for the placement of objects that was chosen.
    fn run_placed(&mut self, seen: &mut dyn FnMut(&Self, Event<'_>)) -> Verdict {
        let Some(entry) = self.made.program.entry else {
            return Verdict::Unknown("the program has no function to start with".into());
        };
        if let Some(why) = self.made.hopeless.take() {
            return Verdict::Unknown(why);
        }
        let mut blocks = self.made.abstractor.blocks.blocks.values();
        if !blocks.any(|b| matches!(b.kind, BlockKind::Violation(_))) {
            return match self.certify_text(entry) {
                Verdict::Proved => self.proved(seen),
                verdict => verdict,
            };
        }
        if self.alone_first
            && let Some(Turned::Answer(verdict)) = self.run_only()
        {
            return verdict;
        }
        if self.unroll_first
            && let Some(Turned::Answer(verdict)) = self.unroll(unrolled::MUCH)
        {
            return match verdict {
                Verdict::Proved => self.proved(seen),
                verdict => verdict,
            };
        }
        let mut prover = Prover::new(PATIENCE);
        loop {
            self.statistics.iterations.push(Iteration::default());
            let turned = match self.iterate(entry, &mut prover, seen) {
                Turned::Answer(Verdict::Unknown(why)) => match self.run_long(seen) {
                    Some(Turned::Answer(Verdict::Proved)) if self.is_refuted() => {
                        Turned::Answer(Verdict::Unknown(why))
                    }
                    Some(turned) => turned,
                    None => Turned::Answer(Verdict::Unknown(self.or_unconfirmed(why))),
                },
                turned => turned,
            };
            match turned {
                Turned::On => {}
                Turned::Answer(Verdict::Proved) => return self.proved(seen),
                Turned::Answer(verdict) => return verdict,
            }
        }
    }

    /// The answer where no boolean program violates the property: runs decide if there is more than those say.
    fn proved(&mut self, seen: &mut dyn FnMut(&Self, Event<'_>)) -> Verdict {
        match self.made.unfollowed.clone() {
            Some(why)
                if !self.ran_alone && !mutants::is("what-the-library-calls-does-not-matter") =>
            {
                match self.run_long(seen) {
                    Some(Turned::Answer(Verdict::Proved)) if self.ran_alone => Verdict::Proved,
                    Some(Turned::Answer(bug @ Verdict::Bug(_))) => bug,
                    _ => Verdict::Unknown(why),
                }
            }
            _ if self.ran_alone => Verdict::Proved,
            _ => self.unless_contradicted(seen),
        }
    }

    /// Whether a proof counts only when it is confirmed.
    pub(crate) fn insists(&self) -> bool {
        self.how.certify
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
    ) -> Turned {
        seen(self, Event::Phase(Phase::Abstraction));
        let started = Instant::now();
        let mut abstraction = self.abstract_program();
        if self.confirm_claims() > 0 {
            abstraction = self.abstract_program();
        }
        let (predicates, lemmas) = (self.precision.len(), self.made.abstractor.lemmas.len());
        let now = self.now();
        (now.predicates, now.lemmas) = (predicates, lemmas);
        now.abstraction = started.elapsed();
        seen(self, Event::Abstracted(&abstraction));
        seen(self, Event::Phase(Phase::Checking));
        let started = Instant::now();
        let explored = explore(&abstraction, &self.made.program, entry, self.shortest);
        self.now().checking = started.elapsed();
        let path = match explored {
            Explored::Failed(why) => return Turned::Answer(Verdict::Unknown(why)),
            Explored::Nothing(proof) => {
                seen(self, Event::Phase(Phase::Certification));
                return Turned::Answer(self.certify(entry, &abstraction, proof.as_deref()));
            }
            Explored::Trace(trace) => Path::new(&trace, &abstraction, |block| {
                match self.made.abstractor.blocks.blocks[block].kind {
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
        let context = EncodingContext::new(&self.made.program, &self.made.facts);
        let simulation = simulate(&context, &self.made.abstractor.blocks, entry, &path, prover);
        self.now().simulation = started.elapsed();
        let started = Instant::now();
        let turned = match simulation {
            Simulation::Unknown => Turned::Answer(Verdict::Unknown(
                "the solver could not tell whether a path to a violation can be taken".into(),
            )),
            Simulation::Feasible(execution) => self.bug(&path, &execution, seen),
            Simulation::Infeasible(infeasible) => {
                seen(self, Event::Infeasible(&path, infeasible.core()));
                seen(self, Event::Phase(Phase::Refinement));
                let stuck = !self.refine(entry, &path, *infeasible, prover);
                let turned = match stuck {
                    false => Turned::On,
                    true => Turned::Answer(Verdict::Unknown(
                        "a path to a violation cannot be taken, but no predicate was found that says why"
                            .into(),
                    )),
                };
                let trial = match self.statistics.iterations.len() - self.began {
                    LONG => self.run_long(seen),
                    FEW => self.run_short(),
                    _ => None,
                };
                trial.unwrap_or(turned)
            }
        };
        self.now().explanation = started.elapsed();
        turned
    }

    /// Finds out what there is to know with the predicates so far, before others come.
    pub(crate) fn settle(&mut self) {
        if self.batches.last() != Some(&self.precision.len()) {
            self.abstract_program();
        }
    }

    fn abstract_program(&mut self) -> Abstraction {
        self.batches.push(self.precision.len());
        let (program, facts) = (&self.made.program, &self.made.facts);
        self.made.abstractor.make(program, facts, &self.precision)
    }

    /// Learns what an earlier run has found out, as far as it holds; says how much is new. The boolean program must
    /// have been made: until then the predicates have no meaning.
    fn confirm_claims(&mut self) -> usize {
        let context = EncodingContext::new(&self.made.program, &self.made.facts);
        let claims = std::mem::take(&mut self.claims);
        let new = |claim: &&Lemma| {
            self.made
                .abstractor
                .confirm(&context, &self.precision, claim)
        };
        claims.iter().filter(new).count()
    }
}
