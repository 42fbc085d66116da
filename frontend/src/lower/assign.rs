//! Assignments, compound assignments, increments.

use super::Lowerer;
use super::body::Mark;
use super::call::{Call, Prepared};
use super::lvalue::LValue;
use crate::syntax::ast;
use ir::types::TypeId;
use ir::{BinaryOp, ExprId, PlaceId, PlaceKind};
use source::Span;

/// Whether the operator is `++` or `--`.
pub(super) fn is_step(op: ast::UnaryOp) -> bool {
    use ast::UnaryOp::{PostDec, PostInc, PreDec, PreInc};
    matches!(op, PreInc | PreDec | PostInc | PostDec)
}

/// What an assignment is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Effect,
    Value,
}

/// What an assignment has done.
#[derive(Clone, Copy, Debug)]
struct Stored {
    place: PlaceId,
    /// What was stored, if it was kept: reading something volatile again would be another read.
    kept: Option<ExprId>,
}

impl Lowerer<'_> {
    /// An assignment as a statement.
    pub(super) fn assign_effect(
        &mut self,
        op: Option<ast::BinaryOp>,
        lhs: ast::ExprId,
        rhs: ast::ExprId,
        span: Span,
    ) {
        self.assigned(op, lhs, rhs, span, Purpose::Effect);
    }

    /// The value of an assignment is that of the target afterwards.
    pub(super) fn assignment(
        &mut self,
        op: Option<ast::BinaryOp>,
        lhs: ast::ExprId,
        rhs: ast::ExprId,
        span: Span,
    ) -> ExprId {
        let stored = self.assigned(op, lhs, rhs, span, Purpose::Value);
        self.stored_value(stored)
    }

    fn assigned(
        &mut self,
        op: Option<ast::BinaryOp>,
        lhs: ast::ExprId,
        rhs: ast::ExprId,
        span: Span,
        purpose: Purpose,
    ) -> Stored {
        match op {
            None => self.simple(lhs, rhs, span, purpose),
            Some(op) => self.compound(op, lhs, rhs, span, purpose),
        }
    }

    /// What was just stored: a variable is read again, through pointers it is kept.
    fn stored_value(&mut self, stored: Stored) -> ExprId {
        if let Some(kept) = stored.kept {
            return kept;
        }
        let value = self.load_scalar(stored.place);
        let aggregate = self.program.types.is_aggregate(self.program.type_of(value));
        let variable = matches!(
            self.program.terms.place(stored.place).kind,
            PlaceKind::Var(_)
        );
        if aggregate || variable {
            return value;
        }
        self.saved(value)
    }

    /// Assigns a value of the target's type.
    fn put(&mut self, place: PlaceId, value: ExprId, purpose: Purpose) -> Stored {
        let scalar = self.program.types.is_scalar(self.program.type_of(value));
        if purpose == Purpose::Effect || !scalar || !self.program.is_volatile(place) {
            self.assign(place, value);
            return Stored { place, kept: None };
        }
        let kept = self.saved(value);
        self.assign(place, kept);
        let kept = Some(self.as_read(place, kept));
        Stored { place, kept }
    }

    /// `lhs = rhs`: what the value is computed from comes first, then the place; a call whose
    /// result is stored as it is, or a load, happens last.
    fn simple(
        &mut self,
        lhs: ast::ExprId,
        rhs: ast::ExprId,
        span: Span,
        purpose: Purpose,
    ) -> Stored {
        match &self.ast.exprs[rhs].kind {
            ast::ExprKind::Call { callee, args } => {
                let call_span = self.ast.exprs[rhs].span;
                self.assign_call(lhs, *callee, args, call_span, purpose)
            }
            ast::ExprKind::Comma { lhs: first, rhs } => {
                self.effect(*first);
                self.deep(|l| l.simple(lhs, *rhs, span, purpose))
            }
            ast::ExprKind::CompoundLiteral { .. } => {
                let target = self.target(lhs, span);
                let mark = self.mark();
                let value = self.rvalue(rhs);
                let place = self.protected_place(target.place, mark);
                self.store_for(place, value, span, purpose)
            }
            _ => {
                let value = self.rvalue(rhs);
                let mark = self.mark();
                let target = self.target(lhs, span);
                let value = self.protected_operands(value, mark);
                self.store_for(target.place, value, span, purpose)
            }
        }
    }

    /// Converts and assigns.
    pub(super) fn store(&mut self, place: PlaceId, value: ExprId, span: Span) {
        self.store_for(place, value, span, Purpose::Effect);
    }

    fn store_for(&mut self, place: PlaceId, value: ExprId, span: Span, purpose: Purpose) -> Stored {
        let value = self.convert(value, self.program.place_type(place), span);
        self.put(place, value, purpose)
    }

    /// `x = f(…)`: arguments, place, call; the call writes the target itself if it is a variable
    /// of the right type.
    fn assign_call(
        &mut self,
        lhs: ast::ExprId,
        callee: ast::ExprId,
        args: &[ast::ExprId],
        span: Span,
        purpose: Purpose,
    ) -> Stored {
        let prepared = self.prepare_call(callee, args, span);
        let mark = self.mark();
        let target = self.target(lhs, span);
        let ty = self.program.place_type(target.place);
        let place = target.place;
        let direct = matches!(self.program.terms.place(place).kind, PlaceKind::Var(_));
        let prepared = match prepared {
            Prepared::Value(value) => {
                let value = self.protected(value, mark);
                return self.store_for(place, value, span, purpose);
            }
            // The result is converted, so the call comes before the place after all.
            Prepared::Call(call) if call.ret() != ty || self.program.bit_width(place).is_some() => {
                return self.converted_call(lhs, call, mark, span, purpose);
            }
            Prepared::Call(call) => self.protected_call(call, mark),
        };
        let mark = self.mark();
        if let Some(value) = self.finish_call(prepared, direct.then_some(place), span) {
            let place = self.protected_place(place, mark);
            return self.store_for(place, value, span, purpose);
        }
        Stored { place, kept: None }
    }

    /// The target was lowered before the call to know its type; it is lowered again after it.
    fn converted_call(
        &mut self,
        lhs: ast::ExprId,
        call: Call,
        mark: Option<Mark>,
        span: Span,
        purpose: Purpose,
    ) -> Stored {
        if let (Some(body), Some(mark)) = (&mut self.body, mark) {
            body.rewind(mark);
        }
        let value = self.finish_call(call, None, span);
        let mark = self.mark();
        let place = self.target(lhs, span).place;
        match value {
            Some(value) => {
                let value = self.protected(value, mark);
                self.store_for(place, value, span, purpose)
            }
            None => Stored { place, kept: None },
        }
    }

    /// `lhs op= rhs`: the value first, then the place.
    fn compound(
        &mut self,
        op: ast::BinaryOp,
        lhs: ast::ExprId,
        rhs: ast::ExprId,
        span: Span,
        purpose: Purpose,
    ) -> Stored {
        let value = self.scalar_or_vector(rhs, span);
        let mark = self.mark();
        let target = self.target(lhs, span);
        let value = self.protected(value, mark);
        self.update(op, target.place, value, span, purpose)
    }

    /// `place = place op value`.
    fn update(
        &mut self,
        op: ast::BinaryOp,
        place: PlaceId,
        value: ExprId,
        span: Span,
        purpose: Purpose,
    ) -> Stored {
        let ty = self.program.place_type(place);
        let old = if self.is_vector(ty) {
            self.program.load(place)
        } else if self.program.types.is_scalar(ty) {
            self.read_scalar(place)
        } else {
            let text = format!("'{}' cannot be updated", self.show(ty));
            self.error(span, text);
            return Stored { place, kept: None };
        };
        let new = self.operate(op, old, value, span);
        self.store_for(place, new, span, purpose)
    }

    /// What an assignment assigns.
    fn target(&mut self, e: ast::ExprId, span: Span) -> LValue {
        if !self.is_lvalue(e) {
            self.error(span, "this cannot be assigned to");
            return self.poison_lvalue();
        }
        let lvalue = self.lvalue(e);
        let ty = self.program.place_type(lvalue.place);
        if self.program.types.is_array(ty) || !self.program.types.is_complete(ty) {
            let text = format!("an object of type '{}' cannot be assigned", self.show(ty));
            self.error(span, text);
            return self.poison_lvalue();
        }
        lvalue
    }

    /// `++x;` as a statement.
    pub(super) fn step_effect(&mut self, op: ast::UnaryOp, arg: ast::ExprId, span: Span) {
        let target = self.target(arg, span);
        self.step_place(op, target.place, None, span, Purpose::Effect);
    }

    /// The value of `++x` or `x++`.
    pub(super) fn step(&mut self, op: ast::UnaryOp, arg: ast::ExprId, span: Span) -> ExprId {
        let place = self.target(arg, span).place;
        match op {
            ast::UnaryOp::PreInc | ast::UnaryOp::PreDec => {
                let stored = self.step_place(op, place, None, span, Purpose::Value);
                self.stored_value(stored)
            }
            _ => {
                let old = self.read_scalar(place);
                let old = match self.program.is_volatile(place) {
                    true => old,
                    false => self.saved(old),
                };
                self.step_place(op, place, Some(old), span, Purpose::Effect);
                if mutants::is("the-value-of-x++-is-the-new-one") {
                    return self.read_scalar(place);
                }
                old
            }
        }
    }

    /// Adds or subtracts one; `old` is the value it had, if that was saved.
    fn step_place(
        &mut self,
        op: ast::UnaryOp,
        place: PlaceId,
        old: Option<ExprId>,
        span: Span,
        purpose: Purpose,
    ) -> Stored {
        let binary = match op {
            ast::UnaryOp::PreInc | ast::UnaryOp::PostInc => ast::BinaryOp::Add,
            _ => ast::BinaryOp::Sub,
        };
        let ty = self.program.place_type(place);
        if ty == self.program.types.bool() {
            return self.step_bool(binary, place, old, purpose);
        }
        let one = self.program.int(1);
        match old {
            None => self.update(binary, place, one, span, purpose),
            Some(old) => {
                let new = self.operate(binary, old, one, span);
                self.store_for(place, new, span, purpose)
            }
        }
    }

    /// `b++` makes a `_Bool` true, `b--` flips it.
    fn step_bool(
        &mut self,
        op: ast::BinaryOp,
        place: PlaceId,
        old: Option<ExprId>,
        purpose: Purpose,
    ) -> Stored {
        let ty: TypeId = self.program.types.bool();
        let new = if op == ast::BinaryOp::Add {
            self.program.int_const(1, ty)
        } else {
            let old = old.unwrap_or_else(|| self.read_scalar(place));
            let zero = self.program.zero(self.program.type_of(old));
            let flipped = self.program.binary(BinaryOp::Eq, old, zero);
            self.program.cast(flipped, ty)
        };
        self.put(place, new, purpose)
    }
}
