//! What conditions on a value that is lost say of everything else.
//!
//! Before `x = anything`, conditions on `x` say nothing by themselves. Two that bound the same term from both sides still do:
//! `lowest <= x` and `x < most` leave `lowest < most`. This is the elimination step of Fourier and Motzkin, on terms that are the
//! same on both sides and not computed with, so that it is exact for numbers that wrap, too.

use abstractor::precision::variables;
use ir::{BinaryOp, ExprId, ExprKind, Program, VarId};

/// More pairs of bounds than this are not combined.
const MAX_PAIRS: usize = 16;

/// One side of a term: what it is compared with, and whether it may be equal to that.
#[derive(Clone, Copy)]
struct Bound {
    term: ExprId,
    by: ExprId,
    is_strict: bool,
}

/// What is left of conditions when a variable is forgotten.
pub(super) fn without(program: &mut Program, conditions: &[ExprId], lost: VarId) -> Vec<ExprId> {
    let (mut lower, mut upper) = (Vec::new(), Vec::new());
    for &condition in conditions {
        let ExprKind::Binary(op, a, b) = program.terms.expr(condition).kind else {
            continue;
        };
        if !program.types.is_integer(program.type_of(a)) {
            continue;
        }
        for (op, term, by) in [(op, a, b), (op.mirrored(), b, a)] {
            let mentions = |e| variables(program, e).contains(&lost);
            if !op.is_comparison() || !mentions(term) || mentions(by) {
                continue;
            }
            let bound = |is_strict| Bound {
                term,
                by,
                is_strict,
            };
            match op {
                BinaryOp::Lt | BinaryOp::Le => upper.push(bound(op == BinaryOp::Lt)),
                BinaryOp::Gt | BinaryOp::Ge => lower.push(bound(op == BinaryOp::Gt)),
                BinaryOp::Eq => {
                    upper.push(bound(false));
                    lower.push(bound(false));
                }
                _ => {}
            }
        }
    }
    combined(program, &lower, &upper)
}

fn combined(program: &mut Program, lower: &[Bound], upper: &[Bound]) -> Vec<ExprId> {
    let pairs = lower.iter().flat_map(|l| upper.iter().map(move |u| (l, u)));
    let of_one_term = pairs.filter(|(l, u)| l.term == u.term && l.by != u.by);
    let left = of_one_term.take(MAX_PAIRS).map(|(l, u)| {
        let op = match l.is_strict || u.is_strict {
            true => BinaryOp::Lt,
            false => BinaryOp::Le,
        };
        program.binary(op, l.by, u.by)
    });
    left.collect()
}
