//! Type expressions of the text become types.

use super::Lowerer;
use super::scope::{Entity, QualType};
use crate::syntax::ast::{self, Attr, AttrArg, BaseType};
use ir::ExprId;
use ir::types::{ArrayLen, FloatKind, FunctionType, IntKind, Quals, TypeId, TypeKind};
use source::Span;

impl Lowerer<'_> {
    /// The type that a type expression denotes, its own attributes applied.
    pub(super) fn ty(&mut self, id: ast::TypeId) -> QualType {
        self.deep(|l| l.ty_layer(id))
    }

    fn ty_layer(&mut self, id: ast::TypeId) -> QualType {
        let ast = self.ast;
        let expr = &ast.types[id];
        let mut result = self.ty_kind(&expr.kind, expr.span);
        result.quals = result.quals.union(quals(expr.quals));
        self.apply_type_attrs(result, &expr.attrs)
    }

    fn ty_kind(&mut self, kind: &ast::TypeKind, span: Span) -> QualType {
        match kind {
            ast::TypeKind::Base(base) => QualType::plain(self.base(*base, span)),
            ast::TypeKind::Complex(_) => {
                self.error(span, "complex numbers are not supported");
                QualType::plain(self.program.types.float(FloatKind::Double))
            }
            ast::TypeKind::VaList => QualType::plain(self.program.types.va_list()),
            ast::TypeKind::Auto => {
                self.error(
                    span,
                    "__auto_type is only allowed in a declaration with an initialiser",
                );
                QualType::plain(self.program.types.int())
            }
            ast::TypeKind::Typedef(name) => match self.scopes.lookup(*name) {
                Some(Entity::Typedef(ty)) => ty,
                _ => {
                    let text = format!("unknown type name '{}'", self.name(*name));
                    self.error(span, text);
                    QualType::plain(self.program.types.int())
                }
            },
            ast::TypeKind::Record(id) => QualType::plain(self.record(*id)),
            ast::TypeKind::Enum(id) => QualType::plain(self.enumeration(*id)),
            ast::TypeKind::TypeofExpr(e) => self.type_of_operand(*e),
            ast::TypeKind::TypeofType(ty) => self.ty(*ty),
            ast::TypeKind::Atomic(ty) => {
                let mut inner = self.ty(*ty);
                inner.quals.is_atomic = true;
                inner
            }
            ast::TypeKind::Pointer(target) => {
                let target = self.ty(*target);
                let types = &mut self.program.types;
                QualType::plain(types.pointer_to(target.ty, target.quals))
            }
            ast::TypeKind::Array { elem, len, .. } => self.array_type(*elem, *len, span),
            ast::TypeKind::Function { ret, params } => {
                let ret = self.ty(*ret);
                self.function_type(ret.ty, params, span)
            }
        }
    }

    fn base(&mut self, base: BaseType, span: Span) -> TypeId {
        let types = &self.program.types;
        let int = |kind| types.named_int(kind);
        match base {
            BaseType::Void => types.void(),
            BaseType::Bool => int(IntKind::Bool),
            BaseType::Char => int(IntKind::Char),
            BaseType::SChar => int(IntKind::SChar),
            BaseType::UChar => int(IntKind::UChar),
            BaseType::Short => int(IntKind::Short),
            BaseType::UShort => int(IntKind::UShort),
            BaseType::Int => int(IntKind::Int),
            BaseType::UInt => int(IntKind::UInt),
            BaseType::Long => int(IntKind::Long),
            BaseType::ULong => int(IntKind::ULong),
            BaseType::LongLong => int(IntKind::LongLong),
            BaseType::ULongLong => int(IntKind::ULongLong),
            BaseType::Int128 => int(IntKind::Int128),
            BaseType::UInt128 => int(IntKind::UInt128),
            BaseType::Float | BaseType::Float32 => types.float(FloatKind::Float),
            BaseType::Double | BaseType::Float64 | BaseType::Float32x => {
                types.float(FloatKind::Double)
            }
            BaseType::LongDouble | BaseType::Float80 | BaseType::Float64x => {
                types.float(FloatKind::LongDouble)
            }
            BaseType::Float128 => types.float(FloatKind::Float128),
            BaseType::Float16 => self.float16(),
            BaseType::Decimal32 | BaseType::Decimal64 | BaseType::Decimal128 => {
                self.error(span, "this floating type is not supported");
                self.program.types.float(FloatKind::Double)
            }
        }
    }

    fn array_type(&mut self, elem: ast::TypeId, len: ast::ArrayLen, span: Span) -> QualType {
        let elem = self.ty(elem);
        let void = self.program.types.is_void(elem.ty);
        if void || self.program.types.is_function(elem.ty) {
            let text = format!("array of '{}'", self.show(elem.ty));
            self.error(span, text);
            return QualType::plain(self.program.types.int());
        }
        let len = match len {
            ast::ArrayLen::Unspecified => ArrayLen::Unknown,
            ast::ArrayLen::Star => ArrayLen::Unknown,
            ast::ArrayLen::Expr(e) => self.array_length(e, span),
        };
        let ty = self.program.types.array(elem.ty, len);
        if let ArrayLen::Known(_) = len
            && !self.program.types.is_variable(elem.ty)
            && self.program.types.size_of(elem.ty).is_some()
            && self.program.types.size_of(ty).is_none()
        {
            self.error(span, "the array is too large");
            return QualType::plain(self.program.types.int());
        }
        QualType {
            ty,
            quals: elem.quals,
            align: elem.align,
        }
    }

    fn array_length(&mut self, e: ast::ExprId, span: Span) -> ArrayLen {
        // In a prototype, a length that is not constant is as good as none.
        if self.prototype_depth > 0 && !self.may_be_constant(e) {
            return ArrayLen::Unknown;
        }
        if let Some(value) = self.try_constant(e) {
            let Some(n) = self.program.const_value(value) else {
                self.error(span, "the length of an array must be an integer");
                return ArrayLen::Known(1);
            };
            let unsigned = self.is_unsigned(value);
            return match u64::try_from(n) {
                Ok(n) => ArrayLen::Known(n),
                Err(_) if unsigned => ArrayLen::Known(u64::MAX),
                Err(_) => {
                    self.error(span, "the length of an array is negative");
                    ArrayLen::Known(1)
                }
            };
        }
        self.variable_length(e, span)
    }

    fn is_unsigned(&self, e: ExprId) -> bool {
        let kind = self.program.types.int_kind(self.program.type_of(e));
        kind.is_some_and(|k| !k.is_signed())
    }

    fn function_type(&mut self, ret: TypeId, params: &ast::Params, span: Span) -> QualType {
        let types = &self.program.types;
        let ret = if types.is_array(ret) || types.is_function(ret) {
            let text = format!("a function cannot return '{}'", self.show(ret));
            self.error(span, text);
            self.program.types.int()
        } else {
            ret
        };
        // Tags and names of parameters have a scope of their own.
        self.scopes.enter();
        self.prototype_depth += 1;
        let mut types: Vec<TypeId> = params.list.iter().map(|p| self.param_type(p)).collect();
        if self.says_none(params, types.first()) {
            types.clear();
        }
        self.prototype_depth -= 1;
        self.scopes.leave();
        let ty = FunctionType {
            ret,
            params: types.into(),
            variadic: params.variadic,
            prototype: params.form == ast::ParamsForm::Prototype,
        };
        QualType::plain(self.program.types.function(ty))
    }

    /// `(void)`, also by another name: no parameters. `first` is the type of the first one.
    pub(super) fn says_none(&self, params: &ast::Params, first: Option<&TypeId>) -> bool {
        let is_void = first.is_some_and(|&ty| self.program.types.is_void(ty));
        let alone = params.list.len() == 1 && !params.variadic;
        alone && is_void && params.list[0].name.is_none()
    }

    /// The adjusted type of a parameter of a prototype.
    fn param_type(&mut self, param: &ast::Param) -> TypeId {
        let ty = self.declared_type(param.ty, &[&param.specs.attrs, &param.attrs]);
        let ty = self.adjusted(ty).ty;
        if let Some(name) = param.name {
            self.scopes.declare(name, Entity::Param(ty));
        }
        ty
    }

    /// Arrays and functions become pointers (C11 6.7.6.3).
    pub(super) fn adjusted(&mut self, ty: QualType) -> QualType {
        let types = &mut self.program.types;
        match *types.kind(ty.ty) {
            TypeKind::Array { elem, .. } => QualType::plain(types.pointer_to(elem, ty.quals)),
            TypeKind::Function(_) => QualType::plain(types.pointer(ty.ty)),
            _ => ty,
        }
    }

    /// A declared type with the attributes of its declaration.
    pub(super) fn declared_type(&mut self, ty: ast::TypeId, attrs: &[&[Attr]]) -> QualType {
        let mut result = self.ty(ty);
        for attrs in attrs {
            result = self.apply_type_attrs(result, attrs);
        }
        result
    }

    /// `mode`, `vector_size`, `aligned` and `may_alias` change the type.
    fn apply_type_attrs(&mut self, mut ty: QualType, attrs: &[Attr]) -> QualType {
        for attr in attrs {
            if attr.name == self.known.mode {
                ty = self.moded(ty, attr);
            } else if attr.name == self.known.aligned {
                let n = self.attr_alignment(attr);
                // _Alignas and attributes of a declaration only raise it; a typedef sets it.
                ty.align = Some(n.max(ty.align.unwrap_or(1)));
            } else if attr.name == self.known.vector_size {
                ty.ty = self.vector_of(ty.ty, attr);
            } else if attr.name == self.known.may_alias {
                // The type itself counts: it has no second form that objects may be accessed as.
                self.program.types.note_aliasing(ty.ty);
            }
        }
        if let Some(align) = ty.align {
            ty.ty = self.aligned_vector(ty.ty, align);
        }
        ty
    }

    /// The argument of `aligned`; without one, the largest alignment of the machine.
    pub(super) fn attr_alignment(&mut self, attr: &Attr) -> u64 {
        let value = match attr.args.first() {
            None => return 16,
            Some(AttrArg::Type(ty)) => {
                let ty = self.ty(*ty);
                return ty
                    .align
                    .unwrap_or_else(|| self.program.types.field_align_of(ty.ty));
            }
            Some(AttrArg::Expr(e)) => self.constant_int(*e),
        };
        match value.and_then(|v| u64::try_from(v).ok()) {
            Some(0) => 1,
            Some(n) if n.is_power_of_two() && n <= 1 << 28 => n,
            _ => {
                self.error(attr.span, "the alignment must be a power of two");
                1
            }
        }
    }

    /// The type with the width that `mode` asks for.
    pub(super) fn moded(&mut self, ty: QualType, attr: &Attr) -> QualType {
        QualType {
            ty: self.machine_mode(ty.ty, attr),
            ..ty
        }
    }

    fn machine_mode(&mut self, ty: TypeId, attr: &Attr) -> TypeId {
        let Some(AttrArg::Expr(e)) = attr.args.first() else {
            return ty;
        };
        let ast::ExprKind::Ident(mode) = self.ast.exprs[*e].kind else {
            return ty;
        };
        let signed = (self.program.types.int_kind(ty)).is_none_or(IntKind::is_signed);
        let mode = self.name(mode).trim_matches('_').to_string();
        let types = &self.program.types;
        let pick = |s, u| types.named_int(if signed { s } else { u });
        match &*mode {
            "QI" | "byte" => pick(IntKind::SChar, IntKind::UChar),
            "HI" => pick(IntKind::Short, IntKind::UShort),
            "SI" => pick(IntKind::Int, IntKind::UInt),
            "DI" if types.width(IntKind::Long) == 64 => pick(IntKind::Long, IntKind::ULong),
            "DI" => pick(IntKind::LongLong, IntKind::ULongLong),
            "TI" => pick(IntKind::Int128, IntKind::UInt128),
            "word" | "pointer" | "unwind_word" => match types.pointer_size() {
                4 => pick(IntKind::Int, IntKind::UInt),
                _ => pick(IntKind::Long, IntKind::ULong),
            },
            "SF" => types.float(FloatKind::Float),
            "DF" => types.float(FloatKind::Double),
            "XF" => types.float(FloatKind::LongDouble),
            "TF" => types.float(FloatKind::Float128),
            _ => {
                self.error(attr.span, format!("unknown machine mode '{mode}'"));
                ty
            }
        }
    }

    /// Whether two types are compatible (C11 6.2.7), up to qualifiers at the top.
    pub(super) fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        let types = &self.program.types;
        match (types.kind(a), types.kind(b)) {
            (
                TypeKind::Pointer {
                    target: x,
                    quals: p,
                },
                TypeKind::Pointer {
                    target: y,
                    quals: q,
                },
            ) => p == q && self.compatible(*x, *y),
            (TypeKind::Array { elem: x, len: m }, TypeKind::Array { elem: y, len: n }) => {
                let lengths = match (m, n) {
                    (ArrayLen::Known(m), ArrayLen::Known(n)) => m == n,
                    _ => true,
                };
                lengths && self.compatible(*x, *y)
            }
            (TypeKind::Function(f), TypeKind::Function(g)) => {
                let params = match (f.prototype, g.prototype) {
                    (true, true) => {
                        f.variadic == g.variadic
                            && f.params.len() == g.params.len()
                            && f.params
                                .iter()
                                .zip(&g.params)
                                .all(|(x, y)| self.compatible(*x, *y))
                    }
                    _ => true,
                };
                params && self.compatible(f.ret, g.ret)
            }
            (TypeKind::Enum(e), TypeKind::Int(k)) | (TypeKind::Int(k), TypeKind::Enum(e)) => {
                types.enums[*e].kind == *k
            }
            _ => false,
        }
    }
}

/// Qualifiers of the text.
pub(super) fn quals(q: ast::Quals) -> Quals {
    Quals {
        is_const: q.is_const,
        is_volatile: q.is_volatile,
        is_restrict: q.is_restrict,
        is_atomic: q.is_atomic,
    }
}
