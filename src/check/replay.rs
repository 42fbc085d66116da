//! Bugs are executed: the interpreter runs the inputs that the solver found.
//!
//! Addresses are the difficulty: the solver and the interpreter lay memory out differently. A pointer into a variable
//! that exists always is translated at once; for one into a local variable the address is learnt from a first run, and
//! used in the next.
//!
//! What a story of the execution needs is noted on the way: the edges taken, the values that the program was given, and
//! how the state of the property changed.

use std::cell::Cell;
use std::collections::VecDeque;
use std::ops::Range;

use frontend::entity::EntityId;
use frontend::interp::{
    self, Control, Exit, Input, Inputs, Limits, Observer, Request, RequestKind, RunConfig, Site,
    Space, View,
};
use frontend::ir::{EdgeId, ExprId, ExprKind, FuncId, PlaceKind, Program, Stmt, VarId};
use frontend::types::TypeId;
use refiner::{Execution, Given};
use rustc_hash::{FxHashMap, FxHashSet};
use semantics::{FUNCTION_SIZE, FUNCTIONS_START, InputSource, Layout};

use super::arguments::Started;
use super::devices;
use super::listener::{self, Listener};
use super::open::{self, Told};
use super::origins::Origins;
use super::own::Own;
use super::reads::{Read, Reads};
use super::trial::Again;
use super::whole::{Failure, MOST_STEPS, Steps, Tracked, Tracker};

/// An execution that arrives at the violation.
#[derive(Clone, Debug)]
pub(crate) struct Replay {
    pub(crate) site: Site,
    /// The edges it took, in order.
    pub(crate) edges: Vec<(FuncId, EdgeId)>,
    /// What was learnt at them, in order.
    pub(crate) notes: Vec<Note>,
}

/// Something that happened while an edge was executed.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    /// The position of the edge; 0 also before the first one.
    pub(crate) at: usize,
    pub(crate) what: Noted,
}

#[derive(Clone, Debug)]
pub(crate) enum Noted {
    /// The program was given a value.
    Given(RequestKind, TypeId, Input),
    /// A variable of the property changed.
    State(VarId, u128),
    /// A model of a library function returned a value.
    Returned(FuncId, TypeId, u128),
    /// The program looks at a value that was there before it began.
    Read(Read),
    /// The program was started with these words, which the parameter leads to.
    Started(VarId, Vec<Vec<u8>>),
}

/// A program that an execution is run in.
pub(super) struct Scene<'s> {
    pub(super) program: &'s Program,
    pub(super) layout: &'s Layout,
    pub(super) own: &'s Own,
    /// What a process was started with, if that is where it begins.
    pub(super) started: Option<&'s Started>,
    /// If it is the whole program, and the execution was found in a slice, the way from there.
    pub(super) origins: Option<&'s Origins>,
    /// Who is to be told everything.
    pub(super) listener: Option<&'s dyn Listener>,
}

/// How often a run may teach addresses to the next.
const RUNS: usize = 4;

/// Values by who asks for them.
struct Found<'l> {
    values: FxHashMap<InputSource, VecDeque<Given>>,
    layout: &'l Layout,
    learnt: &'l FxHashMap<VarId, u64>,
    /// Addresses that the solver speaks of.
    taken: &'l [u64],
    /// Where it has put variables, the interpreter does too: start, size.
    places: &'l [(VarId, u64, u64)],
    /// Local variables whose address is wanted.
    wanted: FxHashSet<VarId>,
    /// How many edges have been taken.
    taken_edges: &'l Cell<usize>,
    given: Vec<Note>,
    started: Option<&'l Started>,
    listener: Option<&'l dyn Listener>,
}

impl Found<'_> {
    /// What is worth telling of a value that the program is given.
    fn noted(&self, request: &Request<'_>, input: &Input) -> Noted {
        match (request.kind, self.started) {
            (RequestKind::Uninitialised(var), Some(started)) if var == started.strings => {
                Noted::Started(var, started.words.clone())
            }
            _ => Noted::Given(request.kind, request.ty, input.clone()),
        }
    }

    /// What the solver takes for an address, as the interpreter has it.
    fn pointer(&mut self, program: &Program, address: u64, contents: Vec<u8>) -> Input {
        let placed =
            |&&(_, start, size): &&(VarId, u64, u64)| address >= start && address - start <= size;
        let placed = self.places.iter().find(placed);
        if let Some(&(var, start, _)) = placed {
            return match is_static(program, var) {
                true => Input::Address(var, address - start),
                false => Input::Bits(address.into()),
            };
        }
        match self.layout.at(address) {
            Some((var, offset)) if is_static(program, var) => Input::Address(var, offset),
            Some((var, offset)) => {
                self.wanted.insert(var);
                match self.learnt.get(&var) {
                    Some(start) => {
                        if let Some(listener) = self.listener {
                            listener.local(var, *start);
                        }
                        Input::Bits((start + offset).into())
                    }
                    None => Input::Bits(address.into()),
                }
            }
            None if self.layout.open().contains(&address) => {
                Input::Object(address, room(self.taken, address), contents)
            }
            None => Input::Bits(address.into()),
        }
    }
}

/// Whether a program has a variable from the start. The whole program does not have those that were made for the one
/// that is checked.
fn is_static(program: &Program, var: VarId) -> bool {
    let variable = program.vars.get(var);
    variable.is_some_and(|v| v.kind.is_static())
}

/// Pieces laid out in order, zero between them.
fn flat(pieces: &[(u64, Vec<u8>)]) -> Vec<u8> {
    let end = |(start, bytes): &(u64, Vec<u8>)| *start as usize + bytes.len();
    let mut all = vec![0; pieces.iter().map(end).max().unwrap_or(0).min(1 << 20)];
    for (start, bytes) in pieces {
        for (n, &byte) in bytes.iter().enumerate() {
            if let Some(to) = all.get_mut(*start as usize + n) {
                *to = byte;
            }
        }
    }
    all
}

/// The size of objects from outside, where others leave room.
const OUTSIDE: u64 = 0x2_0000;

/// How large an object at an address can be without reaching the next one.
fn room(taken: &[u64], address: u64) -> u64 {
    let others = taken.iter().copied();
    let next = others.filter(|&a| a > address).min();
    next.map_or(OUTSIDE, |next| OUTSIDE.min(next - address))
}

/// Whether the function that asks, if it is one of the library, could have answered so.
fn may_be_told(request: &Request<'_>, given: &Given) -> bool {
    let RequestKind::Library(func) = request.kind else {
        return true;
    };
    match open::told(&request.program.funcs[func].name) {
        _ if mutants::is("functions-of-the-library-may-be-told-anything") => true,
        Told::Anything => true,
        Told::Null => given.value == Some(0),
        Told::Nothing => false,
    }
}

/// Who asks.
pub(super) fn asker(request: &Request<'_>) -> Option<InputSource> {
    Some(match request.kind {
        RequestKind::Uninitialised(var) | RequestKind::Undefined(var) => InputSource::Variable(var),
        _ => InputSource::Edge(request.site.func, request.site.edge?),
    })
}

impl Inputs for Found<'_> {
    fn next(&mut self, request: &Request<'_>) -> Option<Input> {
        let asker = asker(request)?;
        let value = self.values.get_mut(&asker).and_then(VecDeque::pop_front);
        let pointer = request.program.types.is_pointer(request.ty);
        let Some(given) = value.filter(|given| may_be_told(request, given)) else {
            return Some(Input::Unknown);
        };
        let contents = flat(&given.contents);
        let input = match given.value {
            Some(bits) if pointer => self.pointer(request.program, bits, contents),
            Some(bits) => Input::Bits(bits.into()),
            None if contents.is_empty() => Input::Unknown,
            None => Input::Bytes(contents),
        };
        // What nobody asks for a value of does not matter.
        if input != Input::Unknown {
            self.given.push(Note {
                at: self.taken_edges.get().saturating_sub(1),
                what: self.noted(request, &input),
            });
        }
        Some(input)
    }

    fn wants_uninitialised(&self) -> bool {
        true
    }

    fn wants_library(&self) -> bool {
        true
    }
}

/// Notes the way, and where local variables lie.
struct Watcher<'w> {
    edges: Vec<(FuncId, EdgeId)>,
    /// The last ones of a long way.
    tail: VecDeque<(FuncId, EdgeId)>,
    /// Edges before this one are not looked at, but for the first of all.
    awake_from: usize,
    /// The expressions that take the addresses of a function's variables.
    addresses: &'w FxHashMap<FuncId, Vec<(VarId, ExprId)>>,
    learnt: FxHashMap<VarId, u64>,
    taken_edges: &'w Cell<usize>,
    program: &'w Program,
    own: &'w Own,
    /// The property's state, and what it was last.
    state: Vec<(VarId, ExprId)>,
    last: Vec<Option<u128>>,
    notes: Vec<Note>,
    reads: Reads<'w>,
}

impl<'w> Watcher<'w> {
    fn new(
        program: &'w Program,
        own: &'w Own,
        addresses: &'w FxHashMap<FuncId, Vec<(VarId, ExprId)>>,
        taken_edges: &'w Cell<usize>,
        objects: Vec<(u64, Vec<u8>)>,
    ) -> Self {
        let state = own.readable(program);
        Watcher {
            edges: Vec::new(),
            tail: VecDeque::new(),
            awake_from: 0,
            addresses,
            learnt: FxHashMap::default(),
            taken_edges,
            program,
            own,
            last: vec![None; state.len()],
            state,
            notes: Vec::new(),
            reads: Reads::new(program, objects),
        }
    }

    /// What was seen, and what was given beside it.
    fn tell(self, site: Site, given: Vec<Note>) -> Replay {
        let mut notes = self.notes;
        notes.extend(given);
        // What is given is there when it is looked at.
        notes.sort_by_key(|note| (note.at, matches!(note.what, Noted::Read(_))));
        let mut edges = self.edges;
        let left_out = self.taken_edges.get() - edges.len() - self.tail.len();
        let head = edges.len();
        notes.retain(|note| note.at < head || note.at >= head + left_out);
        for note in &mut notes {
            if note.at >= head {
                note.at -= left_out;
            }
        }
        edges.extend(self.tail);
        Replay { site, edges, notes }
    }

    /// Notes what the edge before has changed, if it could change anything.
    fn look_at_state(&mut self, view: &mut View<'_, '_>) {
        let first = self.edges.is_empty();
        let before = self.tail.back().or(self.edges.last());
        let before = before.map(|&(func, _)| func);
        if !first && !before.is_some_and(|func| self.own.is_handler(func)) {
            return;
        }
        for (n, &(var, expr)) in self.state.iter().enumerate() {
            let Ok(value) = view.value(expr) else {
                continue;
            };
            let last = self.last[n].replace(value.bits);
            if last.is_some_and(|last| last != value.bits) {
                self.notes.push(Note {
                    at: self.taken_edges.get() - 1,
                    what: Noted::State(var, value.bits),
                });
            }
        }
    }

    /// Notes what a model returns.
    fn look_at_result(&mut self, func: FuncId, edge: EdgeId, view: &mut View<'_, '_>) {
        let body = self.program.funcs[func].body.as_ref();
        if self.own.is_model(func)
            && let Some(Stmt::Return { value: Some(expr) }) = body.map(|cfg| &cfg.edge(edge).stmt)
            && self.program.types.is_scalar(self.program.type_of(*expr))
            && let Ok(value) = view.value(*expr)
        {
            let ty = self.program.type_of(*expr);
            self.notes.push(Note {
                at: self.taken_edges.get() - 1,
                what: Noted::Returned(func, ty, value.bits),
            });
        }
    }
}

/// Of longer ways, the beginning and the end are told.
const MOST_EDGES: usize = 100_000;
const END_EDGES: usize = 10_000;

impl Observer for Watcher<'_> {
    fn edge(&mut self, func: FuncId, edge: EdgeId, view: &mut View<'_, '_>) -> Control {
        let n = self.taken_edges.get();
        if n >= MOST_EDGES && n < self.awake_from {
            self.taken_edges.set(n + 1);
            return Control::Continue;
        }
        self.look_at_state(view);
        if self.edges.len() < MOST_EDGES {
            self.edges.push((func, edge));
        } else {
            if self.tail.len() == END_EDGES {
                self.tail.pop_front();
            }
            self.tail.push_back((func, edge));
        }
        self.taken_edges.set(n + 1);
        self.look_at_result(func, edge, view);
        if !self.own.is_hidden(func) {
            let reads = self.reads.look(func, edge, view);
            let at = self.taken_edges.get() - 1;
            let note = |read| Note {
                at,
                what: Noted::Read(read),
            };
            self.notes.extend(reads.into_iter().map(note));
        }
        for &(var, address) in self.addresses.get(&func).into_iter().flatten() {
            if !self.learnt.contains_key(&var)
                && let Ok(value) = view.value(address)
            {
                self.learnt.insert(var, value.bits as u64);
            }
        }
        Control::Continue
    }

    fn need_not_see(&self) -> u64 {
        match self.taken_edges.get() {
            n if n >= MOST_EDGES => self.awake_from.saturating_sub(n) as u64,
            _ => 0,
        }
    }

    fn passed(&mut self, edges: u64) {
        self.taken_edges
            .set(self.taken_edges.get() + edges as usize);
    }
}

/// Runs the program with the values found; gives the execution, or why it is none.
pub(super) fn replay(scene: &Scene<'_>, found: &Execution) -> Result<Replay, Failure> {
    let addresses = addresses(scene.program);
    // Which object is watched says nothing of where another ends: it may be a part of it.
    let watched = scene.own.watched.map(InputSource::Variable);
    let objects = found.given.iter().filter(|given| Some(given.by) != watched);
    let values = objects.filter_map(|given| given.value);
    let starts = found.outside.iter().map(|&(start, _)| start);
    let own = found.places.iter().map(|&(_, start)| start);
    let taken: Vec<u64> = values.chain(starts).chain(own).collect();
    let places = placed(scene, found);
    let config = config(scene, found, &taken);
    let mut learnt = FxHashMap::default();
    let mut failure = None;
    for _ in 0..RUNS {
        let taken_edges = Cell::new(0);
        let mut inputs = Found {
            values: FxHashMap::default(),
            layout: scene.layout,
            learnt: &learnt,
            taken: &taken,
            places: &places,
            wanted: FxHashSet::default(),
            taken_edges: &taken_edges,
            given: Vec::new(),
            started: scene.started,
            listener: scene.listener,
        };
        for given in &found.given {
            let by = match scene.origins {
                Some(origins) => origins.asker(given.by),
                None => Some(given.by),
            };
            if let Some(by) = by {
                let waiting = inputs.values.entry(by).or_default();
                waiting.push_back(given.clone());
            }
        }
        let mut watcher = Watcher::new(
            scene.program,
            scene.own,
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
            steps: match scene.origins {
                Some(_) => MOST_STEPS,
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
    inputs: &mut Found<'_>,
    watcher: &mut Watcher<'_>,
) -> Exit {
    if let Some(listener) = scene.listener {
        listener.begin(&config.space.outside[..given], Some(&config.space.statics));
    }
    let Some(origins) = scene.origins else {
        return listener::run(scene.program, config, inputs, Some(watcher), scene.listener);
    };
    let tracker = Tracker::new(origins);
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
pub(super) fn retell(
    program: &Program,
    own: &Own,
    given: Option<Vec<Input>>,
    steps: u64,
) -> Option<(Replay, Vec<(InputSource, Input)>)> {
    let addresses = FxHashMap::default();
    let taken_edges = Cell::new(0);
    let objects = given.as_deref().map_or(Vec::new(), Reads::given);
    let mut inputs = Again::new(given, &taken_edges);
    let mut watcher = Watcher::new(program, own, &addresses, &taken_edges, objects);
    watcher.awake_from = (steps as usize).saturating_sub(END_EDGES);
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

pub(super) fn describe(program: &Program, exit: &Exit) -> String {
    match exit {
        Exit::Code(code) => format!("the run ended with status {code}"),
        Exit::Abort => "the run was aborted".into(),
        Exit::Fault(fault) => format!(
            "the run stopped with a fault in {}, {}",
            program.funcs[fault.site.func].name, fault.kind
        ),
        Exit::AssumeFailed(site) => took_another_way(program, site),
        Exit::InputExhausted(_) => "an input is missing".into(),
        Exit::Limit(limit) => limit.to_string(),
        other => format!("{other:?}"),
    }
}

fn took_another_way(program: &Program, site: &Site) -> String {
    let function = &program.funcs[site.func];
    let before = function.body.as_ref().zip(site.edge);
    let after = before.map_or(String::new(), |(cfg, edge)| {
        format!(", after `{}`", program.show_stmt(&cfg.edge(edge).stmt))
    });
    format!("the run took another way in {}{after}", function.name)
}
