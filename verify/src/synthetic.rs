//! Which parts of the checked program its author did not write: the property that was woven in, and built-in models.
//!
//! Recognised by the unit of the sources that their text lies in; passes keep the ids of functions and variables.

use frontend::environment;
use frontend::property::Checked;
use ir::{Expr, ExprId, ExprKind, FuncId, Place, PlaceKind, Program, VarId, VarKind};
use refiner::Author;
use rustc_hash::FxHashSet;
use source::{Sources, Span, UnitKind};

#[derive(Clone, Debug, Default)]
pub struct SyntheticCode {
    /// The functions of the property: handlers, and what they call.
    handlers: FxHashSet<FuncId>,
    /// The functions of built-in models.
    models: FxHashSet<FuncId>,
    /// The functions of the environment.
    environment: FxHashSet<FuncId>,
    /// The variables of the property.
    pub state: Vec<VarId>,
    /// Formulas by the state of their machines, with the first of those states in which what follows violates them.
    machines: Vec<(VarId, usize, String)>,
    /// The functions of the machines.
    steps: FxHashSet<FuncId>,
    /// The variable that holds the watched address.
    pub watched: Option<VarId>,
}

impl SyntheticCode {
    pub(crate) fn new(checked: &Checked) -> Self {
        let program = &checked.compiled.program;
        let sources = &checked.compiled.sources;
        let of_property = |span| is_of(sources, span, UnitKind::Property);
        let of_environment = |span| {
            let unit = sources.unit_of(span);
            unit.is_some_and(|unit| unit.name() == environment::UNIT)
        };
        let of_model = |span| is_of(sources, span, UnitKind::Model);
        let funcs = |is: &dyn Fn(Span) -> bool| {
            let all = program.funcs.iter().filter(|(_, f)| is(f.span));
            all.map(|(id, _)| id).collect()
        };
        let state = program
            .vars
            .iter()
            .filter(|(_, v)| v.kind == VarKind::Static && of_property(v.span))
            .map(|(id, _)| id)
            .filter(|&id| Some(id) != checked.watched)
            .filter(|&id| checked.formulas.iter().all(|f| f.mark != Some(id)))
            .collect();
        let formulas = checked.formulas.iter();
        let machines = formulas
            .clone()
            .map(|formula| (formula.state, formula.first, formula.text.clone()));
        SyntheticCode {
            handlers: funcs(&of_property),
            models: funcs(&of_model),
            environment: funcs(&of_environment),
            state,
            machines: machines.collect(),
            steps: formulas
                .flat_map(|f| f.live.iter().chain(&f.safe).copied())
                .collect(),
            watched: checked.watched,
        }
    }

    pub fn is_handler(&self, func: FuncId) -> bool {
        self.handlers.contains(&func)
    }

    pub fn is_environment(&self, func: FuncId) -> bool {
        self.environment.contains(&func)
    }

    /// Whether a function is a part of the machine of a formula: what it chooses is nobody's input.
    pub fn is_machine(&self, func: FuncId) -> bool {
        self.steps.contains(&func)
    }

    /// What a state of the machine of a formula means, if the variable has one: of most states nothing is worth telling.
    pub fn of_machine(&self, var: VarId, value: u128) -> Option<Option<String>> {
        let (_, first, text) = self.machines.iter().find(|machine| machine.0 == var)?;
        let is_lost = value as i128 >= *first as i128;
        Some(is_lost.then(|| format!("from here on, what follows violates {text}")))
    }

    pub fn is_model(&self, func: FuncId) -> bool {
        self.models.contains(&func)
    }

    /// Whose code a function is.
    pub(crate) fn author(&self, func: FuncId) -> Author {
        match (self.is_handler(func), self.environment.contains(&func)) {
            (true, _) => Author::Property,
            (false, true) => Author::Environment,
            (false, false) => Author::Program,
        }
    }

    /// Whether stories leave the inside of a function out.
    pub fn is_hidden(&self, func: FuncId) -> bool {
        self.is_handler(func) || self.is_model(func)
    }

    /// The scalars of the property's state that the program reads, with the expressions that read them.
    pub(crate) fn readable(&self, program: &Program) -> Vec<(VarId, ExprId)> {
        let load = |&var: &VarId| {
            let ty = program.vars[var].ty;
            let kind = PlaceKind::Var(var);
            let place = program.terms.find_place(Place { kind, ty })?;
            let kind = ExprKind::Load(place);
            let expr = program.terms.find_expr(Expr { kind, ty })?;
            program.types.is_scalar(ty).then_some((var, expr))
        };
        self.state.iter().filter_map(load).collect()
    }
}

fn is_of(sources: &Sources, span: Span, kind: UnitKind) -> bool {
    let unit = sources.unit_of(span);
    unit.is_some_and(|unit| unit.kind() == kind)
}
