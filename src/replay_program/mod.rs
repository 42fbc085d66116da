//! `--replay`: a bug as an executable of the user's compiler.
//!
//! The replay program (users read of a harness) is the user's own code, preprocessed and changed only where it has to
//! be, and beside it `replay.c`, which knows what the program is to be given. A function whose calls matter (because it
//! has no body, because the rule looks at it, because its call is the violation) has a version `replay_f` of the replay
//! program's own, and everything that uses `f` uses that; the function itself keeps its name and its text.
//!
//! The passes, in this order:
//!
//! 1. The bug is run once more in the interpreter, and what is asked for is recorded ([`verify::Recording`]);
//!    [`inputs`] sorts it by who asks.
//! 2. [`function_versions`] says which functions have versions, [`names`] what functions are called where,
//!    [`version_text`] writes the versions at the end of the unit that has the declaration, with the handlers of the
//!    [`rule`] around them.
//! 3. What asks in the middle of the text is put in: [`locals`], [`assembly_and_labels`], [`device_reads`],
//!    [`device_writes`], [`outside_callees`], [`copied_data`].
//! 4. [`entry`] calls the function where execution starts with what it is given.
//! 5. Addresses of the program that it is given are told ([`program_addresses`]), [`runtime`] and [`files`] write all
//!    that down.
//!
//! What the replay program cannot do is said in [`ReplayProgram::remarks`].

mod assembly_and_labels;
mod c_values;
mod call_sites;
mod copied_data;
mod device_reads;
mod device_writes;
mod edits;
mod entry;
mod files;
mod function_versions;
mod inputs;
mod integer_pointers;
mod jumps_into_scope;
mod locals;
mod names;
mod outside_callees;
mod pointers;
mod program_addresses;
mod rule;
mod runtime;
mod unit;
mod version_text;

use std::collections::{BTreeMap, BTreeSet};

use frontend::property::Checked;
use frontend::syntax;
use ir::FuncId;
use source::{Interner, Span, Symbol};

use self::edits::{Edits, Renamed};
use self::function_versions::Versions;
use self::inputs::{Inputs, Key};
use self::rule::Rule;
use self::unit::Unit;
use verify::{Bug, Session};

pub(crate) use files::{Refused, forget, occupied, write};

/// A replay program as it is to be written.
#[derive(Debug, Default)]
pub(crate) struct ReplayProgram {
    /// Names and contents.
    pub(crate) files: Vec<(String, Vec<u8>)>,
    /// What it cannot do, in words.
    pub(crate) remarks: Vec<String>,
}

/// What a replay program is about, for people.
pub(crate) struct About<'a> {
    /// How many of the units are the user's.
    pub(crate) units: usize,
    /// The first line of the answer.
    pub(crate) answer: &'a str,
    pub(crate) ilp32: bool,
}

/// Makes the replay program of a bug.
pub(crate) fn make(
    check: &Session,
    checked: &Checked,
    bug: &Bug,
    about: &About<'_>,
) -> ReplayProgram {
    let recording = check.record(bug);
    let too_many = recording.too_many;
    let inputs = inputs::collect(check, recording);
    let mut maker = Maker::new(check, checked, &inputs, about.units);
    if too_many {
        maker.remark("the program asks for more values than are recorded; the rest is zero");
    }
    for nowhere in &inputs.nowhere {
        maker.remark(nowhere.clone());
    }
    if maker.rule.reads_watched() {
        maker.remark(
            "the rule reads $watched, which is NULL here until a handler with `watch` meets the object",
        );
    }
    maker.tell_names_apart();
    maker.name_functions();
    maker.name_inside_wholes();
    maker.write_versions();
    maker.edit_locals();
    maker.edit_assembly_and_labels();
    maker.edit_device_reads();
    maker.edit_device_writes();
    maker.edit_calls_outside();
    maker.edit_copies();
    maker.write_entry();
    maker.tell_addresses();
    maker.declare_never_called();
    maker.files(about)
}

struct Maker<'m> {
    check: &'m Session,
    checked: &'m Checked,
    inputs: &'m Inputs,
    versions: Versions<'m>,
    units: Vec<Unit>,
    names: Interner,
    rule: Rule,
    /// Names of the user's that could be the replay program's, and what they are here.
    theirs: Renamed,
    /// The tables of values, by number.
    tables: Vec<Key>,
    remarks: BTreeSet<String>,
    /// Lists of handlers that do not look into some functions.
    blind: Vec<Vec<usize>>,
    /// Functions that such a function calls, and the number of the list.
    called_blindly: BTreeSet<(FuncId, usize)>,
    /// Lines of `replay.c` that declare and fill variables defined nowhere.
    undefined: Vec<String>,
    filled: Vec<String>,
}

impl<'m> Maker<'m> {
    fn new(check: &'m Session, checked: &'m Checked, inputs: &'m Inputs, units: usize) -> Self {
        let mut names = Interner::new();
        let versions = Versions {
            check,
            checked,
            inputs,
        };
        let found = read_units(&versions, units, &mut names);
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
            theirs: Renamed::new(),
            tables: Vec::new(),
            remarks: BTreeSet::new(),
            blind: Vec::new(),
            called_blindly: BTreeSet::new(),
            undefined: Vec::new(),
            filled: Vec::new(),
        }
    }

    fn remark(&mut self, text: impl Into<String>) {
        self.remarks.insert(text.into());
    }

    /// The number of the table with the values that a key asks for; -1 if nothing is said of them.
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
}

/// Parses the first units, which are the user's, and the models that are needed.
fn read_units(versions: &Versions<'_>, units: usize, names: &mut Interner) -> Vec<Unit> {
    let sources = &versions.checked.compiled.sources;
    let defined = versions.check.whole.defined();
    let models = defined.filter(|(id, _, _)| versions.takes_model(*id));
    let models: Vec<Span> = models.map(|(_, function, _)| function.span).collect();
    let mut found = Vec::new();
    for (n, (id, unit)) in sources.units().enumerate() {
        let (base, length) = (unit.base(), unit.text().len() as u32);
        let is_model = |span: &Span| span.start >= base && span.start <= base + length;
        if n >= units && !models.iter().any(is_model) {
            continue;
        }
        found.push(Unit {
            id,
            ast: syntax::parse(sources, id, names).ast,
            base,
            length,
            name: unit.name().to_owned(),
            file: files::unit_name(found.len(), unit.name()),
            edits: Edits::default(),
            before: String::new(),
            after: String::new(),
            uses: Renamed::new(),
            definitions: BTreeMap::new(),
            inside: Vec::new(),
        });
    }
    found
}
