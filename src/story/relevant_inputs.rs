//! Which values from outside make a difference to an execution.

use abstractor::precision::variables;
use interp::RequestKind;
use ir::{EdgeId, ExprId, FuncId, InitValue, PlaceId, PlaceKind, Program, Term, VarId};
use rustc_hash::FxHashSet;

use verify::Noted;

/// The variables that an execution mentions, and those that lead to others from the start with these.
pub(super) fn used(program: &Program, edges: &[(FuncId, EdgeId)]) -> FxHashSet<VarId> {
    let mut edges = edges.to_vec();
    edges.sort_unstable();
    edges.dedup();
    let mut found = FxHashSet::default();
    let mut work = Vec::new();
    for (func, edge) in edges {
        let Some(cfg) = &program.funcs[func].body else {
            continue;
        };
        let stmt = &cfg.edge(edge).stmt;
        let exprs = stmt.exprs().into_iter().map(Term::Expr);
        for term in exprs.chain(stmt.written().map(Term::Place)) {
            work.extend(program.terms.variables(term));
        }
    }
    while let Some(var) = work.pop() {
        if !found.insert(var) {
            continue;
        }
        let items = program.vars[var].init.iter().flat_map(|init| &init.items);
        for item in items {
            if let InitValue::Scalar(value) = item.value {
                work.extend(variables(program, value));
            }
        }
    }
    found
}

/// Longer ways are not looked through for a use of a variable.
const MAX_EDGES_AHEAD: usize = 10_000;

/// Whether a value makes a difference: that of a variable which is written before it is read does not.
pub(super) fn matters(
    program: &Program,
    ahead: &[(FuncId, EdgeId)],
    used: &FxHashSet<VarId>,
    note: &Noted,
) -> bool {
    if let Noted::Input(RequestKind::Undefined(var), ..) = note {
        return used.contains(var);
    }
    let (Noted::Input(RequestKind::Uninitialised(var), ..) | Noted::Started(var, _)) = note else {
        return true;
    };
    for &(func, edge) in ahead.iter().take(MAX_EDGES_AHEAD) {
        let Some(cfg) = &program.funcs[func].body else {
            continue;
        };
        let stmt = &cfg.edge(edge).stmt;
        let reads = |e: ExprId| variables(program, e).contains(var);
        let written = stmt.written();
        let indirectly = |&place: &PlaceId| {
            let parts = program.terms.parts(Term::Place(place));
            let mut exprs = parts.into_iter().filter_map(|part| match part {
                Term::Expr(e) => Some(e),
                Term::Place(_) => None,
            });
            exprs.any(reads)
        };
        if stmt.exprs().into_iter().any(reads) || written.as_ref().is_some_and(indirectly) {
            return true;
        }
        if let Some(place) = written
            && program.terms.place_var(place) == Some(*var)
        {
            // A part of it may be all that is wanted, but then the rest is read elsewhere.
            return !matches!(program.terms.place(place).kind, PlaceKind::Var(_));
        }
    }
    false
}
