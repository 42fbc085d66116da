//! Initialisers (C11 6.7.9): braces, elided braces, designators, strings.
//!
//! The text is first laid out as a list of leaves, each a scalar (or a whole record or string) at an
//! offset, later ones overriding earlier ones. Then the leaves are evaluated in the order of their
//! offsets, as gcc does it: into data for objects that exist always, into assignments for locals,
//! after one assignment of zero if not everything is initialised.

use super::Lowerer;
use crate::syntax::ast::{self, InitKind};
use ir::types::{ArrayLen, FieldIdx, RecordKind, TypeId, TypeKind};
use ir::{EdgeKind, ExprKind, Init, InitItem, InitValue, PlaceId, Stmt, VarId};
use source::Span;
use source::entity::EntityId;

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

    /// Lays out an initialiser of one part.
    fn lay_out(&mut self, part: Part, init: ast::InitId, out: &mut Leaves) {
        self.deep(|l| l.lay_out_kind(part, init, out));
    }

    fn lay_out_kind(&mut self, part: Part, init: ast::InitId, out: &mut Leaves) {
        let ast = self.ast;
        let span = ast.inits[init].span;
        match &ast.inits[init].kind {
            InitKind::Expr(e) => self.lay_out_expr(part, *e, span, out),
            InitKind::List(items) => {
                if let Some(bytes) = self.braced_string(part.ty, items) {
                    return self.lay_out_string(part, bytes, span, out);
                }
                let mut rest = Items { items };
                if self.program.types.is_aggregate(part.ty) {
                    out.clear(part.bit_offset, self.bits(part));
                    self.fill(part, 0, &mut rest, true, out);
                } else if let Some(item) = rest.peek() {
                    self.lay_out(part, item.init, out);
                    rest.take();
                } else {
                    self.error(span, "an empty initialiser for a scalar");
                }
                if let Some(extra) = rest.peek() {
                    self.warn(extra.span, "more initialisers than there are members");
                }
            }
        }
    }

    fn lay_out_expr(&mut self, part: Part, e: ast::ExprId, span: Span, out: &mut Leaves) {
        if let Some(bytes) = self.string_for(part.ty, e) {
            return self.lay_out_string(part, bytes, span, out);
        }
        // GNU C: a compound literal initialises like its list.
        if self.program.types.is_aggregate(part.ty)
            && let ast::ExprKind::CompoundLiteral { ty, init } = self.ast.exprs[e].kind
        {
            let literal = self.ty(ty).ty;
            let elem = |ty| self.program.types.elem(ty);
            let same_array = elem(part.ty).is_some() && elem(part.ty) == elem(literal);
            if literal == part.ty || same_array {
                if self.is_open_array(part.ty)
                    && let TypeKind::Array {
                        len: ArrayLen::Known(n),
                        ..
                    } = *self.program.types.kind(literal)
                {
                    out.open_length = out.open_length.max(n);
                }
                return self.lay_out(part, init, out);
            }
        }
        if self.program.types.is_array(part.ty) {
            self.error(span, "an array needs a braced initialiser");
            return;
        }
        let size = self.bits(part);
        out.push(Leaf {
            part,
            size,
            source: Source::Expr(e),
        });
    }

    fn lay_out_string(&mut self, part: Part, mut bytes: Vec<u8>, span: Span, out: &mut Leaves) {
        let TypeKind::Array { elem, len } = *self.program.types.kind(part.ty) else {
            return;
        };
        let size = self.program.types.size_of(elem).unwrap_or(1);
        let needed = bytes.len() as u64 / size;
        let len = match len {
            ArrayLen::Known(n) => n,
            _ => {
                // The terminating zero makes the object longer.
                bytes.resize(bytes.len() + size as usize, 0);
                needed + 1
            }
        };
        if part.bit_offset == 0 && self.is_open_array(part.ty) {
            out.open_length = out.open_length.max(len);
        }
        if needed > len {
            self.warn(span, "the string is longer than the array");
            bytes.truncate((len * size) as usize);
        }
        out.push(Leaf {
            part,
            size: len * size * 8,
            source: Source::Bytes(bytes),
        });
    }

    /// The bytes of `{ "text" }` for an array of characters.
    fn braced_string(&mut self, ty: TypeId, items: &[ast::InitItem]) -> Option<Vec<u8>> {
        let [only] = items else { return None };
        if !only.designators.is_empty() {
            return None;
        }
        match self.ast.inits[only.init].kind {
            InitKind::Expr(e) => self.string_for(ty, e),
            InitKind::List(_) => None,
        }
    }

    /// The bytes of a string literal that initialises an array of its characters.
    fn string_for(&mut self, ty: TypeId, e: ast::ExprId) -> Option<Vec<u8>> {
        let ast = self.ast;
        let ast::ExprKind::Str(lit) = &ast.exprs[e].kind else {
            return None;
        };
        let types = &self.program.types;
        let kind = types.int_kind(types.elem(ty)?)?;
        let (wanted, bytes) = self.string_bytes(lit);
        let same = kind.size(types.model()) == wanted.size(types.model());
        same.then_some(bytes)
    }

    /// Initialises the members of an aggregate from the one at `index` on. Without braces of its
    /// own, it stops at a designator, which belongs to an enclosing list.
    pub(super) fn fill(
        &mut self,
        part: Part,
        index: u64,
        items: &mut Items<'_>,
        braced: bool,
        out: &mut Leaves,
    ) {
        let mut index = index;
        while let Some(item) = items.peek() {
            if !item.designators.is_empty() {
                if !braced {
                    return;
                }
                index = match self.designated(part, &item.designators, items, out) {
                    Some(next) => next,
                    None => return,
                };
                continue;
            }
            let Some((child, at)) = self.child_from(part, index) else {
                return;
            };
            self.note_length(part, at, out);
            self.init_child(child, items, out);
            index = if self.is_union(part.ty) {
                u64::MAX
            } else {
                at + 1
            };
        }
    }

    pub(super) fn is_union(&self, ty: TypeId) -> bool {
        let record = self.program.types.record_of(ty);
        record.is_some_and(|r| self.program.types.records[r].kind == RecordKind::Union)
    }

    pub(super) fn note_length(&self, part: Part, index: u64, out: &mut Leaves) {
        if part.bit_offset == 0 && self.is_open_array(part.ty) {
            out.open_length = out.open_length.max(index.saturating_add(1));
        }
    }

    /// The next member from a position on that can be initialised, and its position.
    fn child_from(&mut self, part: Part, index: u64) -> Option<(Part, u64)> {
        match *self.program.types.kind(part.ty) {
            TypeKind::Array { len, .. } => {
                let inside = match len {
                    ArrayLen::Known(n) => index < n,
                    _ => index < u64::MAX,
                };
                inside.then(|| (self.child(part, index), index))
            }
            TypeKind::Record(id) => {
                let fields = &self.program.types.records[id].fields;
                let position = fields
                    .iter()
                    .skip(usize::try_from(index).ok()?)
                    .find(|(_, f)| f.name.is_some() || !f.is_bit_field())
                    .map(|(i, _)| i.index() as u64)?;
                Some((self.child(part, position), position))
            }
            _ => None,
        }
    }

    /// The member at a position.
    pub(super) fn child(&mut self, part: Part, index: u64) -> Part {
        match *self.program.types.kind(part.ty) {
            TypeKind::Array { elem, .. } => {
                let size = self.program.types.size_of(elem).unwrap_or(0) * 8;
                let place = part.place.map(|p| {
                    let index = self.program.index_const(index as i64);
                    self.program.index(p, index)
                });
                Part {
                    ty: elem,
                    bit_offset: part.bit_offset.saturating_add(size.saturating_mul(index)),
                    bit_width: None,
                    place,
                }
            }
            TypeKind::Record(id) => {
                let field = FieldIdx::from_index(index as usize);
                let f = &self.program.types.records[id].fields[field];
                let (ty, offset, width) = (f.ty, f.bit_offset, f.bit_width);
                Part {
                    ty,
                    bit_offset: part.bit_offset + offset,
                    bit_width: width,
                    place: part.place.map(|p| self.program.field(p, field)),
                }
            }
            _ => part,
        }
    }

    /// Initialises one member with the next item, or with several if its braces are elided.
    pub(super) fn init_child(&mut self, child: Part, items: &mut Items<'_>, out: &mut Leaves) {
        let Some(item) = items.peek() else { return };
        let elided = match self.ast.inits[item.init].kind {
            InitKind::List(_) => false,
            InitKind::Expr(e) => {
                self.program.types.is_aggregate(child.ty)
                    && self.string_for(child.ty, e).is_none()
                    && !self.is_of_type(e, child.ty)
            }
        };
        if elided {
            let before = items.items.len();
            self.deep(|l| l.fill(child, 0, items, false, out));
            if items.items.len() < before || self.child_from(child, 0).is_none() {
                return;
            }
        }
        self.lay_out(child, item.init, out);
        items.take();
    }

    /// Whether an expression has a record type, so that it initialises the whole record.
    fn is_of_type(&mut self, e: ast::ExprId, ty: TypeId) -> bool {
        match self.ast.exprs[e].kind {
            ast::ExprKind::Int(_)
            | ast::ExprKind::Float(_)
            | ast::ExprKind::Char(_)
            | ast::ExprKind::Str(_)
            | ast::ExprKind::Unary {
                op: ast::UnaryOp::AddrOf,
                ..
            } => false,
            ast::ExprKind::CompoundLiteral { ty: literal, .. } => {
                let literal = self.ty(literal).ty;
                let elem = |ty| self.program.types.elem(ty);
                literal == ty || (elem(ty).is_some() && elem(ty) == elem(literal))
            }
            _ => self.type_of_operand(e).ty == ty,
        }
    }

    /// The size of a part in bits.
    pub(super) fn bits(&self, part: Part) -> u64 {
        match part.bit_width {
            Some(width) => width.into(),
            None => self
                .program
                .types
                .size_of(part.ty)
                .map_or(u64::MAX / 2, |s| s.saturating_mul(8)),
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
