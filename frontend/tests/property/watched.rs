//! Which objects a run could have watched.
//!
//! `$watched` is an arbitrary address, chosen before the program has made any object; where a solver
//! or a person says "the second lock", the interpreter must be told an address of its own memory.
//! Addresses do not depend on what is watched as long as the run takes the same way, so one run under
//! [`WatchedAddresses`] lists the candidates, and a run with each of them as the watched one follows.

use interp::{Control, Observer, View};
use ir::{BinaryOp, EdgeId, ExprId, ExprKind, FuncId, Program, Stmt, VarId};
use std::collections::BTreeSet;

/// Notes the addresses that a run compares with the watched one.
pub(crate) struct WatchedAddresses<'p> {
    program: &'p Program,
    watched: VarId,
    pub(crate) seen: BTreeSet<u128>,
}

impl<'p> WatchedAddresses<'p> {
    /// `watched` is the variable that holds the watched address ([`frontend::property::Checked::watched`]).
    pub(crate) fn new(program: &'p Program, watched: VarId) -> Self {
        Self {
            program,
            watched,
            seen: BTreeSet::new(),
        }
    }

    fn is_watched(&self, expr: ExprId) -> bool {
        let terms = &self.program.terms;
        match terms.expr(expr).kind {
            ExprKind::Load(place) => terms.place_var(place) == Some(self.watched),
            _ => false,
        }
    }
}

impl Observer for WatchedAddresses<'_> {
    fn edge(&mut self, func: FuncId, edge: EdgeId, view: &mut View<'_, '_>) -> Control {
        let body = self.program.funcs[func].body.as_ref();
        if let Some(Stmt::Assume { cond }) = body.map(|cfg| &cfg.edge(edge).stmt)
            && let ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, a, b) =
                self.program.terms.expr(*cond).kind
            && self.is_watched(b)
            && let Ok(value) = view.value(a)
        {
            self.seen.insert(value.bits);
        }
        Control::Continue
    }
}
