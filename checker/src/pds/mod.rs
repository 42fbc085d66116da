//! Explicit pushdown systems, and what can be asked of them.
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
//! systems* (CAV 2000). Boolean programs are pushdown systems too, but symbolic ones: they are explored elsewhere.

mod automaton;
mod json;
mod json_value;
mod least_weight;
mod pattern;
mod post_star;
mod pre_star;
mod reach;
mod run;
mod starts;
mod system;

pub use automaton::{Draft, PAutomaton, StateId};
pub use json::{PdsFile, read_automata, read_json, state_label, write_automaton, write_json};
pub use pattern::parse_pattern;
pub use post_star::post_star;
pub use pre_star::{Cost, PreStar, TransitionId, pre_star};
pub use reach::{Best, Measure, NotReplayed, Reachability, reach};
pub use run::Run;
pub use system::{Action, Configuration, ControlId, PushdownSystem, Rule, RuleId, SymbolId, name};

use crate::bp::Diagnostic;

/// Reads a pushdown system, in the notation that the text looks like.
pub fn read(text: &str) -> Result<PdsFile, Vec<Diagnostic>> {
    read_json(text).map_err(|problem| vec![problem])
}
