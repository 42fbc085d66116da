//! Running executions that were found: in the program that is checked, and in the whole program as it was written.

pub(crate) mod arguments;
pub(crate) mod closed_program;
mod devices;
pub(crate) mod failure;
mod library_results;
pub(crate) mod listener;
pub(crate) mod note;
pub(crate) mod reads;
pub(crate) mod replay;
mod solver_inputs;
mod watcher;
pub(crate) mod whole_program;

use interp::{Request, RequestKind};
use semantics::Asker;

/// Who asks.
pub(crate) fn asker(request: &Request<'_>) -> Option<Asker> {
    Some(match request.kind {
        RequestKind::Uninitialised(var) | RequestKind::Undefined(var) => Asker::Variable(var),
        _ => Asker::Edge(request.site.func, request.site.edge?),
    })
}
