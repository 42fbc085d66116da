//! Objects, the targets of pointers into them, and the cells their bytes are cut into.
//!
//! A *target* is an object and a byte offset (folded by the object's [`Shape`]), or an unknown
//! offset, and whether the pointer came from outside: such pointers are followed by [`super::outside_types`] only. A *cell* is a byte range of an object with one solver node for everything it may hold.
//! Cells come into being when an access needs them. Invariant: the cells of an object do not
//! overlap, and every access lies inside one cell; an access that overlaps several merges them
//! (punning costs precision, never soundness). Merging, and the copies between ranges of objects,
//! are reported as [`Event`]s for the solver. After Miné's cells (Field-Sensitive Value Analysis of
//! Embedded C Programs, 2006), with merging instead of synthesis.

mod copies;

use super::shape::{Folded, Shape, size};
use super::{Object, ObjectKind};
use ir::types::{TypeId, Types};
use rustc_hash::FxHashMap;
use source::entity::{Arena, EntityId};
use source::entity_id;

entity_id! {
    /// An abstract object: all runtime objects of one variable or one allocation.
    pub struct ObjId, "o";
    /// An object and an offset: what a pointer may hold.
    pub(super) struct TargetId, "t";
    /// A set of targets in the solver.
    pub(super) struct NodeId, "n";
}

/// The offset of targets whose offset is unknown.
pub(super) const ANY: i64 = i64::MIN;

/// More distinct offsets than this, and the rest are unknown: pointers that walk.
const MAX_OFFSETS_PER_OBJECT: usize = 192;
/// More cells than this in memory without a type, and it becomes one cell.
const MAX_UNTYPED_CELLS: usize = 512;
/// How far outside its object a pointer is followed (`container_of` of a list's head).
const MAX_BYTES_OUTSIDE_OBJECT: i64 = 1 << 14;

/// What the solver has to do after a change of memory.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    /// Whatever the first holds, the second may hold.
    Edge(NodeId, NodeId),
    /// The two are one.
    Merge(NodeId, NodeId),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) start: i64,
    pub(super) end: i64,
    pub(super) node: NodeId,
}

/// A copy of bytes from an object to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Link {
    from: (ObjId, i64),
    to: (ObjId, i64),
    len: i64,
}

#[derive(Clone, Debug)]
pub(super) struct Store {
    pub(super) shape: Shape,
    pub(super) cells: Vec<Cell>,
    pub(super) collapsed: bool,
    /// Ranges that are one cell each.
    blobs: Vec<(i64, i64)>,
    /// Nodes that flow into every cell of a range.
    inflows: Vec<(i64, i64, NodeId)>,
    links: Vec<usize>,
    targets: usize,
    /// As what the program itself uses an object that it allocates: types, and where.
    pub(super) used_as: Vec<(i64, TypeId)>,
    /// It is not used as anything, and nothing more is to come: it may be met as whatever it is said to be.
    pub(super) never_used: bool,
}

/// What comes from outside.
#[derive(Clone, Copy, Debug)]
pub(super) struct FromOutside {
    pub(super) anything: NodeId,
    pub(super) numbers: NodeId,
}

pub(super) struct Memory<'p> {
    types: &'p Types,
    pub(super) objects: Arena<ObjId, Object>,
    pub(super) stores: Arena<ObjId, Store>,
    pub(super) targets: Arena<TargetId, (ObjId, i64)>,
    /// Whether pointers from outside are told apart from others.
    pub(super) tells_apart: bool,
    /// What comes from outside into anything, and into what is declared to be a number; where these are told apart.
    pub(super) from_there: Option<FromOutside>,
    /// Whether an address was made too narrow to be one.
    pub(super) cuts_addresses: bool,
    /// Whether pointers to the targets came from outside.
    pub(super) from_outside: Arena<TargetId, bool>,
    target_ids: FxHashMap<(ObjId, i64, bool), TargetId>,
    /// Offsets that were asked about, and those that stand for them, by type and whether it repeats: the same few are
    /// asked about again and again.
    points: FxHashMap<(TypeId, bool, i64), i64>,
    links: Vec<Link>,
    link_ids: FxHashMap<Link, usize>,
    /// Links one of whose ends changed.
    stale: Vec<usize>,
    pub(super) events: Vec<Event>,
    pub(super) nodes: usize,
}

impl<'p> Memory<'p> {
    pub(super) fn new(types: &'p Types) -> Self {
        Self {
            types,
            objects: Arena::new(),
            stores: Arena::new(),
            targets: Arena::new(),
            tells_apart: false,
            from_there: None,
            cuts_addresses: false,
            from_outside: Arena::new(),
            target_ids: FxHashMap::default(),
            points: FxHashMap::default(),
            links: Vec::new(),
            link_ids: FxHashMap::default(),
            stale: Vec::new(),
            events: Vec::new(),
            nodes: 0,
        }
    }

    pub(super) fn new_node(&mut self) -> NodeId {
        self.nodes += 1;
        NodeId::from_index(self.nodes - 1)
    }

    pub(super) fn add(&mut self, kind: ObjectKind, shape: Shape) -> ObjId {
        let id = self.objects.push(Object { kind });
        self.stores.push(Store {
            shape,
            cells: Vec::new(),
            collapsed: false,
            blobs: Vec::new(),
            inflows: Vec::new(),
            links: Vec::new(),
            targets: 0,
            used_as: Vec::new(),
            never_used: false,
        });
        id
    }

    /// The target at an offset of an object.
    pub(super) fn target(&mut self, object: ObjId, off: i64) -> TargetId {
        self.target_of(object, off, false)
    }

    /// The target at another offset of the same object.
    pub(super) fn moved(&mut self, target: TargetId, off: i64) -> TargetId {
        self.target_of(self.targets[target].0, off, self.from_outside[target])
    }

    /// The same target, when the pointer comes from outside. Memory there, functions and numbers have no types to be
    /// told apart by.
    pub(super) fn brought_in(&mut self, target: TargetId) -> TargetId {
        let (object, off) = self.targets[target];
        match self.stores[object].shape {
            _ if !self.tells_apart => target,
            Shape::Opaque | Shape::One => target,
            _ => self.target_of(object, off, true),
        }
    }

    fn target_of(&mut self, object: ObjId, off: i64, from_outside: bool) -> TargetId {
        let off = self.canonical(object, off);
        if let Some(&id) = self.target_ids.get(&(object, off, from_outside)) {
            return id;
        }
        let store = &mut self.stores[object];
        if off != ANY && store.targets >= MAX_OFFSETS_PER_OBJECT {
            return self.target_of(object, ANY, from_outside);
        }
        store.targets += 1;
        let id = self.targets.push((object, off));
        self.from_outside.push(from_outside);
        self.target_ids.insert((object, off, from_outside), id);
        id
    }

    fn canonical(&mut self, object: ObjId, off: i64) -> i64 {
        match self.stores[object].shape {
            Shape::Opaque | Shape::One => 0,
            _ if off == ANY => ANY,
            Shape::Typed { ty, repeat } => match self.points.get(&(ty, repeat, off)) {
                Some(&point) => point,
                None => {
                    let point = self.point(Shape::Typed { ty, repeat }, off);
                    self.points.insert((ty, repeat, off), point);
                    point
                }
            },
            shape => self.point(shape, off),
        }
    }

    /// The offset that stands for another in objects of a shape; [`ANY`] for those that lie far outside.
    fn point(&self, shape: Shape, off: i64) -> i64 {
        let bound = match shape {
            Shape::Typed { ty, .. } => size(self.types, ty).unwrap_or(i64::MAX / 4),
            _ => MAX_BYTES_OUTSIDE_OBJECT,
        };
        let far = bound.saturating_add(MAX_BYTES_OUTSIDE_OBJECT);
        match off < -MAX_BYTES_OUTSIDE_OBJECT || off > far {
            true => ANY,
            false => shape.point(self.types, off),
        }
    }

    /// The node of the cell that an access of `len` bytes touches; none outside the object.
    pub(super) fn access(&mut self, target: TargetId, len: i64) -> Option<NodeId> {
        let (object, off) = self.targets[target];
        self.access_at(object, off, len)
    }

    fn access_at(&mut self, object: ObjId, off: i64, len: i64) -> Option<NodeId> {
        let store = &mut self.stores[object];
        if store.shape == Shape::Unset {
            store.shape = Shape::Raw { stride: 0 };
        }
        if off == ANY && !matches!(store.shape, Shape::Opaque | Shape::One) {
            self.collapse(object);
        }
        let (start, end) = self.range(object, off, len)?;
        Some(self.cell(object, start, end))
    }

    /// The folded range of an access, collapsing the object if there is none.
    fn range(&mut self, object: ObjId, off: i64, len: i64) -> Option<(i64, i64)> {
        let store = &self.stores[object];
        if store.collapsed {
            return Some((i64::MIN, i64::MAX));
        }
        match store.shape.fold(self.types, off, len) {
            Folded::Outside => None,
            Folded::Spill => {
                self.collapse(object);
                Some((i64::MIN, i64::MAX))
            }
            Folded::Range(start, end) => Some(self.stores[object].widen(start, end)),
        }
    }

    /// The cell of a folded range, merging what it overlaps.
    fn cell(&mut self, object: ObjId, start: i64, end: i64) -> NodeId {
        let store = &self.stores[object];
        let first = store.cells.partition_point(|c| c.end <= start);
        let mut last = first;
        while store
            .cells
            .get(last)
            .is_some_and(|c| c.start < end.max(start + 1))
        {
            last += 1;
        }
        if last == first + 1 {
            let cell = store.cells[first];
            if cell.start <= start && end <= cell.end {
                return cell.node;
            }
        }
        self.merge_cells(object, first, last, start, end)
    }

    /// Replaces the cells `first..last` by one that covers them and `[start, end)`.
    fn merge_cells(
        &mut self,
        object: ObjId,
        first: usize,
        last: usize,
        start: i64,
        end: i64,
    ) -> NodeId {
        let old: Vec<Cell> = self.stores[object].cells[first..last].to_vec();
        let node = match old.first() {
            Some(cell) => cell.node,
            None => self.new_node(),
        };
        for cell in old.iter().skip(1) {
            self.events.push(Event::Merge(node, cell.node));
        }
        let start = old.first().map_or(start, |c| c.start.min(start));
        let end = old.last().map_or(end, |c| c.end.max(end));
        let cell = Cell { start, end, node };
        self.stores[object].cells.splice(first..last, [cell]);
        let store = &self.stores[object];
        for &(from, to, source) in &store.inflows {
            if from < end && start < to {
                let source = self.inflow_of(store, &cell, source);
                self.events.push(Event::Edge(source, node));
            }
        }
        self.stale.extend_from_slice(&store.links);
        if store.cells.len() > MAX_UNTYPED_CELLS && matches!(store.shape, Shape::Raw { .. }) {
            self.collapse(object);
        }
        node
    }

    /// Gives up the structure of an object.
    pub(super) fn collapse(&mut self, object: ObjId) {
        let store = &mut self.stores[object];
        if store.collapsed || matches!(store.shape, Shape::Opaque | Shape::One) {
            return;
        }
        store.collapsed = true;
        let count = store.cells.len();
        self.merge_cells(object, 0, count, i64::MIN, i64::MAX);
    }

    /// Makes a folded range of an object one cell.
    pub(super) fn blob(&mut self, object: ObjId, start: i64, end: i64) {
        let store = &mut self.stores[object];
        let (start, end) = store.widen(start, end);
        if store.collapsed || store.blobs.contains(&(start, end)) {
            return;
        }
        store.blobs.retain(|&(from, to)| to <= start || end <= from);
        store.blobs.push((start, end));
        self.cell(object, start, end);
    }

    /// The first access to the start of a heap object tells the type of the object. Says whether the object was not known
    /// to be used so.
    pub(super) fn hint(&mut self, target: TargetId, ty: TypeId) -> bool {
        let (object, off) = self.targets[target];
        let store = &mut self.stores[object];
        let is_byte = size(self.types, ty) == Some(1) && self.types.is_scalar(ty);
        if size(self.types, ty).is_none_or(|s| s <= 1) && !is_byte {
            return false;
        }
        if store.shape == Shape::Unset && off == 0 && !is_byte {
            self.reshape(object, Shape::Typed { ty, repeat: true });
        }
        let is_made = matches!(self.objects[object].kind, ObjectKind::Heap(..));
        let store = &mut self.stores[object];
        // Bytes are those of all of the object.
        let used = match is_byte {
            true => (0, ty),
            false => (off, ty),
        };
        let is_new = is_made && !self.from_outside[target] && !store.used_as.contains(&used);
        if is_new {
            store.used_as.push(used);
        }
        is_new
    }

    /// What was said of ranges under the old shape holds of everything under the new one.
    fn reshape(&mut self, object: ObjId, shape: Shape) {
        let store = &mut self.stores[object];
        store.shape = shape;
        for inflow in &mut store.inflows {
            (inflow.0, inflow.1) = (i64::MIN, i64::MAX);
        }
        if !store.blobs.is_empty() {
            self.collapse(object);
        }
    }

    /// Elements of memory without a type are folded together.
    pub(super) fn fold_stride(&mut self, object: ObjId, by: i64) {
        let store = &mut self.stores[object];
        if store.collapsed {
            return;
        }
        let old = match store.shape {
            Shape::Raw { stride } => stride,
            Shape::Unset => 0,
            _ => return,
        };
        let new = gcd(old, by.abs());
        if new == old {
            store.shape = Shape::Raw { stride: new };
            return;
        }
        self.reshape(object, Shape::Raw { stride: new });
        if self.stores[object].collapsed {
            return;
        }
        for cell in std::mem::take(&mut self.stores[object].cells) {
            // The cell's place under the new fold takes over its node.
            let (start, end) = match self.range(object, cell.start, cell.end - cell.start) {
                Some(range) => range,
                None => continue,
            };
            let node = self.cell(object, start, end);
            self.events.push(Event::Merge(node, cell.node));
        }
    }

    /// Everything in a range may hold what the node holds.
    pub(super) fn inflow(&mut self, target: TargetId, len: i64, source: NodeId) {
        let (object, off) = self.targets[target];
        if self.stores[object].shape == Shape::Opaque {
            return;
        }
        let range = if off == ANY {
            Some((i64::MIN, i64::MAX))
        } else {
            self.span(object, off, len)
        };
        let Some((start, end)) = range else { return };
        let store = &mut self.stores[object];
        if store.inflows.contains(&(start, end, source)) {
            return;
        }
        store.inflows.push((start, end, source));
        let store = &self.stores[object];
        for cell in &store.cells {
            if cell.start < end && start < cell.end {
                let source = self.inflow_of(store, cell, source);
                self.events.push(Event::Edge(source, cell.node));
            }
        }
    }

    /// What flows into a cell where a node flows into all of an object: of what comes from outside, a number gets numbers.
    fn inflow_of(&self, store: &Store, cell: &Cell, source: NodeId) -> NodeId {
        let Some(from) = self.from_there.filter(|from| from.anything == source) else {
            return source;
        };
        let len = cell.end.saturating_sub(cell.start);
        let declared = match store.collapsed {
            true => None,
            false => store.shape.type_at(self.types, cell.start, len),
        };
        match declared {
            Some((ty, 0)) if self.types.is_integer(ty) && size(self.types, ty) == Some(len) => {
                from.numbers
            }
            _ => source,
        }
    }

    /// The folded extent of a range that need not be one cell.
    pub(super) fn span(&self, object: ObjId, off: i64, len: i64) -> Option<(i64, i64)> {
        self.stores[object].span(self.types, off, len)
    }
}

impl Store {
    /// A range with all the blobs it touches.
    fn widen(&self, start: i64, end: i64) -> (i64, i64) {
        let (mut start, mut end) = (start, end);
        // Blobs do not overlap, so each can widen the range once.
        for _ in 0..=self.blobs.len() {
            for &(from, to) in &self.blobs {
                if from < end.max(start + 1) && start < to {
                    start = start.min(from);
                    end = end.max(to);
                }
            }
        }
        (start, end)
    }

    /// The cells that a folded range touches.
    pub(super) fn cells_in(&self, start: i64, end: i64) -> Vec<Cell> {
        let first = self.cells.partition_point(|c| c.end <= start);
        self.cells[first..]
            .iter()
            .take_while(|c| c.start < end)
            .copied()
            .collect()
    }

    /// See [`Memory::span`].
    pub(super) fn span(&self, types: &Types, off: i64, len: i64) -> Option<(i64, i64)> {
        if self.collapsed || off == ANY {
            return Some((i64::MIN, i64::MAX));
        }
        match self.shape {
            Shape::Opaque => None,
            Shape::One => Some((0, 1)),
            _ => match self.shape.fold(types, off, len) {
                Folded::Range(start, end) => Some((start, end)),
                Folded::Spill => Some((i64::MIN, i64::MAX)),
                // Copies of unknown length go to the end of the object.
                Folded::Outside if off < 0 => None,
                Folded::Outside if !self.shape.arrays_at(types, off).is_empty() => {
                    Some((i64::MIN, i64::MAX))
                }
                Folded::Outside => Some((self.shape.point(types, off), i64::MAX)),
            },
        }
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
