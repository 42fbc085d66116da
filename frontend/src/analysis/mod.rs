//! Whole-program analyses of the IR, one file each.

pub mod bits;
pub mod callgraph;
pub mod dead_code;
pub mod effects;
pub mod mod_ref;
pub mod points_to;
pub mod print;
pub mod reduced;
pub mod regions;
pub mod slice;
#[cfg(test)]
mod testing;
