//! Functions that go by nothing but their arguments, and by what functions without a body return.
//!
//! If such a function is called with the arguments of an activation that has not returned, the same can happen again: no
//! variable outside of the activation tells the two calls apart.

use ir::library::is_native;
use ir::{Callee, FuncId, PlaceKind, Program, Stmt, Term, VarKind};

/// Whether these functions, and all that they call, go by their arguments.
pub fn goes_by_arguments(program: &Program, functions: &[FuncId]) -> bool {
    let mut work = functions.to_vec();
    let mut done: Vec<FuncId> = Vec::new();
    while let Some(func) = work.pop() {
        if done.contains(&func) {
            continue;
        }
        done.push(func);
        let Some(cfg) = &program.funcs[func].body else {
            // What it returns is open: it may be the same again.
            if is_native(&program.funcs[func].name) {
                return false;
            }
            continue;
        };
        let mut params = program.funcs[func].params.iter();
        if !params.all(|&param| program.types.is_integer(program.vars[param].ty)) {
            return false;
        }
        for edge in cfg.edges() {
            let stmt = &cfg.edge(edge).stmt;
            if !is_local(program, stmt) {
                return false;
            }
            if let Stmt::Call { callee, .. } = stmt {
                let Callee::Direct(callee) = callee else {
                    return false;
                };
                work.push(*callee);
            }
        }
    }
    true
}

/// Whether a statement knows nothing but local integers that are not accessed by another name.
fn is_local(program: &Program, stmt: &Stmt) -> bool {
    let is_known = matches!(
        stmt,
        Stmt::Skip
            | Stmt::Assign { .. }
            | Stmt::Assume { .. }
            | Stmt::Havoc { .. }
            | Stmt::Begin { .. }
            | Stmt::End { .. }
            | Stmt::Return { .. }
            | Stmt::Call { .. }
    );
    let exprs = stmt.exprs().into_iter().map(Term::Expr);
    let roots = exprs.chain(stmt.written().map(Term::Place));
    let mut parts = roots.flat_map(|root| program.terms.parts(root));
    is_known
        && parts.all(|part| match part {
            Term::Expr(_) => true,
            Term::Place(place) => match program.terms.place(place).kind {
                PlaceKind::Var(var) => {
                    let var = &program.vars[var];
                    let own = matches!(
                        var.kind,
                        VarKind::Local(_) | VarKind::Param(..) | VarKind::Temp(_)
                    );
                    own && !var.address_taken
                        && !var.quals.is_volatile
                        && program.types.is_integer(var.ty)
                }
                _ => false,
            },
        })
}
