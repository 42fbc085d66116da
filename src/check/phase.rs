//! What the loop is doing.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Abstraction,
    Checking,
    Simulation,
    Refinement,
    Trial,
    Unrolling,
    Certification,
}

impl Phase {
    pub(crate) fn name(self) -> &'static str {
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
    pub(crate) fn doing(self) -> &'static str {
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
