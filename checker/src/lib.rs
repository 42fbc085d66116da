//! Boolean programs: the language, and every question one can ask of them.
//!
//! What comes in is a [`bp::Program`], parsed from text by [`bp::parse`] or built by the abstractor, the names of the
//! procedures it may start in, and a [`Config`]. They make a [`Session`], to which questions are put:
//!
//! * [`Session::check`]: can assertions fail or labels be reached? Out comes a [`Report`]: verdicts with shortest
//!   traces, invariants, unreachable code, and a [`Proof`] where nothing is reachable.
//! * [`Session::reachable_configuration`]: is a regular set of configurations (stacks, with values) reachable from
//!   another?
//! * [`Session::temporal`]: do all runs have a property of linear temporal logic? If not, out comes one that does not.
//! * [`Session::branching`]: does a formula of computation tree logic hold in the initial configurations?
//!
//! Programs with threads make [`threads::Threads`] in place of a session, which is asked the first question.
//!
//! Beside them stand what needs no exploration: [`bp`] reads, prints and verifies programs, [`flow::dot`] draws them,
//! [`simulate`] executes them step by step, and [`families`] makes examples of any size.
//!
//! # The passes, in order
//!
//! 1. [`bp::verify`] checks the program: all later passes rely on declared names, right numbers of values, and labels
//!    that stand once. Threads are refused here, see [`threads`].
//! 2. [`flow`] builds control flow: one location per statement, and a slot for every variable. Locals of different
//!    procedures share slots, so that the BDDs are as wide as the widest procedure and not as the program.
//! 3. [`flow`] orders the slots by which variables occur together. This comes before the first BDD because the order is
//!    never changed afterwards.
//! 4. MOD/REF and then live ranges (which need MOD/REF to know what goes round a call) decide what has to be carried.
//!    They depend on the question: where values are asked for, everything is live.
//! 5. `spds` builds the symbolic pushdown system: each edge, call and exit as a relation over what has to be carried.
//! 6. `engine` explores it. Where only verdicts are wanted, a memoryless proof is tried before, on a system in which
//!    most procedures have no calling context.
//! 7. [`trace`] finds a shortest trace to what is reachable, and then a second, exact system (without any of the
//!    reductions of step 4) tells the values along it. That is done last and only for the procedures of the trace.
//!
//! # The modules
//!
//! | module | its one sentence |
//! |---|---|
//! | `session` | one program prepared for questions: steps 1 to 3, and step 5 on request |
//! | `config` | how questions are answered |
//! | [`bp`] | the language: syntax tree, parser, printer, well-formedness |
//! | [`flow`] | control flow with resolved names, and what can be known about it without exploring |
//! | `bdd` | sets and relations of valuations, over OxiDD |
//! | `spds` | the symbolic pushdown system: what each step means as a relation |
//! | `engine` | ways to explore it, one file each: summaries, post\*, pre\*, entry-forward fixed points |
//! | `reachability` | the question of [`Session::check`], with `memoryless_proof` and `proof` |
//! | [`configurations`] | P-automata: regular sets of configurations, their language, and whether one reaches another |
//! | [`temporal`] | temporal logic: the product with an automaton, repeating heads, runs that violate a formula |
//! | [`ctl`] | computation tree logic: where formulas hold, with respect to the whole stack |
//! | [`pds`] | pushdown systems from files, explicit or with variables: reachability, sets, temporal logic |
//! | [`threads`] | programs with threads: what is reached within some context switches, or any number |
//! | [`trace`] | a shortest way to a location or a stack, line by line |
//! | [`families`] | example programs of any size |
//! | [`simulate`] | executions with concrete values, one step at a time |
//!
//! This crate knows nothing of C and nothing of Z3, and it does no input or output.

mod bdd;
pub mod bp;
pub mod calculus;
mod config;
pub mod configurations;
pub mod ctl;
mod engine;
pub mod families;
pub mod flow;
pub mod pds;
mod reachability;
mod session;
pub mod simulate;
mod spds;
pub mod temporal;
pub mod threads;
pub mod trace;

pub use bdd::BddConfig;
pub use ltl;

use ltl::deep_recursion;

pub use config::{Config, VariableOrder};
pub use engine::Engine;
pub use reachability::proof::{Contract, Decision, Proof, StateSet};
pub use reachability::{Goal, Invariant, Query, Report, Site, Stats, Verdict};
pub use session::{Error, Session};
