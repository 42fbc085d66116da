//! Where a byte of an object lies once arrays are folded to one element.
//!
//! A shape maps byte offsets of an object to offsets of its folded form. Whatever the map, an
//! analysis that sends every access through the same one is sound; a good map (the object's
//! declared type) keeps fields apart. Inside unions nothing is folded: their members overlap by
//! offset.

use ir::types::{ArrayLen, RecordKind, TypeId, TypeKind, Types};

/// What is known of an object's layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// No memory: functions and labels.
    Opaque,
    /// One cell, offsets ignored: memory outside the program, variable arguments.
    One,
    /// A heap object that has not been accessed yet.
    Unset,
    /// Elements of `stride` bytes over and over (0: not repeated).
    Raw { stride: i64 },
    /// An object of a type; `repeat` when it may be an array of them.
    Typed { ty: TypeId, repeat: bool },
}

/// The folded form of a byte range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Folded {
    Range(i64, i64),
    /// Not inside the object: undefined in C, and of no effect here.
    Outside,
    /// Not expressible: the object loses its structure.
    Spill,
}

pub(super) fn size(types: &Types, ty: TypeId) -> Option<i64> {
    types.size_of(ty).and_then(|s| i64::try_from(s).ok())
}

/// Whether objects of this type may be longer than it says: `int a[]`, flexible members.
pub(super) fn open_ended(types: &Types, ty: TypeId) -> bool {
    let mut ty = ty;
    loop {
        match *types.kind(ty) {
            TypeKind::Array {
                len: ArrayLen::Unknown | ArrayLen::Variable(_) | ArrayLen::Known(0),
                ..
            } => return true,
            TypeKind::Record(id) => match types.records[id].fields.values().last() {
                Some(field) => ty = field.ty,
                None => return false,
            },
            _ => return false,
        }
    }
}

impl Shape {
    /// Folds `[off, off + len)`.
    pub(super) fn fold(self, types: &Types, off: i64, len: i64) -> Folded {
        match self {
            Self::Opaque => Folded::Outside,
            Self::One => Folded::Range(0, 1),
            Self::Unset | Self::Raw { stride: 0 } => Folded::Range(off, off + len),
            Self::Raw { stride } => {
                let rel = off.rem_euclid(stride);
                if rel + len <= stride {
                    Folded::Range(rel, rel + len)
                } else {
                    Folded::Range(0, stride)
                }
            }
            Self::Typed { ty, repeat } => {
                let Some(total) = size(types, ty).filter(|_| !open_ended(types, ty)) else {
                    return if off < 0 {
                        Folded::Outside
                    } else {
                        fold_type(types, ty, off, len)
                    };
                };
                if repeat && total > 0 {
                    let rel = off.rem_euclid(total);
                    if rel + len > total {
                        return Folded::Spill;
                    }
                    return fold_type(types, ty, rel, len);
                }
                if off < 0 || off + len > total {
                    return Folded::Outside;
                }
                if off == 0 && len == total && !types.is_array(ty) {
                    return Folded::Range(0, total);
                }
                fold_type(types, ty, off, len)
            }
        }
    }

    /// The offset that stands for `off`; offsets outside the object stay as they are.
    pub(super) fn point(self, types: &Types, off: i64) -> i64 {
        match self.fold(types, off, 0) {
            Folded::Range(start, _) => start,
            _ => off,
        }
    }

    /// The arrays that contain `off`, outermost first.
    pub(super) fn arrays_at(self, types: &Types, off: i64) -> Vec<ArrayAt> {
        let mut found = Vec::new();
        let (mut ty, mut rel) = match self {
            Self::Raw { stride } if stride > 0 => {
                found.push(ArrayAt {
                    elem: stride,
                    bytes: None,
                });
                return found;
            }
            Self::Typed { ty, repeat } => match size(types, ty) {
                Some(total) if repeat && total > 0 => {
                    found.push(ArrayAt {
                        elem: total,
                        bytes: None,
                    });
                    (ty, off.rem_euclid(total))
                }
                _ => (ty, off),
            },
            _ => return found,
        };
        loop {
            match *types.kind(ty) {
                TypeKind::Array { elem, len } => {
                    let Some(es) = size(types, elem).filter(|&s| s > 0) else {
                        return found;
                    };
                    let bytes = known(len).map(|n| n.saturating_mul(es));
                    found.push(ArrayAt { elem: es, bytes });
                    rel = rel.rem_euclid(es);
                    ty = elem;
                }
                TypeKind::Record(_) => match field_at(types, ty, rel, 0) {
                    Some((start, field)) => {
                        rel -= start;
                        ty = field;
                    }
                    None => return found,
                },
                _ => return found,
            }
        }
    }

    /// The type that lies exactly at a range and the offset in it: the smallest one that contains
    /// the range. Arrays count as their elements.
    pub(super) fn type_at(self, types: &Types, off: i64, len: i64) -> Option<(TypeId, i64)> {
        let Self::Typed { ty, repeat } = self else {
            return None;
        };
        let mut rel = match size(types, ty) {
            Some(total) if repeat && total > 0 => off.rem_euclid(total),
            _ => off,
        };
        let mut ty = ty;
        loop {
            match *types.kind(ty) {
                TypeKind::Array { elem, .. } => {
                    let es = size(types, elem).filter(|&s| s > 0)?;
                    rel = rel.rem_euclid(es);
                    ty = elem;
                    if rel + len > es {
                        return Some((ty, rel));
                    }
                }
                TypeKind::Record(_) => match field_at(types, ty, rel, len) {
                    Some((start, field)) if len > 0 => {
                        rel -= start;
                        ty = field;
                    }
                    _ => return Some((ty, rel)),
                },
                _ => return Some((ty, rel)),
            }
        }
    }

    /// The outermost union that contains `off`.
    pub(super) fn union_at(self, types: &Types, off: i64) -> Option<(i64, i64)> {
        let Self::Typed { ty, repeat } = self else {
            return None;
        };
        let (mut ty, mut base) = (ty, 0);
        let mut rel = match size(types, ty) {
            Some(total) if repeat && total > 0 => off.rem_euclid(total),
            _ => off,
        };
        loop {
            match *types.kind(ty) {
                TypeKind::Array { elem, .. } => {
                    rel = rel.rem_euclid(size(types, elem).filter(|&s| s > 0)?);
                    ty = elem;
                }
                TypeKind::Record(id) if types.records[id].kind == RecordKind::Union => {
                    return Some((base, base + size(types, ty)?));
                }
                TypeKind::Record(_) => {
                    let (start, field) = field_at(types, ty, rel, 0)?;
                    base += start;
                    rel -= start;
                    ty = field;
                }
                _ => return None,
            }
        }
    }
}

/// An array of an object, by its folded place.
#[derive(Clone, Copy, Debug)]
pub(super) struct ArrayAt {
    /// Bytes of one element.
    pub(super) elem: i64,
    /// Bytes of all, if bounded.
    pub(super) bytes: Option<i64>,
}

fn known(len: ArrayLen) -> Option<i64> {
    match len {
        ArrayLen::Known(n) if n > 0 => i64::try_from(n).ok(),
        _ => None,
    }
}

/// The member of a structure that contains a byte range, with its start.
pub(super) fn field_at(types: &Types, record: TypeId, off: i64, len: i64) -> Option<(i64, TypeId)> {
    let record = &types.records[types.record_of(record)?];
    if record.kind == RecordKind::Union {
        return None;
    }
    let fields = record.fields.values().as_slice();
    let bit = u64::try_from(off).ok()?.checked_mul(8)?;
    let after = fields.partition_point(|f| f.bit_offset <= bit);
    let last = fields.len().saturating_sub(1);
    for (at, field) in fields[..after].iter().enumerate().rev() {
        if field.is_bit_field() {
            return None;
        }
        let start = i64::try_from(field.offset()).ok()?;
        let tail = at == last && open_ended(types, field.ty);
        let end = size(types, field.ty).map_or(start, |s| start.saturating_add(s));
        if tail || (off < end && off + len <= end) {
            return Some((start, field.ty));
        }
        // Members without bytes stand before the one that is meant.
        if end > start {
            return None;
        }
    }
    None
}

/// Folds a range of a type that is known to lie inside it.
fn fold_type(types: &Types, ty: TypeId, off: i64, len: i64) -> Folded {
    let (mut ty, mut off, mut base) = (ty, off, 0);
    loop {
        match *types.kind(ty) {
            TypeKind::Array { elem, len: count } => {
                let Some(es) = size(types, elem).filter(|&s| s > 0) else {
                    return Folded::Spill;
                };
                if known(count).is_some_and(|n| off + len > n.saturating_mul(es)) {
                    return Folded::Spill;
                }
                let rel = off.rem_euclid(es);
                if rel + len > es {
                    return Folded::Range(base, base + es);
                }
                off = rel;
                ty = elem;
            }
            TypeKind::Record(_) => match field_at(types, ty, off, len) {
                Some((start, field)) => {
                    base += start;
                    off -= start;
                    ty = field;
                }
                None => {
                    let shape = Shape::Typed { ty, repeat: false };
                    let ambiguous = len > 0 && !shape.arrays_at(types, off).is_empty();
                    if ambiguous && !(off == 0 && size(types, ty) == Some(len)) {
                        return Folded::Spill;
                    }
                    return Folded::Range(base + off, base + off + len);
                }
            },
            _ => return Folded::Range(base + off, base + off + len),
        }
    }
}
