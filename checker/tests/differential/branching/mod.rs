//! Computation tree logic against an explicit reference that shares no code with it.
//!
//! [`graph`] has whole configurations, each stack as a list of frames, up to a number and a height; [`formula`] makes random
//! formulas and evaluates them there by the textbook. What was not expanded makes the truth of some formulas unknown: there
//! are two truth values for each formula, what is surely true and what may be, and only what they agree on is compared.
//! Formulas that linear temporal logic can say are compared with what it answers as well, which needs no bound.
//! [`recursive`] makes programs whose stacks have none.

mod formula;
mod graph;
mod random;
mod recursive;
