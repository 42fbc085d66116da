//! The loop: abstract, check, ask whether the path is feasible, refine. One attempt is one iteration.
//!
//! ```text
//! B := abstraction of the program for the predicates
//! if B has no trace to an error: proved
//! if some execution takes the trace: replay it; a bug
//! otherwise: new predicates that rule the trace out; if there are none, lemmas; if there are none, stuck
//! ```
//!
//! Has its turn whenever no other strategy concludes. Concludes that the property is proved, a bug, or don't know; after
//! some iterations, and before it gives up, the other strategies are tried.

use std::time::Instant;

use abstractor::{Abstraction, BlockKind};
use checker::Proof;
use ir::FuncId;
use refiner::discover::{Learning, Learnt};
use refiner::{Author, Feasibility, Infeasible, Path, Turn, feasibility};
use semantics::EncodingContext;

use super::{Conclusion, Effort, Stage, Strategy, Stuck};
use crate::model_check::{Explored, explore};
use crate::{Event, Iteration, Observer, Phase, ProvedBy, Session, Verdict};

/// After so many iterations the other strategies are tried with little effort, and with much.
const ITERATIONS_BEFORE_LITTLE_EFFORT: usize = 4;
const ITERATIONS_BEFORE_MUCH_EFFORT: usize = 12;
/// The same where an environment calls the program: each part of its life takes iterations, and none takes long.
const ITERATIONS_BEFORE_MUCH_EFFORT_WITH_ENVIRONMENT: usize = 40;
/// What is blamed near the property explains most paths of an environment in a few iterations. Where it has not come to an end
/// by then, or each path goes round the environment's loop once more, the contradiction that ends first says more.
const MAX_ITERATIONS_OF_BLAME: usize = 16;
const LONGER_PATHS_WITHOUT_BLAME: usize = 5;

pub(crate) struct AbstractionRefinement;

impl Strategy for AbstractionRefinement {
    fn attempt(
        &self,
        session: &mut Session,
        stage: &Stage,
        observer: &mut dyn Observer,
    ) -> Option<Conclusion> {
        match stage {
            Stage::Start | Stage::Refine | Stage::Pause(_, None) => {
                session.statistics.iterations.push(Iteration::default());
                let entry = session.prepared.program.entry?;
                Some(iterate(session, entry, observer))
            }
            Stage::Pause(_, Some(stuck)) => Some(give_up(session, stuck.clone(), observer)),
            Stage::ProofWithUnmodelledCalls => None,
        }
    }
}

fn iterate(session: &mut Session, entry: FuncId, observer: &mut dyn Observer) -> Conclusion {
    observer.see(session, Event::Phase(Phase::Abstraction));
    let abstraction = abstract_program(session);
    observer.see(session, Event::Abstracted(&abstraction));
    observer.see(session, Event::Phase(Phase::Checking));
    let trace = match model_check(session, entry, &abstraction) {
        Explored::Failed(why) => return give_up(session, Stuck::new(why), observer),
        Explored::Nothing(proof) => {
            return proved(session, entry, &abstraction, proof.as_deref(), observer);
        }
        Explored::Trace(trace) => trace,
    };
    let blocks = &session.prepared.abstractor.blocks.blocks;
    let path = Path::new(&trace, &abstraction, |block| match blocks[block].kind {
        BlockKind::Straight => Turn::Block,
        BlockKind::Call(_) => Turn::Call,
        BlockKind::Return => Turn::Return,
        BlockKind::Violation(_) => Turn::Violation,
    });
    session.iteration().trace = path.steps.len();
    session.last_path = Some(path.clone());
    observer.see(session, Event::Trace(&path));
    observer.see(session, Event::Phase(Phase::Simulation));
    match path_feasibility(session, entry, &path) {
        Feasibility::Unknown => {
            let why = "the solver could not tell whether a path to a violation can be taken";
            give_up(session, Stuck::new(why), observer)
        }
        Feasibility::Feasible(execution) => match session.confirm_execution(&path, &execution) {
            Ok(conclusion) => conclusion,
            Err(stuck) => give_up(session, stuck, observer),
        },
        Feasibility::Infeasible(infeasible) => refine(session, entry, &path, *infeasible, observer),
    }
}

fn abstract_program(session: &mut Session) -> Abstraction {
    let started = Instant::now();
    let mut abstraction = session.abstract_program();
    if session.confirm_saved_lemmas() > 0 {
        abstraction = session.abstract_program();
    }
    let predicates = session.precision.len();
    let lemmas = session.prepared.abstractor.lemmas.len();
    let iteration = session.iteration();
    (iteration.predicates, iteration.lemmas) = (predicates, lemmas);
    iteration.abstraction = started.elapsed();
    abstraction
}

fn model_check(session: &mut Session, entry: FuncId, abstraction: &Abstraction) -> Explored {
    let started = Instant::now();
    let explored = explore(
        abstraction,
        &session.prepared.program,
        entry,
        session.round.shortest_traces,
        session.config.address_space_mb,
    );
    session.iteration().checking = started.elapsed();
    explored
}

fn path_feasibility(session: &mut Session, entry: FuncId, path: &Path) -> Feasibility {
    let started = Instant::now();
    let may_blame = may_blame(session);
    let context = EncodingContext::new(&session.prepared.program, &session.prepared.facts);
    let blocks = &session.prepared.abstractor.blocks;
    let prover = &mut session.prover;
    let author = |func| session.synthetic.author(func);
    let authors: Option<&dyn Fn(FuncId) -> Author> = may_blame.then_some(&author);
    let found = feasibility(&context, blocks, entry, path, prover, authors);
    session.iteration().simulation = started.elapsed();
    found
}

/// Whether there is an environment, and looking near the property has not yet turned out to lead nowhere.
fn may_blame(session: &Session) -> bool {
    if session.prepared.program.environment.is_none() {
        return false;
    }
    let paths = &session.statistics.iterations[session.round.first_iteration..];
    let longer = |pair: &[Iteration]| pair[1].trace > pair[0].trace;
    let keep_growing = |window: &[Iteration]| window.windows(2).all(longer);
    let mut windows = paths.windows(LONGER_PATHS_WITHOUT_BLAME + 1);
    paths.len() < MAX_ITERATIONS_OF_BLAME && !windows.any(keep_growing)
}

/// The boolean program has no trace to a violation.
fn proved(
    session: &mut Session,
    entry: FuncId,
    abstraction: &Abstraction,
    proof: Option<&Proof>,
    observer: &mut dyn Observer,
) -> Conclusion {
    observer.see(session, Event::Phase(Phase::Certification));
    match session.certify(entry, abstraction, proof) {
        Ok(()) => Conclusion::Proved(ProvedBy::Abstraction),
        Err(Verdict::Unknown(why)) => give_up(session, Stuck::new(why), observer),
        Err(verdict) => Conclusion::Answer(verdict),
    }
}

/// Learns from a path that no execution takes.
fn refine(
    session: &mut Session,
    entry: FuncId,
    path: &Path,
    infeasible: Infeasible,
    observer: &mut dyn Observer,
) -> Conclusion {
    let started = Instant::now();
    observer.see(session, Event::Infeasible(path, infeasible.core()));
    observer.see(session, Event::Phase(Phase::Refinement));
    let stuck = match learn(session, entry, path, infeasible) {
        Learnt::Something => None,
        Learnt::WantsShortestTrace => {
            session.round.shortest_traces = true;
            None
        }
        Learnt::Nothing => Some(Stuck::new(
            "a path to a violation cannot be taken, but no predicate was found that says why",
        )),
    };
    session.iteration().explanation = started.elapsed();
    let iterations = session.statistics.iterations.len();
    if session
        .config
        .max_iterations
        .is_some_and(|most| iterations >= most)
    {
        let why = stuck.map_or("it takes too many iterations".into(), |stuck| stuck.reason);
        return Conclusion::Answer(Verdict::Unknown(why));
    }
    let before_much = match session.prepared.program.environment {
        Some(_) => ITERATIONS_BEFORE_MUCH_EFFORT_WITH_ENVIRONMENT,
        None => ITERATIONS_BEFORE_MUCH_EFFORT,
    };
    match iterations - session.round.first_iteration {
        ITERATIONS_BEFORE_LITTLE_EFFORT => Conclusion::Next(Stage::Pause(Effort::Little, stuck)),
        n if n == before_much && may_try_much(session) => try_much(session, stuck),
        _ => match stuck {
            None => Conclusion::Next(Stage::Refine),
            Some(stuck) => give_up(session, stuck, observer),
        },
    }
}

fn learn(session: &mut Session, entry: FuncId, path: &Path, infeasible: Infeasible) -> Learnt {
    let prepared = &mut session.prepared;
    let mut learning = Learning {
        program: &mut prepared.program,
        facts: &prepared.facts,
        abstractor: &mut prepared.abstractor,
        precision: &mut session.precision,
        prover: &mut session.prover,
        entry,
    };
    let is_shortest = session.round.shortest_traces;
    prepared
        .discovery
        .learn(&mut learning, path, infeasible, is_shortest)
}

/// Whether there is a last resort. A part of another check leaves that to the whole.
fn may_try_much(session: &Session) -> bool {
    !session.round.tried_much && session.config.max_iterations.is_none()
}

/// The others are tried once more, with much effort.
fn try_much(session: &mut Session, stuck: Option<Stuck>) -> Conclusion {
    session.round.tried_much = true;
    Conclusion::Next(Stage::Pause(Effort::Much, stuck))
}

/// There is no way on, unless another strategy has one.
fn give_up(session: &mut Session, stuck: Stuck, observer: &mut dyn Observer) -> Conclusion {
    if may_try_much(session) {
        return try_much(session, Some(stuck));
    }
    if let Some(found) = stuck.not_reproduced {
        let event = Event::NotReproduced(&found.path, &found.execution, &found.why);
        observer.see(session, event);
    }
    let reason = session.or_without_invariants(stuck.reason);
    Conclusion::Answer(Verdict::Unknown(reason))
}
