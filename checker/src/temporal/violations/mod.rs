//! All configurations of a boolean program, reachable or not, from which some run violates a property of linear time: the
//! *global* model checking problem of Esparza, Hansel, Rossmanith and Schwoon (CAV 2000).
//!
//! Runs, and what a formula says of them, are those of [`super`]; configurations those of
//! [`crate::configurations`]. In place of pre\* of the repeating heads, whose automaton relates the globals before and after each
//! frame, there is one that reads a stack from its bottom and is deterministic (`instances`, as in [`crate::ctl`]): of the stack below a
//! procedure it matters only after which results of the procedure a run goes on that violates. So a frame below the top has
//! a condition on its locals alone, and the set is a [`PAutomaton`] as any other one.
//!
//! # The passes, in order
//!
//! 1. The product with the automaton of the property's violation, as for one run, with nothing left out.
//! 2. `diverging`: from which heads does a run violate that never leaves their frame?
//! 3. `instances`: from which states of each location does one, given the results of the procedure after which one does?
//! 4. `stack_automaton`: the automaton's states go, the rest is moved into the BDDs of the session.
//! 5. What was asked: the set itself (`shown`), or whether one of another set is in it, and can be reached.

mod diverging;
mod instances;
mod run;
mod shown;
mod stack_automaton;

pub use shown::{FrameTransition, StackState, Variable, ViolatingSet};

use super::ended_runs::accepted_past_the_end;
use super::head_graph::HeadGraph;
use super::product::{Marks, Product, product_flow};
use super::{Counterexample, FiniteRuns, Property};
use crate::bdd::{BddResult, OutOfNodes};
use crate::configurations::{
    ConfigurationSet, ConfigurationVerdict, PAutomaton, StackFrame, example, reachable_between,
};
use crate::engine::Summaries;
use crate::session::{Error, Session};
use crate::spds::{Observer, Reductions, Spds};
use diverging::diverging;
use instances::instances;
use run::Violation;
use stack_automaton::{StackAutomaton, stack_automaton};

/// How the set is computed.
#[derive(Clone, Debug)]
pub struct ViolationsConfig {
    pub finite_runs: FiniteRuns,
    /// So many procedures that are told apart by what holds after their return are looked at.
    pub max_instances: usize,
}

impl Default for ViolationsConfig {
    fn default() -> Self {
        ViolationsConfig {
            finite_runs: FiniteRuns::default(),
            max_instances: 20_000,
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum ViolationsError {
    Session(Error),
    /// So many instances of procedures were not enough: a limit.
    TooManyInstances(usize),
    /// The run that was found is none of the program's, or has the property: an error of ours.
    NotReplayed(&'static str),
}

impl From<OutOfNodes> for ViolationsError {
    fn from(limit: OutOfNodes) -> Self {
        ViolationsError::Session(limit.into())
    }
}

/// Whether a configuration of a set violates a property.
#[derive(Clone, Debug)]
pub enum Among {
    None,
    /// One that does, the top of its stack first, with a run from there unless traces are switched off.
    Some(Vec<StackFrame>, Option<Counterexample>),
    /// One that does and can be reached, with a way to it, and a run from there, unless traces are switched off.
    Reachable(ConfigurationVerdict, Option<Counterexample>),
}

impl Session<'_> {
    /// The set of all configurations from which some run does not have a property.
    pub fn violating(
        &self,
        property: &Property,
        config: &ViolationsConfig,
    ) -> Result<ViolatingSet, ViolationsError> {
        let spds = self.pushdown_system(&Reductions::none(), 0)?;
        let automaton = self.violations(property, config, &spds)?;
        Ok(shown::shown(&spds, &automaton)?)
    }

    /// Whether a configuration of a set is among them, reachable or not.
    pub fn violating_among(
        &self,
        property: &Property,
        config: &ViolationsConfig,
        set: &ConfigurationSet,
    ) -> Result<Among, ViolationsError> {
        let spds = self.pushdown_system(&Reductions::none(), 0)?;
        let found = self.violations(property, config, &spds)?;
        let both = found
            .automaton(&spds)?
            .intersection(&spds, &set.compile(&spds)?)?;
        let Some(stack) = example(&spds, &both)? else {
            return Ok(Among::None);
        };
        let run = self.violating_run(property, config, &stack)?;
        Ok(Among::Some(stack, run))
    }

    /// Whether a configuration of a set is among them and can be reached, from one of `from` or from the start.
    pub fn violating_reachable(
        &self,
        property: &Property,
        config: &ViolationsConfig,
        set: &ConfigurationSet,
        from: Option<&ConfigurationSet>,
    ) -> Result<Among, ViolationsError> {
        let remembered = |set: &ConfigurationSet| set.globals_below(self.flow()).len() as u32;
        let carried = from.map_or(0, remembered) + remembered(set);
        let spds = self.pushdown_system(&Reductions::none(), carried)?;
        let found = self.violations(property, config, &spds)?;
        let both = found
            .automaton(&spds)?
            .intersection(&spds, &set.compile(&spds)?)?;
        let from = match from {
            Some(set) => set.compile(&spds)?,
            None => PAutomaton::start(&spds, self.entries())?,
        };
        let reached = reachable_between(&spds, &from, &both, self.config())?;
        let run = match &reached {
            ConfigurationVerdict::Unreachable => return Ok(Among::None),
            ConfigurationVerdict::Reachable(Some(trace)) => {
                self.violating_run(property, config, &trace.end)?
            }
            ConfigurationVerdict::Reachable(None) => None,
        };
        Ok(Among::Reachable(reached, run))
    }

    /// A run that does not have a property, from a configuration from which there is one.
    fn violating_run(
        &self,
        property: &Property,
        config: &ViolationsConfig,
        stack: &[StackFrame],
    ) -> Result<Option<Counterexample>, ViolationsError> {
        if !self.config().trace {
            return Ok(None);
        }
        self.with_all_heads(property, |observer, graph| {
            let mut violation = Violation {
                product: graph.product,
                observer,
                graph,
                stutter: config.finite_runs == FiniteRuns::Stutter,
            };
            violation.run(self.flow(), property, stack).map(Some)
        })
    }

    fn violations(
        &self,
        property: &Property,
        config: &ViolationsConfig,
        spds: &Spds<'_, '_>,
    ) -> Result<StackAutomaton, ViolationsError> {
        self.with_all_heads(property, |observer, graph| {
            let stutter = config.finite_runs == FiniteRuns::Stutter;
            let diverging = diverging(graph, observer, stutter)?;
            let ended = match stutter {
                true => accepted_past_the_end(graph.product)?,
                false => graph.product.spds.bdds.zero(),
            };
            let found = instances(graph, &diverging, &ended, config.max_instances)?;
            Ok(stack_automaton(graph.product, &found, spds)?)
        })
    }

    /// The product with nothing left out, and the graph of all its heads.
    fn with_all_heads<T>(
        &self,
        property: &Property,
        then: impl for<'g, 'a, 'p> FnOnce(
            &'g Observer,
            &mut HeadGraph<'g, 'a, 'p>,
        ) -> Result<T, ViolationsError>,
    ) -> Result<T, ViolationsError> {
        let buchi = property.buchi();
        let flow = product_flow(self, &buchi, &property.atoms);
        let none = Reductions::none();
        let product = Product::new(&flow, &buchi, &property.atoms, &none, self.config())?;
        let observer = product.observer(Marks::Ignored)?;
        let sets = 0..buchi.sets;
        let recording: BddResult<Vec<Observer>> = sets
            .map(|set| product.observer(Marks::Recorded(set)))
            .collect();
        let recording = recording?;
        let mut everything = Summaries::observed(&product.spds, Some(&observer));
        for proc in flow.program.proc_ids() {
            everything.enter(proc, &product.anywhere()?)?;
        }
        everything.run()?;
        let mut graph = HeadGraph::of_all_heads(&product, everything, &recording)?;
        then(&observer, &mut graph)
    }
}
