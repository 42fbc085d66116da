//! The symbolic engines against a naive explicit-state checker.
//!
//! [`model`] and [`explicit`] are the oracle; [`oracle`] tests it by hand-made examples and [`stacks`] against an
//! exploration without summaries. [`compare`] asks the engines and the oracle the same questions about a program, and
//! [`replay`] follows the traces. [`papers`] does this for the families of the papers, [`random`] for random programs,
//! of which [`shrink`] makes small ones when they fail. [`temporal`] does it for formulas of linear,
//! [`branching`] for those of branching time. [`pushdown`] asks the explicit half of the library about programs that were
//! written as pushdown systems, [`dialects`] the engines about programs that were written for other tools.

mod branching;
mod compare;
mod dialects;
mod explicit;
#[allow(dead_code, reason = "what only the test of threads uses")]
mod model;
mod oracle;
mod papers;
mod pushdown;
mod random;
mod replay;
mod shrink;
mod stacks;
mod temporal;

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
