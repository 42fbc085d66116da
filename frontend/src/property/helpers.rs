//! Which functions are put in place of their calls, where an environment calls the program.
//!
//! Those that make objects for others: in kernels `kzalloc` calls `kmalloc`, and that calls `__kmalloc`. As a function each
//! would make one object for all of its callers, as far as the analyses can tell, and a driver's data and its buffers would be
//! the same. Headers define such functions for whoever includes them, and models have them. What the driver's author wrote
//! stays as it is: stories tell of it by calls.

use crate::{Compiled, environment};
use analysis::passes::inline::{called_by, inline};
use ir::{FuncId, Function, Program, library};
use rustc_hash::FxHashSet;
use source::Sources;

pub(super) fn put_in_place(compiled: &mut Compiled) {
    if compiled.program.environment.is_none() {
        return;
    }
    let makers = makers(&compiled.program, &compiled.sources);
    inline(&mut compiled.program, &|func| makers.contains(&func));
}

/// The functions that return untyped memory that they have got from an allocator.
fn makers(program: &Program, sources: &Sources) -> FxHashSet<FuncId> {
    let mut found: FxHashSet<FuncId> = FxHashSet::default();
    let is_maker = |found: &FxHashSet<FuncId>, func: FuncId| {
        found.contains(&func) || library::allocation(&program.funcs[func].name).is_some()
    };
    loop {
        let candidates = program.defined().filter(|(id, function, _)| {
            let types = &program.types;
            let ret = types.target(program.return_type(*id));
            let is_untyped = ret.is_some_and(|ty| types.is_void(ty)) || is_maker(&found, *id);
            !found.contains(id) && is_untyped && is_shared(sources, function)
        });
        let makes = |id: &FuncId| called_by(program, *id).any(|callee| is_maker(&found, callee));
        let more: Vec<FuncId> = candidates.map(|(id, ..)| id).filter(makes).collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

/// Whether a function is a header's, or a model's.
fn is_shared(sources: &Sources, function: &Function) -> bool {
    let unit = sources.unit_of(function.span);
    let of_environment = unit.is_some_and(|unit| unit.name() == environment::UNIT);
    let in_header = || {
        let at = sources.locate(function.span);
        at.is_some_and(|at| at.file.ends_with(".h"))
    };
    of_environment || (function.internal && in_header())
}
