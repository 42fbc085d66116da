//! Where text comes from, and where positions lead back to.
//!
//! In: the user's files and flags. Out: [`Sources`], the preprocessed text of every translation
//! unit with a line map, in one space of byte offsets. A [`Span`] is a range of those offsets; it
//! resolves to the file, line and column the user wrote. Everything that any stage has to say to
//! the user is a [`Diagnostic`], rendered here as plain text (the binary may do better).
//!
//! Nothing here prints. Only [`preprocess`] and [`regular`] touch files or processes; which files may be
//! touched is said by [`boundary`].

mod align;
mod diagnostic;
pub mod entity;
mod line_map;
mod listing;
pub mod regular;
mod span;
mod symbol;
mod unit;
mod written;

pub use diagnostic::{Diagnostic, Diagnostics, Excerpt, Note, Severity};
pub use line_map::{FileId, LineMap};
pub use listing::Listing;
pub use span::Span;
pub use symbol::{Interner, Symbol};
pub use unit::{Location, Sources, TooLarge, Unit, UnitId};
pub use written::Written;
