//! Local variables that hold an input from the start, and so do arrays of variable length.
//!
//! A variable of a function's outermost block is asked for when the function begins, others when their declaration is
//! passed. Where a value is asked for before there is a variable, it is taken at the beginning of the function and put to
//! its place later, once: behind the declaration, which may not be reached, or behind the labels by which others jump over
//! it.

use std::collections::{BTreeMap, BTreeSet};

use frontend::syntax::ast;
use ir::{Program, Stmt, VarId, VarKind};
use source::{Span, Symbol};

use super::Maker;
use super::inputs::Key;
use super::jumps_into_scope::{Behind, labels_behind};
use super::unit::Unit;

/// A variable and where it is declared.
struct Local {
    name: String,
    unit: usize,
    declaration: ast::DeclarationId,
    /// Its declarator, and whether that has an initial value.
    declarator: Span,
    initialised: bool,
    stands: Stands,
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
                self.fill_dynamic(var, contents, &declared);
            }
            for n in 0..self.units.len() {
                self.edit_alloca(n, contents);
            }
        }
        let keys = self.inputs.tables.keys();
        let vars = keys.filter_map(|key| match key {
            Key::Variable(var) | Key::Entered(var) => Some(*var),
            _ => None,
        });
        let vars: BTreeSet<VarId> = vars.filter(|var| !dynamic.contains(var)).collect();
        for var in vars {
            if matches!(program.vars[var].kind, VarKind::Local(_)) {
                self.give(var, &declared);
            }
        }
    }

    /// Finds the declaration of a variable.
    fn local(&mut self, var: VarId, declared: &[Declared]) -> Option<Local> {
        let variable = &self.check.whole.vars[var];
        let n = self.unit_of(variable.span)?;
        let symbol = self.names.intern(&variable.name);
        let at = variable.span.start;
        let all = declared[n].get(&symbol).into_iter().flatten();
        all.copied().find_map(|(declaration, stands)| {
            let declarators = &self.units[n].ast.declarations[declaration].declarators;
            let mut declarators = declarators.iter();
            let here =
                |d: &&ast::Declarator| d.name == symbol && d.span.start <= at && at <= d.span.end;
            declarators.find(here).map(|d| Local {
                name: self.own_name(&variable.name),
                unit: n,
                declaration,
                declarator: d.span,
                initialised: d.init.is_some(),
                stands,
            })
        })
    }

    /// Puts a statement to where a variable comes into being; says whether there is such a place.
    pub(super) fn tell_where_declared(
        &mut self,
        var: VarId,
        text: String,
        declared: &[Declared],
    ) -> bool {
        let variable = &self.check.whole.vars[var];
        if matches!(variable.kind, VarKind::Param(..)) {
            let Some(n) = self.unit_of(variable.span) else {
                return false;
            };
            let unit = &mut self.units[n];
            let function = function_around(&unit.ast, variable.span).map(|f| f.body);
            let Some(body) = function else { return false };
            let start = unit.range(unit.ast.stmts[body].span).start + 1;
            unit.edits.insert(start, text);
            return true;
        }
        let local = self.local(var, declared);
        let local = local.filter(|local| matches!(local.stands, Stands::InBlock { .. }));
        match local {
            Some(local) => self.put_behind(&local, text),
            None => return false,
        }
        true
    }

    /// An array of variable length holds the next contents.
    fn fill_dynamic(&mut self, var: VarId, table: i64, declared: &[Declared]) {
        let Some(local) = self.local(var, declared) else {
            return;
        };
        let name = &local.name;
        let text = format!(" cegar_told({table}, (void *){name}, sizeof {name});");
        self.put_behind(&local, text);
    }

    /// Gives a variable what it holds from the start.
    fn give(&mut self, var: VarId, declared: &[Declared]) {
        let Some(local) = self.local(var, declared) else {
            return;
        };
        let given = self.table(Key::Variable(var));
        let behind = self.behind(&local);
        let Stands::InBlock { late, .. } = local.stands else {
            return self.give_at_head(var, &local, given, &behind);
        };
        let name = &local.name;
        let next = format!(" cegar_told({given}, (void *)&{name}, sizeof {name});");
        let outermost = !self.inputs.begun.contains(&var);
        let taken = match outermost {
            true => given,
            false => self.table(Key::Entered(var)),
        };
        let jumped = !behind.bodies.is_empty() || behind.hidden;
        if taken < 0 || !(jumped || (outermost && late)) {
            if given >= 0 && !local.initialised {
                self.put_behind(&local, next);
            }
            return;
        }
        let once = format!("cegar_once(&cegar_{taken}, (void *)&{name}, sizeof {name});");
        let put = match (outermost, local.initialised) {
            (true, false) => format!(" {once}"),
            (true, true) => format!(" cegar_{taken} = 0;"),
            (false, _) => format!(" cegar_{taken} = 0;{next}"),
        };
        self.put_behind(&local, put);
        self.take_at_start(&local, taken);
        for body in behind.bodies {
            self.units[local.unit].put_behind_label(body, &once);
        }
        if behind.hidden {
            let name = &local.name;
            self.remark(format!(
                "the declaration of '{name}' is jumped over to where another variable has its name; it is given no value there"
            ));
        }
    }

    /// A variable at the head of a loop has an initial value.
    fn give_at_head(&mut self, var: VarId, local: &Local, given: i64, behind: &Behind) {
        let name = &local.name;
        if !behind.bodies.is_empty() {
            self.remark(format!(
                "the head of the loop that declares '{name}' is jumped over; it is given no value then"
            ));
        }
        let ty = self.check.whole.vars[var].ty;
        if given < 0 || local.initialised {
            return;
        }
        if self.check.whole.types.is_array(ty) {
            let text = format!("'{name}' has no value at the head of a loop; it is given none");
            return self.remark(text);
        }
        let text = format!(" = *(__typeof__({name}) *)cegar_device({given}, sizeof {name})");
        let unit = &mut self.units[local.unit];
        let end = unit.range(local.declarator).end;
        unit.edits.insert(end, text);
    }

    /// The labels behind a declaration.
    fn behind(&self, local: &Local) -> Behind {
        let ast = &self.units[local.unit].ast;
        let (around, rest) = match local.stands {
            Stands::AtHead { body } => (body, vec![ast::BlockItem::Stmt(body)]),
            Stands::InBlock { block, item, .. } => match &ast.stmts[block].kind {
                ast::StmtKind::Block(all) => (block, all.items[item + 1..].to_vec()),
                _ => return Behind::default(),
            },
        };
        let declaration = &ast.declarations[local.declaration];
        let mut declarators = declaration.declarators.iter();
        let found = declarators.find(|d| d.span == local.declarator);
        let found = found.map(|d| d.name);
        let function = function_around(ast, declaration.span);
        let Some((name, function)) = found.zip(function) else {
            return Behind::default();
        };
        let scope = Span::new(declaration.span.end, ast.stmts[around].span.end);
        labels_behind(ast, &rest, name, function.span, scope)
    }

    /// Puts a statement behind the declaration of a variable.
    fn put_behind(&mut self, local: &Local, text: String) {
        let unit = &mut self.units[local.unit];
        let declaration = &unit.ast.declarations[local.declaration];
        let range = unit.range(declaration.span);
        let register = declaration.specs.storage == Some(ast::Storage::Register);
        unit.edits.insert(range.end, text);
        if register {
            self.blank(local.unit, range, "register", "");
        }
    }

    /// Takes a value where the function begins that a variable is in.
    fn take_at_start(&mut self, local: &Local, table: i64) {
        let unit = &mut self.units[local.unit];
        let at = unit.ast.declarations[local.declaration].span;
        if let Some(function) = function_around(&unit.ast, at) {
            let start = unit.range(unit.ast.stmts[function.body].span).start + 1;
            let taken = format!(" const void *cegar_{table} = cegar_take({table});");
            unit.edits.insert(start, taken);
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
pub(super) enum Stands {
    InBlock {
        block: ast::StmtId,
        /// Which of its items it is.
        item: usize,
        /// Whether there are statements before it.
        late: bool,
    },
    /// At the head of a loop.
    AtHead { body: ast::StmtId },
}

fn function_around(ast: &ast::Ast, at: Span) -> Option<&ast::FunctionDef> {
    let mut all = ast.functions.values();
    all.find(|f| f.span.start <= at.start && at.end <= f.span.end)
}

/// The declarations in the bodies of functions, by the names that they declare.
pub(super) type Declared = BTreeMap<Symbol, Vec<(ast::DeclarationId, Stands)>>;

pub(super) fn declared(unit: &Unit) -> Declared {
    let ast = &unit.ast;
    let mut found = Declared::new();
    let mut add = |id: ast::DeclarationId, stands| {
        for declarator in &ast.declarations[id].declarators {
            found.entry(declarator.name).or_default().push((id, stands));
        }
    };
    for (block, kind) in ast.stmts.iter().map(|(id, stmt)| (id, &stmt.kind)) {
        match kind {
            ast::StmtKind::For {
                init: ast::ForInit::Declaration(id),
                body,
                ..
            } => add(*id, Stands::AtHead { body: *body }),
            ast::StmtKind::Block(items) => {
                let mut late = false;
                for (item, kind) in items.items.iter().enumerate() {
                    match kind {
                        ast::BlockItem::Declaration(id) => {
                            add(*id, Stands::InBlock { block, item, late });
                        }
                        _ => late = true,
                    }
                }
            }
            _ => {}
        }
    }
    found
}
