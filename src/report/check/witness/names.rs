//! Which variables can be named at a place of the source.
//!
//! A name means what the innermost declaration before the place says. So a variable can be named where that is its own.

use frontend::syntax::ast::{
    Ast, BlockItem, Declaration, ForInit, Item, StmtKind, Storage, TypeKind,
};
use ir::{Program, VarId, VarKind};
use source::{Interner, Span, Symbol, Unit};

/// The declarations of a unit.
pub(super) struct Names {
    interner: Interner,
    unit: Span,
    declared: Vec<Declared>,
    /// Enumerators, which may hide variables.
    constants: Vec<Symbol>,
}

/// A declared name.
struct Declared {
    name: Symbol,
    /// Where it stands.
    at: Span,
    /// Where it can be seen, from its declaration on.
    scope: Span,
    storage: Option<Storage>,
    file_scope: bool,
}

impl Names {
    pub(super) fn new(unit: &Unit, interner: Interner, tree: &Ast) -> Self {
        let whole = unit.span(0, unit.text().len() as u32);
        let enumerators = tree.enums.values().filter_map(|e| e.enumerators.as_ref());
        let mut names = Names {
            interner,
            unit: whole,
            declared: Vec::new(),
            constants: enumerators.flatten().map(|e| e.name).collect(),
        };
        for item in &tree.items {
            match item {
                Item::Declaration(id) => names.declare(&tree.declarations[*id], whole, true),
                Item::Function(id) => {
                    let function = &tree.functions[*id];
                    let declarator = &function.declarator;
                    names.declared.push(Declared {
                        name: declarator.name,
                        at: declarator.name_span,
                        scope: whole,
                        storage: Some(Storage::Extern),
                        file_scope: true,
                    });
                    names.parameters(tree, declarator.ty, function.span);
                }
                _ => {}
            }
        }
        for stmt in tree.stmts.values() {
            match &stmt.kind {
                StmtKind::Block(block) => {
                    for item in &block.items {
                        if let BlockItem::Declaration(id) = item {
                            names.declare(&tree.declarations[*id], stmt.span, false);
                        }
                    }
                }
                StmtKind::For {
                    init: ForInit::Declaration(id),
                    ..
                } => names.declare(&tree.declarations[*id], stmt.span, false),
                _ => {}
            }
        }
        names
    }

    fn declare(&mut self, declaration: &Declaration, scope: Span, file_scope: bool) {
        for declarator in &declaration.declarators {
            self.declared.push(Declared {
                name: declarator.name,
                at: declarator.name_span,
                scope,
                storage: declaration.specs.storage,
                file_scope,
            });
        }
    }

    fn parameters(&mut self, tree: &Ast, ty: frontend::syntax::ast::TypeId, scope: Span) {
        let TypeKind::Function { params, .. } = &tree.types[ty].kind else {
            return;
        };
        for param in &params.list {
            self.declared.extend(param.name.map(|name| Declared {
                name,
                at: param.span,
                scope,
                storage: None,
                file_scope: false,
            }));
        }
    }

    /// The name of a variable at a place, if it has one there.
    pub(super) fn name<'p>(&self, program: &'p Program, var: VarId, at: Span) -> Option<&'p str> {
        let variable = &program.vars[var];
        let name = &*variable.name;
        let symbol = self.interner.get(name)?;
        // Whether what a `for` declares is in scope at its keyword may be doubted.
        let doubted = |d: &Declared| d.name == symbol && d.scope.start == at.start;
        if self.constants.contains(&symbol) || self.declared.iter().any(doubted) {
            return None;
        }
        let seen = |d: &&Declared| {
            let around = d.scope.start <= at.start && at.start < d.scope.end;
            d.name == symbol && around && d.at.end <= at.start
        };
        let seen = self.declared.iter().filter(seen);
        let meant = seen.min_by_key(|d| d.scope.end - d.scope.start)?;
        let is_it = match variable.kind {
            VarKind::Global => meant.file_scope && meant.storage != Some(Storage::Typedef),
            VarKind::Static => {
                let here =
                    self.unit.start <= variable.span.start && variable.span.end <= self.unit.end;
                here && meant.file_scope && meant.storage == Some(Storage::Static)
            }
            VarKind::StaticLocal(_) | VarKind::Param(..) | VarKind::Local(_) => {
                meant.at == variable.span
            }
            VarKind::Temp(_) | VarKind::Literal => false,
        };
        is_it.then_some(name)
    }
}
