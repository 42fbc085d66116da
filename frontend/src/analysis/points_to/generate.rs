//! Constraints from the program: every statement of every function that may run.
//!
//! Expressions become nodes once (they are hash-consed); functions are taken up when something
//! may call them. Integers carry targets as pointers do, so that casts there and back, byte copies
//! and tagged pointers are followed; arithmetic on the bits leads anywhere in the object.

use super::library::{Effect, effect};
use super::memory::{NodeId, ObjId, TargetId};
use super::shape::Shape;
use super::solve::{Solver, Step, Use};
use super::{Config, ObjectKind, Outside, WHOLE};
use crate::entity::{Arena, EntityId};
use crate::ir::{
    BinaryOp, Callee, EdgeId, ExprId, ExprKind, FuncId, InitValue, PlaceId, PlaceKind, Program,
    Stmt, Term, VarId,
};
use crate::types::{DataModel, IntKind, TypeId};
use rustc_hash::FxHashMap;

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
        let mut solver = Solver::new(&program.types);
        let object = solver.memory.add(ObjectKind::External, Shape::One);
        let outside = solver.memory.target(object, 0);
        let unknown = solver
            .memory
            .access(outside, 1)
            .expect("memory outside the program is one cell");
        solver.add_target(unknown, outside);
        if config.outside == Outside::Escaped {
            solver.add_use(unknown, Use::Leak { outside });
        }
        let stash = solver.new_node();
        solver.add_edge(unknown, stash);
        let object = solver.memory.add(ObjectKind::Integer, Shape::Opaque);
        let integer = solver.memory.target(object, 0);
        let integers = solver.constant(integer);
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
        self.hint(to, ty);
        self.hint(from, ty);
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
            self.flood(self.places[place], len);
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
            self.flood(Where::Fixed(target), WHOLE);
        }
    }

    /// An object that the program allocates.
    fn dynamic_object(&mut self, kind: ObjectKind) -> NodeId {
        let object = self.solver.memory.add(kind, Shape::Unset);
        if self.havocked {
            let target = self.solver.memory.target(object, 0);
            self.flood(Where::Fixed(target), WHOLE);
        }
        self.address_of(object)
    }

    /// The variable may hold anything from outside.
    fn open_variable(&mut self, var: VarId) {
        let object = self.var_object(var);
        let target = self.solver.memory.target(object, 0);
        self.flood(Where::Fixed(target), WHOLE);
    }

    fn pointer_len(&self) -> i64 {
        self.program.types.pointer_size() as i64
    }

    /// The node of the address at which a `va_list` keeps its place.
    fn va_area(&mut self, list: ExprId) -> Option<NodeId> {
        let node = self.node(list)?;
        match self.program.types.model() {
            DataModel::Ilp32 => Some(node),
            DataModel::Lp64 => Some(self.stepped(node, Step::Field(8))),
        }
    }

    fn va_arg(&mut self, result: PlaceId, list: ExprId) {
        let len = self.pointer_len();
        let Some(area) = self.va_area(list) else {
            return;
        };
        let arguments = self.solver.new_node();
        self.solver.add_use(area, Use::Load { to: arguments, len });
        let ty = self.program.place_type(result);
        if self.program.types.is_aggregate(ty) {
            self.copy(self.places[result], Where::Through(arguments), ty);
        } else {
            let value = self.solver.new_node();
            self.solver
                .add_use(arguments, Use::Load { to: value, len: 1 });
            self.store(result, Some(value));
        }
    }

    fn call(
        &mut self,
        func: FuncId,
        edge: EdgeId,
        result: Option<PlaceId>,
        callee: Callee,
        args: &[ExprId],
    ) {
        let site = self.sites.len();
        self.sites.push(CallSite {
            func,
            edge,
            callees: Vec::new(),
            outside: false,
            result,
            args: args.to_vec(),
            indirect: matches!(callee, Callee::Indirect(_)),
        });
        if let Some(place) = result {
            // The cell is there even if nothing is known to be returned.
            if !self
                .program
                .types
                .is_aggregate(self.program.place_type(place))
            {
                self.store(place, None);
            }
        }
        match callee {
            Callee::Direct(callee) => self.enter(site, callee),
            Callee::Indirect(e) => match self.node(e) {
                Some(node) => self.solver.add_use(node, Use::Call(site)),
                None => self.enter_outside(site, true),
            },
        }
    }

    /// A target reached the callee of an indirect call.
    fn dispatch(&mut self, site: usize, back: bool, target: TargetId) {
        let (object, _) = self.solver.memory.targets[target];
        match self.solver.memory.objects[object].kind {
            ObjectKind::Func(callee) if self.sites[site].callees.contains(&callee) => {}
            ObjectKind::Func(callee) if back => self.call_back(site, callee),
            ObjectKind::Func(callee) if self.compatible(site, callee) => self.enter(site, callee),
            ObjectKind::External if !back && !self.sites[site].outside => {
                self.sites[site].outside = true;
                self.enter_outside(site, true);
            }
            _ => {}
        }
    }

    /// Whether a call can be one of the function: as many arguments, aggregates where it has them.
    fn compatible(&self, site: usize, callee: FuncId) -> bool {
        let types = &self.program.types;
        let Some(ty) = types.function_type(self.program.funcs[callee].ty) else {
            return false;
        };
        let args = &self.sites[site].args;
        if !ty.prototype && self.program.funcs[callee].body.is_none() {
            return true;
        }
        let count = args.len() == ty.params.len() || (ty.variadic && args.len() > ty.params.len());
        let fits = |(&arg, &param): (&ExprId, &TypeId)| {
            let arg = self.program.type_of(arg);
            types.is_aggregate(arg) == types.is_aggregate(param)
                && types.is_float(arg) == types.is_float(param)
        };
        count && args.iter().zip(&ty.params).all(fits)
    }

    /// Arguments go in, the result comes out.
    fn enter(&mut self, site: usize, callee: FuncId) {
        self.sites[site].callees.push(callee);
        let function = &self.program.funcs[callee];
        if function.body.is_none() {
            if let Some(effect) = effect(&function.name) {
                return self.library_call(site, effect);
            }
            let silent = function.special.is_some();
            return self.enter_outside(site, !silent);
        }
        self.reach(callee);
        for n in 0..self.sites[site].args.len() {
            let arg = self.sites[site].args[n];
            let object = match self.program.funcs[callee].params.get(n) {
                Some(&param) => self.var_object(param),
                None => self.vararg_object(callee),
            };
            let to = Where::Fixed(self.solver.memory.target(object, 0));
            self.put(to, self.program.type_of(arg), arg);
        }
        if let Some(place) = self.sites[site].result
            && let Some(object) = self.return_object(callee)
        {
            let from = self.solver.memory.target(object, 0);
            self.receive(place, from);
        }
    }

    /// The result of a call goes to its place.
    fn receive(&mut self, place: PlaceId, from: TargetId) {
        let ty = self.program.place_type(place);
        if self.program.types.is_aggregate(ty) {
            self.copy(self.places[place], Where::Fixed(from), ty);
        } else {
            let len = self.len_of(ty);
            let value = self.solver.memory.access(from, len);
            self.solver.sync();
            self.store(place, value);
        }
    }

    /// A function without a body: it may keep what it is given and return any of it.
    fn enter_outside(&mut self, site: usize, leaks: bool) {
        if leaks && self.config.outside == Outside::Escaped {
            for arg in self.sites[site].args.clone() {
                self.put(Where::Fixed(self.outside), self.program.type_of(arg), arg);
            }
        }
        if let Some(place) = self.sites[site].result {
            self.havoc(place);
        }
    }

    fn library_call(&mut self, site: usize, effect: Effect) {
        let args = self.sites[site].args.clone();
        let node = |b: &Self, n: usize| args.get(n).and_then(|&e| b.node(e));
        let first = node(self, 0);
        let result = match effect {
            Effect::Allocate => Some(self.allocate(site)),
            Effect::Reallocate => {
                let new = self.allocate(site);
                self.copy_to(new, first, WHOLE);
                let result = self.solver.new_node();
                for source in first.into_iter().chain([new]) {
                    self.solver.add_edge(source, result);
                }
                Some(result)
            }
            Effect::Copy => {
                let len = args.get(2).and_then(|&e| self.program.terms.int_value(e));
                let len = len.and_then(|n| i64::try_from(n).ok()).unwrap_or(WHOLE);
                if let Some(to) = first {
                    self.copy_to(to, node(self, 1), len.min(WHOLE));
                }
                first
            }
            Effect::Fill | Effect::CopyString => first,
            Effect::Read | Effect::Output | Effect::Release => None,
            Effect::Format | Effect::Scan => None,
            Effect::Callback => {
                self.stash_arguments(site);
                for node in args
                    .iter()
                    .filter_map(|&e| self.node(e))
                    .collect::<Vec<_>>()
                {
                    self.solver.add_use(node, Use::CallBack(site));
                }
                Some(self.stash)
            }
            Effect::Mutate => {
                self.stash_arguments(site);
                let fresh = self.allocate(site);
                self.solver.add_edge(fresh, self.stash);
                for node in args
                    .iter()
                    .filter_map(|&e| self.node(e))
                    .collect::<Vec<_>>()
                {
                    let from = self.stash;
                    self.solver.add_use(node, Use::Flood { from, len: WHOLE });
                }
                Some(self.stash)
            }
            Effect::Search => first.map(|n| self.stepped(n, Step::Elements(1))),
        };
        if let Some(place) = self.sites[site].result {
            self.store(place, result);
        }
    }

    /// The library keeps the arguments of a call.
    fn stash_arguments(&mut self, site: usize) {
        for arg in self.sites[site].args.clone() {
            if let Some(node) = self.node(arg) {
                let (to, step) = (self.stash, Step::Anywhere);
                self.solver.add_use(node, Use::Step { to, step });
            }
        }
    }

    /// A library function calls back: its parameters are whatever the library was given.
    fn call_back(&mut self, site: usize, callee: FuncId) {
        self.sites[site].callees.push(callee);
        self.reach(callee);
        for &param in &self.program.funcs[callee].params {
            let object = self.var_object(param);
            let target = self.solver.memory.target(object, 0);
            self.solver.memory.inflow(target, WHOLE, self.stash);
        }
        self.solver.sync();
    }

    fn copy_to(&mut self, to: NodeId, from: Option<NodeId>, len: i64) {
        if let Some(from) = from {
            self.copy_bytes(Where::Through(to), Where::Through(from), len, || {
                Shape::Unset
            });
        }
    }

    fn allocate(&mut self, site: usize) -> NodeId {
        let CallSite { func, edge, .. } = self.sites[site];
        self.dynamic_object(ObjectKind::Heap(func, edge))
    }

    fn address_of(&mut self, object: ObjId) -> NodeId {
        let target = self.solver.memory.target(object, 0);
        self.solver.constant(target)
    }

    pub(super) fn var_object(&mut self, var: VarId) -> ObjId {
        if let Some(object) = self.vars[var] {
            return object;
        }
        let variable = &self.program.vars[var];
        let shape = Shape::Typed {
            ty: variable.ty,
            repeat: false,
        };
        let object = self.solver.memory.add(ObjectKind::Var(var), shape);
        self.vars[var] = Some(object);
        if variable.kind.is_static() {
            // Later: initialisers refer to variables that refer to variables, without end.
            self.fresh_vars.push(var);
        }
        object
    }

    fn initialise_variables(&mut self) {
        while let Some(var) = self.fresh_vars.pop() {
            match &self.program.vars[var].init {
                Some(init) => {
                    let object = self.var_object(var);
                    self.initialise(object, &init.items);
                }
                None => self.open_variable(var),
            }
        }
    }

    fn initialise(&mut self, object: ObjId, items: &'p [crate::ir::InitItem]) {
        for item in items {
            let InitValue::Scalar(e) = item.value else {
                continue;
            };
            self.build_terms(vec![Term::Expr(e)]);
            if let Some(node) = self.node(e) {
                let target = self
                    .solver
                    .memory
                    .target(object, (item.bit_offset / 8) as i64);
                let len = self.len_of(self.program.type_of(e));
                self.store_at(Where::Fixed(target), len, Some(node));
            }
        }
    }

    fn func_object(&mut self, func: FuncId) -> ObjId {
        let memory = &mut self.solver.memory;
        *self
            .funcs
            .entry(func)
            .or_insert_with(|| memory.add(ObjectKind::Func(func), Shape::Opaque))
    }

    /// Where returned values pass.
    fn return_object(&mut self, func: FuncId) -> Option<ObjId> {
        let ty = self.program.return_type(func);
        if self.program.types.is_void(ty) {
            return None;
        }
        let memory = &mut self.solver.memory;
        let shape = Shape::Typed { ty, repeat: false };
        let object = self.returns.entry(func);
        Some(*object.or_insert_with(|| memory.add(ObjectKind::Return(func), shape)))
    }

    fn vararg_object(&mut self, func: FuncId) -> ObjId {
        let memory = &mut self.solver.memory;
        *self
            .varargs
            .entry(func)
            .or_insert_with(|| memory.add(ObjectKind::VarArgs(func), Shape::One))
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
            .map_or(1, |s| (s as i64).min(WHOLE))
    }

    fn access_len(&self, place: PlaceId) -> i64 {
        super::access_len(self.program, place)
    }

    /// Nodes for all terms of a statement, children first.
    fn build(&mut self, stmt: &Stmt) {
        let mut roots: Vec<Term> = stmt.exprs().into_iter().map(Term::Expr).collect();
        roots.extend(stmt.written().map(Term::Place));
        self.build_terms(roots);
    }

    fn build_terms(&mut self, mut stack: Vec<Term>) {
        let mut found = Vec::new();
        while let Some(term) = stack.pop() {
            let new = match term {
                Term::Expr(e) => self.exprs[e] == Value::Unbuilt,
                Term::Place(p) => self.places[p] == Where::Unbuilt,
            };
            if new {
                found.push(term);
                stack.extend(self.program.terms.children(term).into_iter().flatten());
            }
        }
        found.sort_by_key(|term| match *term {
            Term::Expr(e) => self.ranks.0[e.index()],
            Term::Place(p) => self.ranks.1[p.index()],
        });
        for term in found {
            match term {
                Term::Expr(e) if self.exprs[e] == Value::Unbuilt => {
                    let value = self.expr(e);
                    self.exprs[e] = value.map_or(Value::Plain, Value::Node);
                }
                Term::Place(p) if self.places[p] == Where::Unbuilt => {
                    self.places[p] = self.place(p);
                }
                _ => {}
            }
        }
    }

    fn expr(&mut self, id: ExprId) -> Option<NodeId> {
        let program = self.program;
        let expr = *program.terms.expr(id);
        match expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Zero => None,
            ExprKind::Load(place) => self.load(place, expr.ty),
            ExprKind::AddrOf(place) => match self.places[place] {
                Where::Fixed(target) => Some(self.solver.constant(target)),
                Where::Through(node) => Some(node),
                Where::Unbuilt => None,
            },
            ExprKind::FuncAddr(func) => {
                let object = self.func_object(func);
                Some(self.address_of(object))
            }
            ExprKind::LabelAddr(func, _) => {
                let memory = &mut self.solver.memory;
                let object = memory.add(ObjectKind::Label(func), Shape::Opaque);
                Some(self.address_of(object))
            }
            ExprKind::Unary(_, arg) => {
                let node = self.node(arg)?;
                Some(self.stepped(node, Step::Anywhere))
            }
            ExprKind::Cast(arg) => self.cast(arg, expr.ty),
            ExprKind::Binary(op, a, b) => self.binary(op, a, b),
        }
    }

    fn load(&mut self, place: PlaceId, ty: TypeId) -> Option<NodeId> {
        let types = &self.program.types;
        if types.is_aggregate(ty) {
            return None;
        }
        let len = self.access_len(place);
        match self.places[place] {
            Where::Fixed(target) => {
                let cell = self.solver.memory.access(target, len);
                self.solver.sync();
                cell.filter(|_| !types.is_float(ty))
            }
            Where::Through(node) if types.is_float(ty) => {
                self.solver.add_use(node, Use::Touch(len));
                None
            }
            Where::Through(node) => {
                let to = self.solver.new_node();
                self.solver.add_use(node, Use::Load { to, len });
                Some(to)
            }
            Where::Unbuilt => None,
        }
    }

    fn cast(&mut self, arg: ExprId, to: TypeId) -> Option<NodeId> {
        let types = &self.program.types;
        let from = self.program.type_of(arg);
        if types.is_float(to) || types.is_float(from) || types.int_kind(to) == Some(IntKind::Bool) {
            return None;
        }
        let node = self.node(arg);
        if !types.is_pointer(to) {
            return node;
        }
        if types.is_pointer(from) {
            if let (Some(node), Some(target)) = (node, types.target(to)) {
                self.solver.add_use(node, Use::Hint(target));
            }
            return node;
        }
        node.map(|node| self.revealed(node))
    }

    /// A pointer made from an integer: one that came from outside may be any address known there.
    fn revealed(&mut self, node: NodeId) -> NodeId {
        let result = self.solver.new_node();
        self.solver.add_edge(node, result);
        let (integer, from) = (self.integer, self.unknown);
        let reveal = Use::Reveal {
            integer,
            from,
            to: result,
        };
        self.solver.add_use(node, reveal);
        result
    }

    fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Option<NodeId> {
        let program = self.program;
        let ty = program.type_of(a);
        if op.is_comparison() || op == BinaryOp::PtrDiff || program.types.is_float(ty) {
            return None;
        }
        let (x, y) = (self.node(a), self.node(b));
        if op == BinaryOp::PtrAdd {
            let Some(x) = x else {
                return y.map(|y| self.revealed(y));
            };
            let target = program.types.target(ty)?;
            self.solver.add_use(x, Use::Hint(target));
            let size = program.types.size_or_one(target).map_or(1, |s| s as i64);
            let step = match program.const_value(b) {
                Some(k) => Step::Bytes(clamp(k).saturating_mul(size)),
                None => Step::Elements(size),
            };
            return Some(self.stepped(x, step));
        }
        let by = |e| program.const_value(e).map(clamp);
        match (op, x, y) {
            (_, None, None) => None,
            (BinaryOp::Add, Some(x), None) if by(b).is_some() => {
                Some(self.stepped(x, Step::Bytes(by(b)?)))
            }
            (BinaryOp::Sub, Some(x), None) if by(b).is_some() => {
                Some(self.stepped(x, Step::Bytes(-by(b)?)))
            }
            (BinaryOp::Add, None, Some(y)) if by(a).is_some() => {
                Some(self.stepped(y, Step::Bytes(by(a)?)))
            }
            _ => {
                let result = self.solver.new_node();
                for source in x.into_iter().chain(y) {
                    let step = Step::Anywhere;
                    self.solver.add_use(source, Use::Step { to: result, step });
                }
                Some(result)
            }
        }
    }

    fn stepped(&mut self, node: NodeId, step: Step) -> NodeId {
        if matches!(step, Step::Field(0) | Step::Bytes(0)) {
            return node;
        }
        let to = self.solver.new_node();
        self.solver.add_use(node, Use::Step { to, step });
        to
    }

    fn place(&mut self, id: PlaceId) -> Where {
        let program = self.program;
        match program.terms.place(id).kind {
            PlaceKind::Var(var) => {
                let object = self.var_object(var);
                Where::Fixed(self.solver.memory.target(object, 0))
            }
            PlaceKind::Deref(e) => {
                let node = match self.node(e) {
                    Some(node) => node,
                    // A fixed address: memory that the program does not own.
                    None => self.solver.constant(self.outside),
                };
                let place = Where::Through(node);
                self.hint(place, program.place_type(id));
                place
            }
            PlaceKind::Field(base, _) => {
                let by = super::field_offset(program, id);
                match self.places[base] {
                    Where::Fixed(target) => {
                        let (object, off) = self.solver.memory.targets[target];
                        Where::Fixed(self.solver.memory.target(object, off.saturating_add(by)))
                    }
                    Where::Through(node) => Where::Through(self.stepped(node, Step::Field(by))),
                    Where::Unbuilt => Where::Unbuilt,
                }
            }
            PlaceKind::Index(base, index) => match self.places[base] {
                Where::Fixed(target) => self.element(target, id, index),
                Where::Through(node) => {
                    let size = self.len_of(program.place_type(id));
                    let step = match program.const_value(index) {
                        Some(k) => Step::Bytes(clamp(k).saturating_mul(size)),
                        None => Step::Elements(size),
                    };
                    Where::Through(self.stepped(node, step))
                }
                Where::Unbuilt => Where::Unbuilt,
            },
        }
    }

    /// An element of an array in a variable: folded to the first, except inside unions.
    fn element(&mut self, target: TargetId, id: PlaceId, index: ExprId) -> Where {
        let memory = &mut self.solver.memory;
        let (object, off) = memory.targets[target];
        let size = super::access_len(self.program, id);
        let shape = memory.stores[object].shape;
        let arrays = shape.arrays_at(&self.program.types, off);
        if arrays.iter().any(|a| a.elem == size) || self.program.terms.int_value(index) == Some(0) {
            return Where::Fixed(target);
        }
        let node = self.solver.constant(target);
        let step = match self.program.const_value(index) {
            Some(k) => Step::Bytes(clamp(k).saturating_mul(size)),
            None => Step::Elements(size),
        };
        Where::Through(self.stepped(node, step))
    }
}

/// A distance that offsets can be added to without overflow.
fn clamp(k: i128) -> i64 {
    k.clamp(-(1 << 40), 1 << 40) as i64
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
