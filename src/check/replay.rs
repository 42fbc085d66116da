//! Bugs are executed: the interpreter runs the inputs that the solver found.

use std::collections::VecDeque;

use frontend::interp::{
    self, Exit, Input, Inputs, Limits, Request, RequestKind, RunConfig,
};
use frontend::ir::Program;
use rustc_hash::FxHashMap;
use semantics::{Asked, Asker};

/// An execution that arrives at the violation.
#[derive(Clone, Debug)]
pub(crate) struct Replay {
    pub(crate) site: interp::Site,
    pub(crate) steps: u64,
}

/// Values by who asks for them.
struct Found {
    values: FxHashMap<Asker, VecDeque<Option<u64>>>,
}

impl Inputs for Found {
    fn next(&mut self, request: &Request<'_>) -> Option<Input> {
        let asker = match request.kind {
            RequestKind::Call(_) | RequestKind::Library(_) | RequestKind::Havoc => {
                Asker::Edge(request.site.func, request.site.edge?)
            }
            RequestKind::Uninitialised(var) => Asker::Variable(var),
            RequestKind::Undefined(_) => return Some(Input::Unknown),
        };
        let value = self.values.get_mut(&asker).and_then(VecDeque::pop_front);
        Some(match value.flatten() {
            Some(bits) => Input::Bits(bits.into()),
            None => Input::Unknown,
        })
    }

    fn wants_uninitialised(&self) -> bool {
        true
    }
}

/// Runs the program with the values found; gives the execution, or why it is none.
pub(super) fn replay(
    program: &Program,
    found: &[(Asked, Option<u64>)],
) -> Result<Replay, String> {
    let mut inputs = Found {
        values: FxHashMap::default(),
    };
    for (asked, value) in found {
        inputs.values.entry(asked.by).or_default().push_back(*value);
    }
    let config = RunConfig {
        limits: Limits {
            steps: 100_000_000,
            ..Limits::default()
        },
        ..RunConfig::default()
    };
    let outcome = interp::run(program, &config, &mut inputs);
    match outcome.exit {
        Exit::Error(site) | Exit::AssertFailed(_, site) => Ok(Replay {
            site,
            steps: outcome.steps,
        }),
        other => Err(format!("{other:?}")),
    }
}
