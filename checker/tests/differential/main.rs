//! The symbolic engines against a naive explicit-state checker.
//!
//! [`model`] and [`explicit`] are the oracle; [`oracle`] tests it by hand-made examples and [`stacks`] against an
//! exploration without summaries. [`compare`] asks the engines and the oracle the same questions about a program,
//! [`replay`] follows their traces, [`random`] does so for random programs and [`shrink`]s what fails.

mod compare;
mod explicit;
mod model;
mod oracle;
mod random;
mod replay;
mod shrink;
mod stacks;

use checker::bp::{self, Entry, Program};

/// Parses a program that must be well-formed.
#[track_caller]
fn parse(text: &str) -> Program {
    let program = bp::parse(text).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"));
    let errors = bp::verify(&program, Entry::Main);
    assert!(
        !errors.iter().any(bp::Diagnostic::is_error),
        "{errors:#?}\n{text}"
    );
    program
}
