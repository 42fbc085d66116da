//! The state of a check: the program in the form that is checked, and what has been found out about it.

use std::collections::BTreeSet;
use std::time::Instant;

use abstractor::{Abstraction, Lemma, Precision};
use analysis::passes::{self, Request, slice};
use frontend::property::Checked;
use ir::{FuncId, LocId, Program};
use refiner::Path;
use semantics::{EncodingContext, Prover};

use crate::carry_predicates::carry;
use crate::execute::initial_values::{depends_on_initial_values, note_initial_values};
use crate::prepared::prepare;
use crate::{Certificate, Config, Iteration, PreparedProgram, ProvedBy, Statistics, SyntheticCode};

/// How much effort the solver may take for one path, in Z3's units: about 20 s.
pub(crate) const SOLVER_EFFORT_PER_PATH: u32 = 50_000_000;
/// The same where the check is a part of another one: about 2 s.
const SOLVER_EFFORT_OF_A_PART: u32 = 5_000_000;

/// A program under check.
pub struct Session {
    pub prepared: PreparedProgram,
    pub precision: Precision,
    pub statistics: Statistics,
    pub synthetic: SyntheticCode,
    /// How many predicates there were whenever a boolean program was made. What is known of one predicate depends on
    /// those that were there with it: to find the same again, they must come in the same order.
    pub batches: Vec<usize>,
    /// What an earlier run found out about states and steps; none of it is believed before the solver agrees.
    pub saved_lemmas: Vec<Lemma>,
    /// Strategies that decided an earlier run, which are tried first.
    pub decided_before: Vec<ProvedBy>,
    /// What the last proof rests on, whether it counted in the end or not.
    pub proved_by: Option<ProvedBy>,
    /// What became of the second look at the proof.
    pub certificate: Option<Certificate>,
    /// The last trace that was looked at.
    pub last_path: Option<Path>,
    /// What can be done where there is no answer, if it is something else than usual.
    pub advice: Vec<String>,
    /// What there is to say of a proof beside its invariants.
    pub remarks: Vec<String>,
    /// The program with the property woven in, and nothing left out.
    pub whole: Program,
    /// The locations of it where executions end that would stop there.
    pub guards: BTreeSet<(FuncId, LocId)>,
    /// How often there were new ones.
    pub(crate) guard_rounds: usize,
    pub(crate) violations: Vec<FuncId>,
    /// Whether anything happens that the property speaks of.
    applicable: bool,
    pub(crate) config: Config,
    /// Whether objects whose addresses the program makes use of lie anywhere.
    pub(crate) placed_anywhere: bool,
    /// Whether loops that are not known to end stay in the program for that alone. Drivers wait for their devices in many,
    /// and keeping them keeps most of what drivers do: they stay only where an execution could not be reproduced.
    pub(crate) keep_endless: bool,
    /// Whether the program reads variables that may hold something else where execution starts.
    initial_values: bool,
    pub(crate) round: Round,
    pub(crate) prover: Prover,
}

/// What is so until the program is prepared anew.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Round {
    /// How many iterations were made before.
    pub(crate) first_iteration: usize,
    /// Whether the strategies beside abstraction refinement were given much effort.
    pub(crate) tried_much: bool,
    /// Whether traces must be shortest ones: they cost more, and are easier to explain.
    pub(crate) shortest_traces: bool,
    /// Whether all executions were followed to their ends, which is no proof where invariants are asked for.
    pub(crate) unrolled_without_invariants: bool,
}

impl Session {
    pub fn new(checked: &Checked, config: Config) -> Self {
        let started = Instant::now();
        let mut whole = checked.compiled.program.clone();
        let violations: Vec<FuncId> = checked.violations.keys().copied().collect();
        let guards = BTreeSet::new();
        let keep_endless = whole.environment.is_none();
        let request = request(&violations, &guards, keep_endless);
        let points_to = passes::once_per_check(&mut whole, request.config);
        let mut prepared = prepare(&whole, points_to.as_ref(), &request, config, false);
        let synthetic = SyntheticCode::new(checked);
        let initial_values = depends_on_initial_values(&checked.compiled.program, &synthetic);
        note_initial_values(&mut prepared.program, initial_values);
        Session {
            prepared,
            precision: Precision::new(),
            statistics: Statistics {
                reduce: started.elapsed(),
                ..Statistics::default()
            },
            synthetic,
            initial_values,
            batches: Vec::new(),
            saved_lemmas: Vec::new(),
            decided_before: Vec::new(),
            proved_by: None,
            certificate: None,
            last_path: None,
            advice: Vec::new(),
            remarks: Vec::new(),
            whole,
            guards,
            guard_rounds: 0,
            violations,
            applicable: checked.applicable,
            config,
            placed_anywhere: false,
            keep_endless,
            round: Round::default(),
            prover: Prover::new(SOLVER_EFFORT_PER_PATH),
        }
    }

    /// Whether anything happens that the property speaks of. If not, that is the answer, and there is nothing to look for.
    pub(crate) fn is_applicable(&self) -> bool {
        self.applicable
    }

    /// Whether a proof counts only when it is confirmed.
    pub fn insists_on_confirmation(&self) -> bool {
        self.config.certify
    }

    /// Whether the last proof rests on the only execution of the program.
    pub fn ran_only_execution(&self) -> bool {
        self.proved_by == Some(ProvedBy::OnlyExecution)
    }

    /// Guards these places from the start, as an earlier run has done in the end.
    pub fn begin_guarded(&mut self, places: impl IntoIterator<Item = (FuncId, LocId)>) {
        self.guards.extend(places);
        self.restart();
    }

    /// Finds out what there is to know with the predicates so far, before others come.
    pub fn settle_predicates(&mut self) {
        if self.batches.last() != Some(&self.precision.len()) {
            self.abstract_program();
        }
    }

    /// Prepares the program anew, and goes on with the predicates that there are.
    pub(crate) fn restart(&mut self) {
        let started = Instant::now();
        let whole = &self.whole;
        let request = request(&self.violations, &self.guards, self.keep_endless);
        let mut new = prepare(whole, None, &request, self.config, self.placed_anywhere);
        note_initial_values(&mut new.program, self.initial_values);
        self.precision = carry(&self.prepared, &self.precision, &mut new, whole);
        self.prepared = new;
        self.batches.clear();
        self.saved_lemmas.clear();
        self.last_path = None;
        self.certificate = None;
        self.round = Round {
            first_iteration: self.statistics.iterations.len(),
            unrolled_without_invariants: self.round.unrolled_without_invariants,
            ..Round::default()
        };
        self.statistics.reduce += started.elapsed();
    }

    pub(crate) fn abstract_program(&mut self) -> Abstraction {
        self.batches.push(self.precision.len());
        let PreparedProgram {
            program,
            facts,
            abstractor,
            ..
        } = &mut self.prepared;
        abstractor.make(program, facts, &self.precision)
    }

    /// Learns what an earlier run has found out, as far as it holds; says how much is new. The boolean program must
    /// have been made: until then the predicates have no meaning.
    pub(crate) fn confirm_saved_lemmas(&mut self) -> usize {
        let context = EncodingContext::new(&self.prepared.program, &self.prepared.facts);
        let lemmas = std::mem::take(&mut self.saved_lemmas);
        let abstractor = &mut self.prepared.abstractor;
        let new = |lemma: &&Lemma| abstractor.confirm(&context, &self.precision, lemma);
        lemmas.iter().filter(new).count()
    }

    pub(crate) fn renew_prover(&mut self) {
        self.prover = Prover::new(match self.config.max_iterations {
            Some(_) => SOLVER_EFFORT_OF_A_PART,
            None => SOLVER_EFFORT_PER_PATH,
        });
    }

    pub(crate) fn iteration(&mut self) -> &mut Iteration {
        let iterations = &mut self.statistics.iterations;
        iterations.last_mut().expect("an iteration was begun")
    }
}

/// What the passes are asked for: all that has influence on the violations.
fn request(
    violations: &[FuncId],
    guards: &BTreeSet<(FuncId, LocId)>,
    keep_endless: bool,
) -> Request {
    Request {
        criterion: slice::Criterion {
            calls: violations.to_vec(),
            ..slice::Criterion::default()
        },
        guards: guards.clone(),
        config: slice::Config {
            drop_endless: !keep_endless,
            ..slice::Config::default()
        },
    }
}
