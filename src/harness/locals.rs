//! Local variables that hold an input from the start, and so do arrays of variable length.
//!
//! A variable of a function's outermost block is asked for when the function begins, others when their declaration is
//! passed. Where there are statements before a declaration of the first kind, the value is taken at the beginning of the
//! function and put there later: the declaration may not be reached.

use std::collections::{BTreeMap, BTreeSet};

use frontend::ir::{Program, Stmt, VarId, VarKind};
use frontend::source::{Span, Symbol};
use frontend::syntax::ast;

use super::Maker;
use super::inputs::Key;
use super::unit::Unit;

/// What is put behind the declaration of a variable.
enum Put {
    /// The next value of a table.
    Next(i64),
    /// The same, to an array of variable length.
    Dynamic(i64),
}

impl Maker<'_> {
    /// Gives values to local variables that come into being with them.
    pub(super) fn edit_locals(&mut self) {
        let program = &self.check.whole;
        let declared: Vec<Declared> = self.units.iter().map(declared).collect();
        let dynamic = dynamic(program);
        let contents = self.table(Key::Allocated);
        if contents >= 0 {
            for &var in &dynamic {
                self.put(var, &Put::Dynamic(contents), &declared);
            }
            for n in 0..self.units.len() {
                self.edit_alloca(n, contents);
            }
        }
        let keys: Vec<Key> = self.inputs.tables.keys().copied().collect();
        for key in keys {
            if let Key::Variable(var) = key
                && matches!(program.vars[var].kind, VarKind::Local(_))
                && !dynamic.contains(&var)
            {
                let table = self.table(key);
                if table >= 0 {
                    self.put(var, &Put::Next(table), &declared);
                }
            }
        }
    }

    /// Puts a statement behind the declaration of a variable that has no initial value.
    fn put(&mut self, var: VarId, what: &Put, declared: &[Declared]) {
        let variable = &self.check.whole.vars[var];
        let Some(n) = self.unit_of(variable.span) else {
            return;
        };
        let symbol = self.names.intern(&variable.name);
        let unit = &self.units[n];
        let at = variable.span.start;
        let all = declared[n].get(&symbol).into_iter().flatten();
        let found = all.copied().find_map(|(id, stands)| {
            let declaration = &unit.ast.declarations[id];
            let is_it = |d: &&ast::Declarator| {
                d.name == symbol && d.span.start <= at && at <= d.span.end && d.init.is_none()
            };
            let here = declaration.declarators.iter().find(is_it);
            here.map(|_| (declaration, stands))
        });
        let Some((declaration, stands)) = found else {
            return;
        };
        let name = &variable.name;
        if stands == Stands::AtHead {
            let text = format!("'{name}' has no value at the head of a loop; it is given none");
            return self.remark(text);
        }
        let range = unit.range(declaration.span);
        let register = declaration.specs.storage == Some(ast::Storage::Register);
        let text = match (what, stands) {
            (Put::Dynamic(table), _) => {
                format!(" cegar_told({table}, (void *){name}, sizeof {name});")
            }
            (Put::Next(table), Stands::Late(body)) => {
                let start = unit.range(unit.ast.stmts[body].span).start + 1;
                let taken = format!(" const void *cegar_{table} = cegar_take({table});");
                let put = format!(" cegar_put(cegar_{table}, (void *)&{name}, sizeof {name});");
                self.units[n].edits.insert(start, taken);
                put
            }
            (Put::Next(table), _) => {
                format!(" cegar_told({table}, (void *)&{name}, sizeof {name});")
            }
        };
        self.units[n].edits.insert(range.end, text);
        if register {
            self.blank(n, range, "register", "");
        }
    }

    /// What `alloca` gives holds the next contents.
    fn edit_alloca(&mut self, n: usize, table: i64) {
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

/// Arrays of variable length.
fn dynamic(program: &Program) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    for (_, _, cfg) in program.defined() {
        for edge in cfg.edges() {
            if let Stmt::Alloca { result, .. } = cfg.edge(edge).stmt
                && let Some(var) = program.terms.place_var(result)
                && matches!(program.vars[var].kind, VarKind::Local(_))
            {
                found.insert(var);
            }
        }
    }
    found
}

/// Where a declaration in a function stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stands {
    InBlock,
    /// In the body that is told, behind a statement.
    Late(ast::StmtId),
    /// At the head of a loop.
    AtHead,
}

/// The declarations in the bodies of functions, by the names that they declare.
type Declared = BTreeMap<Symbol, Vec<(ast::DeclarationId, Stands)>>;

fn declared(unit: &Unit) -> Declared {
    let ast = &unit.ast;
    let bodies: BTreeSet<ast::StmtId> = ast.functions.values().map(|f| f.body).collect();
    let mut found = Declared::new();
    let mut add = |id: ast::DeclarationId, stands| {
        for declarator in &ast.declarations[id].declarators {
            found.entry(declarator.name).or_default().push((id, stands));
        }
    };
    for (stmt, kind) in ast.stmts.iter().map(|(id, stmt)| (id, &stmt.kind)) {
        match kind {
            ast::StmtKind::For {
                init: ast::ForInit::Declaration(id),
                ..
            } => add(*id, Stands::AtHead),
            ast::StmtKind::Block(block) => {
                let mut late = false;
                for item in &block.items {
                    match item {
                        ast::BlockItem::Declaration(id) if late && bodies.contains(&stmt) => {
                            add(*id, Stands::Late(stmt));
                        }
                        ast::BlockItem::Declaration(id) => add(*id, Stands::InBlock),
                        _ => late = true,
                    }
                }
            }
            _ => {}
        }
    }
    found
}
