//! Which part of an object each expression of an initialiser is for.

use super::super::Lowerer;
use super::{Items, Leaf, Leaves, Part, Source};
use crate::syntax::ast::{self, InitKind};
use ir::types::{ArrayLen, FieldIdx, RecordKind, TypeId, TypeKind};
use source::Span;
use source::entity::EntityId;

impl Lowerer<'_> {
    /// Lays out an initialiser of one part.
    pub(super) fn lay_out(&mut self, part: Part, init: ast::InitId, out: &mut Leaves) {
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
            if literal == part.ty || self.is_same_array(part.ty, literal) {
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
    pub(in crate::lower) fn fill(
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

    pub(in crate::lower) fn is_union(&self, ty: TypeId) -> bool {
        let record = self.program.types.record_of(ty);
        record.is_some_and(|r| self.program.types.records[r].kind == RecordKind::Union)
    }

    pub(in crate::lower) fn note_length(&self, part: Part, index: u64, out: &mut Leaves) {
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
    pub(in crate::lower) fn child(&mut self, part: Part, index: u64) -> Part {
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
    pub(in crate::lower) fn init_child(
        &mut self,
        child: Part,
        items: &mut Items<'_>,
        out: &mut Leaves,
    ) {
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
                literal == ty || self.is_same_array(ty, literal)
            }
            _ => self.type_of_operand(e).ty == ty,
        }
    }

    /// Whether a type and that of a compound literal are arrays of the same elements, of whatever length.
    fn is_same_array(&self, ty: TypeId, literal: TypeId) -> bool {
        let elem = |ty| self.program.types.elem(ty);
        elem(ty).is_some() && elem(ty) == elem(literal)
    }

    /// The size of a part in bits.
    pub(in crate::lower) fn bits(&self, part: Part) -> u64 {
        match part.bit_width {
            Some(width) => width.into(),
            None => self
                .program
                .types
                .size_of(part.ty)
                .map_or(u64::MAX / 2, |s| s.saturating_mul(8)),
        }
    }
}
