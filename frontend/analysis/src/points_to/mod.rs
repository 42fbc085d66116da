//! Which objects a pointer may point to: inclusion-based, field-sensitive, whole program.
//!
//! The result is an over-approximation: whenever an execution evaluates an expression to the
//! address of an object, the object (with the offset, folded) is among the expression's
//! [`targets`](PointsTo::targets). Flow- and context-insensitive (Andersen, Program Analysis and
//! Specialization for the C Programming Language, 1994, ch. 4), with byte offsets for fields
//! (Pearce, Kelly, Hankin 2007) and the call graph found on the way. Only functions that something
//! may call are looked at.
//!
//! # What is assumed
//!
//! - Pointer arithmetic stays inside the object, and that of an array element inside the array
//!   (C11 6.5.6p8). Known distances (`container_of`) are followed exactly; others, unless the
//!   pointer is into an array of such elements, lead anywhere in the object.
//! - Contents of variables never written are no addresses (reading them is undefined).
//! - Integers made from pointers are followed through copies and arithmetic, not through
//!   comparisons; an index does not carry an address.
//! - A pointer that comes from outside the program (a function without a body, an undefined
//!   variable, `havoc`, an integer) points to memory outside, or ([`Outside::Escaped`]) to what
//!   the outside has been given the address of, directly or through memory. Where an environment calls the
//!   program, that is as what the object is, and a number from there that is computed with is an address of
//!   buffers only (`outside_types`). Functions without a
//!   body do what [`library`](ir::library) knows of them; all others neither write memory nor
//!   call back: so says the IR, and the ledger lists them.
//! - A call through a pointer reaches functions with as many parameters, aggregates and floats at
//!   the same positions; anything else is undefined.

mod generate;
mod memory;
mod outside_types;
mod query;
mod shape;
mod solve;
#[cfg(test)]
mod tests;

pub use memory::ObjId;

use crate::sparse_bit_set::SparseBitSet;
use generate::{Builder, Value, Where};
use ir::{BinaryOp, EdgeId, ExprId, FuncId, PlaceId, PlaceKind, Program, VarId};
use memory::{Store, TargetId};
use outside_types::MetByCasts;
use rustc_hash::FxHashMap;
use solve::Member;
use source::entity::{Arena, EntityId};
use source::entity_id;
use std::sync::OnceLock;

entity_id! {
    /// A part of an object that accesses touch as one, or ([`Cell::is_rest`]) the bytes of an
    /// object that only whole-object copies touch.
    pub struct CellId, "c";
}

/// The length of copies whose length is not known.
const UNKNOWN_LEN: i64 = 1 << 40;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Config {
    pub outside: Outside,
    /// Look at all functions with a body, as if each could be called from outside.
    pub all_functions: bool,
}

/// Where pointers from outside the program may lead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outside {
    /// To memory outside, and to what the outside was given the address of.
    #[default]
    Escaped,
    /// To memory outside only; an assumption.
    Separate,
}

/// An abstract object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Object {
    pub kind: ObjectKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectKind {
    /// A variable: in all activations, if it is a local.
    Var(VarId),
    Func(FuncId),
    /// A label of the function.
    Label(FuncId),
    /// What the call at that edge allocates.
    Heap(FuncId, EdgeId),
    /// What the `alloca` at that edge allocates.
    Stack(FuncId, EdgeId),
    /// The variable arguments of the function.
    VarArgs(FuncId),
    /// The value the function returns, on its way.
    Return(FuncId),
    /// An aggregate on its way from memory to memory.
    Copy,
    /// All memory outside the program.
    External,
    /// No object: an integer that came from outside and may be an address known there.
    Integer,
}

/// What a pointer may hold: an object and an offset in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target {
    pub object: ObjId,
    /// In bytes; elements of an array count as its first. None: any.
    pub offset: Option<i64>,
}

/// A part of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub object: ObjId,
    /// The folded bytes `start..end`; unbounded where the object lost its structure.
    pub start: i64,
    pub end: i64,
    pub is_rest: bool,
}

/// The result.
#[derive(Debug)]
pub struct PointsTo {
    pub objects: Arena<ObjId, Object>,
    by_kind: FxHashMap<ObjectKind, ObjId>,
    stores: Arena<ObjId, Store>,
    targets: Arena<TargetId, (ObjId, i64)>,
    from_outside: Arena<TargetId, bool>,
    /// Whether pointers from outside are told apart from others.
    tells_apart: bool,
    /// Whether parts of addresses are followed no further, which some are.
    pub cuts_addresses: bool,
    casts: MetByCasts,
    /// Sets of targets; several expressions share one.
    sets: Vec<SparseBitSet>,
    /// The objects that the targets of each set lie in, once asked for: dead code and the normal form ask only
    /// what is reached and called.
    set_objects: Vec<OnceLock<Box<[ObjId]>>>,
    /// By node: the set.
    node_sets: Vec<u32>,
    exprs: Arena<ExprId, Value>,
    places: Arena<PlaceId, Where>,
    vars: Arena<VarId, Option<ObjId>>,
    cells: Arena<CellId, Cell>,
    /// The sets that cells may hold.
    cell_sets: Vec<Option<u32>>,
    /// The first cell of each object: its rest.
    first_cells: Arena<ObjId, CellId>,
    reached: Arena<FuncId, bool>,
    calls: FxHashMap<(FuncId, EdgeId), Callees>,
    /// The outcomes of dense queries, by place, once asked for.
    place_cells: Arena<PlaceId, OnceLock<Box<[CellId]>>>,
}

/// The functions that a call may reach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Callees {
    /// In order of their ids.
    pub functions: Vec<FuncId>,
    /// Whether it may also reach code outside the program.
    pub outside: bool,
    pub indirect: bool,
}

/// Analyses a program.
pub fn points_to(program: &Program, config: Config) -> PointsTo {
    let mut builder = Builder::new(program, config);
    builder.run();
    PointsTo::freeze(builder)
}

/// Bytes that an access to a place touches (whole bytes for bit-fields).
fn access_len(program: &Program, place: PlaceId) -> i64 {
    if let Some(width) = program.bit_width(place) {
        let first = bit_offset(program, place) % 8;
        return (first + u64::from(width)).div_ceil(8).max(1) as i64;
    }
    let size = program.types.size_of(program.place_type(place));
    size.map_or(1, |s| (s as i64).min(UNKNOWN_LEN))
}

/// The distance of a member from the start of its record.
fn field_offset(program: &Program, place: PlaceId) -> i64 {
    (bit_offset(program, place) / 8) as i64
}

/// The member that a place is of a structure.
fn member(program: &Program, place: PlaceId, base: PlaceId) -> Member {
    let mut ty = program.place_type(place);
    while let Some(elem) = program.types.elem(ty) {
        ty = elem;
    }
    Member {
        of: program.place_type(base),
        by: field_offset(program, place),
        nested: program.types.record_of(ty).map(|_| ty),
    }
}

/// Whether an operation clears bits that aligned addresses do not have, and leaves the others.
fn is_aligning(program: &Program, op: BinaryOp, a: ExprId, b: ExprId) -> bool {
    let is_mask = |e| {
        let bits = program.terms.int_value(e);
        bits.is_some_and(|bits| bits as u32 | 0xf == u32::MAX)
    };
    op == BinaryOp::BitAnd && (is_mask(a) || is_mask(b))
}

fn bit_offset(program: &Program, place: PlaceId) -> u64 {
    let PlaceKind::Field(base, field) = program.terms.place(place).kind else {
        return 0;
    };
    match program.types.record_of(program.place_type(base)) {
        Some(record) => program.types.records[record].fields[field].bit_offset,
        None => 0,
    }
}

impl PointsTo {
    fn freeze(mut builder: Builder<'_>) -> Self {
        let solver = &mut builder.solver;
        let (mut sets, mut node_sets) = (vec![SparseBitSet::new()], Vec::new());
        let mut by_root: FxHashMap<memory::NodeId, u32> = FxHashMap::default();
        for n in 0..solver.memory.nodes {
            let root = solver.find(EntityId::from_index(n));
            let set = *by_root.entry(root).or_insert_with(|| {
                let set = solver.targets(root).clone();
                if set.is_empty() {
                    return 0;
                }
                sets.push(set);
                (sets.len() - 1) as u32
            });
            node_sets.push(set);
        }
        let mut calls: FxHashMap<(FuncId, EdgeId), Callees> = FxHashMap::default();
        for site in &builder.sites {
            let entry = calls.entry((site.func, site.edge)).or_default();
            entry.functions.clone_from(&site.callees);
            entry.functions.sort_unstable();
            entry.outside = site.outside;
            entry.indirect = site.indirect;
        }
        let casts = std::mem::take(&mut builder.solver.casts);
        let memory = builder.solver.memory;
        let set_objects = sets.iter().map(|_| OnceLock::new()).collect();
        let places = builder.places.len();
        let by_kind = memory.objects.iter().map(|(id, o)| (o.kind, id)).collect();
        let mut result = Self {
            by_kind,
            objects: memory.objects,
            stores: memory.stores,
            targets: memory.targets,
            from_outside: memory.from_outside,
            tells_apart: memory.tells_apart,
            cuts_addresses: memory.cuts_addresses,
            casts,
            sets,
            set_objects,
            node_sets,
            exprs: builder.exprs,
            places: builder.places,
            vars: builder.vars,
            cells: Arena::new(),
            cell_sets: Vec::new(),
            first_cells: Arena::new(),
            reached: builder.reached,
            calls,
            place_cells: (0..places)
                .map(|_| OnceLock::new())
                .collect::<Vec<_>>()
                .into(),
        };
        result.number_cells();
        result
    }

    fn number_cells(&mut self) {
        for (object, store) in self.stores.iter() {
            let rest = self.cells.push(Cell {
                object,
                start: i64::MIN,
                end: i64::MAX,
                is_rest: true,
            });
            self.cell_sets.push(None);
            self.first_cells.push(rest);
            for cell in &store.cells {
                self.cells.push(Cell {
                    object,
                    start: cell.start,
                    end: cell.end,
                    is_rest: false,
                });
                self.cell_sets.push(Some(self.node_sets[cell.node.index()]));
            }
        }
    }
}
