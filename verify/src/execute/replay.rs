//! Bugs are executed: the interpreter runs the inputs that the solver found.

use std::cell::Cell;
use std::ops::Range;

use interp::{Exit, Input, Limits, RunConfig, Space};
use ir::{ExprId, ExprKind, FuncId, PlaceKind, Program, VarId};
use refiner::Execution;
use rustc_hash::{FxHashMap, FxHashSet};
use semantics::{FUNCTION_SIZE, FUNCTIONS_START, InputSource, Layout};
use source::entity::EntityId;

use super::arguments::Started;
use super::devices;
use super::failure::Failure;
use super::listener::{self, Listener};
use super::outside_reads::Reads;
use super::solver_inputs::{SolverInputs, is_static, room};
use super::story_notes::Replay;
use super::watcher::{MAX_LAST_EDGES, Watcher};
use super::whole_program::{MAX_REPLAY_STEPS, Steps, Tracked, Tracker};
use crate::inputs::trial::Again;
use crate::slice_to_whole::SliceToWhole;
use crate::synthetic::SyntheticCode;

/// A program that an execution is run in.
pub(crate) struct Scene<'s> {
    pub(crate) program: &'s Program,
    pub(crate) layout: &'s Layout,
    pub(crate) synthetic: &'s SyntheticCode,
    /// What a process was started with, if that is where it begins.
    pub(crate) started: Option<&'s Started>,
    /// If it is the whole program, and the execution was found in a slice, the way from there.
    pub(crate) slice_to_whole: Option<&'s SliceToWhole>,
    /// Who is to be told everything.
    pub(crate) listener: Option<&'s dyn Listener>,
}

impl Scene<'_> {
    /// Who asks in the program of the scene for what is asked for in the slice.
    fn asker(&self, by: InputSource) -> Option<InputSource> {
        match self.slice_to_whole {
            Some(slice_to_whole) => slice_to_whole.asker(by),
            None => Some(by),
        }
    }
}

/// How often a run may teach addresses to the next.
const MAX_REPLAYS_PER_PATH: usize = 4;

/// Runs the program with the values found; gives the execution, or why it is none.
pub(crate) fn replay(scene: &Scene<'_>, found: &Execution) -> Result<Replay, Failure> {
    let addresses = addresses(scene.program);
    // Which object is watched says nothing of where another ends: it may be a part of it.
    let watched = scene.synthetic.watched.map(InputSource::Variable);
    let asks_for_watched = watched.and_then(|by| scene.asker(by));
    let objects = found.given.iter().filter(|given| Some(given.by) != watched);
    let values = objects.filter_map(|given| given.value);
    let starts = found.outside.iter().map(|&(start, _)| start);
    let own = found.places.iter().map(|&(_, start)| start);
    let taken: Vec<u64> = values.chain(starts).chain(own).collect();
    let places = placed(scene, found);
    let config = config(scene, found, &taken);
    let mut learnt = FxHashMap::default();
    let mut failure = None;
    for _ in 0..MAX_REPLAYS_PER_PATH {
        let taken_edges = Cell::new(0);
        let mut inputs = SolverInputs {
            values: FxHashMap::default(),
            layout: scene.layout,
            learnt: &learnt,
            watched: asks_for_watched,
            taken: &taken,
            places: &places,
            wanted: FxHashSet::default(),
            taken_edges: &taken_edges,
            given: Vec::new(),
            started: scene.started,
            listener: scene.listener,
        };
        for given in &found.given {
            if let Some(by) = scene.asker(given.by) {
                let waiting = inputs.values.entry(by).or_default();
                waiting.push_back(given.clone());
            }
        }
        let mut watcher = Watcher::new(
            scene.program,
            scene.synthetic,
            &addresses,
            &taken_edges,
            config.space.outside[..found.outside.len()].to_vec(),
        );
        let exit = run(
            scene,
            &config,
            found.outside.len(),
            &mut inputs,
            &mut watcher,
        );
        match exit {
            Exit::Error(site) | Exit::AssertFailed(_, site) => {
                return Ok(watcher.tell(site, inputs.given));
            }
            other => failure = Some(Failure::of(scene.program, other)),
        }
        let new = |var: &&VarId| watcher.learnt.get(*var) != learnt.get(*var);
        if !inputs.wanted.iter().any(|v| new(&v)) {
            break;
        }
        learnt = watcher.learnt;
    }
    Err(failure.expect("there was a run"))
}

/// The variables that the solver has put somewhere and the scene has: start and size.
fn placed(scene: &Scene<'_>, found: &Execution) -> Vec<(VarId, u64, u64)> {
    let program = scene.program;
    let place = |&(var, start): &(VarId, u64)| {
        let variable = program.vars.get(var)?;
        Some((var, start, program.types.size_of(variable.ty)?))
    };
    found.places.iter().filter_map(place).collect()
}

fn config(scene: &Scene<'_>, found: &Execution, taken: &[u64]) -> RunConfig {
    let is_static = |var: VarId| is_static(scene.program, var);
    let fixed = scene.layout.all_fixed();
    let placed = placed(scene, found)
        .into_iter()
        .map(|(var, start, _)| (var, start));
    let (statics, locals): (Vec<_>, Vec<_>) = placed.partition(|&(var, _)| is_static(var));
    let fixed = fixed.filter(|&(var, _)| is_static(var));
    let outside = found.outside.iter().map(|(start, met)| {
        let size = met.len().max(room(taken, *start) as usize);
        let mut contents = met.clone();
        contents.resize(size, 0);
        (*start, contents)
    });
    let mut outside: Vec<(u64, Vec<u8>)> = outside.collect();
    let size = |var: VarId| scene.program.types.size_of(scene.program.vars[var].ty);
    // What has a fixed address lies above the functions.
    let own = statics.iter().chain(&locals).copied();
    let own = own.chain(scene.layout.all_fixed().filter(|&(var, _)| is_static(var)));
    let own = own.map(|(var, start)| start..start + size(var).unwrap_or(1));
    let functions =
        FUNCTIONS_START..FUNCTIONS_START + FUNCTION_SIZE * scene.program.funcs.len() as u64;
    let others = outside
        .iter()
        .map(|(start, held)| *start..start + held.len() as u64);
    let taken: Vec<Range<u64>> = own.chain(others).chain([functions]).collect();
    outside.extend(devices::memory(scene.program, &taken));
    RunConfig {
        limits: Limits {
            steps: match scene.slice_to_whole {
                Some(_) => MAX_REPLAY_STEPS,
                None => 100_000_000,
            },
            ..Limits::default()
        },
        space: Space {
            code: Some(FUNCTIONS_START),
            statics: fixed.chain(statics).collect(),
            locals,
            outside,
            callable: scene.layout.open(),
        },
        ..RunConfig::default()
    }
}

/// `given` says how many objects outside are the solver's.
fn run(
    scene: &Scene<'_>,
    config: &RunConfig,
    given: usize,
    inputs: &mut SolverInputs<'_>,
    watcher: &mut Watcher<'_>,
) -> Exit {
    if let Some(listener) = scene.listener {
        listener.begin(&config.space.outside[..given], Some(&config.space.statics));
    }
    let Some(slice_to_whole) = scene.slice_to_whole else {
        return listener::run(scene.program, config, inputs, Some(watcher), scene.listener);
    };
    let tracker = Tracker::new(slice_to_whole);
    let mut inputs = Tracked {
        inputs,
        tracker: &tracker,
    };
    let mut steps = Steps {
        tracker: &tracker,
        also: Some(watcher),
    };
    listener::run(
        scene.program,
        config,
        &mut inputs,
        Some(&mut steps),
        scene.listener,
    )
}

/// Tells the story of a run that is known to meet a violation: one with these inputs, or one that has none; and who
/// asked for them. Of a run that is known to be long, the middle is not looked at.
pub(crate) fn retell(
    program: &Program,
    synthetic: &SyntheticCode,
    given: Option<Vec<Input>>,
    steps: u64,
) -> Option<(Replay, Vec<(InputSource, Input)>)> {
    let addresses = FxHashMap::default();
    let taken_edges = Cell::new(0);
    let objects = given.as_deref().map_or(Vec::new(), Reads::given);
    let mut inputs = Again::new(given, &taken_edges);
    let mut watcher = Watcher::new(program, synthetic, &addresses, &taken_edges, objects);
    watcher.awake_from = (steps as usize).saturating_sub(MAX_LAST_EDGES);
    let config = RunConfig::default();
    let outcome = interp::run_observed(program, &config, &mut inputs, Some(&mut watcher));
    match outcome.exit {
        Exit::Error(site) | Exit::AssertFailed(_, site) => {
            Some((watcher.tell(site, inputs.notes), inputs.asked))
        }
        _ => None,
    }
}

/// The expressions that take the addresses of local variables, by function.
fn addresses(program: &Program) -> FxHashMap<FuncId, Vec<(VarId, ExprId)>> {
    let mut found: FxHashMap<FuncId, Vec<(VarId, ExprId)>> = FxHashMap::default();
    for expr in (0..program.terms.num_exprs()).map(ExprId::from_index) {
        if let ExprKind::AddrOf(place) = program.terms.expr(expr).kind
            && let PlaceKind::Var(var) = program.terms.place(place).kind
            && let Some(func) = program.vars[var].kind.owner()
        {
            found.entry(func).or_default().push((var, expr));
        }
    }
    found
}
