//! Variable-length arrays: the declarator's length is saved when the declaration is reached, the
//! object is allocated there, and the name stands for what the allocated pointer points to.

use super::Lowerer;
use super::scope::{Entity, QualType};
use crate::syntax::ast;
use ir::types::{ArrayLen, TypeId, TypeKind};
use ir::{BinaryOp, ExprId, Stmt};
use source::{Span, Symbol};

impl Lowerer<'_> {
    /// The length of an array that is not constant, evaluated here and saved.
    pub(super) fn variable_length(&mut self, e: ast::ExprId, span: Span) -> ArrayLen {
        if self.body.is_none() || self.constant_depth > 0 {
            self.not_constant = true;
            if self.body.is_none() {
                self.error(span, "the length of this array must be constant");
                return ArrayLen::Known(1);
            }
        }
        let value = self.integer(e, span);
        let value = self.program.cast(value, self.program.types.size_t());
        let length = self.new_temp(self.program.types.size_t());
        let place = self.program.var_place(length);
        self.assign(place, value);
        let vla = self.program.types.new_vla();
        self.vla_lengths.insert(vla, length);
        ArrayLen::Variable(vla)
    }

    /// The size of a type in bytes, as a `size_t` term.
    pub(super) fn size_value(&mut self, ty: TypeId, span: Span) -> ExprId {
        let TypeKind::Array { elem, len } = *self.program.types.kind(ty) else {
            return self.sizeof(ty, span);
        };
        let len = match len {
            ArrayLen::Known(n) => self.program.size_const(n),
            ArrayLen::Variable(vla) => match self.vla_lengths.get(&vla) {
                Some(&var) => self.program.var(var),
                None => self.program.size_const(1),
            },
            ArrayLen::Unknown => return self.sizeof(ty, span),
        };
        let size = self.deep(|l| l.size_value(elem, span));
        self.program.binary(BinaryOp::Mul, len, size)
    }

    /// `int a[n];`
    pub(super) fn declare_vla(&mut self, name: Symbol, ty: QualType, span: Span) {
        let pointer = self.program.types.pointer_to(ty.ty, ty.quals);
        let var = self.declare_local(name, QualType::plain(pointer), span);
        self.program.vars[var].quals = ty.quals;
        self.scopes.declare(name, Entity::Vla(var));
        let size = self.size_value(ty.ty, span);
        let align = ty
            .align
            .unwrap_or(1)
            .max(self.program.types.align_of(ty.ty));
        let result = self.program.var_place(var);
        self.emit(Stmt::Alloca {
            result,
            size,
            align,
        });
        self.begin_vla(var);
    }
}
