//! Initialisers (C11 6.7.9): braces, elided braces, designators, strings.
//!
//! The text is first laid out as a list of leaves, each a scalar (or a whole record or string) at an
//! offset, later ones overriding earlier ones. Then the leaves are evaluated in the order of their
//! offsets, as gcc does it: into data for objects that exist always, into assignments for locals,
//! after one assignment of zero if not everything is initialised.

mod layout;

use super::Lowerer;
use crate::syntax::ast::{self, InitKind};
use ir::types::{ArrayLen, RecordKind, TypeId, TypeKind};
use ir::{EdgeKind, ExprKind, Init, InitItem, InitValue, PlaceId, Stmt, VarId};
use source::Span;

/// A part of the object being initialised.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) ty: TypeId,
    pub(super) bit_offset: u64,
    bit_width: Option<u32>,
    /// For locals.
    place: Option<PlaceId>,
}

struct Leaf {
    part: Part,
    /// In bits.
    size: u64,
    source: Source,
}

enum Source {
    Expr(ast::ExprId),
    /// The bytes of a string that initialises an array.
    Bytes(Vec<u8>),
}

/// The leaves found so far.
#[derive(Default)]
pub(super) struct Leaves {
    leaves: Vec<Leaf>,
    /// The end of the last leaf, in bits.
    end: u64,
    /// The length that the initialiser gives an array without one.
    open_length: u64,
}

/// The items of a braced list that are still to be used.
pub(super) struct Items<'a> {
    pub(super) items: &'a [ast::InitItem],
}

impl<'a> Items<'a> {
    pub(super) fn peek(&self) -> Option<&'a ast::InitItem> {
        self.items.first()
    }

    pub(super) fn take(&mut self) {
        self.items = &self.items[1..];
    }
}

impl Leaves {
    /// Forgets what lies in a range: something else initialises it. A value of which the range is
    /// only a part is forgotten as a whole, as gcc does; of a string the rest remains.
    pub(super) fn clear(&mut self, bit_offset: u64, size: u64) {
        if bit_offset < self.end {
            let end = bit_offset.saturating_add(size);
            self.leaves.retain(|l| {
                let (from, to) = (l.part.bit_offset, l.part.bit_offset.saturating_add(l.size));
                let inside = bit_offset <= from && to <= end;
                let around = size > 0 && from <= bit_offset && end <= to;
                !(inside || around && matches!(l.source, Source::Expr(_)))
            });
        }
    }

    fn push(&mut self, leaf: Leaf) {
        self.clear(leaf.part.bit_offset, leaf.size);
        self.end = self.end.max(leaf.part.bit_offset.saturating_add(leaf.size));
        self.leaves.push(leaf);
    }
}

impl Lowerer<'_> {
    /// The length of an array that its initialiser completes.
    pub(super) fn completed(&mut self, ty: TypeId, init: ast::InitId) -> TypeId {
        if !self.is_open_array(ty) {
            return ty;
        }
        let Some(elem) = self.program.types.elem(ty) else {
            return ty;
        };
        let mut leaves = Leaves::default();
        self.lay_out(whole(ty, None), init, &mut leaves);
        let len = ArrayLen::Known(leaves.open_length);
        self.program.types.array(elem, len)
    }

    /// The contents of an object that exists always.
    pub(super) fn static_init(&mut self, ty: TypeId, init: ast::InitId) -> Init {
        let mut leaves = Leaves::default();
        self.lay_out(whole(ty, None), init, &mut leaves);
        leaves.leaves.sort_by_key(|l| l.part.bit_offset);
        let mut items = Vec::new();
        for leaf in leaves.leaves {
            let value = match leaf.source {
                Source::Bytes(bytes) if bytes.is_empty() => None,
                Source::Bytes(bytes) => Some(InitValue::Bytes(bytes.into())),
                Source::Expr(e) => self.static_leaf(e, leaf.part.ty),
            };
            items.extend(value.map(|value| InitItem {
                bit_offset: leaf.part.bit_offset,
                bit_width: leaf.part.bit_width,
                value,
            }));
        }
        Init { items }
    }

    /// A constant, unless it is zero, which needs no item.
    fn static_leaf(&mut self, e: ast::ExprId, ty: TypeId) -> Option<InitValue> {
        let value = self.static_value(e, ty)?;
        match self.program.terms.expr(value).kind {
            ExprKind::Int(0) | ExprKind::Float(0) | ExprKind::Zero => None,
            _ => Some(InitValue::Scalar(value)),
        }
    }

    /// Initialises a local.
    pub(super) fn local_init(&mut self, var: VarId, init: ast::InitId) {
        let place = self.program.var_place(var);
        let ty = self.program.vars[var].ty;
        if let InitKind::Expr(e) = self.ast.inits[init].kind
            && !self.program.types.is_array(ty)
        {
            return self.init_with(place, e);
        }
        let mut leaves = Leaves::default();
        self.lay_out(whole(ty, Some(place)), init, &mut leaves);
        leaves.leaves.sort_by_key(|l| l.part.bit_offset);
        let covered = leaves
            .leaves
            .iter()
            .try_fold(0u64, |n, l| n.checked_add(self.scalars(l.part.ty)?));
        let zeroed = covered.is_none() || covered != self.scalars(ty);
        if zeroed {
            let value = self.program.zero(ty);
            self.emit_as(Stmt::Assign { place, value }, EdgeKind::Implicit);
        }
        for leaf in leaves.leaves {
            self.local_leaf(leaf, zeroed);
        }
    }

    /// `T x = e;`
    fn init_with(&mut self, place: PlaceId, e: ast::ExprId) {
        let span = self.ast.exprs[e].span;
        let outer = self.enter_span(span);
        if let ast::ExprKind::Call { callee, args } = &self.ast.exprs[e].kind {
            if let Some(value) = self.call_into(*callee, args, Some(place), span) {
                let value = self.convert(value, self.program.place_type(place), span);
                self.assign(place, value);
            }
        } else {
            let value = self.rvalue(e);
            let value = self.convert(value, self.program.place_type(place), span);
            self.assign(place, value);
        }
        self.leave_span(outer);
    }

    fn local_leaf(&mut self, leaf: Leaf, zeroed: bool) {
        let Some(place) = leaf.part.place else { return };
        let value = match leaf.source {
            Source::Bytes(bytes) => {
                let (elem, len) = match *self.program.types.kind(leaf.part.ty) {
                    TypeKind::Array {
                        elem,
                        len: ArrayLen::Known(n),
                    } => (elem, n),
                    _ => return,
                };
                let literal = self.bytes_literal(&bytes, elem, Some(len));
                self.program.var(literal)
            }
            Source::Expr(e) => {
                let span = self.ast.exprs[e].span;
                let value = self.rvalue(e);
                self.convert(value, leaf.part.ty, span)
            }
        };
        let is_zero = matches!(
            self.program.terms.expr(value).kind,
            ExprKind::Int(0) | ExprKind::Float(0)
        );
        if !(zeroed && is_zero) {
            self.assign(place, value);
        }
    }

    /// How many scalars an object consists of; None if unions make that unclear.
    fn scalars(&self, ty: TypeId) -> Option<u64> {
        let types = &self.program.types;
        match *types.kind(ty) {
            TypeKind::Array {
                elem,
                len: ArrayLen::Known(n),
            } => self.scalars(elem)?.checked_mul(n),
            TypeKind::Array { .. } => Some(0),
            TypeKind::Record(id) => {
                let record = &types.records[id];
                if record.kind == RecordKind::Union {
                    return None;
                }
                let named = |f: &&ir::types::Field| f.name.is_some() || !f.is_bit_field();
                let fields = record.fields.values().filter(named);
                fields
                    .map(|f| self.scalars(f.ty))
                    .try_fold(0u64, |sum, n| sum.checked_add(n?))
            }
            _ => Some(1),
        }
    }

    /// `(T) { … }`: an object of the enclosing block, or one that exists always.
    pub(super) fn compound_literal(
        &mut self,
        ty: ast::TypeId,
        init: ast::InitId,
        span: Span,
    ) -> VarId {
        let mut ty = self.ty(ty);
        ty.ty = self.completed(ty.ty, init);
        if self.program.types.size_of(ty.ty).is_none() {
            let text = format!("'{}' has no size here", self.show(ty.ty));
            self.error(span, text);
            ty.ty = self.program.types.int();
        }
        if self.body.is_none() || self.constant_depth > 0 {
            let init = self.static_init(ty.ty, init);
            return self.new_literal("lit", ty, Some(init), span);
        }
        self.temps += 1;
        let name: Box<str> = format!("lit${}", self.temps).into();
        let var = self.new_local(name.clone(), name, ty.ty, false);
        self.begin_local(var, true);
        self.local_init(var, init);
        var
    }
}

fn whole(ty: TypeId, place: Option<PlaceId>) -> Part {
    Part {
        ty,
        bit_offset: 0,
        bit_width: None,
        place,
    }
}
