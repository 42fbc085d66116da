//! What the text of a unit says of its symbols.

use super::super::known_names::KnownNames;
use super::{Definition, Strength, UnitSymbols, is_inline_only};
use crate::syntax::ast::{self, Ast, Attr, Storage};
use rustc_hash::FxHashSet;
use source::{Interner, Symbol};

/// Reads what a unit says of symbols.
pub(super) struct Reader<'r> {
    ast: &'r Ast,
    unit: usize,
    names: &'r mut Interner,
    known: &'r KnownNames,
    pub(super) found: UnitSymbols,
    /// Names of functions, and of their types.
    functions: FxHashSet<Symbol>,
}

impl<'r> Reader<'r> {
    pub(super) fn new(
        ast: &'r Ast,
        unit: usize,
        names: &'r mut Interner,
        known: &'r KnownNames,
    ) -> Self {
        Self {
            ast,
            unit,
            names,
            known,
            found: UnitSymbols::default(),
            functions: FxHashSet::default(),
        }
    }

    pub(super) fn read(&mut self) {
        let ast = self.ast;
        self.labels();
        self.pragmas();
        for item in &ast.items {
            match item {
                ast::Item::Function(id) => self.function(*id),
                ast::Item::Declaration(id) => {
                    let declaration = &ast.declarations[*id];
                    for declarator in &declaration.declarators {
                        self.declarator(&declaration.specs, declarator);
                    }
                }
                ast::Item::StaticAssert(_) | ast::Item::Asm(_) => {}
            }
        }
        self.settle();
    }

    /// What could only be told when everything was read: a name may be declared weak behind its definition.
    fn settle(&mut self) {
        let found = &mut self.found;
        let (weak, references) = (&found.weak, &found.references);
        let definitions = &mut found.definitions;
        found.order.retain(|symbol| {
            if references.contains(symbol) {
                definitions.remove(symbol);
                return false;
            }
            if let Some(definition) = definitions.get_mut(symbol)
                && weak.contains(symbol)
                && definition.strength == Strength::Strong
            {
                definition.strength = Strength::Weak;
            }
            true
        });
    }

    /// Labels count wherever they stand: before a name is used, or after.
    fn labels(&mut self) {
        let ast = self.ast;
        let at_file_scope: FxHashSet<ast::DeclarationId> = ast
            .items
            .iter()
            .filter_map(|item| match item {
                ast::Item::Declaration(id) => Some(*id),
                _ => None,
            })
            .collect();
        let declared = ast.declarations.iter().flat_map(|(id, d)| {
            let in_block = !at_file_scope.contains(&id);
            let storage = d.specs.storage;
            d.declarators.iter().filter(move |declarator| {
                let kind = &ast.types[declarator.ty].kind;
                let function = matches!(kind, ast::TypeKind::Function { .. });
                match storage {
                    Some(Storage::Typedef | Storage::Register | Storage::Auto) => false,
                    Some(Storage::Extern) => true,
                    _ => !in_block || function,
                }
            })
        });
        let defined = ast.functions.values().map(|f| &f.declarator);
        for declarator in declared.chain(defined) {
            if let Some(label) = &declarator.asm_label {
                let label = self.names.intern(&label.text());
                self.found.labels.entry(declarator.name).or_insert(label);
            }
        }
    }

    /// `#pragma weak f`, `#pragma weak f = g`, `#pragma redefine_extname f g`.
    fn pragmas(&mut self) {
        let ast = self.ast;
        for pragma in &ast.symbol_pragmas {
            let text = pragma.text.replace('=', " = ");
            let words: Vec<&str> = text.split_whitespace().collect();
            match words[..] {
                ["redefine_extname", name, label] => {
                    let (name, label) = (self.names.intern(name), self.names.intern(label));
                    self.found.labels.entry(name).or_insert(label);
                }
                ["weak", name] => {
                    let symbol = self.names.intern(name);
                    self.found.weak.insert(symbol);
                }
                ["weak", name, "=", target] => {
                    let name = self.names.intern(name);
                    let target = self.names.intern(target);
                    self.found.weak.insert(name);
                    self.alias(name, name, target);
                }
                _ => {}
            }
        }
    }

    fn symbol(&self, name: Symbol) -> Symbol {
        self.found.labels.get(&name).copied().unwrap_or(name)
    }

    fn function(&mut self, id: ast::FunctionId) {
        let def = &self.ast.functions[id];
        let attrs = [&def.specs.attrs[..], &def.declarator.attrs[..]];
        let name = def.declarator.name;
        self.functions.insert(name);
        let strength = match is_inline_only(def) {
            true => Strength::Inline,
            false => Strength::Strong,
        };
        self.linkage(&def.specs, name, &attrs);
        if strength == Strength::Inline && self.has(&attrs, self.known.always_inline) {
            let symbol = self.symbol(name);
            self.found.always_inline.insert(symbol);
        }
        self.define(name, strength, Some(id));
    }

    fn declarator(&mut self, specs: &ast::DeclSpecs, declarator: &ast::Declarator) {
        let name = declarator.name;
        let function = self.is_function(declarator.ty);
        if function {
            self.functions.insert(name);
        }
        match specs.storage {
            Some(Storage::Typedef) => return,
            Some(Storage::Register) => {
                self.found.internal.insert(name);
                return;
            }
            _ => {}
        }
        let attrs = [&specs.attrs[..], &declarator.attrs[..]];
        self.linkage(specs, name, &attrs);
        let declared = specs.storage == Some(Storage::Extern) && declarator.init.is_none();
        if !function && !declared {
            self.define(name, Strength::Strong, None);
        }
    }

    /// Whether a type is that of a function, as far as names tell.
    fn is_function(&self, ty: ast::TypeId) -> bool {
        match self.ast.types[ty].kind {
            ast::TypeKind::Function { .. } => true,
            ast::TypeKind::Typedef(name) => self.functions.contains(&name),
            ast::TypeKind::TypeofType(ty) => self.is_function(ty),
            ast::TypeKind::TypeofExpr(e) => match self.ast.exprs[e].kind {
                ast::ExprKind::Ident(name) => self.functions.contains(&name),
                _ => false,
            },
            _ => false,
        }
    }

    /// What the storage class and the attributes say.
    fn linkage(&mut self, specs: &ast::DeclSpecs, name: Symbol, attrs: &[&[Attr]]) {
        let symbol = self.symbol(name);
        if specs.storage == Some(Storage::Static) {
            self.found.internal.insert(symbol);
        }
        for attr in attrs.iter().flat_map(|a| a.iter()) {
            let target = string_arg(self.ast, attr).map(|t| self.names.intern(&t));
            match attr.name {
                a if a == self.known.weak => {
                    self.found.weak.insert(symbol);
                }
                a if a == self.known.weakref => {
                    self.found.references.insert(symbol);
                    if let Some(target) = target {
                        self.found.aliases.insert(symbol, target);
                    }
                }
                a if a == self.known.alias || a == self.known.ifunc => {
                    if let Some(target) = target.filter(|_| a == self.known.alias) {
                        self.alias(name, symbol, target);
                    }
                    self.define(name, Strength::Strong, None);
                }
                _ => {}
            }
        }
    }

    fn alias(&mut self, name: Symbol, symbol: Symbol, target: Symbol) {
        self.found.aliases.insert(symbol, target);
        self.found.targets.insert(target);
        self.define(name, Strength::Strong, None);
    }

    fn has(&self, attrs: &[&[Attr]], name: Symbol) -> bool {
        attrs.iter().any(|a| a.iter().any(|a| a.name == name))
    }

    fn define(&mut self, name: Symbol, strength: Strength, function: Option<ast::FunctionId>) {
        let symbol = self.symbol(name);
        let definition = Definition {
            strength,
            unit: self.unit,
            name,
            function,
        };
        match self.found.definitions.get_mut(&symbol) {
            Some(known) if known.strength >= strength => {}
            Some(known) => *known = definition,
            None => {
                self.found.definitions.insert(symbol, definition);
                self.found.order.push(symbol);
            }
        }
    }
}

/// The string that is an attribute's argument.
pub(in crate::lower) fn string_arg(ast: &Ast, attr: &Attr) -> Option<String> {
    let Some(ast::AttrArg::Expr(e)) = attr.args.first() else {
        return None;
    };
    match &ast.exprs[*e].kind {
        ast::ExprKind::Str(lit) => Some(lit.text()),
        _ => None,
    }
}
