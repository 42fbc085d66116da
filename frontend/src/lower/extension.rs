//! Adding to a program whose units are lowered and linked: how a property gets its state and its
//! handlers into it.
//!
//! The unit that is added sees what every unit of the program declares at file scope, static or
//! not; what it declares itself hides what the program has under the same name. Its functions can
//! be lowered several times, each time with parameters of other types.

use super::{Entity, Lowerer, Scopes};
use crate::syntax::ast::{self, Ast};
use ir::types::TypeId;
use ir::{ExprId, FuncId, Program};
use source::{Diagnostic, Symbol};

/// A linked program to which a unit is added.
pub(crate) struct Extension<'l, 'a> {
    pub(super) lowerer: &'l mut Lowerer<'a>,
}

impl<'a> Extension<'_, 'a> {
    pub(crate) fn program(&mut self) -> &mut Program {
        &mut self.lowerer.program
    }

    pub(crate) fn message(&mut self, message: Diagnostic) {
        if !self.lowerer.messages.contains(&message) {
            self.lowerer.messages.push(message);
        }
    }

    /// Lowers everything in the unit except functions that `later` says are
    /// [instantiated](Self::instance) one by one.
    pub(crate) fn unit(&mut self, ast: &'a Ast, later: impl Fn(&str) -> bool) {
        let l = &mut *self.lowerer;
        l.scopes = std::mem::take(&mut l.everything);
        l.hide_declared(ast);
        l.begin_unit(ast);
        for item in &ast.items {
            match item {
                ast::Item::Function(id)
                    if later(l.names.name(ast.functions[*id].declarator.name)) => {}
                item => l.item(item),
            }
        }
        l.end_unit();
        l.link_bodies();
    }

    /// The definition of a function of the unit.
    pub(crate) fn definition(&self, name: &str) -> Option<ast::FunctionId> {
        let name = self.lowerer.names.get(name)?;
        let mut all = self.lowerer.ast.functions.iter();
        all.find(|(_, f)| f.declarator.name == name)
            .map(|(id, _)| id)
    }

    /// A function of the unit with parameters added to its own.
    pub(crate) fn instance(
        &mut self,
        id: ast::FunctionId,
        name: &str,
        params: &[(&str, TypeId)],
    ) -> FuncId {
        let l = &mut *self.lowerer;
        let ast = l.ast;
        let def = &ast.functions[id];
        let params: Vec<(Symbol, TypeId)> = params
            .iter()
            .map(|&(name, ty)| (l.names.intern(name), ty))
            .collect();
        let ty = l.declared_type(def.declarator.ty, &[]);
        let symbol = l.names.intern(name);
        let func = l.new_function(symbol, ty.ty, true, def.declarator.name_span);
        l.bodies_of.insert(func);
        l.define_function(func, def, &params);
        l.link_bodies();
        func
    }

    /// The argument as it stands in the text where that has more bits than what is passed: the
    /// call is that of a function `func` with these arguments.
    pub(crate) fn written(&self, func: FuncId, args: &[ExprId], n: usize) -> Option<ExprId> {
        let key = (func, args.into());
        *self.lowerer.written.get(&key)?.get(n)?
    }
}

impl<'a> Lowerer<'a> {
    /// Lowers a unit in the scope of those before it.
    pub(super) fn unit_that_sees_all(&mut self, ast: &'a Ast) {
        self.scopes = self.everything.clone();
        self.hide_declared(ast);
        self.begin_unit(ast);
        ast.items.iter().for_each(|item| self.item(item));
        self.end_unit();
    }

    fn hide_declared(&mut self, ast: &Ast) {
        declared(ast)
            .into_iter()
            .for_each(|n| self.scopes.forget(n));
        defined_tags(ast).for_each(|n| self.scopes.forget_tag(n));
    }

    /// Adds the file scope of the unit to that of all units.
    pub(super) fn remember_scope(&mut self) {
        for name in self.names.symbols() {
            self.everything.adopt(name, &self.scopes);
        }
    }
}

impl Scopes {
    /// Takes over what a name means at the file scope of `other`, unless it means something here.
    fn adopt(&mut self, name: Symbol, other: &Self) {
        if self.lookup_file(name).is_none()
            && let Some(entity) = other.lookup_file(name)
        {
            // A prototype's parameters are no entities of the file.
            if !matches!(entity, Entity::Param(_)) {
                self.declare_file(name, entity);
            }
        }
        if self.tag(name).is_none()
            && let Some(tag) = other.tag(name)
        {
            self.declare_tag(name, tag);
        }
    }
}

/// What a unit declares at file scope.
fn declared(ast: &Ast) -> Vec<Symbol> {
    let mut names = Vec::new();
    for item in &ast.items {
        match item {
            ast::Item::Declaration(id) => {
                let list = &ast.declarations[*id].declarators;
                names.extend(list.iter().map(|d| d.name));
            }
            ast::Item::Function(id) => names.push(ast.functions[*id].declarator.name),
            ast::Item::StaticAssert(_) | ast::Item::Asm(_) => {}
        }
    }
    // Enumerators of blocks are among them; hiding a name too many there is hiding nothing, since
    // the block's own declaration would.
    for spec in ast.enums.values() {
        names.extend(spec.enumerators.iter().flatten().map(|e| e.name));
    }
    names
}

/// The tags of records and enumerations that a unit defines.
fn defined_tags(ast: &Ast) -> impl Iterator<Item = Symbol> {
    let records = ast.records.values().filter(|r| r.members.is_some());
    let enums = ast.enums.values().filter(|e| e.enumerators.is_some());
    let records = records.filter_map(|r| r.tag);
    records.chain(enums.filter_map(|e| e.tag))
}
