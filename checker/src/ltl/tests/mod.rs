//! Tests of formulas and automata.

mod files;
mod lassos;
mod parsing;
mod random;
mod robustness;
