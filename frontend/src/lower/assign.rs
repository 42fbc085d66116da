//! Assignments, compound assignments, increments.

use super::Lowerer;
use super::body::Mark;
use super::call::{Call, Prepared};
use super::lvalue::LValue;
use crate::ir::{BinaryOp, ExprId, PlaceId, PlaceKind};
use crate::source::Span;
use crate::syntax::ast;
use crate::types::TypeId;

/// Whether the operator is `++` or `--`.
pub(super) fn is_step(op: ast::UnaryOp) -> bool {
    use ast::UnaryOp::{PostDec, PostInc, PreDec, PreInc};
    matches!(op, PreInc | PreDec | PostInc | PostDec)
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
        match op {
            None => {
                self.simple(lhs, rhs, span);
            }
            Some(op) => {
                self.compound(op, lhs, rhs, span);
            }
        }
    }

    /// The value of an assignment is that of the target afterwards.
    pub(super) fn assignment(
        &mut self,
        op: Option<ast::BinaryOp>,
        lhs: ast::ExprId,
        rhs: ast::ExprId,
        span: Span,
    ) -> ExprId {
        let place = match op {
            None => self.simple(lhs, rhs, span),
            Some(op) => self.compound(op, lhs, rhs, span),
        };
        self.stored_value(place)
    }

    /// What was just stored: a variable is read again, through pointers it is kept.
    fn stored_value(&mut self, place: PlaceId) -> ExprId {
        let value = self.load_scalar(place);
        let aggregate = self.program.types.is_aggregate(self.program.type_of(value));
        if aggregate || matches!(self.program.terms.place(place).kind, PlaceKind::Var(_)) {
            return value;
        }
        self.saved(value)
    }

    /// `lhs = rhs`: what the value is computed from comes first, then the place; a call whose
    /// result is stored as it is, or a load, happens last.
    fn simple(&mut self, lhs: ast::ExprId, rhs: ast::ExprId, span: Span) -> PlaceId {
        match &self.ast.exprs[rhs].kind {
            ast::ExprKind::Call { callee, args } => {
                let call_span = self.ast.exprs[rhs].span;
                self.assign_call(lhs, *callee, args, call_span)
            }
            ast::ExprKind::Comma { lhs: first, rhs } => {
                self.effect(*first);
                self.deep(|l| l.simple(lhs, *rhs, span))
            }
            ast::ExprKind::CompoundLiteral { .. } => {
                let target = self.target(lhs, span);
                let mark = self.mark();
                let value = self.rvalue(rhs);
                let place = self.protected_place(target.place, mark);
                self.store(place, value, span);
                place
            }
            _ => {
                let value = self.rvalue(rhs);
                let mark = self.mark();
                let target = self.target(lhs, span);
                let value = self.protected_operands(value, mark);
                self.store(target.place, value, span);
                target.place
            }
        }
    }

    /// Converts and assigns.
    pub(super) fn store(&mut self, place: PlaceId, value: ExprId, span: Span) {
        let value = self.convert(value, self.program.place_type(place), span);
        self.assign(place, value);
    }

    /// `x = f(…)`: arguments, place, call; the call writes the target itself if it is a variable
    /// of the right type.
    fn assign_call(
        &mut self,
        lhs: ast::ExprId,
        callee: ast::ExprId,
        args: &[ast::ExprId],
        span: Span,
    ) -> PlaceId {
        let prepared = self.prepare_call(callee, args, span);
        let mark = self.mark();
        let target = self.target(lhs, span);
        let ty = self.program.place_type(target.place);
        let place = target.place;
        let direct = matches!(self.program.terms.place(place).kind, PlaceKind::Var(_));
        let prepared = match prepared {
            Prepared::Value(value) => {
                let value = self.protected(value, mark);
                self.store(place, value, span);
                return place;
            }
            // The result is converted, so the call comes before the place after all.
            Prepared::Call(call) if call.ret() != ty || self.program.bit_width(place).is_some() => {
                return self.converted_call(lhs, call, mark, span);
            }
            Prepared::Call(call) => self.protected_call(call, mark),
        };
        let mark = self.mark();
        if let Some(value) = self.finish_call(prepared, direct.then_some(place), span) {
            let place = self.protected_place(place, mark);
            self.store(place, value, span);
            return place;
        }
        place
    }

    /// The target was lowered before the call to know its type; it is lowered again after it.
    fn converted_call(
        &mut self,
        lhs: ast::ExprId,
        call: Call,
        mark: Option<Mark>,
        span: Span,
    ) -> PlaceId {
        if let (Some(body), Some(mark)) = (&mut self.body, mark) {
            body.rewind(mark);
        }
        let value = self.finish_call(call, None, span);
        let mark = self.mark();
        let target = self.target(lhs, span);
        if let Some(value) = value {
            let value = self.protected(value, mark);
            self.store(target.place, value, span);
        }
        target.place
    }

    /// `lhs op= rhs`: the value first, then the place.
    fn compound(
        &mut self,
        op: ast::BinaryOp,
        lhs: ast::ExprId,
        rhs: ast::ExprId,
        span: Span,
    ) -> PlaceId {
        let value = self.scalar(rhs, span);
        let mark = self.mark();
        let target = self.target(lhs, span);
        let value = self.protected(value, mark);
        self.update(op, target.place, value, span);
        target.place
    }

    /// `place = place op value`.
    fn update(&mut self, op: ast::BinaryOp, place: PlaceId, value: ExprId, span: Span) {
        let ty = self.program.place_type(place);
        if !self.program.types.is_scalar(ty) {
            let text = format!("'{}' cannot be updated", self.show(ty));
            self.error(span, text);
            return;
        }
        let old = self.read_scalar(place);
        let new = self.operate(op, old, value, span);
        let new = self.convert(new, ty, span);
        self.assign(place, new);
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
        self.step_place(op, target.place, None, span);
    }

    /// The value of `++x` or `x++`.
    pub(super) fn step(&mut self, op: ast::UnaryOp, arg: ast::ExprId, span: Span) -> ExprId {
        let target = self.target(arg, span);
        match op {
            ast::UnaryOp::PreInc | ast::UnaryOp::PreDec => {
                self.step_place(op, target.place, None, span);
                self.stored_value(target.place)
            }
            _ => {
                let old = self.load_scalar(target.place);
                let old = self.saved(old);
                self.step_place(op, target.place, Some(old), span);
                old
            }
        }
    }

    /// Adds or subtracts one; `old` is the value it had, if that was saved.
    fn step_place(&mut self, op: ast::UnaryOp, place: PlaceId, old: Option<ExprId>, span: Span) {
        let binary = match op {
            ast::UnaryOp::PreInc | ast::UnaryOp::PostInc => ast::BinaryOp::Add,
            _ => ast::BinaryOp::Sub,
        };
        let ty = self.program.place_type(place);
        if ty == self.program.types.bool() {
            return self.step_bool(binary, place);
        }
        let one = self.program.int(1);
        match old {
            None => self.update(binary, place, one, span),
            Some(old) => {
                let new = self.operate(binary, old, one, span);
                let new = self.convert(new, ty, span);
                self.assign(place, new);
            }
        }
    }

    /// `b++` makes a `_Bool` true, `b--` flips it.
    fn step_bool(&mut self, op: ast::BinaryOp, place: PlaceId) {
        let ty: TypeId = self.program.types.bool();
        let new = if op == ast::BinaryOp::Add {
            self.program.int_const(1, ty)
        } else {
            let old = self.program.load(place);
            let zero = self.program.zero(ty);
            let flipped = self.program.binary(BinaryOp::Eq, old, zero);
            self.program.cast(flipped, ty)
        };
        self.assign(place, new);
    }
}
