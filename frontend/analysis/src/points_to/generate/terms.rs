//! Nodes of expressions and places, children before parents.

use super::super::memory::{NodeId, TargetId};
use super::super::outside_types::{is_part_of_address, is_told_apart};
use super::super::shape::Shape;
use super::super::solve::{Step, Use};
use super::super::{ObjectKind, access_len, field_offset, is_aligning, member};
use super::{Builder, Value, Where};
use ir::types::{IntKind, TypeId};
use ir::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, Stmt, Term};
use source::entity::EntityId;

impl Builder<'_> {
    /// Nodes for all terms of a statement, children first.
    pub(super) fn build(&mut self, stmt: &Stmt) {
        let mut roots: Vec<Term> = stmt.exprs().into_iter().map(Term::Expr).collect();
        roots.extend(stmt.written().map(Term::Place));
        self.build_terms(roots);
    }

    pub(super) fn build_terms(&mut self, mut stack: Vec<Term>) {
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

    pub(super) fn expr(&mut self, id: ExprId) -> Option<NodeId> {
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

    pub(super) fn load(&mut self, place: PlaceId, ty: TypeId) -> Option<NodeId> {
        let types = &self.program.types;
        if types.is_aggregate(ty) {
            return None;
        }
        let len = self.access_len(place);
        match self.places[place] {
            Where::Fixed(target) => {
                let cell = self.solver.memory.access(target, len);
                self.solver.sync();
                cell.map(|cell| self.cut(cell, ty))
            }
            Where::Through(node) => {
                let to = self.solver.new_node();
                self.solver.add_use(node, Use::Load { to, len });
                // What is stored as a number may be read as an address.
                let tells_apart = self.solver.memory.from_there.is_some();
                Some(match tells_apart && types.is_pointer(ty) {
                    true => self.revealed(to),
                    false => self.cut(to, ty),
                })
            }
            Where::Unbuilt => None,
        }
    }

    pub(super) fn cast(&mut self, arg: ExprId, to: TypeId) -> Option<NodeId> {
        let types = &self.program.types;
        let from = self.program.type_of(arg);
        if types.int_kind(to) == Some(IntKind::Bool) {
            return None;
        }
        let node = self.node(arg);
        // The bits of an address may lie in a floating-point variable, and so may its number.
        if types.is_float(to) || types.is_float(from) {
            return node.map(|node| self.stepped(node, Step::Anywhere));
        }
        if !types.is_pointer(to) {
            return node.map(|node| self.cut(node, to));
        }
        if types.is_pointer(from) {
            let node = node?;
            if let Some(target) = types.target(to) {
                self.solver.add_use(node, Use::Hint(target));
            }
            return Some(match types.target(from) {
                Some(ty) if is_told_apart(types, ty) => self.stepped(node, Step::Seen(ty)),
                _ => node,
            });
        }
        if mutants::is("pointers-made-of-integers-lead-nowhere") {
            return None;
        }
        node.map(|node| self.revealed(node))
    }

    /// What is left of an address in a value of a type.
    fn cut(&mut self, node: NodeId, ty: TypeId) -> NodeId {
        let is_cut = self.solver.memory.tells_apart && is_part_of_address(&self.program.types, ty);
        match is_cut {
            true => self.stepped(node, Step::Cut),
            false => node,
        }
    }

    /// A pointer made from an integer: one that came from outside may be any address known there.
    pub(super) fn revealed(&mut self, node: NodeId) -> NodeId {
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

    pub(super) fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Option<NodeId> {
        let program = self.program;
        let ty = program.type_of(a);
        if op.is_comparison() {
            return None;
        }
        let (x, y) = (self.node(a), self.node(b));
        if op == BinaryOp::PtrDiff {
            // The distance from a fixed address is an address still.
            return match (x, y) {
                (Some(x), None) => Some(self.stepped(x, Step::Anywhere)),
                _ => None,
            };
        }
        if op == BinaryOp::PtrAdd {
            let Some(x) = x else {
                return y.map(|y| self.revealed(y));
            };
            let target = program.types.target(ty)?;
            self.solver.add_use(x, Use::Hint(target));
            let size = program.types.size_or_one(target).map_or(1, |s| s as i64);
            let step = match program.const_value(b) {
                Some(k) if k < 0 && mutants::is("pointers-do-not-move-back") => Step::Bytes(0),
                Some(k) => Step::Bytes(clamp(k).saturating_mul(size)),
                None => Step::Elements(size),
            };
            return Some(self.stepped(x, step));
        }
        let by = |e| program.const_value(e).map(clamp);
        match (op, x, y) {
            (_, None, None) => None,
            (BinaryOp::Add, Some(x), None) if by(b).is_some() => Some(self.added(x, a, by(b)?)),
            (BinaryOp::Sub, Some(x), None) if by(b).is_some() => Some(self.added(x, a, -by(b)?)),
            (BinaryOp::Add, None, Some(y)) if by(a).is_some() => Some(self.added(y, b, by(a)?)),
            _ => {
                let result = self.solver.new_node();
                let step = match is_aligning(program, op, a, b) {
                    true => Step::Aligned,
                    false => Step::Anywhere,
                };
                for source in x.into_iter().chain(y) {
                    self.solver.add_use(source, Use::Step { to: result, step });
                }
                Some(result)
            }
        }
    }

    /// A number and so much.
    fn added(&mut self, node: NodeId, number: ExprId, by: i64) -> NodeId {
        let of_pointer = match self.program.terms.expr(number).kind {
            ExprKind::Cast(arg) => self.program.types.is_pointer(self.program.type_of(arg)),
            _ => false,
        };
        let step = match of_pointer {
            true => Step::Bytes(by),
            false => Step::Number(by),
        };
        self.stepped(node, step)
    }

    pub(super) fn stepped(&mut self, node: NodeId, step: Step) -> NodeId {
        if matches!(step, Step::Field(0) | Step::Bytes(0)) {
            return node;
        }
        let to = self.solver.new_node();
        self.solver.add_use(node, Use::Step { to, step });
        to
    }

    pub(super) fn place(&mut self, id: PlaceId) -> Where {
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
                let ty = program.place_type(id);
                self.hint(Where::Through(node), ty);
                let node = match program.types.is_scalar(ty) {
                    true => self.stepped(node, Step::Seen(ty)),
                    false => node,
                };
                Where::Through(node)
            }
            PlaceKind::Field(base, _) => {
                let by = field_offset(program, id);
                match self.places[base] {
                    Where::Fixed(target) => {
                        let (object, off) = self.solver.memory.targets[target];
                        Where::Fixed(self.solver.memory.target(object, off.saturating_add(by)))
                    }
                    Where::Through(node) => {
                        let step = Step::Member(member(program, id, base));
                        Where::Through(self.stepped(node, step))
                    }
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
    pub(super) fn element(&mut self, target: TargetId, id: PlaceId, index: ExprId) -> Where {
        let memory = &mut self.solver.memory;
        let (object, off) = memory.targets[target];
        let size = access_len(self.program, id);
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
