//! Expressions that designate objects: names, dereferences, members, elements, literals.

use super::Lowerer;
use super::scope::{Entity, QualType};
use crate::syntax::ast;
use ir::types::{ArrayLen, FieldIdx, IntKind, Quals, TypeId};
use ir::{ExprId, ExprKind, Init, InitItem, InitValue, PlaceId, VarId, VarKind, Variable};
use source::{Span, Symbol};

/// A place with the qualifiers of the expression that designates it.
#[derive(Clone, Copy, Debug)]
pub(super) struct LValue {
    pub(super) place: PlaceId,
    pub(super) quals: Quals,
}

impl Lowerer<'_> {
    /// Whether an expression designates an object, so that it has an address or can be assigned.
    pub(super) fn is_lvalue(&mut self, e: ast::ExprId) -> bool {
        match &self.ast.exprs[e].kind {
            ast::ExprKind::Ident(name) => {
                matches!(
                    self.scopes.lookup(*name),
                    Some(Entity::Var(_) | Entity::Vla(_) | Entity::View(..) | Entity::Param(_))
                ) || self.known.function_names.contains(name) && self.scopes.lookup(*name).is_none()
            }
            ast::ExprKind::Str(_)
            | ast::ExprKind::Index { .. }
            | ast::ExprKind::Member { .. }
            | ast::ExprKind::CompoundLiteral { .. } => true,
            ast::ExprKind::Unary {
                op: ast::UnaryOp::Deref,
                ..
            } => true,
            ast::ExprKind::Choose {
                cond,
                then,
                otherwise,
            } => {
                let chosen = self.chosen(*cond, *then, *otherwise);
                self.is_lvalue(chosen)
            }
            ast::ExprKind::Generic { control, assocs } => {
                match self.selected(e, *control, assocs) {
                    Some(chosen) => self.is_lvalue(chosen),
                    None => false,
                }
            }
            _ => false,
        }
    }

    /// The place that an expression designates; rvalues of record type get a temporary.
    pub(super) fn lvalue(&mut self, e: ast::ExprId) -> LValue {
        self.deep(|l| l.lvalue_kind(e))
    }

    fn lvalue_kind(&mut self, e: ast::ExprId) -> LValue {
        let ast = self.ast;
        let expr = &ast.exprs[e];
        let span = expr.span;
        match &expr.kind {
            ast::ExprKind::Ident(name) => self.named(*name, span),
            ast::ExprKind::Str(lit) => {
                let var = self.string(lit);
                self.var_lvalue(var)
            }
            ast::ExprKind::Unary {
                op: ast::UnaryOp::Deref,
                arg,
            } => {
                let pointer = self.rvalue(*arg);
                self.deref(pointer, span)
            }
            ast::ExprKind::Index { base, index } => self.element(*base, *index, span),
            ast::ExprKind::Member { base, field, arrow } => {
                self.member(*base, *field, *arrow, span)
            }
            ast::ExprKind::CompoundLiteral { ty, init } => {
                let var = self.compound_literal(*ty, *init, span);
                self.var_lvalue(var)
            }
            ast::ExprKind::Choose {
                cond,
                then,
                otherwise,
            } => {
                let chosen = self.chosen(*cond, *then, *otherwise);
                self.lvalue(chosen)
            }
            ast::ExprKind::Generic { control, assocs } => {
                match self.selected(e, *control, assocs) {
                    Some(chosen) => self.lvalue(chosen),
                    None => self.poison_lvalue(),
                }
            }
            _ => {
                let value = self.rvalue(e);
                self.materialise(value, span)
            }
        }
    }

    /// A place that holds a value: where an aggregate comes from, or a temporary.
    fn materialise(&mut self, value: ExprId, span: Span) -> LValue {
        if let ExprKind::Load(place) = self.program.terms.expr(value).kind
            && self.program.types.is_aggregate(self.program.type_of(value))
        {
            return LValue {
                place,
                quals: Quals::NONE,
            };
        }
        self.error(span, "this is not an object");
        self.poison_lvalue()
    }

    /// The place that stands for an expression in error.
    pub(super) fn poison_lvalue(&mut self) -> LValue {
        let pointer = self.program.types.pointer(self.program.types.int());
        let null = self.program.int_const(0, pointer);
        LValue {
            place: self.program.deref(null),
            quals: Quals::NONE,
        }
    }

    pub(super) fn var_lvalue(&mut self, var: VarId) -> LValue {
        LValue {
            place: self.program.var_place(var),
            quals: self.program.vars[var].quals,
        }
    }

    fn named(&mut self, name: Symbol, span: Span) -> LValue {
        match self.scopes.lookup(name) {
            Some(Entity::Var(var)) if self.is_absent_variable(name) => {
                self.assume_absent(name, span);
                let variable = &self.program.vars[var];
                let (ty, quals) = (variable.ty, variable.quals);
                let pointer = self.program.types.pointer(ty);
                let null = self.program.int_const(0, pointer);
                LValue {
                    place: self.program.deref(null),
                    quals,
                }
            }
            Some(Entity::Var(var)) => self.var_lvalue(var),
            Some(Entity::Vla(var)) => {
                let pointer = self.program.var(var);
                let quals = self.program.vars[var].quals;
                LValue {
                    place: self.program.deref(pointer),
                    quals,
                }
            }
            Some(Entity::View(var, ty)) => {
                let place = self.program.var_place(var);
                let address = self.program.addr_of(place, Quals::NONE);
                let pointer = self.program.types.pointer(ty);
                let address = self.program.cast(address, pointer);
                LValue {
                    place: self.program.deref(address),
                    quals: Quals::NONE,
                }
            }
            Some(Entity::Param(ty)) => {
                self.not_constant = true;
                let pointer = self.program.types.pointer(ty);
                let null = self.program.int_const(0, pointer);
                LValue {
                    place: self.program.deref(null),
                    quals: Quals::NONE,
                }
            }
            None if self.known.function_names.contains(&name) => {
                let var = self.function_name();
                self.var_lvalue(var)
            }
            _ => {
                let text = format!("'{}' is not declared as a variable here", self.name(name));
                self.error(span, text);
                self.poison_lvalue()
            }
        }
    }

    /// `__func__` and its like.
    fn function_name(&mut self) -> VarId {
        let func = self.flow.func;
        let name = match self.program.funcs.get(func) {
            Some(f) if self.body.is_some() => f.name.to_string(),
            _ => String::new(),
        };
        self.bytes_literal(name.as_bytes(), self.program.types.char(), None)
    }

    /// `*pointer`.
    pub(super) fn deref(&mut self, pointer: ExprId, span: Span) -> LValue {
        let ty = self.program.type_of(pointer);
        let quals = match *self.program.types.kind(ty) {
            ir::types::TypeKind::Pointer { target, quals } => {
                if self.program.types.is_function(target) {
                    return self.poison_lvalue();
                }
                quals
            }
            _ => {
                let text = format!("'{}' is not a pointer", self.show(ty));
                self.error(span, text);
                return self.poison_lvalue();
            }
        };
        LValue {
            place: self.program.deref(pointer),
            quals,
        }
    }

    /// `base[index]`; the pointer may stand on either side.
    fn element(&mut self, base: ast::ExprId, index: ast::ExprId, span: Span) -> LValue {
        let swapped = self.is_integer_call(base);
        let (base, index) = if swapped {
            (index, base)
        } else {
            (base, index)
        };
        let pointer = self.rvalue(base);
        if let Some(lane) = self.lane(pointer, index, span) {
            return lane;
        }
        let mark = self.mark();
        let index = self.rvalue(index);
        let pointer = self.protected(pointer, mark);
        let swapped = self.program.types.is_integer(self.program.type_of(pointer));
        let (pointer, index) = if swapped {
            (index, pointer)
        } else {
            (pointer, index)
        };
        let index = self.index_value(index, span);
        let address = self.pointer_add(pointer, index, span);
        self.deref(address, span)
    }

    /// `f(x)[pointer]`: gcc evaluates the pointer first.
    fn is_integer_call(&self, e: ast::ExprId) -> bool {
        let ast::ExprKind::Call { callee, .. } = self.ast.exprs[e].kind else {
            return false;
        };
        let ast::ExprKind::Ident(name) = self.ast.exprs[callee].kind else {
            return false;
        };
        match self.scopes.lookup(name) {
            Some(Entity::Func(func)) => {
                let ret = self.program.return_type(func);
                self.program.types.is_integer(ret)
            }
            _ => false,
        }
    }

    /// An index as a `ptrdiff_t`.
    pub(super) fn index_value(&mut self, value: ExprId, span: Span) -> ExprId {
        if !self.program.types.is_integer(self.program.type_of(value)) {
            self.error(span, "an index must be an integer");
            return self.program.index_const(0);
        }
        let value = self.promote(value);
        self.program.cast(value, self.program.types.ptrdiff_t())
    }

    fn member(&mut self, base: ast::ExprId, field: Symbol, arrow: bool, span: Span) -> LValue {
        let base = if arrow {
            let pointer = self.rvalue(base);
            self.deref(pointer, span)
        } else {
            self.lvalue(base)
        };
        self.member_of(base, field, span)
    }

    pub(super) fn member_of(&mut self, base: LValue, field: Symbol, span: Span) -> LValue {
        let ty = self.program.place_type(base.place);
        let name = self.name(field).to_string();
        let Some(record) = self.program.types.record_of(ty) else {
            let text = format!(
                "'{}' has no member '{name}': it is no structure",
                self.show(ty)
            );
            self.error(span, text);
            return self.poison_lvalue();
        };
        let Some(path) = self.find_field(record, &name) else {
            let text = if self.program.types.records[record].layout.is_none() {
                format!("'{}' is incomplete here", self.show(ty))
            } else {
                format!("'{}' has no member '{name}'", self.show(ty))
            };
            self.error(span, text);
            return self.poison_lvalue();
        };
        self.field_path(base, &path)
    }

    pub(super) fn field_path(&mut self, mut lvalue: LValue, path: &[FieldIdx]) -> LValue {
        for &field in path {
            let ty = self.program.place_type(lvalue.place);
            if let Some(record) = self.program.types.record_of(ty) {
                let quals = self.program.types.records[record].fields[field].quals;
                lvalue.quals = lvalue.quals.union(quals);
            }
            lvalue.place = self.program.field(lvalue.place, field);
        }
        lvalue
    }

    /// The address of an array's first element.
    pub(super) fn decay(&mut self, array: PlaceId, quals: Quals) -> ExprId {
        let elem = self
            .program
            .types
            .elem(self.program.place_type(array))
            .unwrap_or(self.program.types.char());
        if self.program.types.is_variable(elem) {
            let address = self.program.addr_of(array, quals);
            let ty = self.program.types.pointer_to(elem, quals);
            return self.program.cast(address, ty);
        }
        let zero = self.program.index_const(0);
        let first = self.program.index(array, zero);
        self.program.addr_of(first, quals)
    }

    /// The variable of a string literal.
    pub(super) fn string(&mut self, lit: &ast::StrLit) -> VarId {
        let (kind, bytes) = self.string_bytes(lit);
        let elem = self.program.types.named_int(kind);
        self.bytes_literal(&bytes, elem, None)
    }

    /// The element kind and the bytes of a string, without the terminating zero.
    pub(super) fn string_bytes(&self, lit: &ast::StrLit) -> (IntKind, Vec<u8>) {
        let wide = match self.program.types.model() {
            ir::types::DataModel::Ilp32 => IntKind::Long,
            ir::types::DataModel::Lp64 => IntKind::Int,
        };
        let (kind, size) = match lit.encoding {
            ast::Encoding::Plain | ast::Encoding::Utf8 => (IntKind::Char, 1),
            ast::Encoding::Utf16 => (IntKind::UShort, 2),
            ast::Encoding::Utf32 => (IntKind::UInt, 4),
            ast::Encoding::Wide => (wide, 4),
        };
        let bytes = lit
            .units
            .iter()
            .flat_map(|u| u.to_le_bytes().into_iter().take(size))
            .collect();
        (kind, bytes)
    }

    /// A literal object of `len` elements (by default, the bytes and a zero).
    pub(super) fn bytes_literal(&mut self, bytes: &[u8], elem: TypeId, len: Option<u64>) -> VarId {
        let size = self.program.types.size_of(elem).unwrap_or(1);
        let len = len.unwrap_or(bytes.len() as u64 / size + 1);
        let ty = self.program.types.array(elem, ArrayLen::Known(len));
        let bytes = &bytes[..bytes.len().min((len * size) as usize)];
        if let Some(&var) = self.strings.get(&(bytes.into(), ty)) {
            return var;
        }
        let init = Init {
            items: match bytes.is_empty() {
                true => Vec::new(),
                false => vec![InitItem {
                    bit_offset: 0,
                    bit_width: None,
                    value: InitValue::Bytes(bytes.into()),
                }],
            },
        };
        let var = self.new_literal("str", QualType::plain(ty), Some(init), self.span());
        self.strings.insert((bytes.into(), ty), var);
        var
    }

    /// An object without a name that exists always.
    pub(super) fn new_literal(
        &mut self,
        stem: &str,
        ty: QualType,
        init: Option<Init>,
        span: Span,
    ) -> VarId {
        let number = self.program.vars.len();
        let name: Box<str> = format!("{stem}${number}").into();
        self.program.vars.push(Variable {
            name: name.clone(),
            unique: name,
            ty: ty.ty,
            quals: ty.quals,
            kind: VarKind::Literal,
            align: self.program.types.align_of(ty.ty),
            address_taken: true,
            init,
            span,
        })
    }
}
