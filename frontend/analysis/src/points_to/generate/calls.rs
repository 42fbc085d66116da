//! Calls: arguments go in, results come out; functions without a body do what is known of them.

use super::super::memory::{NodeId, TargetId};
use super::super::shape::Shape;
use super::super::solve::{Step, Use};
use super::super::{ObjectKind, Outside, UNKNOWN_LEN};
use super::{Builder, CallSite, Where};
use ir::library::LibraryEffect;
use ir::types::TypeId;
use ir::{Callee, EdgeId, ExprId, FuncId, PlaceId};

impl Builder<'_> {
    pub(super) fn call(
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
    pub(super) fn dispatch(&mut self, site: usize, back: bool, target: TargetId) {
        let (object, _) = self.solver.memory.targets[target];
        match self.solver.memory.objects[object].kind {
            ObjectKind::Func(callee) if self.sites[site].callees.contains(&callee) => {}
            ObjectKind::Func(_)
                if mutants::is("a-function-pointer-has-one-target")
                    && !self.sites[site].callees.is_empty() => {}
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
    pub(super) fn compatible(&self, site: usize, callee: FuncId) -> bool {
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
    pub(super) fn enter(&mut self, site: usize, callee: FuncId) {
        self.sites[site].callees.push(callee);
        let function = &self.program.funcs[callee];
        if function.body.is_none() {
            if let Some(effect) = self.program.library_effect(callee) {
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
    pub(super) fn receive(&mut self, place: PlaceId, from: TargetId) {
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
    pub(super) fn enter_outside(&mut self, site: usize, leaks: bool) {
        if leaks
            && !mutants::is("functions-without-a-body-keep-nothing")
            && self.config.outside == Outside::Escaped
        {
            for arg in self.sites[site].args.clone() {
                self.put(Where::Fixed(self.outside), self.program.type_of(arg), arg);
            }
        }
        if let Some(place) = self.sites[site].result {
            self.havoc(place);
        }
    }

    pub(super) fn library_call(&mut self, site: usize, effect: LibraryEffect) {
        let args = self.sites[site].args.clone();
        let node = |b: &Self, n: usize| args.get(n).and_then(|&e| b.node(e));
        let first = node(self, 0);
        let result = match effect {
            LibraryEffect::Allocate => Some(self.allocate(site)),
            LibraryEffect::Reallocate => {
                let new = self.allocate(site);
                if !mutants::is("realloc-loses-pointers") {
                    self.copy_to(new, first, UNKNOWN_LEN);
                }
                let result = self.solver.new_node();
                let first = first.filter(|_| !mutants::is("realloc-loses-pointers"));
                for source in first.into_iter().chain([new]) {
                    self.solver.add_edge(source, result);
                }
                Some(result)
            }
            LibraryEffect::Copy | LibraryEffect::CopyOn => {
                let len = args.get(2).and_then(|&e| self.program.terms.int_value(e));
                let len = len
                    .and_then(|n| i64::try_from(n).ok())
                    .unwrap_or(UNKNOWN_LEN);
                if let Some(to) = first.filter(|_| !mutants::is("memcpy-carries-no-pointers")) {
                    self.copy_to(to, node(self, 1), len.min(UNKNOWN_LEN));
                }
                match effect {
                    LibraryEffect::CopyOn => first.map(|n| self.stepped(n, Step::Anywhere)),
                    _ => first,
                }
            }
            LibraryEffect::Fill => first,
            LibraryEffect::CopyString => first.map(|n| self.stepped(n, Step::Elements(1))),
            LibraryEffect::Read | LibraryEffect::Output | LibraryEffect::Release => None,
            LibraryEffect::Format | LibraryEffect::Scan => None,
            LibraryEffect::Callback => {
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
            LibraryEffect::Mutate => {
                self.stash_arguments(site);
                self.stash_contents(site);
                let fresh = self.allocate(site);
                self.solver.add_edge(fresh, self.stash);
                for node in args
                    .iter()
                    .filter_map(|&e| self.node(e))
                    .collect::<Vec<_>>()
                {
                    let from = self.stash;
                    self.solver.add_use(
                        node,
                        Use::Flood {
                            from,
                            len: UNKNOWN_LEN,
                        },
                    );
                }
                Some(self.stash)
            }
            LibraryEffect::Search => first.map(|n| self.stepped(n, Step::Elements(1))),
        };
        if let Some(place) = self.sites[site].result {
            self.store(place, result);
        }
    }

    /// The library keeps the arguments of a call.
    pub(super) fn stash_arguments(&mut self, site: usize) {
        for arg in self.sites[site].args.clone() {
            if let Some(node) = self.node(arg) {
                let (to, step) = (self.stash, Step::Anywhere);
                self.solver.add_use(node, Use::Step { to, step });
            }
        }
    }

    /// The library keeps what it finds where the arguments of a call lead to.
    pub(super) fn stash_contents(&mut self, site: usize) {
        let found = self.solver.memory.add(ObjectKind::Copy, Shape::One);
        let to = self.solver.memory.target(found, 0);
        for arg in self.sites[site].args.clone() {
            if let Some(node) = self.node(arg) {
                self.solver.add_use(
                    node,
                    Use::CopyOut {
                        to,
                        len: UNKNOWN_LEN,
                    },
                );
            }
        }
        if let Some(cell) = self.solver.memory.access(to, 1) {
            let (to, step) = (self.stash, Step::Anywhere);
            self.solver.add_use(cell, Use::Step { to, step });
        }
    }

    /// A library function calls back: its parameters are whatever the library was given.
    pub(super) fn call_back(&mut self, site: usize, callee: FuncId) {
        self.sites[site].callees.push(callee);
        self.reach(callee);
        for &param in &self.program.funcs[callee].params {
            let object = self.var_object(param);
            let target = self.solver.memory.target(object, 0);
            self.solver.memory.inflow(target, UNKNOWN_LEN, self.stash);
        }
        self.solver.sync();
    }

    pub(super) fn copy_to(&mut self, to: NodeId, from: Option<NodeId>, len: i64) {
        if let Some(from) = from {
            self.copy_bytes(Where::Through(to), Where::Through(from), len, || {
                Shape::Unset
            });
        }
    }

    pub(super) fn allocate(&mut self, site: usize) -> NodeId {
        let CallSite { func, edge, .. } = self.sites[site];
        self.dynamic_object(ObjectKind::Heap(func, edge))
    }
}
