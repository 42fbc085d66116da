//! What calls a program that has no `main`: a driver lives in a kernel.
//!
//! In: a lowered program without a start, and models of the subsystems it may use (`models/`, docs/environments.md).
//! Out: a [`Harness`], C that is compiled as one more unit of the program, with a `main` that lives the module's life. It
//! sees what the program's units declare, `static` or not. Nothing after it knows that the program was no whole one.
//!
//! The passes: [`tables`] finds what the program gives away to be called, [`model`] reads what is known about such things,
//! [`instances`] brings both together, [`render`] writes them down as C (with the names that [`expand`] puts in and the
//! functions of [`helpers`]). [`module_data`] finds parameters and exported functions, [`live`] what the harness really calls.

mod attach;
mod expand;
mod helpers;
mod instances;
mod live;
mod model;
mod module_data;
mod render;
mod set_parameters;
mod tables;
mod text;

use ir::{FuncId, Program};
use model::{Mistake, Models};
use source::regular_file;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What is around the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Environment {
    /// Nothing: execution starts in the function that is named.
    #[default]
    None,
    /// What fits, if the program has no function to start with.
    Auto,
    Linux,
    Windows,
    /// What fits, and what a file of the user's says.
    File(PathBuf),
}

impl Environment {
    /// What a command line calls it.
    pub fn named(argument: &str) -> Self {
        match argument {
            "none" => Self::None,
            "auto" => Self::Auto,
            "linux" => Self::Linux,
            "windows" => Self::Windows,
            file => Self::File(file.into()),
        }
    }
}

/// A built-in model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltIn {
    pub name: &'static str,
    pub text: &'static str,
}

/// The models of a system, which are files of a folder of its own.
macro_rules! models {
    ($system:literal: $($name:literal)*) => {
        &[$(BuiltIn {
            name: $name,
            text: include_str!(concat!("models/", $system, "/", $name, ".env")),
        },)*]
    };
}

/// For models of all systems.
const COMMON: &[BuiltIn] = models! { "common": "choices" };

const LINUX: &[BuiltIn] = models! {
    "linux":
    "kernel" "promises" "memory" "objects" "files" "sysfs" "interrupts" "deferred" "callbacks" "notifiers" "threads"
    "classes" "leds" "gpio" "hwmon" "iio" "power" "panels" "hwrng" "sound" "sound-controls" "soc" "net" "ethtool" "links"
    "phy" "generic-phy" "tty" "serial" "block" "platform" "pci" "i2c" "spi" "usb" "usbnet" "usb-serial" "hid" "buses"
};

const WINDOWS: &[BuiltIn] = models! { "windows": "wdm" };

/// All built-in models.
pub fn built_in() -> impl Iterator<Item = &'static BuiltIn> {
    COMMON.iter().chain(LINUX).chain(WINDOWS)
}

impl BuiltIn {
    /// One line that says what it is about.
    pub fn summary(&self) -> &'static str {
        let first = self.text.lines().next().unwrap_or_default();
        first.trim_start_matches('/').trim()
    }
}

/// The name of the unit of sources that a harness is.
pub const UNIT: &str = "<environment>";

/// The C that calls a program, and what it is made of.
#[derive(Clone, Debug, Default)]
pub struct Harness {
    pub text: String,
    /// The functions of the program that it calls, by the names that they are printed with.
    pub called: BTreeSet<String>,
    /// Those that stand beside them in tables and are not called, and those that the program calls itself.
    pub beside: BTreeSet<String>,
    /// Those that code outside knows by other ways than calls: that a module exports, or sets parameters with.
    pub known_elsewhere: BTreeSet<String>,
    /// Those in tables of types that models know.
    pub in_known_tables: BTreeSet<String>,
    /// Those in tables that unknown functions were given: they may be called by others than the environment, too.
    pub called_otherwise: BTreeSet<String>,
    /// What answers rest on.
    pub assumes: Vec<String>,
    /// What is called, in lines.
    pub found: Vec<String>,
    /// What is not, in lines.
    pub left_out: Vec<String>,
}

/// Why there is no harness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Nothing in the program is known to be called by a kernel.
    NothingFits,
    /// A model cannot be used.
    Model(String),
}

/// The harness of a program, without the functions of models that are named. If `reached` is there, it names the functions
/// that are really called.
pub(crate) fn derive(
    program: &Program,
    environment: &Environment,
    without: &BTreeSet<String>,
    reached: Option<&BTreeSet<String>>,
) -> Result<Harness, Refused> {
    let models = models(environment).map_err(Refused::Model)?;
    let given = tables::find(program);
    let mut instances = instances::instances(program, &given, &models);
    let is_reached = |f: FuncId| reached.is_none_or(|r| r.contains(&*program.funcs[f].unique));
    // What is never called needs no objects either.
    instances.retain(|i| i.called().next().is_none() || i.called().any(is_reached));
    if given.init.is_none() && instances.is_empty() {
        return Err(Refused::NothingFits);
    }
    let writer = render::Writer {
        program,
        given: &given,
        models: &models,
        instances: &instances,
        parameters: &module_data::parameters(program),
        without,
        names: instances::names(program, &instances),
    };
    let text = writer.text();
    let mut called: BTreeSet<FuncId> = instances.iter().flat_map(|i| i.called()).collect();
    called.extend(given.init.into_iter().chain(given.exit));
    called.retain(|&f| is_reached(f));
    // What is called through pointers that the program has set, in a table of the environment's own, say.
    let functions = program.defined().map(|(func, _, _)| func);
    called.extend(functions.filter(|&f| reached.is_some() && is_reached(f)));
    let elsewhere = module_data::known_elsewhere(program, &given);
    let mut harness = Harness {
        text: String::new(),
        found: found(program, &given, &instances, &called),
        left_out: left_out(program, &given, &called, &elsewhere),
        beside: unique_names(program, beside(&given, &models, &called)),
        in_known_tables: unique_names(program, in_known_tables(&given, &models)),
        known_elsewhere: unique_names(program, elsewhere),
        called_otherwise: BTreeSet::new(),
        assumes: assumes(&instances, &called),
        called: unique_names(program, called),
    };
    harness.text = with_comment(&harness, &text);
    Ok(harness)
}

fn unique_names(
    program: &Program,
    functions: impl IntoIterator<Item = FuncId>,
) -> BTreeSet<String> {
    let names = functions
        .into_iter()
        .map(|f| program.funcs[f].unique.to_string());
    names.collect()
}

fn is_known(models: &Models, table: &tables::Table) -> bool {
    models.classes.iter().any(|class| match &class.source {
        model::Source::Table(tag) | model::Source::Member(tag, _) => *tag == table.tag,
        model::Source::Argument(..) | model::Source::Function(_) => false,
    })
}

/// Functions in tables of which others are called.
fn beside(given: &tables::Given, models: &Models, called: &BTreeSet<FuncId>) -> BTreeSet<FuncId> {
    let tables = given.tables.iter();
    let tables = tables.filter(|t| t.innermost || is_known(models, t));
    let used = tables.filter(|t| t.functions.values().any(|f| called.contains(f)));
    let beside = used.flat_map(|t| t.functions.values().copied());
    beside.filter(|f| !called.contains(f)).collect()
}

fn in_known_tables(given: &tables::Given, models: &Models) -> BTreeSet<FuncId> {
    let tables = given.tables.iter().filter(|t| is_known(models, t));
    tables.flat_map(|t| t.functions.values().copied()).collect()
}

/// What the models of the callbacks that are there take for granted.
fn assumes(instances: &[instances::Instance<'_>], called: &BTreeSet<FuncId>) -> Vec<String> {
    let used = instances
        .iter()
        .filter(|i| i.called().any(|f| called.contains(&f)));
    let lines: BTreeSet<&String> = used.flat_map(|i| &i.class.assumes).collect();
    lines.into_iter().cloned().collect()
}

fn models(environment: &Environment) -> Result<Models, String> {
    let mut models = Models::default();
    let refuse = |file: &str, m: Mistake| format!("{file}:{}: {}", m.line, m.why);
    let systems: &[&[BuiltIn]] = match environment {
        Environment::Linux => &[COMMON, LINUX],
        Environment::Windows => &[COMMON, WINDOWS],
        Environment::None | Environment::Auto | Environment::File(_) => &[COMMON, LINUX, WINDOWS],
    };
    for file in systems.iter().copied().flatten() {
        let name = format!("{}.env", file.name);
        model::read(&mut models, &name, file.text).map_err(|m| refuse(&name, m))?;
    }
    if let Environment::File(path) = environment {
        let name = path.display().to_string();
        let text = read(path)?;
        model::read(&mut models, &name, &text).map_err(|m| refuse(&name, m))?;
    }
    Ok(models)
}

fn read(path: &Path) -> Result<String, String> {
    regular_file::read_to_string(path).map_err(|e| format!("cannot read {}: {e}", path.display()))
}

fn found(
    program: &Program,
    given: &tables::Given,
    instances: &[instances::Instance<'_>],
    really: &BTreeSet<FuncId>,
) -> Vec<String> {
    let name = |f: FuncId| program.funcs[f].name.to_string();
    let mut lines = Vec::new();
    if let Some(init) = given.init {
        let exit = given.exit.map(|f| format!(", and ends with {}", name(f)));
        lines.push(format!(
            "the module starts with {}{}",
            name(init),
            exit.unwrap_or_default()
        ));
    }
    for instance in instances {
        let called: BTreeSet<FuncId> = instance.called().filter(|f| really.contains(f)).collect();
        let called: Vec<String> = called.into_iter().map(name).collect();
        if !called.is_empty() {
            let (class, place) = (&instance.class.name, instance.place());
            lines.push(format!("{class} {place}: {}", called.join(", ")));
        }
    }
    let routines = given.init.into_iter().chain(given.exit);
    let named: BTreeSet<FuncId> = instances
        .iter()
        .flat_map(|i| i.called())
        .chain(routines)
        .collect();
    let others: Vec<String> = really.difference(&named).map(|&f| name(f)).collect();
    if !others.is_empty() {
        lines.push(format!("through pointers: {}", others.join(", ")));
    }
    lines
}

/// Functions that nothing calls: in tables, or exported.
fn left_out(
    program: &Program,
    given: &tables::Given,
    called: &BTreeSet<FuncId>,
    elsewhere: &BTreeSet<FuncId>,
) -> Vec<String> {
    let mut lines = Vec::new();
    let exported = elsewhere.iter().filter(|f| !called.contains(f));
    let exported: Vec<&str> = exported.map(|&f| &*program.funcs[f].name).collect();
    if !exported.is_empty() {
        lines.push(format!("known to the kernel: {}", exported.join(", ")));
    }
    for table in given.tables.iter().filter(|t| t.innermost) {
        let functions = table.functions.iter();
        let not =
            functions.filter(|(_, f)| !called.contains(f) && program.funcs[**f].body.is_some());
        let not: Vec<&str> = not.map(|(path, _)| &**path).collect();
        if !not.is_empty() {
            lines.push(format!(
                "struct {} {}: {}",
                table.tag,
                table.place,
                not.join(", ")
            ));
        }
    }
    lines
}

fn with_comment(harness: &Harness, text: &str) -> String {
    let mut out = String::from("/*\n * The environment: what calls the program.\n *\n");
    for line in &harness.found {
        let _ = writeln!(out, " * {line}");
    }
    if !harness.left_out.is_empty() {
        out += " *\n * Not called:\n";
        for line in &harness.left_out {
            let _ = writeln!(out, " *   {line}");
        }
    }
    out + " */\n" + text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_is_read_and_documented() {
        models(&Environment::Auto).unwrap_or_else(|why| panic!("{why}"));
        for model in built_in() {
            assert!(model.text.starts_with("// "), "{}", model.name);
            assert!(model.summary().ends_with('.'), "{}", model.name);
        }
    }
}
