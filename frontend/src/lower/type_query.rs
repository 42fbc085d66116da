//! Questions about types that are values: `sizeof`, `_Alignof`, `offsetof`, `_Generic`.

use super::Lowerer;
use super::lvalue::LValue;
use super::scope::{Entity, QualType};
use crate::syntax::ast;
use ir::types::{ArrayLen, Quals, TypeId, TypeKind};
use ir::{BinaryOp, ExprId, PlaceId, PlaceKind};
use source::Span;

impl Lowerer<'_> {
    pub(super) fn sizeof_expr(&mut self, arg: ast::ExprId, span: Span) -> ExprId {
        let ty = self.type_of_operand(arg).ty;
        if self.program.types.is_variable(ty) {
            // An operand of variable size is evaluated.
            let ty = self.operand_type(arg).ty;
            return self.size_value(ty, span);
        }
        self.sizeof(ty, span)
    }

    pub(super) fn sizeof(&mut self, ty: TypeId, span: Span) -> ExprId {
        if self.program.types.is_variable(ty) {
            return self.size_value(ty, span);
        }
        match self.program.types.size_or_one(ty) {
            Some(size) => self.program.size_const(size),
            None => {
                let text = format!("'{}' has no size here", self.show(ty));
                self.error(span, text);
                self.program.size_const(1)
            }
        }
    }

    pub(super) fn alignof_expr(&mut self, arg: ast::ExprId, preferred: bool) -> ExprId {
        if let ast::ExprKind::Ident(name) = self.ast.exprs[arg].kind
            && let Some(Entity::Var(var)) = self.scopes.lookup(name)
        {
            let align = self.program.vars[var].align;
            return self.program.size_const(align);
        }
        let ty = self.type_of_operand(arg);
        self.alignof(ty, preferred)
    }

    pub(super) fn alignof(&mut self, ty: QualType, preferred: bool) -> ExprId {
        let types = &self.program.types;
        let align = ty.align.unwrap_or_else(|| match preferred {
            true => types.align_of(ty.ty),
            false => types.field_align_of(ty.ty),
        });
        self.program.size_const(align)
    }

    pub(super) fn offsetof(
        &mut self,
        ty: ast::TypeId,
        path: &[ast::OffsetofStep],
        span: Span,
    ) -> ExprId {
        let ty = self.ty(ty).ty;
        let pointer = self.program.types.pointer(ty);
        let null = self.program.int_const(0, pointer);
        let mut lvalue = LValue {
            place: self.program.deref(null),
            quals: Quals::NONE,
        };
        let mut offset = self.program.size_const(0);
        for step in path {
            match step {
                ast::OffsetofStep::Field(name) => {
                    let base = lvalue.place;
                    lvalue = self.member_of(lvalue, *name, span);
                    let bytes = self.distance(base, lvalue.place);
                    let bytes = self.program.size_const(bytes);
                    offset = self.program.binary(BinaryOp::Add, offset, bytes);
                }
                ast::OffsetofStep::Index(e) => {
                    let array = self.program.place_type(lvalue.place);
                    let Some(elem) = self.program.types.elem(array) else {
                        self.error(span, "this member is no array");
                        return offset;
                    };
                    let index = self.integer(*e, span);
                    let index = self.program.cast(index, self.program.types.size_t());
                    let size = self.sizeof(elem, span);
                    let bytes = self.program.binary(BinaryOp::Mul, index, size);
                    offset = self.program.binary(BinaryOp::Add, offset, bytes);
                    let zero = self.program.index_const(0);
                    lvalue.place = self.program.index(lvalue.place, zero);
                }
            }
        }
        offset
    }

    /// Bytes between a record and a (perhaps nested anonymous) member of it.
    fn distance(&self, base: PlaceId, member: PlaceId) -> u64 {
        let mut at = member;
        let mut bytes = 0;
        while at != base {
            let PlaceKind::Field(outer, field) = self.program.terms.place(at).kind else {
                break;
            };
            if let Some(r) = self.program.types.record_of(self.program.place_type(outer)) {
                bytes += self.program.types.records[r].fields[field].offset();
            }
            at = outer;
        }
        bytes
    }

    /// The operand that `__builtin_choose_expr` takes.
    pub(super) fn chosen(
        &mut self,
        cond: ast::ExprId,
        then: ast::ExprId,
        otherwise: ast::ExprId,
    ) -> ast::ExprId {
        match self.constant_int(cond) {
            Some(0) => otherwise,
            _ => then,
        }
    }

    /// The association that `_Generic` takes.
    pub(super) fn selected(
        &mut self,
        e: ast::ExprId,
        control: ast::ExprId,
        assocs: &[ast::GenericAssoc],
    ) -> Option<ast::ExprId> {
        let value = self.discarded(|l| {
            let value = l.rvalue(control);
            l.program.type_of(value)
        });
        let mut default = None;
        for assoc in assocs {
            match assoc.ty {
                None => default = Some(assoc.expr),
                Some(ty) => {
                    let ty = self.ty(ty);
                    if ty.quals == Quals::NONE && self.compatible(ty.ty, value) {
                        return Some(assoc.expr);
                    }
                }
            }
        }
        if default.is_none() {
            let span = self.ast.exprs[e].span;
            let text = format!("no association for '{}'", self.show(value));
            self.error(span, text);
        }
        default
    }

    /// Whether a type is an array without a length that an initialiser must give.
    pub(super) fn is_open_array(&self, ty: TypeId) -> bool {
        matches!(
            self.program.types.kind(ty),
            TypeKind::Array {
                len: ArrayLen::Unknown,
                ..
            }
        )
    }
}
