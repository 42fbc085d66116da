//! Linear temporal logic: formulas, and the ω-automata of what they say.
//!
//! [`parse`] reads a [`Formula`], whose [`Atom`]s are text: whoever has a program resolves them. An
//! [`Automaton`] accepts infinite words over them.

mod atom;
mod automaton;
mod bit_set;
mod formula;
mod guard;
mod lbt;
mod lexer;
mod parse;

pub use atom::Atom;
pub use automaton::{Automaton, Defect, Edge, StateId};
pub use bit_set::BitSet;
pub use formula::{AtomId, BinaryOp, Formula, FormulaId, Node, UnaryOp};
pub use guard::{Cube, Guard};
pub use parse::{parse, parse_atom};

#[cfg(test)]
mod tests;
