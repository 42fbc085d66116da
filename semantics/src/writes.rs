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
        for func in program.funcs.ids() {
            let regions = &analyses.regions;
            writes
                .by_function
                .push(regions.written_by(&analyses.effects, func));
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

fn regions_of(regions: &Regions, cells: impl Iterator<Item = CellId>) -> Vec<RegionId> {
    let mut found: Vec<RegionId> = cells.filter_map(|c| regions.of_cell(c)).collect();
    found.sort_unstable();
    found.dedup();
    found
}
