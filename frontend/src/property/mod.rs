//! What is to be checked: a property, and how it is woven into the program it is checked of.
//!
//! In: C files and a [`Property`]: a specification in the language of docs/spec-language.md, one of
//! the built-in [`rules`], the text of an SV-COMP `.prp` file, or the default (assertions and error
//! functions). Out: [`Checked`], a program in which every violation is an edge that calls a function
//! of [`Checked::violations`], and nothing else is a violation. So the stages that check the program
//! need to know nothing of the property.
//!
//! A specification's handlers become functions of the program and its state becomes variables of the
//! program; the passes are listed in `spec`. The idea is SLIC's: Ball, Rajamani, SLIC: a
//! specification language for interface checking, 2001.
//!
//! Invariant: weaving never changes what the program's own variables hold.
//!
//! A program with a specification is lowered twice: without it by `link`, with it by `with_spec`. The first time tells which
//! models of library functions are missing, what the environment has to call, and that the user's text is free of errors
//! of its own; all of that must be known before the specification is, whose handlers may call what the program does not
//! and must not bring in models by that. The second time cannot go on where the first one stopped: models and the
//! environment are units before the specification's, inline functions that only a handler mentions were left out, and
//! lowering holds the table of names that parsing the specification adds to. It costs 5 % of what a large driver takes
//! before the first iteration (docs/benchmarks.md).

mod graft;
pub mod happening;
mod helpers;
mod hooks;
mod prp;
mod reach;
pub mod rules;
mod spec;
mod watched;

pub use hooks::{Hook, HookPoint, Hooks};

use crate::input::boundary::Boundary;
use crate::lower::Extension;
use crate::syntax::ast::Ast;
use crate::{Compiled, Config, Failure, Input, Linked};
use ir::{FuncId, Program, Special, VarId};
use source::regular_file;
use source::{Diagnostic, Diagnostics, Interner, Sources, Span};
use std::collections::BTreeMap;

/// Something that executions must not do.
#[derive(Clone, Debug)]
pub struct Property {
    name: String,
    about: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Assertions and error functions, whatever the program has of them.
    Assertions,
    /// Calls and labels that must not be reached.
    Reach(Vec<reach::Target>),
    /// Executions without an end. Nothing is woven in here: which checks that takes is found out on the way to the answer.
    Termination {
        /// Whether a file of SV-COMP's asks for it.
        by_file: bool,
    },
    Spec(Box<spec::Spec>),
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
    /// The variable that holds the watched address, if the property watches anything. It is never
    /// assigned.
    pub watched: Option<VarId>,
    /// Whether the program has anything that the property speaks of. If not, there is nothing to
    /// prove.
    pub applicable: bool,
    /// The handlers, where the property is a specification.
    pub hooks: Hooks,
    /// What the property speaks of and nothing could be said about, because execution starts elsewhere: sentences.
    pub not_checked: Vec<String>,
    /// What must hold of whole executions: whether there is one that does not end and violates a formula is not woven in.
    pub formulas: Vec<Formula>,
}

/// A formula of a specification, woven in as a machine that steps at events.
#[derive(Clone, Debug)]
pub struct Formula {
    pub text: String,
    pub span: Span,
    /// The state of its machine. An execution violates the formula if it does not end and is in states from `first` on
    /// for ever, where in those before `always` what `mark` says is so again and again.
    pub state: VarId,
    pub mark: Option<VarId>,
    pub first: usize,
    pub always: usize,
    /// The functions of that machine, and of the one that finds out what is violated for certain and by ending.
    pub live: Vec<FuncId>,
    pub safe: Vec<FuncId>,
    /// What they call where the formula is violated for certain.
    pub violations: Vec<FuncId>,
    /// All functions of the specification: they are taken to end.
    pub specification: Vec<FuncId>,
    /// Whether its events happen in the program, and some execution with such events would violate it.
    pub applicable: bool,
    /// Why it is not known where executions end.
    pub unclear: Option<String>,
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
    /// How often it stands where the execution can get to.
    pub places: usize,
    /// Whether it only says where the program begins and ends.
    pub is_end: bool,
}

/// The name of the property that every execution ends.
const TERMINATION: &str = "termination";

impl Default for Property {
    fn default() -> Self {
        Self {
            name: "assertions".into(),
            about: "No assertion fails.\n\nNo call of assert has an argument that is 0, and neither reach_error \
                    nor __VERIFIER_error is called."
                .into(),
            kind: Kind::Assertions,
        }
    }
}

impl Property {
    /// The property of an SV-COMP `.prp` file: `name` is what messages call the file.
    pub fn prp(name: &str, text: &str) -> Result<Self, Box<Failure>> {
        let mut sources = Sources::new();
        match prp::parse(&mut sources, name, text) {
            Ok(prp::Asked::Ends) => Ok(Self::termination(true)),
            Ok(prp::Asked::Never(targets)) => Ok(Self {
                name: "unreach-call".into(),
                about: format!(
                    "No execution reaches what must not be reached.\n\nThe property file says: {}",
                    text.split_whitespace().collect::<Vec<_>>().join(" ")
                ),
                kind: Kind::Reach(targets),
            }),
            Err(said) => Err(failure(sources, said)),
        }
    }

    /// Every execution ends.
    fn termination(by_file: bool) -> Self {
        Self {
            name: TERMINATION.into(),
            about: "Every execution ends.\n\nNo loop goes round forever, and no function calls itself forever. Functions \
                    without a body are taken to return."
                .into(),
            kind: Kind::Termination { by_file },
        }
    }

    /// A specification. `load` reads files that it includes, by their names.
    pub fn parse_spec(
        name: &str,
        text: &[u8],
        load: &mut dyn FnMut(&str) -> std::io::Result<Vec<u8>>,
    ) -> Result<Self, Box<Failure>> {
        let mut sources = Sources::new();
        let mut load = |wanted: spec::Wanted<'_>| match wanted {
            spec::Wanted::File(file, from) => {
                let beside = std::path::Path::new(from).with_file_name(file);
                let path = beside.display().to_string();
                let bytes = load(&path).map_err(|error| format!("cannot read {path}: {error}"))?;
                Ok((path, bytes))
            }
            spec::Wanted::Rule(rule) => rules::find(rule)
                .map(|found| (found.file_name(), found.text.as_bytes().to_vec()))
                .ok_or_else(|| no_rule(rule)),
        };
        match spec::parse(&mut sources, name, text, &mut load) {
            Ok(spec) => Ok(Self {
                name: stem(name),
                about: documentation(&String::from_utf8_lossy(text)),
                kind: Kind::Spec(Box::new(spec)),
            }),
            Err(said) => Err(failure(sources, said)),
        }
    }

    /// The built-in rule of a name.
    pub fn rule(name: &str) -> Option<Self> {
        let rule = rules::find(name)?;
        let mut none = |_: &str| Err(std::io::ErrorKind::NotFound.into());
        let parsed = Self::parse_spec(&rule.file_name(), rule.text.as_bytes(), &mut none);
        let mut property = parsed.ok()?;
        if let Kind::Spec(spec) = &mut property.kind {
            spec.library = true;
        }
        property.name = name.into();
        Some(property)
    }

    /// What a command line names: a `.prp` file, a specification, or a built-in rule.
    pub fn open(argument: &str) -> Result<Self, Box<Failure>> {
        let path = std::path::Path::new(argument);
        let is_file = path.extension().is_some() || argument.contains('/');
        if argument == TERMINATION {
            return Ok(Self::termination(false));
        }
        if !is_file && let Some(rule) = Self::rule(argument) {
            return Ok(rule);
        }
        let text = match read(path) {
            Ok(text) if text.contains(&0) => {
                return Err(no_property(
                    format!("{argument} is no text: there are zero bytes in it"),
                    None,
                ));
            }
            Ok(text) => text,
            Err(_) if !is_file => {
                let text = format!("there is no rule '{argument}', and no file of that name");
                let hint = "`cegar rules` lists the rules; a file's name ends in .spec or .prp";
                let hint = match rules::did_you_mean(argument) {
                    Some(question) => format!("{question} {hint}"),
                    None => hint.into(),
                };
                return Err(no_property(text, Some(hint)));
            }
            Err(error) => {
                let text = format!("cannot read {argument}: {error}");
                let missing = error.kind() == std::io::ErrorKind::NotFound;
                let hint = missing.then(|| rule_for_file(path)).flatten();
                return Err(no_property(text, hint));
            }
        };
        let extension = path.extension().and_then(|extension| extension.to_str());
        if matches!(extension, Some("c" | "i" | "h")) {
            let text = format!("{argument} is a C file, not a property");
            let hint = "a property is a .spec or .prp file, or the name of a rule: `cegar rules` lists them";
            return Err(no_property(text, Some(hint.into())));
        }
        if extension == Some("prp") {
            return Self::prp(argument, &String::from_utf8_lossy(&text));
        }
        // Specifications are not trusted, as programs are not.
        let boundary = Boundary::around([path]);
        Self::parse_spec(argument, &text, &mut |file| {
            let text = read(file.as_ref())?;
            match boundary.holds(file.as_ref()) {
                true => Ok(text),
                false => Err(std::io::Error::new(
                    std::io::ErrorKind::PermissionDenied,
                    "it lies outside of the folder of the specification",
                )),
            }
        })
    }

    /// What reports call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is one of SV-COMP's, by whose rules functions without a body call nothing back.
    pub fn is_reachability(&self) -> bool {
        matches!(
            self.kind,
            Kind::Reach(_) | Kind::Termination { by_file: true }
        )
    }

    /// Whether it asks that executions end.
    pub fn is_termination(&self) -> bool {
        matches!(self.kind, Kind::Termination { .. })
    }

    /// What it is about, in the words of its author: a line, and then paragraphs, with an empty line
    /// before each. Empty for a specification that does not begin with a comment.
    pub fn about(&self) -> &str {
        &self.about
    }
}

/// Editors of some systems begin a file with a mark of its encoding.
fn read(path: &std::path::Path) -> std::io::Result<Vec<u8>> {
    let mut text = regular_file::read(path)?;
    if text.starts_with(BYTE_ORDER_MARK) {
        text[..BYTE_ORDER_MARK.len()].fill(b' ');
    }
    Ok(text)
}

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

fn no_rule(name: &str) -> String {
    match rules::did_you_mean(name) {
        Some(question) => format!("there is no built-in rule '{name}'; {question}"),
        None => format!("there is no built-in rule '{name}'"),
    }
}

/// Whether a rule was meant where a file is named that does not exist.
fn rule_for_file(path: &std::path::Path) -> Option<String> {
    let stem = path.file_stem()?.to_str()?;
    match rules::find(stem) {
        Some(_) => Some(format!("the built-in rule is --property {stem}")),
        None => {
            rules::did_you_mean(stem).map(|question| format!("of the built-in rules, {question}"))
        }
    }
}

fn no_property(text: String, hint: Option<String>) -> Box<Failure> {
    let said = Diagnostic::error(Span::NONE, text);
    let said = match hint {
        Some(hint) => said.with_hint(hint),
        None => said,
    };
    failure(Sources::new(), [said])
}

/// Compiles and links, and weaves the property in.
pub fn compile_with_property(
    inputs: &[Input],
    config: &Config,
    property: &Property,
) -> Result<Checked, Box<Failure>> {
    weave_into(crate::link(inputs, config)?, property)
}

/// Weaves a property into a program that is linked already.
pub fn weave_into(linked: Linked, property: &Property) -> Result<Checked, Box<Failure>> {
    let (compiled, woven) = match &property.kind {
        Kind::Spec(spec) => with_spec(linked, spec, &property.name)?,
        Kind::Assertions => {
            let mut compiled = linked.compile()?;
            let woven = reach::assertions(&mut compiled.program, &property.name);
            (compiled, woven)
        }
        Kind::Termination { .. } => {
            let mut compiled = linked.compile()?;
            end_at_errors(&mut compiled.program);
            let woven = Woven {
                applicable: true,
                ..Woven::default()
            };
            (compiled, woven)
        }
        Kind::Reach(targets) => {
            let mut compiled = linked.compile()?;
            let woven = reach::weave(&mut compiled.program, targets, &property.name);
            (compiled, woven)
        }
    };
    Ok(woven.checked(compiled))
}

fn with_spec(
    mut linked: Linked,
    spec: &spec::Spec,
    name: &str,
) -> Result<(Compiled, Woven), Box<Failure>> {
    let mut types: Vec<_> = linked.trees.iter().flat_map(Ast::typedefs).collect();
    types.sort_unstable();
    types.dedup();
    let mut parsed = spec.syntax(&mut linked.sources, &mut linked.names, &types);
    for message in std::mem::take(&mut parsed.messages) {
        linked.diagnostics.push(message);
    }
    let (mut program, said, woven) = lower_woven(
        &linked.trees,
        &mut linked.names,
        &linked.lowering,
        (spec, &parsed, name),
    );
    // The watched object is no assumption: it stands for every one.
    let entries = &mut program.ledger.entries;
    entries.retain(|entry| &*entry.construct != watched::NAME);
    let mut compiled = crate::finish(program, said, linked.sources, linked.diagnostics)?;
    compiled.add_environment(linked.harness);
    Ok((compiled, woven))
}

fn lower_woven<'a>(
    trees: &'a [Ast],
    names: &'a mut Interner,
    config: &crate::lower::Config,
    (spec, parsed, name): (&spec::Spec, &'a spec::Parsed, &str),
) -> (Program, Diagnostics, Woven) {
    let mut woven = Woven::default();
    let weave = |ext: &mut Extension<'_, 'a>| woven = spec::weave(ext, spec, parsed, name);
    let config = crate::lower::Config {
        mentioned: parsed.ast.mentioned().collect(),
        ..config.clone()
    };
    let (program, said) = crate::lower::lower_extended(trees, names, &config, Some(weave));
    (program, said, woven)
}

/// The name of a file without folder and extension.
fn stem(name: &str) -> String {
    let stem = std::path::Path::new(name).file_stem();
    stem.map_or(name.into(), |s| s.to_string_lossy().into_owned())
}

/// The comment that a specification begins with. Lines of one paragraph are joined.
fn documentation(text: &str) -> String {
    let comment = text.trim_start().lines().map(str::trim_start);
    let comment = comment.map_while(|line| line.strip_prefix("//"));
    let mut paragraphs: Vec<String> = Vec::new();
    let mut joined = false;
    for (n, line) in comment.map(str::trim).enumerate() {
        match paragraphs.last_mut().filter(|_| joined && !line.is_empty()) {
            Some(paragraph) => *paragraph = format!("{paragraph} {line}"),
            None if !line.is_empty() => paragraphs.push(line.to_owned()),
            None => {}
        }
        // The first line stands for itself.
        joined = n > 0 && !line.is_empty();
    }
    paragraphs.join("\n\n")
}

/// The result of weaving into a program.
#[derive(Default)]
struct Woven {
    violations: BTreeMap<FuncId, Violation>,
    events: Vec<Event>,
    warnings: Diagnostics,
    applicable: bool,
    hooks: Hooks,
    not_checked: Vec<String>,
    formulas: Vec<Formula>,
}

impl Woven {
    /// Formulas that the program says nothing about are left open; with nothing else in it, so is the specification.
    fn add_formulas(&mut self, formulas: Vec<Formula>, has_others: bool) {
        if formulas.is_empty() {
            return;
        }
        let is_any = formulas.iter().any(|formula| formula.applicable);
        self.applicable = is_any || (has_others && self.applicable);
        for formula in formulas.iter().filter(|formula| !formula.applicable) {
            self.not_checked.push(format!(
                "nothing was said about {}: of what it speaks of, nothing happens that could violate it",
                formula.text
            ));
        }
        self.formulas = formulas;
    }

    /// Notes an event; several ways to come to one end are one.
    fn add_event(&mut self, event: Event) {
        let same = |other: &&mut Event| other.span == event.span && other.name == event.name;
        match self.events.iter_mut().find(same) {
            Some(known) => known.places += event.places,
            None => self.events.push(event),
        }
    }

    fn checked(self, mut compiled: Compiled) -> Checked {
        silence(&mut compiled.program, &self.violations);
        helpers::put_in_place(&mut compiled);
        #[cfg(debug_assertions)]
        if let Err(broken) = compiled.program.verify() {
            panic!("weaving broke an invariant: {broken}");
        }
        Checked {
            watched: watched::variable(&compiled.program),
            compiled,
            violations: self.violations,
            events: self.events,
            warnings: self.warnings,
            applicable: self.applicable,
            hooks: self.hooks,
            not_checked: self.not_checked,
            formulas: self.formulas,
        }
    }
}

/// A call of an error function ends an execution, unless the function has a body that says what it does.
fn end_at_errors(program: &mut Program) {
    for (_, func) in program.funcs.iter_mut() {
        if func.special == Some(Special::Error) {
            func.special = func.body.is_none().then_some(Special::Abort);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_specification_says_what_it_is_about() {
        let text = "\n// One.\n//\n// Two\n//   three.\n//\n// Four.\n\n// Not this.\nstate {}";
        assert_eq!(documentation(text), "One.\n\nTwo three.\n\nFour.");
        assert_eq!(documentation("// One\n// two."), "One\n\ntwo.");
        assert_eq!(documentation("state {} // x"), "");
        for rule in rules::all() {
            let property = Property::rule(rule.name).expect("a rule");
            let first = property.about().split("\n\n").next();
            assert_eq!(first, Some(rule.summary()));
            assert!(property.about().contains("\n\n"), "{}", rule.name);
        }
    }
}
