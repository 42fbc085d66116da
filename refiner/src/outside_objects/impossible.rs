//! Why no system could give a program what an execution needs from outside.
//!
//! Formulas let a pointer from outside lead anywhere. Structures do not overlap in part, nor do they lie across variables
//! and allocated objects or in the first page of memory, and what was there at the start leads to no local variable.

use std::ops::Range;

use ir::VarId;
use ir::types::{TypeId, Types};
use semantics::{InputSource, Walk};
use z3::Model;
use z3::ast::BV;

use super::{loaded, number, result_type};

/// No structure lies here. A null pointer leads nowhere.
const FIRST_PAGE: Range<u64> = 1..0x1000;

/// Why no system can give an execution what it needs from outside, if none can.
pub(crate) fn impossible(walk: &Walk<'_>, model: &Model) -> Option<&'static str> {
    if overlap(walk, model) {
        return Some("structures that the program is given would overlap");
    }
    if leads_to_a_local(walk, model) {
        return Some("what the program is given would lead to a variable that is not there yet");
    }
    // Of a type that the program does not know the inside of, small numbers may stand for anything.
    let types = &walk.context.program.types;
    let is_in_first_page = |(pointer, ty): (BV, TypeId)| {
        let at = number(model, &pointer).filter(|_| types.size_of(ty).is_some());
        at.is_some_and(|at| FIRST_PAGE.contains(&at))
    };
    structures(walk)
        .into_iter()
        .any(is_in_first_page)
        .then_some("a structure that the program is given would lie in the first page of memory")
}

/// Whether structures from outside overlap in part, with each other, with variables or with objects that the path makes.
fn overlap(walk: &Walk<'_>, model: &Model) -> bool {
    let types = &walk.context.program.types;
    let own = own_objects(walk, model);
    let mut found: Vec<(u64, u64, TypeId)> = Vec::new();
    for (pointer, ty) in structures(walk) {
        let Some((at, size)) = number(model, &pointer).zip(types.size_of(ty)) else {
            continue;
        };
        if own.iter().any(|object| sticks_out(at, size, object)) {
            return true;
        }
        let variable = variable_at(walk, at);
        let is_object = variable.is_some() || walk.context.layout.open().contains(&at);
        for object in [variable, is_object.then_some((at, size, ty))] {
            found.extend(object.filter(|object| !found.contains(object)));
        }
    }
    found.iter().enumerate().any(|(n, a)| {
        found[n + 1..].iter().any(|b| {
            let (low, high) = if a.0 <= b.0 { (a, b) } else { (b, a) };
            let distance = high.0 - low.0;
            let contains = holds(types, low.2, high.2, distance)
                || distance == 0 && holds(types, high.2, low.2, 0);
            distance < low.1 && !contains
        })
    })
}

/// Whether a pointer that was there at the start leads to a variable of a function, which was not.
fn leads_to_a_local(walk: &Walk<'_>, model: &Model) -> bool {
    let program = walk.context.program;
    let parameters = program.entry.map(|entry| &program.funcs[entry].params);
    let is_parameter = |var: VarId| parameters.is_some_and(|params| params.contains(&var));
    let given = walk.inputs.iter().filter_map(|asked| match asked.by {
        InputSource::Variable(var) if is_parameter(var) => asked.value.clone(),
        _ => None,
    });
    let is_local = |address: u64| {
        let found = walk.context.layout.at(address);
        found.is_some_and(|(var, offset)| {
            let size = program.types.size_of(program.vars[var].ty);
            !program.vars[var].kind.is_static() && size.is_some_and(|size| offset < size)
        })
    };
    let held = loaded(walk).into_iter().map(|(pointer, _)| pointer);
    given
        .chain(held)
        .any(|pointer| number(model, &pointer).is_some_and(is_local))
}

/// Where the program's own objects lie: its variables, and what the path makes.
fn own_objects(walk: &Walk<'_>, model: &Model) -> Vec<Range<u64>> {
    let program = walk.context.program;
    let variables = walk.context.layout.all_fixed().filter_map(|(var, start)| {
        let size = program.types.size_of(program.vars[var].ty)?;
        Some(start..start.checked_add(size)?)
    });
    let made = walk.state.objects().iter().filter_map(|(address, size)| {
        let start = number(model, address).filter(|&start| start != 0)?;
        Some(start..start.checked_add(*size)?)
    });
    variables.chain(made).collect()
}

/// Whether a structure lies partly inside of an object and partly outside of it.
fn sticks_out(at: u64, size: u64, object: &Range<u64>) -> bool {
    let end = at.saturating_add(size);
    let meet = at < object.end && object.start < end;
    meet && !(object.start <= at && end <= object.end)
}

/// The variable with a fixed place that an address lies in, if it is a structure or made of structures: start, size,
/// type. Others, such as arrays of characters, may be room for anything.
fn variable_at(walk: &Walk<'_>, address: u64) -> Option<(u64, u64, TypeId)> {
    let program = walk.context.program;
    let (var, offset) = walk.context.layout.at(address)?;
    let ty = program.vars[var].ty;
    let size = program.types.size_of(ty).filter(|&size| offset < size)?;
    let mut element = ty;
    while let Some(inner) = program.types.elem(element) {
        element = inner;
    }
    program.types.record_of(element)?;
    Some((address - offset, size, ty))
}

/// The pointers to structures that come from outside, with what they point to.
fn structures(walk: &Walk<'_>) -> Vec<(BV, TypeId)> {
    let program = walk.context.program;
    let target = |ty: TypeId| {
        let target = program.types.target(ty)?;
        let record = program.types.record_of(target)?;
        (!program.types.is_aliasing_record(record)).then_some(target)
    };
    let given = walk.inputs.iter().filter_map(|asked| {
        let ty = match asked.by {
            InputSource::Variable(var) => program.vars[var].ty,
            InputSource::Edge(func, edge) => result_type(program, func, edge)?,
        };
        Some((asked.value.clone()?, target(ty)?))
    });
    let mut found: Vec<(BV, TypeId)> = given.collect();
    for (pointer, region) in loaded(walk) {
        let types = &walk.context.regions.regions[region].types;
        if let &[ty] = &types[..] {
            found.extend(target(ty).map(|target| (pointer, target)));
        }
    }
    found
}

/// Whether a type has a value of another one, or room for anything, this far from its start.
fn holds(types: &Types, outer: TypeId, inner: TypeId, offset: u64) -> bool {
    let mut stack = vec![(outer, offset)];
    while let Some((ty, offset)) = stack.pop() {
        if ty == inner && offset == 0 {
            return true;
        }
        if let Some(elem) = types.elem(ty) {
            match types.size_of(elem) {
                None | Some(0 | 1) => return true,
                Some(size) => stack.push((elem, offset % size)),
            }
        }
        if let Some(record) = types.record_of(ty) {
            let fields = types.records[record].fields.values();
            let behind = fields.filter(|f| !f.is_bit_field() && f.offset() <= offset);
            let inside = behind.filter(|f| {
                let size = types.size_of(f.ty);
                size.is_none_or(|size| size == 0 || offset - f.offset() < size)
            });
            stack.extend(inside.map(|f| (f.ty, offset - f.offset())));
        }
    }
    false
}
