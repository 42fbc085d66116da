//! The program that is checked, made of the user's: with guards, sliced for its violations, brought into form, analysed.

use std::collections::BTreeSet;

use abstractor::prepare;
use abstractor::{Abstractor, Blocks};
use analysis::guards::guard;
use analysis::memory_assumptions::{
    assume_accesses, assume_fitting_calls, assume_new, assume_pages, assume_placement,
    assume_separate,
};
use analysis::points_to::points_to;
use analysis::{reduce, slice, volatile};
use ir::{FuncId, LocId, Program};
use refiner::discover::Discovery;
use semantics::ProgramFacts;

use crate::Config;
use crate::confirm::unmodelled_calls;
use crate::execute::arguments;
use crate::origins::Origins;

pub struct PreparedProgram {
    /// Sliced and brought into form.
    pub program: Program,
    pub facts: ProgramFacts,
    pub abstractor: Abstractor,
    /// The way back to the program that it was made of.
    pub(crate) origins: Origins,
    pub(crate) discovery: Discovery,
    /// What may run and is not part of the boolean programs.
    pub(crate) unmodelled_calls: Option<String>,
    /// Why not even a bug could be believed.
    pub(crate) hopeless: Option<String>,
}

/// What holds of the whole program, before anything is left out: reads of what devices change may give anything, and
/// what code outside has been given the address of, it may give back.
pub(crate) fn open_reads(whole: &mut Program) {
    let targets = points_to(whole, slice::Config::default().points_to);
    whole.known_outside = targets.known_outside(whole);
    assume_separate(whole, &targets);
    assume_fitting_calls(whole, &targets);
    volatile::open_reads(whole, &targets);
}

pub(crate) fn prepare(
    whole: &Program,
    violations: &[FuncId],
    guards: &BTreeSet<(FuncId, LocId)>,
    config: Config,
    placed_anywhere: bool,
) -> PreparedProgram {
    let criterion = slice::Criterion {
        calls: violations.to_vec(),
        ..slice::Criterion::default()
    };
    let slicing = slice::Config::default();
    let slice = match guards.is_empty() {
        true => reduce(whole, &criterion, slicing),
        false => {
            let guarded = guard(whole, guards);
            reduce(&guarded.program, &criterion, slicing).after(&guarded)
        }
    };
    let origins = Origins::of(&slice);
    let mut program = slice.program;
    let unmodelled_calls = unmodelled_calls::find(&program);
    let hopeless = unmodelled_calls::not_modelled(whole)
        .or_else(|| unmodelled_calls::unknown_builtin(&program))
        .or_else(|| unmodelled_calls::moving_register(&program))
        .or_else(|| unmodelled_calls::starts_again(&program));
    let prepared = prepare::prepare(&mut program, slicing.points_to);
    debug_assert!(program.verify().is_ok(), "{:?}", program.verify());
    let facts = ProgramFacts::placed(&program, slicing.points_to, placed_anywhere);
    if !placed_anywhere && !facts.placement.is_fixed() {
        assume_placement(&mut program, &facts.uses);
    }
    if facts.uses.pages || (placed_anywhere && facts.placement.wide) {
        assume_pages(&mut program);
    }
    arguments::note(&mut program, &facts);
    assume_accesses(whole, &mut program.ledger);
    assume_new(&mut program);
    let is_violation = |f| violations.contains(&f);
    let blocks = Blocks::new(&program, is_violation, config.single_statements);
    PreparedProgram {
        facts,
        origins: origins.through(&prepared, &program, whole),
        abstractor: Abstractor::new(blocks, prepared),
        discovery: Discovery::new(&mut program),
        unmodelled_calls,
        hopeless,
        program,
    }
}
