//! What people and other tools read: a folder for each thing that is reported, in it a file or folder for each format.
//!
//! | folder | what is reported | formats |
//! |---|---|---|
//! | `check/` | what came of checking a C program | `text`, `json`, `html/`, `sarif/`, `witness/` |
//! | `boolean_program/` | what came of checking or simulating a boolean program | `text`, `json`, `temporal` (both, of runs), `simulation` |
//! | `batch/` | what came of many checks | `summary`, `csv`, `junit`, `sarif`, `compare` |
//! | `formats/` | formats that several of them use, apart from what is said in them | `sarif/` |
//!
//! A new format for checks is a file in `check/`, a variant of `check::report_files::Format` and a line in its list of names.

#[cfg(target_os = "linux")]
pub(crate) mod batch;
pub(crate) mod boolean_program;
pub(crate) mod check;
pub(crate) mod formats;
