//! Recursion over terms of any depth, on any stack.

const RED_ZONE_BYTES: usize = 64 * 1024;
const STACK_PIECE_BYTES: usize = 4 * 1024 * 1024;

/// Does the work on a stack that has room for it.
pub fn deeper<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE_BYTES, STACK_PIECE_BYTES, work)
}
