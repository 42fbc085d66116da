//! A program as a pushdown system in Moped's notation (`pds` reads it).
//!
//! There is one control state. Stack symbols are locations; the program's globals are globals of the system, what procedures
//! return stands in further ones (`ret0`, …), and locals of all procedures share `l0`, `l1`, …. An expression of a rule says what holds
//! before and afterwards. Choices are made one by one, so that an assignment of `e` is `x' & (e can be true) | !x' & (e can be
//! false)`. What means nothing at a location is false there: a system that is made explicit has as few symbols as can be.
//!
//! The first symbol is none of the program's: it begins with initial values. Where the place at which a caller goes on is not its own
//! next step (`enforce`, or the end of the caller), a symbol stands between.

mod expressions;

use std::fmt::Write;

use rustc_hash::FxHashSet;

use super::effects::bound;
use super::{ControlPoint, Edge, Flow, LocId, Step};
use crate::bdd::Slot;
use crate::bp::{Diagnostic, ProcId, Program, Span, StmtKind, Symbol, VarDecl};

/// The system of a program that is well formed and starts in one of some procedures; or what cannot be said.
pub fn pushdown_rules(program: &Program, entries: &[ProcId]) -> Result<String, Diagnostic> {
    let flow = Flow::new(program);
    let mut writer = Writer::new(&flow);
    writer.declarations();
    for &entry in entries {
        writer.start(entry)?;
    }
    for proc in program.proc_ids() {
        writer.procedure(proc)?;
    }
    Ok(writer.out)
}

struct Writer<'f, 'p> {
    flow: &'f Flow<'p>,
    out: String,
    globals: Vec<String>,
    symbols: Vec<String>,
    taken: FxHashSet<String>,
    /// How many locals the widest procedure has.
    locals: usize,
}

impl<'f, 'p> Writer<'f, 'p> {
    fn new(flow: &'f Flow<'p>) -> Self {
        let mut writer = Writer {
            flow,
            out: String::new(),
            globals: Vec::new(),
            symbols: Vec::new(),
            taken: FxHashSet::default(),
            locals: flow
                .procs
                .iter()
                .map(|proc| proc.slots.len())
                .max()
                .unwrap_or(0),
        };
        let words =
            ["define", "global", "local", "bool", "int", "true", "false"].map(str::to_owned);
        let mut names: FxHashSet<String> = words.into_iter().collect();
        names.extend((0..flow.return_count).map(|i| format!("ret{i}")));
        names.extend((0..writer.locals).map(|i| format!("l{i}")));
        for global in &flow.program.globals {
            let name = unused(plain(flow.program.text(global.name.symbol)), &mut names);
            writer.globals.push(name);
        }
        writer.taken.insert("start".to_owned());
        for loc in flow.locs() {
            let name = writer.symbol_of(loc);
            writer.symbols.push(unused(name, &mut writer.taken));
        }
        writer
    }

    /// A location by its label, or by its number inside the procedure.
    fn symbol_of(&self, loc: LocId) -> String {
        let (flow, program) = (self.flow, self.flow.program);
        let proc = flow.proc_of(loc);
        let name = plain(program.text(program.proc(proc).name.symbol));
        let number = loc.0 - flow.proc(proc).locs.start;
        match flow.place(loc) {
            ControlPoint::Exit => format!("{name}_exit"),
            ControlPoint::Failed(_) => format!("{name}_{number}_fails"),
            ControlPoint::Returned(_) => format!("{name}_{number}_returned"),
            ControlPoint::Before(stmt) => match program.stmt(stmt).labels.first() {
                Some(label) => format!("{name}_{}", plain(program.text(label.symbol))),
                None => format!("{name}_{number}"),
            },
            ControlPoint::Arm(..) => format!("{name}_{number}"),
        }
    }

    // Writing to a string does not fail.
    fn declarations(&mut self) {
        let program = self.flow.program;
        for (name, global) in self.globals.iter().zip(&program.globals) {
            let text = program.text(global.name.symbol);
            let remark = match text == name {
                true => String::new(),
                false => format!("  # {}", one_line(text)),
            };
            let _ = writeln!(self.out, "global bool {name}{remark}");
        }
        for i in 0..self.flow.return_count {
            let _ = writeln!(self.out, "global bool ret{i}");
        }
        for i in 0..self.locals {
            let _ = writeln!(self.out, "local bool l{i}");
        }
        self.out.push_str("\n(q <start>)\n\n");
    }

    fn rule(&mut self, from: &str, right: &str, words: &str, parts: &[String]) {
        let words = one_line(words).replace('\\', "/").replace('"', "'");
        let words = match words.is_empty() {
            true => String::new(),
            false => format!(" \"{words}\""),
        };
        let condition = match parts.is_empty() {
            true => String::new(),
            false => format!(" ({})", parts.join(" & ")),
        };
        let _ = writeln!(self.out, "q <{from}> --> q <{right}>{words}{condition}");
    }

    /// Globals as initialised, and the first procedure's locals.
    fn start(&mut self, entry: ProcId) -> Result<(), Diagnostic> {
        let program = self.flow.program;
        let position = |symbol| program.globals.iter().position(|d| d.name.symbol == symbol);
        let mut parts = Vec::new();
        for (number, global) in program.globals.iter().enumerate() {
            let Some(init) = global.init else { continue };
            // What is initialised later is arbitrary yet: as before the rule.
            let meaning = |symbol, _| {
                let other = position(symbol).ok_or_else(Span::default)?;
                let later = other >= number && program.globals[other].init.is_some();
                let prime = if later { "" } else { "'" };
                Ok(format!("{}{prime}", self.globals[other]))
            };
            let target = format!("{}'", self.globals[number]);
            parts.push(self.becomes(&target, init, &meaning)?);
        }
        self.entering(entry, &mut parts)?;
        self.ret_are_false(entry, self.flow.proc(entry).entry, &mut parts);
        let right = self.symbols[self.flow.proc(entry).entry.index()].clone();
        self.rule("start", &right, "", &parts);
        Ok(())
    }

    /// The locals of a procedure that begins, with what `enforce` demands.
    fn entering(&self, proc: ProcId, parts: &mut Vec<String>) -> Result<(), Diagnostic> {
        let own = self.flow.program.proc(proc);
        let declared: Vec<&VarDecl> = own.formals.iter().chain(&own.locals).collect();
        for (number, variable) in declared.iter().enumerate() {
            let Some(init) = variable.init else { continue };
            let meaning = |symbol, _| {
                let position = declared.iter().position(|d| d.name.symbol == symbol);
                match position {
                    Some(other) if other >= number && declared[other].init.is_some() => {
                        Err(variable.name.span)
                    }
                    Some(other) => Ok(format!("l{other}'")),
                    None => Ok(self.variable(proc, symbol, "'")),
                }
            };
            parts.push(self.becomes(&format!("l{number}'"), init, &meaning)?);
        }
        self.unused_are_false(proc, "'", parts);
        self.enforced(proc, "'", parts)
    }

    fn unused_are_false(&self, proc: ProcId, prime: &str, parts: &mut Vec<String>) {
        let used = self.flow.proc(proc).slots.len();
        parts.extend((used..self.locals).map(|i| format!("!l{i}{prime}")));
    }

    /// Returned values are false, but for those of a procedure at its exit, which may be any.
    fn ret_are_false(&self, proc: ProcId, to: LocId, parts: &mut Vec<String>) {
        let first = match to == self.flow.proc(proc).exit {
            true => self.flow.program.proc(proc).returns as usize,
            false => 0,
        };
        parts.extend((first..self.flow.return_count).map(|i| format!("!ret{i}'")));
    }

    fn enforced(
        &self,
        proc: ProcId,
        prime: &str,
        parts: &mut Vec<String>,
    ) -> Result<(), Diagnostic> {
        for &condition in &self.flow.program.proc(proc).enforce {
            let meaning = |symbol, _| Ok(self.variable(proc, symbol, prime));
            parts.push(self.can_be(condition, true, &meaning)?);
        }
        Ok(())
    }

    fn procedure(&mut self, proc: ProcId) -> Result<(), Diagnostic> {
        let (flow, program) = (self.flow, self.flow.program);
        let own = program.proc(proc);
        let name = program.text(own.name.symbol);
        let _ = writeln!(self.out, "\n# {}", one_line(name));
        for (number, variable) in own.formals.iter().chain(&own.locals).enumerate() {
            let text = one_line(program.text(variable.name.symbol));
            let _ = writeln!(self.out, "#   l{number} is {text}");
        }
        for index in flow.edge_range(proc) {
            self.edge(proc, index)?;
        }
        for index in flow.call_range(proc) {
            self.call(proc, index)?;
        }
        let mut parts: Vec<String> = self.globals.iter().map(|g| format!("{g}' = {g}")).collect();
        parts.extend((0..flow.return_count).map(|i| format!("ret{i}' = ret{i}")));
        let exit = self.symbols[flow.proc(proc).exit.index()].clone();
        self.rule(&exit, "", "", &parts);
        Ok(())
    }

    /// What is not written stays.
    fn kept(&self, proc: ProcId, written: &[Slot], parts: &mut Vec<String>) {
        for (number, name) in self.globals.iter().enumerate() {
            if !written.contains(&Slot(number as u32)) {
                parts.push(format!("{name}' = {name}"));
            }
        }
        for (number, slot) in self.flow.proc(proc).slots.iter().enumerate() {
            if !written.contains(slot) {
                parts.push(format!("l{number}' = l{number}"));
            }
        }
        self.unused_are_false(proc, "'", parts);
    }

    fn edge(&mut self, proc: ProcId, index: usize) -> Result<(), Diagnostic> {
        let (flow, program) = (self.flow, self.flow.program);
        let Edge { from, to, step } = flow.edges()[index];
        let mut parts = Vec::new();
        let before = |symbol, next| Ok(self.variable(proc, symbol, if next { "'" } else { "" }));
        match step {
            Step::Skip => {}
            Step::Branch { condition, taken } => {
                parts.push(self.can_be(condition, taken, &before)?);
            }
            Step::Return(stmt) => {
                if let StmtKind::Return(values) = &program.stmt(stmt).kind {
                    for (i, &value) in values.iter().enumerate() {
                        parts.push(self.becomes(&format!("ret{i}'"), value, &before)?);
                    }
                }
            }
            Step::Bind(stmt) => {
                // What is enforced need not hold before the results are bound.
                if let StmtKind::Call { targets, .. } = &program.stmt(stmt).kind {
                    for (i, slot) in bound(flow, proc, targets) {
                        parts.push(format!("{} = ret{i}", self.slot(proc, slot, "'")));
                    }
                }
            }
            Step::Effect(stmt) => match &program.stmt(stmt).kind {
                StmtKind::Assign {
                    targets,
                    values,
                    constrain,
                } => {
                    for (i, slot) in bound(flow, proc, targets) {
                        let target = self.slot(proc, slot, "'");
                        parts.push(self.becomes(&target, values[i], &before)?);
                    }
                    if let Some(condition) = *constrain {
                        parts.push(self.can_be(condition, true, &before)?);
                    }
                }
                StmtKind::Assume {
                    condition,
                    constrain,
                } => {
                    parts.push(self.can_be(*condition, true, &before)?);
                    if let Some(condition) = *constrain {
                        parts.push(self.can_be(condition, true, &before)?);
                    }
                }
                _ => {}
            },
        }
        self.kept(proc, flow.effects.writes(index), &mut parts);
        match step {
            Step::Return(_) => {
                let first = program.proc(proc).returns as usize;
                parts.extend((first..flow.return_count).map(|i| format!("!ret{i}'")));
            }
            _ => self.ret_are_false(proc, to, &mut parts),
        }
        if !matches!(flow.place(to), ControlPoint::Failed(_)) {
            self.enforced(proc, "'", &mut parts)?;
        }
        let words = match flow.stmt_at(from) {
            Some(stmt) if !matches!(step, Step::Bind(_)) => program.stmt_text(stmt),
            _ => String::new(),
        };
        let (from, to) = (
            self.symbols[from.index()].clone(),
            self.symbols[to.index()].clone(),
        );
        self.rule(&from, &to, &words, &parts);
        Ok(())
    }

    fn call(&mut self, proc: ProcId, index: usize) -> Result<(), Diagnostic> {
        let (flow, program) = (self.flow, self.flow.program);
        let call = flow.calls()[index];
        let stmt = program.stmt(call.stmt);
        let mut parts: Vec<String> = self.globals.iter().map(|g| format!("{g}' = {g}")).collect();
        let before = |symbol, _| Ok(self.variable(proc, symbol, ""));
        if let StmtKind::Call { args, .. } = &stmt.kind {
            for (i, &value) in args.iter().enumerate() {
                parts.push(self.becomes(&format!("l{i}'"), value, &before)?);
            }
        }
        let entry = flow.proc(call.callee).entry;
        self.entering(call.callee, &mut parts)?;
        self.ret_are_false(call.callee, entry, &mut parts);
        let locals = 0..flow.proc(proc).slots.len();
        parts.extend(locals.map(|i| format!("l{i}'' = l{i}")));
        self.unused_are_false(proc, "''", &mut parts);
        let after = self.symbols[call.to.index()].clone();
        let is_direct =
            call.binds || program.proc(proc).enforce.is_empty() && call.to != flow.proc(proc).exit;
        let back = match is_direct {
            true => after.clone(),
            false => {
                let name = format!("{}_returned", self.symbols[call.from.index()]);
                unused(name, &mut self.taken)
            }
        };
        let right = format!("{} {back}", self.symbols[entry.index()]);
        let from = self.symbols[call.from.index()].clone();
        self.rule(&from, &right, &program.stmt_text(call.stmt), &parts);
        if !is_direct {
            let mut parts = Vec::new();
            self.kept(proc, &[], &mut parts);
            self.ret_are_false(proc, call.to, &mut parts);
            self.enforced(proc, "'", &mut parts)?;
            self.rule(&back, &after, "", &parts);
        }
        Ok(())
    }

    fn variable(&self, proc: ProcId, symbol: Symbol, prime: &str) -> String {
        self.slot(proc, self.flow.slot(proc, symbol), prime)
    }

    fn slot(&self, proc: ProcId, slot: Slot, prime: &str) -> String {
        match self.globals.get(slot.index()) {
            Some(name) => format!("{name}{prime}"),
            None => {
                let slots = &self.flow.proc(proc).slots;
                let number = slots.iter().position(|&own| own == slot).unwrap_or(0);
                format!("l{number}{prime}")
            }
        }
    }
}

/// A name of letters, digits and underlines that begins with none of the digits.
fn plain(text: &str) -> String {
    let letter = |c: char| {
        if c.is_ascii_alphanumeric() || c == '_' {
            c
        } else {
            '_'
        }
    };
    let name: String = text.chars().map(letter).collect();
    match name.chars().next() {
        Some(first) if !first.is_ascii_digit() => name,
        _ => format!("_{name}"),
    }
}

/// A name that nothing else has.
fn unused(mut name: String, taken: &mut FxHashSet<String>) -> String {
    while !taken.insert(name.clone()) {
        name.push('_');
    }
    name
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
