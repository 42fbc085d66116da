//! The language of boolean programs.

pub mod ast;
mod diagnostic;
mod lexer;
mod lines;
mod parser;
mod print;
mod suggest;
mod token;
mod verify;

pub use ast::*;
pub use diagnostic::{Diagnostic, Severity};
pub use lines::Lines;
pub use parser::{parse, parse_with_warnings};
pub use print::print;
pub use verify::{Entry, verify};
