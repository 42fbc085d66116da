//! Is this abstract trace real; if not, what would have ruled it out?
//!
//! A trace of the boolean program becomes a [`Path`] of the C program. [`feasibility`](mod@feasibility) asks the solver
//! whether some execution takes it. If not, [`discover`] finds what rules it out, first of all the conditions that
//! contradict each other, carried backward along the path (weakest preconditions: Ball, Rajamani, *Generating abstract
//! explanations of spurious counterexamples in C programs*, 2002).
//!
//! | module | its one sentence |
//! |---|---|
//! | `path` | the blocks that a trace goes through |
//! | `feasibility` | whether some execution takes a path |
//! | `blame` | which of a path's contradictions is learnt from, where an environment calls the program |
//! | `outside_objects` | the memory that an execution finds outside of the program |
//! | `discover` | predicates and lemmas that rule a path out, from all sources, in one order |
//! | `model_address` | addresses that a model has, as the program would write them |
//! | `substitute` | assignments, calls and returns, backward through expressions |
//! | `linear` | sums in normal form |
//! | `unroll` | all executions at once, as far as they have an end |

mod blame;
pub mod discover;
pub mod feasibility;
mod linear;
mod model_address;
mod outside_objects;
pub mod path;
mod substitute;
pub mod unroll;

pub use blame::Author;
pub use feasibility::{Condition, Execution, Feasibility, Infeasible, InputValue, feasibility};
pub use path::{Path, PathStep, Turn};
