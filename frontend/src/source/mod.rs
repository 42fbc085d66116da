//! Where text comes from and where positions lead back to.

mod span;
mod symbol;

pub use span::Span;
pub use symbol::{Interner, Symbol};
