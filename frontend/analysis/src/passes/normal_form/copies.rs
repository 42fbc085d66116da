//! Copies of structures, member by member.

use ir::types::{RecordKind, TypeId, TypeKind};
use ir::{ExprId, ExprKind, PlaceId, Program};

/// Structures with more scalars than this are copied as a whole.
const MOST: usize = 64;

/// The scalar assignments that an assignment of a structure stands for; `None` where it is none, or better left whole.
pub(super) fn members(
    program: &mut Program,
    place: PlaceId,
    value: ExprId,
) -> Option<Vec<(PlaceId, ExprId)>> {
    let ty = program.place_type(place);
    if program.types.is_scalar(ty) {
        return None;
    }
    let from = match program.terms.expr(value).kind {
        ExprKind::Load(from) => Some(from),
        ExprKind::Zero => None,
        _ => return None,
    };
    let mut pairs = Vec::new();
    let mut stack = vec![(place, from)];
    while let Some((to, from)) = stack.pop() {
        let ty = program.place_type(to);
        if program.types.is_scalar(ty) {
            let value = match from {
                Some(from) => program.load(from),
                None => program.zero(ty),
            };
            pairs.push((to, value));
            if pairs.len() > MOST {
                return None;
            }
            continue;
        }
        for part in parts(program, ty)? {
            let to = part.of(program, to);
            let from = from.map(|f| part.of(program, f));
            stack.push((to, from));
        }
    }
    if mutants::is("the-last-member-of-a-structure-is-not-copied") {
        pairs.pop();
    }
    Some(pairs)
}

/// Whether values of a type are structures that can be copied so.
pub(super) fn can_copy(program: &Program, ty: TypeId) -> bool {
    let mut scalars = 0;
    let mut stack = vec![ty];
    while let Some(ty) = stack.pop() {
        if program.types.is_scalar(ty) {
            scalars += 1;
        } else {
            let Some(parts) = parts(program, ty) else {
                return false;
            };
            stack.extend(parts.iter().filter_map(|part| part.ty(program, ty)));
        }
        if scalars > MOST || stack.len() > MOST {
            return false;
        }
    }
    program.types.record_of(ty).is_some()
}

#[derive(Clone, Copy)]
enum Part {
    Field(ir::types::FieldIdx),
    Element(i64),
}

impl Part {
    /// What it is a part of such a type.
    fn ty(self, program: &Program, whole: TypeId) -> Option<TypeId> {
        match self {
            Part::Field(field) => {
                let record = program.types.record_of(whole)?;
                Some(program.types.records[record].fields[field].ty)
            }
            Part::Element(_) => program.types.elem(whole),
        }
    }

    fn of(self, program: &mut Program, place: PlaceId) -> PlaceId {
        match self {
            Part::Field(field) => program.field(place, field),
            Part::Element(n) => {
                let index = program.index_const(n);
                program.index(place, index)
            }
        }
    }
}

/// The members of a structure or the elements of an array, the last one first.
fn parts(program: &Program, ty: TypeId) -> Option<Vec<Part>> {
    let types = &program.types;
    if let Some(record) = types.record_of(ty) {
        let record = &types.records[record];
        if record.kind == RecordKind::Union {
            return None;
        }
        return Some(record.fields.ids().rev().map(Part::Field).collect());
    }
    let TypeKind::Array { elem, .. } = *types.kind(ty) else {
        return None;
    };
    let count = types.size_of(ty)?.checked_div(types.size_of(elem)?)?;
    (count as usize <= MOST).then(|| (0..count as i64).rev().map(Part::Element).collect())
}
