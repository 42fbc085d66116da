//! What the program's variables hold where execution starts in the middle of a program's life (`--entry`): what they are
//! initialised with. Other functions may have run before, so an answer that may depend on it says so.

use ir::{AssumptionKind, Callee, Cfg, ExprKind, FuncId, Program, Stmt, Term, VarId};
use rustc_hash::FxHashSet;
use source::Span;

use crate::synthetic::SyntheticCode;

const AS_INITIALISED: &str = "hold what they are initialised with when execution starts: what may have run before is not looked at";

/// Whether functions that the entry calls by name read a variable that some function writes. It is asked of the program
/// as it was written: what is only written elsewhere counts as constant later.
pub(crate) fn depends_on_initial_values(program: &Program, synthetic: &SyntheticCode) -> bool {
    let Some(entry) = program.entry.filter(|&f| &*program.funcs[f].name != "main") else {
        return false;
    };
    let is_own = |var: VarId| synthetic.state.contains(&var) || synthetic.watched == Some(var);
    let mut written: FxHashSet<VarId> = FxHashSet::default();
    for (_, _, cfg) in program.defined() {
        let places = statements(cfg).filter_map(Stmt::written);
        let vars = places.filter_map(|place| program.terms.place_var(place));
        written.extend(vars.filter(|&var| program.vars[var].kind.is_static() && !is_own(var)));
    }
    let mut waiting = vec![entry];
    let mut seen: FxHashSet<FuncId> = FxHashSet::default();
    while let Some(func) = waiting.pop() {
        let Some(cfg) = program.funcs[func]
            .body
            .as_ref()
            .filter(|_| seen.insert(func))
        else {
            continue;
        };
        if statements(cfg).any(|stmt| reads(program, stmt, &written)) {
            return true;
        }
        waiting.extend(statements(cfg).filter_map(called));
    }
    false
}

/// Notes that an answer rests on it.
pub(crate) fn note_initial_values(program: &mut Program, depends: bool) {
    if depends {
        let kind = AssumptionKind::Argument;
        let ledger = &mut program.ledger;
        ledger.add(Span::NONE, kind, "variables of the program", AS_INITIALISED);
    }
}

fn statements(cfg: &Cfg) -> impl Iterator<Item = &Stmt> {
    cfg.edges().map(|edge| &cfg.edge(edge).stmt)
}

fn called(stmt: &Stmt) -> Option<FuncId> {
    match stmt {
        Stmt::Call {
            callee: Callee::Direct(func),
            ..
        } => Some(*func),
        _ => None,
    }
}

fn reads(program: &Program, stmt: &Stmt, vars: &FxHashSet<VarId>) -> bool {
    let roots = stmt.exprs().into_iter().map(Term::Expr);
    let mut parts = roots.flat_map(|root| program.terms.parts(root));
    parts.any(|term| match term {
        Term::Expr(e) => match program.terms.expr(e).kind {
            ExprKind::Load(place) => {
                let var = program.terms.place_var(place);
                var.is_some_and(|var| vars.contains(&var))
            }
            _ => false,
        },
        Term::Place(_) => false,
    })
}
