//! What the encoding of an expression depends on beside the state: the program, and the facts about it.

use analysis::points_to::{CellId, ObjectKind, PointsTo};
use analysis::prophecy::Prophecies;
use analysis::regions::{RegionId, Regions};
use ir::types::TypeId;
use ir::{ExprId, FuncId, Place, PlaceId, PlaceKind, Program, VarId};
use z3::ast::{Ast, BV};

use crate::calls::allocators::Allocators;
use crate::calls::frames::Frames;
use crate::calls::writes::Writes;
use crate::execution::state::State;
use crate::memory::apart::Apart;
use crate::memory::constants::Constants;
use crate::memory::layout::Layout;
use crate::memory::reach::Reach;
use crate::program_facts::ProgramFacts;

/// The program that all terms refer to, with what is known of it. Cheap to copy.
#[derive(Clone, Copy)]
pub struct EncodingContext<'p> {
    pub program: &'p Program,
    pub points_to: &'p PointsTo,
    pub regions: &'p Regions,
    pub writes: &'p Writes,
    pub layout: &'p Layout,
    pub constants: &'p Constants,
    pub frames: &'p Frames,
    pub apart: &'p Apart,
    pub allocators: &'p Allocators,
    pub prophecies: &'p Prophecies,
}

/// A cell of an object: where it lies in the object, and the region it belongs to.
pub(crate) struct ObjectCell {
    pub(crate) region: RegionId,
    /// In bytes from the start of the object.
    pub(crate) start: u64,
    /// In bytes.
    pub(crate) size: u64,
    id: CellId,
}

impl ObjectCell {
    pub(crate) fn reach(&self) -> Reach {
        Reach::new(vec![self.id])
    }
}

impl<'p> EncodingContext<'p> {
    pub fn new(program: &'p Program, facts: &'p ProgramFacts) -> Self {
        EncodingContext {
            program,
            points_to: &facts.analyses.points_to,
            regions: &facts.analyses.regions,
            writes: &facts.writes,
            layout: &facts.layout,
            constants: &facts.constants,
            frames: &facts.frames,
            apart: &facts.apart,
            allocators: &facts.allocators,
            prophecies: &facts.prophecies,
        }
    }

    /// The width of addresses.
    pub fn pointer_bits(&self) -> u32 {
        8 * self.program.types.pointer_size() as u32
    }

    /// The number of bits that values of a scalar type have.
    pub fn width(&self, ty: TypeId) -> u32 {
        let types = &self.program.types;
        match types.bits_kind(ty) {
            Some(kind) => kind.width(types.model()),
            None => 8 * types.size_of(ty).unwrap_or(1) as u32,
        }
    }

    pub(crate) fn is_signed(&self, ty: TypeId) -> bool {
        self.program
            .types
            .bits_kind(ty)
            .is_some_and(|kind| kind.is_signed())
    }

    pub(crate) fn type_of(&self, expr: ExprId) -> TypeId {
        self.program.type_of(expr)
    }

    /// The variable that a place is, if it is a plain symbol.
    pub fn symbol(&self, place: PlaceId) -> Option<VarId> {
        let PlaceKind::Var(var) = self.program.terms.place(place).kind else {
            return None;
        };
        self.is_symbol(var).then_some(var)
    }

    /// Whether a variable is a plain symbol rather than a piece of memory.
    pub fn is_symbol(&self, var: VarId) -> bool {
        let variable = &self.program.vars[var];
        !variable.address_taken && self.program.types.is_scalar(variable.ty)
    }

    /// A variable as a place, if some term mentions it so.
    pub(crate) fn var_place(&self, var: VarId) -> Option<PlaceId> {
        self.program.terms.find_place(Place {
            kind: PlaceKind::Var(var),
            ty: self.program.vars[var].ty,
        })
    }

    /// The region that an access to a scalar place touches.
    pub fn region(&self, place: PlaceId) -> RegionId {
        self.regions.of_place(self.program, self.points_to, place)
    }

    /// Whether it is known without asking the solver that no byte belongs to both places.
    pub fn are_apart(&self, a: PlaceId, b: PlaceId) -> bool {
        Reach::of(self, a).is_apart(&Reach::of(self, b))
    }

    /// Whether a condition is true in every state, or false, as far as that is plain to see.
    pub fn truth(&self, condition: ExprId) -> Option<bool> {
        let term = State::new("any").holds(self, condition);
        term.simplify().as_bool()
    }

    /// The regions that an access to any place touches, in order.
    pub fn regions_of(&self, place: PlaceId) -> Vec<RegionId> {
        let (program, points_to) = (self.program, self.points_to);
        self.regions.all_of_place(program, points_to, place)
    }

    /// The cells of an object that have a region and at most so many bytes, in order; not what is left of the object
    /// beside its cells.
    pub(crate) fn cells_of(
        self,
        object: ObjectKind,
        max_bytes: u64,
    ) -> impl Iterator<Item = ObjectCell> + use<'p> {
        let object = self.points_to.object_by_kind(object);
        let cells = object.into_iter().flat_map(|o| self.points_to.cells_of(o));
        cells.filter_map(move |id| {
            let region = self.regions.of_cell(id)?;
            let cell = &self.points_to.cells()[id];
            let size = u64::try_from(cell.end.saturating_sub(cell.start)).ok()?;
            let is_told = !cell.is_rest && (1..=max_bytes).contains(&size);
            is_told.then_some(ObjectCell {
                region,
                start: cell.start.max(0) as u64,
                size,
                id,
            })
        })
    }

    /// All cells of an object.
    pub(crate) fn reach_of_object(self, object: ObjectKind) -> Reach {
        let object = self.points_to.object_by_kind(object);
        let cells = object.map(|object| self.points_to.cells_of(object).collect());
        Reach::new(cells.unwrap_or_default())
    }

    /// The regions of an object's other parts: those that have no bounds, or more bytes than that.
    pub(crate) fn untold_regions_of(self, object: ObjectKind, max_bytes: u64) -> Vec<RegionId> {
        let object = self.points_to.object_by_kind(object);
        let cells = object.into_iter().flat_map(|o| self.points_to.cells_of(o));
        let untold = cells.filter(|&id| {
            let cell = &self.points_to.cells()[id];
            let size = cell.end.saturating_sub(cell.start);
            cell.is_rest || u64::try_from(size).is_ok_and(|size| size > max_bytes)
        });
        let mut found: Vec<RegionId> = untold.filter_map(|id| self.regions.of_cell(id)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The address of a function: the same in every state.
    pub(crate) fn function_address(&self, func: FuncId) -> BV {
        let bits = self.pointer_bits();
        match self.layout.moving_functions().contains(&func) {
            true => BV::new_const(format!("&&{}", self.program.funcs[func].unique), bits),
            false => BV::from_u64(self.layout.function(func), bits),
        }
    }

    /// The address of a variable: the same in every state.
    pub fn address(&self, var: VarId) -> BV {
        match self.layout.fixed(var) {
            Some(address) => BV::from_u64(address, self.pointer_bits()),
            None => BV::new_const(
                format!("&{}", self.program.vars[var].unique),
                self.pointer_bits(),
            ),
        }
    }
}
