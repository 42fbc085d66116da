//! Structures that are passed and returned by value.
//!
//! A call copies them to variables that exist for this only, one for each such parameter and result, and the callee
//! copies them from there before it does anything else; so nested and recursive calls do not get into each other's way.
//! Copies are member by member, which is what formulas understand; structures that are too large for that stay as they
//! are.

use ir::types::TypeId;
use ir::{ExprId, FuncId, Init, PlaceId, Program, Stmt, VarId, VarKind};
use source::entity::Arena;

use super::copies;

/// The variables by which structures are passed.
#[derive(Debug, Default)]
pub(super) struct Passages {
    /// By function: for each parameter.
    params: Arena<FuncId, Vec<Option<VarId>>>,
    /// By function: for its result.
    results: Arena<FuncId, Option<VarId>>,
}

impl Passages {
    pub(super) fn new(program: &mut Program) -> Self {
        let mut passages = Passages::default();
        for func in program.funcs.ids() {
            let function = &program.funcs[func];
            // What the program begins with is given from outside.
            let passes = function.body.is_some() && program.entry != Some(func);
            let params: Vec<TypeId> = match passes {
                true => function
                    .params
                    .iter()
                    .map(|&p| program.vars[p].ty)
                    .collect(),
                false => Vec::new(),
            };
            let params = params.into_iter().map(|ty| passage(program, func, ty));
            let params = params.collect();
            passages.params.push(params);
            let ret = program.return_type(func);
            let has_body = program.funcs[func].body.is_some();
            let result = has_body.then(|| passage(program, func, ret)).flatten();
            passages.results.push(result);
        }
        passages
    }

    /// What a call does first.
    pub(super) fn pass(&self, program: &mut Program, func: FuncId, args: &[ExprId]) -> Vec<Stmt> {
        let mut copies = Vec::new();
        for (&passage, &arg) in self.params[func].iter().zip(args) {
            if let Some(passage) = passage {
                let place = program.var_place(passage);
                copies.extend(copy(program, place, arg));
            }
        }
        copies
    }

    /// What a function does first.
    pub(super) fn receive(&self, program: &mut Program, func: FuncId) -> Vec<Stmt> {
        let params = program.funcs[func].params.clone();
        let mut copies = Vec::new();
        for (&passage, param) in self.params[func].iter().zip(params) {
            if let Some(passage) = passage {
                let place = program.var_place(param);
                let value = program.var(passage);
                copies.extend(copy(program, place, value));
            }
        }
        copies
    }

    /// What a return of this value does first.
    pub(super) fn give(&self, program: &mut Program, func: FuncId, value: ExprId) -> Vec<Stmt> {
        let Some(passage) = self.results[func] else {
            return Vec::new();
        };
        let place = program.var_place(passage);
        copy(program, place, value)
    }

    /// What a call does last, in place of storing the result itself.
    pub(super) fn take(
        &self,
        program: &mut Program,
        func: FuncId,
        result: PlaceId,
    ) -> Option<Vec<Stmt>> {
        let value = program.var(self.results[func]?);
        Some(copy(program, result, value))
    }
}

/// A variable for structures of a type, if they can be copied.
fn passage(program: &mut Program, func: FuncId, ty: TypeId) -> Option<VarId> {
    if !copies::can_copy(program, ty) {
        return None;
    }
    let name: Box<str> = format!("passed'{}", program.vars.len()).into();
    let span = program.funcs[func].span;
    let var = program.new_variable(name.clone(), name, ty, VarKind::Static, span);
    program.vars[var].init = Some(Init::default());
    Some(var)
}

fn copy(program: &mut Program, place: PlaceId, value: ExprId) -> Vec<Stmt> {
    let pairs = copies::members(program, place, value);
    let assign = |(place, value)| Stmt::Assign { place, value };
    match pairs {
        Some(pairs) => pairs.into_iter().map(assign).collect(),
        None => vec![Stmt::Havoc { place }],
    }
}
