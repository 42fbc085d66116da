//! Is this abstract trace real; if not, what would have ruled it out?
//!
//! A trace of the boolean program becomes a [`Path`] of the C program. [`simulate`](mod@simulate) asks the solver
//! whether some execution takes it. If not, [`explain`](mod@explain) carries the conditions that contradict each
//! other backward along the path (weakest preconditions: Ball, Rajamani, *Generating abstract explanations of
//! spurious counterexamples in C programs*, 2002); what they say at each step, in the words of the function that is
//! active there, are the new predicates. If all of them are tracked already, some step of the trace is one that no
//! state can take: [`lemmas`](mod@lemmas) finds it.
//!
//! | module | its one sentence |
//! |---|---|
//! | `path` | the blocks that a trace goes through |
//! | `simulate` | whether some execution takes a path |
//! | `explain` | the predicates that rule a path out |
//! | `address` | addresses that a model has, as the program would write them |
//! | `substitute` | assignments, calls and returns, backward through expressions |
//! | `linear` | sums in normal form |
//! | `loops` | predicates that rule out all unrollings of a path's loops |
//! | `unroll` | all executions at once, as far as they have an end |
//! | `own` | what the program itself says of its values |
//! | `lemmas` | the steps of a trace that no state can take |

mod address;
pub mod explain;
pub mod lemmas;
mod linear;
pub mod loops;
mod outside;
mod own;
pub mod path;
pub mod simulate;
mod substitute;
pub mod unroll;

pub use own::own_conditions;
pub use path::{Path, PathStep, Turn};
pub use simulate::{Condition, Execution, Given, Infeasible, Simulation, simulate};
