//! Numbers that become pointers: variables whose value is converted to one somewhere, as it is or behind other variables.

use std::collections::BTreeSet;

use ir::{ExprId, ExprKind, PlaceKind, Program, Stmt, Term, VarId};
use source::entity::EntityId;

/// The variables with numbers that may be addresses.
pub(super) fn addresses(program: &Program) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    for expr in (0..program.terms.num_exprs()).map(ExprId::from_index) {
        if let ExprKind::Cast(inner) = program.terms.expr(expr).kind
            && program.types.is_pointer(program.type_of(expr))
            && !program.types.is_pointer(program.type_of(inner))
        {
            found.extend(loaded(program, inner));
        }
    }
    // What is copied to such a variable is one too.
    loop {
        let before = found.len();
        for (_, _, cfg) in program.defined() {
            for edge in cfg.edges() {
                if let Stmt::Assign { place, value } = cfg.edge(edge).stmt
                    && program
                        .terms
                        .place_var(place)
                        .is_some_and(|to| found.contains(&to))
                {
                    found.extend(loaded(program, value));
                }
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// The variables that an expression reads, the whole or a part.
fn loaded(program: &Program, expr: ExprId) -> Vec<VarId> {
    let parts = program.terms.parts(Term::Expr(expr)).into_iter();
    let places = parts.filter_map(|part| match part {
        Term::Place(place) => Some(place),
        Term::Expr(_) => None,
    });
    places
        .filter_map(|place| match program.terms.place(place).kind {
            PlaceKind::Var(var) => Some(var),
            _ => None,
        })
        .collect()
}
