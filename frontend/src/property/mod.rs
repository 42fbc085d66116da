//! What is to be checked: a property, and how it is woven into the program it is checked of.
//!
//! In: C files and a [`Property`]: a specification in the language of docs/spec-language.md, one of
//! the built-in rules, the text of an SV-COMP `.prp` file, or the default (assertions and error
//! functions). Out: [`Checked`], a program in which every violation is an edge that calls a function
//! of [`Checked::violations`], and nothing else is a violation. So whoever checks the program needs
//! to know nothing of the property.
//!
//! A specification's handlers become functions of the program and its state becomes variables of the
//! program; the passes are listed in `spec`. The idea is SLIC's: Ball, Rajamani, SLIC: a
//! specification language for interface checking, 2001.
//!
//! Invariant: weaving never changes what the program's own variables hold.

mod graft;
mod prp;
mod reach;

use crate::ir::{FuncId, Program, Special};
use crate::source::{Diagnostic, Diagnostics, Sources, Span};
use crate::{Compiled, Config, Failure, Input};
use std::collections::BTreeMap;

/// Something that executions must not do.
#[derive(Clone, Debug)]
pub struct Property {
    name: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Assertions and error functions, whatever the program has of them.
    Assertions,
    /// Calls and labels that must not be reached.
    Reach(Vec<reach::Target>),
}

/// A program with a property woven in.
#[derive(Clone, Debug)]
pub struct Checked {
    pub compiled: Compiled,
    /// The functions whose calls are the violations.
    pub violations: BTreeMap<FuncId, Violation>,
    /// The places where something happens that the property speaks of.
    pub events: Vec<Event>,
    /// Events that match nothing.
    pub warnings: Diagnostics,
    /// Whether the program has anything that the property speaks of. If not, there is nothing to
    /// prove.
    pub applicable: bool,
}

/// What a call of an error function means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The name of the property.
    pub rule: String,
    /// In the words of the property.
    pub message: String,
}

/// An event of the property and how often the text of the program has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// As in `mutex_lock.call`.
    pub name: String,
    /// Where the property names it.
    pub span: Span,
    pub places: usize,
}

impl Default for Property {
    fn default() -> Self {
        Self {
            name: "assertions".into(),
            kind: Kind::Assertions,
        }
    }
}

impl Property {
    /// The property of an SV-COMP `.prp` file: `name` is what messages call the file.
    pub fn prp(name: &str, text: &str) -> Result<Self, Box<Failure>> {
        let mut sources = Sources::new();
        match prp::parse(&mut sources, name, text) {
            Ok(targets) => Ok(Self {
                name: "unreach-call".into(),
                kind: Kind::Reach(targets),
            }),
            Err(said) => Err(failure(sources, said)),
        }
    }

    /// What reports call it.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// Compiles and links, and weaves the property in.
pub fn compile_with_property(
    inputs: &[Input],
    config: &Config,
    property: &Property,
) -> Result<Checked, Box<Failure>> {
    let mut compiled = crate::compile(inputs, config)?;
    let woven = match &property.kind {
        Kind::Assertions => reach::assertions(&mut compiled.program, &property.name),
        Kind::Reach(targets) => reach::weave(&mut compiled.program, targets, &property.name),
    };
    Ok(woven.checked(compiled))
}

/// The result of weaving into a program.
#[derive(Default)]
struct Woven {
    violations: BTreeMap<FuncId, Violation>,
    events: Vec<Event>,
    warnings: Diagnostics,
    applicable: bool,
}

impl Woven {
    fn checked(self, mut compiled: Compiled) -> Checked {
        silence(&mut compiled.program, &self.violations);
        #[cfg(debug_assertions)]
        if let Err(broken) = compiled.program.verify() {
            panic!("weaving broke an invariant: {broken}");
        }
        Checked {
            compiled,
            violations: self.violations,
            events: self.events,
            warnings: self.warnings,
            applicable: self.applicable,
        }
    }
}

/// Errors and assertions that the property does not speak of are no violations: a failing
/// assertion only ends the program, and an error function is one without a body or with its own.
fn silence(program: &mut Program, violations: &BTreeMap<FuncId, Violation>) {
    for (id, func) in program.funcs.iter_mut() {
        if violations.contains_key(&id) {
            continue;
        }
        func.special = match func.special {
            Some(Special::Error) => None,
            Some(Special::AssertFail) => Some(Special::Abort),
            other => other,
        };
    }
}

fn failure(sources: Sources, said: impl IntoIterator<Item = Diagnostic>) -> Box<Failure> {
    let mut diagnostics = Diagnostics::new();
    said.into_iter().for_each(|d| diagnostics.push(d));
    Box::new(Failure {
        sources,
        diagnostics,
    })
}
