//! What decides whether executions end: the loops of a program, and what they go by.
//!
//! An execution without an end goes round some loop forever, or calls deeper and deeper. [`loops()`] finds the loops of a
//! function, [`deciding`] what a loop's own decisions depend on, [`callees`] those of functions. The passes of [`crate::passes::termination`] weave checks
//! of both into a program.

mod callees;
mod deciding;
mod loops;

pub use callees::{Callees, callees, goes_by_arguments};
pub use deciding::{Deciding, deciding};
pub use loops::{Loop, Loops, loops};
