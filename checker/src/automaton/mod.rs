//! Regular sets of configurations.

mod pattern;

pub(crate) use pattern::{Pattern, Pos};
