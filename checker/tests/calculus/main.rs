//! The calculus: its algorithms against the native engines, its formulas against a naive evaluator, its messages.

mod brute_force;
mod engines;
mod messages;
