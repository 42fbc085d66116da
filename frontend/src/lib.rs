//! C text becomes a typed, side-effect-free control-flow graph, with the property woven in.
//!
//! What comes in: C files as people have them, preprocessed or not. What goes out: a
//! [`Program`], or diagnostics with places in the user's own files. The passes, each a
//! function call in [`compile`], in this order:
//!
//! 1. [`input`] runs the system's preprocessor ([`process`] is where other programs are run) and puts the text into
//!    [`Sources`], which keep the way back to the user's files. Nothing after it reads a file.
//! 2. [`syntax`] makes a syntax tree per unit. Names are told apart (type or value), nothing else is
//!    decided.
//! 3. [`lower`] gives meaning: types and layouts ([`ir::types`]), conversions, evaluation order; side
//!    effects become edges of automata ([`ir`]). All units at once, so linking is part of it.
//! 4. [`Program::verify`] checks the invariants of the result, in debug builds and tests.
//!
//! Library functions without a body are primitives, known by name ([`ir::library`]), or get a body in C
//! ([`models`]). [`property`] weaves what is to be checked into the program, so that nothing after it needs to know what a
//! property is.
//!
//! The folder around this crate holds what it is built on and what works on its result: `source` (the user's text and the
//! way back to it), `ir` (the program), `analysis` (what may point where, what can be left out) and `interp` (what the
//! program does when it runs). None of them knows this crate, and neither do `semantics`, `abstractor` and `refiner`.

pub mod environment;
pub mod input;
pub mod lower;
pub mod models;
pub mod process;
pub mod property;
pub mod syntax;

use input::preprocess;
use ir::Program;
use ir::types::DataModel;
use source::{Diagnostic, Diagnostics, Interner, Sources, Span, UnitId, UnitKind};
use std::path::PathBuf;

/// Something to compile.
#[derive(Clone, Debug)]
pub enum Input {
    /// A file: `.i` is taken as it is, anything else goes through the preprocessor.
    File(PathBuf),
    /// A file with a preprocessor configuration of its own, as a compilation database gives it; but for what may be used
    /// and read.
    Configured(PathBuf, preprocess::Config),
    /// Preprocessed text, as from standard input.
    Text { name: String, text: Vec<u8> },
}

/// How to compile.
#[derive(Clone, Debug)]
pub struct Config {
    pub model: DataModel,
    /// The function where execution starts.
    pub entry: String,
    pub preprocess: preprocess::Config,
    /// Whether library functions that the inputs call and do not define get their [`models`]. A
    /// model of the user's own is an input like any other, and so comes first.
    pub models: bool,
    /// What calls a program that has no function to start with.
    pub environment: environment::Environment,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            model: DataModel::default(),
            entry: "main".into(),
            preprocess: preprocess::Config::default(),
            models: false,
            environment: environment::Environment::None,
        }
    }
}

/// A program and what it was made of.
#[derive(Clone, Debug)]
pub struct Compiled {
    pub program: Program,
    /// Where the program's spans lead.
    pub sources: Sources,
    /// Nothing worse than warnings.
    pub diagnostics: Diagnostics,
    /// What calls the program, where that is not its own `main`.
    pub harness: Option<environment::Harness>,
}

/// Why there is no program.
#[derive(Clone, Debug)]
pub struct Failure {
    pub sources: Sources,
    /// At least one error.
    pub diagnostics: Diagnostics,
}

/// Syntax trees and what they were made of.
#[derive(Debug)]
pub struct Parsed {
    pub names: Interner,
    pub trees: Vec<syntax::ast::Ast>,
    pub sources: Sources,
    /// Nothing worse than warnings.
    pub diagnostics: Diagnostics,
}

/// Reads and parses.
pub fn parse(inputs: &[Input], config: &Config) -> Result<Parsed, Box<Failure>> {
    let mut sources = Sources::new();
    let mut diagnostics = Diagnostics::new();
    let mut units = Vec::new();
    for input in inputs {
        match load(&mut sources, input, config) {
            Ok(unit) => units.push(unit),
            Err(said) => said.into_iter().for_each(|d| diagnostics.push(d)),
        }
    }
    let mut names = Interner::new();
    let mut trees = Vec::new();
    for unit in units {
        let parsed = syntax::parse(&sources, unit, &mut names);
        diagnostics.append(parsed.diagnostics);
        trees.push(parsed.ast);
    }
    // A declaration with a syntax error is missing from its tree: lowering would only complain
    // about its absence.
    if diagnostics.has_errors() {
        return Err(Box::new(Failure {
            sources,
            diagnostics,
        }));
    }
    Ok(Parsed {
        names,
        trees,
        sources,
        diagnostics,
    })
}

/// Compiles and links.
pub fn compile(inputs: &[Input], config: &Config) -> Result<Compiled, Box<Failure>> {
    link(inputs, config)?.compile()
}

/// Everything that lowering needs, the models and the environment included: what is done once for a program, whatever is
/// to be checked of it. Properties are woven in by [`property::weave_into`].
pub struct Linked {
    names: Interner,
    trees: Vec<syntax::ast::Ast>,
    sources: Sources,
    diagnostics: Diagnostics,
    lowering: lower::Config,
    /// The program without a property, once it has been lowered with all its models, and what was said about it.
    program: Option<(Program, Diagnostics)>,
    harness: Option<environment::Harness>,
}

/// Parses, and adds the models that are missing. Which are is known only when everything has been
/// lowered; lowering costs little beside parsing.
pub fn link(inputs: &[Input], config: &Config) -> Result<Linked, Box<Failure>> {
    let Parsed {
        mut names,
        mut trees,
        mut sources,
        diagnostics,
    } = parse(inputs, config)?;
    let lowering = lower::Config {
        model: config.model,
        entry: config.entry.clone(),
        written: trees.len(),
        mentioned: Vec::new(),
        environment: None,
    };
    let (program, said) = lower::lower(&trees, &mut names, &lowering);
    let fine = !said.has_errors();
    let added = config.models && fine && add_models(&program, &mut sources, &mut names, &mut trees);
    let mut linked = Linked {
        names,
        trees,
        sources,
        diagnostics,
        lowering,
        program: None,
        harness: None,
    };
    let wanted = config.environment != environment::Environment::None && program.entry.is_none();
    if wanted && fine {
        linked.add_harness(&program, config)?;
    }
    if !added && linked.harness.is_none() {
        linked.program = Some((program, said));
    }
    Ok(linked)
}

impl Linked {
    /// The program without any property.
    pub fn compile(mut self) -> Result<Compiled, Box<Failure>> {
        let (program, said) = match self.program.take() {
            Some(program) => program,
            None => lower::lower(&self.trees, &mut self.names, &self.lowering),
        };
        let mut compiled = finish(program, said, self.sources, self.diagnostics)?;
        compiled.add_environment(self.harness);
        Ok(compiled)
    }

    /// How many of its units were given, models of the user's own included.
    pub fn written(&self) -> usize {
        self.lowering.written
    }

    /// A look at the program without any property, which is lowered for it if need be. It may have errors: those are said
    /// when it is compiled.
    pub fn program(&mut self) -> &Program {
        let lower = || lower::lower(&self.trees, &mut self.names, &self.lowering);
        &self.program.get_or_insert_with(lower).0
    }
}

fn finish(
    program: Program,
    said: Diagnostics,
    sources: Sources,
    mut diagnostics: Diagnostics,
) -> Result<Compiled, Box<Failure>> {
    diagnostics.append(said);
    if diagnostics.has_errors() {
        return Err(Box::new(Failure {
            sources,
            diagnostics,
        }));
    }
    #[cfg(debug_assertions)]
    if let Err(broken) = program.verify() {
        panic!("lowering broke an invariant: {broken}");
    }
    Ok(Compiled {
        program,
        sources,
        diagnostics,
        harness: None,
    })
}

/// Adds the models of functions that are used and have no body; says whether there are any.
fn add_models(
    program: &Program,
    sources: &mut Sources,
    names: &mut Interner,
    trees: &mut Vec<syntax::ast::Ast>,
) -> bool {
    let missing = program
        .ledger
        .entries
        .iter()
        .filter(|entry| {
            let kind = entry.kind;
            kind == ir::AssumptionKind::NoBody || kind == ir::AssumptionKind::Library
        })
        .map(|entry| &*entry.construct);
    let primitive = |name: &str| {
        ir::library::effect(name).is_some_and(ir::library::LibraryEffect::is_primitive)
    };
    let models = models::needed(missing, primitive);
    let before = trees.len();
    for model in models {
        let name = format!("<model of {}>", model.name);
        let text = model.source.into_bytes();
        if let Ok(unit) = sources.add_of_kind(UnitKind::Model, &name, text) {
            trees.push(syntax::parse(sources, unit, names).ast);
        }
    }
    trees.len() > before
}

/// The unit of an input, or what is to be said of its absence.
fn load(sources: &mut Sources, input: &Input, config: &Config) -> Result<UnitId, Vec<Diagnostic>> {
    let ilp32 = config.model == DataModel::Ilp32;
    let loaded = match input {
        Input::Text { name, text } => preprocess::load_text(sources, name, text.clone()),
        Input::File(path) => {
            let config = preprocess::Config {
                ilp32,
                ..config.preprocess.clone()
            };
            preprocess::load(sources, path, &config)
        }
        Input::Configured(path, own) => {
            let config = preprocess::Config {
                ilp32,
                limits: config.preprocess.limits,
                boundary: config.preprocess.boundary.clone(),
                ..own.clone()
            };
            preprocess::load(sources, path, &config)
        }
    };
    loaded.map_err(|error| match error {
        preprocess::Error::Failed(messages) if !messages.is_empty() => messages,
        other => vec![Diagnostic::error(Span::NONE, other.to_string())],
    })
}
