//! Runs in folders: `cegar check --save` writes one (`write`), `cegar inspect` reads it back (`read`) and shows it.
//!
//! | view | shows |
//! |---|---|
//! | `iterations` | which predicates each iteration brought, and its path |
//! | `changes` | how the boolean program differs from the one before |
//! | `side_by_side` | the boolean program beside the source lines that it stands for |

mod changes;
mod iterations;
mod line_width;
mod read;
mod side_by_side;
mod write;

pub(crate) use changes::changes;
pub(crate) use iterations::{iteration, list};
pub(crate) use line_width::Width;
pub(crate) use read::Saved;
pub(crate) use side_by_side::side_by_side;
pub(crate) use write::{Save, prepare};

use read::{Iteration, Piece, SavedPath};
