//! The user's text, and the way back to it: what every later stage needs to point at a line of C.
//!
//! - [`Sources`] holds the preprocessed text of every translation unit with a [`LineMap`], in one space of byte offsets. A
//!   [`Span`] is a range of those offsets; [`Sources::locate`] resolves it to the file, line and column that the user
//!   wrote. [`Unexpanded`] finds what the user wrote where a macro was expanded, [`Listing`] the lines around a position.
//! - Everything that a stage has to say to the user is a [`Diagnostic`], rendered here as plain text (the command line
//!   does better).
//! - [`Interner`] makes [`Symbol`]s of identifiers; [`entity`] has the typed ids and arenas that all tables are made of.
//! - [`deeper`] lets a recursion go as deep as what the user wrote.
//! - [`regular_file`] reads files, and refuses what is not one (devices, pipes). How text gets into [`Sources`], by way of the
//!   preprocessor, is the business of the crate `frontend`.
//!
//! This is the lowest of the front end's crates: it knows nothing of C. Nothing here prints.

mod diagnostic;
pub mod entity;
mod line_alignment;
mod line_map;
mod listing;
mod recursion;
pub mod regular_file;
mod span;
mod symbol;
mod unexpanded;
mod unit;

pub use diagnostic::{Diagnostic, Diagnostics, Excerpt, Note, Severity};
pub use line_map::{FileId, LineMap};
pub use listing::Listing;
pub use recursion::deeper;
pub use span::Span;
pub use symbol::{Interner, Symbol};
pub use unexpanded::Unexpanded;
pub use unit::{Location, Sources, TooLarge, Unit, UnitId, UnitKind};
