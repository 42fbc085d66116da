//! What asks for values in the middle of the text, and what must not be reached there: assembly and labels. Functions
//! that are only there to be inlined are there to be called.

use std::collections::BTreeSet;

use frontend::lower::EXACT_ASSEMBLY;
use frontend::syntax::ast;
use ir::{AssumptionKind, EdgeId, FuncId, Stmt};
use source::{Span, Symbol};

use super::Maker;
use super::edits::{TokenKind, tokens};
use super::inputs::Key;

impl Maker<'_> {
    pub(super) fn edit_assembly_and_labels(&mut self) {
        self.edit_assembly();
        self.edit_inline();
        self.edit_labels();
    }

    /// Replaces the first word of that spelling in a range.
    pub(super) fn blank(
        &mut self,
        n: usize,
        range: std::ops::Range<usize>,
        word: &str,
        by: &str,
    ) -> bool {
        let unit = &mut self.units[n];
        let text = self.checked.compiled.sources.unit(unit.id).text();
        let all = tokens(&text[range.clone()]);
        let found = all.into_iter().find(|(kind, at)| {
            *kind == TokenKind::Name
                && &text[range.start + at.start..range.start + at.end] == word.as_bytes()
        });
        match found {
            Some((_, at)) => {
                unit.edits
                    .replace(range.start + at.start..range.start + at.end, by);
                true
            }
            None => false,
        }
    }

    /// A part of a unit's text as it stands in the replay program.
    pub(super) fn spelled(&self, n: usize, span: Span) -> String {
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
                    ast.items
                        .iter()
                        .any(|item| matches!(item, ast::Item::Asm(a) if *a == id))
                };
                let all = ast.asms.iter();
                all.map(|(id, asm)| (at_top(id), asm.clone())).collect()
            };
            for (at_top, asm) in asms {
                if self.is_understood(&asm) {
                    continue;
                }
                let text = match at_top {
                    true => String::new(),
                    false => self.assembly(n, &asm),
                };
                let range = self.units[n].range(asm.span);
                self.units[n].edits.replace(range, text);
            }
        }
    }

    /// Whether assembly does here what it did when the bug was found.
    fn is_understood(&self, asm: &ast::AsmStmt) -> bool {
        let mut entries = self.check.whole.ledger.entries.iter();
        entries.any(|entry| {
            entry.kind == AssumptionKind::InlineAssembly
                && entry.span == asm.span
                && *entry.assumption == *EXACT_ASSEMBLY
        })
    }

    fn assembly(&mut self, n: usize, asm: &ast::AsmStmt) -> String {
        let edges = self.choices_in(asm.span);
        let mut text = String::from("{");
        let mut next = edges.iter();
        let more = edges.len().saturating_sub(asm.outputs.len());
        let more = more.saturating_sub(usize::from(!asm.labels.is_empty()));
        let written = self.written_inputs(asm, more);
        for output in asm.outputs.iter().chain(written) {
            let Some(&(func, edge)) = next.next() else {
                break;
            };
            let table = self.table(Key::Edge(func, edge));
            let to = self.spelled(n, self.units[n].ast.exprs[output.expr].span);
            text += &format!(" cegar_value({table}, (void *)&({to}), sizeof ({to}));");
        }
        if let Some(&(func, edge)) = next.next().filter(|_| !asm.labels.is_empty()) {
            let table = self.table(Key::Edge(func, edge));
            text +=
                &format!(" int cegar_jump; cegar_value({table}, &cegar_jump, sizeof cegar_jump);");
            for (k, label) in asm.labels.iter().enumerate() {
                let label = self.own_name(self.names.name(*label));
                text += &format!(" if (cegar_jump == {}) goto {label};", k + 1);
            }
        }
        text + " }"
    }

    /// The inputs of assembly that it writes, of which it is known how many they are.
    fn written_inputs<'a>(
        &mut self,
        asm: &'a ast::AsmStmt,
        count: usize,
    ) -> Vec<&'a ast::AsmOperand> {
        let in_memory = |operand: &&ast::AsmOperand| {
            let mut units = operand.constraint.units.iter();
            units.any(|&unit| unit == u32::from(b'm'))
        };
        let inputs: Vec<&ast::AsmOperand> = asm.inputs.iter().filter(in_memory).collect();
        if count == 0 || inputs.len() == count {
            return inputs.into_iter().take(count).collect();
        }
        let at = self.checked.compiled.sources.locate(asm.span);
        if let Some(at) = at.map(|at| format!("{}:{}", at.file, at.line)) {
            self.remark(format!("what the assembly at {at} writes is no input"));
        }
        Vec::new()
    }

    /// The edges in a part of the text that ask for values.
    fn choices_in(&self, span: Span) -> Vec<(FuncId, EdgeId)> {
        let mut found = Vec::new();
        for (func, _, cfg) in self.check.whole.defined() {
            for edge in cfg.edges() {
                let at = cfg.edge(edge).span;
                let inside = span.start <= at.start && at.start < span.end;
                if inside && matches!(cfg.edge(edge).stmt, Stmt::Havoc { .. }) {
                    found.push((func, edge));
                }
            }
        }
        found
    }

    /// Functions that are only there to be inlined must be there to be called, unless they have a real definition.
    fn edit_inline(&mut self) {
        let all = self.units.iter().flat_map(|u| u.ast.functions.values());
        let real: BTreeSet<Symbol> = all
            .filter(|f| !f.specs.inline && f.specs.storage != Some(ast::Storage::Static))
            .map(|f| f.declarator.name)
            .collect();
        for n in 0..self.units.len() {
            let unit = &self.units[n];
            let functions = unit.ast.functions.values();
            let lonely = functions
                .filter(|f| f.specs.inline && f.specs.storage != Some(ast::Storage::Static))
                .filter(|f| !real.contains(&f.declarator.name));
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
