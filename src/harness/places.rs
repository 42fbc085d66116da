//! What asks for values in the middle of the text: local variables, assembly, registers of devices; and labels that
//! must not be reached.

use std::collections::BTreeMap;

use frontend::ir::{EdgeId, FuncId, Stmt, VarId, VarKind};
use frontend::source::Span;
use frontend::syntax::ast;

use super::Maker;
use super::edits::{Kind, words};
use super::inputs::Key;

impl Maker<'_> {
    pub(super) fn edit_places(&mut self) {
        self.edit_locals();
        self.edit_assembly();
        self.edit_inline();
        self.edit_labels();
    }

    /// Gives values to local variables that come into being with them.
    fn edit_locals(&mut self) {
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
        let variable = &self.check.whole.vars[var];
        let table = self.table(Key::Variable(var));
        let Some(n) = self.unit_of(variable.span).filter(|_| table >= 0) else {
            return;
        };
        let symbol = self.names.intern(&variable.name);
        let name = variable.name.clone();
        let unit = &self.units[n];
        let at = variable.span.start;
        let is_it = |d: &&ast::Declarator| {
            d.name == symbol && d.span.start <= at && at <= d.span.end
        };
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
            self.remark(format!("'{name}' has no value at the head of a loop; it is given none"));
            return;
        }
        let range = unit.range(declaration.span);
        let register = declaration.specs.storage == Some(ast::Storage::Register);
        let text = format!(" cegar_told({table}, (void *)&{name}, sizeof {name});");
        self.units[n].edits.insert(range.end, text);
        if register {
            self.blank(n, range, "register", "");
        }
    }

    /// Replaces the first word of that spelling in a range.
    fn blank(&mut self, n: usize, range: std::ops::Range<usize>, word: &str, by: &str) -> bool {
        let unit = &mut self.units[n];
        let text = self.checked.compiled.sources.unit(unit.id).text();
        let all = words(&text[range.clone()]);
        let found = all.into_iter().find(|(kind, at)| {
            *kind == Kind::Name && &text[range.start + at.start..range.start + at.end] == word.as_bytes()
        });
        match found {
            Some((_, at)) => {
                unit.edits.replace(range.start + at.start..range.start + at.end, by);
                true
            }
            None => false,
        }
    }

    /// A part of a unit's text as it stands in the harness.
    fn spelled(&self, n: usize, span: Span) -> String {
        let unit = &self.units[n];
        let text = self.checked.compiled.sources.unit(unit.id).text();
        unit.spelled(&String::from_utf8_lossy(&text[unit.range(span)]))
    }

    /// What assembly writes are inputs, and it does nothing else.
    fn edit_assembly(&mut self) {
        for n in 0..self.units.len() {
            let asms: Vec<(bool, ast::AsmStmt)> = {
                let ast = &self.units[n].ast;
                let at_top = |id: ast::AsmId| {
                    ast.items.iter().any(|item| matches!(item, ast::Item::Asm(a) if *a == id))
                };
                let all = ast.asms.iter();
                all.map(|(id, asm)| (at_top(id), asm.clone())).collect()
            };
            for (at_top, asm) in asms {
                let text = match at_top {
                    true => String::new(),
                    false => self.assembly(n, &asm),
                };
                let range = self.units[n].range(asm.span);
                self.units[n].edits.replace(range, text);
            }
        }
    }

    fn assembly(&mut self, n: usize, asm: &ast::AsmStmt) -> String {
        let edges = self.choices_in(asm.span);
        let mut text = String::from("{");
        let mut next = edges.iter();
        for output in &asm.outputs {
            let Some(&(func, edge)) = next.next() else {
                break;
            };
            let table = self.table(Key::Edge(func, edge));
            let to = self.spelled(n, self.units[n].ast.exprs[output.expr].span);
            text += &format!(" cegar_value({table}, (void *)&({to}), sizeof ({to}));");
        }
        if let Some(&(func, edge)) = next.next().filter(|_| !asm.labels.is_empty()) {
            let table = self.table(Key::Edge(func, edge));
            text += &format!(" int cegar_jump; cegar_value({table}, &cegar_jump, sizeof cegar_jump);");
            for (k, label) in asm.labels.iter().enumerate() {
                let label = self.names.name(*label);
                text += &format!(" if (cegar_jump == {}) goto {label};", k + 1);
            }
        }
        text + " }"
    }

    /// The edges in a part of the text that ask for values.
    fn choices_in(&self, span: Span) -> Vec<(FuncId, EdgeId)> {
        let mut found = Vec::new();
        for (func, _, cfg) in self.check.whole.defined() {
            for edge in cfg.edges() {
                let at = cfg.edge(edge).span;
                let inside = span.start <= at.start && at.end <= span.end;
                if inside && matches!(cfg.edge(edge).stmt, Stmt::Havoc { .. }) {
                    found.push((func, edge));
                }
            }
        }
        found
    }

    /// Functions that are only there to be inlined must be there to be called.
    fn edit_inline(&mut self) {
        for n in 0..self.units.len() {
            let unit = &self.units[n];
            let functions = unit.ast.functions.values();
            let lonely = functions.filter(|f| {
                f.specs.inline && f.specs.storage != Some(ast::Storage::Static)
            });
            let heads: Vec<_> = lonely
                .map(|f| unit.range(f.span).start..unit.range(f.declarator.name_span).start)
                .collect();
            for head in heads {
                for word in ["inline", "__inline", "__inline__"] {
                    if self.blank(n, head.clone(), word, "__attribute__((weak))") {
                        break;
                    }
                }
            }
        }
    }

    /// Arrivals at labels that the property forbids.
    fn edit_labels(&mut self) {
        let program = &self.check.whole;
        let violations = self.checked.violations.keys().enumerate();
        let labels: Vec<(usize, String)> = violations
            .filter_map(|(k, &func)| {
                let label = program.funcs[func].name.strip_prefix("label ")?;
                Some((k, label.to_owned()))
            })
            .collect();
        for (number, label) in labels {
            let symbol = self.names.intern(&label);
            for unit in &mut self.units {
                let bodies: Vec<Span> = unit
                    .ast
                    .stmts
                    .values()
                    .filter_map(|stmt| match &stmt.kind {
                        ast::StmtKind::Label { name, body, .. } if *name == symbol => {
                            Some(unit.ast.stmts[*body].span)
                        }
                        _ => None,
                    })
                    .collect();
                for body in bodies {
                    let at = unit.range(body).start;
                    unit.edits.insert(at, format!("cegar_violated({number}); "));
                }
            }
        }
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
