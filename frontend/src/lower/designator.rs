//! Designators: which part of an object an initialiser is for, and what comes after it.

use super::Lowerer;
use super::init::{Items, Leaves, Part};
use crate::syntax::ast::{self, Designator};
use ir::types::{ArrayLen, TypeId, TypeKind};
use source::Span;
use source::entity::EntityId;

impl Lowerer<'_> {
    /// `.a[2] = …` and what follows inside the designated part's aggregate: the position after it.
    pub(super) fn designated(
        &mut self,
        part: Part,
        designators: &[Designator],
        items: &mut Items<'_>,
        out: &mut Leaves,
    ) -> Option<u64> {
        let item = items.peek()?;
        let span = item.span;
        let positions = self.positions(part.ty, designators[0], span);
        let (Some((path, last)), rest) = (positions, &designators[1..]) else {
            items.take();
            return Some(u64::MAX);
        };
        let first = path[0];
        if last - first > 1 << 22 {
            self.error(span, "the range of this designator is too long");
            items.take();
            return Some(u64::MAX);
        }
        if self.is_union(part.ty) {
            out.clear(part.bit_offset, self.bits(part));
        }
        self.note_length(part, last, out);
        let remaining = items.items;
        for position in first..=last {
            items.items = remaining;
            let child = self.child(part, position);
            self.descend(child, &path[1..], rest, items, out);
        }
        Some(if self.is_union(part.ty) {
            u64::MAX
        } else {
            last + 1
        })
    }

    /// Follows the rest of a designator (through anonymous members first), initialises what it
    /// designates and goes on behind it.
    fn descend(
        &mut self,
        part: Part,
        path: &[u64],
        rest: &[Designator],
        items: &mut Items<'_>,
        out: &mut Leaves,
    ) {
        if let [next, path @ ..] = path {
            let child = self.child(part, *next);
            self.descend(child, path, rest, items, out);
            let after = if self.is_union(part.ty) {
                u64::MAX
            } else {
                next + 1
            };
            return self.fill(part, after, items, false, out);
        }
        if rest.is_empty() {
            return self.init_child(part, items, out);
        }
        if let Some(after) = self.deep(|l| l.designated(part, rest, items, out)) {
            self.fill(part, after, items, false, out);
        }
    }

    /// The positions that a designator names: a path through anonymous members, and the last one
    /// of a range.
    fn positions(
        &mut self,
        ty: TypeId,
        designator: Designator,
        span: Span,
    ) -> Option<(Vec<u64>, u64)> {
        match designator {
            Designator::Field(name) => {
                let text = self.name(name).to_string();
                let path = self
                    .program
                    .types
                    .record_of(ty)
                    .and_then(|r| self.find_field(r, &text));
                let Some(path) = path else {
                    let text = format!("'{}' has no member '{text}'", self.show(ty));
                    self.error(span, text);
                    return None;
                };
                let path: Vec<u64> = path.iter().map(|f| f.index() as u64).collect();
                let first = path[0];
                Some((path, first))
            }
            Designator::Index(e) => self.index_range(ty, e, e, span),
            Designator::Range(low, high) => self.index_range(ty, low, high, span),
        }
    }

    fn index_range(
        &mut self,
        ty: TypeId,
        low: ast::ExprId,
        high: ast::ExprId,
        span: Span,
    ) -> Option<(Vec<u64>, u64)> {
        let low = self.constant_int(low)?;
        let high = self.constant_int(high)?;
        let bound = match *self.program.types.kind(ty) {
            TypeKind::Array {
                len: ArrayLen::Known(n),
                ..
            } => i128::from(n),
            TypeKind::Array { .. } => 1 << 48,
            _ => {
                self.error(span, "an index designates nothing here: this is no array");
                return None;
            }
        };
        if low < 0 || high < low || high >= bound {
            self.error(span, "the designator lies outside the array");
            return None;
        }
        Some((vec![low as u64], high as u64))
    }
}
