//! Following a path through calls and returns.
//!
//! A walk executes one edge after another, keeps a stack of activations, and collects under which conditions the path
//! can be taken. It does not choose: the caller says which edge comes next.

use analysis::points_to::ObjectKind;
use ir::{Callee, EdgeId, ExprId, FuncId, LocId, PlaceId, Program, Stmt, VarId};
use rustc_hash::FxHashSet;
use z3::ast::{BV, Bool};

use crate::encoding_context::EncodingContext;
use crate::execution::activation::Saved;
use crate::execution::inputs::{InputSource, PathInput};
use crate::execution::state::State;
use crate::execution::stmt::{Outside, StatementOutcome, execute, outside};

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

/// A walk.
#[derive(Clone)]
pub struct Walk<'p> {
    pub context: EncodingContext<'p>,
    pub state: State,
    /// The scalar values that were left open on the way, in order.
    pub inputs: Vec<PathInput>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) activations: usize,
    /// The functions that have been entered, if values are noted.
    pub(super) entered: FxHashSet<FuncId>,
    /// Whether values that are left open are noted.
    pub(super) notes: bool,
}

impl<'p> Walk<'p> {
    /// A walk that begins at the entry of a function.
    pub fn new(context: EncodingContext<'p>, mut state: State, func: FuncId) -> Self {
        state.watch();
        let mut walk = Self::begin(context, state, true);
        for (var, variable) in context.program.vars.iter() {
            if variable.kind.is_static() && variable.init.is_none() {
                walk.note_variable(var);
            }
        }
        walk.push(func, None, None);
        for &param in &context.program.funcs[func].params {
            walk.note_variable(param);
            if context.is_symbol(param) {
                let value = walk.state.var(&context, param);
                walk.state.tell_apart(&context, param, &value);
                walk.state
                    .was_there(&context, &value, context.program.vars[param].ty);
            }
        }
        walk
    }

    /// A walk that begins at the entry of a function and notes nothing: cheap to copy.
    pub fn quiet(context: EncodingContext<'p>, state: State, func: FuncId) -> Self {
        let mut walk = Self::begin(context, state, false);
        walk.push(func, None, None);
        walk
    }

    /// Before any function is entered.
    fn begin(context: EncodingContext<'p>, state: State, notes: bool) -> Self {
        Walk {
            context,
            state,
            inputs: Vec::new(),
            frames: Vec::new(),
            activations: 0,
            entered: FxHashSet::default(),
            notes,
        }
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
        let program: &'p Program = self.context.program;
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
                let outcome = execute(&mut self.state, &self.context, stmt);
                self.note_input(edge, stmt);
                match outcome {
                    StatementOutcome::If(condition) => Taken::To(to, Some(condition)),
                    StatementOutcome::Done | StatementOutcome::Control => Taken::To(to, None),
                }
            }
        }
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
            let types = &walk.context.program.types;
            types.is_scalar(walk.context.type_of(e))
        };
        let mut values = Vec::new();
        for &arg in args {
            let value = scalar(self, arg).then(|| self.state.value(&self.context, arg));
            values.push(value);
        }
        self.push(func, result, Some(back));
        let params = self.context.program.funcs[func].params.clone();
        for (param, value) in params.into_iter().zip(values) {
            if let Some(value) = value {
                self.store(param, &value);
            }
        }
        Taken::Entered(func)
    }

    fn store(&mut self, var: VarId, value: &BV) {
        if self.context.is_symbol(var) {
            self.state.set_var(var, value.clone());
            return;
        }
        if let Some(place) = self.context.var_place(var) {
            self.state.store(&self.context, place, value);
        }
    }

    fn outside(&mut self, edge: EdgeId, callee: FuncId, to: LocId) -> Taken {
        let Some(func) = self.func() else {
            return Taken::Ended;
        };
        match outside(&mut self.state, &self.context, func, edge) {
            Outside::Ends => Taken::Outside(callee, None),
            Outside::Returns(value) => {
                let by = InputSource::Edge(func, edge);
                if let Some(place) = self.aggregate_result(func, edge).filter(|_| self.notes) {
                    self.note_aggregate(by, place);
                }
                if let Some(value) = &value {
                    self.note_come(edge, callee, value);
                }
                if let Some(value) = value.filter(|_| self.notes) {
                    let contents = self.contents(ObjectKind::Heap(func, edge), &value);
                    let object = self.open_object(&value, contents.is_empty(), None);
                    self.inputs.push(PathInput {
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

    fn leave(&mut self, value: Option<ExprId>) -> Taken {
        let types = &self.context.program.types;
        let value = value.filter(|&v| types.is_scalar(self.context.type_of(v)));
        let value = value.map(|v| self.state.value(&self.context, v));
        let Some(frame) = self.frames.pop() else {
            return Taken::Ended;
        };
        self.state.deactivate(frame.saved);
        if let Some(place) = frame.result {
            match value {
                Some(value) => self.state.store(&self.context, place, &value),
                None => {
                    execute(&mut self.state, &self.context, &Stmt::Havoc { place });
                }
            }
        }
        frame.back.map_or(Taken::Ended, Taken::Returned)
    }

    fn push(&mut self, func: FuncId, result: Option<PlaceId>, back: Option<LocId>) {
        self.activations += 1;
        let function = &self.context.program.funcs[func];
        let own: Vec<VarId> = function
            .params
            .iter()
            .chain(&function.locals)
            .copied()
            .collect();
        let saved = self.state.activate(&self.context, &own, self.activations);
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
        let context = self.context;
        for &var in &context.program.funcs[func].locals {
            if let Some(place) = context.var_place(var).filter(|_| !context.is_symbol(var)) {
                execute(&mut self.state, &context, &Stmt::Havoc { place });
            }
        }
    }
}
