//! Calls: arguments from right to left after the callee, converted to the parameters' types.

use super::Lowerer;
use super::body::Mark;
use super::scope::Entity;
use crate::syntax::ast;
use ir::types::{FunctionType, TypeId};
use ir::{Callee, EdgeKind, ExprId, ExprKind, FuncId, PlaceId, Stmt};
use source::Span;

/// A call whose callee and arguments have been evaluated.
pub(super) struct Call {
    callee: Callee,
    ty: FunctionType,
    args: Vec<ExprId>,
}

impl Call {
    pub(super) fn ret(&self) -> TypeId {
        self.ty.ret
    }
}

pub(super) enum Prepared {
    Call(Call),
    /// A builtin, which is its value.
    Value(ExprId),
}

impl Lowerer<'_> {
    /// The value of a call.
    pub(super) fn call(&mut self, callee: ast::ExprId, args: &[ast::ExprId], span: Span) -> ExprId {
        self.call_into(callee, args, None, span)
            .unwrap_or_else(|| self.void_value())
    }

    /// A call whose value is not wanted.
    pub(super) fn call_effect(&mut self, callee: ast::ExprId, args: &[ast::ExprId], span: Span) {
        if let Prepared::Call(call) = self.prepare_call(callee, args, span) {
            self.emit_call(None, call.callee, call.args);
        }
    }

    /// A call that may write `wanted` itself; None if it did, otherwise the value.
    pub(super) fn call_into(
        &mut self,
        callee: ast::ExprId,
        args: &[ast::ExprId],
        wanted: Option<PlaceId>,
        span: Span,
    ) -> Option<ExprId> {
        match self.prepare_call(callee, args, span) {
            Prepared::Value(value) => Some(value),
            Prepared::Call(call) => self.finish_call(call, wanted, span),
        }
    }

    /// Everything but the call itself; builtins are done with.
    pub(super) fn prepare_call(
        &mut self,
        callee: ast::ExprId,
        args: &[ast::ExprId],
        span: Span,
    ) -> Prepared {
        if let Some(name) = self.builtin_name(callee)
            && let Some(value) = self.builtin(&name, args, span)
        {
            return Prepared::Value(value);
        }
        let (callee, ty, args) = self.prepare(callee, args, span);
        match self.special_call(callee, &args, span) {
            Some(value) => Prepared::Value(value),
            None => Prepared::Call(Call { callee, ty, args }),
        }
    }

    /// The arguments keep their values whatever happened since the mark.
    pub(super) fn protected_call(&mut self, mut call: Call, mark: Option<Mark>) -> Call {
        for n in 0..call.args.len() {
            call.args[n] = self.protected(call.args[n], mark);
        }
        if let Callee::Indirect(e) = call.callee {
            call.callee = Callee::Indirect(self.protected(e, mark));
        }
        call
    }

    /// The call itself: None if it wrote `wanted`, otherwise the value.
    pub(super) fn finish_call(
        &mut self,
        call: Call,
        wanted: Option<PlaceId>,
        span: Span,
    ) -> Option<ExprId> {
        let Call { callee, ty, args } = call;
        if self.program.types.is_void(ty.ret) {
            self.emit_call(None, callee, args);
            return Some(self.void_value());
        }
        if self.constant_depth > 0 || self.body.is_none() {
            self.not_constant = true;
            return Some(match self.program.types.is_scalar(ty.ret) {
                true => self.program.zero(ty.ret),
                false => self.poison(),
            });
        }
        if !self.program.types.is_complete(ty.ret) {
            let text = format!(
                "the call returns '{}', which is incomplete",
                self.show(ty.ret)
            );
            self.error(span, text);
            return Some(self.poison());
        }
        if let Some(place) = wanted.filter(|&p| self.program.place_type(p) == ty.ret) {
            self.emit_call(Some(place), callee, args);
            return None;
        }
        let temp = self.new_temp(ty.ret);
        let place = self.program.var_place(temp);
        self.emit_call(Some(place), callee, args);
        Some(self.program.load(place))
    }

    /// A call of a known function.
    pub(super) fn call_function(
        &mut self,
        func: FuncId,
        args: &[ast::ExprId],
        span: Span,
    ) -> ExprId {
        let ty = self.callee_type(Callee::Direct(func), span);
        let values = self.arguments(&ty, args, span);
        if self.program.types.is_void(ty.ret) || self.body.is_none() || self.constant_depth > 0 {
            self.emit_call(None, Callee::Direct(func), values);
            return self.void_value();
        }
        let temp = self.new_temp(ty.ret);
        let place = self.program.var_place(temp);
        self.emit_call(Some(place), Callee::Direct(func), values);
        self.program.load(place)
    }

    fn emit_call(&mut self, result: Option<PlaceId>, callee: Callee, args: Vec<ExprId>) {
        let ends = match callee {
            Callee::Direct(func) => self.program.funcs[func].noreturn,
            Callee::Indirect(_) => false,
        };
        self.emit(Stmt::Call {
            result,
            callee,
            args,
        });
        if ends && let Some(body) = &mut self.body {
            // Nothing follows.
            body.cur = body.new_loc();
        }
    }

    /// The callee, its type, and the converted arguments.
    fn prepare(
        &mut self,
        callee: ast::ExprId,
        args: &[ast::ExprId],
        span: Span,
    ) -> (Callee, FunctionType, Vec<ExprId>) {
        let callee = self.callee(callee);
        let mark = self.mark();
        let ty = self.callee_type(callee, span);
        let values = self.arguments(&ty, args, span);
        let callee = match callee {
            Callee::Indirect(e) => Callee::Indirect(self.protected(e, mark)),
            direct => direct,
        };
        (callee, ty, values)
    }

    fn callee(&mut self, e: ast::ExprId) -> Callee {
        if let ast::ExprKind::Ident(name) = self.ast.exprs[e].kind {
            match self.scopes.lookup(name) {
                // To call what is not there is to call through a null pointer.
                Some(Entity::Func(_)) if self.is_absent(name) => {}
                Some(Entity::Func(func)) => return Callee::Direct(func),
                None => {
                    let span = self.ast.exprs[e].span;
                    return Callee::Direct(self.implicit_function(name, span));
                }
                Some(_) => {}
            }
        }
        let pointer = self.rvalue(e);
        match self.program.terms.expr(pointer).kind {
            ExprKind::FuncAddr(func) => Callee::Direct(func),
            _ => Callee::Indirect(pointer),
        }
    }

    fn callee_type(&mut self, callee: Callee, span: Span) -> FunctionType {
        let ty = match callee {
            Callee::Direct(func) => self.program.funcs[func].ty,
            Callee::Indirect(e) => self.program.type_of(e),
        };
        match self.program.types.function_type(ty) {
            Some(f) => f.clone(),
            None => {
                let text = format!("'{}' is not a function", self.show(ty));
                self.error(span, text);
                FunctionType {
                    ret: self.program.types.int(),
                    params: Box::new([]),
                    variadic: false,
                    prototype: false,
                }
            }
        }
    }

    /// Evaluates arguments from the last to the first; each keeps the value it had then.
    fn arguments(&mut self, ty: &FunctionType, args: &[ast::ExprId], span: Span) -> Vec<ExprId> {
        let few = args.len() < ty.params.len();
        let many = args.len() > ty.params.len() && !ty.variadic;
        if ty.prototype && (few || many) {
            let word = if few { "few" } else { "many" };
            self.error(span, format!("too {word} arguments in this call"));
        }
        let mut values: Vec<(ExprId, Option<Mark>)> = Vec::with_capacity(args.len());
        let mut written = vec![None; args.len()];
        for (n, &arg) in args.iter().enumerate().rev() {
            let param = ty.params.get(n).copied().filter(|_| ty.prototype);
            let (value, own) = self.argument(arg, param);
            written[n] = own.map(|own| (own, value));
            values.push((value, self.mark()));
        }
        values.reverse();
        let saved = |l: &mut Self, (value, mark)| l.protected(value, mark);
        let values: Vec<ExprId> = values.into_iter().map(|v| saved(self, v)).collect();
        self.note_written(&values, &written);
        values
    }

    /// The argument as it is passed; and as it is in the text, if that has more bits.
    fn argument(&mut self, arg: ast::ExprId, param: Option<TypeId>) -> (ExprId, Option<ExprId>) {
        let span = self.ast.exprs[arg].span;
        let value = self.rvalue(arg);
        if self.is_void(value) {
            self.error(span, "an argument without a value");
            return (self.poison(), None);
        }
        match param {
            Some(ty) => {
                let types = &self.program.types;
                let bits = |t| types.int_kind(t).map(|kind| types.width(kind));
                let (from, to) = (bits(self.program.type_of(value)), bits(ty));
                let loses = to.is_some() && from > to;
                (self.convert(value, ty, span), loses.then_some(value))
            }
            None => (self.promote_argument(value), None),
        }
    }

    /// Remembers arguments that lose bits on their way, as long as they are what they were.
    fn note_written(&mut self, values: &[ExprId], written: &[Option<(ExprId, ExprId)>]) {
        if written.iter().all(Option::is_none) {
            return;
        }
        let kept = |(&value, own): (&ExprId, &Option<(ExprId, ExprId)>)| {
            own.filter(|own| own.1 == value).map(|own| own.0)
        };
        let own: Vec<_> = values.iter().zip(written).map(kept).collect();
        let key = (self.flow.func, values.into());
        let known = self.written.entry(key).or_insert_with(|| own.clone());
        // Another call of this function passes the same values made of other ones.
        for (known, own) in known.iter_mut().zip(own) {
            *known = known.filter(|&k| own == Some(k));
        }
    }

    /// Calls with a meaning in the automaton itself: assumptions and non-local jumps.
    fn special_call(&mut self, callee: Callee, args: &[ExprId], span: Span) -> Option<ExprId> {
        let Callee::Direct(func) = callee else {
            return None;
        };
        let name = self.program.funcs[func].name.to_string();
        let key = self.keys.get(&func);
        if key.is_some_and(|&key| self.symbols.is_defined(key)) {
            return None;
        }
        match (&*name, args) {
            ("__VERIFIER_assume", [cond]) => {
                let cond = self.program.truth(*cond);
                self.emit(Stmt::Assume { cond });
                Some(self.void_value())
            }
            ("setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp", _) => {
                Some(self.setjmp(func, args, span))
            }
            _ => self.assign_whole_object(&name, args),
        }
    }

    /// Returns 0; or something else, after which nothing is known of memory and locals.
    fn setjmp(&mut self, func: FuncId, args: &[ExprId], span: Span) -> ExprId {
        let name = self.program.funcs[func].name.to_string();
        self.non_local_jump(&name, span);
        let (Some(again), Some(end)) = (self.new_loc(), self.new_loc()) else {
            return self.poison();
        };
        let temp = self.new_temp(self.program.types.int());
        let place = self.program.var_place(temp);
        let ret = self.program.return_type(func);
        let result = (ret == self.program.types.int()).then_some(place);
        self.emit_call(result, Callee::Direct(func), args.to_vec());
        let value = self.program.load(place);
        self.branch_on(value, again, end, super::cond::Kinds::BRANCH);
        self.at(again);
        self.emit_as(Stmt::HavocMemory, EdgeKind::Implicit);
        for var in self.registers() {
            let place = self.program.var_place(var);
            self.emit_as(Stmt::Havoc { place }, EdgeKind::Implicit);
        }
        self.join(end);
        value
    }
}
