//! What a statement, an expression, a path of a C program means as a formula.
//!
//! Every scalar is a bit-vector of its width. Scalar variables whose address is never taken are plain symbols;
//! everything else lives in memory, one array per region of the points-to analysis, from addresses to values (or to
//! bytes, where accesses disagree on what they see). A [`State`] maps variables and regions to terms; executing a
//! statement gives the next state. Nothing here asks a solver: what comes out are terms of the calling thread's Z3
//! context.
//!
//! | module | its one sentence |
//! |---|---|
//! | `world` | the program with its points-to analysis: what all terms refer to |
//! | `state` | variables and memory at one moment |
//! | `expr` | values of expressions |
//! | `place` | addresses of places, loads and stores |
//! | `stmt` | what a statement does to a state |
//! | `init` | what variables hold before the program starts |
//! | `walk` | following a path through calls and returns |
//!
//! Where C's meaning is not a function of the state (floating-point arithmetic, for now) the value is a fresh symbol:
//! it may be anything, so a proof stays a proof, and a bug has to show itself in a replay.

mod expr;
mod init;
mod place;
mod state;
mod stmt;
mod walk;
mod world;

#[cfg(test)]
mod tests;

pub use state::State;
pub use stmt::{Effect, execute};
pub use walk::{Taken, Walk};
pub use world::World;
