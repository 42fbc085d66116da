//! Programs with threads against a naive explicit explorer.
//!
//! [`explorer`] executes interleavings step by step on explicit stacks, from the meaning of single steps that the
//! differential test has (`model`), and shares nothing with the engines. [`program`] writes random programs; [`compare`]
//! asks both about every label and the assertions: within how many switches, and with how many steps at least.
//!
//! `THREADS_CASES=20000 THREADS_SEED=1000 cargo test --release -p checker --test threads` looks at more programs.

#[path = "../differential/model.rs"]
#[allow(dead_code, reason = "what only the differential test uses")]
mod model;

mod compare;
mod explorer;
mod program;
mod pushdown;
