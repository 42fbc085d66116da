//! Symbolic execution: states, and what expressions, statements and paths make of them.
//!
//! | module | its one sentence |
//! |---|---|
//! | `state` | variables and memory at one moment |
//! | `objects` | objects without a fixed address, and what holds of where they lie |
//! | `named_values` | names for large values that a path reads from memory |
//! | `activation` | variables of each activation of a function |
//! | `touch` | accesses through pointers, noted |
//! | `expr` | values of expressions |
//! | `stmt` | what a statement does to a state |
//! | `walk` | following a path through calls and returns |
//! | `inputs` | what a path asks for and leaves open |
//! | `merge` | two walks that meet, as one |

pub(crate) mod activation;
pub(crate) mod expr;
pub(crate) mod inputs;
pub(crate) mod merge;
mod named_values;
pub(crate) mod objects;
pub(crate) mod state;
pub(crate) mod stmt;
pub(crate) mod touch;
pub(crate) mod walk;
