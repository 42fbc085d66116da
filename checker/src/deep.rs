//! Recursion as deep as the input asks for.

const RED_ZONE: usize = 128 * 1024;
const STACK_PIECE: usize = 8 * 1024 * 1024;

/// Runs one more level of a recursion, on more stack where there is little left.
pub(crate) fn deeper<T>(level: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE, STACK_PIECE, level)
}
