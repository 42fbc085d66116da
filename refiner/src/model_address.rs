//! Addresses that a model has, as the program would write them.

use ir::types::{FieldIdx, Quals, TypeId};
use ir::{ExprId, PlaceId, Program, VarId};
use semantics::Layout;

/// The variable at an address whose own address the program takes, and how far behind its start the address lies.
pub(crate) fn variable_at(
    program: &Program,
    layout: &Layout,
    address: u64,
) -> Option<(VarId, u64)> {
    let (var, offset) = layout.at(address)?;
    let variable = &program.vars[var];
    let size = program.types.size_of(variable.ty)?;
    (variable.address_taken && offset < size).then_some((var, offset))
}

/// `&var`, `&var.field`, `&var[3]`: the innermost part that a pointer of this type points to. `None` if no part
/// begins there.
pub(crate) fn address_of(
    program: &mut Program,
    var: VarId,
    offset: u64,
    ty: TypeId,
) -> Option<ExprId> {
    let whole = program.var_place(var);
    let target = program.types.target(ty)?;
    let place = part(program, whole, offset, target)?;
    let address = program.addr_of(place, Quals::NONE);
    Some(match program.type_of(address) == ty {
        true => address,
        false => program.cast(address, ty),
    })
}

/// The part of a place at an offset: the outermost of the type, or of any type if there is none of that one.
fn part(program: &mut Program, whole: PlaceId, offset: u64, ty: TypeId) -> Option<PlaceId> {
    let (mut place, mut offset, mut other) = (whole, offset, None);
    loop {
        if offset == 0 {
            if program.place_type(place) == ty {
                return Some(place);
            }
            other = other.or(Some(place));
        }
        match inside(program, place, offset) {
            Some((next, rest)) => (place, offset) = (next, rest),
            None => return other,
        }
    }
}

/// The element or member that an offset lies in, and how far behind its start.
fn inside(program: &mut Program, place: PlaceId, offset: u64) -> Option<(PlaceId, u64)> {
    let ty = program.place_type(place);
    if let Some(elem) = program.types.elem(ty) {
        let size = program.types.size_of(elem).filter(|&size| size > 0)?;
        let index = program.index_const(i64::try_from(offset / size).ok()?);
        return Some((program.index(place, index), offset % size));
    }
    let (field, start) = member(program, ty, offset)?;
    Some((program.field(place, field), offset - start))
}

fn member(program: &Program, ty: TypeId, offset: u64) -> Option<(FieldIdx, u64)> {
    let types = &program.types;
    let record = types.record_of(ty)?;
    types.records[record].fields.iter().find_map(|(id, field)| {
        let (start, size) = (field.offset(), types.size_of(field.ty)?);
        let there = !field.is_bit_field() && start <= offset && offset - start < size;
        there.then_some((id, start))
    })
}
