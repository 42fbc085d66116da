//! What is asked of all runs, with its atoms resolved in a program.

use super::atoms::Atom;
use super::buchi::Buchi;
use super::resolve::{Resolved, resolve};
use crate::bp::{Diagnostic, Program, Span};
use ltl::{
    self, Automaton, BinaryOp, Formula, Node, PeriodicWord, TooLarge, TranslateConfig, UnaryOp,
};

/// A property of runs: none may be accepted by its automaton.
pub struct Property {
    /// The meaning of the automaton's atoms.
    pub(super) atoms: Vec<Atom>,
    /// What a reader should know about the atoms.
    pub notes: Vec<String>,
    /// It accepts the runs that violate the property.
    automaton: Automaton,
    /// The same as a formula over the same atoms, where the property came as one.
    violation: Option<Formula>,
}

/// Why there is no property.
#[derive(Clone, Debug)]
pub enum PropertyError {
    /// Its atoms have no meaning in the program. The spans are of the formula's text.
    Atoms(Vec<Diagnostic>),
    /// Its automaton is too large: a limit, not a mistake.
    TooLarge(TooLarge),
}

impl From<Vec<Diagnostic>> for PropertyError {
    fn from(problems: Vec<Diagnostic>) -> Self {
        PropertyError::Atoms(problems)
    }
}

impl From<TooLarge> for PropertyError {
    fn from(limit: TooLarge) -> Self {
        PropertyError::TooLarge(limit)
    }
}

/// Whether the atoms of a formula have a meaning in a program. Expressions become part of it.
pub fn verify_atoms(formula: &Formula, program: &mut Program) -> Result<(), Vec<Diagnostic>> {
    resolve(written(formula), program).map(|_| ())
}

fn written(formula: &Formula) -> impl Iterator<Item = (&ltl::Atom, Span)> {
    let ids = (0..).map(ltl::AtomId);
    let spans = ids.map(|id| formula.atom_span(id));
    formula.atoms().zip(spans)
}

impl Property {
    /// A formula that all runs must satisfy of which all of `fair` are true. Its atoms are resolved in `program`, which is
    /// well formed, and to which their expressions are added. Errors have spans of the formula's text.
    pub fn formula(
        formula: &Formula,
        fair: &[Formula],
        program: &mut Program,
    ) -> Result<Self, PropertyError> {
        // The formula comes first, so that its atoms have the first numbers; those of `fair` were resolved before.
        let mut violation = formula.clone();
        let root = violation.root();
        let mut all = violation.unary(UnaryOp::Not, root);
        for premise in fair {
            let premise = violation.import(premise);
            all = violation.binary(BinaryOp::And, premise, all);
        }
        let violation = violation.with_root(all);
        let automaton = ltl::translate(&violation, &TranslateConfig::default())?;
        let resolved = resolve(written(&violation), program)?;
        Ok(Property::new(resolved, automaton, Some(violation)))
    }

    /// Every run ends.
    pub fn termination(fair: &[Formula], program: &mut Program) -> Result<Self, PropertyError> {
        let mut formula = Formula::new();
        let atom = formula.add_atom(ltl::Atom::Terminated, Span::default());
        let atom = formula.add(Node::Atom(atom));
        let finally = formula.unary(UnaryOp::Finally, atom);
        Property::formula(&formula.with_root(finally), fair, program)
    }

    /// There is no run of which all of `fair` are true. Where this holds, every other property does, and says nothing.
    pub fn no_run(fair: &[Formula], program: &mut Program) -> Result<Self, PropertyError> {
        let mut formula = Formula::new();
        let never = formula.add(Node::False);
        Property::formula(&formula.with_root(never), fair, program)
    }

    /// Whether no run of any program could violate it.
    pub fn is_never_violated(&self) -> bool {
        self.automaton.is_empty()
    }

    /// No run is accepted by an automaton.
    pub fn never(automaton: Automaton, program: &mut Program) -> Result<Self, PropertyError> {
        let written = automaton.atoms.iter().map(|atom| (atom, Span::default()));
        let resolved = resolve(written, program)?;
        Ok(Property::new(resolved, automaton, None))
    }

    fn new(resolved: Resolved, automaton: Automaton, violation: Option<Formula>) -> Self {
        Property {
            atoms: resolved.atoms,
            notes: resolved.notes,
            automaton,
            violation,
        }
    }

    pub(super) fn buchi(&self) -> Buchi {
        Buchi::new(&self.automaton)
    }

    /// Whether a run with these letters violates the property: by the formula itself where there is one.
    pub(super) fn is_violated_by(&self, word: &PeriodicWord) -> bool {
        match &self.violation {
            Some(violation) => violation.holds_on(word),
            None => self.automaton.accepts(word),
        }
    }
}
