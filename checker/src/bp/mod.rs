//! The language of boolean programs.

pub mod ast;

pub use ast::*;
