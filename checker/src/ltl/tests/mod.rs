//! Tests of formulas and automata.

mod lassos;
mod parsing;
mod random;
