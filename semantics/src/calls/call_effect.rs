//! A call of a function with a body, seen from its caller: what the callee writes holds anything afterwards.

use ir::{ExprId, FuncId, PlaceId, Stmt, VarId, VarKind};

use crate::encoding_context::EncodingContext;
use crate::execution::state::State;
use crate::execution::stmt::execute;

/// The states that a call goes through.
#[derive(Clone, Debug)]
pub struct Passage {
    /// At the entry of the callee: parameters hold the arguments.
    pub entry: State,
    /// At the exit of the callee: its parameters hold the arguments still.
    pub exit: State,
    /// In the caller, before the result is stored.
    pub returned: State,
    /// In the caller, after that.
    pub after: State,
}

impl Passage {
    /// From the state before the call. `answer` is the variable of the callee that holds what it returns, if it has
    /// one; `result` is where the caller wants it.
    pub fn new(
        context: &EncodingContext<'_>,
        mut before: State,
        callee: FuncId,
        args: &[ExprId],
        answer: Option<VarId>,
        result: Option<PlaceId>,
    ) -> Self {
        let params = &context.program.funcs[callee].params;
        let mut passed = Vec::new();
        for (&param, &arg) in params.iter().zip(args) {
            if context.is_symbol(param)
                && context
                    .program
                    .types
                    .is_scalar(context.program.type_of(arg))
            {
                passed.push((param, before.value(context, arg)));
            }
        }
        let mut entry = before.clone();
        for (param, value) in &passed {
            entry.set_var(*param, value.clone());
        }
        let mut returned = before;
        returned.forget_written(context, callee, &entry);
        let mut exit = returned.clone();
        for (param, value) in passed {
            exit.set_var(param, value);
        }
        let value = answer.map(|var| {
            let value = exit.fresh(context.width(context.program.vars[var].ty));
            exit.set_var(var, value.clone());
            value
        });
        let mut after = returned.clone();
        if let Some(value) = value.as_ref().filter(|_| context.allocators.makes(callee)) {
            exit.note_made(value);
            after.note_made(value);
        }
        if let Some(place) = result {
            match value {
                Some(value) => after.store(context, place, &value),
                None => {
                    execute(&mut after, context, &Stmt::Havoc { place });
                }
            }
        }
        Passage {
            entry,
            exit,
            returned,
            after,
        }
    }
}

/// Whether what mentions these variables means something to the callers of a function: nothing of the function but
/// parameters and, if `answer`, what it returns.
pub fn is_visible(
    context: &EncodingContext<'_>,
    vars: &[VarId],
    func: FuncId,
    answer: Option<VarId>,
) -> bool {
    vars.iter()
        .all(|&var| match context.program.vars[var].kind {
            VarKind::Param(f, _) => f == func && context.is_symbol(var),
            kind => kind.owner().is_none() || Some(var) == answer,
        })
}
