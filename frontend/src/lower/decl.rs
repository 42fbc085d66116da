//! Declarations at file scope and in blocks: names, linkage, storage.

use super::scope::{Entity, QualType};
use super::symbols::{Fate, Key};
use super::{Linked, Lowerer};
use crate::syntax::ast::{self, Storage};
use ir::types::{ArrayLen, TypeId, TypeKind};
use ir::{AssumptionKind, Init, VarId, VarKind, Variable};
use source::{Span, Symbol};

impl Lowerer<'_> {
    pub(super) fn file_declaration(&mut self, id: ast::DeclarationId) {
        let ast = self.ast;
        let declaration = &ast.declarations[id];
        self.untagged_context(declaration);
        if declaration.declarators.is_empty() {
            self.bare(declaration);
        }
        for declarator in &declaration.declarators {
            self.file_declarator(&declaration.specs, declarator);
        }
        self.shared.context = None;
    }

    /// An untagged record is known to other units by the typedef that names it.
    fn untagged_context(&mut self, declaration: &ast::Declaration) {
        let typedef = declaration.specs.storage == Some(Storage::Typedef);
        self.shared.context = match declaration.declarators.first() {
            Some(first) if typedef => Some(super::record::Key::Typedef(first.name)),
            _ => None,
        };
    }

    /// A declaration without declarators only introduces a type.
    fn bare(&mut self, declaration: &ast::Declaration) {
        if let ast::TypeKind::Record(id) = self.ast.types[declaration.specs.ty].kind {
            self.forward_record(id);
        }
        self.ty(declaration.specs.ty);
    }

    fn file_declarator(&mut self, specs: &ast::DeclSpecs, declarator: &ast::Declarator) {
        let mut ty = self.declarator_type(specs, declarator);
        let span = declarator.name_span;
        if specs.storage == Some(Storage::Typedef) {
            return self.typedef(declarator.name, ty, span);
        }
        if self.program.types.is_function(ty.ty) {
            self.check_label(declarator);
            let func = self.declare_function(declarator.name, ty.ty, specs, span);
            self.function_attrs(func, &[&specs.attrs, &declarator.attrs], specs);
            return;
        }
        if let Some(init) = declarator.init {
            ty.ty = self.completed(ty.ty, init);
        }
        let external = !matches!(specs.storage, Some(Storage::Static | Storage::Register));
        let entity = self.declare_global(declarator.name, ty, external, span);
        self.scopes.declare(declarator.name, entity);
        let Some(var) = variable(entity) else { return };
        self.check_label(declarator);
        if specs.storage == Some(Storage::Register) {
            return self.global_register(declarator);
        }
        let declared = specs.storage == Some(Storage::Extern) && declarator.init.is_none();
        if declared || self.symbols.is_alias(self.unit_index, declarator.name) {
            return;
        }
        let Some(var) = self.defining(var, declarator.name, ty, span) else {
            return;
        };
        match declarator.init {
            Some(init) => self.define_global(var, ty.ty, init, span),
            None => {
                self.program.vars[var].init.get_or_insert_default();
            }
        }
        self.note_section(var, specs, declarator);
    }

    /// `register long sp asm("rsp")` at file scope: what it holds at the start is not known.
    fn global_register(&mut self, declarator: &ast::Declarator) {
        let label = declarator.asm_label.as_ref().map(ast::StrLit::text);
        let moves = ["rsp", "esp", "sp", "rbp", "ebp", "bp", "rip", "eip"];
        if label.is_some_and(|l| moves.contains(&l.trim_start_matches('%'))) {
            let name = self.name(declarator.name).to_string();
            let (kind, span) = (AssumptionKind::NoDefinition, declarator.name_span);
            self.assume(span, kind, &name, ir::MOVING_REGISTER);
        }
    }

    /// A label that is more than a symbol is an expression of the assembler's.
    pub(super) fn check_label(&mut self, declarator: &ast::Declarator) {
        let Some(label) = &declarator.asm_label else {
            return;
        };
        let text = label.text();
        let is_symbol = |c: char| c.is_alphanumeric() || "_.$%*@".contains(c);
        if text.is_empty() || !text.chars().all(is_symbol) {
            let name = self.name(declarator.name).to_string();
            self.not_modelled(label.span, &name, "its label is not the name of something");
        }
    }

    /// The variable that a definition of a name defines, if it counts.
    fn defining(&mut self, var: VarId, name: Symbol, ty: QualType, span: Span) -> Option<VarId> {
        match self.symbols.fate(self.unit_index, name, None) {
            Fate::Counts(key @ Key::Local(..)) => match self.linked.get(&key) {
                Some(Linked::Var(var)) => Some(*var),
                Some(Linked::Func(_)) => None,
                None => Some(self.new_global(key, name, ty, span)),
            },
            // Two definitions that are not weak are one, or an error if both have initialisers.
            Fate::Counts(Key::Global(_)) | Fate::Twice => Some(var),
            Fate::Replaced | Fate::Unsettled => None,
        }
    }

    /// The declared type with all attributes; `__auto_type` takes the initialiser's.
    fn declarator_type(
        &mut self,
        specs: &ast::DeclSpecs,
        declarator: &ast::Declarator,
    ) -> QualType {
        if let ast::TypeKind::Auto = self.ast.types[declarator.ty].kind
            && let Some(init) = declarator.init
            && let ast::InitKind::Expr(e) = self.ast.inits[init].kind
        {
            let value = self.discarded(|l| l.rvalue(e));
            let ty = self.program.type_of(value);
            return QualType::plain(ty);
        }
        self.declared_type(declarator.ty, &[&specs.attrs, &declarator.attrs])
    }

    fn typedef(&mut self, name: Symbol, ty: QualType, span: Span) {
        if let Some(Entity::Typedef(old)) = self.scopes.lookup_here(name)
            && !self.compatible(old.ty, ty.ty)
        {
            let text = format!(
                "typedef '{}' is redefined with another type",
                self.name(name)
            );
            self.error(span, text);
        }
        self.scopes.declare(name, Entity::Typedef(ty));
    }

    /// The variable that a declaration at file scope (or an `extern` one) declares.
    pub(super) fn declare_global(
        &mut self,
        name: Symbol,
        ty: QualType,
        external: bool,
        span: Span,
    ) -> Entity {
        let here = self.scopes.lookup_file(name);
        let key = self.key_of(name, !external);
        let known = match here {
            Some(entity) => Some(entity),
            None => match self.linked.get(&key) {
                Some(Linked::Var(var)) => Some(Entity::Var(*var)),
                Some(Linked::Func(func)) => Some(Entity::Func(*func)),
                None => None,
            },
        };
        match known {
            Some(Entity::Var(var)) => self.redeclare(name, var, ty, here.is_some(), span),
            Some(entity @ Entity::View(..)) => entity,
            Some(_) => {
                let text = format!(
                    "'{}' is redeclared as another kind of symbol",
                    self.name(name)
                );
                self.error(span, text);
                let key = Key::Local(self.unit_index, name);
                Entity::Var(self.new_global(key, name, ty, span))
            }
            None => Entity::Var(self.new_global(key, name, ty, span)),
        }
    }

    /// Merges the types of two declarations of one variable.
    fn redeclare(
        &mut self,
        name: Symbol,
        var: VarId,
        ty: QualType,
        same_unit: bool,
        span: Span,
    ) -> Entity {
        let old = self.program.vars[var].ty;
        if self.is_open_array(old) && self.program.types.elem(old) == self.program.types.elem(ty.ty)
        {
            self.program.vars[var].ty = ty.ty;
        }
        if let Some(align) = ty.align {
            let variable = &mut self.program.vars[var];
            variable.align = variable.align.max(align);
        }
        if self.compatible(old, ty.ty) {
            return Entity::Var(var);
        }
        let text = format!("'{}' is declared with different types", self.name(name));
        if same_unit {
            self.error(span, text);
            return Entity::Var(var);
        }
        let name = self.name(name).to_string();
        self.warn(span, text);
        self.assume(
            span,
            AssumptionKind::Mismatch,
            &name,
            "the object is accessed here with another type than its definition's",
        );
        Entity::View(var, ty.ty)
    }

    fn new_global(&mut self, key: Key, name: Symbol, ty: QualType, span: Span) -> VarId {
        let own = match self.symbols.is_defined(key) {
            true => self.symbols.name(key),
            false => name,
        };
        let text: Box<str> = self.name(own).into();
        let unique = self.unique_global(&text);
        let var = self.program.vars.push(Variable {
            name: text,
            unique,
            ty: ty.ty,
            quals: ty.quals,
            kind: match key {
                Key::Global(_) => VarKind::Global,
                Key::Local(..) => VarKind::Static,
            },
            align: self.alignment(ty),
            address_taken: false,
            init: None,
            span,
        });
        self.linked.insert(key, Linked::Var(var));
        var
    }

    fn alignment(&self, ty: QualType) -> u64 {
        let natural = self.program.types.align_of(ty.ty);
        ty.align.map_or(natural, |a| a.max(natural))
    }

    /// A name that no other global is printed with.
    pub(super) fn unique_global(&mut self, name: &str) -> Box<str> {
        let mut candidate: Box<str> = name.into();
        let mut n = 2;
        while !self.unique.insert(candidate.clone()) {
            candidate = format!("{name}${n}").into();
            n += 1;
        }
        candidate
    }

    fn define_global(&mut self, var: VarId, ty: TypeId, init: ast::InitId, span: Span) {
        if !self.defined.insert(var) {
            let text = format!("'{}' is initialised twice", self.program.vars[var].name);
            self.error(span, text);
            return;
        }
        if self
            .program
            .types
            .size_of(self.program.vars[var].ty)
            .is_none()
            && !self.is_open_array(ty)
            && self.program.types.size_of(ty).is_none()
        {
            let text = format!("'{}' has no size here", self.show(ty));
            self.error(span, text);
            return;
        }
        // The variable is in scope in its own initialiser.
        self.program.vars[var].init.get_or_insert_default();
        let contents = self.static_init(ty, init);
        self.program.vars[var].init = Some(contents);
    }

    /// Whether a name needs no definition and has none: then its address is null. The C library is there.
    pub(super) fn is_absent(&self, name: Symbol) -> bool {
        let (unit, symbols) = (self.unit_index, &self.symbols);
        let key = symbols.key(unit, name);
        symbols.is_weak(unit, name)
            && !symbols.is_defined(key)
            && !super::known_names::is_library(self.name(symbols.name(key)))
    }

    /// The same of a name that stands for a variable here.
    pub(super) fn is_absent_variable(&self, name: Symbol) -> bool {
        let var = self.scopes.lookup(name).and_then(variable);
        let global = |var: VarId| self.program.vars[var].kind == VarKind::Global;
        var.is_some_and(global) && self.is_absent(name)
    }

    /// Notes that the address of such a name is taken for null.
    pub(super) fn assume_absent(&mut self, name: Symbol, span: Span) {
        let text = self.name(name).to_string();
        let words = "declared weak and defined nowhere: its address is null";
        let mut entries = self.program.ledger.entries.iter();
        if !entries.any(|e| *e.construct == *text && &*e.assumption == words) {
            self.assume(span, AssumptionKind::NoDefinition, &text, words);
        }
    }

    pub(super) fn local_declaration(&mut self, id: ast::DeclarationId) {
        let ast = self.ast;
        let declaration = &ast.declarations[id];
        if declaration.declarators.is_empty() {
            return self.bare(declaration);
        }
        for declarator in &declaration.declarators {
            let outer = self.enter_span(declarator.span);
            self.local_declarator(&declaration.specs, declarator);
            self.leave_span(outer);
        }
    }

    fn local_declarator(&mut self, specs: &ast::DeclSpecs, declarator: &ast::Declarator) {
        let (name, span) = (declarator.name, declarator.name_span);
        let mut ty = self.declarator_type(specs, declarator);
        if specs.storage == Some(Storage::Typedef) {
            return self.typedef(name, ty, span);
        }
        if self.program.types.is_function(ty.ty) {
            let func = self.declare_function(name, ty.ty, specs, span);
            self.function_attrs(func, &[&specs.attrs, &declarator.attrs], specs);
            return;
        }
        match specs.storage {
            Some(Storage::Extern) => {
                self.check_label(declarator);
                let entity = self.declare_global(name, ty, true, span);
                self.scopes.declare(name, entity);
            }
            Some(Storage::Static) => self.static_local(ty, specs, declarator),
            _ if self.program.types.is_variable(ty.ty) => self.declare_vla(name, ty, span),
            _ => {
                if let Some(init) = declarator.init {
                    ty.ty = self.completed(ty.ty, init);
                }
                self.automatic(ty, declarator);
            }
        }
        self.cleanup_attr(specs, declarator);
    }

    fn automatic(&mut self, mut ty: QualType, declarator: &ast::Declarator) {
        let span = declarator.name_span;
        if self.program.types.size_of(ty.ty).is_none() {
            let text = format!(
                "'{}' has the type '{}', which has no size here",
                self.name(declarator.name),
                self.show(ty.ty)
            );
            self.error(span, text);
            ty.ty = self.program.types.int();
        }
        if declarator.asm_label.is_some() {
            let name = self.name(declarator.name).to_string();
            let words =
                "a variable in a register of the machine: it keeps its value until it is assigned";
            self.assume(span, AssumptionKind::Approximation, &name, words);
        }
        let var = self.declare_local(declarator.name, ty, span);
        self.begin_local(var, declarator.init.is_some());
        if let Some(init) = declarator.init {
            self.local_init(var, init);
        }
    }

    /// A local variable in the current scope.
    pub(super) fn declare_local(&mut self, name: Symbol, ty: QualType, span: Span) -> VarId {
        let text: Box<str> = self.name(name).into();
        let unique = self.unique_local(name, &text);
        let var = self.new_local(text, unique, ty.ty, false);
        let align = self.alignment(ty);
        let variable = &mut self.program.vars[var];
        variable.quals = ty.quals;
        variable.align = align;
        variable.span = span;
        let register = self.program.types.is_scalar(ty.ty) && !self.taken.contains(&name);
        self.reads.set_register(var, register);
        self.scopes.declare(name, Entity::Var(var));
        var
    }

    /// A name unlike those of the function's other locals and of the globals visible here.
    pub(super) fn unique_local(&mut self, name: Symbol, text: &str) -> Box<str> {
        let hidden = matches!(
            self.scopes.lookup_file(name),
            Some(Entity::Var(_) | Entity::View(..) | Entity::Func(_))
        );
        let mut candidate: Box<str> = text.into();
        let mut n = 2;
        if hidden {
            candidate = format!("{text}$1").into();
        }
        while !self.local_unique.insert(candidate.clone()) {
            candidate = format!("{text}${n}").into();
            n += 1;
        }
        candidate
    }

    /// `static` in a block: exists always, visible here.
    fn static_local(
        &mut self,
        mut ty: QualType,
        specs: &ast::DeclSpecs,
        declarator: &ast::Declarator,
    ) {
        let (name, span) = (declarator.name, declarator.name_span);
        if let Some(init) = declarator.init {
            ty.ty = self.completed(ty.ty, init);
        }
        if self.program.types.size_of(ty.ty).is_none() {
            let text = format!("'{}' has no size here", self.show(ty.ty));
            self.error(span, text);
            ty.ty = self.program.types.int();
        }
        let text: Box<str> = self.name(name).into();
        let func = self.flow.func;
        let unique = self.unique_global(&format!("{}::{text}", self.program.funcs[func].unique));
        let var = self.program.vars.push(Variable {
            name: text,
            unique,
            ty: ty.ty,
            quals: ty.quals,
            kind: VarKind::StaticLocal(func),
            align: self.alignment(ty),
            address_taken: false,
            init: Some(Init::default()),
            span,
        });
        self.scopes.declare(name, Entity::Var(var));
        if let Some(init) = declarator.init {
            let contents = self.static_init(ty.ty, init);
            self.program.vars[var].init = Some(contents);
        }
        self.note_section(var, specs, declarator);
        let label = declarator.asm_label.as_ref();
        let label = label.and_then(|l| self.names.get(&l.text()));
        if label.is_some_and(|l| self.symbols.is_label(self.unit_index, l)) {
            let name = self.name(name).to_string();
            self.not_modelled(span, &name, "other names lead to this variable of a block");
        }
    }

    /// Completes tentative definitions of arrays without length, as one element.
    pub(super) fn end_unit(&mut self) {
        for index in self.program.vars.ids() {
            let variable = &self.program.vars[index];
            if variable.init.is_none() || !self.is_open_array(variable.ty) {
                continue;
            }
            if let TypeKind::Array { elem, .. } = *self.program.types.kind(variable.ty) {
                let ty = self.program.types.array(elem, ArrayLen::Known(1));
                self.program.vars[index].ty = ty;
            }
        }
        self.initialisers.end_unit();
    }
}

fn variable(entity: Entity) -> Option<VarId> {
    match entity {
        Entity::Var(var) | Entity::View(var, _) => Some(var),
        _ => None,
    }
}
