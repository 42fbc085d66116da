//! How the user's files become preprocessed text.
//!
//! In: C files, flags, compilation databases; none of them is trusted. Out: units in [`source::Sources`].
//! Only [`preprocess`] reads files and runs a program, the system's preprocessor; which files may be read is said by
//! [`boundary`], which flags of a compilation database ([`compile_commands`]) are taken by `compile_flags`.

pub mod boundary;
pub mod compile_commands;
mod compile_flags;
pub mod preprocess;
