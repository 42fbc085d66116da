//! What a program asks for while it runs into a bug, and what it is told: everything that is needed to run the
//! program elsewhere.
//!
//! The run is that of the whole program, as the user wrote it. Beside the values, it is noted which words of objects
//! from outside are used as pointers, and which of the comparisons of a specification that watches one object is the
//! first to meet it.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use interp::{Input, Request, RequestKind, Site, View};
use ir::{BinaryOp, EdgeId, ExprKind, FuncId, PlaceKind, Program, Stmt, VarId};
use rustc_hash::FxHashMap;
use semantics::UNFIXED_ADDRESSES;

use crate::Session;
use crate::confirm::bug::Bug;
use crate::execute::listener::Listener;
use crate::execute::outside_reads::{Loads, address, loads};

/// More values are not recorded.
const MAX_RECORDED_VALUES: usize = 200_000;

/// A value that was asked for.
#[derive(Clone, Debug)]
pub struct RecordedInput {
    pub kind: RequestKind,
    pub site: Site,
    pub input: Input,
}

#[derive(Clone, Debug, Default)]
pub struct Recording {
    pub asked: Vec<RecordedInput>,
    /// Whether there were more than are kept.
    pub too_many: bool,
    /// Objects that were there at the start, by address.
    pub outside: Vec<(u64, Vec<u8>)>,
    /// Where the variables lie that exist always, if values may be addresses of them, or of functions.
    pub statics: Option<Vec<(VarId, u64)>>,
    /// Local variables that values may be addresses of, and where they lie.
    pub locals: Vec<(VarId, u64)>,
    /// The addresses at which the run has read pointers from objects outside.
    pub pointers: BTreeSet<u64>,
    /// How many comparisons with the watched address were made before one held; none if none did.
    pub met_watched: Option<u64>,
}

impl Session {
    /// What the program is given on its way into a bug.
    pub fn record(&self, bug: &Bug) -> Recording {
        let recorder = Recorder::new(&self.whole, self.synthetic.watched);
        self.run_into(bug, &recorder);
        recorder.recording.into_inner()
    }
}

/// The recording while it is made.
struct Recorder<'r> {
    program: &'r Program,
    recording: RefCell<Recording>,
    /// By edge, whether a comparison with the watched address holds there.
    comparisons: FxHashMap<(FuncId, EdgeId), bool>,
    compared: Cell<u64>,
    /// Whether there are objects outside.
    objects: Cell<bool>,
    loads: RefCell<FxHashMap<(FuncId, EdgeId), Loads>>,
}

impl<'r> Recorder<'r> {
    fn new(program: &'r Program, watched: Option<VarId>) -> Self {
        Recorder {
            program,
            recording: RefCell::default(),
            comparisons: watched.map_or_else(FxHashMap::default, |var| guards(program, var)),
            compared: Cell::new(0),
            objects: Cell::new(false),
            loads: RefCell::default(),
        }
    }

    fn look_at_pointers(&self, func: FuncId, edge: EdgeId, view: &mut View<'_, '_>) {
        let program = self.program;
        let mut known = self.loads.borrow_mut();
        let found = known.entry((func, edge)).or_insert_with(|| {
            let cfg = program.funcs[func].body.as_ref();
            cfg.map_or(Loads::default(), |cfg| loads(program, cfg, edge))
        });
        for &(_, place) in found.iter() {
            if program.types.is_pointer(program.place_type(place))
                && let Some(at) = address(program, place, view)
                && UNFIXED_ADDRESSES.contains(&at)
            {
                self.recording.borrow_mut().pointers.insert(at);
            }
        }
    }
}

impl Listener for Recorder<'_> {
    fn begin(&self, outside: &[(u64, Vec<u8>)], statics: Option<&[(VarId, u64)]>) {
        self.compared.set(0);
        self.objects.set(!outside.is_empty());
        *self.recording.borrow_mut() = Recording {
            outside: outside.to_vec(),
            statics: statics.map(Into::into),
            ..Recording::default()
        };
    }

    fn local(&self, var: VarId, start: u64) {
        let mut recording = self.recording.borrow_mut();
        if !recording.locals.contains(&(var, start)) {
            recording.locals.push((var, start));
        }
    }

    fn given(&self, request: &Request<'_>, input: &Input) {
        if matches!(input, Input::Object(..)) {
            self.objects.set(true);
        }
        let mut recording = self.recording.borrow_mut();
        if recording.asked.len() < MAX_RECORDED_VALUES {
            recording.asked.push(RecordedInput {
                kind: request.kind,
                site: request.site,
                input: input.clone(),
            });
        } else {
            recording.too_many = true;
        }
    }

    fn edge(&self, func: FuncId, edge: EdgeId, view: &mut View<'_, '_>) {
        if let Some(&holds) = self.comparisons.get(&(func, edge)) {
            let mut recording = self.recording.borrow_mut();
            if holds && recording.met_watched.is_none() {
                recording.met_watched = Some(self.compared.get());
            }
            self.compared.set(self.compared.get() + 1);
        }
        if self.objects.get() {
            self.look_at_pointers(func, edge, view);
        }
    }

    fn need_not_see(&self) -> u64 {
        let nothing = self.comparisons.is_empty() && !self.objects.get();
        if nothing { u64::MAX } else { 0 }
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
