//! Memory cut into regions that cannot alias.
//!
//! A region is a set of cells; every scalar access touches cells of exactly one region. So a
//! formula can have one array per region, and a write to one says nothing of the others. Regions
//! are as fine as the cells of [`points_to`](super::points_to): by object and by field, as far as
//! no pointer may point to two of them. Where accesses to a region disagree on width, or on floats
//! and bits, or where the object lost its structure, the region is addressed by bytes
//! ([`Region::bytes`]).
//!
//! Aggregates are copied region by region: their places touch several. So do memory outside the program, which is cut
//! by how it is seen ([`views`]), and whatever may write anything there.

mod aliasing;
mod views;

use super::points_to::{Cell, CellId, ObjectKind, PointsTo};
use ir::types::TypeId;
use ir::{ExprId, ExprKind, FuncId, PlaceId, Program, Stmt, Term, VarId};
use rustc_hash::FxHashMap;
use source::entity::{Arena, EntityId};
use source::entity_id;
use views::{View, Views};

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
    /// Memory outside the program, by how it is seen, and all regions of it in order.
    of_view: FxHashMap<View, RegionId>,
    pub outside: Vec<RegionId>,
    /// The cells of memory outside.
    outside_cells: Vec<CellId>,
}

/// Cuts the memory of a program into regions.
pub fn regions(program: &Program, pts: &PointsTo) -> Regions {
    let (accesses, terms) = accessed_places(program, pts);
    let written = aliasing::Written::new(program, pts);
    let outside_cells = outside_cells(pts);
    let is_outside = |c: &CellId| outside_cells.contains(c);
    let mut views = Views::default();
    let mut places = Vec::new();
    for &place in &accesses {
        let cells = pts.place_cells(program, place);
        let view = cells.iter().any(is_outside);
        let view = view.then(|| views.add(program, place, written.contains(place)));
        places.push((cells, view));
    }
    let first_view = pts.cells().len();
    let mut classes = Classes::new(first_view + views.list.len());
    for (a, b) in views.links(program, pts, &terms) {
        classes.join(first_view + a, first_view + b);
    }
    let mut accessed = vec![false; first_view];
    for (cells, view) in &places {
        let inside = cells.iter().filter(|c| !is_outside(c)).map(|c| c.index());
        inside.clone().for_each(|c| accessed[c] = true);
        let mut all = inside.chain(view.map(|v| first_view + v));
        if let Some(first) = all.next() {
            all.for_each(|other| classes.join(first, other));
        }
    }
    let mut result = Regions {
        regions: Arena::new(),
        nowhere: RegionId::from_index(0),
        of_cell: vec![None; first_view],
        of_view: FxHashMap::default(),
        outside: Vec::new(),
        outside_cells,
    };
    result.add_classes(pts, &views, &accessed, &mut classes);
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

/// The cells of memory outside the program.
fn outside_cells(pts: &PointsTo) -> Vec<CellId> {
    let outside = pts.object_by_kind(ObjectKind::External);
    outside.map_or(Vec::new(), |object| pts.cells_of(object).collect())
}

/// The scalar places that statements of functions that may run read or write, and all terms of these.
fn accessed_places(program: &Program, pts: &PointsTo) -> (Vec<PlaceId>, Vec<Term>) {
    let terms = &program.terms;
    let mut seen_exprs = vec![false; terms.num_exprs()];
    let mut seen_places = vec![false; terms.num_places()];
    let mut accessed = vec![false; terms.num_places()];
    let mut stack = Vec::new();
    let mut all = Vec::new();
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
        all.push(term);
        if let Term::Expr(e) = term
            && let ExprKind::Load(place) = terms.expr(e).kind
        {
            accessed[place.index()] = true;
        }
        stack.extend(terms.children(term).into_iter().flatten());
    }
    let scalar = |p: &PlaceId| program.types.is_scalar(terms.place_type(*p));
    let places = (0..terms.num_places())
        .filter(|&p| accessed[p])
        .map(PlaceId::from_index)
        .filter(scalar);
    (places.collect(), all)
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
    /// Makes a region of each class, in the order of cells.
    fn add_classes(
        &mut self,
        pts: &PointsTo,
        views: &Views,
        accessed: &[bool],
        classes: &mut Classes,
    ) {
        let mut of_class: FxHashMap<usize, RegionId> = FxHashMap::default();
        let regions = &mut self.regions;
        let mut region_of = |class: usize, cell: CellId| {
            let region = of_class
                .entry(class)
                .or_insert_with(|| regions.push(Region::default()));
            if regions[*region].cells.last() != Some(&cell) {
                regions[*region].cells.push(cell);
            }
            *region
        };
        for cell in pts.cells().ids() {
            if self.outside_cells.last() == Some(&cell) {
                for (n, &view) in views.list.iter().enumerate() {
                    let region = region_of(classes.find(accessed.len() + n), cell);
                    self.of_view.insert(view, region);
                    self.outside.push(region);
                }
            } else if accessed[cell.index()] {
                let region = region_of(classes.find(cell.index()), cell);
                self.of_cell[cell.index()] = Some(region);
            }
        }
        self.outside.sort_unstable();
        self.outside.dedup();
    }

    fn add_access(&mut self, program: &Program, pts: &PointsTo, place: PlaceId) {
        let cells = pts.place_cells(program, place);
        let Some(region) = self.find(program, &cells, place) else {
            return;
        };
        let size = program.types.size_of(program.place_type(place));
        let whole = |c: &CellId| {
            let cell = pts.cells()[*c];
            let width = cell.end.saturating_sub(cell.start);
            !cell.is_rest && size.is_some_and(|s| s as i64 == width)
        };
        let aligned = cells.iter().all(|c| whole(c) || self.is_outside(*c));
        let region = &mut self.regions[region];
        region.types.push(program.place_type(place));
        region.bytes |= !aligned || program.bit_width(place).is_some();
    }

    /// The region of a cell of the program's own objects, if a scalar access touches it.
    pub fn of_cell(&self, cell: CellId) -> Option<RegionId> {
        self.of_cell[cell.index()]
    }

    /// Whether a cell is memory outside the program.
    pub fn is_outside(&self, cell: CellId) -> bool {
        self.outside_cells.contains(&cell)
    }

    /// The regions of cells, in order.
    pub fn of_cells(&self, cells: impl IntoIterator<Item = CellId>) -> Vec<RegionId> {
        let mut found = Vec::new();
        for cell in cells {
            match self.is_outside(cell) {
                true => found.extend(&self.outside),
                false => found.extend(self.of_cell(cell)),
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn find(&self, program: &Program, cells: &[CellId], place: PlaceId) -> Option<RegionId> {
        let view = || {
            let seen = |view| self.of_view.get(&view).copied();
            let outside = cells.iter().any(|&c| self.is_outside(c));
            let found = outside.then(|| seen(View::of(program, place)));
            // A place that no statement mentions may be behind a pointer to values of its type.
            found.map(|found| found.or_else(|| seen(View::plain(program, place))))
        };
        let inside = cells.iter().find_map(|&c| self.of_cell(c));
        inside.or_else(|| view().flatten())
    }

    /// The region that an access to a scalar place touches.
    pub fn of_place(&self, program: &Program, pts: &PointsTo, place: PlaceId) -> RegionId {
        let cells = pts.place_cells(program, place);
        self.find(program, &cells, place).unwrap_or(self.nowhere)
    }

    /// The only region that all bytes behind a pointer lie in, if there is one. Memory outside is seen as what the
    /// pointer says it points to.
    pub fn behind(&self, program: &Program, pts: &PointsTo, pointer: ExprId) -> Option<RegionId> {
        let cells = pts.pointed_cells(program, pointer, false);
        let target = program
            .types
            .target(program.type_of(program.without_casts(pointer)));
        let scalar = target.filter(|&ty| program.types.is_scalar(ty));
        let region = |&c: &CellId| match self.is_outside(c) {
            true => self.of_view.get(&View::scalar(program, scalar?)).copied(),
            false => self.of_cell(c),
        };
        let mut regions = cells
            .iter()
            .filter(|c| !is_empty(program, pts, **c))
            .map(region);
        match regions.next() {
            None => cells.is_empty().then_some(self.nowhere),
            Some(first) => first.filter(|_| regions.all(|region| region == first)),
        }
    }

    /// The regions that an access to any place touches, in order.
    pub fn all_of_place(&self, program: &Program, pts: &PointsTo, place: PlaceId) -> Vec<RegionId> {
        if program.types.is_scalar(program.place_type(place)) {
            return vec![self.of_place(program, pts, place)];
        }
        let cells = pts.place_cells(program, place);
        match cells.is_empty() {
            true => vec![self.nowhere],
            false => self.of_cells(cells),
        }
    }

    /// The regions of the program's own objects that calling a function may write.
    pub fn written_by(&self, effects: &super::mod_ref::ModRef, func: FuncId) -> Vec<RegionId> {
        let cells = effects.writes(func).into_iter();
        self.of_cells(cells.filter(|&c| !self.is_outside(c)))
    }
}

/// Whether a cell has no bytes: that of what is no data, or the rest where there is none.
fn is_empty(program: &Program, pts: &PointsTo, cell: CellId) -> bool {
    let Cell {
        object, is_rest, ..
    } = pts.cells()[cell];
    let is_all = |c: CellId| {
        let cell = &pts.cells()[c];
        !cell.is_rest && (cell.start, cell.end) == (i64::MIN, i64::MAX)
    };
    match pts.objects[object].kind {
        ObjectKind::Func(_) | ObjectKind::Label(_) | ObjectKind::Integer => true,
        _ if !is_rest => false,
        ObjectKind::Var(var) if is_one_array(program, var) => true,
        _ => pts.cells_of(object).any(is_all),
    }
}

/// Whether a variable is a scalar or an array of them, so that its elements are all there is.
fn is_one_array(program: &Program, var: VarId) -> bool {
    let mut ty = program.vars[var].ty;
    while let Some(elem) = program.types.elem(ty) {
        ty = elem;
    }
    program.types.is_scalar(ty)
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
