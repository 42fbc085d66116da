//! Memory that the program never writes holds what it held at the start, in every state.

use analysis::points_to::ObjectKind;
use analysis::regions::RegionId;
use ir::{Stmt, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use z3::ast::{Array, BV};

use crate::state::State;
use crate::world::World;

/// Made once per program.
#[derive(Debug, Default)]
pub struct Constants {
    pub(crate) vars: FxHashMap<VarId, BV>,
    pub(crate) memory: FxHashMap<RegionId, Array>,
}

impl Constants {
    pub(crate) fn new(world: &World<'_>) -> Self {
        let mut constants = Constants::default();
        let Some(written) = written(world) else {
            return constants;
        };
        let mut start = State::initial(world, "constant");
        for (region, what) in world.regions.regions.iter() {
            if written.contains(&region) || !is_initialised(world, region) {
                continue;
            }
            match what.variable.filter(|&var| world.is_symbol(var)) {
                Some(var) => {
                    constants.vars.insert(var, start.var(world, var));
                }
                None => {
                    let contents = start.memory(world, region);
                    constants.memory.insert(region, contents);
                }
            }
        }
        constants
    }
}

/// The regions that something writes; `None` if anything may be written.
fn written(world: &World<'_>) -> Option<FxHashSet<RegionId>> {
    let mut found = FxHashSet::default();
    for (func, _, cfg) in world.program.defined() {
        let library = !mutants::is("what-only-the-library-writes-is-constant");
        found.extend(world.writes.by_function(func).iter().filter(|_| library));
        for edge in cfg.edges() {
            let stmt = &cfg.edge(edge).stmt;
            if matches!(stmt, Stmt::HavocMemory) {
                return None;
            }
            found.extend(world.writes.outside(func, edge).iter().filter(|_| library));
            if let Some(place) = stmt.written() {
                found.extend(world.regions_of(place));
            }
        }
    }
    Some(found)
}

/// Whether all of a region are variables that exist from the start and have contents then.
pub(crate) fn is_initialised(world: &World<'_>, region: RegionId) -> bool {
    let region = &world.regions.regions[region];
    let initialised = |object| match world.points_to.objects[object].kind {
        ObjectKind::Var(var) => {
            let variable = &world.program.vars[var];
            variable.kind.is_static()
                && (variable.init.is_some()
                    || mutants::is("arrays-defined-elsewhere-start-as-zero"))
        }
        _ => false,
    };
    let mut objects = region
        .cells
        .iter()
        .map(|&c| world.points_to.cells()[c].object);
    !region.cells.is_empty() && objects.all(initialised)
}
