//! Conditions on their way back into callees and out of them.

use abstractor::precision::{Scope, scope, variables};
use abstractor::{BlockId, BlockKind};
use ir::types::TypeId;
use ir::{
    BinaryOp, Callee, ExprId, ExprKind, FuncId, PlaceId, PlaceKind, Program, Stmt, Term, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use semantics::{EncodingContext, Layout, State, are_apart};

use super::{Backward, loads};
use crate::linear::operate;
use crate::model_address::{address_of, variable_at};
use crate::substitute::{Becomes, Rewrite};

impl Backward<'_, '_> {
    /// Goes back from after a call to the exit of its callee.
    pub(super) fn enter_callee(&mut self, step: usize, block: BlockId) {
        let Some(call) = self.call(block) else {
            return;
        };
        let result = self.with.abstractor.form.results[call.callee];
        if let Some(place) = call.result {
            let value = result.map(|var| self.with.program.var(var));
            self.assign(step, 0, place, value);
        }
        let state = self.infeasible.state(step, 0).cloned();
        let spared = self.spared(&call, state.as_ref());
        let mut suspended = Vec::new();
        let mut concerned = Vec::new();
        for condition in std::mem::take(&mut self.current) {
            let returned =
                result.is_some_and(|r| variables(self.with.program, condition).contains(&r));
            if returned || !spared.contains(&condition) {
                concerned.push((condition, returned));
            } else {
                suspended.push(condition);
            }
        }
        for (condition, returned) in concerned {
            if !returned && let Some(rests_on) = self.missed(step, &call, condition) {
                suspended.push(condition);
                for condition in rests_on {
                    self.assumed.push((step, 0, condition));
                    if !suspended.contains(&condition) {
                        suspended.push(condition);
                    }
                }
                continue;
            }
            let (new, values) = self.in_words_of_callee(&call, condition, state.as_ref());
            for value in values {
                self.assumed.push((step, 0, value));
                if !suspended.contains(&value) {
                    suspended.push(value);
                }
            }
            if let Some(new) = new {
                self.add(new);
            }
        }
        for &condition in &suspended {
            self.keep(condition);
        }
        self.suspended.push(suspended);
    }

    /// The current conditions that read nothing that a call writes, by what the abstraction knows of it.
    fn spared(&self, call: &Call, state: Option<&State>) -> FxHashSet<ExprId> {
        let context = EncodingContext::new(self.with.program, self.with.facts);
        let written = context.writes.by_function(call.callee);
        let mut before = state.cloned();
        let stores = before.as_mut().map(|before| {
            let mut entry = before.clone();
            for (param, arg) in call.passed(context.program) {
                if context.is_symbol(param) {
                    entry.set_var(param, before.value(&context, arg));
                }
            }
            context.frames.stores(&context, call.callee, &entry)
        });
        let mut misses = |place: PlaceId, exactly: bool| {
            if !written.may_be(&context, place) {
                return true;
            }
            if !exactly || context.symbol(place).is_some() {
                return false;
            }
            let region = context.region(place);
            let (Some(before), Some(stores)) = (&mut before, &stores) else {
                return false;
            };
            let read = before.piece(&context, place);
            let stores = stores.get(&region);
            stores.is_some_and(|s| s.iter().all(|store| are_apart(&read, store)))
        };
        let conditions = self.current.iter().copied();
        let mut is_spared = |condition: &ExprId| {
            // What is global is the callee's business, which does not know its caller.
            let vars = variables(context.program, *condition);
            let local = scope(context.program, &vars) != Some(Scope::Global);
            let mut loads = loads(context.program, *condition).into_iter();
            loads.all(|place| misses(place, local))
        };
        conditions.filter(|c| is_spared(c)).collect()
    }

    /// A condition of the caller in the words of the callee, and what is assumed of the caller's variables for it.
    fn in_words_of_callee(
        &mut self,
        call: &Call,
        condition: ExprId,
        state: Option<&State>,
    ) -> (Option<ExprId>, Vec<ExprId>) {
        let mut assumed = Vec::new();
        let model = self.infeasible.prefix.as_ref();
        let facts = self.with.facts;
        let caller = call.caller;
        let result = self.with.abstractor.form.results[call.callee];
        let params: Vec<(VarId, ExprId)> = call.passed(self.with.program);
        let mut places = FxHashMap::default();
        for &(param, arg) in &params {
            let program = &mut *self.with.program;
            let ExprKind::AddrOf(place) = program.terms.expr(arg).kind else {
                continue;
            };
            let of_caller = |&var: &VarId| program.vars[var].kind.owner() == Some(caller);
            if variables(program, arg).iter().any(of_caller) {
                let pointer = program.var(param);
                let target = program.deref(pointer);
                if program.place_type(target) == program.place_type(place) {
                    places.insert(place, target);
                }
            }
        }
        let recursive = call.caller == call.callee;
        let mut rewrite = Rewrite::new(self.with.program, |program, place| {
            let Some(var) = program.terms.place_var(place) else {
                return Becomes::Same;
            };
            if program.vars[var].kind.owner() != Some(caller) || Some(var) == result {
                return Becomes::Same;
            }
            let load = program.load(place);
            if let Some(&(param, _)) = params.iter().find(|(_, arg)| *arg == load) {
                return Becomes::Value(program.var(param));
            }
            if let Some(value) = through_sum(program, &params, load) {
                return Becomes::Value(value);
            }
            let context = EncodingContext::new(program, facts);
            let value = state.zip(model).and_then(|(state, model)| {
                let term = state.clone().value(&context, load);
                model.eval(&term, true)?.as_u64()
            });
            let ty = program.place_type(place);
            match value {
                Some(value) if program.types.is_pointer(ty) => {
                    let seen = pointer(program, &facts.layout, value, ty, caller);
                    assumed.push(program.binary(BinaryOp::Eq, load, seen.by_caller));
                    Becomes::Value(seen.by_callee)
                }
                Some(value) if program.types.is_integer(ty) => {
                    let value = program.int_const(value.into(), ty);
                    assumed.push(program.binary(BinaryOp::Eq, load, value));
                    Becomes::Value(value)
                }
                _ => Becomes::Unknown,
            }
        });
        if !recursive {
            rewrite.places = places;
        }
        let new = rewrite.expr(condition);
        // What the caller's pointer points to has no name here, and a number leads nowhere.
        let lost = |e: &ExprId| reads_numbers(self.with.program, *e);
        let new = new.filter(|new| !lost(new) || lost(&condition));
        (new, assumed)
    }

    /// Goes back from the entry of a callee to before the call.
    pub(super) fn leave_callee(&mut self, block: BlockId) {
        let Some(call) = self.call(block) else {
            return;
        };
        let params = call.passed(self.with.program);
        let callee = call.callee;
        let locals = self.with.program.funcs[callee].locals.clone();
        for var in locals {
            let mentioned = |c: &ExprId| variables(self.with.program, *c).contains(&var);
            if self.current.iter().any(mentioned) {
                let place = self.with.program.var_place(var);
                if self
                    .with
                    .program
                    .types
                    .is_scalar(self.with.program.vars[var].ty)
                {
                    self.assign(usize::MAX, 0, place, None);
                }
            }
        }
        let mut rewritten = Vec::new();
        let current = std::mem::take(&mut self.current);
        let mut rewrite = Rewrite::new(self.with.program, |program, place| {
            let Some(var) = program.terms.place_var(place) else {
                return Becomes::Same;
            };
            if program.vars[var].kind.owner() != Some(callee) {
                return Becomes::Same;
            }
            match params.iter().find(|(param, _)| *param == var) {
                Some(&(_, arg)) => Becomes::Value(arg),
                None => Becomes::Unknown,
            }
        });
        for condition in current {
            rewritten.extend(rewrite.expr(condition));
        }
        for condition in rewritten {
            self.add(condition);
        }
        for condition in self.suspended.pop().unwrap_or_default() {
            self.add(condition);
        }
    }

    /// A condition on a function's variables, with those whose addresses it has as numbers by name.
    pub(super) fn in_own_words(&mut self, condition: ExprId) -> ExprId {
        let program = &mut *self.with.program;
        let layout = &self.with.facts.layout;
        let Some(Scope::Function(func)) = scope(program, &variables(program, condition)) else {
            return condition;
        };
        let is_own = |program: &Program, var: VarId| program.vars[var].kind.owner() == Some(func);
        let mut named = Vec::new();
        for part in program.terms.parts(Term::Expr(condition)) {
            let Term::Expr(number) = part else { continue };
            let ty = program.type_of(number);
            let value = program.terms.int_value(number);
            let value = value.filter(|_| program.types.is_pointer(ty));
            let at = value.and_then(|v| variable_at(program, layout, u64::try_from(v).ok()?));
            let at = at.filter(|(var, _)| is_own(program, *var));
            let address = at.and_then(|(var, offset)| address_of(program, var, offset, ty));
            named.extend(address.map(|address| (number, address)));
        }
        if named.is_empty() {
            return condition;
        }
        let mut rewrite = Rewrite::new(program, |_, _| Becomes::Same);
        for (number, address) in named {
            rewrite.call_it(number, address);
        }
        rewrite.expr(condition).unwrap_or(condition)
    }

    fn call(&self, id: BlockId) -> Option<Call> {
        let block = &self.with.abstractor.blocks.blocks[id];
        let BlockKind::Call(callee) = block.kind else {
            return None;
        };
        match self.stmt(block.func, *block.edges.first()?) {
            Stmt::Call {
                result,
                args,
                callee: Callee::Direct(_),
            } => Some(Call {
                caller: block.func,
                callee,
                result,
                args,
            }),
            _ => None,
        }
    }
}

/// A call, seen from both sides.
pub(super) struct Call {
    caller: FuncId,
    pub(super) callee: FuncId,
    result: Option<PlaceId>,
    args: Vec<ExprId>,
}

impl Call {
    pub(super) fn passed(&self, program: &Program) -> Vec<(VarId, ExprId)> {
        let params = &program.funcs[self.callee].params;
        let pairs = params.iter().copied().zip(self.args.iter().copied());
        pairs
            .filter(|&(_, arg)| program.types.is_scalar(program.type_of(arg)))
            .collect()
    }
}

/// A pointer's value in the words of both sides of a call.
struct Pointer {
    by_caller: ExprId,
    by_callee: ExprId,
}

fn pointer(
    program: &mut Program,
    layout: &Layout,
    value: u64,
    ty: TypeId,
    caller: FuncId,
) -> Pointer {
    let number = program.int_const(value.into(), ty);
    let at = variable_at(program, layout, value);
    let said = at.and_then(|(var, offset)| {
        let owner = program.vars[var].kind.owner();
        let address = address_of(program, var, offset, ty)?;
        Some((owner, address))
    });
    let (by_caller, by_callee) = match said {
        Some((None, address)) => (address, address),
        Some((Some(owner), address)) if owner == caller => (address, number),
        _ => (number, number),
    };
    Pointer {
        by_caller,
        by_callee,
    }
}

fn reads_numbers(program: &Program, expr: ExprId) -> bool {
    let places = loads(program, expr);
    places.iter().any(|&place| is_numbered(program, place))
}

/// Whether a place is at an address that is a number.
fn is_numbered(program: &Program, place: PlaceId) -> bool {
    match program.terms.place(place).kind {
        PlaceKind::Var(_) => false,
        PlaceKind::Deref(pointer) => program.terms.int_value(pointer).is_some(),
        PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => is_numbered(program, base),
    }
}

/// `x` where `x + c` is passed: the parameter minus `c`.
fn through_sum(program: &mut Program, params: &[(VarId, ExprId)], load: ExprId) -> Option<ExprId> {
    for &(param, arg) in params {
        let (op, other) = match program.terms.expr(arg).kind {
            ExprKind::Binary(BinaryOp::Add, x, c) if x == load => (BinaryOp::Sub, c),
            ExprKind::Binary(BinaryOp::Sub, x, c) if x == load => (BinaryOp::Add, c),
            _ => continue,
        };
        if program.terms.int_value(other).is_some() {
            let value = program.var(param);
            return Some(operate(program, op, value, other));
        }
    }
    None
}
