//! Temporal logic against an explicit reference that shares no code with it.
//!
//! [`formula`] makes random formulas and a tableau of them by the textbook: a state predicts for each `X` and each
//! until whether it holds next. [`emptiness`] multiplies it with the explicit states of a program, entry by entry, and
//! looks for a loop through all promises. [`random`] compares the answers, [`global`] those about configurations.

mod emptiness;
mod formula;
mod global;
mod random;

pub(crate) use emptiness::{Atom, Place};
pub(crate) use formula::Prng;
pub(crate) use random::atoms;
