//! Objects that constraints speak of: variables with their initial contents, functions, results, what is allocated.

use super::super::memory::{ANY, NodeId, ObjId};
use super::super::shape::Shape;
use super::super::solve::{Step, Use};
use super::super::{ObjectKind, Outside, UNKNOWN_LEN};
use super::{Builder, Where};
use ir::types::DataModel;
use ir::{ExprId, FuncId, InitValue, KnownObject, PlaceId, Term, VarId};

impl<'p> Builder<'p> {
    /// An object that the program allocates.
    pub(super) fn dynamic_object(&mut self, kind: ObjectKind) -> NodeId {
        let object = self.solver.memory.add(kind, Shape::Unset);
        if self.havocked {
            let target = self.solver.memory.target(object, 0);
            self.flood(Where::Fixed(target), UNKNOWN_LEN);
        }
        let address = self.address_of(object);
        if self.is_known(kind) {
            self.solver.add_edge(address, self.unknown);
        }
        address
    }

    /// Whether an address of what a statement allocates is known outside.
    fn is_known(&self, kind: ObjectKind) -> bool {
        let (ObjectKind::Heap(func, edge) | ObjectKind::Stack(func, edge)) = kind else {
            return false;
        };
        let body = self.program.funcs[func].body.as_ref();
        let own = body.map(|cfg| KnownObject::Allocated(func, cfg.edge(edge).span));
        let mut known = self.program.known_outside.iter();
        known.any(|known| {
            Some(known.object) == own && !mutants::is("what-slicing-leaves-out-was-given-to-nobody")
        })
    }

    /// What is known outside from the start is what outside memory leads to.
    pub(super) fn know_outside(&mut self) {
        for known in &self.program.known_outside {
            if mutants::is("what-slicing-leaves-out-was-given-to-nobody") {
                return;
            }
            let object = match known.object {
                KnownObject::Var(var) => self.var_object(var),
                KnownObject::Func(func) => self.func_object(func),
                KnownObject::Allocated(..) => continue,
            };
            let target = self
                .solver
                .memory
                .target(object, known.offset.unwrap_or(ANY));
            let target = self.solver.memory.brought_in(target);
            self.solver.add_target(self.unknown, target);
        }
    }

    /// The variable may hold anything from outside.
    pub(super) fn open_variable(&mut self, var: VarId) {
        let object = self.var_object(var);
        let target = self.solver.memory.target(object, 0);
        self.flood(Where::Fixed(target), UNKNOWN_LEN);
    }

    pub(super) fn pointer_len(&self) -> i64 {
        self.program.types.pointer_size() as i64
    }

    /// The node of the address at which a `va_list` keeps its place.
    pub(super) fn va_area(&mut self, list: ExprId) -> Option<NodeId> {
        let node = self.node(list)?;
        match self.program.types.model() {
            DataModel::Ilp32 => Some(node),
            DataModel::Lp64 => Some(self.stepped(node, Step::Field(8))),
        }
    }

    pub(super) fn va_arg(&mut self, result: PlaceId, list: ExprId) {
        let len = self.pointer_len();
        let Some(area) = self
            .va_area(list)
            .filter(|_| !mutants::is("variable-arguments-carry-no-pointers"))
        else {
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

    pub(super) fn address_of(&mut self, object: ObjId) -> NodeId {
        let target = self.solver.memory.target(object, 0);
        self.solver.constant(target)
    }

    pub(in crate::points_to) fn var_object(&mut self, var: VarId) -> ObjId {
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

    pub(super) fn initialise_variables(&mut self) {
        while let Some(var) = self.fresh_vars.pop() {
            match &self.program.vars[var].init {
                Some(init) => {
                    let object = self.var_object(var);
                    self.initialise(object, &init.items);
                }
                None => self.share_variable(var),
            }
        }
    }

    /// A variable that is defined outside: what is put there is known there.
    fn share_variable(&mut self, var: VarId) {
        self.open_variable(var);
        if self.config.outside == Outside::Escaped {
            let object = self.var_object(var);
            let from = self.solver.memory.target(object, 0);
            self.solver.memory.copy(self.outside, from, UNKNOWN_LEN);
            self.solver.sync();
        }
    }

    fn initialise(&mut self, object: ObjId, items: &'p [ir::InitItem]) {
        for item in items {
            let InitValue::Scalar(e) = item.value else {
                continue;
            };
            self.build_terms(vec![Term::Expr(e)]);
            if let Some(node) = self
                .node(e)
                .filter(|_| !mutants::is("initialisers-hold-no-pointers"))
            {
                let target = self
                    .solver
                    .memory
                    .target(object, (item.bit_offset / 8) as i64);
                let len = self.len_of(self.program.type_of(e));
                self.store_at(Where::Fixed(target), len, Some(node));
            }
        }
    }

    pub(super) fn func_object(&mut self, func: FuncId) -> ObjId {
        let memory = &mut self.solver.memory;
        *self
            .funcs
            .entry(func)
            .or_insert_with(|| memory.add(ObjectKind::Func(func), Shape::Opaque))
    }

    /// Where returned values pass.
    pub(super) fn return_object(&mut self, func: FuncId) -> Option<ObjId> {
        let ty = self.program.return_type(func);
        if self.program.types.is_void(ty) {
            return None;
        }
        let memory = &mut self.solver.memory;
        let shape = Shape::Typed { ty, repeat: false };
        let object = self.returns.entry(func);
        Some(*object.or_insert_with(|| memory.add(ObjectKind::Return(func), shape)))
    }

    pub(super) fn vararg_object(&mut self, func: FuncId) -> ObjId {
        let memory = &mut self.solver.memory;
        *self
            .varargs
            .entry(func)
            .or_insert_with(|| memory.add(ObjectKind::VarArgs(func), Shape::One))
    }
}
