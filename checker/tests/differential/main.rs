//! The symbolic engines against a naive explicit-state checker.
//!
//! [`model`] and [`explicit`] are the oracle, [`oracle`] tests it by hand-made examples.

mod compare;
mod explicit;
mod model;
mod oracle;
mod shrink;
mod stacks;

use checker::bp::{self, Program};

/// Parses a program that must be well-formed.
#[track_caller]
fn parse(text: &str) -> Program {
    let program = bp::parse(text).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"));
    //VERIFY let errors = bp::verify(&program);
    //VERIFY2
    program
}
