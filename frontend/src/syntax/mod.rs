//! Preprocessed C text becomes an abstract syntax tree.

pub mod ast;
