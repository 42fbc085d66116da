//! What a statement, an expression, a path of a C program means as a formula.
//!
//! Every scalar is a bit-vector of its width. Scalar variables whose address is never taken are plain symbols;
//! everything else lives in memory, one array per region of the points-to analysis, from addresses to values (or to
//! bytes, where accesses disagree on what they see). A [`State`] maps variables and regions to terms; executing a
//! statement gives the next state. What comes out are terms of the calling thread's Z3 context.
//!
//! | module | its one sentence |
//! |---|---|
//! | `world` | the program with its points-to analysis: what all terms refer to |
//! | `state` | variables and memory at one moment |
//! | `constants` | what the program never writes |
//! | `expr` | values of expressions |
//! | `deep` | recursion over terms of any depth |
//! | `memory` | what a region holds: an array, and the last stores that made it |
//! | `words` | bytes, kept in words |
//! | `place` | addresses of places, loads and stores |
//! | `stmt` | what a statement does to a state |
//! | `init` | what variables hold before the program starts |
//! | `walk` | following a path through calls and returns |
//! | `merge` | two walks that meet, as one |
//! | `call` | a call as one step of its caller |
//! | `footprint` | what is read, and what is written |
//! | `claims` | whether what is claimed of a program's locations holds |
//! | `layout` | where objects lie |
//! | `axiom` | what is taken for granted of memory, by name |
//! | `writes` | which regions calls write |
//! | `frames` | where in a region they write |
//! | `settled` | variables that mean one thing throughout a function |
//! | `makers` | functions that return what they have made |
//! | `symbols` | which symbols a term mentions |
//! | `integers` | values as integers that never wrap, for proposals |
//! | `horn` | clauses over integers, and the invariants that Spacer finds for them |
//! | `prover` | a solver with a limit on its effort, the only place that asks |
//!
//! Where C's meaning is not a function of the state (floating-point arithmetic, for now) the value is a fresh symbol:
//! it may be anything, so a proof stays a proof, and a bug has to show itself in a replay.

mod apart;
mod axiom;
mod call;
pub mod claims;
mod constants;
mod deep;
mod expr;
mod footprint;
mod frames;
pub mod horn;
mod init;
mod integers;
mod layout;
mod makers;
mod memory;
mod merge;
mod place;
mod placement;
mod prover;
mod range;
mod settled;
mod state;
mod stmt;
mod symbols;
mod walk;
mod words;
mod world;
mod writes;

#[cfg(test)]
mod tests;

pub use axiom::{Axiom, Axioms};
pub use call::{Passage, is_visible};
pub use deep::deeper;
pub use footprint::Footprint;
pub use frames::{Told, are_apart};
pub use integers::Integers;
pub use layout::{FUNCTION_SIZE, FUNCTIONS, Layout, OPEN};
pub use memory::Piece;
pub use placement::Placement;
pub use prover::{Answer, Prover, solver_is_out_of_memory};
pub use state::{State, Touch};
pub use stmt::{Effect, Outside, execute, outside};
pub use symbols::{SymbolId, Symbols};
pub use walk::{Asked, Asker, Open, Taken, Walk};
pub use world::{Meaning, World};
pub use writes::Writes;
