//! Formulas that one run can refute, as formulas of linear temporal logic.
//!
//! Of the formulas that say something of all runs, those of Maidl's fragment (*The common fragment of CTL and LTL*, 2000)
//! mean the same without their quantifiers: where there is a choice between two formulas about runs, a formula about the
//! configuration alone decides it. A run that violates such a formula is a counterexample of it, and a witness of its
//! negation.

use super::formula::{Connective, Formula, FormulaId, Node, PathBinary, PathUnary, Quantifier};
use crate::deep_recursion::with_enough_stack;
use ltl::{self, BinaryOp, UnaryOp};

/// What a run can show.
pub(super) enum Linear {
    /// The formula holds where this is true of all runs.
    Universal(ltl::Formula),
    /// The formula holds where this is not true of all runs.
    Existential(ltl::Formula),
}

pub(super) fn linear(formula: &Formula) -> Option<Linear> {
    let tell = |holds| {
        let mut translation = Translation {
            formula,
            is_state: states(formula),
            linear: ltl::Formula::new(),
        };
        let root = translation.universal(formula.root(), holds)?;
        Some(translation.linear.with_root(root))
    };
    tell(true)
        .map(Linear::Universal)
        .or_else(|| tell(false).map(Linear::Existential))
}

struct Translation<'f> {
    formula: &'f Formula,
    /// Which nodes are about the configuration alone.
    is_state: Vec<bool>,
    linear: ltl::Formula,
}

impl Translation<'_> {
    /// What is true of all runs from where a node has the value `holds`, and of all runs nowhere else.
    fn universal(&mut self, id: FormulaId, holds: bool) -> Option<ltl::FormulaId> {
        if self.is_state[id.index()] {
            let state = self.state(id)?;
            return Some(match holds {
                true => state,
                false => self.linear.unary(UnaryOp::Not, state),
            });
        }
        with_enough_stack(|| match self.formula.node(id) {
            Node::Not(a) => self.universal(a, !holds),
            Node::Connective(op, a, b) => self.connective(op, a, b, holds),
            Node::Unary(quantifier, op, a) => {
                let op = quantified(quantifier, holds).then_some(op)?;
                self.unary(op, a, holds)
            }
            Node::Binary(quantifier, op, a, b) => {
                let op = quantified(quantifier, holds).then_some(op)?;
                self.binary(op, a, b, holds)
            }
            Node::True | Node::False | Node::Atom(_) => None,
        })
    }

    fn connective(
        &mut self,
        op: Connective,
        a: FormulaId,
        b: FormulaId,
        holds: bool,
    ) -> Option<ltl::FormulaId> {
        let (left, right, both) = match (op, holds) {
            (Connective::And, true) => (true, true, true),
            (Connective::And, false) => (false, false, false),
            (Connective::Or, true) => (true, true, false),
            (Connective::Or, false) => (false, false, true),
            (Connective::Implies, true) => (false, true, false),
            (Connective::Implies, false) => (true, false, true),
            (Connective::Iff | Connective::Xor, _) => return None,
        };
        if !both && !self.is_state[a.index()] && !self.is_state[b.index()] {
            return None;
        }
        let (a, b) = (self.universal(a, left)?, self.universal(b, right)?);
        let op = if both { BinaryOp::And } else { BinaryOp::Or };
        Some(self.linear.binary(op, a, b))
    }

    fn unary(&mut self, op: PathUnary, a: FormulaId, holds: bool) -> Option<ltl::FormulaId> {
        let op = match (op, holds) {
            (PathUnary::Next, _) => UnaryOp::Next,
            (PathUnary::Globally, true) | (PathUnary::Finally, false) => UnaryOp::Globally,
            (PathUnary::Finally, true) | (PathUnary::Globally, false) => UnaryOp::Finally,
        };
        if op == UnaryOp::Finally && !self.is_state[a.index()] {
            return None;
        }
        let a = self.universal(a, holds)?;
        Some(self.linear.unary(op, a))
    }

    fn binary(
        &mut self,
        op: PathBinary,
        a: FormulaId,
        b: FormulaId,
        holds: bool,
    ) -> Option<ltl::FormulaId> {
        let op = match (op, holds) {
            (PathBinary::Until, true) | (PathBinary::Release, false) => BinaryOp::Until,
            (PathBinary::WeakUntil, true) | (PathBinary::StrongRelease, false) => {
                BinaryOp::WeakUntil
            }
            (PathBinary::Release, true) | (PathBinary::Until, false) => BinaryOp::Release,
            (PathBinary::StrongRelease, true) | (PathBinary::WeakUntil, false) => {
                BinaryOp::StrongRelease
            }
        };
        // What ends the run's first part is decided by the configuration.
        let decides = match op {
            BinaryOp::Until | BinaryOp::WeakUntil => b,
            _ => a,
        };
        if !self.is_state[decides.index()] {
            return None;
        }
        let (a, b) = (self.universal(a, holds)?, self.universal(b, holds)?);
        Some(self.linear.binary(op, a, b))
    }

    /// A formula about the configuration alone.
    fn state(&mut self, id: FormulaId) -> Option<ltl::FormulaId> {
        with_enough_stack(|| {
            Some(match self.formula.node(id) {
                Node::True => self.linear.add(ltl::Node::True),
                Node::False => self.linear.add(ltl::Node::False),
                Node::Atom(atom) => {
                    let (atom, span) = self.formula.atom(atom);
                    let atom = self.linear.add_atom(atom.clone(), span);
                    self.linear.add(ltl::Node::Atom(atom))
                }
                Node::Not(a) => {
                    let a = self.state(a)?;
                    self.linear.unary(UnaryOp::Not, a)
                }
                Node::Connective(op, a, b) => {
                    let (a, b) = (self.state(a)?, self.state(b)?);
                    self.linear.binary(linear_connective(op), a, b)
                }
                Node::Unary(..) | Node::Binary(..) => return None,
            })
        })
    }
}

fn states(formula: &Formula) -> Vec<bool> {
    let mut is_state: Vec<bool> = Vec::new();
    for node in formula.nodes() {
        is_state.push(match *node {
            Node::True | Node::False | Node::Atom(_) => true,
            Node::Not(a) => is_state[a.index()],
            Node::Connective(_, a, b) => is_state[a.index()] && is_state[b.index()],
            Node::Unary(..) | Node::Binary(..) => false,
        });
    }
    is_state
}

/// Whether an operator, of the value `holds`, says something of all runs.
fn quantified(quantifier: Quantifier, holds: bool) -> bool {
    (quantifier == Quantifier::All) == holds
}

fn linear_connective(op: Connective) -> BinaryOp {
    match op {
        Connective::And => BinaryOp::And,
        Connective::Or => BinaryOp::Or,
        Connective::Xor => BinaryOp::Xor,
        Connective::Implies => BinaryOp::Implies,
        Connective::Iff => BinaryOp::Iff,
    }
}
