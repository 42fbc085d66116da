//! Tests of parsing beside those by files (`syntax_files`): deep, long and damaged inputs end soon, with a tree or a
//! message; cost is linear; positions are those of the text.

mod cost;
mod hostile;
#[path = "../support/mutate.rs"]
mod mutate;
mod partial;
mod spans;
#[allow(dead_code)] // Each test uses its own part.
mod tools;
