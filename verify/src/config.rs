//! How to check.

#[derive(Clone, Copy, Debug, Default)]
pub struct Config {
    /// Every statement is a step of its own.
    pub single_statements: bool,
    /// A proof counts only if a second look confirms it.
    pub certify: bool,
    /// Functions without a body call none of the functions that they are given: the user says so.
    pub no_callbacks: bool,
    /// How much memory the process may reserve, in megabytes, if that is limited: BDDs take a part of it at once.
    pub address_space_mb: Option<u64>,
    /// The check is a part of another one, which has other ways if this one does not get there in so many iterations: the
    /// strategies beside abstraction refinement are tried with little effort only.
    pub max_iterations: Option<usize>,
}
