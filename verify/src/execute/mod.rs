//! Running executions that were found: in the program that is checked, and in the whole program as it was written.

pub(crate) mod arguments;
pub(crate) mod closed_program;
mod devices;
mod library_results;
pub(crate) mod listener;
pub(crate) mod reads;
pub(crate) mod replay;
pub(crate) mod whole_program;
