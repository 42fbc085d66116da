//! The text format of programs: complete, stable, readable beside the source.
//!
//! ```text
//! program lp64
//! struct S size 8 align 4 { int a @0; unsigned int b : 3 @32; }
//! global int g = { @0: 1 }
//! function int f(int x)
//!   local int y
//!   L0 -> L2: y = x + 1
//!   L2 -> L3: then assume y > 0
//!   L3 -> L1: return y
//! ledger
//!   no body: nondet: returns any int and changes nothing
//! ```
//!
//! Expressions are written as in C, fully parenthesised below the top, with every conversion
//! visible. Positions are not part of the text (they need the sources): the command line adds them.

mod terms;

pub use terms::Pointers;

use super::arith;
use super::cfg::{Callee, Cfg, EdgeKind, Stmt};
use super::program::{FuncId, Function, Init, InitValue, Program, VarKind, Variable};
use super::term::{ExprId, PlaceId};
use crate::types::Quals;
use std::fmt;

/// A part of a program, with the program it needs to be printed.
pub struct Shown<'a, T> {
    program: &'a Program,
    item: T,
}

impl Program {
    pub fn show_stmt<'a>(&'a self, stmt: &'a Stmt) -> Shown<'a, &'a Stmt> {
        Shown {
            program: self,
            item: stmt,
        }
    }

    pub fn show_function(&self, id: FuncId) -> Shown<'_, FuncId> {
        Shown {
            program: self,
            item: id,
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "program {:?}", self.types.model())?;
        if let Some(entry) = self.entry {
            writeln!(f, "entry {}", self.funcs[entry].unique)?;
        }
        self.write_types(f)?;
        for var in self.vars.values().filter(|v| v.kind.is_static()) {
            self.write_variable(f, var)?;
        }
        for id in self.funcs.ids() {
            write!(f, "{}", self.show_function(id))?;
        }
        writeln!(f, "ledger")?;
        for entry in &self.ledger.entries {
            let kind = entry.kind.name();
            writeln!(f, "  {kind}: {}: {}", entry.construct, entry.assumption)?;
        }
        Ok(())
    }
}

impl Program {
    fn write_types(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (id, record) in self.types.records.iter() {
            write!(f, "{}", self.types.record_name(id))?;
            let Some(layout) = record.layout else {
                writeln!(f, " incomplete")?;
                continue;
            };
            write!(f, " size {} align {} {{", layout.size, layout.align)?;
            for field in record.fields.values() {
                let name = field.name.as_deref().unwrap_or("");
                write!(f, " {}", self.types.declare(field.ty, field.quals, name))?;
                if let Some(width) = field.bit_width {
                    write!(f, " : {width}")?;
                }
                write!(f, " @{};", field.bit_offset)?;
            }
            writeln!(f, " }}")?;
        }
        for (id, e) in self.types.enums.iter() {
            write!(f, "{} {} {{", self.types.enum_name(id), e.kind.name())?;
            for (name, value) in &e.constants {
                let value = arith::extend(*value, e.kind, self.types.model()) as i128;
                write!(f, " {name} = {value},")?;
            }
            writeln!(f, " }}")?;
        }
        Ok(())
    }

    fn write_variable(&self, f: &mut fmt::Formatter<'_>, var: &Variable) -> fmt::Result {
        let word = match var.kind {
            VarKind::Global => "global",
            VarKind::Static => "static",
            VarKind::StaticLocal(_) => "static local",
            VarKind::Literal => "literal",
            VarKind::Param(..) => "param",
            VarKind::Local(_) => "local",
            VarKind::Temp(_) => "temp",
        };
        write!(
            f,
            "{word} {}",
            self.types.declare(var.ty, var.quals, &var.unique)
        )?;
        if let VarKind::StaticLocal(func) = var.kind {
            write!(f, " of {}", self.funcs[func].unique)?;
        }
        if var.align != self.types.align_of(var.ty) {
            write!(f, " align {}", var.align)?;
        }
        if var.address_taken {
            write!(f, " in memory")?;
        }
        match &var.init {
            Some(init) => self.write_init(f, init)?,
            None if var.kind.is_static() => write!(f, " undefined")?,
            None => {}
        }
        writeln!(f)
    }

    fn write_init(&self, f: &mut fmt::Formatter<'_>, init: &Init) -> fmt::Result {
        write!(f, " = {{")?;
        for item in &init.items {
            write!(f, " @{}", item.bit_offset)?;
            if let Some(width) = item.bit_width {
                write!(f, ":{width}")?;
            }
            match &item.value {
                InitValue::Scalar(e) => write!(f, ": {};", self.show_expr(*e))?,
                InitValue::Bytes(bytes) => write!(f, ": \"{}\";", bytes.escape_ascii())?,
            }
        }
        write!(f, " }}")
    }

    fn write_signature(&self, f: &mut fmt::Formatter<'_>, func: &Function) -> fmt::Result {
        write!(
            f,
            "function {}",
            self.types.declare(func.ty, Quals::NONE, &func.unique)
        )?;
        if let Some(special) = func.special {
            write!(f, " special {special:?}")?;
        }
        if func.noreturn {
            write!(f, " noreturn")?;
        }
        if func.internal {
            write!(f, " static")?;
        }
        if func.address_taken {
            write!(f, " address taken")?;
        }
        writeln!(f, "{}", if func.body.is_none() { " no body" } else { "" })
    }

    fn write_body(&self, f: &mut fmt::Formatter<'_>, cfg: &Cfg) -> fmt::Result {
        writeln!(f, "  entry {} exit {}", cfg.entry, cfg.exit)?;
        for (n, l) in cfg.label_addresses.iter().enumerate() {
            writeln!(f, "  &&{n} is {l}")?;
        }
        for l in cfg.locs() {
            let location = cfg.loc(l);
            for label in &location.labels {
                writeln!(f, "  {l} label {label}")?;
            }
            if location.loop_head {
                writeln!(f, "  {l} loop")?;
            }
            for e in cfg.outgoing(l) {
                let edge = cfg.edge(e);
                let kind = edge_word(edge.kind);
                let stmt = self.show_stmt(&edge.stmt);
                writeln!(f, "  {l} -> {}: {kind}{stmt}", cfg.target(e))?;
            }
        }
        Ok(())
    }
}

fn edge_word(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::Plain => "",
        EdgeKind::Then => "then ",
        EdgeKind::Else => "else ",
        EdgeKind::LoopEnter => "enter ",
        EdgeKind::LoopExit => "leave ",
        EdgeKind::Case => "case ",
        EdgeKind::Default => "default ",
        EdgeKind::Jump => "jump ",
        EdgeKind::Implicit => "implicit ",
    }
}

impl fmt::Display for Shown<'_, FuncId> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let program = self.program;
        let func = &program.funcs[self.item];
        program.write_signature(f, func)?;
        for &var in func.params.iter().chain(&func.locals) {
            write!(f, "  ")?;
            program.write_variable(f, &program.vars[var])?;
        }
        match &func.body {
            Some(cfg) => program.write_body(f, cfg),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Shown<'_, &Stmt> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let p = self.program;
        match self.item {
            Stmt::Skip => write!(f, "skip"),
            Stmt::Assign { place, value } => {
                write!(f, "{} = {}", p.show_place(*place), p.show_expr(*value))
            }
            Stmt::Assume { cond } => write!(f, "assume {}", p.show_expr(*cond)),
            Stmt::Havoc { place } => write!(f, "havoc {}", p.show_place(*place)),
            Stmt::HavocMemory => write!(f, "havoc memory"),
            Stmt::Call {
                result,
                callee,
                args,
            } => self.write_call(f, *result, *callee, args),
            Stmt::Return { value: None } => write!(f, "return"),
            Stmt::Return { value: Some(e) } => write!(f, "return {}", p.show_expr(*e)),
            Stmt::Begin { var } => write!(f, "begin {}", p.vars[*var].unique),
            Stmt::End { var } => write!(f, "end {}", p.vars[*var].unique),
            Stmt::Alloca {
                result,
                size,
                align,
            } => {
                let (result, size) = (p.show_place(*result), p.show_expr(*size));
                write!(f, "{result} = alloca({size}) align {align}")
            }
            Stmt::Free { pointer } => write!(f, "free {}", p.show_expr(*pointer)),
            Stmt::VaStart { list } => write!(f, "va_start({})", p.show_expr(*list)),
            Stmt::VaArg { result, list } => {
                write!(
                    f,
                    "{} = va_arg({})",
                    p.show_place(*result),
                    p.show_expr(*list)
                )
            }
            Stmt::VaCopy { to, from } => {
                write!(f, "va_copy({}, {})", p.show_expr(*to), p.show_expr(*from))
            }
            Stmt::VaEnd { list } => write!(f, "va_end({})", p.show_expr(*list)),
        }
    }
}

impl Shown<'_, &Stmt> {
    fn write_call(
        &self,
        f: &mut fmt::Formatter<'_>,
        result: Option<PlaceId>,
        callee: Callee,
        args: &[ExprId],
    ) -> fmt::Result {
        let p = self.program;
        if let Some(place) = result {
            write!(f, "{} = ", p.show_place(place))?;
        }
        match callee {
            Callee::Direct(func) => write!(f, "{}(", p.funcs[func].unique)?,
            Callee::Indirect(e) => write!(f, "(*{})(", p.show_expr(e))?,
        }
        for (i, arg) in args.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            write!(f, "{comma}{}", p.show_expr(*arg))?;
        }
        write!(f, ")")
    }
}
