//! Handlers and the functions of a specification change its state and nothing else.
//!
//! Checked on the automata, where every effect is an edge: an assignment may have as its target a
//! variable of the state or a local one, whole or in part, and never what a pointer leads to; calls
//! may reach functions of the specification only. The watched address is not followed: it may be that of an object
//! which is not there yet.

use analysis::prophecy::Prophecies;
use ir::{Callee, Cfg, FuncId, PlaceKind, Program, Stmt, Term, VarId, VarKind};
use source::Diagnostic;

/// What a specification consists of in the program.
pub(super) struct SpecParts<'o> {
    pub(super) is_state: &'o dyn Fn(VarId) -> bool,
    pub(super) is_function: &'o dyn Fn(FuncId) -> bool,
    pub(super) prophecies: &'o Prophecies,
}

/// What a function of the specification does that it must not do.
pub(super) fn check(program: &Program, func: FuncId, own: &SpecParts<'_>) -> Vec<Diagnostic> {
    let Some(cfg) = &program.funcs[func].body else {
        return Vec::new();
    };
    let wrong = |e| Some((cfg.edge(e).span, wrong(program, cfg, e, own)?));
    let found = cfg.edges().filter_map(wrong);
    found
        .map(|(span, text)| Diagnostic::error(span, text))
        .collect()
}

fn wrong(program: &Program, cfg: &Cfg, edge: ir::EdgeId, own: &SpecParts<'_>) -> Option<String> {
    let stmt = &cfg.edge(edge).stmt;
    if let Stmt::Call { callee, .. } = stmt {
        match callee {
            Callee::Direct(f) if (own.is_function)(*f) => {}
            Callee::Direct(f) => {
                let name = &program.funcs[*f].name;
                return Some(format!(
                    "a property cannot call '{name}', which is not its own; `abort \"message\";` says that it is violated"
                ));
            }
            Callee::Indirect(_) => {
                return Some("a property cannot call through a pointer".into());
            }
        }
    }
    if matches!(
        stmt,
        Stmt::HavocMemory
            | Stmt::Alloca { .. }
            | Stmt::Free { .. }
            | Stmt::VaStart { .. }
            | Stmt::VaArg { .. }
            | Stmt::VaCopy { .. }
            | Stmt::VaEnd { .. }
    ) {
        return Some("a property can only assign to its state, branch, abort and halt".into());
    }
    if follows(program, stmt, own.prophecies) {
        return Some(
            "the watched address can be compared, not followed: the object may not be there yet; \
             in a handler with `watch $1`, write $1"
                .into(),
        );
    }
    let place = stmt.written()?;
    match program.terms.place_var(place) {
        None => Some("a property may read what a pointer points to, not write it".into()),
        Some(var) => {
            let variable = &program.vars[var];
            let local = matches!(
                variable.kind,
                VarKind::Local(_) | VarKind::Temp(_) | VarKind::Param(..)
            );
            let name = &variable.name;
            if matches!(variable.kind, VarKind::StaticLocal(_)) {
                return Some(format!("'{name}' belongs in the state block"));
            }
            (!local && !(own.is_state)(var)).then(|| {
                format!("a property may read '{name}', which is the program's, not write it")
            })
        }
    }
}

/// Whether a statement goes through a pointer that comes from a prophecy.
fn follows(program: &Program, stmt: &Stmt, prophecies: &Prophecies) -> bool {
    let exprs = stmt.exprs().into_iter().map(Term::Expr);
    let mut parts = exprs
        .chain(stmt.written().map(Term::Place))
        .flat_map(|term| program.terms.parts(term));
    parts.any(|part| match part {
        Term::Place(place) => match program.terms.place(place).kind {
            PlaceKind::Deref(pointer) => prophecies.tell(program, pointer),
            _ => false,
        },
        Term::Expr(_) => false,
    })
}
