//! Inline assembly. What kernels write to count, to exchange and to set bits is understood; of other
//! instructions it is known that they write operands only. Otherwise outputs get arbitrary values, and
//! a memory clobber makes all memory arbitrary. The ledger says which. `asm goto` may go to any of its
//! labels.

mod template;
mod written_operands;
mod x86;

use super::{Key, Linked, Lowerer};
use crate::syntax::ast;
use ir::types::TypeId;
use ir::{AssumptionKind, EdgeKind, ExprId, PlaceId, PlaceKind, Stmt};
use template::instructions;
use written_operands::written_inputs;
use x86::{Held, LoweredOperand, statements};

/// What the ledger says of assembly that is understood.
pub const EXACT_ASSEMBLY: &str = "does what these instructions do on x86";

/// What an assembly statement does.
enum AsmEffect {
    /// What these statements do.
    Exact(Vec<Stmt>),
    /// It may write its outputs, and these inputs.
    Operands(Vec<usize>),
    /// It may write its outputs, and memory.
    Memory,
}

impl Lowerer<'_> {
    pub(super) fn file_asm(&mut self, id: ast::AsmId) {
        let asm = &self.ast.asms[id];
        self.assume(
            asm.span,
            AssumptionKind::InlineAssembly,
            "asm at file scope",
            "defines nothing that the program uses",
        );
        self.file_asms.push((asm.span, asm.template.text()));
    }

    /// Looks for assembly at file scope that does define something: then there is no answer.
    pub(super) fn check_file_asms(&mut self) {
        for (span, text) in std::mem::take(&mut self.file_asms) {
            let sections = [
                ".init_array",
                ".preinit_array",
                ".fini_array",
                ".ctors",
                ".dtors",
            ];
            if sections.iter().any(|section| text.contains(section)) {
                let why = "puts functions into a section that runs by itself";
                self.not_modelled(span, "asm at file scope", why);
            }
            let strings = labelled_strings(&text);
            for name in defined_symbols(&text) {
                let Some(symbol) = self.names.get(name) else {
                    continue;
                };
                if strings.contains(&name) && self.is_declared_variable(symbol) {
                    continue;
                }
                let local = |unit| self.linked.contains_key(&Key::Local(unit, symbol));
                let here = (0..self.unit_index).any(local);
                if here || self.linked.contains_key(&Key::Global(symbol)) {
                    let why = "assembly at file scope defines it, or says what it is linked to";
                    self.not_modelled(span, name, why);
                }
            }
        }
    }

    /// Whether the program declares a variable of that name and does not define it: an object of its own, which holds anything.
    fn is_declared_variable(&self, symbol: source::Symbol) -> bool {
        let key = Key::Global(symbol);
        let local = |unit| self.linked.contains_key(&Key::Local(unit, symbol));
        matches!(self.linked.get(&key), Some(Linked::Var(_)))
            && !self.symbols.is_defined(key)
            && !(0..self.unit_index).any(local)
    }

    pub(super) fn asm(&mut self, id: ast::AsmId) {
        let ast = self.ast;
        let asm = &ast.asms[id];
        let template: String = asm.template.text();
        // A compiler barrier: no instruction changes anything.
        if template.trim().is_empty() && asm.outputs.is_empty() {
            self.operands(asm);
            return;
        }
        let given = self.operands(asm);
        let what: String = template.split_whitespace().collect::<Vec<_>>().join(" ");
        let effect = self.asm_effect(asm, &template, &given);
        let assumption = match &effect {
            AsmEffect::Exact(_) => EXACT_ASSEMBLY,
            AsmEffect::Operands(_) if asm.outputs.is_empty() => "changes its operands at most",
            AsmEffect::Operands(_) => "may change its outputs and nothing else",
            AsmEffect::Memory => {
                "may change its outputs and all variables whose address the program takes"
            }
        };
        let what = match &*what {
            "" => "no instruction",
            what => what,
        };
        self.assume(asm.span, AssumptionKind::InlineAssembly, what, assumption);
        match effect {
            AsmEffect::Exact(stmts) => stmts.into_iter().for_each(|stmt| self.emit(stmt)),
            AsmEffect::Operands(inputs) => self.havoc_operands(&given, &inputs),
            AsmEffect::Memory => {
                self.emit(Stmt::HavocMemory);
                self.havoc_operands(&given, &[]);
            }
        }
        self.asm_jumps(asm);
    }

    /// What becomes of outputs and of memory.
    fn asm_effect(
        &mut self,
        asm: &ast::AsmStmt,
        template: &str,
        given: &[LoweredOperand],
    ) -> AsmEffect {
        let memory = asm.clobbers.iter().any(|c| c.text() == "memory");
        let unknown = match memory {
            true => AsmEffect::Memory,
            false => AsmEffect::Operands(Vec::new()),
        };
        let names = asm.outputs.iter().chain(&asm.inputs);
        let names: Vec<Option<String>> = names
            .map(|operand| operand.name.map(|name| self.name(name).to_owned()))
            .collect();
        let found = instructions(template, &names);
        let Some(instructions) = found.filter(|_| asm.labels.is_empty() && self.body.is_some())
        else {
            return unknown;
        };
        if let Some(stmts) = statements(self, &instructions, given) {
            return AsmEffect::Exact(stmts);
        }
        match written_inputs(&instructions, given) {
            Some(inputs) => AsmEffect::Operands(inputs),
            None => unknown,
        }
    }

    /// The operands, outputs first; evaluated in this order.
    fn operands(&mut self, asm: &ast::AsmStmt) -> Vec<LoweredOperand> {
        let mut given = Vec::new();
        for output in &asm.outputs {
            let constraint = output.constraint.text();
            let lvalue = self
                .is_lvalue(output.expr)
                .then(|| self.lvalue(output.expr));
            let held = match lvalue.map(|lvalue| lvalue.place) {
                None => Held::Value(self.program.int(0)),
                Some(place) if is_memory(&constraint) => Held::Memory(place),
                Some(place) => {
                    let is_read = constraint.starts_with('+');
                    Held::Register(place, is_read.then(|| self.program.load(place)))
                }
            };
            given.push(LoweredOperand {
                held,
                is_output: true,
                is_accumulator: constraint.contains('a'),
                is_constant: false,
            });
        }
        for input in &asm.inputs {
            let constraint = input.constraint.text();
            let held = match is_memory(&constraint) && self.is_lvalue(input.expr) {
                true => Held::Memory(self.lvalue(input.expr).place),
                false => {
                    let value = self.rvalue(input.expr);
                    let ty = self.program.type_of(value);
                    Held::Value(match self.program.types.is_scalar(ty) {
                        true => self.computed(value),
                        false => value,
                    })
                }
            };
            if let (Held::Value(value), Some(n)) = (held, input.tied())
                && let Some(Held::Register(_, first)) = given.get_mut(n).map(|g| &mut g.held)
            {
                *first = Some(value);
            }
            given.push(LoweredOperand {
                held,
                is_output: false,
                is_accumulator: false,
                is_constant: constraint.chars().all(|c| "%pins".contains(c)),
            });
        }
        given
    }

    /// Outputs get arbitrary values, and so do inputs that are written.
    fn havoc_operands(&mut self, given: &[LoweredOperand], inputs: &[usize]) {
        let held: Vec<ExprId> = given.iter().filter_map(|given| self.held(given)).collect();
        let mut places = Vec::new();
        for (n, given) in given.iter().enumerate() {
            if let Held::Memory(place) | Held::Register(place, _) = given.held
                && (given.is_output || inputs.contains(&n))
            {
                places.push(place);
            }
        }
        // Where memory is written is known by registers, which may be written as well.
        places.sort_by_key(|&p| matches!(self.program.terms.place(p).kind, PlaceKind::Var(_)));
        for place in places {
            self.move_addresses(place, &held);
            self.emit(Stmt::Havoc { place });
        }
    }

    /// What the instructions can move. A constant in an instruction is no operand of others.
    fn held(&mut self, given: &LoweredOperand) -> Option<ExprId> {
        let value = match given.held {
            Held::Register(_, first) => first?,
            Held::Value(value) => Some(value).filter(|_| !given.is_constant)?,
            Held::Memory(place) => self.program.load(place),
        };
        let is_scalar = self.program.types.is_scalar(self.program.type_of(value));
        is_scalar.then_some(value)
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
                let value = self.program.cast(value, self.program.place_type(place));
                self.emit_as(Stmt::Assign { place, value }, EdgeKind::Implicit);
            }
        }
    }

    fn holds_word(&self, place: PlaceId) -> bool {
        let whole = self.program.bit_width(place).is_none();
        whole && self.is_word(self.program.place_type(place))
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
            let taken = self.program.binary(ir::BinaryOp::Eq, choice, number);
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

/// The labels of strings (`EXPORT_SYMBOL` of kernels has them); none where symbols are also set in other ways.
fn labelled_strings(text: &str) -> Vec<&str> {
    let others = [".set", ".equ", ".symver", "="];
    if others.iter().any(|other| text.contains(other)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut label = None;
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty()) {
        let is_string = [".asciz", ".ascii", ".string"]
            .iter()
            .any(|directive| line.starts_with(directive));
        if is_string {
            found.extend(label);
        }
        label = line.strip_suffix(':');
    }
    found
}

/// The symbols that lines of assembly define, or say the linkage of.
fn defined_symbols(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in text.split(['\n', ';']) {
        let line = line.trim();
        let words: Vec<&str> = line
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty())
            .collect();
        match words[..] {
            [
                ".set" | ".equ" | ".equiv" | ".globl" | ".global" | ".weak" | ".comm" | ".lcomm"
                | ".symver",
                name,
                ..,
            ]
            | [name, "=", ..] => found.push(name),
            [first, ..] => {
                if let Some((name, rest)) = first.split_once(':') {
                    // More may stand behind a label.
                    found.push(name);
                    found.extend(defined_symbols(rest));
                } else if let Some((name, _)) = first.split_once('=') {
                    found.push(name);
                }
            }
            [] => {}
        }
    }
    found
}

/// Whether an operand with this constraint is in memory, and nowhere else.
fn is_memory(constraint: &str) -> bool {
    constraint.contains(['m', 'o', 'V'])
        && !constraint.contains(['r', 'q', 'g', 'a', 'b', 'c', 'd', 'i', 'n'])
}
