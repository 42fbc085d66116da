//! Local variables that hold an input from the start, and so do arrays of variable length.

use std::collections::BTreeMap;

use frontend::ir::{Stmt, VarId, VarKind};
use frontend::source::Span;
use frontend::syntax::ast;

use super::Maker;
use super::inputs::Key;

impl Maker<'_> {
    /// Gives values to local variables that come into being with them.
    pub(super) fn edit_locals(&mut self) {
        self.edit_dynamic();
        let keys = self.inputs.tables.keys().copied();
        let vars: Vec<VarId> = keys
            .filter_map(|key| match key {
                Key::Variable(var) => Some(var),
                _ => None,
            })
            .filter(|&var| matches!(self.check.whole.vars[var].kind, VarKind::Local(_)))
            .collect();
        for var in vars {
            self.edit_local(var);
        }
    }

    fn edit_local(&mut self, var: VarId) {
        let table = self.table(Key::Variable(var));
        if table >= 0 && !self.is_dynamic(var) {
            let name = &self.check.whole.vars[var].name;
            let text = format!(" cegar_told({table}, (void *)&{name}, sizeof {name});");
            self.after_declaration(var, text);
        }
    }

    /// Whether a variable is an array of variable length.
    fn is_dynamic(&self, var: VarId) -> bool {
        let program = &self.check.whole;
        program.defined().any(|(_, _, cfg)| {
            cfg.edges().any(|edge| match cfg.edge(edge).stmt {
                Stmt::Alloca { result, .. } => program.terms.place_var(result) == Some(var),
                _ => false,
            })
        })
    }

    /// Puts a statement behind the declaration of a local variable that has no initial value.
    fn after_declaration(&mut self, var: VarId, text: String) {
        let variable = &self.check.whole.vars[var];
        let Some(n) = self.unit_of(variable.span) else {
            return;
        };
        let symbol = self.names.intern(&variable.name);
        let name = variable.name.clone();
        let unit = &self.units[n];
        let at = variable.span.start;
        let is_it =
            |d: &&ast::Declarator| d.name == symbol && d.span.start <= at && at <= d.span.end;
        let inside = in_blocks(&unit.ast);
        let all = unit.ast.declarations.iter();
        let all: Vec<_> = all.filter(|(id, _)| inside.contains_key(id)).collect();
        let found = all
            .iter()
            .find_map(|&(id, d)| Some((id, d, d.declarators.iter().find(is_it)?)));
        let Some((id, declaration, declarator)) = found else {
            return;
        };
        if declarator.init.is_some() {
            return;
        }
        if inside.get(&id) == Some(&Stands::AtHead) {
            self.remark(format!(
                "'{name}' has no value at the head of a loop; it is given none"
            ));
            return;
        }
        let range = unit.range(declaration.span);
        let register = declaration.specs.storage == Some(ast::Storage::Register);
        self.units[n].edits.insert(range.end, text);
        if register {
            self.blank(n, range, "register", "");
        }
    }

    /// What arrays of variable length and `alloca` give holds at first.
    fn edit_dynamic(&mut self) {
        let table = self.table(Key::Allocated);
        if table < 0 {
            return;
        }
        let program = &self.check.whole;
        for (_, _, cfg) in program.defined() {
            for edge in cfg.edges() {
                if let Stmt::Alloca { result, .. } = cfg.edge(edge).stmt
                    && let Some(var) = program.terms.place_var(result)
                    && matches!(program.vars[var].kind, VarKind::Local(_))
                {
                    let name = program.vars[var].name.clone();
                    let text = format!(" cegar_told({table}, (void *){name}, sizeof {name});");
                    self.after_declaration(var, text);
                }
            }
        }
        for n in 0..self.units.len() {
            for (callee, argument) in self.calls_of_alloca(n) {
                let size = self.spelled(n, argument);
                let callee = self.units[n].range(callee);
                let end = self.units[n].range(argument).end;
                let text = format!(
                    "({{ __typeof__(sizeof 0) cegar_n = ({size}); void *cegar_p = __builtin_alloca(cegar_n); \
                     cegar_told({table}, cegar_p, cegar_n); cegar_p; }}"
                );
                self.units[n].edits.replace(callee.start..end, text);
            }
        }
    }

    /// Where `alloca` stands, and its argument.
    fn calls_of_alloca(&self, n: usize) -> Vec<(Span, Span)> {
        let ast = &self.units[n].ast;
        let calls = ast.exprs.values().filter_map(|expr| match &expr.kind {
            ast::ExprKind::Call { callee, args } => Some((*callee, *args.first()?)),
            _ => None,
        });
        let calls = calls.filter(|(callee, _)| match ast.exprs[*callee].kind {
            ast::ExprKind::Ident(name) => {
                matches!(self.names.name(name), "alloca" | "__builtin_alloca")
            }
            _ => false,
        });
        calls
            .map(|(callee, arg)| (ast.exprs[callee].span, ast.exprs[arg].span))
            .collect()
    }
}

/// Where a declaration in a function stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stands {
    InBlock,
    /// At the head of a loop.
    AtHead,
}

/// The declarations in the bodies of functions.
fn in_blocks(ast: &ast::Ast) -> BTreeMap<ast::DeclarationId, Stands> {
    let mut found = BTreeMap::new();
    for stmt in ast.stmts.values() {
        match &stmt.kind {
            ast::StmtKind::For {
                init: ast::ForInit::Declaration(id),
                ..
            } => {
                found.insert(*id, Stands::AtHead);
            }
            ast::StmtKind::Block(block) => {
                for item in &block.items {
                    if let ast::BlockItem::Declaration(id) = item {
                        found.insert(*id, Stands::InBlock);
                    }
                }
            }
            _ => {}
        }
    }
    found
}
