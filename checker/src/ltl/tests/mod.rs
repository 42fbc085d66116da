//! Tests of formulas and automata.

mod parsing;
