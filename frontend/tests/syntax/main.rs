//! Tests of parsing, against gcc.
//!
//! - `accept/*.c` parse without error, and the tree printed as C gives gcc the same object code as
//!   the file itself, for both data models. A new case is a new file.
//! - `reject/*.c` give exactly the messages beside them (`.txt`; `UPDATE_EXPECT=1` rewrites them).
//! - Deep, long and damaged inputs end soon, with a tree or a message.
//!
//! What needs gcc, or the folder of benchmarks, passes with a note where it is not there.

mod accept;
mod benchmarks;
mod hostile;
#[path = "../support/mutate.rs"]
mod mutate;
mod reject;
mod spans;
mod tools;
