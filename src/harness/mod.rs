//! `--replay`: a bug as an executable of the user's compiler.
//!
//! The harness is the user's own code, preprocessed and changed only where it has to be, and beside it `replay.c`, which
//! knows what the program is to be given. A function whose calls matter (because it has no body, because the rule looks
//! at it, because its call is the violation) has a version `replay_f` of the harness's own, and everything that uses
//! `f` uses that; the function itself keeps its name and its text.
//!
//! The passes, in this order:
//!
//! 1. The bug is run once more in the interpreter, and what is asked for is recorded ([`crate::check::Recording`]);
//!    [`inputs`] sorts it by who asks.
//! 2. [`standins`] says which functions have versions, [`versions`] writes them at the end of the unit that has the
//!    declaration, with the handlers of the [`rule`] around them.
//! 3. [`places`] puts in what asks in the middle of the text: local variables, assembly, registers of devices, labels.
//! 4. [`start`] calls the function where execution starts with what it is given.
//! 5. [`files`] writes all that down.
//!
//! What the harness cannot do is said in [`Harness::remarks`].

mod edits;
mod files;
mod inputs;
mod places;
mod rule;
mod standins;
mod start;
mod unit;
mod versions;

use std::collections::BTreeSet;

use frontend::entity::EntityId;
use frontend::ir::{FuncId, VarId};
use frontend::property::Checked;
use frontend::source::{Interner, Span, Symbol};
use frontend::syntax;

use self::inputs::{Inputs, Key};
use self::rule::Rule;
use self::standins::Versions;
use self::unit::Unit;
use crate::check::{Bug, Check};

pub(crate) use files::{Refused, write};

/// A harness as it is to be written.
#[derive(Debug, Default)]
pub(crate) struct Harness {
    /// Names and contents.
    pub(crate) files: Vec<(String, Vec<u8>)>,
    /// What it cannot do, in words.
    pub(crate) remarks: Vec<String>,
}

/// What a harness is about, for people.
pub(crate) struct About<'a> {
    /// How many of the units are the user's.
    pub(crate) units: usize,
    /// The first line of the answer.
    pub(crate) answer: &'a str,
    pub(crate) ilp32: bool,
}

/// Makes the harness of a bug.
pub(crate) fn make(check: &Check, checked: &Checked, bug: &Bug, about: &About<'_>) -> Harness {
    let recording = check.record(bug);
    let too_many = recording.too_many;
    let inputs = inputs::collect(check, recording);
    let mut maker = Maker::new(check, checked, &inputs, about.units);
    if too_many {
        maker.remark("the program asks for more values than are recorded; the rest is zero");
    }
    if let Some(elsewhere) = &bug.only_in_slice {
        maker.remark(format!(
            "the bug was reproduced without code that has no influence on the rule; with it, {}",
            elsewhere.why
        ));
    }
    if inputs.locals {
        maker.remark(
            "the program is given the address of a local variable; here it gets a number in place of it",
        );
    }
    maker.name_functions();
    maker.write_versions();
    maker.edit_places();
    maker.start();
    maker.tell_addresses();
    maker.files(about)
}

struct Maker<'m> {
    check: &'m Check,
    checked: &'m Checked,
    inputs: &'m Inputs,
    versions: Versions<'m>,
    units: Vec<Unit>,
    names: Interner,
    rule: Rule,
    /// The tables of values, by number.
    tables: Vec<Key>,
    remarks: BTreeSet<String>,
    /// Lines of `replay.c` that declare and fill variables defined nowhere.
    undefined: Vec<String>,
    filled: Vec<String>,
}

/// Names that `replay.c` uses.
const TAKEN: &str = "main exit _exit fflush fprintf calloc realloc free mmap freopen getenv cegar_start";

impl<'m> Maker<'m> {
    fn new(check: &'m Check, checked: &'m Checked, inputs: &'m Inputs, units: usize) -> Self {
        let mut names = Interner::new();
        let sources = &checked.compiled.sources;
        let versions = Versions {
            check,
            checked,
            inputs,
        };
        let program = &check.whole;
        let models: Vec<Span> = program
            .defined()
            .filter(|(id, _, _)| versions.takes_model(*id))
            .map(|(_, f, _)| f.span)
            .collect();
        let mut found = Vec::new();
        for (n, (id, unit)) in sources.units().enumerate() {
            let (base, length) = (unit.base(), unit.text().len() as u32);
            let is_model = |span: &Span| span.start >= base && span.start <= base + length;
            if n >= units && !models.iter().any(is_model) {
                continue;
            }
            found.push(Unit {
                id,
                ast: syntax::parse(sources, id, &mut names).ast,
                base,
                length,
                name: unit.name().to_owned(),
                file: files::unit_name(found.len(), unit.name()),
                edits: Default::default(),
                before: String::new(),
                after: String::new(),
                uses: Default::default(),
                definitions: Vec::new(),
            });
        }
        let mut types: Vec<Symbol> = found.iter().flat_map(|unit| unit.ast.typedefs()).collect();
        types.sort_unstable();
        types.dedup();
        let rule = rule::read(checked, &mut names, &types);
        Maker {
            check,
            checked,
            inputs,
            versions,
            units: found,
            names,
            rule,
            tables: Vec::new(),
            remarks: BTreeSet::new(),
            undefined: Vec::new(),
            filled: Vec::new(),
        }
    }

    fn remark(&mut self, text: impl Into<String>) {
        self.remarks.insert(text.into());
    }

    /// The number of the table with the values that somebody asks for; -1 if nothing is said of them.
    fn table(&mut self, key: Key) -> i64 {
        if !self.inputs.tells(key) {
            return -1;
        }
        let known = self.tables.iter().position(|k| *k == key);
        let n = known.unwrap_or_else(|| {
            self.tables.push(key);
            self.tables.len() - 1
        });
        n as i64
    }

    /// The unit with a place.
    fn unit_of(&self, span: Span) -> Option<usize> {
        self.units.iter().position(|unit| unit.holds(span))
    }

    /// What a function is called where it is defined.
    fn definition_name(&self, func: FuncId) -> String {
        let function = &self.check.whole.funcs[func];
        let name = &*function.name;
        match () {
            () if self.check.own.is_model(func) => format!("model_{name}"),
            () if function.body.is_some() && TAKEN.split(' ').any(|taken| taken == name) => {
                format!("user_{name}")
            }
            () => name.to_owned(),
        }
    }

    /// Finds out what functions are called.
    fn name_functions(&mut self) {
        let program = &self.check.whole;
        let outside = self.versions.outside();
        for (func, function) in program.funcs.iter() {
            let name = function.name.to_string();
            if name.contains(['$', ' ']) || self.check.own.is_handler(func) {
                continue;
            }
            let own = self.definition_name(func);
            if self.check.own.is_model(func) && !self.versions.takes_model(func) {
                continue;
            }
            if function.body.is_some() {
                let symbol = self.names.intern(&name);
                self.name_definition(func, symbol, &own);
            }
            let used = match self.versions.does(func) {
                Some(_) if function.body.is_some() || outside.contains(&func) => {
                    format!("replay_{name}")
                }
                _ => own,
            };
            if used != name {
                self.name_uses(func, &name, &used);
            }
        }
    }

    fn name_definition(&mut self, func: FuncId, symbol: Symbol, own: &str) {
        let span = self.check.whole.funcs[func].span;
        if let Some(n) = self.unit_of(span)
            && let Some(id) = self.units[n].definition(symbol, span)
        {
            let unit = &mut self.units[n];
            let at = unit.range(unit.ast.functions[id].declarator.name_span).start;
            unit.definitions.push((at, own.to_owned()));
        }
    }

    fn name_uses(&mut self, func: FuncId, name: &str, used: &str) {
        let program = &self.check.whole;
        let internal = program.funcs[func].internal;
        let own_unit = self.unit_of(program.funcs[func].span);
        for n in 0..self.units.len() {
            let hidden = program.funcs.values().any(|f| {
                f.internal && &*f.name == name && self.unit_of(f.span) == Some(n)
            });
            let here = match internal {
                true => own_unit == Some(n),
                false => !hidden,
            };
            if here {
                let uses = &mut self.units[n].uses;
                uses.insert(name.to_owned(), used.to_owned());
                uses.insert(format!("__builtin_{name}"), used.to_owned());
            }
        }
    }

    /// Gives `replay.c` the addresses of variables and functions that the program is given.
    fn tell_addresses(&mut self) {
        let (vars, funcs) = self.inputs.addressed();
        for var in vars {
            self.tell_variable(var);
        }
        for func in funcs {
            let function = &self.check.whole.funcs[func];
            let uses = self.units.first().map(|unit| &unit.uses);
            let name = uses.and_then(|uses| uses.get(&*function.name));
            let name = name.cloned().unwrap_or_else(|| self.definition_name(func));
            let variable = format!("cegar_function_{}", func.index());
            let n = self.unit_of(function.span).unwrap_or(0);
            self.units[n].after += &format!("void *{variable} = (void *)&{name};\n");
            self.undefined.push(format!("extern void *{variable};"));
        }
    }

    fn tell_variable(&mut self, var: VarId) {
        use frontend::ir::VarKind;
        let variable = &self.check.whole.vars[var];
        let name = format!("cegar_variable_{}", var.index());
        self.undefined.push(format!("extern void *{name};"));
        let unit = self.unit_of(variable.span).unwrap_or(0);
        let nameable = matches!(variable.kind, VarKind::Global | VarKind::Static);
        let text = match nameable {
            true => format!("void *{name} = (void *)&{};\n", variable.name),
            false => {
                self.remark(format!(
                    "the program is given the address of '{}', which has no name outside of its function",
                    variable.name
                ));
                format!("void *{name};\n")
            }
        };
        self.units[unit].after += &text;
    }
}
