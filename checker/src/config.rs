//! How questions are answered: the engine, the reductions of the state space, and what an answer contains.
//!
//! Everything here changes what an answer costs or how much of it is shown, never which answer it is.

use crate::bdd::BddConfig;
use crate::engine::Engine;

/// How BDD variables are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VariableOrder {
    /// By comparisons where the program compares numbers bit by bit, by assignments otherwise.
    #[default]
    Automatic,
    /// Variables that are assigned together stand together.
    Assignments,
    /// Variables that are compared with each other, or copied to each other, stand together.
    Comparisons,
    /// As declared.
    Declaration,
}

/// How questions are answered.
#[derive(Clone, Debug)]
pub struct Config {
    pub engine: Engine,
    pub live_ranges: bool,
    pub mod_ref: bool,
    /// From how many slots on a memoryless proof is tried first, with summaries only. Below that, remembering how
    /// procedures were entered costs little.
    pub memoryless_from_slots: Option<usize>,
    pub variable_order: VariableOrder,
    /// Whether a trace is looked for where a goal is reachable.
    pub trace: bool,
    /// How many lines the calls inside a trace may be expanded to.
    pub trace_lines: usize,
    /// Whether a trace is a shortest one. If not, it is a shortest one among the states that were explored before the
    /// goal was met, which costs less.
    pub shortest: bool,
    /// Whether a trace shows one execution, with the values of all variables, rather than what all executions that
    /// take it have in common.
    pub one_execution: bool,
    /// Whether what was shown is wanted where no goal is reachable; only summaries show it.
    pub proof: bool,
    /// How many alternatives an invariant may have before it is cut off.
    pub invariant_terms: usize,
    pub bdd: BddConfig,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            engine: Engine::default(),
            live_ranges: true,
            mod_ref: true,
            memoryless_from_slots: Some(80),
            variable_order: VariableOrder::default(),
            trace: true,
            trace_lines: 1_000,
            shortest: true,
            one_execution: false,
            proof: false,
            invariant_terms: 1_000,
            bdd: BddConfig::default(),
        }
    }
}
