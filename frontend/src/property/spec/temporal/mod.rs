//! `ltl "…"`: formulas of linear temporal logic over the events and the state of a specification.
//!
//! A formula becomes the Büchi automaton of its negation, and that a [`Monitor`]: C like the handlers, with a variable for the
//! automaton's state, and a function that steps at every event. So a violation is an execution in which
//!
//! * the automaton comes to a state from where it accepts whatever follows, or the execution ends where the automaton accepts
//!   that nothing follows: calls of an error function like those of `abort`; or
//! * states that count recur for ever: which loops and recursions do, callers have to find out ([`Liveness`]).
//!
//! The word that a formula is about has a position for each event that the specification names. Where no event comes any
//! more, because the execution ends or goes on for ever without one, positions without an event follow, in which the state is
//! what it was; `terminated` holds in those after the end.
//!
//! Vardi and Wolper, An automata-theoretic approach to automatic program verification, 1986; that a product with a program is
//! a program is Cook, Gotsman, Podelski, Rybalchenko and Vardi, Proving that programs eventually do something good, 2007.

mod atoms;
mod monitor;
mod numbering;
mod subsets;
mod text;
mod weave;
mod written;

pub(super) use weave::{is_edge, same_step};
pub(super) use written::Written;

use super::Range;
use monitor::Monitor;

/// A formula of a specification.
#[derive(Clone, Debug)]
pub(super) struct Formula {
    /// As it was written.
    pub(super) text: String,
    pub(super) at: Range,
    monitor: Monitor,
    /// Where the conditions of the machine stand, and the events.
    conditions: Vec<Range>,
    points: Vec<Range>,
    /// The numbers of the messages: violated whatever follows, and violated by ending.
    messages: [usize; 2],
}

impl Formula {
    /// Where its conditions stand.
    pub(super) fn conditions(&self) -> impl Iterator<Item = Range> {
        self.conditions.iter().copied()
    }
}

/// What a handler is there for, if it is no handler of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It steps the automaton of a formula at an event that the formula names.
    Named,
    /// The same at an event that other handlers name.
    Other,
    /// The automaton may guess that no event comes at all.
    Begin,
    /// The execution ends.
    End,
}

impl Role {
    /// Whether it is about where executions begin and end, not about an event.
    pub(super) fn is_edge(self) -> bool {
        matches!(self, Role::Begin | Role::End)
    }
}

/// How the names of the two machines begin, and what is marked.
const SAFE: &str = "safe$";
const LIVE: &str = "live$";
const MARK: &str = "live$mark";

/// The names of what becomes of a formula in C.
fn name(formula: usize, what: &str) -> String {
    format!("ltl${formula}${what}")
}
