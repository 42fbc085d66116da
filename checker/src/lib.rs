//! Boolean programs: the language, and every question one can ask of them.

pub mod bdd;
pub mod bp;
pub mod engine;
pub mod families;
pub mod flow;
mod spds;
mod query;

pub use query::{Answer, Config, Error, Goal, Query, check};
