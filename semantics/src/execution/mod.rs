//! Symbolic execution: states, and what expressions, statements and paths make of them.
//!
//! | module | its one sentence |
//! |---|---|
//! | `state` | variables and memory at one moment |
//! | `expr` | values of expressions |
//! | `stmt` | what a statement does to a state |
//! | `walk` | following a path through calls and returns |
//! | `merge` | two walks that meet, as one |

pub(crate) mod expr;
pub(crate) mod merge;
pub(crate) mod state;
pub(crate) mod stmt;
pub(crate) mod walk;
