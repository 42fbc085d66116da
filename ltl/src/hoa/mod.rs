//! The Hanoi omega-automata format, version 1 (Babiak and others, *The Hanoi omega-automata format*, CAV 2015).
//!
//! [`read`] takes automata of Spot, Owl and others with Büchi or generalised Büchi acceptance, on states or on
//! transitions, with explicit or implicit labels and aliases; [`write`](write()) writes what it reads.

mod body;
mod header;
mod label;
mod lexer;
mod read;
mod write;

pub use read::read;
pub use write::write;
