//! Choices written without a branch: `x ^ ((x ^ y) & -(a == b))` is `y` or `x`, and an address if they are.
//!
//! Exchanges that compare first (`cmpxchg`) are lowered so.

use ir::{BinaryOp, ExprId, ExprKind, Program, Term, UnaryOp};
use rustc_hash::{FxHashMap, FxHashSet};

/// The expressions that are only steps of such choices, the choices included.
pub(super) fn steps(program: &Program, terms: &[Term]) -> FxHashSet<ExprId> {
    let mut users: FxHashMap<ExprId, usize> = FxHashMap::default();
    for &term in terms {
        for child in program.terms.children(term).into_iter().flatten() {
            if let Term::Expr(child) = child {
                *users.entry(child).or_default() += 1;
            }
        }
    }
    let once = |e: ExprId| users.get(&e) == Some(&1);
    let mut found = FxHashSet::default();
    for &term in terms {
        if let Term::Expr(whole) = term
            && let Some((mask, difference)) = choice(program, whole)
            && once(mask)
            && once(difference)
        {
            found.extend([whole, mask, difference]);
        }
    }
    found
}

fn choice(program: &Program, whole: ExprId) -> Option<(ExprId, ExprId)> {
    let kind = |e: ExprId| program.terms.expr(e).kind;
    let ExprKind::Binary(BinaryOp::BitXor, x, mask) = kind(whole) else {
        return None;
    };
    let ExprKind::Binary(BinaryOp::BitAnd, difference, all) = kind(mask) else {
        return None;
    };
    let ExprKind::Binary(BinaryOp::BitXor, again, _) = kind(difference) else {
        return None;
    };
    let ExprKind::Unary(UnaryOp::Neg, truth) = kind(all) else {
        return None;
    };
    let truth = match kind(truth) {
        ExprKind::Cast(of) => of,
        _ => truth,
    };
    let compared = matches!(kind(truth), ExprKind::Binary(op, ..) if op.is_comparison());
    (again == x && compared).then_some((mask, difference))
}
