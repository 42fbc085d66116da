//! What the equality of two addresses depends on: not on where their objects lie, but for a few cases.

use super::super::points_to::{ObjId, ObjectKind};
use super::{Depends, Finder};
use ir::{ExprId, ExprKind, InitValue, PlaceKind, Program, VarId};
use std::collections::BTreeSet;

/// Longer literals are not compared.
const MAX_STRING_BYTES: u64 = 1 << 16;

/// What a string literal holds, its end included.
pub fn string_bytes(program: &Program, var: VarId) -> Option<Vec<u8>> {
    let variable = program.vars.get(var)?;
    let items = variable.init.as_ref().map_or(&[][..], |init| &init.items);
    let size = program.types.size_of(variable.ty)?;
    if !variable.is_string() || size > MAX_STRING_BYTES {
        return None;
    }
    match items {
        [item] if item.bit_offset == 0 => match &item.value {
            InitValue::Bytes(text) => {
                let mut bytes = text.to_vec();
                bytes.resize(size as usize, 0);
                Some(bytes)
            }
            InitValue::Scalar(_) => None,
        },
        [] => Some(vec![0; size as usize]),
        _ => None,
    }
}

impl Finder<'_> {
    pub(super) fn equality(&mut self, a: ExprId, b: ExprId) -> Option<(BTreeSet<ObjId>, Depends)> {
        if self.is_page(a, b, false) {
            return None;
        }
        let (xs, ys) = (self.objects(a), self.objects(b));
        // What a specification watches is chosen among what there is.
        if self.is_prophecy(a) || self.is_prophecy(b) {
            return None;
        }
        match (xs.is_empty(), ys.is_empty()) {
            (true, true) => None,
            (false, false) if self.is_number(&xs) || self.is_number(&ys) => self.numbers([a, b]),
            (false, false) => self.places_of(&xs, &ys),
            _ => {
                let number = if xs.is_empty() { a } else { b };
                let is_pointer = self.program.types.is_pointer(self.program.type_of(number));
                let constant = self.program.terms.int_value(number).is_some();
                // A pointer that leads nowhere is null, or a number.
                let number = constant || !is_pointer || self.numbered;
                number.then(|| self.numbers([a, b]))?
            }
        }
    }

    fn is_prophecy(&self, e: ExprId) -> bool {
        let terms = &self.program.terms;
        match terms.expr(self.program.without_casts(e)).kind {
            ExprKind::Load(place) => match terms.place(place).kind {
                PlaceKind::Var(var) => self.program.prophecies.contains(&var),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether an address may be a number that the text has.
    fn is_number(&self, objects: &BTreeSet<ObjId>) -> bool {
        let outside = |o: &ObjId| self.pts.objects[*o].kind == ObjectKind::External;
        self.numbered && objects.iter().any(outside)
    }

    /// What the equality of two addresses depends on beside what they are addresses of.
    fn places_of(
        &self,
        xs: &BTreeSet<ObjId>,
        ys: &BTreeSet<ObjId>,
    ) -> Option<(BTreeSet<ObjId>, Depends)> {
        let shared = self.may_be_one(xs, ys);
        let variables = |all: BTreeSet<ObjId>| {
            let is_variable = |o: &ObjId| matches!(self.pts.objects[*o].kind, ObjectKind::Var(_));
            all.into_iter().filter(is_variable).collect()
        };
        match (self.may_meet(xs, ys), shared.is_empty()) {
            (true, true) => Some((variables(xs | ys), Depends::Order)),
            (true, false) => Some((variables(xs | ys), Depends::Sharing)),
            (false, true) => None,
            (false, false) => Some((shared, Depends::Sharing)),
        }
    }

    /// A pointer to the end of one object may be one to the beginning of another.
    fn may_meet(&self, xs: &BTreeSet<ObjId>, ys: &BTreeSet<ObjId>) -> bool {
        let is_own = |o: &&ObjId| {
            let kind = self.pts.objects[**o].kind;
            !matches!(
                kind,
                ObjectKind::External | ObjectKind::Func(_) | ObjectKind::Label(_)
            )
        };
        let moved = |o: &&ObjId| self.moved.contains(*o);
        let other = |all: &BTreeSet<ObjId>, o: &ObjId| all.iter().filter(is_own).any(|p| p != o);
        xs.iter().filter(is_own).filter(moved).any(|o| other(ys, o))
            || ys.iter().filter(is_own).filter(moved).any(|o| other(xs, o))
    }

    /// The string literals that may share their bytes with others that they are compared with.
    fn may_be_one(&self, xs: &BTreeSet<ObjId>, ys: &BTreeSet<ObjId>) -> BTreeSet<ObjId> {
        let (mut found, ys) = (BTreeSet::new(), self.strings(ys));
        for (x, text) in self.strings(xs) {
            for (y, other) in &ys {
                if x != *y && (text.ends_with(other) || other.ends_with(&text)) {
                    found.extend([x, *y]);
                }
            }
        }
        found
    }

    fn strings(&self, objects: &BTreeSet<ObjId>) -> Vec<(ObjId, Vec<u8>)> {
        let string = |&object: &ObjId| match self.pts.objects[object].kind {
            ObjectKind::Var(var) => Some((object, string_bytes(self.program, var)?)),
            _ => None,
        };
        objects.iter().filter_map(string).collect()
    }
}
