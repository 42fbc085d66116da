//! Memory that a path meets by following pointers of which nothing is known.
//!
//! Such a pointer may be anything, so an execution can be chosen in which it points to an object of its own. To repeat
//! it, these objects must be there from the start, holding what the path needs.
//!
//! | file | what is in it |
//! |---|---|
//! | `wishes` | choosing an execution in which pointers lead somewhere |
//! | `impossible` | why no system could give a program what a chosen execution needs |
//! | `contents` | the objects of a chosen execution, and what they hold |

mod contents;
mod impossible;
mod wishes;

use analysis::regions::RegionId;
use ir::types::TypeId;
use ir::{EdgeId, FuncId, Program};
use semantics::{InputSource, State, Walk};
use z3::Model;
use z3::ast::{Ast, BV};

pub(crate) use contents::{held, objects, places};
pub(crate) use impossible::impossible;
pub(crate) use wishes::{guess, tame};

/// More wishes than this are not made, nor more pointers looked at.
const MAX_WISHES: usize = 500;

/// The room for an object behind a pointer from outside.
const OUTSIDE_OBJECT_BYTES: u64 = 0x2_0000;

/// The pointers that come from outside, where they are followed or not.
fn pointers_given<'w>(walk: &'w Walk<'_>) -> impl Iterator<Item = &'w BV> {
    let program = walk.context.program;
    let is_pointer = |by: InputSource| match by {
        InputSource::Variable(var) => program.types.is_pointer(program.vars[var].ty),
        InputSource::Edge(func, edge) => {
            let ty = result_type(program, func, edge);
            ty.is_some_and(|ty| program.types.is_pointer(ty))
        }
    };
    let made = walk.state.objects();
    walk.inputs.iter().filter_map(move |asked| {
        let value = asked.value.as_ref().filter(|_| is_pointer(asked.by))?;
        (!made.iter().any(|(object, _)| object == value)).then_some(value)
    })
}

/// The pointers that memory outside the program holds at the start and the path reads, each once.
fn loaded(walk: &Walk<'_>) -> Vec<(BV, RegionId)> {
    let outside = &walk.context.regions.outside;
    let mut found = loaded_anywhere(walk);
    found.retain(|(_, region)| outside.contains(region));
    found
}

/// What memory outside the program held at the start cannot lead to objects that the path makes.
pub(crate) fn note_older(walk: &mut Walk<'_>) {
    for (pointer, region) in loaded(walk) {
        if let &[ty] = &walk.context.regions.regions[region].types[..] {
            walk.state.was_there(&walk.context, &pointer, ty);
        }
    }
}

/// The pointers that memory holds at the start and the path reads, each once. What is allocated holds anything too.
fn loaded_anywhere(walk: &Walk<'_>) -> Vec<(BV, RegionId)> {
    let context = &walk.context;
    let mut start = State::new(walk.state.name());
    let mut found: Vec<(BV, RegionId)> = Vec::new();
    for touch in walk.state.touched() {
        let region = &context.regions.regions[touch.region];
        let types = &context.program.types;
        // Of memory that is kept byte by byte, a part of a pointer may have been read.
        let is_read = |&ty: &TypeId| {
            types.is_pointer(ty) && (!region.bytes || types.size_of(ty) == Some(touch.size.into()))
        };
        if region.types.is_empty() || !region.types.iter().all(is_read) {
            continue;
        }
        let held = start.bytes(context, touch.region, &touch.address, touch.size);
        let held = held.simplify();
        let is_new = !found.iter().any(|(known, _)| *known == held);
        if held.as_u64().is_none() && is_new && found.len() < MAX_WISHES {
            found.push((held, touch.region));
        }
    }
    found
}

/// The type of what a statement that asks for a value writes.
fn result_type(program: &Program, func: FuncId, edge: EdgeId) -> Option<TypeId> {
    let cfg = program.funcs[func].body.as_ref()?;
    Some(program.place_type(cfg.edge(edge).stmt.written()?))
}

/// The number that a term is in a model.
fn number(model: &Model, term: &BV) -> Option<u64> {
    model.eval(term, true)?.as_u64()
}
