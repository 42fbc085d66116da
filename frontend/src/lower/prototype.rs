//! Declarations of functions: linkage, types that later declarations complete, attributes.

use super::scope::Entity;
use super::symbols::Key;
use super::{Linked, Lowerer};
use crate::syntax::ast::{self, Attr, Storage};
use ir::types::{Quals, TypeId};
use ir::{FuncId, Function};
use source::{Diagnostic, Span, Symbol};

impl Lowerer<'_> {
    /// Declares a function, at any scope; all declarations of a name with linkage are one function.
    pub(super) fn declare_function(
        &mut self,
        name: Symbol,
        ty: TypeId,
        specs: &ast::DeclSpecs,
        span: Span,
    ) -> FuncId {
        let key = self.key_of(name, specs.storage == Some(Storage::Static));
        let known = match self.scopes.lookup_file(name) {
            Some(Entity::Func(func)) => Some(func),
            Some(_) => {
                let text = format!(
                    "'{}' is redeclared as another kind of symbol",
                    self.name(name)
                );
                self.error(span, text);
                None
            }
            None => match self.linked.get(&key) {
                Some(Linked::Func(func)) => Some(*func),
                Some(Linked::Var(_)) => {
                    let text = format!(
                        "'{}' is a variable elsewhere, and a function here",
                        self.name(name)
                    );
                    self.error(span, text);
                    None
                }
                None => None,
            },
        };
        let func = match known {
            Some(func) => {
                self.merge_function(func, ty, span);
                func
            }
            None => self.linked_function(key, name, ty, span),
        };
        self.also_called(func, name);
        self.scopes.declare_file(name, Entity::Func(func));
        if self.scopes.depth() > 0 {
            self.scopes.declare(name, Entity::Func(func));
        }
        func
    }

    /// What a name with linkage leads to in this unit.
    pub(super) fn key_of(&self, name: Symbol, internal: bool) -> Key {
        // Of the unit that a property adds nothing is known beforehand.
        match internal && !self.symbols.knows(self.unit_index) {
            true => Key::Local(self.unit_index, name),
            false => self.symbols.key(self.unit_index, name),
        }
    }

    /// The function that is linked as `key`, which a name of this unit stands for.
    pub(super) fn linked_function(
        &mut self,
        key: Key,
        name: Symbol,
        ty: TypeId,
        span: Span,
    ) -> FuncId {
        let internal = matches!(key, Key::Local(..));
        let own = self.symbols.name(key);
        // The functions of verifiers are known by what the text calls them.
        let verifier = super::known_names::special(self.name(name))
            .0
            .is_some_and(|special| {
                use ir::Special;
                matches!(special, Special::Error | Special::Nondet)
            });
        let named = match verifier && !self.symbols.is_defined(key) {
            true => name,
            false => own,
        };
        let func = self.new_function(named, ty, internal, span);
        self.linked.insert(key, Linked::Func(func));
        self.keys.insert(func, key);
        func
    }

    /// Notes what else a function is called.
    fn also_called(&mut self, func: FuncId, name: Symbol) {
        let text: Box<str> = self.name(name).into();
        let function = &mut self.program.funcs[func];
        if !function.is_called(&text) {
            function.other_names.push(text);
        }
    }

    /// A later declaration may add a prototype.
    fn merge_function(&mut self, func: FuncId, ty: TypeId, span: Span) {
        let old = self.program.funcs[func].ty;
        let types = &self.program.types;
        let prototype = |ty| types.function_type(ty).is_some_and(|f| f.prototype);
        let (had, has) = (prototype(old), prototype(ty));
        let defined = self.bodies_of.contains(&func);
        let fits = self.compatible(old, ty) || self.ours && self.passed_alike(old, ty);
        if !fits {
            self.different_types(func, ty, span);
        }
        if !defined && (has || !had) {
            self.program.funcs[func].ty = ty;
        }
    }

    /// Whether two declarations ask for the same values in the same places: of pointers it does not matter what they are
    /// declared to lead to. Kernels declare functions of the library in their own ways.
    fn passed_alike(&self, a: TypeId, b: TypeId) -> bool {
        let types = &self.program.types;
        let (Some(f), Some(g)) = (types.function_type(a), types.function_type(b)) else {
            return false;
        };
        let alike = |a: TypeId, b: TypeId| {
            let pointers = types.is_pointer(a) && types.is_pointer(b);
            let integers = types.is_integer(a) && types.is_integer(b);
            let same_size = || types.size_of(a) == types.size_of(b);
            pointers || integers && same_size() || self.compatible(a, b)
        };
        let mut params = f.params.iter().zip(&g.params);
        f.variadic == g.variadic
            && f.params.len() == g.params.len()
            && alike(f.ret, g.ret)
            && params.all(|(a, b)| alike(*a, *b))
    }

    fn different_types(&mut self, func: FuncId, ty: TypeId, span: Span) {
        let function = &self.program.funcs[func];
        let name = &function.name;
        let warning = if self.ours {
            let usual = self.program.types.declare(ty, Quals::NONE, name);
            let text = format!("'{name}' is declared with other types than the C library's");
            Diagnostic::warning(function.span, text).with_hint(format!("the library has `{usual}`"))
        } else {
            let text = format!("'{name}' is declared with different types");
            Diagnostic::warning(span, text)
        };
        self.message(warning);
    }

    pub(super) fn new_function(
        &mut self,
        name: Symbol,
        ty: TypeId,
        internal: bool,
        span: Span,
    ) -> FuncId {
        let text: Box<str> = self.name(name).into();
        let (special, noreturn) = super::known_names::special(&text);
        let unique = self.unique_global(&text);
        self.program.funcs.push(Function {
            name: text,
            other_names: Vec::new(),
            unique,
            ty,
            params: Vec::new(),
            locals: Vec::new(),
            body: None,
            special,
            internal,
            noreturn,
            address_taken: false,
            span,
            end: span,
        })
    }

    pub(super) fn function_attrs(
        &mut self,
        func: FuncId,
        attrs: &[&[Attr]],
        specs: &ast::DeclSpecs,
    ) {
        if specs.noreturn {
            self.program.funcs[func].noreturn = true;
        }
        for attr in attrs.iter().flat_map(|a| a.iter()) {
            if attr.name == self.known.noreturn {
                self.program.funcs[func].noreturn = true;
            } else if attr.name == self.known.constructor {
                let priority = self.priority(attr);
                self.initialisers.constructor(func, priority);
            } else if attr.name == self.known.destructor {
                let priority = self.priority(attr);
                self.initialisers.destructor(func, priority);
            } else if attr.name == self.known.ifunc {
                self.note_ifunc(func, attr);
            }
        }
    }

    /// The argument of `constructor`.
    fn priority(&mut self, attr: &Attr) -> Option<i128> {
        match attr.args.first() {
            Some(ast::AttrArg::Expr(e)) => self.constant_int(*e),
            _ => None,
        }
    }
}
