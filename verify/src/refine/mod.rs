//! What the boolean program says, and what is learnt from a path that no execution takes.

mod learn;
pub(crate) mod model_check;
pub(crate) mod siblings;
mod templates;
