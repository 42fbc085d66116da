//! What pointers from outside lead to, by the types that they are followed as.
//!
//! Asked only where an environment calls the program: a kernel, which follows rules that the text shows.
//!
//! Code outside may give back any address that it has been given, as whatever it says it is. But a program that follows C's
//! rules (C11 6.5p7) accesses each object as what it is declared to be: behind `struct a *` from outside lies no variable
//! in which there is no `struct a`. Where the text shows that one type is meant by another, by a cast between pointers
//! to the two, either may be met as the other; so may anything in a union that has room for it, and anything may be met as
//! characters. The innermost structure of an access counts: what is around it may be computed (`container_of`).
//!
//! Allocated objects have the types that they are used with, so that nothing is left out there, and pointers that the
//! program itself made are followed wherever they lead. That pointers from outside keep to the types is an assumption
//! (`memory_assumptions::assume_separate`), and so is that no pointer is put together of parts: numbers that are too narrow
//! for an address hold none.

use super::memory::ANY;
use super::memory::Store;
use super::shape::{Shape, field_at, open_ended, size};
use ir::types::{RecordId, RecordKind, TypeId, TypeKind, Types};
use ir::{BinaryOp, ExprId, ExprKind, Program};
use rustc_hash::FxHashSet;
use source::entity::EntityId;

/// What tells objects apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Record(RecordId),
    Pointer,
    /// Numbers of so many bytes.
    Scalar(i64),
}

/// Which kinds a program takes for which, by casts between pointers to them: both ways.
#[derive(Debug, Default)]
pub(super) struct MetByCasts(FxHashSet<(Kind, Kind)>);

impl MetByCasts {
    pub(super) fn of(program: &Program) -> Self {
        let mut found = FxHashSet::default();
        for expr in (0..program.terms.num_exprs()).map(ExprId::from_index) {
            if let ExprKind::Cast(arg) = program.terms.expr(expr).kind {
                let arg = source_of_cast(program, arg);
                let target = |e| program.types.target(program.type_of(e));
                let kind = |e| target(e).and_then(|ty| own_kind(&program.types, ty));
                if let (Some(from), Some(to)) = (kind(arg), kind(expr))
                    && from != to
                {
                    found.insert((from, to));
                    found.insert((to, from));
                }
            }
        }
        MetByCasts(found)
    }
}

/// The type of an object that is a variable.
pub(super) fn declared_type(shape: Shape) -> Option<TypeId> {
    match shape {
        Shape::Typed { ty, repeat: false } => Some(ty),
        _ => None,
    }
}

/// Whether values of a type are too narrow for an address: what is left of one is a number, and pointers that are put
/// together of such parts are not followed.
pub(super) fn is_part_of_address(types: &Types, ty: TypeId) -> bool {
    let pointer = types.pointer_size();
    types.is_integer(ty) && types.size_of(ty).is_some_and(|bytes| bytes < pointer)
}

/// Whether an object is memory for anything: bytes, or allocated and not known to be used as something.
pub(super) fn is_buffer(types: &Types, object: &Store) -> bool {
    match object.shape {
        Shape::Typed { ty, .. } => own_kind(types, ty) == Some(Kind::Scalar(1)),
        Shape::Unset | Shape::Raw { .. } => true,
        Shape::Opaque | Shape::One => false,
    }
}

/// Whether a pointer from outside to an offset of an object may be followed to access the object as something of a type. Of an
/// allocated one, what it is used as is looked at from the given use on.
pub(super) fn may_meet(
    types: &Types,
    casts: &MetByCasts,
    object: &Store,
    off: i64,
    (ty, since): (TypeId, usize),
) -> bool {
    let Some(kind) = kind(types, ty) else {
        return true;
    };
    let bytes = size(types, ty).filter(|_| !open_ended(types, ty));
    let wanted = Wanted {
        kind,
        bytes: bytes.unwrap_or(0),
    };
    let meets = Meets { types, casts };
    match declared_type(object.shape) {
        Some(own) => meets.in_variable(own, off, wanted),
        None => object.never_used || meets.in_allocated(&object.used_as, since, off, wanted),
    }
}

/// What tells an access of a type from others; none if it is declared to meet anything.
fn kind(types: &Types, ty: TypeId) -> Option<Kind> {
    let inner = element(types, ty);
    let meets_anything = match types.record_of(inner) {
        Some(record) => types.is_aliasing_record(record),
        None => types.may_alias(inner) && types.size_of(inner) != Some(1),
    };
    own_kind(types, ty).filter(|_| !meets_anything)
}

/// What an object of a type is.
fn own_kind(types: &Types, ty: TypeId) -> Option<Kind> {
    let ty = element(types, ty);
    match *types.kind(ty) {
        TypeKind::Record(record) => Some(Kind::Record(record)),
        _ if types.is_pointer(ty) => Some(Kind::Pointer),
        _ if types.is_scalar(ty) => size(types, ty).map(Kind::Scalar),
        _ => None,
    }
}

/// Whether values of a type are told apart from others.
pub(super) fn is_told_apart(types: &Types, ty: TypeId) -> bool {
    kind(types, ty).is_some()
}

fn element(types: &Types, ty: TypeId) -> TypeId {
    let mut ty = ty;
    while let Some(elem) = types.elem(ty) {
        ty = elem;
    }
    ty
}

/// What an access is as, and how much room it needs at least.
#[derive(Clone, Copy)]
struct Wanted {
    kind: Kind,
    bytes: i64,
}

struct Meets<'m> {
    types: &'m Types,
    casts: &'m MetByCasts,
}

impl Meets<'_> {
    fn in_variable(&self, own: TypeId, off: i64, wanted: Wanted) -> bool {
        match off {
            _ if !self.has_room(own, off.max(0), wanted) => false,
            ANY => self.holds(own, wanted),
            _ => self.lies_at(own, off, wanted),
        }
    }

    /// Whether there is room behind an offset.
    fn has_room(&self, own: TypeId, off: i64, wanted: Wanted) -> bool {
        let bytes = size(self.types, own).filter(|_| !open_ended(self.types, own));
        bytes.is_none_or(|bytes| off.saturating_add(wanted.bytes) <= bytes)
    }

    /// Offsets are those of the object when it is folded to one element of the first type it was used as.
    fn in_allocated(
        &self,
        used_as: &[(i64, TypeId)],
        since: usize,
        off: i64,
        wanted: Wanted,
    ) -> bool {
        let folded = used_as.iter().find(|used| used.0 == 0);
        let folded = folded.and_then(|used| size(self.types, used.1));
        let is_there = |&(start, own): &(i64, TypeId)| {
            let Some(bytes) = size(self.types, own) else {
                return true;
            };
            let on = off.saturating_sub(start);
            let again = folded.map(|bytes| on.saturating_add(bytes));
            let mut ons = [Some(on), again].into_iter().flatten();
            if own_kind(self.types, own) == Some(Kind::Scalar(1)) {
                return self.is_met_as(own, wanted.kind);
            }
            match off {
                ANY => self.holds(own, wanted),
                _ => ons.any(|on| (0..bytes.max(1)).contains(&on) && self.lies_at(own, on, wanted)),
            }
        };
        used_as[since..].iter().any(is_there)
    }

    /// Whether a value of a type may be met as one of a kind.
    fn is_met_as(&self, ty: TypeId, as_kind: Kind) -> bool {
        let Some(own) = own_kind(self.types, ty) else {
            return true;
        };
        let tag = |kind| match kind {
            Kind::Record(record) => self.types.records[record].tag.as_deref(),
            Kind::Pointer | Kind::Scalar(_) => None,
        };
        // Files may have declared the structure each in its way.
        let namesakes = tag(own).is_some() && tag(own) == tag(as_kind);
        own == as_kind || namesakes || self.casts.0.contains(&(own, as_kind))
    }

    fn is_union(&self, ty: TypeId) -> bool {
        let record = self.types.record_of(ty);
        record.is_some_and(|r| self.types.records[r].kind == RecordKind::Union)
    }

    /// Whether something of a kind begins at an offset of an object.
    fn lies_at(&self, object: TypeId, off: i64, wanted: Wanted) -> bool {
        let (mut ty, mut off) = (object, off);
        let mut is_one = true;
        loop {
            ty = match self.types.elem(ty) {
                Some(elem) => {
                    is_one = false;
                    let Some(bytes) = size(self.types, elem).filter(|&s| s > 0) else {
                        return true;
                    };
                    off = off.rem_euclid(bytes);
                    elem
                }
                None if self.is_union(ty) => {
                    return !is_one || self.has_room(ty, off.max(0), wanted);
                }
                None if off == 0 && self.is_met_as(ty, wanted.kind) => return true,
                None if self.types.record_of(ty).is_some() => {
                    match field_at(self.types, ty, off, 0) {
                        Some((start, field)) => {
                            off -= start;
                            field
                        }
                        None => return self.has_bits_at(ty, off),
                    }
                }
                None => return false,
            };
        }
    }

    /// Whether bit-fields lie at an offset: they are met as whatever is wide enough.
    fn has_bits_at(&self, ty: TypeId, off: i64) -> bool {
        let total = size(self.types, ty).unwrap_or(i64::MAX);
        let record = self.types.record_of(ty);
        let mut fields = record
            .into_iter()
            .flat_map(|r| self.types.records[r].fields.values());
        (0..total).contains(&off) && fields.any(|f| f.is_bit_field())
    }

    /// Whether there is something of a kind anywhere in an object.
    fn holds(&self, object: TypeId, wanted: Wanted) -> bool {
        let mut seen = FxHashSet::default();
        let mut open = vec![object];
        while let Some(ty) = open.pop() {
            // Several unions are room for more than one.
            let is_one = self.types.elem(ty).is_none();
            let ty = element(self.types, ty);
            if !seen.insert(ty) {
                continue;
            }
            let in_union = self.is_union(ty) && (!is_one || self.has_room(ty, 0, wanted));
            if in_union || self.is_met_as(ty, wanted.kind) {
                return true;
            }
            if let Some(record) = self.types.record_of(ty) {
                let fields = self.types.records[record].fields.values();
                open.extend(fields.map(|f| f.ty));
            }
        }
        false
    }
}

/// What a cast is of, past a pointer to bytes that is not moved.
fn source_of_cast(program: &Program, arg: ExprId) -> ExprId {
    match program.terms.expr(arg).kind {
        ExprKind::Cast(source) if program.types.is_pointer(program.type_of(source)) => source,
        ExprKind::Binary(BinaryOp::PtrAdd, base, by) if program.const_value(by) == Some(0) => base,
        _ => arg,
    }
}
