//! Inline assembly: outputs get arbitrary values, a memory clobber makes all memory arbitrary, and
//! the ledger says so. `asm goto` may go to any of its labels.

use super::Lowerer;
use crate::ir::{AssumptionKind, EdgeKind, Stmt};
use crate::syntax::ast;

impl Lowerer<'_> {
    pub(super) fn file_asm(&mut self, id: ast::AsmId) {
        let asm = &self.ast.asms[id];
        self.assume(
            asm.span,
            AssumptionKind::InlineAssembly,
            "asm at file scope",
            "defines nothing that the program uses",
        );
    }

    pub(super) fn asm(&mut self, id: ast::AsmId) {
        let ast = self.ast;
        let asm = &ast.asms[id];
        let template: String = units(&asm.template);
        let memory = asm.clobbers.iter().any(|c| units(c) == "memory");
        let writes = memory || !asm.outputs.is_empty();
        // An empty template is a compiler barrier: no instruction changes anything.
        if template.trim().is_empty() && asm.outputs.is_empty() {
            for input in &asm.inputs {
                self.effect(input.expr);
            }
            return;
        }
        let assumption = match (writes, memory) {
            (_, true) => "may change its outputs and all variables whose address the program takes",
            (true, _) => "may change its outputs and nothing else",
            _ => "changes nothing",
        };
        let what: String = template.split_whitespace().collect::<Vec<_>>().join(" ");
        self.assume(asm.span, AssumptionKind::InlineAssembly, &what, assumption);
        let mut outputs = Vec::new();
        for output in &asm.outputs {
            if self.is_lvalue(output.expr) {
                outputs.push(self.lvalue(output.expr).place);
            }
        }
        for input in &asm.inputs {
            if units(&input.constraint).contains('m') && self.is_lvalue(input.expr) {
                self.lvalue(input.expr);
            } else {
                self.effect(input.expr);
            }
        }
        if memory {
            self.emit(Stmt::HavocMemory);
        }
        for place in outputs {
            self.emit(Stmt::Havoc { place });
        }
        self.asm_jumps(asm);
    }

    /// An arbitrary number decides between falling through and the labels.
    fn asm_jumps(&mut self, asm: &ast::AsmStmt) {
        if asm.labels.is_empty() || self.body.is_none() {
            return;
        }
        let choice = self.new_temp(self.program.types.int());
        let place = self.program.var_place(choice);
        self.emit_as(Stmt::Havoc { place }, EdgeKind::Implicit);
        let choice = self.program.load(place);
        for (n, &label) in asm.labels.iter().enumerate() {
            let number = self.program.int(n as i32 + 1);
            let taken = self.program.binary(crate::ir::BinaryOp::Eq, choice, number);
            let (Some(yes), Some(no)) = (self.new_loc(), self.new_loc()) else {
                return;
            };
            let kinds = super::cond::Kinds {
                yes: EdgeKind::Jump,
                no: EdgeKind::Implicit,
            };
            self.branch_on(taken, yes, no, kinds);
            self.at(yes);
            self.goto(label, asm.span);
            self.at(no);
        }
    }
}

/// The text of a string of an assembly statement.
fn units(lit: &ast::StrLit) -> String {
    lit.units
        .iter()
        .filter_map(|&u| char::from_u32(u))
        .collect()
}
