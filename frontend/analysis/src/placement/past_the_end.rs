//! Which variables have pointers that may be at their end, and whether pointers are made of numbers.

use super::super::points_to::{ObjId, ObjectKind, Target};
use super::Finder;
use ir::types::{ArrayLen, TypeKind};
use ir::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, Term};
use std::collections::BTreeSet;

impl Finder<'_> {
    pub(super) fn note_moves(&mut self, term: Term) {
        let terms = &self.program.terms;
        if let Term::Expr(e) = term
            && self.program.types.is_pointer(self.program.type_of(e))
            && let Some(value) = self.number(e)
        {
            self.numbered |= !self.is_page_number(value);
        }
        let Term::Expr(e) = term else {
            return;
        };
        let size = |e: ExprId| {
            let target = self.program.types.target(self.program.type_of(e));
            target
                .and_then(|t| self.program.types.size_or_one(t))
                .unwrap_or(1)
        };
        let moved = match terms.expr(e).kind {
            ExprKind::Binary(BinaryOp::PtrAdd, a, by) => self.reach_end(a, by, size(a)),
            ExprKind::Binary(BinaryOp::Add, a, b) => {
                &self.reach_end(a, b, 1) | &self.reach_end(b, a, 1)
            }
            ExprKind::AddrOf(place) => match terms.place(place).kind {
                PlaceKind::Index(base, by) if !self.is_element(base, by) => {
                    self.reach_end(e, by, 0)
                }
                _ => return,
            },
            _ => return,
        };
        self.moved.extend(moved);
    }

    /// Whether an index is one of an array's elements, plainly.
    fn is_element(&self, base: PlaceId, by: ExprId) -> bool {
        let by = self.program.const_value(by);
        match *self.program.types.kind(self.program.place_type(base)) {
            TypeKind::Array {
                len: ArrayLen::Known(len),
                ..
            } => by.is_some_and(|by| by < len.into()),
            _ => false,
        }
    }

    /// The variables whose end an address may reach that is moved by a number of elements. (What is allocated lies
    /// apart from all else, as answers say.)
    fn reach_end(&self, address: ExprId, by: ExprId, size: u64) -> BTreeSet<ObjId> {
        let by = self.program.const_value(by);
        if by.is_some_and(|by| by <= 0) {
            return BTreeSet::new();
        }
        let by = by.map(|by| by.saturating_mul(size.into()));
        let types = &self.program.types;
        let reaches = |target: &Target| match self.pts.objects[target.object].kind {
            ObjectKind::Var(var) => {
                let ty = self.program.vars[var].ty;
                // Elements of arrays are not told apart.
                let known = target.offset.zip(by).filter(|_| !types.has_arrays(ty));
                let end = types.size_of(ty).zip(known);
                end.is_none_or(|(end, (from, by))| i128::from(from) + by >= i128::from(end))
            }
            _ => false,
        };
        let targets = self.pts.targets(self.program, address);
        targets
            .iter()
            .filter(|t| reaches(t))
            .map(|t| t.object)
            .collect()
    }

    /// The number that a pointer is made of.
    fn number(&self, e: ExprId) -> Option<u128> {
        let terms = &self.program.terms;
        let of = match terms.expr(e).kind {
            ExprKind::Cast(of) => of,
            _ => e,
        };
        terms.int_value(of)
    }
}
