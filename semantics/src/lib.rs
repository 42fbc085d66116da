//! What a statement, an expression, a path of a C program means as a formula.
//!
//! Every scalar is a bit-vector of its width. Scalar variables whose address is never taken are plain symbols;
//! everything else lives in memory, one array per region of the points-to analysis, from addresses to values (or to
//! bytes, where accesses disagree on what they see). A [`State`] maps variables and regions to terms; executing a
//! statement gives the next state. What comes out are terms of the calling thread's Z3 context.
//!
//! | module | its one sentence |
//! |---|---|
//! | `program_facts` | what is computed once per program |
//! | `encoding_context` | the program with those facts: what all terms refer to |
//! | `memory/` | where objects lie, what regions hold, loads and stores, and what is taken for granted of memory |
//! | `execution/` | states, and what expressions, statements and paths make of them |
//! | `calls/` | a call as one step of its caller: what it reads and writes, and what it may return |
//! | `solver/` | the only place that asks Z3: satisfiability with a limit on effort, and Horn clauses |
//! | `claims/` | whether what is claimed of a program's locations holds |
//!
//! Where C's meaning is not a function of the state (floating-point arithmetic, for now) the value is a fresh symbol:
//! it may be anything, so a proof stays a proof, and a bug has to show itself in a replay.

mod calls;
pub mod claims;
mod encoding_context;
mod execution;
mod memory;
mod program_facts;
mod solver;

#[cfg(test)]
mod tests;

pub use calls::call_effect::{Passage, is_visible};
pub use calls::footprint::Footprint;
pub use calls::frames::{LeafWrites, are_apart};
pub use calls::writes::{Writes, Written};
pub use encoding_context::EncodingContext;
pub use execution::inputs::{InputSource, OpenObject, PathInput};
pub use execution::state::State;
pub use execution::stmt::{Outside, StatementOutcome, execute, outside};
pub use execution::touch::Touch;
pub use execution::walk::{Taken, Walk};
pub use memory::address::Piece;
pub use memory::axiom::{Axiom, Axioms};
pub use memory::layout::{FUNCTION_SIZE, FUNCTIONS_START, Layout, UNFIXED_ADDRESSES};
pub use memory::placement::Placement;
pub use program_facts::ProgramFacts;
pub use solver::horn;
pub use solver::integers::Integers;
pub use solver::prover::{Answer, Prover, solver_is_out_of_memory};
pub use solver::symbols::{SymbolId, Symbols};
pub use source::deeper;
