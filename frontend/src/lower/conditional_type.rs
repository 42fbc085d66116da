//! The type of `?:`.

use super::Lowerer;
use crate::syntax::ast;
use ir::ExprId;
use ir::types::{Quals, TypeId, TypeKind};
use source::Span;

impl Lowerer<'_> {
    /// C11 6.5.15.
    pub(super) fn conditional_type(
        &mut self,
        a: ExprId,
        b: ExprId,
        operands: (Option<ast::ExprId>, ast::ExprId),
        span: Span,
    ) -> TypeId {
        let (x, y) = (self.program.type_of(a), self.program.type_of(b));
        let types = &self.program.types;
        if types.is_arithmetic(x) && types.is_arithmetic(y) {
            return if x == y && types.float_kind(x).is_some() {
                x
            } else {
                self.common_type(x, y)
            };
        }
        if x == y {
            return x;
        }
        let null = (
            operands.0.is_some_and(|e| self.is_null_constant(e, a)),
            self.is_null_constant(operands.1, b),
        );
        let types = &self.program.types;
        match (types.kind(x).clone(), types.kind(y).clone()) {
            (TypeKind::Pointer { .. }, _) if null.1 => x,
            (_, TypeKind::Pointer { .. }) if null.0 => y,
            (
                TypeKind::Pointer {
                    target: s,
                    quals: p,
                },
                TypeKind::Pointer {
                    target: t,
                    quals: q,
                },
            ) => self.composite_pointer((s, p), (t, q)),
            (TypeKind::Pointer { .. }, _) if types.is_integer(y) => x,
            (_, TypeKind::Pointer { .. }) if types.is_integer(x) => y,
            _ => {
                if types.is_scalar(x) || types.is_scalar(y) {
                    self.error(span, "the operands of ?: have different types");
                }
                x
            }
        }
    }

    fn composite_pointer(&mut self, a: (TypeId, Quals), b: (TypeId, Quals)) -> TypeId {
        let types = &mut self.program.types;
        let void = types.void();
        let target = if b.0 == void || (types.size_of(a.0).is_none() && a.0 != void) {
            b.0
        } else {
            a.0
        };
        let target = if a.0 == void { void } else { target };
        types.pointer_to(target, a.1.union(b.1))
    }

    /// `0`, `(void *)0` and what folds to them.
    fn is_null_constant(&self, e: ast::ExprId, value: ExprId) -> bool {
        if self.program.terms.int_value(value) != Some(0) {
            return false;
        }
        let types = &self.program.types;
        let ty = self.program.type_of(value);
        let written = !matches!(self.ast.exprs[e].kind, ast::ExprKind::Ident(_));
        written && (types.is_integer(ty) || types.target(ty) == Some(types.void()))
    }
}
