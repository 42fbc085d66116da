//! Binary operators: conversions, pointer arithmetic, and the order of their operands.

use super::Lowerer;
use crate::syntax::ast;
use ir::{BinaryOp, ExprId, ExprKind, PlaceKind, UnaryOp};
use source::Span;

impl Lowerer<'_> {
    pub(super) fn binary(
        &mut self,
        e: ast::ExprId,
        op: ast::BinaryOp,
        lhs: ast::ExprId,
        rhs: ast::ExprId,
        span: Span,
    ) -> ExprId {
        if matches!(op, ast::BinaryOp::LogAnd | ast::BinaryOp::LogOr) {
            return self.logical(e);
        }
        let left = self.scalar_or_vector(lhs, span);
        let mark = self.mark();
        let right = self.scalar_or_vector(rhs, span);
        let left = match self.reads_late(left, right, op) {
            true => left,
            false => self.protected(left, mark),
        };
        self.operate(op, left, right, span)
    }

    /// gcc puts a variable on the left of a commutative operator last, and reads locals that are
    /// not in memory when the operation happens.
    fn reads_late(&mut self, left: ExprId, right: ExprId, op: ast::BinaryOp) -> bool {
        let ExprKind::Load(place) = self.program.terms.expr(left).kind else {
            return false;
        };
        let PlaceKind::Var(var) = self.program.terms.place(place).kind else {
            return false;
        };
        let ty = self.program.type_of(left);
        if self.reads.is_register(var) {
            return true;
        }
        let swaps = matches!(
            op,
            ast::BinaryOp::Add
                | ast::BinaryOp::Mul
                | ast::BinaryOp::BitAnd
                | ast::BinaryOp::BitOr
                | ast::BinaryOp::BitXor
                | ast::BinaryOp::Eq
                | ast::BinaryOp::Ne
                | ast::BinaryOp::Lt
                | ast::BinaryOp::Gt
                | ast::BinaryOp::Le
                | ast::BinaryOp::Ge
        );
        let arithmetic = self.program.types.is_arithmetic(ty)
            && self
                .program
                .types
                .is_arithmetic(self.program.type_of(right));
        swaps && arithmetic && self.common_type(ty, self.program.type_of(right)) == ty
    }

    /// The operator on two values, with all conversions.
    pub(super) fn operate(
        &mut self,
        op: ast::BinaryOp,
        left: ExprId,
        right: ExprId,
        span: Span,
    ) -> ExprId {
        if let Some(value) = self.vector_binary(op, left, right, span) {
            return value;
        }
        let (a, b) = (self.program.type_of(left), self.program.type_of(right));
        let types = &self.program.types;
        let pointers = (types.is_pointer(a), types.is_pointer(b));
        match op {
            ast::BinaryOp::Add if pointers.0 => self.offset(left, right, false, span),
            ast::BinaryOp::Add if pointers.1 => self.offset(right, left, false, span),
            ast::BinaryOp::Sub if pointers == (true, true) => self.pointer_diff(left, right, span),
            ast::BinaryOp::Sub if pointers.0 => self.offset(left, right, true, span),
            _ if comparison(op).is_some() && (pointers.0 || pointers.1) => {
                self.compare_pointers(op, left, right, span)
            }
            ast::BinaryOp::Shl | ast::BinaryOp::Shr => self.shift(op, left, right, span),
            _ => self.arithmetic_op(op, left, right, span),
        }
    }

    fn arithmetic_op(
        &mut self,
        op: ast::BinaryOp,
        left: ExprId,
        right: ExprId,
        span: Span,
    ) -> ExprId {
        let (a, b) = (self.program.type_of(left), self.program.type_of(right));
        let types = &self.program.types;
        let integers_only = matches!(
            op,
            ast::BinaryOp::Rem
                | ast::BinaryOp::BitAnd
                | ast::BinaryOp::BitOr
                | ast::BinaryOp::BitXor
        );
        let fits = |ty| {
            if integers_only {
                types.is_integer(ty)
            } else {
                types.is_arithmetic(ty)
            }
        };
        if !fits(a) || !fits(b) {
            let text = format!(
                "the operator does not take '{}' and '{}'",
                self.show(a),
                self.show(b)
            );
            self.error(span, text);
            return self.poison();
        }
        let (left, right) = self.usual(left, right);
        let op = match op {
            ast::BinaryOp::Mul => BinaryOp::Mul,
            ast::BinaryOp::Div => BinaryOp::Div,
            ast::BinaryOp::Rem => BinaryOp::Rem,
            ast::BinaryOp::Add => BinaryOp::Add,
            ast::BinaryOp::Sub => BinaryOp::Sub,
            ast::BinaryOp::BitAnd => BinaryOp::BitAnd,
            ast::BinaryOp::BitXor => BinaryOp::BitXor,
            ast::BinaryOp::BitOr => BinaryOp::BitOr,
            other => comparison(other).unwrap_or(BinaryOp::Eq),
        };
        self.program.binary(op, left, right)
    }

    /// The right operand of a shift takes the type of the result: only its low bits matter where
    /// the shift is defined.
    fn shift(&mut self, op: ast::BinaryOp, left: ExprId, right: ExprId, span: Span) -> ExprId {
        let types = &self.program.types;
        let integer = |e| types.is_integer(self.program.type_of(e));
        if !integer(left) || !integer(right) {
            self.error(span, "a shift takes integers");
            return self.poison();
        }
        let left = self.promote(left);
        let right = self.promote(right);
        let right = self.program.cast(right, self.program.type_of(left));
        let op = match op {
            ast::BinaryOp::Shl => BinaryOp::Shl,
            _ => BinaryOp::Shr,
        };
        self.program.binary(op, left, right)
    }

    /// A pointer plus or minus an integer.
    fn offset(&mut self, pointer: ExprId, by: ExprId, minus: bool, span: Span) -> ExprId {
        let mut index = self.index_value(by, span);
        if minus {
            index = self.program.unary(UnaryOp::Neg, index);
        }
        self.pointer_add(pointer, index, span)
    }

    /// A pointer plus a `ptrdiff_t`; over elements of variable size, in bytes.
    pub(super) fn pointer_add(&mut self, pointer: ExprId, index: ExprId, span: Span) -> ExprId {
        let ty = self.program.type_of(pointer);
        let Some(target) = self.program.types.target(ty) else {
            let text = format!("'{}' is not a pointer", self.show(ty));
            self.error(span, text);
            return self.poison();
        };
        if self.program.types.is_variable(target) {
            let size = self.size_value(target, span);
            let size = self.program.cast(size, self.program.types.ptrdiff_t());
            let bytes = self.program.binary(BinaryOp::Mul, index, size);
            let chars = self.program.types.pointer(self.program.types.char());
            let pointer = self.program.cast(pointer, chars);
            let moved = self.program.binary(BinaryOp::PtrAdd, pointer, bytes);
            return self.program.cast(moved, ty);
        }
        if self.program.types.size_or_one(target).is_none() {
            let text = format!(
                "arithmetic on a pointer to '{}', which has no size",
                self.show(target)
            );
            self.error(span, text);
            return pointer;
        }
        self.program.binary(BinaryOp::PtrAdd, pointer, index)
    }

    fn pointer_diff(&mut self, left: ExprId, right: ExprId, span: Span) -> ExprId {
        let ty = self.program.type_of(left);
        let right = self.program.cast(right, ty);
        let target = self.program.types.target(ty).unwrap_or(ty);
        if self.program.types.is_variable(target) {
            let chars = self.program.types.pointer(self.program.types.char());
            let (left, right) = (
                self.program.cast(left, chars),
                self.program.cast(right, chars),
            );
            let bytes = self.program.binary(BinaryOp::PtrDiff, left, right);
            let size = self.size_value(target, span);
            let size = self.program.cast(size, self.program.types.ptrdiff_t());
            return self.program.binary(BinaryOp::Div, bytes, size);
        }
        match self.program.types.size_or_one(target) {
            Some(0) | None => {
                self.error(span, "the difference of pointers to objects without a size");
                self.program.index_const(0)
            }
            Some(_) => self.program.binary(BinaryOp::PtrDiff, left, right),
        }
    }

    fn compare_pointers(
        &mut self,
        op: ast::BinaryOp,
        left: ExprId,
        right: ExprId,
        span: Span,
    ) -> ExprId {
        let (a, b) = (self.program.type_of(left), self.program.type_of(right));
        let types = &self.program.types;
        if types.is_float(a) || types.is_float(b) {
            self.error(span, "a pointer cannot be compared with a floating number");
            return self.poison();
        }
        // Null constants and `void *` take the other's type; otherwise the left one's.
        let void = |ty| types.target(ty) == Some(types.void());
        let ty = if !types.is_pointer(a) || (void(a) && types.is_pointer(b)) {
            b
        } else {
            a
        };
        let (left, right) = (self.program.cast(left, ty), self.program.cast(right, ty));
        let op = comparison(op).unwrap_or(BinaryOp::Eq);
        if op.is_equality() && self.constant_depth > 0 && self.is_function_and_null(left, right) {
            return self.program.int((op == BinaryOp::Ne).into());
        }
        self.program.binary(op, left, right)
    }
}

impl Lowerer<'_> {
    /// Whether one is the address of a function and the other is null: they differ, as far as constants go (the address of a
    /// weak function that is absent has been taken for null before).
    fn is_function_and_null(&self, a: ExprId, b: ExprId) -> bool {
        let program = &self.program;
        let kind = |e| program.terms.expr(program.without_casts(e)).kind;
        let function = |e| matches!(kind(e), ExprKind::FuncAddr(_));
        let null = |e| program.terms.int_value(e) == Some(0);
        (function(a) && null(b)) || (null(a) && function(b))
    }
}

/// The comparison that a syntactic operator is.
fn comparison(op: ast::BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        ast::BinaryOp::Lt => BinaryOp::Lt,
        ast::BinaryOp::Gt => BinaryOp::Gt,
        ast::BinaryOp::Le => BinaryOp::Le,
        ast::BinaryOp::Ge => BinaryOp::Ge,
        ast::BinaryOp::Eq => BinaryOp::Eq,
        ast::BinaryOp::Ne => BinaryOp::Ne,
        _ => return None,
    })
}
