//! The inputs of a path: what the program asks for on the way and leaves open.
//!
//! A walk that notes them gives a replay what it needs: a value or an object for each call of a function without a body,
//! each uninitialised variable and each parameter of the entry, in the order in which the path meets them.

use analysis::points_to::ObjectKind;
use ir::library::allocation;
use ir::types::TypeId;
use ir::{EdgeId, FuncId, PlaceId, Program, Stmt, VarId};
use z3::ast::BV;

use crate::execution::state::State;
use crate::execution::walk::Walk;
use crate::memory::layout::UNKNOWN_SIZE_BYTES;

/// Which part of the program asks for a value that the program leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputSource {
    /// A call of a function without a body, or a `havoc`.
    Edge(FuncId, EdgeId),
    /// A local variable that comes into being; at the start, one defined nowhere, or a parameter of the first function.
    Variable(VarId),
}

/// A value that the program leaves open.
#[derive(Clone, Debug)]
pub struct PathInput {
    pub by: InputSource,
    /// A scalar; absent for variables that are no scalars or lie in memory.
    pub value: Option<BV>,
    /// What the new object holds that the value is the address of, or the variable: by distance in bytes.
    pub contents: Vec<(u64, BV)>,
    /// The object whose parts are not told so.
    pub object: Option<OpenObject>,
}

/// An object of which the path tells what it looks at.
#[derive(Clone, Debug)]
pub struct OpenObject {
    pub address: BV,
    /// How many bytes it has, if that is known here.
    pub size: Option<u64>,
    /// All memory when it came into being.
    pub state: Box<State>,
}

/// Only what a model of the solver gives as one number is told of a cell: a machine word.
const MAX_CELL_BYTES_TOLD: u64 = 8;

/// Of larger objects only the beginning is told.
const MAX_CELLS_TOLD: usize = 256;

/// And the beginning of larger arrays.
const MAX_ELEMENTS_TOLD: u64 = 64;

impl<'p> Walk<'p> {
    /// Notes the value that a statement has left open.
    pub(super) fn note_input(&mut self, edge: EdgeId, stmt: &Stmt) {
        let Some(func) = self.func().filter(|_| self.notes) else {
            return;
        };
        let (by, place) = match stmt {
            Stmt::Havoc { place } => (InputSource::Edge(func, edge), *place),
            Stmt::Begin { var } => {
                self.note_variable(*var);
                return;
            }
            _ => return,
        };
        let types = &self.context.program.types;
        if !types.is_scalar(self.context.program.place_type(place)) {
            return self.note_aggregate(by, place);
        }
        let value = self.state.load(&self.context, place);
        self.inputs.push(PathInput {
            by,
            value: Some(value),
            contents: Vec::new(),
            object: None,
        });
    }

    /// Notes a structure or an array that holds anything from now on.
    pub(super) fn note_aggregate(&mut self, by: InputSource, place: PlaceId) {
        let types = &self.context.program.types;
        let Some(size) = types.size_of(self.context.program.place_type(place)) else {
            return;
        };
        let object = OpenObject {
            address: self.state.address(&self.context, place),
            size: Some(size),
            state: Box::new(self.state.clone()),
        };
        self.inputs.push(PathInput {
            by,
            value: None,
            contents: Vec::new(),
            object: Some(object),
        });
    }

    pub(super) fn note_variable(&mut self, var: VarId) {
        if !self.notes {
            return;
        }
        let by = InputSource::Variable(var);
        if self.context.is_symbol(var) {
            let value = self.state.var(&self.context, var);
            self.inputs.push(PathInput {
                by,
                value: Some(value),
                contents: Vec::new(),
                object: None,
            });
            return;
        }
        let address = self.state.address_of(&self.context, var);
        let contents = self.contents(ObjectKind::Var(var), &address);
        let program = self.context.program;
        let untold = contents.is_empty() || has_arrays_inside(program, program.vars[var].ty);
        // An array that is defined elsewhere may have no size here.
        let size = program.types.size_of(program.vars[var].ty);
        let object = self.open_object(&address, untold, size.or(Some(UNKNOWN_SIZE_BYTES)));
        self.inputs.push(PathInput {
            by,
            value: None,
            contents,
            object,
        });
    }

    /// An object, if there are parts of which nothing was told.
    pub(super) fn open_object(
        &self,
        address: &BV,
        untold: bool,
        size: Option<u64>,
    ) -> Option<OpenObject> {
        let is_object = |(known, _): &(BV, u64)| known == address;
        let is_one = address.as_u64().is_some() || self.state.objects().iter().any(is_object);
        (untold && is_one).then(|| OpenObject {
            address: address.clone(),
            size,
            state: Box::new(self.state.clone()),
        })
    }

    /// What the cells of an object hold.
    pub(super) fn contents(&mut self, object: ObjectKind, address: &BV) -> Vec<(u64, BV)> {
        let context = self.context;
        let elements = match object {
            ObjectKind::Var(var) => elements(context.program, var),
            _ => None,
        };
        let mut found = Vec::new();
        for cell in context.cells_of(object, MAX_CELL_BYTES_TOLD) {
            // All elements of an array are one cell.
            let (count, _) = elements.filter(|e| e.1 == cell.size).unwrap_or((1, 0));
            for n in 0..count.min(MAX_ELEMENTS_TOLD) {
                if found.len() >= MAX_CELLS_TOLD {
                    return found;
                }
                let start = cell.start + n * cell.size;
                let at = address.bvadd(BV::from_u64(start, context.pointer_bits()));
                let size = cell.size as u32;
                let held = self.state.bytes(&context, cell.region, &at, size);
                found.push((start, held));
            }
        }
        found
    }

    /// Notes a pointer that comes from outside and that no allocator has made.
    pub(super) fn note_come(&mut self, edge: EdgeId, callee: FuncId, value: &BV) {
        let program: &'p Program = self.context.program;
        if allocation(&program.funcs[callee].name).is_some() {
            return;
        }
        let cfg = self.func().and_then(|f| program.funcs[f].body.as_ref());
        let place = cfg.and_then(|cfg| cfg.edge(edge).stmt.written());
        if let Some(place) = place {
            let ty = program.place_type(place);
            self.state.has_come(&self.context, value, ty);
        }
    }

    /// Where a call puts the structure that it returns.
    pub(super) fn aggregate_result(&self, func: FuncId, edge: EdgeId) -> Option<PlaceId> {
        let program = self.context.program;
        let cfg = program.funcs[func].body.as_ref()?;
        let place = cfg.edge(edge).stmt.written()?;
        (!program.types.is_scalar(program.place_type(place))).then_some(place)
    }
}

/// Whether there are arrays in a type that is no array of a few scalars: all elements of one are a cell.
fn has_arrays_inside(program: &Program, ty: TypeId) -> bool {
    let types = &program.types;
    if let Some(elem) = types.elem(ty).filter(|&elem| types.is_scalar(elem)) {
        let count = types.size_of(ty).zip(types.size_of(elem));
        return count.is_none_or(|(whole, one)| whole > one * MAX_ELEMENTS_TOLD);
    }
    types.has_arrays(ty)
}

/// How many scalars a variable has that is an array of them, and how large they are.
fn elements(program: &Program, var: VarId) -> Option<(u64, u64)> {
    let whole = program.vars[var].ty;
    let mut ty = program.types.elem(whole)?;
    while let Some(elem) = program.types.elem(ty) {
        ty = elem;
    }
    let size = program.types.size_of(ty).filter(|&size| size > 0)?;
    let count = program.types.size_of(whole)? / size;
    program.types.is_scalar(ty).then_some((count, size))
}
