//! Linear temporal logic: formulas, and the ω-automata of what they say.
//!
//! [`parse`] reads a [`Formula`], whose [`Atom`]s are text: where there is a program, they are resolved. [`translate`] makes
//! an [`Automaton`] of it, which accepts the infinite words that satisfy the formula. A [`PeriodicWord`] is such a word, on which
//! both can be asked.
//!
//! ```text
//! text ─► parse ─► Formula ─► normal_form, rewrite ─► translate ─► simplify ─► Automaton
//! ```

mod acceptance;
mod atom;
mod automaton;
mod bit_set;
mod components;
pub mod deep_recursion;
mod degeneralise;
mod diagnostic;
mod dot;
mod formula;
mod guard;
pub mod hoa;
mod id;
mod lbt;
mod lexer;
mod normal_form;
mod parse;
mod periodic_word;
mod rewrite;
mod simplify;
mod simulation;
mod translate;
mod trim;

pub use atom::Atom;
pub use automaton::{Automaton, Defect, Edge, StateId};
pub use bit_set::BitSet;
pub use degeneralise::{degeneralise, state_based};
pub use diagnostic::{Diagnostic, Severity, Span};
pub use dot::quoted;
pub use formula::{AtomId, BinaryOp, Formula, FormulaId, Node, UnaryOp};
pub use guard::{Cube, Guard};
pub use lexer::{Lexer, Token, quoted_text};
pub use parse::{describe, parse, parse_atom, parse_with_names};
pub use periodic_word::PeriodicWord;
pub use translate::{TooLarge, TranslateConfig, translate};

#[cfg(test)]
mod tests;
