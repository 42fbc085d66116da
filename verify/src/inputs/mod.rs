//! Searching for inputs that lead to a violation.

pub(crate) mod plan;
mod seeds;
pub(crate) mod trial;
