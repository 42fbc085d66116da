//! The way back from the program that is checked, sliced and brought into form, to the one that the user wrote.
//!
//! Variables and functions have the same ids in both. A call that the slice leaves out has no counterpart, and nothing
//! that happens inside of it has.

use analysis::passes::WayBack;
use analysis::passes::reduced::Reduced;
use ir::{Callee, EdgeId, FuncId, Program, Stmt, VarId};
use rustc_hash::FxHashSet;
use semantics::InputSource;

#[derive(Debug)]
pub(crate) struct SliceToWhole {
    /// What the passes have composed.
    way_back: WayBack,
    /// The calls of the user's program that are left.
    calls: FxHashSet<(FuncId, EdgeId)>,
    /// The parameters of the function that is started, and those of the user's program.
    params: Vec<(VarId, VarId)>,
    /// Whether all calls are left.
    all_calls: bool,
}

impl SliceToWhole {
    /// The way back from a slice.
    pub(crate) fn of(slice: &Reduced) -> Self {
        let mut calls = FxHashSet::default();
        for (func, _, cfg) in slice.program.defined() {
            let is_call = |e: &EdgeId| matches!(cfg.edge(*e).stmt, Stmt::Call { .. });
            let left = cfg.edges().filter(is_call);
            calls.extend(left.filter_map(|e| Some((func, slice.old_edge(func, e)?))));
        }
        SliceToWhole {
            way_back: slice.way_back.clone(),
            calls,
            params: Vec::new(),
            all_calls: false,
        }
    }

    /// The way back from the slice in normal form to the user's program, which is `whole`.
    pub(crate) fn through(mut self, formed: &Program, way_back: WayBack, whole: &Program) -> Self {
        let params = |p: &Program| p.entry.map_or(Vec::new(), |f| p.funcs[f].params.clone());
        self.all_calls = whole.defined().all(|(func, _, cfg)| {
            let mut calls = cfg.edges().filter(|&e| enters(whole, &cfg.edge(e).stmt));
            calls.all(|e| self.is_left(func, e))
        });
        self.params = params(formed).into_iter().zip(params(whole)).collect();
        self.way_back = way_back;
        self
    }

    /// The edge of the user's program that an edge stands for.
    pub(crate) fn edge(&self, func: FuncId, edge: EdgeId) -> Option<EdgeId> {
        self.way_back.old_edge(func, edge)
    }

    /// Who asks in the user's program.
    pub(crate) fn asker(&self, asker: InputSource) -> Option<InputSource> {
        match asker {
            InputSource::Edge(func, edge) => Some(InputSource::Edge(func, self.edge(func, edge)?)),
            InputSource::Variable(var) => match self.params.iter().find(|p| p.0 == var) {
                Some(&(_, param)) => Some(InputSource::Variable(param)),
                // A parameter that has become a variable, and is given its value.
                None if self.params.iter().any(|p| p.1 == var) => None,
                None => Some(asker),
            },
        }
    }

    /// Whether all calls of functions of the user's program are left.
    pub(crate) fn has_all_calls(&self) -> bool {
        self.all_calls
    }

    /// Whether a call of the user's program is left.
    pub(crate) fn is_left(&self, func: FuncId, call: EdgeId) -> bool {
        self.calls.contains(&(func, call))
    }
}

/// Whether a statement is a call that may enter a function of the program.
fn enters(program: &Program, stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Call {
            callee: Callee::Direct(func),
            ..
        } => program.funcs[*func].body.is_some(),
        Stmt::Call { .. } => true,
        _ => false,
    }
}
