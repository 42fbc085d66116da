//! Families of boolean programs that grow with a parameter, as text.
//!
//! Each family is a small struct whose `Display` is the program. The text is the interface: the same parameters give
//! the same bytes for ever, so that a seed in a bug report and a figure in a table keep their meaning. What is
//! written parses and is well-formed (asserted in `tests/differential`).
//!
//! * [`Tn`]: the template T(N) of the Bebop paper, figure 4.
//! * [`Quicksort`]: quicksort over the bits of its integers, from the Moped paper, section 5.1.
//! * [`Driver`]: what an abstractor makes of a driver: many predicates, of which each statement touches a few.
//! * [`FlowGraph`]: random flow graphs of procedures without variables, from table 1 of the paper on pushdown systems.
//! * [`Random`]: random programs that use every sequential construct of the language.

mod bits;
mod driver;
mod flow_graph;
pub mod prng;
mod quicksort;
mod random;
mod tn;

pub use driver::Driver;
pub use flow_graph::FlowGraph;
pub use quicksort::{Property, Quicksort, SizeError, Version};
pub use random::Random;
pub use tn::Tn;
