//! `__attribute__((ifunc("resolver")))`: the function is what the resolver returns, which runs when
//! the program is loaded, before everything else.
//!
//! The pointer that the resolver returns is kept in a variable, and the function gets a body that
//! calls through it. How often the resolver runs, and whether the address of the function is that
//! of what it returns, depends on how the program is linked; here it runs once, and the address is
//! one of its own. The ledger says so.

use super::symbols::{Key, string_arg};
use super::{Linked, Lowerer};
use crate::syntax::ast::Attr;
use ir::types::FunctionType;
use ir::{AssumptionKind, Callee, FuncId, Init, Stmt, VarId, VarKind};
use source::{Span, Symbol};

/// A function that a resolver chooses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ifunc {
    func: FuncId,
    /// What the symbol of the resolver leads to.
    resolver: Key,
    span: Span,
}

const ASSUMPTION: &str = "is what its resolver returns, which runs once, before everything else; its address differs from \
     that of every other function";

impl Lowerer<'_> {
    pub(super) fn note_ifunc(&mut self, func: FuncId, attr: &Attr) {
        let Some(resolver) = string_arg(self.ast, attr) else {
            return;
        };
        let resolver = self.names.intern(&resolver);
        let resolver = self.symbols.resolve(self.unit_index, resolver);
        if !self.ifuncs.iter().any(|i| i.func == func) {
            let span = attr.span;
            self.ifuncs.push(Ifunc {
                func,
                resolver,
                span,
            });
        }
    }

    /// Gives such functions their bodies, and lets their resolvers run first.
    pub(super) fn resolve_ifuncs(&mut self) {
        let mut first = Vec::new();
        for ifunc in std::mem::take(&mut self.ifuncs) {
            let name = self.program.funcs[ifunc.func].name.to_string();
            let ty = self.program.funcs[ifunc.func].ty;
            let ty = self.program.types.function_type(ty).cloned();
            let resolver = self.linked.get(&ifunc.resolver).copied();
            let (Some(Linked::Func(resolver)), Some(ty)) = (resolver, ty) else {
                self.not_modelled(
                    ifunc.span,
                    &name,
                    "the function that chooses it is not here",
                );
                continue;
            };
            if self.bodies_of.contains(&ifunc.func) || !self.bodies_of.contains(&resolver) {
                self.not_modelled(
                    ifunc.span,
                    &name,
                    "the function that chooses it is not here",
                );
                continue;
            }
            if ty.variadic || !ty.prototype {
                let why = "a function that another one chooses, with any number of arguments";
                self.not_modelled(ifunc.span, &name, why);
                continue;
            }
            self.assume(ifunc.span, AssumptionKind::Approximation, &name, ASSUMPTION);
            let var = self.chosen_function(ifunc.func, &name, ifunc.span);
            first.push(self.choosing_function(resolver, var, &name, ifunc.span));
            self.call_chosen(ifunc.func, &ty, var, ifunc.span);
        }
        first.append(&mut self.program.constructors);
        self.program.constructors = first;
    }

    /// The variable with the pointer that the resolver has returned.
    fn chosen_function(&mut self, func: FuncId, name: &str, span: Span) -> VarId {
        let ty = self.program.funcs[func].ty;
        let ty = self.program.types.pointer(ty);
        let text: Box<str> = format!("{name}$chosen").into();
        let unique = self.unique_global(&text);
        let kind = VarKind::Static;
        let var = self.program.new_variable(text, unique, ty, kind, span);
        self.program.vars[var].init = Some(Init::default());
        var
    }

    /// The function that runs the resolver.
    fn choosing_function(
        &mut self,
        resolver: FuncId,
        var: VarId,
        name: &str,
        span: Span,
    ) -> FuncId {
        let symbol: Symbol = self.names.intern(&format!("{name}$choose"));
        let void = self.program.types.function(FunctionType {
            ret: self.program.types.void(),
            params: Box::new([]),
            variadic: false,
            prototype: true,
        });
        let func = self.new_function(symbol, void, true, span);
        self.begin_function(func, span);
        let returned = self.program.return_type(resolver);
        if self.program.types.is_pointer(returned) {
            let temp = self.new_temp(returned);
            let result = self.program.var_place(temp);
            self.emit(Stmt::Call {
                result: Some(result),
                callee: Callee::Direct(resolver),
                args: Vec::new(),
            });
            let value = self.program.load(result);
            let place = self.program.var_place(var);
            let value = self.program.cast(value, self.program.vars[var].ty);
            self.emit(Stmt::Assign { place, value });
        } else {
            self.not_modelled(
                span,
                name,
                "the function that chooses it returns no pointer",
            );
        }
        self.return_value(None);
        self.end_function(func);
        func
    }

    /// Gives the function a body that calls what was chosen, with its own arguments.
    fn call_chosen(&mut self, func: FuncId, ty: &FunctionType, var: VarId, span: Span) {
        self.begin_function(func, span);
        let mut args = Vec::new();
        for (n, &param) in ty.params.iter().enumerate() {
            let name: Box<str> = format!("arg${n}").into();
            let var = self.new_local(name.clone(), name, param, false);
            self.program.funcs[func].locals.pop();
            self.program.vars[var].kind = VarKind::Param(func, n as u32);
            self.program.funcs[func].params.push(var);
            args.push(self.program.var(var));
        }
        let result = (!self.program.types.is_void(ty.ret)).then(|| self.new_temp(ty.ret));
        let place = result.map(|v| self.program.var_place(v));
        let pointer = self.program.var(var);
        self.emit(Stmt::Call {
            result: place,
            callee: Callee::Indirect(pointer),
            args,
        });
        let value = place.map(|p| self.program.load(p));
        self.return_value(value);
        self.end_function(func);
    }
}
