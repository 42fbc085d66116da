//! The program that is checked, made of the user's: with guards, sliced for its violations, brought into form, analysed.

use std::collections::BTreeSet;

use abstractor::prepare::prepare;
use abstractor::{Abstractor, Blocks};
use frontend::analysis::assumed::{
    assume_accesses, assume_fitting_calls, assume_new, assume_pages, assume_placement,
    assume_separate,
};
use frontend::analysis::guards::guard;
use frontend::analysis::points_to::points_to;
use frontend::analysis::{reduce, slice, volatile};
use frontend::ir::{FuncId, LocId, Program};
use refiner::loops::Loops;
use semantics::ProgramFacts;

use super::Config;
use super::arguments;
use super::origins::Origins;
use super::siblings::Siblings;
use super::unfollowed;

pub(crate) struct Made {
    /// Sliced and brought into form.
    pub(crate) program: Program,
    pub(crate) facts: ProgramFacts,
    pub(crate) abstractor: Abstractor,
    /// The way back to the program that it was made of.
    pub(super) origins: Origins,
    pub(super) siblings: Siblings,
    pub(super) loops: Loops,
    /// What may run and is not part of the boolean programs.
    pub(super) unfollowed: Option<String>,
    /// Why not even a bug could be believed.
    pub(super) hopeless: Option<String>,
}

/// What holds of the whole program, before anything is left out: reads of what devices change may give anything, and
/// what code outside has been given the address of, it may give back.
pub(super) fn open(whole: &mut Program) {
    let targets = points_to(whole, slice::Config::default().points_to);
    whole.known_outside = targets.known_outside(whole);
    assume_separate(whole, &targets);
    assume_fitting_calls(whole, &targets);
    volatile::open_reads(whole, &targets);
}

pub(super) fn make(
    whole: &Program,
    violations: &[FuncId],
    guards: &BTreeSet<(FuncId, LocId)>,
    how: Config,
) -> Made {
    let criterion = slice::Criterion {
        calls: violations.to_vec(),
        ..slice::Criterion::default()
    };
    let config = slice::Config::default();
    let slice = match guards.is_empty() {
        true => reduce(whole, &criterion, config),
        false => {
            let guarded = guard(whole, guards);
            reduce(&guarded.program, &criterion, config).after(&guarded)
        }
    };
    let origins = Origins::of(&slice);
    let mut program = slice.program;
    let unfollowed = unfollowed::find(&program);
    let hopeless = unfollowed::not_modelled(whole)
        .or_else(|| unfollowed::unknown_builtin(&program))
        .or_else(|| unfollowed::moving_register(&program))
        .or_else(|| unfollowed::starts_again(&program));
    let prepared = prepare(&mut program, config.points_to);
    debug_assert!(program.verify().is_ok(), "{:?}", program.verify());
    let facts = ProgramFacts::placed(&program, config.points_to, how.placed_anywhere);
    if !how.placed_anywhere && !facts.placement.is_fixed() {
        assume_placement(&mut program, &facts.uses);
    }
    if facts.uses.pages || (how.placed_anywhere && facts.placement.wide) {
        assume_pages(&mut program);
    }
    arguments::note(&mut program, &facts);
    assume_accesses(whole, &mut program.ledger);
    assume_new(&mut program);
    let is_violation = |f| violations.contains(&f);
    let blocks = Blocks::new(&program, is_violation, how.single_statements);
    Made {
        facts,
        origins: origins.through(&prepared, &program, whole),
        abstractor: Abstractor::new(blocks, prepared),
        siblings: Siblings::new(&mut program),
        loops: Loops::new(&mut program),
        unfollowed,
        hopeless,
        program,
    }
}
