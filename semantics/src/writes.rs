//! Which regions calls write: those of functions with a body, whatever they call in turn, and those of library
//! functions without one.

use frontend::analysis::Analyses;
use frontend::analysis::effects::EffectsOf;
use frontend::analysis::points_to::CellId;
use frontend::analysis::regions::{RegionId, Regions};
use frontend::entity::{Arena, EntityId};
use frontend::ir::{Callee, EdgeId, FuncId, Program, Stmt};
use rustc_hash::FxHashMap;

/// Made once per program.
#[derive(Debug, Default)]
pub struct Writes {
    by_function: Arena<FuncId, Vec<RegionId>>,
    outside: FxHashMap<(FuncId, EdgeId), Vec<RegionId>>,
}

impl Writes {
    pub fn new(program: &Program, analyses: &Analyses) -> Self {
        let mut writes = Writes::default();
        let regions = &analyses.regions;
        let nowhere = writes_nowhere(program, analyses).then_some(regions.nowhere);
        for func in program.funcs.ids() {
            let mut written = regions.written_by(&analyses.effects, func);
            written.extend(nowhere);
            written.sort_unstable();
            writes.by_function.push(written);
        }
        let of = EffectsOf::new(program, &analyses.points_to);
        for (func, _, cfg) in program.defined() {
            for edge in cfg.edges() {
                let Stmt::Call {
                    callee: Callee::Direct(callee),
                    ..
                } = cfg.edge(edge).stmt
                else {
                    continue;
                };
                if program.funcs[callee].body.is_none() {
                    let cells = of.of(func, edge).writes;
                    let cells = cells.iter().map(|c| CellId::from_index(c as usize));
                    let regions = regions_of(&analyses.regions, cells);
                    if !regions.is_empty() {
                        writes.outside.insert((func, edge), regions);
                    }
                }
            }
        }
        writes
    }

    /// The regions that calling a function with a body may write.
    pub fn by_function(&self, func: FuncId) -> &[RegionId] {
        &self.by_function[func]
    }

    /// The regions that the call of a function without a body may write, its result included.
    pub fn outside(&self, func: FuncId, edge: EdgeId) -> &[RegionId] {
        self.outside.get(&(func, edge)).map_or(&[], |r| r)
    }
}

/// Whether some function writes through a pointer that points to nothing known. Which one does not matter much.
fn writes_nowhere(program: &Program, analyses: &Analyses) -> bool {
    let points_to = &analyses.points_to;
    program.defined().any(|(_, _, cfg)| {
        let written = cfg.edges().filter_map(|e| cfg.edge(e).stmt.written());
        let mut places = written.filter(|&place| program.terms.place_var(place).is_none());
        places.any(|place| points_to.place_cells(program, place).is_empty())
    })
}

fn regions_of(regions: &Regions, cells: impl Iterator<Item = CellId>) -> Vec<RegionId> {
    let mut found: Vec<RegionId> = cells.filter_map(|c| regions.of_cell(c)).collect();
    found.sort_unstable();
    found.dedup();
    found
}
