//! Declarations of functions: linkage, types that later declarations complete, attributes.

use super::scope::Entity;
use super::{External, Lowerer};
use crate::ir::{FuncId, Function};
use crate::source::{Diagnostic, Span, Symbol};
use crate::syntax::ast::{self, Attr, Storage};
use crate::types::{Quals, TypeId};

impl Lowerer<'_> {
    /// Declares a function, at any scope; all declarations of a name with linkage are one function.
    pub(super) fn declare_function(
        &mut self,
        name: Symbol,
        ty: TypeId,
        specs: &ast::DeclSpecs,
        span: Span,
    ) -> FuncId {
        let internal = specs.storage == Some(Storage::Static);
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
            None if internal => None,
            None => match self.externals.get(&name) {
                Some(External::Func(func)) => Some(*func),
                _ => None,
            },
        };
        let func = match known {
            Some(func) => {
                self.merge_function(func, ty, span);
                func
            }
            None => self.new_function(name, ty, internal, span),
        };
        self.scopes.declare_file(name, Entity::Func(func));
        if self.scopes.depth() > 0 {
            self.scopes.declare(name, Entity::Func(func));
        }
        func
    }

    /// A later declaration may add a prototype.
    fn merge_function(&mut self, func: FuncId, ty: TypeId, span: Span) {
        let old = self.program.funcs[func].ty;
        let types = &self.program.types;
        let prototype = |ty| types.function_type(ty).is_some_and(|f| f.prototype);
        let (had, has) = (prototype(old), prototype(ty));
        let defined = self.bodies_of.contains(&func);
        // The library's own types, such as `FILE`, are no more than addresses to us.
        let alike = self.ours && self.same_but_for_targets(old, ty);
        if !alike && !self.compatible(old, ty) {
            self.different_types(func, ty, span);
        }
        if !defined && (has || !had) {
            self.program.funcs[func].ty = ty;
        }
    }

    /// Whether two types of functions differ only in what pointers lead to.
    fn same_but_for_targets(&self, a: TypeId, b: TypeId) -> bool {
        let types = &self.program.types;
        let (Some(a), Some(b)) = (types.function_type(a), types.function_type(b)) else {
            return false;
        };
        let counts = a.params.len() == b.params.len() && a.variadic == b.variadic;
        let pairs = a.params.iter().zip(b.params.iter());
        let mut pairs = pairs.chain([(&a.ret, &b.ret)]);
        counts
            && pairs.all(|(&x, &y)| {
                let types = &self.program.types;
                (types.is_pointer(x) && types.is_pointer(y)) || self.compatible(x, y)
            })
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
        let (special, noreturn) = super::known::special(&text);
        let unique = self.unique_global(&text);
        let func = self.program.funcs.push(Function {
            name: text,
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
        });
        if !internal {
            self.externals.insert(name, External::Func(func));
        }
        func
    }

    pub(super) fn function_attrs(
        &mut self,
        func: FuncId,
        attrs: &[&[Attr]],
        name: Symbol,
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
                push_once(&mut self.constructors, (priority, func));
            } else if attr.name == self.known.destructor {
                let priority = self.priority(attr);
                push_once(&mut self.destructors, (priority, func));
            } else if attr.name == self.known.weak {
                self.weak.insert(name);
            } else if attr.name == self.known.alias
                && let Some(target) = self.string_arg(attr)
            {
                let target = self.names.intern(&target);
                self.aliases.push((name, target, attr.span));
            }
        }
    }

    /// The argument of `constructor`; functions without one come last.
    fn priority(&mut self, attr: &Attr) -> i128 {
        match attr.args.first() {
            Some(ast::AttrArg::Expr(e)) => self.constant_int(*e).unwrap_or(65535),
            _ => 65535,
        }
    }
}

fn push_once(list: &mut Vec<(i128, FuncId)>, entry: (i128, FuncId)) {
    if !list.iter().any(|e| e.1 == entry.1) {
        list.push(entry);
    }
}
