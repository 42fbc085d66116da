//! Memory that the program never writes holds what it held at the start, in every state.

use analysis::points_to::ObjectKind;
use analysis::regions::RegionId;
use ir::{Stmt, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use z3::ast::{Array, BV};

use crate::encoding_context::EncodingContext;
use crate::execution::state::State;

/// Made once per program.
#[derive(Debug, Default)]
pub struct Constants {
    pub(crate) vars: FxHashMap<VarId, BV>,
    pub(crate) memory: FxHashMap<RegionId, Array>,
}

impl Constants {
    pub(crate) fn new(context: &EncodingContext<'_>) -> Self {
        let mut constants = Constants::default();
        let Some(written) = written(context) else {
            return constants;
        };
        let mut start = State::initial(context, "constant");
        for (region, what) in context.regions.regions.iter() {
            if written.contains(&region) || !is_initialised(context, region) {
                continue;
            }
            match what.variable.filter(|&var| context.is_symbol(var)) {
                Some(var) => {
                    constants.vars.insert(var, start.var(context, var));
                }
                None => {
                    let contents = start.memory(context, region);
                    constants.memory.insert(region, contents);
                }
            }
        }
        constants
    }
}

/// The regions that something writes; `None` if anything may be written.
fn written(context: &EncodingContext<'_>) -> Option<FxHashSet<RegionId>> {
    let mut found = FxHashSet::default();
    for (func, _, cfg) in context.program.defined() {
        let library = !mutants::is("what-only-the-library-writes-is-constant");
        found.extend(
            context
                .writes
                .by_function(func)
                .regions
                .iter()
                .filter(|_| library),
        );
        for edge in cfg.edges() {
            let stmt = &cfg.edge(edge).stmt;
            if matches!(stmt, Stmt::HavocMemory) {
                return None;
            }
            found.extend(
                context
                    .writes
                    .outside(func, edge)
                    .regions
                    .iter()
                    .filter(|_| library),
            );
            if let Some(place) = stmt.written() {
                found.extend(context.regions_of(place));
            }
        }
    }
    Some(found)
}

/// Whether all of a region are variables that exist from the start and have contents then.
pub(crate) fn is_initialised(context: &EncodingContext<'_>, region: RegionId) -> bool {
    let region = &context.regions.regions[region];
    let initialised = |object| match context.points_to.objects[object].kind {
        ObjectKind::Var(var) => {
            let variable = &context.program.vars[var];
            variable.kind.is_static()
                && (variable.init.is_some()
                    || mutants::is("arrays-defined-elsewhere-start-as-zero"))
        }
        _ => false,
    };
    let mut objects = region
        .cells
        .iter()
        .map(|&c| context.points_to.cells()[c].object);
    !region.cells.is_empty() && objects.all(initialised)
}
