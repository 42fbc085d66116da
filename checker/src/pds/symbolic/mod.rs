//! Pushdown systems with variables, explored symbolically: values are sets in decision diagrams, control states and symbols
//! stay as they are.
//!
//! ```text
//! SymbolicFile ─► Space (bits), FileRules (relations) ─► Product ─► PostStar ─┬─► Search ─► run        reach
//! Property ─────► Atoms, Büchi automaton ────────────────────┘                └─► HeadGraph ─► Component ─► lasso
//! ```
//!
//! The algorithms are those of Esparza and Schwoon, *A BDD-based model checker for recursive programs* (CAV 2001). Runs are
//! told with all values, as runs of an explicit system made of their rules alone; each step is held against the file's
//! expression, and a formula is evaluated on the run, without decision diagrams, before it is told.

mod atoms;
mod derivation;
mod head_graph;
mod names;
mod numbers;
mod post_star;
mod reach;
mod repeating_heads;
mod rules;
mod run;
mod shown;
mod space;
mod temporal;
#[cfg(test)]
mod tests;

use super::EndedRuns;
use super::automaton::{Draft, PAutomaton};
use super::moped::SymbolicFile;
use super::property::Property;
use super::run::Run;
use super::system::PushdownSystem;
use super::temporal::Lasso;
use crate::bdd::{BddConfig, OutOfNodes};
use atoms::Atoms;
use derivation::NoRun;
use ltl::{Atom, Automaton, Guard, StateId};
use names::Names;
use numbers::NoRelation;
use post_star::PostStar;
use reach::{Search, add_starts};
use rules::{FileRules, Product};
use run::Teller;
pub use shown::{ShownTransition, SymbolicSet};
use space::Space;
use temporal::Question;

/// A pushdown system with variables.
pub struct SymbolicSystem {
    file: SymbolicFile,
    names: Names,
    config: BddConfig,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolicError {
    /// The table of decision diagrams is full: a limit.
    OutOfNodes,
    /// An expression needs numbers of more than 64 bits.
    TooWide,
    /// A run was found that cannot be made, or does not violate the formula: a mistake of ours.
    NotReplayed,
}

impl From<OutOfNodes> for SymbolicError {
    fn from(_: OutOfNodes) -> Self {
        SymbolicError::OutOfNodes
    }
}

impl From<NoRelation> for SymbolicError {
    fn from(problem: NoRelation) -> Self {
        match problem {
            NoRelation::OutOfNodes => SymbolicError::OutOfNodes,
            NoRelation::TooWide => SymbolicError::TooWide,
        }
    }
}

/// A run, and the explicit system of the rules that it takes.
#[derive(Clone, Debug)]
pub struct SymbolicRun {
    pub system: PushdownSystem,
    pub run: Run,
}

/// Whether a set is reached, with a run, which need not be a shortest one; none where it is too long to be written down.
#[derive(Clone, Debug)]
pub enum SymbolicReach {
    Unreachable,
    Reachable(Option<SymbolicRun>),
}

/// A run that violates a formula, and the explicit system of the rules that it takes.
#[derive(Clone, Debug)]
pub struct SymbolicLasso {
    pub system: PushdownSystem,
    pub lasso: Lasso,
}

#[derive(Clone, Debug)]
pub enum SymbolicVerdict {
    Holds,
    /// With a run, if it is not too long to be written down.
    Violated(Option<Box<SymbolicLasso>>),
}

impl SymbolicSystem {
    pub(super) fn new(file: SymbolicFile) -> Self {
        SymbolicSystem {
            names: Names::new(&file),
            file,
            config: BddConfig::default(),
        }
    }

    /// The names that patterns, automata and formulas are resolved in: a system without rules.
    pub fn names(&self) -> &PushdownSystem {
        &self.names.system
    }

    /// The same, to which an automaton's file may add control states of its own.
    pub fn names_mut(&mut self) -> &mut PushdownSystem {
        &mut self.names.system
    }

    /// Makes known what a text names with values, `main0[x=1]`: to be done before sets and formulas are made of it.
    pub fn learn_names(&mut self, text: &str) {
        self.names.add_valued(&self.file, text);
    }

    /// Makes those atoms known that are expressions over variables, `{x = 1}`.
    pub fn learn_conditions<'f>(&mut self, atoms: impl Iterator<Item = &'f Atom>) {
        self.names.add_conditions(&self.file, atoms);
    }

    /// The initial configuration of the file, with all values.
    pub fn initial(&self) -> Option<PAutomaton> {
        let (control, stack) = self.file.initial.as_ref()?;
        let mut draft = Draft::new(&self.names.system);
        let mut at = self.names.system.find_control(control)?.into();
        for name in stack {
            let next = draft.add_state();
            draft.add_edge(at, self.names.system.find_symbol(name), next);
            at = next;
        }
        draft.accept(at);
        Some(draft.finish())
    }

    fn compiled(&self) -> Result<(Space, FileRules), SymbolicError> {
        let space = Space::new(&self.file, self.config)?;
        let rules = FileRules::new(&self.file, &self.names.system, &space)?;
        Ok((space, rules))
    }

    /// Whether some configuration of `to` can be reached from one of `from`.
    pub fn reach(
        &self,
        from: &PAutomaton,
        to: &PAutomaton,
    ) -> Result<SymbolicReach, SymbolicError> {
        let (space, rules) = self.compiled()?;
        let (buchi, atoms) = (anything(), Atoms::none());
        let mut product = Product::new(&space, &rules, &buchi, &atoms, false);
        let mut reached = PostStar::new(&mut product);
        add_starts(&mut reached, from, &self.names, &buchi)?;
        reached.run()?;
        let search = Search {
            reached: &reached,
            set: to,
            names: &self.names,
        };
        let (steps, end) = match search.run() {
            Ok(None) => return Ok(SymbolicReach::Unreachable),
            Ok(Some(found)) => found,
            Err(NoRun::TooLong) => return Ok(SymbolicReach::Reachable(None)),
            Err(NoRun::OutOfNodes) => return Err(SymbolicError::OutOfNodes),
            Err(NoRun::Unexplained) => return Err(SymbolicError::NotReplayed),
        };
        let wrong = |_| SymbolicError::NotReplayed;
        let start = Teller::start(&end, &steps).map_err(wrong)?;
        let mut teller = Teller::new(&self.file, &self.names, &rules);
        let run = Run {
            start: teller.configuration(&start),
            rules: teller.rules(&steps).map_err(wrong)?,
        };
        let goal = teller.configuration(&end);
        let is_right = start.is_in(from, &self.names)
            && end.is_in(to, &self.names)
            && run.end(&teller.system) == Some(goal);
        if !is_right {
            return Err(SymbolicError::NotReplayed);
        }
        Ok(SymbolicReach::Reachable(Some(SymbolicRun {
            system: teller.system,
            run,
        })))
    }

    /// All that can be reached.
    pub fn post_star(&self, from: &PAutomaton) -> Result<SymbolicSet, SymbolicError> {
        let (space, rules) = self.compiled()?;
        let (buchi, atoms) = (anything(), Atoms::none());
        let mut product = Product::new(&space, &rules, &buchi, &atoms, false);
        let mut reached = PostStar::new(&mut product);
        add_starts(&mut reached, from, &self.names, &buchi)?;
        reached.run()?;
        Ok(shown::shown(&reached, &self.file, &self.names)?)
    }

    /// Whether all runs from a set of configurations have a property.
    pub fn check_ltl(
        &self,
        from: &PAutomaton,
        property: &Property,
        ended: EndedRuns,
    ) -> Result<SymbolicVerdict, SymbolicError> {
        let (space, rules) = self.compiled()?;
        let question = Question {
            file: &self.file,
            names: &self.names,
            space: &space,
            rules: &rules,
            from,
            property,
            ended,
        };
        question.verdict()
    }
}

/// An automaton of one state that lets every step pass.
fn anything() -> Automaton {
    Automaton {
        atoms: Vec::new(),
        states: 1,
        initial: vec![StateId(0)],
        acceptance_sets: 0,
        edges: vec![ltl::Edge {
            from: StateId(0),
            to: StateId(0),
            guard: Guard::always(),
            acceptance: ltl::BitSet::new(),
        }],
    }
}
