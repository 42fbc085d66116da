//! Whole-program analyses of the IR, one file each.

pub mod bits;
pub mod points_to;
#[cfg(test)]
mod testing;
