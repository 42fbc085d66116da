//! What is claimed of programs, and whether it is believed.

mod alternatives;
mod by_hand;
mod calls;
mod mutations;
mod programs;
mod support;
mod visited;
