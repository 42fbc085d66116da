//! Tests of formulas and automata.

mod files;
mod parsing;
mod periodic_words;
mod random;
mod robustness;
