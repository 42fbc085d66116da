//! Recursion as deep as the input asks for.

const RED_ZONE_BYTES: usize = 128 * 1024;
const STACK_SEGMENT_BYTES: usize = 8 * 1024 * 1024;

/// Runs one more level of a recursion, on more stack where there is little left.
pub fn with_enough_stack<T>(level: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE_BYTES, STACK_SEGMENT_BYTES, level)
}
