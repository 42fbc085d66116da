//! Calls as single steps of their caller: what they write, where, and what is known of what they return.
//!
//! | module | its one sentence |
//! |---|---|
//! | `call_effect` | a call as one step of its caller |
//! | `footprint` | what is read, and what is written |
//! | `writes` | which regions calls write |
//! | `frames` | where in a region they write |
//! | `single_assignment` | variables that mean one thing throughout an activation |
//! | `allocators` | functions that return an object that the call has made |

pub(crate) mod allocators;
pub(crate) mod call_effect;
pub(crate) mod footprint;
pub(crate) mod frames;
pub(crate) mod single_assignment;
pub(crate) mod writes;
