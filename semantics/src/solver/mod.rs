//! Asking Z3: satisfiability within a limit on effort, and invariants of Horn clauses.
//!
//! | module | its one sentence |
//! |---|---|
//! | `prover` | a solver with a limit on its effort, the only place that asks |
//! | `symbols` | which symbols a term mentions |
//! | `integers` | values as integers that never wrap, for proposals |
//! | `horn` | clauses over integers, and the invariants that Spacer finds for them |

pub mod horn;
pub(crate) mod integers;
pub(crate) mod prover;
pub(crate) mod symbols;
