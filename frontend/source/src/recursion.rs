//! Recursion as deep as what the user wrote, on any stack.

/// Below this, the stack grows: more than any step of a recursion takes before it asks again.
const RED_ZONE_BYTES: usize = 128 * 1024;

/// By how much it grows.
const STACK_PIECE_BYTES: usize = 4 * 1024 * 1024;

/// Does a step of a recursion on a stack that has room for it.
pub fn deeper<T>(step: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE_BYTES, STACK_PIECE_BYTES, step)
}
