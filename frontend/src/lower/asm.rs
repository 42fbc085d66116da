//! Inline assembly: outputs get arbitrary values, or addresses that the instructions are given; a memory clobber makes all
//! memory arbitrary, and the ledger says so. `asm goto` may go to any of its labels.

use super::Lowerer;
use crate::ir::{AssumptionKind, EdgeKind, ExprId, PlaceId, Stmt};
use crate::syntax::ast;
use crate::types::TypeId;

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
        let template: String = asm.template.text();
        let memory = asm.clobbers.iter().any(|c| c.text() == "memory");
        if asm.is_barrier() {
            return self.barrier(asm);
        }
        let assumption = match (asm.outputs.is_empty(), memory) {
            (_, true) => "may change its outputs and all variables whose address the program takes",
            (false, _) => "may change its outputs and nothing else",
            _ => "changes nothing",
        };
        let what: String = template.split_whitespace().collect::<Vec<_>>().join(" ");
        self.assume(asm.span, AssumptionKind::InlineAssembly, &what, assumption);
        let outputs = self.outputs(asm);
        let mut held: Vec<ExprId> = Vec::new();
        for input in &asm.inputs {
            let constraint = input.constraint.text();
            let value = self.input(input, constraint.contains('m'));
            // An address or a constant in an instruction is no operand that can be moved.
            if constraint.chars().any(|c| !"%pins".contains(c)) {
                held.extend(value);
            }
        }
        let kept = outputs.iter().filter(|o| o.is_read);
        held.extend(
            kept.map(|o| o.place)
                .collect::<Vec<_>>()
                .into_iter()
                .map(|p| self.program.load(p)),
        );
        if memory {
            self.emit(Stmt::HavocMemory);
        }
        for output in outputs {
            self.move_addresses(output.place, &held);
            self.emit(Stmt::Havoc {
                place: output.place,
            });
        }
        self.asm_jumps(asm);
    }

    /// No instruction changes anything: outputs hold what was in their registers before.
    fn barrier(&mut self, asm: &ast::AsmStmt) {
        let outputs = self.outputs(asm);
        let mut moved: Vec<(PlaceId, ExprId)> = Vec::new();
        for input in &asm.inputs {
            let value = self.input(input, false);
            let output = input.tied().and_then(|n| outputs.get(n));
            if let (Some(output), Some(value)) = (output, value) {
                let temp = self.new_temp(self.program.type_of(value));
                let held = self.program.var_place(temp);
                self.emit_as(Stmt::Assign { place: held, value }, EdgeKind::Implicit);
                moved.push((output.place, self.program.load(held)));
            }
        }
        for (place, value) in moved {
            match self.same_bits(self.program.type_of(value), self.program.place_type(place)) {
                true => self.assign_cast(place, value),
                false => self.emit(Stmt::Havoc { place }),
            }
        }
    }

    fn outputs(&mut self, asm: &ast::AsmStmt) -> Vec<Output> {
        let mut found = Vec::new();
        for output in &asm.outputs {
            if self.is_lvalue(output.expr) {
                found.push(Output {
                    place: self.lvalue(output.expr).place,
                    is_read: output.constraint.text().contains('+'),
                });
            }
        }
        found
    }

    /// The value of an input, if it is a scalar.
    fn input(&mut self, input: &ast::AsmOperand, in_memory: bool) -> Option<ExprId> {
        if !in_memory || !self.is_lvalue(input.expr) {
            let value = self.rvalue(input.expr);
            let is_scalar = self.program.types.is_scalar(self.program.type_of(value));
            return is_scalar.then_some(value);
        }
        let place = self.lvalue(input.expr).place;
        let is_scalar = self.program.types.is_scalar(self.program.place_type(place));
        is_scalar.then(|| self.program.load(place))
    }

    /// Which value an output gets is not known, but an address that it gets is one of those that the instructions are
    /// given: the assignments, overwritten at once, tell the analyses so.
    fn move_addresses(&mut self, place: PlaceId, held: &[ExprId]) {
        if !self.holds_word(place) {
            return;
        }
        for &value in held {
            let itself = self.program.load(place) == value;
            if self.is_word(self.program.type_of(value)) && !itself {
                self.assign_cast(place, value);
            }
        }
    }

    fn assign_cast(&mut self, place: PlaceId, value: ExprId) {
        let value = self.program.cast(value, self.program.place_type(place));
        self.emit_as(Stmt::Assign { place, value }, EdgeKind::Implicit);
    }

    fn holds_word(&self, place: PlaceId) -> bool {
        let whole = self.program.bit_width(place).is_none();
        whole && self.is_word(self.program.place_type(place))
    }

    /// Whether a value of one type in a register is one of the other.
    fn same_bits(&self, a: TypeId, b: TypeId) -> bool {
        let types = &self.program.types;
        let number = |ty| types.is_pointer(ty) || (types.is_integer(ty) && ty != types.bool());
        number(a) && number(b) && types.size_of(a) == types.size_of(b)
    }

    /// Whether an address fits into a value of the type.
    fn is_word(&self, ty: TypeId) -> bool {
        let types = &self.program.types;
        let size = types.size_of(ty) == Some(types.pointer_size());
        types.is_pointer(ty) || (types.is_integer(ty) && size)
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

/// What the instructions write.
struct Output {
    place: PlaceId,
    /// They read it before.
    is_read: bool,
}
