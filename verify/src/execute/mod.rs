//! Running executions that were found: in the program that is checked, and in the whole program as it was written.

pub(crate) mod arguments;
pub(crate) mod closed_program;
mod devices;
pub(crate) mod failure;
pub(crate) mod initial_values;
mod library_results;
pub(crate) mod listener;
pub(crate) mod outside_reads;
pub(crate) mod replay;
mod solver_inputs;
pub(crate) mod story_notes;
mod watcher;
pub(crate) mod whole_program;

use interp::{Request, RequestKind};
use semantics::InputSource;

/// Who asks.
pub(crate) fn asker(request: &Request<'_>) -> Option<InputSource> {
    Some(match request.kind {
        RequestKind::Uninitialised(var) | RequestKind::Undefined(var) => InputSource::Variable(var),
        _ => InputSource::Edge(request.site.func, request.site.edge?),
    })
}
