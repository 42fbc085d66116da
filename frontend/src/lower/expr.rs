//! Values of expressions: side effects become edges, what is left is a term.

mod literals;

use super::Lowerer;
use super::lvalue::LValue;
use super::scope::{Entity, QualType};
use crate::syntax::ast;
use ir::types::{IntKind, TypeId};
use ir::{ExprId, PlaceId, UnaryOp};
use source::{Span, Symbol};

impl Lowerer<'_> {
    /// The value of an expression: lvalues are read, arrays and functions become pointers.
    /// Expressions of type void give a value that must not be used.
    pub(super) fn rvalue(&mut self, e: ast::ExprId) -> ExprId {
        self.deep(|l| {
            let ast = l.ast;
            let span = ast.exprs[e].span;
            let outer = l.enter_span(span);
            let value = l.rvalue_kind(e, span);
            l.leave_span(outer);
            value
        })
    }

    /// Edges emitted from now on belong to `span`.
    pub(super) fn enter_span(&mut self, span: Span) -> Span {
        match &mut self.body {
            Some(body) => std::mem::replace(&mut body.span, span),
            None => span,
        }
    }

    pub(super) fn leave_span(&mut self, span: Span) {
        if let Some(body) = &mut self.body {
            body.span = span;
        }
    }

    fn rvalue_kind(&mut self, e: ast::ExprId, span: Span) -> ExprId {
        let ast = self.ast;
        match &ast.exprs[e].kind {
            ast::ExprKind::Ident(name) => self.name_value(e, *name, span),
            ast::ExprKind::Int(lit) => self.int_literal(lit, span),
            ast::ExprKind::Float(lit) => self.float_literal(lit, span),
            ast::ExprKind::Char(lit) => self.char_literal(lit),
            ast::ExprKind::Str(_)
            | ast::ExprKind::Index { .. }
            | ast::ExprKind::Member { .. }
            | ast::ExprKind::CompoundLiteral { .. } => self.read_lvalue(e),
            ast::ExprKind::Unary { op, arg } => self.unary(e, *op, *arg, span),
            ast::ExprKind::Binary { op, lhs, rhs } => self.binary(e, *op, *lhs, *rhs, span),
            ast::ExprKind::Assign { op, lhs, rhs } => self.assignment(*op, *lhs, *rhs, span),
            ast::ExprKind::Conditional {
                cond,
                then,
                otherwise,
            } => self.conditional(*cond, *then, *otherwise, span),
            ast::ExprKind::Comma { lhs, rhs } => {
                self.effect(*lhs);
                self.rvalue(*rhs)
            }
            ast::ExprKind::Call { callee, args } => self.call(*callee, args, span),
            ast::ExprKind::Cast { ty, arg } => self.cast(*ty, *arg, span),
            ast::ExprKind::SizeofExpr(arg) => self.sizeof_expr(*arg, span),
            ast::ExprKind::SizeofType(ty) => {
                let ty = self.ty(*ty);
                self.sizeof(ty.ty, span)
            }
            ast::ExprKind::AlignofExpr { arg, preferred } => self.alignof_expr(*arg, *preferred),
            ast::ExprKind::AlignofType { ty, preferred } => {
                let ty = self.ty(*ty);
                self.alignof(ty, *preferred)
            }
            ast::ExprKind::Generic { control, assocs } => {
                match self.selected(e, *control, assocs) {
                    Some(chosen) => self.rvalue(chosen),
                    None => self.poison(),
                }
            }
            ast::ExprKind::StmtExpr(block) => self.statement_expr(*block),
            ast::ExprKind::LabelAddr(name) => self.label_address(*name, span),
            ast::ExprKind::VaArg { list, ty } => self.va_arg(*list, *ty, span),
            ast::ExprKind::Offsetof { ty, path } => self.offsetof(*ty, path, span),
            ast::ExprKind::TypesCompatible(a, b) => {
                let (a, b) = (self.ty(*a), self.ty(*b));
                let same = self.compatible(a.ty, b.ty);
                self.program.int(same.into())
            }
            ast::ExprKind::Choose {
                cond,
                then,
                otherwise,
            } => {
                let chosen = self.chosen(*cond, *then, *otherwise);
                self.rvalue(chosen)
            }
            ast::ExprKind::ConvertVector { arg, ty } => {
                self.effect(*arg);
                let ty = self.ty(*ty).ty;
                self.any_vector(ty, span)
            }
        }
    }

    /// An expression whose value is not wanted.
    pub(super) fn effect(&mut self, e: ast::ExprId) {
        self.deep(|l| {
            let ast = l.ast;
            let span = ast.exprs[e].span;
            let outer = l.enter_span(span);
            l.effect_kind(e, span);
            l.leave_span(outer);
        });
    }

    fn effect_kind(&mut self, e: ast::ExprId, span: Span) {
        let ast = self.ast;
        match &ast.exprs[e].kind {
            ast::ExprKind::Assign { op, lhs, rhs } => self.assign_effect(*op, *lhs, *rhs, span),
            ast::ExprKind::Unary { op, arg } if super::assign::is_step(*op) => {
                self.step_effect(*op, *arg, span);
            }
            ast::ExprKind::Comma { lhs, rhs } => {
                self.effect(*lhs);
                self.effect(*rhs);
            }
            ast::ExprKind::Conditional {
                cond,
                then: Some(then),
                otherwise,
            } => self.conditional_effect(*cond, *then, *otherwise),
            ast::ExprKind::Binary {
                op: ast::BinaryOp::LogAnd | ast::BinaryOp::LogOr,
                ..
            } => self.logical_effect(e),
            ast::ExprKind::Cast { ty, arg } if self.is_void_type(*ty) => self.effect(*arg),
            ast::ExprKind::Call { callee, args } => self.call_effect(*callee, args, span),
            ast::ExprKind::StmtExpr(block) => self.statement_expr_effect(*block),
            _ => {
                self.rvalue(e);
            }
        }
    }

    fn is_void_type(&self, ty: ast::TypeId) -> bool {
        matches!(
            self.ast.types[ty].kind,
            ast::TypeKind::Base(ast::BaseType::Void)
        )
    }

    /// The type of an operand of `sizeof`, `typeof` or `_Alignof`.
    pub(super) fn operand_type(&mut self, e: ast::ExprId) -> QualType {
        if let ast::ExprKind::Ident(name) = self.ast.exprs[e].kind
            && let Some(Entity::Func(func)) = self.scopes.lookup(name)
        {
            return QualType::plain(self.program.funcs[func].ty);
        }
        if let ast::ExprKind::Unary {
            op: ast::UnaryOp::Deref,
            arg,
        } = self.ast.exprs[e].kind
        {
            let pointer = self.rvalue(arg);
            if let Some(f) = self.pointed_function(pointer) {
                return QualType::plain(f);
            }
        }
        if self.is_lvalue(e) {
            let lvalue = self.lvalue(e);
            return QualType {
                ty: self.program.place_type(lvalue.place),
                quals: lvalue.quals,
                align: None,
            };
        }
        if let ast::ExprKind::Cast { ty, .. } = self.ast.exprs[e].kind {
            let ty = self.ty(ty);
            return QualType::plain(ty.ty);
        }
        let value = self.rvalue(e);
        QualType::plain(self.program.type_of(value))
    }

    fn pointed_function(&self, pointer: ExprId) -> Option<TypeId> {
        let types = &self.program.types;
        let target = types.target(self.program.type_of(pointer))?;
        types.is_function(target).then_some(target)
    }

    fn read_lvalue(&mut self, e: ast::ExprId) -> ExprId {
        let lvalue = self.lvalue(e);
        self.read(lvalue)
    }

    /// What a place holds, as a value: arrays decay, bit-fields are promoted.
    pub(super) fn read(&mut self, lvalue: LValue) -> ExprId {
        let ty = self.program.place_type(lvalue.place);
        if self.program.types.is_array(ty) {
            return self.decay(lvalue.place, lvalue.quals);
        }
        if self.program.types.is_void(ty) {
            return self.void_value();
        }
        if !self.program.types.is_complete(ty) {
            let text = format!("'{}' is incomplete here", self.show(ty));
            self.error(self.span(), text);
            return self.poison();
        }
        self.read_scalar(lvalue.place)
    }

    /// Reads a scalar. Each read of something volatile is a statement of its own: two of them may differ.
    pub(super) fn read_scalar(&mut self, place: PlaceId) -> ExprId {
        let value = self.load_scalar(place);
        if !self.program.is_volatile(place) {
            return value;
        }
        let Some(narrow) = self.bit_field_type(place) else {
            return self.saved(value);
        };
        // What is kept has no more bits than the bit-field.
        let promoted = self.program.type_of(value);
        let kept = self.program.cast(value, narrow);
        let kept = self.saved(kept);
        self.program.cast(kept, promoted)
    }

    /// A value that was stored at a place, as a read of it would give it.
    pub(super) fn as_read(&mut self, place: PlaceId, value: ExprId) -> ExprId {
        match self.bit_field_type(place) {
            None => value,
            Some(narrow) => {
                let value = self.program.cast(value, narrow);
                self.promoted(place, value)
            }
        }
    }

    /// The type that has as many bits as the bit-field that a place is.
    fn bit_field_type(&mut self, place: PlaceId) -> Option<TypeId> {
        let width = self.program.bit_width(place)? as u8;
        let kind = self.program.types.int_kind(self.program.place_type(place));
        let signed = kind.is_some_and(|kind| kind.is_signed());
        let kind = IntKind::BitField { width, signed };
        Some(self.program.types.int_type(kind))
    }

    pub(super) fn load_scalar(&mut self, place: PlaceId) -> ExprId {
        let value = self.program.load(place);
        self.promoted(place, value)
    }

    /// gcc gives a bit-field the type of its width: narrower than int it is promoted to int, wider
    /// it computes in that width.
    fn promoted(&mut self, place: PlaceId, value: ExprId) -> ExprId {
        let Some(width) = self.program.bit_width(place) else {
            return value;
        };
        let types = &self.program.types;
        let Some(kind) = types.int_kind(self.program.place_type(place)) else {
            return value;
        };
        let signed = kind.is_signed();
        let ty = match width {
            0..32 => types.int(),
            32 if signed => types.int(),
            32 => types.named_int(IntKind::UInt),
            _ if width == types.width(kind) => self.program.place_type(place),
            _ => self.program.types.int_type(IntKind::BitField {
                width: width as u8,
                signed,
            }),
        };
        self.program.cast(value, ty)
    }

    fn name_value(&mut self, e: ast::ExprId, name: Symbol, span: Span) -> ExprId {
        match self.scopes.lookup(name) {
            Some(Entity::Const(value)) => value,
            Some(Entity::Func(func)) if self.is_absent(name) => {
                self.assume_absent(name, span);
                let ty = self.program.funcs[func].ty;
                let ty = self.program.types.pointer(ty);
                self.program.int_const(0, ty)
            }
            Some(Entity::Func(func)) => self.program.func_addr(func),
            Some(Entity::Typedef(_)) => {
                let text = format!("'{}' is a type, not a value", self.name(name));
                self.error(span, text);
                self.poison()
            }
            Some(_) => self.read_lvalue(e),
            None if self.known.function_names.contains(&name) => self.read_lvalue(e),
            None => match self.builtin_function(name) {
                Some(func) => self.program.func_addr(func),
                None => {
                    let text = format!("'{}' is not declared", self.name(name));
                    self.error(span, text);
                    self.poison()
                }
            },
        }
    }

    fn unary(&mut self, e: ast::ExprId, op: ast::UnaryOp, arg: ast::ExprId, span: Span) -> ExprId {
        match op {
            ast::UnaryOp::Plus | ast::UnaryOp::Minus | ast::UnaryOp::BitNot => {
                let value = self.rvalue(arg);
                match self.is_vector(self.program.type_of(value)) {
                    true => self.vector_unary(op, value, span),
                    false => self.number_unary(op, value, span),
                }
            }
            ast::UnaryOp::Not => {
                let value = self.scalar(arg, span);
                self.program.falsity(value)
            }
            ast::UnaryOp::Deref => self.dereferenced(arg, span),
            ast::UnaryOp::AddrOf => self.address(arg, span),
            ast::UnaryOp::PreInc
            | ast::UnaryOp::PreDec
            | ast::UnaryOp::PostInc
            | ast::UnaryOp::PostDec => self.step(op, arg, span),
            ast::UnaryOp::Real => {
                let _ = e;
                self.rvalue(arg)
            }
            ast::UnaryOp::Imag => {
                let value = self.rvalue(arg);
                let ty = self.program.type_of(value);
                self.program.zero(ty)
            }
        }
    }

    fn number_unary(&mut self, op: ast::UnaryOp, value: ExprId, span: Span) -> ExprId {
        let value = match op {
            ast::UnaryOp::BitNot => self.check_operand(value, span, "an integer", |l, ty| {
                l.program.types.is_integer(ty)
            }),
            _ => self.check_operand(value, span, "a number", |l, ty| {
                l.program.types.is_arithmetic(ty)
            }),
        };
        let value = self.promote(value);
        match op {
            ast::UnaryOp::Minus => self.program.unary(UnaryOp::Neg, value),
            ast::UnaryOp::BitNot => self.program.unary(UnaryOp::BitNot, value),
            _ => value,
        }
    }

    fn dereferenced(&mut self, arg: ast::ExprId, span: Span) -> ExprId {
        let pointer = self.rvalue(arg);
        if self.pointed_function(pointer).is_some() {
            return pointer;
        }
        let lvalue = self.deref(pointer, span);
        self.read(lvalue)
    }

    /// `&arg`.
    fn address(&mut self, arg: ast::ExprId, span: Span) -> ExprId {
        match self.ast.exprs[arg].kind {
            ast::ExprKind::Ident(name) => {
                let is_function = match self.scopes.lookup(name) {
                    Some(Entity::Func(_)) => true,
                    Some(_) => false,
                    None => !self.known.function_names.contains(&name),
                };
                if is_function {
                    return self.rvalue(arg);
                }
                if self.is_absent_variable(name) {
                    let lvalue = self.lvalue(arg);
                    let ty = self.program.place_type(lvalue.place);
                    let ty = self.program.types.pointer_to(ty, lvalue.quals);
                    return self.program.int_const(0, ty);
                }
            }
            ast::ExprKind::Unary {
                op: ast::UnaryOp::Deref,
                arg: pointer,
            } => {
                // `&*p` is p, whatever it points to.
                let value = self.rvalue(pointer);
                if !self.program.types.is_pointer(self.program.type_of(value)) {
                    self.error(span, "this is not a pointer");
                    return self.poison();
                }
                return value;
            }
            _ => {}
        }
        let lvalue = self.lvalue(arg);
        if self.program.bit_width(lvalue.place).is_some() {
            self.error(span, "a bit-field has no address");
            return self.poison();
        }
        self.program.addr_of(lvalue.place, lvalue.quals)
    }

    pub(super) fn scalar(&mut self, e: ast::ExprId, span: Span) -> ExprId {
        let value = self.rvalue(e);
        self.check_operand(value, span, "a number or a pointer", |l, ty| {
            l.program.types.is_scalar(ty)
        })
    }

    /// An operand of a binary operator: a scalar, or a vector.
    pub(super) fn scalar_or_vector(&mut self, e: ast::ExprId, span: Span) -> ExprId {
        let value = self.rvalue(e);
        self.check_operand(value, span, "a number or a pointer", |l, ty| {
            l.program.types.is_scalar(ty) || l.is_vector(ty)
        })
    }

    pub(super) fn integer(&mut self, e: ast::ExprId, span: Span) -> ExprId {
        let value = self.rvalue(e);
        self.check_operand(value, span, "an integer", |l, ty| {
            l.program.types.is_integer(ty)
        })
    }

    fn check_operand(
        &mut self,
        value: ExprId,
        span: Span,
        wanted: &str,
        good: impl Fn(&Self, TypeId) -> bool,
    ) -> ExprId {
        let ty = self.program.type_of(value);
        if good(self, ty) {
            return value;
        }
        let text = format!("the operand should be {wanted}, not '{}'", self.show(ty));
        self.error(span, text);
        self.poison()
    }

    fn cast(&mut self, ty: ast::TypeId, arg: ast::ExprId, span: Span) -> ExprId {
        let ty = self.ty(ty).ty;
        if self.program.types.is_void(ty) {
            self.effect(arg);
            return self.void_value();
        }
        let value = self.rvalue(arg);
        if self.program.types.is_aggregate(ty) && self.program.type_of(value) != ty {
            return self.cast_to_union(value, ty, span);
        }
        self.convert(value, ty, span)
    }

    /// GNU C casts a value to a union that has a member of its type.
    fn cast_to_union(&mut self, value: ExprId, ty: TypeId, span: Span) -> ExprId {
        let from = self.program.type_of(value);
        let member = self.program.types.record_of(ty).and_then(|record| {
            let fields = &self.program.types.records[record].fields;
            fields.iter().find(|(_, f)| f.ty == from).map(|(i, _)| i)
        });
        let Some(field) = member.filter(|_| self.body.is_some()) else {
            return self.convert(value, ty, span);
        };
        let temp = self.new_temp(ty);
        let place = self.program.var_place(temp);
        let zero = self.program.zero(ty);
        self.assign(place, zero);
        let member = self.program.field(place, field);
        self.assign(member, value);
        self.program.load(place)
    }
}
