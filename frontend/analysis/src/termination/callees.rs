//! What functions go by that know nothing but whole integer variables, and what functions without a body return.
//!
//! Beside its arguments such a function goes by the variables that outlive it and that it, or what it calls, mentions. If
//! there are none, two calls with the same arguments can do the same.

use ir::library::is_native;
use ir::{Callee, FuncId, PlaceKind, Program, Stmt, Term, VarId, VarKind};
use std::collections::BTreeSet;

/// Functions and all that they call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Callees {
    pub functions: BTreeSet<FuncId>,
    /// The variables that they mention and that outlive them.
    pub outlive: BTreeSet<VarId>,
}

/// Whether these functions, and all that they call, go by their arguments.
pub fn goes_by_arguments(program: &Program, functions: &[FuncId]) -> bool {
    callees(program, functions).is_some_and(|found| found.outlive.is_empty())
}

/// What these functions are and go by, if that is known completely.
pub fn callees(program: &Program, functions: &[FuncId]) -> Option<Callees> {
    let mut found = Callees::default();
    let mut work = functions.to_vec();
    while let Some(func) = work.pop() {
        if !found.functions.insert(func) {
            continue;
        }
        let Some(cfg) = &program.funcs[func].body else {
            // What it returns is open: it may be the same again.
            if is_native(&program.funcs[func].name) {
                return None;
            }
            continue;
        };
        let mut params = program.funcs[func].params.iter();
        if !params.all(|&param| program.types.is_integer(program.vars[param].ty)) {
            return None;
        }
        for edge in cfg.edges() {
            let stmt = &cfg.edge(edge).stmt;
            found.outlive.extend(outliving(program, stmt)?);
            if let Stmt::Call { callee, .. } = stmt {
                let Callee::Direct(callee) = callee else {
                    return None;
                };
                work.push(*callee);
            }
        }
    }
    Some(found)
}

/// The variables of a statement that outlive an activation, if it knows nothing but whole integers that are not accessed by
/// another name.
fn outliving(program: &Program, stmt: &Stmt) -> Option<Vec<VarId>> {
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
    let mut found = Vec::new();
    for part in roots.flat_map(|root| program.terms.parts(root)) {
        let Term::Place(place) = part else { continue };
        let PlaceKind::Var(id) = program.terms.place(place).kind else {
            return None;
        };
        let var = &program.vars[id];
        if var.address_taken || var.quals.is_volatile || !program.types.is_integer(var.ty) {
            return None;
        }
        match var.kind {
            VarKind::Local(_) | VarKind::Param(..) | VarKind::Temp(_) => {}
            _ => found.push(id),
        }
    }
    is_known.then_some(found)
}
