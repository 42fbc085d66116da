//! Parsing files, against gcc. A new case is a new file of `tests/syntax/`.
//!
//! - `accept/*.c` parse without error, and the tree printed as C gives gcc the same object code as the file itself, for
//!   both data models.
//! - `reject/*.c` give exactly the messages beside them (`.txt`; `CEGAR_BLESS=1` rewrites them).
//!
//! One file: `cargo test -p frontend --test syntax_files accept/NAME`.

#[path = "syntax/accept.rs"]
mod accept;
#[path = "syntax/reject.rs"]
mod reject;
#[allow(dead_code)] // Each test uses its own part.
#[path = "syntax/tools.rs"]
mod tools;

use std::process::ExitCode;

fn main() -> ExitCode {
    let trials = accept::trials().into_iter().chain(reject::trials());
    libtest_mimic::run(&libtest_mimic::Arguments::from_args(), trials.collect()).exit_code()
}
