//! Checks of termination become statements of the program.
//!
//! In: a program, its loops and recursive functions, and for each what is to be checked ([`LoopCheck`]). Out: a program in
//! which calls of new error functions say that a check fails ([`Woven::points`]). So whether a measure falls is a question
//! of safety for the same loop as any other (Cook, Podelski, Rybalchenko: Termination proofs for systems code, 2006).
//!
//! | file | what it weaves |
//! |---|---|
//! | `weave` | locations where a loop is entered and where it comes back, and calls of recursive functions |
//! | `loop_checks` | what is checked between two visits of a loop's head |
//! | `counting` | which turns count, where only executions are looked for that violate a formula |
//! | `measure` | a tuple of values that falls from one visit to the next, in the lexicographic order |
//! | `repetition` | a state that is noted at some visit, and comes back |
//! | `activation` | arguments that are noted at some activation of a function, and passed to it again |
//! | `own_objects` | objects of one number become variables |
//! | `overflow` | executions end where a signed operation overflows |
//!
//! Invariant: locations and edges keep their ids, new ones come after them; what the program's own variables hold stays
//! what it was.

mod activation;
mod blocks;
mod counting;
mod loop_checks;
mod measure;
mod overflow;
mod own_objects;
mod repetition;
mod weave;

pub use activation::weave_activations;
pub use counting::Counting;
pub use measure::{Component, Term};
pub use overflow::{stop_at_overflow, stop_at_overflow_of_first_turn};
pub use own_objects::own_objects;
pub use weave::{CallPoint, LoopCheck, Point, RecursionCheck, Visit, Woven, weave};
