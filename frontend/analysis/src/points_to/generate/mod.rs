//! Constraints from the program: every statement of every function that may run.
//!
//! Expressions become nodes once (they are hash-consed); functions are taken up when something
//! may call them. Integers carry targets as pointers do, so that casts there and back, byte copies
//! and tagged pointers are followed; arithmetic on the bits leads anywhere in the object.

mod calls;
mod objects;
mod terms;

use super::memory::{FromOutside, NodeId, ObjId, TargetId};
use super::outside_types::MetByCasts;
use super::shape::Shape;
use super::solve::{Solver, Step, Use};
use super::{Config, ObjectKind, Outside, UNKNOWN_LEN};
use ir::types::TypeId;
use ir::{EdgeId, ExprId, ExprKind, FuncId, PlaceId, Program, Stmt, Term, VarId};
use rustc_hash::FxHashMap;
use source::entity::{Arena, EntityId};

/// What an expression may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// Not needed by any statement seen.
    Unbuilt,
    /// No addresses.
    Plain,
    Node(NodeId),
}

/// What a place may denote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Where {
    Unbuilt,
    Fixed(TargetId),
    Through(NodeId),
}

/// A call and the functions it may reach.
pub(super) struct CallSite {
    pub(super) func: FuncId,
    pub(super) edge: EdgeId,
    pub(super) callees: Vec<FuncId>,
    /// Whether it may also reach a function outside the program.
    pub(super) outside: bool,
    result: Option<PlaceId>,
    args: Vec<ExprId>,
    pub(super) indirect: bool,
}

pub(super) struct Builder<'p> {
    program: &'p Program,
    config: Config,
    pub(super) solver: Solver<'p>,
    pub(super) exprs: Arena<ExprId, Value>,
    pub(super) places: Arena<PlaceId, Where>,
    pub(super) vars: Arena<VarId, Option<ObjId>>,
    funcs: FxHashMap<FuncId, ObjId>,
    returns: FxHashMap<FuncId, ObjId>,
    varargs: FxHashMap<FuncId, ObjId>,
    pub(super) reached: Arena<FuncId, bool>,
    pending: Vec<FuncId>,
    /// Static variables whose initialisers have not been read.
    fresh_vars: Vec<VarId>,
    pub(super) sites: Vec<CallSite>,
    /// The position of each term in the order of creation.
    ranks: (Vec<u32>, Vec<u32>),
    outside: TargetId,
    /// What memory outside the program holds, and so every pointer that comes from there.
    unknown: NodeId,
    /// What the library has been given.
    stash: NodeId,
    /// An integer from outside, and the node that holds just that.
    integer: TargetId,
    integers: NodeId,
    /// Whether some statement makes all memory arbitrary.
    havocked: bool,
}

impl<'p> Builder<'p> {
    pub(super) fn new(program: &'p Program, config: Config) -> Self {
        let mut solver = Solver::new(&program.types, MetByCasts::of(program));
        let object = solver.memory.add(ObjectKind::External, Shape::One);
        let outside = solver.memory.target(object, 0);
        let unknown = solver
            .memory
            .access(outside, 1)
            .expect("memory outside the program is one cell");
        solver.memory.tells_apart = program.environment.is_some();
        solver.set_outside(unknown);
        solver.add_target(unknown, outside);
        if config.outside == Outside::Escaped {
            solver.add_use(unknown, Use::Leak { outside });
        }
        let stash = solver.new_node();
        solver.add_edge(unknown, stash);
        let object = solver.memory.add(ObjectKind::Integer, Shape::Opaque);
        let integer = solver.memory.target(object, 0);
        let integers = solver.constant(integer);
        let from_there = FromOutside {
            anything: unknown,
            numbers: integers,
        };
        solver.memory.from_there = solver.memory.tells_apart.then_some(from_there);
        let terms = &program.terms;
        Self {
            program,
            config,
            solver,
            exprs: Arena::filled(Value::Unbuilt, terms.num_exprs()),
            places: Arena::filled(Where::Unbuilt, terms.num_places()),
            vars: Arena::filled(None, program.vars.len()),
            funcs: FxHashMap::default(),
            returns: FxHashMap::default(),
            varargs: FxHashMap::default(),
            reached: Arena::filled(false, program.funcs.len()),
            pending: Vec::new(),
            fresh_vars: Vec::new(),
            sites: Vec::new(),
            ranks: ranks(program),
            outside,
            unknown,
            stash,
            integer,
            integers,
            havocked: false,
        }
    }

    /// Solves the whole program.
    pub(super) fn run(&mut self) {
        if self.config.outside == Outside::Escaped {
            self.know_outside();
        }
        for root in self.roots() {
            self.reach(root);
            for &param in &self.program.funcs[root].params {
                self.open_variable(param);
            }
        }
        loop {
            while let Some(func) = self.pending.pop() {
                self.function(func);
            }
            self.initialise_variables();
            self.solver.run();
            let found = std::mem::take(&mut self.solver.calls);
            if found.is_empty() && self.pending.is_empty() && self.fresh_vars.is_empty() {
                return;
            }
            for (site, back, target) in found {
                self.dispatch(site, back, target);
            }
        }
    }

    fn roots(&self) -> Vec<FuncId> {
        let p = self.program;
        let mut roots: Vec<FuncId> = match p.entry {
            Some(entry) if !self.config.all_functions => vec![entry],
            _ => p.defined().map(|(id, ..)| id).collect(),
        };
        roots.extend(p.constructors.iter().chain(&p.destructors));
        roots.dedup();
        roots
    }

    fn reach(&mut self, func: FuncId) {
        if !std::mem::replace(&mut self.reached[func], true) {
            self.pending.push(func);
        }
    }

    fn function(&mut self, func: FuncId) {
        let program = self.program;
        let Some(cfg) = &program.funcs[func].body else {
            return;
        };
        for edge in cfg.edges() {
            self.statement(func, edge, &cfg.edge(edge).stmt);
        }
    }

    fn statement(&mut self, func: FuncId, edge: EdgeId, stmt: &Stmt) {
        self.build(stmt);
        match stmt {
            Stmt::Skip | Stmt::Begin { .. } | Stmt::End { .. } | Stmt::Free { .. } => {}
            Stmt::VaEnd { .. } | Stmt::Assume { .. } => {}
            Stmt::Assign { place, value } => self.assign(*place, *value),
            Stmt::Havoc { place } => self.havoc(*place),
            Stmt::HavocMemory => self.havoc_memory(),
            Stmt::Call {
                result,
                callee,
                args,
            } => self.call(func, edge, *result, *callee, args),
            Stmt::Return { value } => {
                if let Some(value) = *value
                    && !mutants::is("returned-pointers-lead-nowhere")
                    && let Some(object) = self.return_object(func)
                {
                    let to = self.solver.memory.target(object, 0);
                    self.put(Where::Fixed(to), self.program.type_of(value), value);
                }
            }
            Stmt::Alloca { result, .. } => {
                let node = self.dynamic_object(ObjectKind::Stack(func, edge));
                self.store(*result, Some(node));
            }
            Stmt::VaStart { list } => {
                let object = self.vararg_object(func);
                let node = self.address_of(object);
                if let Some(area) = self.va_area(*list) {
                    let len = self.pointer_len();
                    self.solver.add_use(area, Use::Store { from: node, len });
                }
            }
            Stmt::VaArg { result, list } => self.va_arg(*result, *list),
            Stmt::VaCopy { to, from } => {
                let len = self.pointer_len();
                if let (Some(to), Some(from)) = (self.va_area(*to), self.va_area(*from)) {
                    let value = self.solver.new_node();
                    self.solver.add_use(from, Use::Load { to: value, len });
                    self.solver.add_use(to, Use::Store { from: value, len });
                }
            }
        }
    }

    fn assign(&mut self, place: PlaceId, value: ExprId) {
        let ty = self.program.place_type(place);
        if self.program.types.is_aggregate(ty) {
            self.put(self.places[place], ty, value);
        } else {
            let node = self.node(value);
            self.store(place, node);
        }
    }

    /// A value of any type goes to a place.
    fn put(&mut self, to: Where, ty: TypeId, value: ExprId) {
        if !self.program.types.is_aggregate(ty) {
            let node = self.node(value);
            let len = self.len_of(ty);
            return self.store_at(to, len, node);
        }
        if let ExprKind::Load(from) = self.program.terms.expr(value).kind {
            self.copy(to, self.places[from], ty);
        }
    }

    fn copy(&mut self, to: Where, from: Where, ty: TypeId) {
        let len = self.len_of(ty);
        let (to, from) = (self.seen(to, ty), self.seen(from, ty));
        self.hint(to, ty);
        self.hint(from, ty);
        if mutants::is("structure-copies-carry-no-pointers") {
            return;
        }
        self.copy_bytes(to, from, len, || Shape::Typed { ty, repeat: false });
    }

    fn copy_bytes(&mut self, to: Where, from: Where, len: i64, shape: impl FnOnce() -> Shape) {
        match (to, from) {
            (Where::Fixed(to), Where::Fixed(from)) => {
                self.solver.memory.copy(to, from, len);
                self.solver.sync();
            }
            (Where::Fixed(to), Where::Through(from)) => {
                self.solver.add_use(from, Use::CopyOut { to, len });
            }
            (Where::Through(to), Where::Fixed(from)) => {
                self.solver.add_use(to, Use::CopyIn { from, len });
            }
            (Where::Through(to), Where::Through(from)) => {
                // An object between the two makes pairs of targets unnecessary.
                let between = self.solver.memory.add(ObjectKind::Copy, shape());
                let between = self.solver.memory.target(between, 0);
                self.solver.add_use(from, Use::CopyOut { to: between, len });
                let from = between;
                self.solver.add_use(to, Use::CopyIn { from, len });
            }
            _ => {}
        }
    }

    /// What may be met as a type of what a place may denote.
    fn seen(&mut self, place: Where, ty: TypeId) -> Where {
        match place {
            Where::Through(node) => Where::Through(self.stepped(node, Step::Seen(ty))),
            _ => place,
        }
    }

    fn hint(&mut self, place: Where, ty: TypeId) {
        if let Where::Through(node) = place {
            self.solver.add_use(node, Use::Hint(ty));
        }
    }

    fn store(&mut self, place: PlaceId, value: Option<NodeId>) {
        let len = self.access_len(place);
        self.store_at(self.places[place], len, value);
    }

    fn store_at(&mut self, to: Where, len: i64, value: Option<NodeId>) {
        match (to, value) {
            (Where::Fixed(target), _) => {
                let cell = self.solver.memory.access(target, len);
                if let (Some(cell), Some(value)) = (cell, value) {
                    self.solver.add_edge(value, cell);
                }
            }
            (Where::Through(node), Some(from)) => {
                self.solver.add_use(node, Use::Store { from, len });
            }
            (Where::Through(node), None) => self.solver.add_use(node, Use::Touch(len)),
            (Where::Unbuilt, _) => {}
        }
    }

    /// Anything from outside may be in the place.
    fn havoc(&mut self, place: PlaceId) {
        let types = &self.program.types;
        let ty = self.program.place_type(place);
        if types.is_aggregate(ty) {
            let len = self.len_of(ty);
            let place = self.seen(self.places[place], ty);
            self.flood(place, len);
        } else {
            let value = if types.is_pointer(ty) {
                Some(self.unknown)
            } else {
                types.is_integer(ty).then_some(self.integers)
            };
            self.store(place, value);
        }
    }

    fn flood(&mut self, place: Where, len: i64) {
        let from = self.unknown;
        match place {
            Where::Fixed(target) => {
                self.solver.memory.inflow(target, len, from);
                self.solver.sync();
            }
            Where::Through(node) => self.solver.add_use(node, Use::Flood { from, len }),
            Where::Unbuilt => {}
        }
    }

    fn havoc_memory(&mut self) {
        if std::mem::replace(&mut self.havocked, true) {
            return;
        }
        for (var, variable) in self.program.vars.iter() {
            if variable.address_taken {
                self.open_variable(var);
            }
        }
        let dynamic = |k: ObjectKind| matches!(k, ObjectKind::Heap(..) | ObjectKind::Stack(..));
        let objects = self.solver.memory.objects.iter();
        let found: Vec<ObjId> = objects
            .filter(|(_, o)| dynamic(o.kind))
            .map(|o| o.0)
            .collect();
        for object in found {
            let target = self.solver.memory.target(object, 0);
            self.flood(Where::Fixed(target), UNKNOWN_LEN);
        }
    }

    pub(super) fn node(&self, expr: ExprId) -> Option<NodeId> {
        match self.exprs[expr] {
            Value::Node(node) => Some(node),
            _ => None,
        }
    }

    fn len_of(&self, ty: TypeId) -> i64 {
        self.program
            .types
            .size_of(ty)
            .map_or(1, |s| (s as i64).min(UNKNOWN_LEN))
    }

    fn access_len(&self, place: PlaceId) -> i64 {
        super::access_len(self.program, place)
    }
}

fn ranks(program: &Program) -> (Vec<u32>, Vec<u32>) {
    let mut exprs = vec![0; program.terms.num_exprs()];
    let mut places = vec![0; program.terms.num_places()];
    for (rank, term) in program.terms.in_order().iter().enumerate() {
        match *term {
            Term::Expr(e) => exprs[e.index()] = rank as u32,
            Term::Place(p) => places[p.index()] = rank as u32,
        }
    }
    (exprs, places)
}
