//! What comes of a check, and what it took.

use std::time::Duration;

use crate::{Bug, Session};

/// An answer, and all that was found out on the way to it.
pub struct Outcome {
    pub verdict: Verdict,
    pub session: Session,
}

/// How a check ends.
#[derive(Debug)]
pub enum Verdict {
    /// No execution violates the property.
    Proved,
    /// An execution that violates it.
    Bug(Box<Bug>),
    /// There is no answer, and this is why.
    Unknown(String),
}

/// What a proof rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProvedBy {
    /// Not even the text of the program has a violation.
    Text,
    /// The program has only one execution, which was run.
    OnlyExecution,
    /// All its executions were followed to their ends.
    Unrolling,
    /// The boolean program has no trace to a violation.
    Abstraction,
}

/// What it took.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    pub iterations: Vec<Iteration>,
    pub reduce: Duration,
    pub certification: Duration,
    /// A run spoke against a proof.
    pub contradicted: bool,
    /// The second look spoke against one.
    pub refuted: bool,
}

/// One turn of abstraction refinement.
#[derive(Clone, Debug, Default)]
pub struct Iteration {
    pub predicates: usize,
    pub lemmas: usize,
    pub trace: usize,
    pub abstraction: Duration,
    pub checking: Duration,
    pub simulation: Duration,
    pub explanation: Duration,
}
