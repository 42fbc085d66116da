//! Following a path through calls and returns.
//!
//! A walk executes one edge after another, keeps a stack of activations, and collects under which conditions the path
//! can be taken. It does not choose: whoever walks says which edge comes next.

use analysis::points_to::ObjectKind;
use ir::library::allocation;
use ir::types::TypeId;
use ir::{Callee, EdgeId, ExprId, FuncId, LocId, PlaceId, Program, Stmt, VarId};
use rustc_hash::FxHashSet;
use z3::ast::{BV, Bool};

use crate::layout::UNKNOWN_SIZE;
use crate::state::{Saved, State};
use crate::stmt::{Effect, Outside, execute, outside};
use crate::world::World;

/// An activation of a function.
#[derive(Clone)]
pub(crate) struct Frame {
    pub(crate) func: FuncId,
    pub(crate) saved: Vec<Saved>,
    /// Where the caller wants the result, and where it goes on.
    result: Option<PlaceId>,
    back: Option<LocId>,
}

/// Where a step has led.
#[derive(Clone, Debug)]
pub enum Taken {
    /// To this location of the function on top, under this condition if any.
    To(LocId, Option<Bool>),
    /// Into a function, at its entry.
    Entered(FuncId),
    /// Back to the caller, at the location after the call.
    Returned(LocId),
    /// Past a call of a function without a body, whose result may be anything; nowhere if it does not return.
    Outside(FuncId, Option<LocId>),
    /// Out of the function the walk began in.
    Ended,
    /// A call through a pointer: the walk must be told the callee with [`Walk::enter`].
    Indirect(ExprId),
}

/// Who asked for a value that the program leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asker {
    /// A call of a function without a body, or a `havoc`.
    Edge(FuncId, EdgeId),
    /// A local variable that comes into being; at the start, one defined nowhere, or a parameter of the first function.
    Variable(VarId),
}

/// A value that the program leaves open.
#[derive(Clone, Debug)]
pub struct Asked {
    pub by: Asker,
    /// A scalar; absent for variables that are no scalars or lie in memory.
    pub value: Option<BV>,
    /// What the new object holds that the value is the address of, or the variable: by distance in bytes.
    pub contents: Vec<(u64, BV)>,
    /// The object whose parts are not told so.
    pub object: Option<Open>,
}

/// An object of which the path tells what it looks at.
#[derive(Clone, Debug)]
pub struct Open {
    pub address: BV,
    /// How many bytes it has, if that is known here.
    pub size: Option<u64>,
    /// All memory when it came into being.
    pub state: Box<State>,
}

/// Of larger objects only the beginning is told.
const MOST_CELLS: usize = 256;

/// And the beginning of larger arrays.
const MOST_ELEMENTS: u64 = 64;

/// A walk.
#[derive(Clone)]
pub struct Walk<'p> {
    pub world: World<'p>,
    pub state: State,
    /// The scalar values that were left open on the way, in order.
    pub asked: Vec<Asked>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) activations: usize,
    /// The functions that have been entered, if values are noted.
    entered: FxHashSet<FuncId>,
    /// Whether values that are left open are noted.
    notes: bool,
}

impl<'p> Walk<'p> {
    /// A walk that begins at the entry of a function.
    pub fn new(world: World<'p>, mut state: State, func: FuncId) -> Self {
        state.watch();
        let mut walk = Walk {
            world,
            state,
            asked: Vec::new(),
            frames: Vec::new(),
            activations: 0,
            entered: FxHashSet::default(),
            notes: true,
        };
        for (var, variable) in world.program.vars.iter() {
            if variable.kind.is_static() && variable.init.is_none() {
                walk.note_variable(var);
            }
        }
        walk.push(func, None, None);
        for &param in &world.program.funcs[func].params {
            walk.note_variable(param);
            if world.is_symbol(param) {
                let value = walk.state.var(&world, param);
                walk.state.tell_apart(&world, param, &value);
                walk.state
                    .was_there(&world, &value, world.program.vars[param].ty);
            }
        }
        walk
    }

    /// A walk that begins at the entry of a function and notes nothing: cheap to copy.
    pub fn quiet(world: World<'p>, state: State, func: FuncId) -> Self {
        let mut walk = Walk {
            world,
            state,
            asked: Vec::new(),
            frames: Vec::new(),
            activations: 0,
            entered: FxHashSet::default(),
            notes: false,
        };
        walk.push(func, None, None);
        walk
    }

    /// The function on top of the stack.
    pub fn func(&self) -> Option<FuncId> {
        self.frames.last().map(|f| f.func)
    }

    /// The functions under way, the outermost first.
    pub fn functions(&self) -> impl Iterator<Item = FuncId> + '_ {
        self.frames.iter().map(|f| f.func)
    }

    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Takes an edge of the function on top.
    pub fn step(&mut self, edge: EdgeId) -> Taken {
        let program: &'p Program = self.world.program;
        let Some(cfg) = self.func().and_then(|f| program.funcs[f].body.as_ref()) else {
            return Taken::Ended;
        };
        let to = cfg.target(edge);
        match &cfg.edge(edge).stmt {
            Stmt::Call {
                result,
                callee: Callee::Direct(func),
                args,
            } => {
                if program.funcs[*func].body.is_some() {
                    self.enter(*func, args, *result, to)
                } else {
                    self.outside(edge, *func, to)
                }
            }
            Stmt::Call {
                callee: Callee::Indirect(pointer),
                ..
            } => Taken::Indirect(*pointer),
            Stmt::Return { value } => self.leave(*value),
            stmt => {
                let effect = execute(&mut self.state, &self.world, stmt);
                self.note_asked(edge, stmt);
                match effect {
                    Effect::If(condition) => Taken::To(to, Some(condition)),
                    Effect::Done | Effect::Control => Taken::To(to, None),
                }
            }
        }
    }

    /// Notes the value that a statement has left open.
    fn note_asked(&mut self, edge: EdgeId, stmt: &Stmt) {
        let Some(func) = self.func().filter(|_| self.notes) else {
            return;
        };
        let (by, place) = match stmt {
            Stmt::Havoc { place } => (Asker::Edge(func, edge), *place),
            Stmt::Begin { var } => {
                self.note_variable(*var);
                return;
            }
            _ => return,
        };
        let types = &self.world.program.types;
        if !types.is_scalar(self.world.program.place_type(place)) {
            return self.note_aggregate(by, place);
        }
        let value = self.state.load(&self.world, place);
        self.asked.push(Asked {
            by,
            value: Some(value),
            contents: Vec::new(),
            object: None,
        });
    }

    /// Notes a structure or an array that holds anything from now on.
    fn note_aggregate(&mut self, by: Asker, place: PlaceId) {
        let types = &self.world.program.types;
        let Some(size) = types.size_of(self.world.program.place_type(place)) else {
            return;
        };
        let object = Open {
            address: self.state.address(&self.world, place),
            size: Some(size),
            state: Box::new(self.state.clone()),
        };
        self.asked.push(Asked {
            by,
            value: None,
            contents: Vec::new(),
            object: Some(object),
        });
    }

    fn note_variable(&mut self, var: VarId) {
        if !self.notes {
            return;
        }
        let by = Asker::Variable(var);
        if self.world.is_symbol(var) {
            let value = self.state.var(&self.world, var);
            self.asked.push(Asked {
                by,
                value: Some(value),
                contents: Vec::new(),
                object: None,
            });
            return;
        }
        let address = self.state.address_of(&self.world, var);
        let contents = self.contents(ObjectKind::Var(var), &address);
        let program = self.world.program;
        let untold = contents.is_empty() || has_arrays_inside(program, program.vars[var].ty);
        // An array that is defined elsewhere may have no size here.
        let size = program.types.size_of(program.vars[var].ty);
        let object = self.open_object(&address, untold, size.or(Some(UNKNOWN_SIZE)));
        self.asked.push(Asked {
            by,
            value: None,
            contents,
            object,
        });
    }

    /// An object, if there are parts of which nothing was told.
    fn open_object(&self, address: &BV, untold: bool, size: Option<u64>) -> Option<Open> {
        let is_object = |(known, _): &(BV, u64)| known == address;
        let is_one = address.as_u64().is_some() || self.state.objects().iter().any(is_object);
        (untold && is_one).then(|| Open {
            address: address.clone(),
            size,
            state: Box::new(self.state.clone()),
        })
    }

    /// What the cells of an object hold.
    fn contents(&mut self, object: ObjectKind, address: &BV) -> Vec<(u64, BV)> {
        let world = self.world;
        let Some(object) = world.points_to.object_by_kind(object) else {
            return Vec::new();
        };
        let elements = match world.points_to.objects[object].kind {
            ObjectKind::Var(var) => elements(world.program, var),
            _ => None,
        };
        let mut found = Vec::new();
        for cell in world.points_to.cells_of(object) {
            let Some(region) = world.regions.of_cell(cell) else {
                continue;
            };
            let cell = &world.points_to.cells()[cell];
            let (start, size) = (
                cell.start.max(0) as u64,
                cell.end.saturating_sub(cell.start),
            );
            if cell.is_rest || !(1..=8).contains(&size) {
                continue;
            }
            // All elements of an array are one cell.
            let (count, _) = elements.filter(|e| e.1 == size as u64).unwrap_or((1, 0));
            for n in 0..count.min(MOST_ELEMENTS) {
                if found.len() >= MOST_CELLS {
                    return found;
                }
                let start = start + n * size as u64;
                let at = address.bvadd(BV::from_u64(start, world.pointer_bits()));
                found.push((start, self.state.bytes(&world, region, &at, size as u32)));
            }
        }
        found
    }

    /// Enters a function with arguments of the caller.
    pub fn enter(
        &mut self,
        func: FuncId,
        args: &[ExprId],
        result: Option<PlaceId>,
        back: LocId,
    ) -> Taken {
        let scalar = |walk: &Self, e: ExprId| {
            let types = &walk.world.program.types;
            types.is_scalar(walk.world.type_of(e))
        };
        let mut values = Vec::new();
        for &arg in args {
            let value = scalar(self, arg).then(|| self.state.value(&self.world, arg));
            values.push(value);
        }
        self.push(func, result, Some(back));
        let params = self.world.program.funcs[func].params.clone();
        for (param, value) in params.into_iter().zip(values) {
            if let Some(value) = value {
                self.store(param, &value);
            }
        }
        Taken::Entered(func)
    }

    fn store(&mut self, var: VarId, value: &BV) {
        if self.world.is_symbol(var) {
            self.state.set_var(var, value.clone());
            return;
        }
        if let Some(place) = self.world.var_place(var) {
            self.state.store(&self.world, place, value);
        }
    }

    fn outside(&mut self, edge: EdgeId, callee: FuncId, to: LocId) -> Taken {
        let Some(func) = self.func() else {
            return Taken::Ended;
        };
        match outside(&mut self.state, &self.world, func, edge) {
            Outside::Ends => Taken::Outside(callee, None),
            Outside::Returns(value) => {
                let by = Asker::Edge(func, edge);
                if let Some(place) = self.aggregate_result(func, edge).filter(|_| self.notes) {
                    self.note_aggregate(by, place);
                }
                if let Some(value) = &value {
                    self.note_come(edge, callee, value);
                }
                if let Some(value) = value.filter(|_| self.notes) {
                    let contents = self.contents(ObjectKind::Heap(func, edge), &value);
                    let object = self.open_object(&value, contents.is_empty(), None);
                    self.asked.push(Asked {
                        by,
                        value: Some(value),
                        contents,
                        object,
                    });
                }
                Taken::Outside(callee, Some(to))
            }
        }
    }

    /// Notes a pointer that comes from outside and that no allocator has made.
    fn note_come(&mut self, edge: EdgeId, callee: FuncId, value: &BV) {
        let program: &'p Program = self.world.program;
        if allocation(&program.funcs[callee].name).is_some() {
            return;
        }
        let cfg = self.func().and_then(|f| program.funcs[f].body.as_ref());
        let place = cfg.and_then(|cfg| cfg.edge(edge).stmt.written());
        if let Some(place) = place {
            let ty = program.place_type(place);
            self.state.has_come(&self.world, value, ty);
        }
    }

    /// Where a call puts the structure that it returns.
    fn aggregate_result(&self, func: FuncId, edge: EdgeId) -> Option<PlaceId> {
        let program = self.world.program;
        let cfg = program.funcs[func].body.as_ref()?;
        let place = cfg.edge(edge).stmt.written()?;
        (!program.types.is_scalar(program.place_type(place))).then_some(place)
    }

    fn leave(&mut self, value: Option<ExprId>) -> Taken {
        let types = &self.world.program.types;
        let value = value.filter(|&v| types.is_scalar(self.world.type_of(v)));
        let value = value.map(|v| self.state.value(&self.world, v));
        let Some(frame) = self.frames.pop() else {
            return Taken::Ended;
        };
        self.state.deactivate(frame.saved);
        if let Some(place) = frame.result {
            match value {
                Some(value) => self.state.store(&self.world, place, &value),
                None => {
                    execute(&mut self.state, &self.world, &Stmt::Havoc { place });
                }
            }
        }
        frame.back.map_or(Taken::Ended, Taken::Returned)
    }

    fn push(&mut self, func: FuncId, result: Option<PlaceId>, back: Option<LocId>) {
        self.activations += 1;
        let function = &self.world.program.funcs[func];
        let own: Vec<VarId> = function
            .params
            .iter()
            .chain(&function.locals)
            .copied()
            .collect();
        let saved = self.state.activate(&self.world, &own, self.activations);
        if self.notes && !self.entered.insert(func) {
            self.forget_locals(func);
        }
        for &var in &function.locals {
            self.note_variable(var);
        }
        self.frames.push(Frame {
            func,
            saved,
            result,
            back,
        });
    }
    /// Variables that lie where an activation before had them hold what was left there, which is anything.
    fn forget_locals(&mut self, func: FuncId) {
        let world = self.world;
        for &var in &world.program.funcs[func].locals {
            if let Some(place) = world.var_place(var).filter(|_| !world.is_symbol(var)) {
                execute(&mut self.state, &world, &Stmt::Havoc { place });
            }
        }
    }
}

/// Whether there are arrays in a type that is no array of a few scalars: all elements of one are a cell.
fn has_arrays_inside(program: &Program, ty: TypeId) -> bool {
    let types = &program.types;
    if let Some(elem) = types.elem(ty).filter(|&elem| types.is_scalar(elem)) {
        let count = types.size_of(ty).zip(types.size_of(elem));
        return count.is_none_or(|(whole, one)| whole > one * MOST_ELEMENTS);
    }
    let mut stack = vec![ty];
    while let Some(at) = stack.pop() {
        if types.is_array(at) {
            return true;
        }
        if let Some(record) = types.record_of(at) {
            stack.extend(types.records[record].fields.values().map(|field| field.ty));
        }
    }
    false
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
