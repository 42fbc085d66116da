//! What the loop shows while it runs.

use abstractor::Abstraction;
use refiner::{Condition, Execution, Path};

use crate::Session;

/// Is shown what happens, with the state of the check as it is then.
pub trait Observer {
    fn see(&mut self, session: &Session, event: Event<'_>);
}

/// Looks at nothing.
impl Observer for () {
    fn see(&mut self, _: &Session, _: Event<'_>) {}
}

pub enum Event<'a> {
    /// It begins something that may take a while.
    Phase(Phase),
    /// There is a boolean program.
    Abstracted(&'a Abstraction),
    /// It has a trace to a violation.
    Trace(&'a Path),
    /// The trace cannot be taken, and these conditions contradict each other.
    Infeasible(&'a Path, &'a [Condition]),
    /// The solver has an execution that takes the trace, and the interpreter does not arrive there, for this reason.
    NotReproduced(&'a Path, &'a Execution, &'a str),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Abstraction,
    Checking,
    Simulation,
    Refinement,
    Trial,
    Unrolling,
    Certification,
}

impl Phase {
    pub fn name(self) -> &'static str {
        match self {
            Phase::Abstraction => "abstraction",
            Phase::Checking => "model checking",
            Phase::Simulation => "simulation",
            Phase::Refinement => "refinement",
            Phase::Trial => "trial runs",
            Phase::Unrolling => "unrolling",
            Phase::Certification => "certification",
        }
    }

    /// For people: what it was doing when it ended.
    pub fn doing(self) -> &'static str {
        match self {
            Phase::Abstraction => "making the boolean program",
            Phase::Checking => "looking for a path to a violation in the boolean program",
            Phase::Simulation => "finding out whether the program can take a path to a violation",
            Phase::Refinement => "looking for predicates that rule a path out",
            Phase::Trial => "running the program with likely inputs",
            Phase::Unrolling => "following all executions at once to their ends",
            Phase::Certification => "confirming the invariants of a proof",
        }
    }
}
