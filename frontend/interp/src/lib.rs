//! Runs a [`Program`] with C's exact arithmetic and a checked memory.
//!
//! The oracle of lowering (what it prints is compared with gcc's executable) and the judge of bugs
//! (a bug is one only if its inputs, run here, reach the violation). The program is compiled to
//! flat code for a register machine (`code`, `compile`), run with explicit frames
//! (`machine`), so that no depth of the C program costs stack here. What C leaves undefined and
//! the memory can see stops the run with a [`Fault`]; what it leaves open (values of bodyless
//! functions, `havoc`) comes from [`Inputs`].
//!
//! [`run`] is the entry point, [`run_observed`] the same with an [`Observer`] that is shown every edge taken and may ask
//! for values ([`View`]). An [`Outcome`] says how the run ended.
//!
//! | module | what is in it |
//! |---|---|
//! | `compile`, `code` | the program as flat code, made once per run |
//! | `machine` | frames, calls, lifetimes, and `leap`: loops whose turns are alike are leapt over |
//! | `memory`, `bytes`, `value` | objects of bytes that know their provenance and whether they were ever set |
//! | `native` | library functions that do input or output, or would be slow; [`ir::library::is_native`] lists them |
//! | `inputs`, `observe`, `fault` | what a run asks for, who may watch it, and how it can go wrong |
//!
//! Nothing here knows where a program comes from (`frontend`) or what is proved of it. `frontend/tests/run_suite` holds
//! it against gcc's executables, `tests/leaps` its leaps against runs turn by turn, `tests/faults` what it finds wrong.

mod bytes;
mod code;
mod compile;
mod fault;
mod inputs;
mod machine;
mod memory;
mod native;
mod observe;
#[cfg(test)]
mod tests;
mod value;

pub use fault::{Access, Fault, FaultKind, Limit, Site};
pub use inputs::{Exhausted, Input, Inputs, Request, RequestKind, Script, ScriptError};
pub use observe::{Control, Observer, View};
pub use value::{Prov, Value};

use fault::Stop;
use ir::{Program, VarId};
use machine::{Image, Machine};
use std::ops::Range;

/// What a run may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Edges, but those of loops that are leapt over.
    pub steps: u64,
    /// Bytes of live objects.
    pub memory: u64,
    /// Nested calls.
    pub depth: usize,
    /// Bytes printed.
    pub output: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            steps: 10_000_000_000,
            memory: 1 << 30,
            depth: 200_000,
            output: 1 << 28,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct RunConfig {
    /// `argv`, the program's name first.
    pub args: Vec<String>,
    pub stdin: Vec<u8>,
    pub limits: Limits,
    /// Makes a branch, address or argument that depends on uninitialised memory a fault; else the
    /// first one is only reported.
    pub fault_on_uninitialised: bool,
    pub space: Space,
}

/// The addresses of objects, where they matter: callers that have reasoned about addresses can ask for the same ones.
#[derive(Clone, Debug, Default)]
pub struct Space {
    /// The first function.
    pub code: Option<u64>,
    /// Variables that exist from the start.
    pub statics: Vec<(VarId, u64)>,
    /// Variables of functions of which one activation exists at a time.
    pub locals: Vec<(VarId, u64)>,
    /// Objects that the program did not make, and what they hold.
    pub outside: Vec<(u64, Vec<u8>)>,
    /// A call that leads here is one of a function that is not part of the program.
    pub callable: Range<u64>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The status of `main` or `exit`.
    Code(i32),
    Abort,
    /// With the condition, where the program tells it.
    AssertFailed(Option<Box<str>>, Site),
    /// `reach_error` or `__VERIFIER_error` was called.
    Error(Site),
    Fault(Box<Fault>),
    Limit(Limit),
    /// A condition that the program assumes does not hold: no such execution exists.
    AssumeFailed(Site),
    /// No value is left for the input asked for there.
    InputExhausted(Site),
    /// The program has no function to start with.
    NoEntry,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub exit: Exit,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// Edges of the run.
    pub steps: u64,
    /// Where the run first depended on uninitialised memory.
    pub uninitialised: Option<Site>,
}

/// Runs a program from its entry.
pub fn run(program: &Program, config: &RunConfig, inputs: &mut dyn Inputs) -> Outcome {
    run_observed(program, config, inputs, None)
}

/// The same, shown edge by edge to an observer.
pub fn run_observed<'a>(
    program: &'a Program,
    config: &'a RunConfig,
    inputs: &'a mut dyn Inputs,
    observer: Option<&'a mut dyn Observer>,
) -> Outcome {
    match Ready::new(program, config) {
        Ok(ready) => ready.start(config, inputs, observer),
        Err(outcome) => outcome,
    }
}

/// A program that is run more than once.
pub struct Ready<'p> {
    program: &'p Program,
    image: Image,
}

impl<'p> Ready<'p> {
    /// The limit of memory and the places of things are those of all runs. If there is nothing to run, how runs end.
    pub fn new(program: &'p Program, config: &RunConfig) -> Result<Self, Outcome> {
        let fails = |exit| Outcome {
            exit,
            stdout: Vec::new(),
            stderr: Vec::new(),
            steps: 0,
            uninitialised: None,
        };
        if program.entry.is_none() {
            return Err(fails(Exit::NoEntry));
        }
        match Image::new(program, config) {
            Ok(image) => Ok(Ready { program, image }),
            Err(Stop::Limit(limit)) => Err(fails(Exit::Limit(limit))),
            Err(_) => Err(fails(Exit::NoEntry)),
        }
    }

    /// One run.
    pub fn run<'a>(
        &'a self,
        config: &'a RunConfig,
        inputs: &'a mut dyn Inputs,
        observer: Option<&'a mut dyn Observer>,
    ) -> Outcome {
        Machine::new(self.program, self.image.clone(), config, inputs, observer).run()
    }

    /// The last run.
    fn start<'a>(
        self,
        config: &'a RunConfig,
        inputs: &'a mut dyn Inputs,
        observer: Option<&'a mut dyn Observer>,
    ) -> Outcome
    where
        'p: 'a,
    {
        Machine::new(self.program, self.image, config, inputs, observer).run()
    }
}
