//! What is asked of all runs of a pushdown system: that none is accepted by an automaton.

use super::pattern::unknown;
use super::system::{ControlId, PushdownSystem, SymbolId, name};
use crate::bp::{Diagnostic, Span};
use ltl::{
    Atom, AtomId, Automaton, BinaryOp, BitSet, Formula, PeriodicWord, TooLarge, TranslateConfig,
    UnaryOp, translate,
};

/// A property of runs, with its atoms resolved in a system.
#[derive(Clone, Debug)]
pub struct Property {
    atoms: Vec<HeadAtom>,
    /// It accepts the runs that violate the property.
    pub(super) automaton: Automaton,
    /// The same as a formula over the same atoms, where the property came as one.
    violation: Option<Formula>,
}

/// Why there is no property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PropertyError {
    /// It speaks of what the system does not have. The spans are of the formula's text.
    Atoms(Vec<Diagnostic>),
    /// Its automaton is too large: a limit, not a mistake.
    TooLarge(TooLarge),
}

/// What an atom says of a head.
#[derive(Clone, Debug)]
pub(super) enum HeadAtom {
    Control(Vec<ControlId>),
    Symbol(Vec<SymbolId>),
    Ended,
}

impl Property {
    /// A formula that all runs must satisfy of which all of `fair` are true.
    pub fn formula(
        formula: &Formula,
        fair: &[Formula],
        system: &PushdownSystem,
    ) -> Result<Self, PropertyError> {
        // The formula comes first, so that its atoms have the first numbers; those of `fair` were looked at before.
        let mut violation = formula.clone();
        let root = violation.root();
        let mut all = violation.unary(UnaryOp::Not, root);
        for premise in fair {
            let premise = violation.import(premise);
            all = violation.binary(BinaryOp::And, premise, all);
        }
        let violation = violation.with_root(all);
        let atoms = resolve_all(written(&violation), system).map_err(PropertyError::Atoms)?;
        let automaton =
            translate(&violation, &TranslateConfig::default()).map_err(PropertyError::TooLarge)?;
        Ok(Property {
            atoms,
            automaton,
            violation: Some(violation),
        })
    }

    /// No run is accepted by an automaton.
    pub fn never(automaton: Automaton, system: &PushdownSystem) -> Result<Self, PropertyError> {
        let written = automaton.atoms.iter().map(|atom| (atom, Span::default()));
        let atoms = resolve_all(written, system).map_err(PropertyError::Atoms)?;
        Ok(Property {
            atoms,
            automaton,
            violation: None,
        })
    }

    /// Whether no run of any system could violate it.
    pub fn is_never_violated(&self) -> bool {
        self.automaton.is_empty()
    }

    pub(super) fn atoms(&self) -> &[HeadAtom] {
        &self.atoms
    }

    /// The atoms that hold in a head; `ended` where no rule applies there.
    pub(super) fn letter(&self, control: ControlId, top: SymbolId, ended: bool) -> BitSet {
        let holds = |atom: &HeadAtom| match atom {
            HeadAtom::Control(any) => any.contains(&control),
            HeadAtom::Symbol(any) => any.contains(&top),
            HeadAtom::Ended => ended,
        };
        let atoms = self.atoms.iter().enumerate();
        let holding = atoms.filter(|(_, atom)| holds(atom));
        holding.map(|(number, _)| number).collect()
    }

    /// Whether a run with these letters violates the property: by the formula itself where there is one.
    pub(super) fn is_violated_by(&self, word: &PeriodicWord) -> bool {
        match &self.violation {
            Some(violation) => violation.holds_on(word),
            None => self.automaton.accepts(word),
        }
    }
}

/// Whether the atoms of a formula have a meaning in a system.
pub fn verify_atoms(formula: &Formula, system: &PushdownSystem) -> Result<(), Vec<Diagnostic>> {
    resolve_all(written(formula), system).map(|_| ())
}

fn written(formula: &Formula) -> impl Iterator<Item = (&Atom, Span)> {
    let spans = (0..).map(AtomId).map(|id| formula.atom_span(id));
    formula.atoms().zip(spans)
}

fn resolve_all<'f>(
    atoms: impl Iterator<Item = (&'f Atom, Span)>,
    system: &PushdownSystem,
) -> Result<Vec<HeadAtom>, Vec<Diagnostic>> {
    let (mut resolved, mut problems) = (Vec::new(), Vec::new());
    for (atom, span) in atoms {
        match resolve(atom, span, system) {
            Ok(atom) => resolved.push(atom),
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() {
        Ok(resolved)
    } else {
        Err(problems)
    }
}

fn resolve(atom: &Atom, span: Span, system: &PushdownSystem) -> Result<HeadAtom, Diagnostic> {
    let controls = |text: &str| Some(system.controls_called(text)).filter(|all| !all.is_empty());
    let control = |text: &str| controls(text).map(HeadAtom::Control);
    let symbols = |text: &str| Some(system.symbols_called(text)).filter(|all| !all.is_empty());
    let symbol = |text: &str| symbols(text).map(HeadAtom::Symbol);
    match atom {
        Atom::Terminated => Ok(HeadAtom::Ended),
        Atom::In(text) => control(text)
            .ok_or_else(|| unknown("control state", text, span, system.control_names())),
        Atom::At {
            procedure: None,
            label,
        } => {
            symbol(label).ok_or_else(|| unknown("stack symbol", label, span, system.symbol_names()))
        }
        Atom::Name(text) | Atom::Expr(text) => match (control(text), symbol(text)) {
            (Some(_), Some(_)) => Err(Diagnostic::error(
                span,
                format!("{} is a control state and a stack symbol", name(text)),
            )
            .with_hint(format!(
                "write `in {text}` for the control state, `at {text}` for the symbol on top"
            ))),
            (Some(atom), None) | (None, Some(atom)) => Ok(atom),
            (None, None) => {
                let names = system.control_names().chain(system.symbol_names());
                Err(unknown("control state or stack symbol", text, span, names))
            }
        },
        Atom::At { .. } | Atom::Entry(_) | Atom::Exit(_) => Err(Diagnostic::error(
            span,
            format!("`{atom}` means nothing in a pushdown system"),
        )
        .with_hint(
            "`in p` is a control state, `at A` the symbol on top, `terminated` the end of the run",
        )),
    }
}
