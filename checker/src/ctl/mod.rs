//! Computation tree logic on boolean programs, with respect to the whole configuration.
//!
//! Runs are those of [`crate::temporal`]: maximal, not blocked by an assumption, and stuttering once they have ended, or
//! infinite. `E` and `A` speak of the runs that begin in a configuration, and a configuration is a whole stack. A formula holds
//! of a program where it holds in all initial configurations from which there is a run.
//!
//! # The passes, in order
//!
//! 1. [`Property`]: atoms are resolved in the program, and the formula is brought to `EX`, `EU` and `EG` (`core`).
//! 2. What is reachable, by summaries. All that follows stays inside.
//! 3. For each subformula, operands first, where it holds: boolean ones location by location, the three others by a
//!    `stage` each, which tells procedures apart by what holds after their return (`instances`).
//! 4. The initial configurations are looked at.
//! 5. Where one run shows the answer (`linear`), that run is found, executed and told by [`crate::temporal`], which must
//!    agree.

mod continuations;
mod core;
mod evaluation;
mod fixed_points;
mod formula;
mod instances;
mod linear;
mod parse;
mod stage;
mod within;

pub use formula::{Connective, Formula, FormulaId, Node, PathBinary, PathUnary, Quantifier};
pub use parse::parse;

use self::core::CoreFormula;
use crate::bdd::OutOfNodes;
use crate::bp::{Diagnostic, ProcId, Program, Symbol};
use crate::session::{Error, Session};
use crate::spds::Reductions;
use crate::temporal::{
    self, Counterexample, FiniteRuns, PropertyError, TemporalConfig, TemporalError, TemporalVerdict,
};
use evaluation::Evaluation;
use instances::Ground;
use linear::Linear;

/// A formula with its atoms resolved in a program.
pub struct Property {
    core: CoreFormula,
    atoms: Vec<temporal::Atom>,
    /// What all runs must satisfy, and what a run that does not is.
    shown_by_run: Option<(temporal::Property, Shows)>,
    /// What a reader should know about the atoms.
    pub notes: Vec<String>,
}

/// What a run that violates the linear formula is of the branching one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shows {
    Counterexample,
    Witness,
}

impl Property {
    /// Resolves a formula's atoms in a program that is well formed, to which their expressions are added. Errors have spans
    /// of the formula's text.
    pub fn new(formula: &Formula, program: &mut Program) -> Result<Self, Vec<Diagnostic>> {
        let resolved = temporal::resolve(formula.atoms(), program)?;
        let linear = linear::linear(formula).and_then(|linear| {
            let (linear, shows) = match linear {
                Linear::Universal(linear) => (linear, Shows::Counterexample),
                Linear::Existential(linear) => (linear, Shows::Witness),
            };
            // A formula whose automaton is too large is answered without a run.
            match temporal::Property::formula(&linear, &[], program) {
                Ok(property) => Some((property, shows)),
                Err(PropertyError::Atoms(_) | PropertyError::TooLarge(_)) => None,
            }
        });
        Ok(Property {
            core: CoreFormula::new(formula),
            atoms: resolved.atoms,
            shown_by_run: linear,
            notes: resolved.notes,
        })
    }

    /// The same in linear time, where that can say it: what all runs must satisfy so that the formula holds, or so that it
    /// does not (`false`).
    pub fn linear(&self) -> Option<(&temporal::Property, bool)> {
        let (linear, shows) = self.shown_by_run.as_ref()?;
        Some((linear, *shows == Shows::Counterexample))
    }
}

/// How a formula is checked.
#[derive(Clone, Debug)]
pub struct CtlConfig {
    pub finite_runs: FiniteRuns,
    /// So many procedures that are told apart by what holds after their return are looked at.
    pub max_instances: usize,
}

impl Default for CtlConfig {
    fn default() -> Self {
        CtlConfig {
            finite_runs: FiniteRuns::default(),
            max_instances: 100_000,
        }
    }
}

/// Whether a formula holds in the initial configurations.
#[derive(Clone, Debug)]
pub enum CtlVerdict {
    Holds {
        /// A run that shows it, where one can.
        witness: Option<Counterexample>,
        /// No run begins in any initial configuration, and so the answer says nothing.
        no_run: bool,
    },
    Fails {
        /// An initial configuration in which it does not hold.
        initial: InitialConfiguration,
        /// A run that shows it, where one can.
        counterexample: Option<Counterexample>,
    },
}

/// The procedure that a program starts in, and its variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitialConfiguration {
    pub proc: ProcId,
    pub values: Vec<(Symbol, bool)>,
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum CtlError {
    Session(Error),
    /// So many instances of procedures were not enough: a limit.
    TooManyInstances(usize),
    /// The run that was found is none of the program's, or the two logics do not agree: an error of ours.
    NotShown(&'static str),
}

/// What ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CtlLimit {
    Nodes,
    Instances(usize),
}

impl From<OutOfNodes> for CtlLimit {
    fn from(_: OutOfNodes) -> Self {
        CtlLimit::Nodes
    }
}

impl From<CtlLimit> for CtlError {
    fn from(limit: CtlLimit) -> Self {
        match limit {
            CtlLimit::Nodes => CtlError::Session(Error::OutOfNodes),
            CtlLimit::Instances(limit) => CtlError::TooManyInstances(limit),
        }
    }
}

impl From<TemporalError> for CtlError {
    fn from(error: TemporalError) -> Self {
        match error {
            TemporalError::Session(error) => CtlError::Session(error),
            TemporalError::NotReplayed(words) => CtlError::NotShown(words),
        }
    }
}

/// What was found about the initial configurations.
enum Found {
    NoRun,
    Holds,
    Fails(InitialConfiguration),
}

impl Session<'_> {
    /// Whether a formula holds in the initial configurations. The session's program is the one that the formula was
    /// resolved in.
    pub fn branching(
        &self,
        property: &Property,
        config: &CtlConfig,
    ) -> Result<CtlVerdict, CtlError> {
        Ok(match self.initially(property, config)? {
            Found::NoRun => CtlVerdict::Holds {
                witness: None,
                no_run: true,
            },
            Found::Holds => CtlVerdict::Holds {
                witness: self.run(property, Shows::Witness, config)?,
                no_run: false,
            },
            Found::Fails(initial) => CtlVerdict::Fails {
                initial,
                counterexample: self.run(property, Shows::Counterexample, config)?,
            },
        })
    }

    fn initially(&self, property: &Property, config: &CtlConfig) -> Result<Found, CtlLimit> {
        let spds = self.pushdown_system(&Reductions::none(), 0)?;
        let stutter = config.finite_runs == FiniteRuns::Stutter;
        let ground = Ground::new(&spds, self.entries(), stutter)?;
        let evaluation = Evaluation::new(&ground, self.entries(), property, config.max_instances)?;
        evaluation.initial_configurations()
    }

    /// A run that shows the answer, where one can.
    fn run(
        &self,
        property: &Property,
        shows: Shows,
        config: &CtlConfig,
    ) -> Result<Option<Counterexample>, CtlError> {
        let Some((linear, of)) = &property.shown_by_run else {
            return Ok(None);
        };
        if *of != shows || !self.config().trace {
            return Ok(None);
        }
        let config = TemporalConfig {
            finite_runs: config.finite_runs,
            ..TemporalConfig::default()
        };
        match self.temporal(linear, &config)? {
            TemporalVerdict::Violated(run) => Ok(run),
            TemporalVerdict::Holds => Err(CtlError::NotShown("no run shows it")),
        }
    }
}

#[cfg(test)]
mod tests;
