//! Places where executions end that would stop there, because C gives them no meaning (ADR 0008).

use analysis::passes::guards::{Against, guardable_against};
use interp::{Fault, FaultKind};
use ir::{EdgeId, FuncId};

use crate::Session;
use crate::execute::failure::Failure;

/// How often there may be new guards.
const MAX_GUARD_ROUNDS: usize = 16;

impl Session {
    /// Guards the place where a run has stopped, if it can be, and prepares the program anew. `edge` tells the edge of
    /// the whole program that one stands for.
    pub(crate) fn guard(
        &mut self,
        failure: &Failure,
        edge: impl Fn(&Self, FuncId, EdgeId) -> Option<EdgeId>,
    ) -> bool {
        let Some((fault, against)) = failure.fault.as_deref().and_then(guarded_against) else {
            return false;
        };
        let func = fault.site.func;
        let place = fault.site.edge.and_then(|e| edge(self, func, e));
        let (Some(place), Some(cfg)) = (place, &self.whole.funcs[func].body) else {
            return false;
        };
        let stopped_at = cfg.source(place);
        let here = guardable_against(&self.whole, func, against);
        let known = self.guards.contains(&(func, stopped_at));
        if known || !here.contains(&stopped_at) || self.guard_rounds >= MAX_GUARD_ROUNDS {
            return false;
        }
        let first = !self.guards.iter().any(|&(f, _)| f == func);
        // After the first of a function, one by one would take too long.
        let new = here.into_iter().filter(|&loc| !first || loc == stopped_at);
        self.guards.extend(new.map(|loc| (func, loc)));
        self.guard_rounds += 1;
        self.restart();
        true
    }
}

/// What guards must be against to rule out what has stopped a run.
fn guarded_against(fault: &Fault) -> Option<(&Fault, Against)> {
    let against = match fault.kind {
        FaultKind::NullDeref { .. } | FaultKind::BadCall { address: 0 } => Against::NullPointer,
        FaultKind::DivisionByZero => Against::DivisionByZero,
        FaultKind::OutOfBounds { .. } => Against::Index,
        FaultKind::ShiftTooLarge => Against::Shift,
        _ => return None,
    };
    Some((fault, against))
}
