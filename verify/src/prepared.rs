//! The program that is checked, made of the user's: through the passes of
//! [`analysis::passes`], and analysed.

use abstractor::{Abstractor, Blocks};
use analysis::memory_assumptions::{
    assume_accesses, assume_new, assume_numbers_from_outside, assume_pages, assume_placement,
};
use analysis::passes::reduced::Reduced;
use analysis::passes::{self, Request};
use analysis::points_to::PointsTo;
use ir::Program;
use refiner::discover::Discovery;
use semantics::ProgramFacts;

use crate::Config;
use crate::confirm::unmodelled_calls;
use crate::execute::arguments;
use crate::slice_to_whole::SliceToWhole;

pub struct PreparedProgram {
    /// Sliced and brought into form.
    pub program: Program,
    pub facts: ProgramFacts,
    pub abstractor: Abstractor,
    /// The way back to the program that it was made of.
    pub(crate) slice_to_whole: SliceToWhole,
    pub(crate) discovery: Discovery,
    /// What may run and is not part of the boolean programs.
    pub(crate) unmodelled_calls: Option<String>,
    /// Why not even a bug could be believed.
    pub(crate) hopeless: Option<String>,
}

/// Runs the passes after those that are run once per check. `points_to` is what is known of the whole program, if anything
/// is.
pub(crate) fn prepare(
    whole: &Program,
    points_to: Option<&PointsTo>,
    request: &Request,
    config: Config,
    placed_anywhere: bool,
) -> PreparedProgram {
    let slice = passes::reduce(whole, points_to, request);
    let slice_to_whole = SliceToWhole::of(&slice);
    let sliced = &slice.program;
    let unmodelled_calls = unmodelled_calls::find(sliced);
    let hopeless = unmodelled_calls::not_modelled(whole)
        .or_else(|| unmodelled_calls::counted_output(whole))
        .or_else(|| unmodelled_calls::unknown_builtin(sliced))
        .or_else(|| unmodelled_calls::moving_register(sliced))
        .or_else(|| unmodelled_calls::starts_again(sliced));
    let (formed, form) = passes::bring_into_form(slice, request.config);
    let Reduced {
        mut program,
        way_back,
    } = formed;
    debug_assert!(program.verify().is_ok(), "{:?}", program.verify());
    let points_to = request.config.points_to;
    let facts = ProgramFacts::placed(&program, points_to, placed_anywhere);
    if !placed_anywhere && !facts.placement.is_fixed() {
        assume_placement(&mut program, &facts.uses);
    }
    if facts.uses.pages || (placed_anywhere && facts.placement.wide) {
        assume_pages(&mut program);
    }
    if facts.uses.numbers_from_outside {
        assume_numbers_from_outside(&mut program);
    }
    arguments::note(&mut program, &facts);
    assume_accesses(whole, &mut program.ledger);
    assume_new(&mut program);
    let is_violation = |f| request.criterion.calls.contains(&f);
    let blocks = Blocks::new(&program, is_violation, config.single_statements);
    PreparedProgram {
        facts,
        slice_to_whole: slice_to_whole.through(&program, way_back, whole),
        abstractor: Abstractor::new(blocks, form),
        discovery: Discovery::new(&mut program),
        unmodelled_calls,
        hopeless,
        program,
    }
}
