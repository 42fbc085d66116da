//! `memset` and `memcpy` of whole objects are assignments.
//!
//! Drivers clear and copy structures that way. As an assignment the type stays known: analyses keep
//! the fields apart, and formulas need no bytes. Whole means that the number of bytes is the size
//! of what the pointer points to, or of the array whose first element it is the address of. All
//! other calls stay calls ([`library`](ir::library) says what they do).

use super::Lowerer;
use ir::types::TypeId;
use ir::{ExprId, ExprKind, PlaceId, PlaceKind, Stmt};

impl Lowerer<'_> {
    /// The result of a call that is an assignment of a whole object, which has been made.
    pub(super) fn assign_whole_object(&mut self, name: &str, args: &[ExprId]) -> Option<ExprId> {
        if self.body.is_none() || self.constant_depth > 0 {
            return None;
        }
        let (place, value) = match (name, args) {
            ("memset", &[to, byte, size]) if self.is_zero(byte) => self.cleared(to, size)?,
            ("bzero", &[to, size]) => self.cleared(to, size)?,
            ("memcpy", &[to, from, size]) => {
                let to = self.pointed_objects(to, size)?;
                let from = self.pointed_objects(from, size)?;
                let (to, from) = self.of_one_type(&to, &from)?;
                (to, self.program.load(from))
            }
            _ => return None,
        };
        self.emit(Stmt::Assign { place, value });
        Some(match name {
            "bzero" => self.void_value(),
            _ => args[0],
        })
    }

    fn cleared(&mut self, to: ExprId, size: ExprId) -> Option<(PlaceId, ExprId)> {
        let places = self.pointed_objects(to, size)?;
        let ty = |p: PlaceId| self.program.place_type(p);
        let place = places.into_iter().find(|&p| self.copies_bytes(ty(p)))?;
        Some((place, self.program.zero(self.program.place_type(place))))
    }

    fn is_zero(&self, e: ExprId) -> bool {
        self.program.const_value(e) == Some(0)
    }

    /// Two places of the same type, where assignment is a copy of bytes.
    fn of_one_type(&self, to: &[PlaceId], from: &[PlaceId]) -> Option<(PlaceId, PlaceId)> {
        let ty = |p: PlaceId| self.program.place_type(p);
        let pairs = to.iter().flat_map(|&a| from.iter().map(move |&b| (a, b)));
        let mut pairs = pairs.filter(|&(a, b)| ty(a) == ty(b) && self.copies_bytes(ty(a)));
        pairs.next()
    }

    /// Values of `_Bool` and of floating types do not have all the patterns of their bytes.
    fn copies_bytes(&self, ty: TypeId) -> bool {
        let types = &self.program.types;
        let plain = types.is_scalar(ty) && ty != types.bool() && !types.is_float(ty);
        plain || types.is_aggregate(ty)
    }

    /// The objects of that size which a pointer is the address of, the smallest type last.
    fn pointed_objects(&mut self, pointer: ExprId, size: ExprId) -> Option<Vec<PlaceId>> {
        let size = u64::try_from(self.program.const_value(size)?).ok()?;
        let pointer = self.program.without_casts(pointer);
        let mut place = match self.program.terms.expr(pointer).kind {
            ExprKind::AddrOf(place) => place,
            _ => {
                let target = self.program.types.target(self.program.type_of(pointer))?;
                let types = &self.program.types;
                if !(types.is_scalar(target) || types.is_aggregate(target)) {
                    return None;
                }
                self.program.deref(pointer)
            }
        };
        let mut found = Vec::new();
        loop {
            let ty = self.program.place_type(place);
            let is_bits = self.program.bit_width(place).is_some();
            if self.program.types.size_of(ty) == Some(size) && size > 0 && !is_bits {
                found.insert(0, place);
            }
            match self.program.terms.place(place).kind {
                PlaceKind::Index(base, index) if self.is_zero(index) => place = base,
                _ => break,
            }
        }
        (!found.is_empty()).then_some(found)
    }
}
