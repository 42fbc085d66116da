//! Memory cut into regions that cannot alias.
//!
//! A region is a set of cells; every scalar access touches cells of exactly one region. So a
//! formula can have one array per region, and a write to one says nothing of the others. Regions
//! are as fine as the cells of [`points_to`](super::points_to): by object and by field, as far as
//! no pointer may point to two of them. Where accesses to a region disagree on width, or on floats
//! and bits, or where the object lost its structure, the region is addressed by bytes
//! ([`Region::bytes`]).
//!
//! Aggregates are copied region by region: their places touch several.

use super::points_to::{CellId, ObjectKind, PointsTo};
use crate::entity::{Arena, EntityId};
use crate::entity_id;
use crate::ir::{ExprKind, FuncId, PlaceId, Program, Stmt, Term, VarId};
use crate::types::TypeId;

entity_id! {
    /// A set of cells that no scalar access touches only partly.
    pub struct RegionId, "r";
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Region {
    /// In order.
    pub cells: Vec<CellId>,
    /// The types it is accessed with, in order of their ids.
    pub types: Vec<TypeId>,
    /// Whether accesses overlap partly or disagree on the type: bytes are the only common unit.
    pub bytes: bool,
    /// The variable that is the whole region and never in memory: a plain symbol.
    pub variable: Option<VarId>,
}

#[derive(Debug)]
pub struct Regions {
    pub regions: Arena<RegionId, Region>,
    /// Memory that no pointer of the program is known to point to. Accesses through pointers that were never set meet
    /// it, and only they.
    pub nowhere: RegionId,
    of_cell: Vec<Option<RegionId>>,
}

/// Cuts the memory of a program into regions.
pub fn regions(program: &Program, pts: &PointsTo) -> Regions {
    let accesses = accessed_places(program, pts);
    let mut classes = Classes::new(pts.cells().len());
    let mut accessed = vec![false; pts.cells().len()];
    for &place in &accesses {
        let cells = pts.place_cells(program, place);
        for &cell in &cells {
            accessed[cell.index()] = true;
            classes.join(cells[0].index(), cell.index());
        }
    }
    let mut result = Regions {
        regions: Arena::new(),
        nowhere: RegionId::from_index(0),
        of_cell: vec![None; pts.cells().len()],
    };
    for cell in pts.cells().ids() {
        if accessed[cell.index()] {
            result.add_cell(cell, classes.find(cell.index()));
        }
    }
    result.nowhere = result.regions.push(Region {
        bytes: true,
        ..Region::default()
    });
    for &place in &accesses {
        result.add_access(program, pts, place);
    }
    for region in result.regions.values_mut() {
        region.types.sort_unstable();
        region.types.dedup();
        region.bytes |= mixed(program, &region.types);
        region.variable = plain_variable(program, pts, region);
    }
    result
}

/// The scalar places that statements of functions that may run read or write.
fn accessed_places(program: &Program, pts: &PointsTo) -> Vec<PlaceId> {
    let terms = &program.terms;
    let mut seen_exprs = vec![false; terms.num_exprs()];
    let mut seen_places = vec![false; terms.num_places()];
    let mut accessed = vec![false; terms.num_places()];
    let mut stack = Vec::new();
    for (_, _, cfg) in program.defined().filter(|(f, ..)| pts.is_reached(*f)) {
        for edge in cfg.edges() {
            let stmt: &Stmt = &cfg.edge(edge).stmt;
            stack.extend(stmt.exprs().into_iter().map(Term::Expr));
            if let Some(place) = stmt.written() {
                accessed[place.index()] = true;
                stack.push(Term::Place(place));
            }
        }
    }
    while let Some(term) = stack.pop() {
        let seen = match term {
            Term::Expr(e) => &mut seen_exprs[e.index()],
            Term::Place(p) => &mut seen_places[p.index()],
        };
        if std::mem::replace(seen, true) {
            continue;
        }
        if let Term::Expr(e) = term
            && let ExprKind::Load(place) = terms.expr(e).kind
        {
            accessed[place.index()] = true;
        }
        stack.extend(terms.children(term).into_iter().flatten());
    }
    let scalar = |p: &PlaceId| program.types.is_scalar(terms.place_type(*p));
    (0..terms.num_places())
        .filter(|&p| accessed[p])
        .map(PlaceId::from_index)
        .filter(scalar)
        .collect()
}

/// Whether values of the types cannot share an array of one sort.
fn mixed(program: &Program, types: &[TypeId]) -> bool {
    let sort = |ty: &TypeId| (program.types.size_of(*ty), program.types.is_float(*ty));
    types.windows(2).any(|w| sort(&w[0]) != sort(&w[1]))
}

/// The variable whose only cell is the region, if its address is never taken.
fn plain_variable(program: &Program, pts: &PointsTo, region: &Region) -> Option<VarId> {
    let &[cell] = &*region.cells else { return None };
    let ObjectKind::Var(var) = pts.objects[pts.cells()[cell].object].kind else {
        return None;
    };
    let variable = &program.vars[var];
    (!variable.address_taken && program.types.is_scalar(variable.ty)).then_some(var)
}

impl Regions {
    fn add_cell(&mut self, cell: CellId, class: usize) {
        let region = match self.of_cell[class] {
            Some(region) => region,
            None => self.regions.push(Region::default()),
        };
        self.of_cell[class] = Some(region);
        self.of_cell[cell.index()] = Some(region);
        self.regions[region].cells.push(cell);
    }

    fn add_access(&mut self, program: &Program, pts: &PointsTo, place: PlaceId) {
        let cells = pts.place_cells(program, place);
        let Some(region) = cells.first().and_then(|c| self.of_cell[c.index()]) else {
            return;
        };
        let size = program.types.size_of(program.place_type(place));
        let whole = |c: &CellId| {
            let cell = pts.cells()[*c];
            let width = cell.end.saturating_sub(cell.start);
            !cell.is_rest && size.is_some_and(|s| s as i64 == width)
        };
        let outside = |c: &CellId| pts.objects[pts.cells()[*c].object].kind == ObjectKind::External;
        let aligned = cells.iter().all(|c| whole(c) || outside(c));
        let region = &mut self.regions[region];
        region.types.push(program.place_type(place));
        region.bytes |= !aligned || program.bit_width(place).is_some();
    }

    /// The region of a cell, if a scalar access touches it.
    pub fn of_cell(&self, cell: CellId) -> Option<RegionId> {
        self.of_cell[cell.index()]
    }

    /// The region that an access to a scalar place touches.
    pub fn of_place(&self, program: &Program, pts: &PointsTo, place: PlaceId) -> RegionId {
        let cells = pts.place_cells(program, place);
        let region = cells.first().and_then(|&c| self.of_cell(c));
        region.unwrap_or(self.nowhere)
    }

    /// The regions that an access to any place touches, in order.
    pub fn all_of_place(&self, program: &Program, pts: &PointsTo, place: PlaceId) -> Vec<RegionId> {
        let cells = pts.place_cells(program, place);
        if cells.is_empty() {
            return vec![self.nowhere];
        }
        let mut found: Vec<RegionId> = cells.iter().filter_map(|&c| self.of_cell(c)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The regions that calling a function may write.
    pub fn written_by(&self, effects: &super::mod_ref::ModRef, func: FuncId) -> Vec<RegionId> {
        let cells = effects.writes(func);
        let mut found: Vec<RegionId> = cells.iter().filter_map(|&c| self.of_cell(c)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Disjoint sets.
struct Classes {
    parent: Vec<u32>,
}

impl Classes {
    fn new(n: usize) -> Self {
        Self {
            parent: (0..n as u32).collect(),
        }
    }

    fn find(&mut self, mut i: usize) -> usize {
        while self.parent[i] as usize != i {
            let up = self.parent[i] as usize;
            self.parent[i] = self.parent[up];
            i = up;
        }
        i
    }

    /// The smaller number stays the representative, so that regions come in order of cells.
    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        let (low, high) = (a.min(b), a.max(b));
        self.parent[high] = low as u32;
    }
}
