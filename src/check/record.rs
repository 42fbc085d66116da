//! What a program asks for while it runs into a bug, and what it is told: everything that somebody needs who runs the
//! program elsewhere.
//!
//! The run is that of the whole program, as the user wrote it. Beside the values, it is noted which words of objects
//! from outside are used as pointers, and which of the comparisons of a specification that watches one object is the
//! first to meet it.

use std::cell::RefCell;
use std::collections::BTreeSet;

use frontend::interp::{Control, Input, Inputs, Observer, Request, RequestKind, Site, View};
use frontend::ir::{BinaryOp, EdgeId, ExprKind, FuncId, PlaceKind, Program, Stmt, VarId};
use rustc_hash::FxHashMap;
use semantics::OPEN;

use super::reads::{Loads, address, loads};

/// More values are not recorded.
const MOST: usize = 200_000;

/// A value that was asked for.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) kind: RequestKind,
    pub(crate) site: Site,
    pub(crate) input: Input,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Recording {
    pub(crate) asked: Vec<Asked>,
    /// Whether there were more than are kept.
    pub(crate) too_many: bool,
    /// Objects that were there at the start, by address.
    pub(crate) outside: Vec<(u64, Vec<u8>)>,
    /// Where the variables lie that exist always, if values may be addresses of them, or of functions.
    pub(crate) statics: Option<Vec<(VarId, u64)>>,
    /// The addresses at which the run has read pointers from objects outside.
    pub(crate) pointers: BTreeSet<u64>,
    /// How many comparisons with the watched address were made before one held; none if none did.
    pub(crate) met_watched: Option<u64>,
}

/// The recording while it is made.
pub(super) struct Recorder {
    pub(super) recording: RefCell<Recording>,
    pub(super) watched: Option<VarId>,
}

impl Recorder {
    pub(super) fn new(watched: Option<VarId>) -> Self {
        Recorder {
            recording: RefCell::default(),
            watched,
        }
    }

    /// Forgets what an earlier run has left.
    pub(super) fn begin(&self, outside: &[(u64, Vec<u8>)], statics: Option<&[(VarId, u64)]>) {
        *self.recording.borrow_mut() = Recording {
            outside: outside.to_vec(),
            statics: statics.map(Into::into),
            ..Recording::default()
        };
    }
}

/// Notes what is asked for.
pub(super) struct Noting<'n> {
    pub(super) inputs: &'n mut dyn Inputs,
    pub(super) recorder: &'n Recorder,
}

impl Inputs for Noting<'_> {
    fn next(&mut self, request: &Request<'_>) -> Option<Input> {
        let input = self.inputs.next(request)?;
        let mut recording = self.recorder.recording.borrow_mut();
        if recording.asked.len() < MOST {
            recording.asked.push(Asked {
                kind: request.kind,
                site: request.site,
                input: input.clone(),
            });
        } else {
            recording.too_many = true;
        }
        Some(input)
    }

    fn wants_library(&self) -> bool {
        self.inputs.wants_library()
    }

    fn wants_uninitialised(&self) -> bool {
        self.inputs.wants_uninitialised()
    }

    fn wants_allocated(&self) -> bool {
        self.inputs.wants_allocated()
    }
}

/// Notes what cannot be seen from requests.
pub(super) struct Looking<'l> {
    program: &'l Program,
    recorder: &'l Recorder,
    also: Option<&'l mut dyn Observer>,
    /// By edge, whether a comparison with the watched address holds there.
    comparisons: FxHashMap<(FuncId, EdgeId), bool>,
    compared: u64,
    loads: FxHashMap<(FuncId, EdgeId), Loads>,
}

impl<'l> Looking<'l> {
    pub(super) fn new(
        program: &'l Program,
        recorder: &'l Recorder,
        also: Option<&'l mut dyn Observer>,
    ) -> Self {
        let watched = recorder.watched;
        let comparisons = watched.map_or_else(FxHashMap::default, |var| guards(program, var));
        Looking {
            program,
            recorder,
            also,
            comparisons,
            compared: 0,
            loads: FxHashMap::default(),
        }
    }

    fn look_at_pointers(&mut self, func: FuncId, edge: EdgeId, view: &mut View<'_, '_>) {
        let program = self.program;
        let found = self.loads.entry((func, edge)).or_insert_with(|| {
            let cfg = program.funcs[func].body.as_ref();
            cfg.map_or(Loads::default(), |cfg| loads(program, cfg, edge))
        });
        for &(_, place) in found.clone().iter() {
            if program.types.is_pointer(program.place_type(place))
                && let Some(at) = address(program, place, view)
                && OPEN.contains(&at)
            {
                self.recorder.recording.borrow_mut().pointers.insert(at);
            }
        }
    }
}

impl Observer for Looking<'_> {
    fn edge(&mut self, func: FuncId, edge: EdgeId, view: &mut View<'_, '_>) -> Control {
        if let Some(&holds) = self.comparisons.get(&(func, edge)) {
            let mut recording = self.recorder.recording.borrow_mut();
            if holds && recording.met_watched.is_none() {
                recording.met_watched = Some(self.compared);
            }
            self.compared += 1;
        }
        if !self.recorder.recording.borrow().outside.is_empty() {
            self.look_at_pointers(func, edge, view);
        }
        match &mut self.also {
            Some(also) => also.edge(func, edge, view),
            None => Control::Continue,
        }
    }
}

/// The edges by which handlers begin that look at the watched object only, and whether they go on there.
fn guards(program: &Program, watched: VarId) -> FxHashMap<(FuncId, EdgeId), bool> {
    let is_it = |e| match program.terms.expr(e).kind {
        ExprKind::Load(place) => program.terms.place(place).kind == PlaceKind::Var(watched),
        _ => false,
    };
    let mut found = FxHashMap::default();
    for (func, _, cfg) in program.defined() {
        for edge in cfg.edges().filter(|&e| cfg.source(e) == cfg.entry) {
            if let Stmt::Assume { cond } = cfg.edge(edge).stmt
                && let ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), _, b) =
                    program.terms.expr(cond).kind
                && is_it(b)
            {
                found.insert((func, edge), op == BinaryOp::Eq);
            }
        }
    }
    found
}
