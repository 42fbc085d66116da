//! Boolean programs: the language, and every question one can ask of them.
//!
//! What comes in is a [`bp::Program`], parsed from text or built by the abstractor. What goes out is a [`Report`]:
//! whether assertions can fail and labels can be reached, shortest traces, invariants, unreachable code.
//!
//! | module | its one sentence |
//! |---|---|
//! | [`bp`] | the language: syntax tree, parser, printer, well-formedness |
//! | [`flow`] | control flow with resolved names, and what can be known about it without exploring |
//! | `bdd` | sets and relations of valuations, over OxiDD |
//! | `spds` | the symbolic pushdown system: what each step means as a relation |
//! | [`engine`] | ways to explore it, one file each |
//! | [`automaton`] | regular sets of configurations, and whether one is reachable from another |
//! | [`trace`] | a shortest way to a location, line by line |
//! | `proof` | what an exploration has shown that met no goal |
//! | `query` | questions and answers; [`check`] lists the passes in order |
//! | [`families`] | example programs of any size |
//! | [`simulate`] | executions with concrete values, one step at a time |
//!
//! This crate knows nothing of C and nothing of Z3, and it does no input or output.

mod bdd;
pub mod bp;
mod config;
pub mod configurations;
mod deep_recursion;
mod engine;
pub mod families;
pub mod flow;
mod reachability;
mod session;
pub mod simulate;
mod spds;
pub mod trace;

pub use bdd::BddConfig;
pub use config::{Config, VariableOrder};
pub use engine::Engine;
pub use reachability::proof::{Contract, Decision, Proof, StateSet};
pub use reachability::{Goal, Invariant, Query, Report, Site, Stats, Verdict};
pub use session::{Error, Session};
