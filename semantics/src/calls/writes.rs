//! Which regions calls write, and which cells there: those of functions with a body, whatever they call in turn, and those of library
//! functions without one.

use analysis::Analyses;
use analysis::effects::EffectsOf;
use analysis::points_to::CellId;
use analysis::regions::RegionId;
use ir::{Callee, EdgeId, FuncId, PlaceId, Program, Stmt};
use rustc_hash::FxHashMap;
use source::entity::{Arena, EntityId};

use crate::encoding_context::EncodingContext;
use crate::memory::reach::Reach;

/// Made once per program.
#[derive(Debug, Default)]
pub struct Writes {
    by_function: Arena<FuncId, WrittenRegions>,
    outside: FxHashMap<(FuncId, EdgeId), WrittenRegions>,
}

/// What is written.
#[derive(Debug, Default)]
struct WrittenRegions {
    regions: Vec<RegionId>,
    reach: Reach,
}

/// What a call may write.
#[derive(Clone, Copy, Debug)]
pub struct Written<'w> {
    /// In order.
    pub regions: &'w [RegionId],
    /// What of them.
    pub(crate) reach: &'w Reach,
}

impl Written<'_> {
    /// Whether a place may be written, or a part of it.
    pub fn may_be(&self, context: &EncodingContext<'_>, place: PlaceId) -> bool {
        let regions = context.regions_of(place);
        let is_met = regions.iter().any(|r| self.regions.contains(r));
        is_met && !self.reach.is_apart(&Reach::of(context, place))
    }
}

impl WrittenRegions {
    fn get(&self) -> Written<'_> {
        Written {
            regions: &self.regions,
            reach: &self.reach,
        }
    }
}

impl Writes {
    pub fn new(program: &Program, analyses: &Analyses) -> Self {
        let mut writes = Writes::default();
        let regions = &analyses.regions;
        let nowhere = writes_nowhere(program, analyses).then_some(regions.nowhere);
        let of = EffectsOf::new(program, &analyses.points_to);
        let mut outside = written_outside(program, analyses, &of);
        for func in program.funcs.ids() {
            let mut written = regions.written_by(&analyses.effects, func);
            written.append(&mut outside[func]);
            written.extend(nowhere);
            written.sort_unstable();
            written.dedup();
            writes.by_function.push(WrittenRegions {
                regions: written,
                reach: Reach::new(analyses.effects.writes(func)),
            });
        }
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
                    let cells: Vec<CellId> = cells.collect();
                    let regions = analyses.regions.of_cells(cells.iter().copied());
                    if !regions.is_empty() && !mutants::is("library-functions-write-nothing") {
                        let reach = Reach::new(cells);
                        let written = WrittenRegions { regions, reach };
                        writes.outside.insert((func, edge), written);
                    }
                }
            }
        }
        writes
    }

    /// The regions that calling a function with a body may write.
    pub fn by_function(&self, func: FuncId) -> Written<'_> {
        self.by_function[func].get()
    }

    /// The regions that the call of a function without a body may write, its result included.
    pub fn outside(&self, func: FuncId, edge: EdgeId) -> Written<'_> {
        let nothing = Written {
            regions: &[],
            reach: &Reach::ANYTHING,
        };
        let written = self.outside.get(&(func, edge));
        written.map_or(nothing, WrittenRegions::get)
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

/// The regions of memory outside the program that calling a function may write.
fn written_outside(
    program: &Program,
    analyses: &Analyses,
    of: &EffectsOf<'_>,
) -> Arena<FuncId, Vec<RegionId>> {
    let mut found: Arena<FuncId, Vec<RegionId>> = Arena::filled(Vec::new(), program.funcs.len());
    if analyses.regions.outside.is_empty() || mutants::is("functions-write-nothing-outside") {
        return found;
    }
    for component in &analyses.calls.components {
        let mut all = Vec::new();
        for &func in component {
            let edges = program.funcs[func].body.iter().flat_map(|cfg| cfg.edges());
            for edge in edges {
                all.extend(written_outside_by(program, analyses, of, (func, edge)));
            }
            for callee in analyses.calls.callees(func) {
                all.extend(&found[callee]);
            }
        }
        all.sort_unstable();
        all.dedup();
        for &func in component {
            found[func].clone_from(&all);
        }
    }
    found
}

/// The same of one statement: what a place says, as far as that is all.
fn written_outside_by(
    program: &Program,
    analyses: &Analyses,
    of: &EffectsOf<'_>,
    (func, edge): (FuncId, EdgeId),
) -> Vec<RegionId> {
    let (regions, points_to) = (&analyses.regions, &analyses.points_to);
    let written = of.of(func, edge).writes;
    let mut outside = written
        .iter()
        .map(|c| CellId::from_index(c as usize))
        .filter(|&c| regions.is_outside(c));
    let Some(cfg) = &program.funcs[func].body else {
        return Vec::new();
    };
    let stmt = &cfg.edge(edge).stmt;
    let by_place = match stmt {
        Stmt::Assign { place, .. } | Stmt::Havoc { place } => Some(*place),
        Stmt::Call {
            result: Some(place),
            callee: Callee::Direct(callee),
            ..
        } if program.funcs[*callee].body.is_some() => Some(*place),
        _ => None,
    };
    match (outside.next(), by_place) {
        (None, _) => Vec::new(),
        (Some(_), Some(place)) => regions.all_of_place(program, points_to, place),
        (Some(_), None) => regions.outside.clone(),
    }
}
