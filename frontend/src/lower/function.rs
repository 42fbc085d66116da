//! Function definitions.

use super::body::Body;
use super::jumps::Flow;
use super::scope::{Entity, QualType};
use super::symbols::{self, Fate, Key};
use super::vector::MACHINE_PREFIX;
use super::{Linked, Lowerer};
use crate::syntax::ast::{self, StmtKind};
use ir::types::{FloatKind, FunctionType, IntKind, Quals, TypeId};
use ir::{AssumptionKind, EdgeKind, FuncId, Stmt, VarId, VarKind};
use source::{Diagnostic, Span, Symbol};

impl Lowerer<'_> {
    pub(super) fn function(&mut self, id: ast::FunctionId) {
        let ast = self.ast;
        let def = &ast.functions[id];
        let name = def.declarator.name;
        if def.specs.inline && self.unused.contains(&name) {
            // Its specifiers may be the first to mention a tag.
            self.ty(def.specs.ty);
            return;
        }
        let ty = self.declared_type(def.declarator.ty, &[]);
        let span = def.declarator.name_span;
        let func = self.declare_function(name, ty.ty, &def.specs, span);
        let attrs: [&[ast::Attr]; 2] = [&def.specs.attrs, &def.declarator.attrs];
        self.function_attrs(func, &attrs, &def.specs);
        self.initialisers.defined(func);
        let inline = symbols::is_inline_only(def);
        let func = match self.symbols.fate(self.unit_index, name, Some((id, inline))) {
            Fate::Counts(key @ Key::Local(..)) => match self.linked.get(&key) {
                Some(Linked::Func(func)) => *func,
                _ => self.linked_function(key, name, ty.ty, span),
            },
            Fate::Counts(Key::Global(_)) => func,
            Fate::Replaced => return,
            Fate::Unsettled => {
                let name = self.name(name).to_string();
                let why = "an inline definition here and another one elsewhere: which is called is not said";
                return self.not_modelled(span, &name, why);
            }
            Fate::Twice => return self.defined_again(func, def, name),
        };
        if self.bodies_of.contains(&func) {
            return self.defined_again(func, def, name);
        }
        self.bodies_of.insert(func);
        self.define_function(func, def, &[]);
    }

    /// Lowers a definition; `more` are parameters beside those in the text.
    pub(super) fn define_function(
        &mut self,
        func: FuncId,
        def: &ast::FunctionDef,
        more: &[(Symbol, TypeId)],
    ) {
        self.program.funcs[func].span = def.declarator.name_span;
        self.program.funcs[func].end = end_of(def.span);
        self.function_body(func, def, more);
    }

    /// Inline definitions in several units are one function; anything else is an error.
    fn defined_again(&mut self, func: FuncId, def: &ast::FunctionDef, name: Symbol) {
        if def.specs.inline || self.inline_defined.contains(&func) {
            return;
        }
        let text = format!("'{}' is defined twice", self.name(name));
        let first = self.program.funcs[func].span;
        let message = Diagnostic::error(def.declarator.name_span, text);
        self.message(message.with_note(first, "the first definition"));
    }

    fn function_body(&mut self, func: FuncId, def: &ast::FunctionDef, more: &[(Symbol, TypeId)]) {
        let ast = self.ast;
        if def.specs.inline {
            self.inline_defined.insert(func);
        }
        let ast::TypeKind::Function { ret, params } = &ast.types[def.declarator.ty].kind else {
            return self.error(def.span, "this is not the definition of a function");
        };
        self.body = Some(Body::new(def.span));
        self.taken = self.addressed_in(def.span);
        self.local_unique.clear();
        self.temps = 0;
        let ret = self.ty(*ret).ty;
        self.flow = Flow::new(func, Some(ret));
        self.enter_block(None);
        let mut types = self.params(func, params);
        for &(name, ty) in more {
            let span = def.declarator.name_span;
            self.declare_param(func, Some(name), QualType::plain(ty), types.len(), span);
            types.push(ty);
        }
        let ty = FunctionType {
            ret,
            params: types.into(),
            variadic: params.variadic,
            prototype: params.form == ast::ParamsForm::Prototype,
        };
        self.program.funcs[func].ty = self.program.types.function(ty);
        if let StmtKind::Block(block) = &ast.stmts[def.body].kind {
            self.block_items(block, def.span);
        }
        self.enter_span(end_of(def.span));
        self.leave_block();
        self.fall_off(func, ret);
        self.resolve_jumps();
        if let Some(body) = self.body.take() {
            self.bodies.push((func, body));
        }
        self.flow = Flow::default();
    }

    /// `main` returns 0 at its end; other functions return nothing.
    fn fall_off(&mut self, func: FuncId, ret: TypeId) {
        let is_main = &*self.program.funcs[func].name == "main";
        let value = if is_main && self.program.types.is_integer(ret) {
            Some(self.program.zero(ret))
        } else {
            None
        };
        self.return_value(value);
    }

    /// Declares the parameters; their types as arguments have.
    fn params(&mut self, func: FuncId, params: &ast::Params) -> Vec<TypeId> {
        let old_style = params.form == ast::ParamsForm::OldStyle;
        let mut types = Vec::new();
        for param in &params.list {
            let ty = self.declared_type(param.ty, &[&param.specs.attrs, &param.attrs]);
            let ty = self.adjusted(ty);
            if self.says_none(params, Some(&ty.ty)) {
                break;
            }
            if self.program.types.size_of(ty.ty).is_none() {
                let text = format!(
                    "a parameter has type '{}', which has no size",
                    self.show(ty.ty)
                );
                self.error(param.span, text);
            }
            let passed = if old_style {
                self.promoted_type(ty.ty)
            } else {
                ty.ty
            };
            let outer = self.enter_span(param.span);
            if passed == ty.ty {
                self.declare_param(func, param.name, ty, types.len(), param.span);
            } else {
                self.narrowed_param(func, param, ty, passed, types.len());
            }
            self.leave_span(outer);
            types.push(passed);
        }
        types
    }

    /// What an argument of an old-style function is passed as.
    fn promoted_type(&mut self, ty: TypeId) -> TypeId {
        let types = &self.program.types;
        if types.float_kind(ty) == Some(FloatKind::Float) {
            return types.float(FloatKind::Double);
        }
        match types.int_kind(ty) {
            Some(kind) => {
                let promoted = kind.promoted(types.model());
                if promoted == kind {
                    ty
                } else {
                    types.named_int(promoted)
                }
            }
            None => ty,
        }
    }

    /// An old-style parameter that arrives promoted and is narrowed on entry.
    fn narrowed_param(
        &mut self,
        func: FuncId,
        param: &ast::Param,
        ty: QualType,
        passed: TypeId,
        position: usize,
    ) {
        let wide = self.declare_param(func, None, QualType::plain(passed), position, param.span);
        let Some(name) = param.name else { return };
        let var = self.declare_local(name, ty, param.span);
        let value = self.program.var(wide);
        let value = self.program.cast(value, ty.ty);
        let place = self.program.var_place(var);
        self.emit_as(Stmt::Assign { place, value }, EdgeKind::Implicit);
    }

    fn declare_param(
        &mut self,
        func: FuncId,
        name: Option<Symbol>,
        ty: QualType,
        position: usize,
        span: Span,
    ) -> VarId {
        let text: Box<str> = match name {
            Some(name) => self.name(name).into(),
            None => format!("arg${position}").into(),
        };
        let unique = match name {
            Some(name) => self.unique_local(name, &text),
            None => text.clone(),
        };
        let kind = VarKind::Param(func, position as u32);
        let var = self.program.new_variable(text, unique, ty.ty, kind, span);
        self.program.vars[var].quals = ty.quals;
        self.program.funcs[func].params.push(var);
        let taken = name.is_some_and(|n| self.taken.contains(&n));
        let register = self.program.types.is_scalar(ty.ty) && !taken;
        self.reads.set_register(var, register);
        if let Some(name) = name {
            self.scopes.declare(name, Entity::Var(var));
        }
        var
    }

    /// A call of a function that is not declared: `int f()`, as C89 has it.
    pub(super) fn implicit_function(&mut self, name: Symbol, span: Span) -> FuncId {
        let text = self.name(name).to_string();
        if let Some(func) = self.builtin_function(name) {
            // The compiler knows these without a declaration.
            if !text.starts_with("__builtin_") {
                let text = format!("'{text}' is not declared; the C library's is meant");
                self.warn(span, text);
            }
            return func;
        }
        let words = match text.starts_with("__builtin_") {
            true => format!("what '{text}' does is not known"),
            false => format!("'{text}' is not declared; int {text}() is assumed"),
        };
        self.warn(span, words);
        let types = &self.program.types;
        // What the machine's functions give is a word, or a vector that is made of it.
        let ret = match text.starts_with(MACHINE_PREFIX) {
            true => types.named_int(IntKind::LongLong),
            false => types.int(),
        };
        let ty = FunctionType {
            ret,
            params: Box::new([]),
            variadic: false,
            prototype: false,
        };
        let ty = self.program.types.function(ty);
        self.library_function(name, ty, span)
    }

    /// A function with external linkage that the text does not declare.
    pub(super) fn library_function(&mut self, name: Symbol, ty: TypeId, span: Span) -> FuncId {
        let key = self.key_of(name, false);
        let func = match self.linked.get(&key) {
            Some(Linked::Func(func)) => *func,
            _ => self.linked_function(key, name, ty, span),
        };
        self.scopes.declare_file(name, Entity::Func(func));
        func
    }

    /// Notes a jump that automata do not have.
    pub(super) fn non_local_jump(&mut self, name: &str, span: Span) {
        self.assume(
            span,
            AssumptionKind::NonLocalJump,
            name,
            "returns 0, or any other value with arbitrary memory and locals",
        );
    }

    /// The locals of the function so far that are not in memory.
    pub(super) fn registers(&self) -> Vec<VarId> {
        let func = &self.program.funcs[self.flow.func];
        let all = func.params.iter().chain(&func.locals).copied();
        all.filter(|&v| {
            let temp = matches!(self.program.vars[v].kind, VarKind::Temp(_));
            self.reads.is_register(v) && !temp && self.program.vars[v].quals != CONST
        })
        .collect()
    }
}

const CONST: Quals = Quals {
    is_const: true,
    is_volatile: false,
    is_restrict: false,
    is_atomic: false,
};

/// The closing brace.
fn end_of(span: Span) -> Span {
    Span {
        start: span.end.saturating_sub(1).max(span.start),
        end: span.end,
    }
}
