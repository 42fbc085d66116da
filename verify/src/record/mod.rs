//! What reports need to know of a bug's execution in the whole program, and of what a proof about the slice says there.

pub(crate) mod full_trace;
pub(crate) mod recording;
pub(crate) mod slice_fidelity;
