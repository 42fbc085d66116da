//! `va_start`, `va_arg`, `va_copy`, `va_end`.
//!
//! A list is named by its address. On LP64 a `va_list` is an array, so a parameter of that type is
//! already a pointer to the list; on ILP32 it is a pointer that the operations change.

use super::Lowerer;
use crate::syntax::ast;
use ir::types::{DataModel, TypeId};
use ir::{ExprId, Stmt};
use source::Span;

impl Lowerer<'_> {
    /// The address of the list that an operand of type `va_list` names.
    pub(super) fn va_list(&mut self, e: ast::ExprId, span: Span) -> ExprId {
        match self.program.types.model() {
            DataModel::Lp64 => {
                let value = self.rvalue(e);
                if self.program.types.is_pointer(self.program.type_of(value)) {
                    return value;
                }
            }
            DataModel::Ilp32 => {
                if self.is_lvalue(e) {
                    let lvalue = self.lvalue(e);
                    return self.program.addr_of(lvalue.place, lvalue.quals);
                }
            }
        }
        self.error(span, "this is not a va_list");
        let pointer = self.program.types.pointer(self.program.types.char());
        self.program.int_const(0, pointer)
    }

    pub(super) fn va_arg(&mut self, list: ast::ExprId, ty: ast::TypeId, span: Span) -> ExprId {
        let ty = self.ty(ty).ty;
        let list = self.va_list(list, span);
        self.next_argument(list, ty, span)
    }

    fn next_argument(&mut self, list: ExprId, ty: TypeId, span: Span) -> ExprId {
        if self.program.types.size_of(ty).is_none() {
            let text = format!("va_arg of type '{}', which has no size", self.show(ty));
            self.error(span, text);
            return self.poison();
        }
        if self.constant_depth > 0 || self.body.is_none() {
            self.not_constant = true;
            return self.poison();
        }
        let temp = self.new_temp(ty);
        let result = self.program.var_place(temp);
        self.emit(Stmt::VaArg { result, list });
        self.program.load(result)
    }

    /// The builtins of the family; None if the name is another's.
    pub(super) fn va_builtin(
        &mut self,
        name: &str,
        args: &[ast::ExprId],
        span: Span,
    ) -> Option<ExprId> {
        let stmt = match (name, args) {
            ("__builtin_va_start", [list, ..]) => Stmt::VaStart {
                list: self.va_list(*list, span),
            },
            ("__builtin_va_end", [list]) => Stmt::VaEnd {
                list: self.va_list(*list, span),
            },
            ("__builtin_va_copy", [to, from]) => Stmt::VaCopy {
                to: self.va_list(*to, span),
                from: self.va_list(*from, span),
            },
            _ => return None,
        };
        self.emit(stmt);
        Some(self.void_value())
    }
}
