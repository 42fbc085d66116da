//! Pushdown systems from files, and what can be asked of them.
//!
//! [`read`] makes a [`PushdownSystem`] of a file; sets of configurations are [`PAutomaton`]s, from files or from
//! patterns ([`parse_pattern`]). [`reach`](reach()) tells whether one set can be reached from another, [`post_star`](post_star()) and
//! [`pre_star`](pre_star()) compute all that can be reached, and all from which something can be.
//!
//! ```text
//! file ─► json, moped ─► PushdownSystem ─┬─► pre_star ─► starts ─► run        reach
//! pattern, json ───────► PAutomaton ─────┘   post_star                         sets
//! ```
//!
//! The algorithms are those of Esparza, Hansel, Rossmanith and Schwoon, *Efficient algorithms for model checking pushdown
//! systems* (CAV 2000). Systems with variables are made explicit, or explored with decision
//! diagrams ([`SymbolicSystem`]). Systems of several threads become boolean programs ([`ConcurrentSystem`]). Boolean programs are pushdown systems too; they are explored elsewhere.

mod automaton;
mod buchi_product;
mod concurrent;
mod json;
mod json_value;
mod least_weight;
mod moped;
mod pattern;
mod post_star;
mod pre_star;
mod property;
mod reach;
mod run;
mod starts;
mod symbolic;
mod system;
mod temporal;
#[cfg(test)]
mod tests;

pub use automaton::{Draft, PAutomaton, StateId};
pub use concurrent::{
    ConcurrentRule, ConcurrentSystem, REACHED, StackTop, ThreadSystem, VisibleState,
    read_concurrent,
};
pub use json::{PdsFile, read_automata, read_json, state_label, write_automaton, write_json};
pub use pattern::parse_pattern;
pub use post_star::post_star;
pub use pre_star::{Cost, PreStar, TransitionId, pre_star};
pub use property::{Property, PropertyError, verify_atoms};
pub use reach::{Best, Measure, NotReplayed, Reachability, reach};
pub use run::Run;
pub use symbolic::{
    ShownTransition, SymbolicError, SymbolicLasso, SymbolicReach, SymbolicRun, SymbolicSet,
    SymbolicSystem, SymbolicVerdict,
};
pub use system::{Action, Configuration, ControlId, PushdownSystem, Rule, RuleId, SymbolId, name};
pub use temporal::{EndedRuns, Lasso, LtlVerdict, check_ltl, violating};

use crate::bp::{Diagnostic, Span};

/// How a system with variables is explored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Exploration {
    /// Made explicit where that is little work.
    #[default]
    Automatic,
    Explicit,
    Symbolic,
}

/// A system as it is going to be explored.
pub enum System {
    Explicit(Box<PdsFile>),
    Symbolic(Box<SymbolicSystem>),
}

/// More work than this to make a system explicit is not done unless it is asked for.
const MAX_EXPLICIT_SIZE: u64 = 1 << 22;

/// Reads a pushdown system, in the notation that the text looks like.
pub fn read_for(text: &str, exploration: Exploration) -> Result<System, Vec<Diagnostic>> {
    let may_be_symbolic = matches!(kind(text), Some(Kind::Moped) | None);
    if may_be_symbolic
        && exploration != Exploration::Explicit
        && let Ok(file) = moped::read_symbolic(text)
    {
        let is_large = moped::explicit_size(&file) > MAX_EXPLICIT_SIZE;
        let has_variables = !file.globals.is_empty() || !file.locals.is_empty();
        if exploration == Exploration::Symbolic || has_variables && is_large {
            return Ok(System::Symbolic(Box::new(SymbolicSystem::new(file))));
        }
    }
    read(text).map(|file| System::Explicit(Box::new(file)))
}

/// Reads a pushdown system and makes it explicit.
pub fn read(text: &str) -> Result<PdsFile, Vec<Diagnostic>> {
    let read = match kind(text) {
        Some(Kind::Json) => read_json(text),
        Some(Kind::Cuba) => {
            let message = "this looks like one of CUBA's concurrent pushdown systems: only `pds check` reads them";
            Err(Diagnostic::error(Span::default(), message))
        }
        Some(Kind::Moped) | None => moped::read(text).map_err(|problem| {
            if looks_like_a_boolean_program(text) {
                return problem.with_hint("this looks like a boolean program: cegar bp check");
            }
            problem
        }),
    };
    read.map_err(|problem| vec![problem])
}

/// What a file of a pushdown system looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// PDAAAL's JSON.
    Json,
    Moped,
    /// Several systems with common control states.
    Cuba,
}

/// The notation that a text looks like, if it looks like a pushdown system at all.
pub fn kind(text: &str) -> Option<Kind> {
    if text.trim_start().starts_with('{') {
        Some(Kind::Json)
    } else if moped::looks_like(text) {
        Some(Kind::Moped)
    } else {
        let is_cuba = |line: &str| line.trim_start().starts_with("PDA ");
        text.lines().any(is_cuba).then_some(Kind::Cuba)
    }
}

/// Declarations and procedures begin like this.
fn looks_like_a_boolean_program(text: &str) -> bool {
    let words = ["decl ", "void ", "bool ", "begin", "init "];
    let begins = |line: &str| words.iter().any(|word| line.trim_start().starts_with(word));
    text.lines().any(begins)
}
