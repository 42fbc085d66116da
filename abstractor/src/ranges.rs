//! Predicates that compare the same thing with constants exclude each other; no solver is needed to see it.

use ir::{BinaryOp, ExprId, ExprKind, Program};

use crate::precision::{Literal, Precision, PredId, Scope};

/// A comparison with a constant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comparison {
    what: ExprId,
    op: BinaryOp,
    with: i128,
    least: i128,
    most: i128,
}

impl Comparison {
    /// The form of a predicate, if it is this.
    pub(crate) fn of(program: &Program, expr: ExprId) -> Option<Self> {
        let ExprKind::Binary(op, what, with) = program.terms.expr(expr).kind else {
            return None;
        };
        let types = &program.types;
        let ty = program.type_of(what);
        let kind = types.bits_kind(ty)?;
        let width = types.width(kind);
        if width > 64 || !op.is_comparison() {
            return None;
        }
        let bits = program.terms.int_value(with)? as i128;
        let signed = kind.is_signed();
        let with = if signed && bits >> (width - 1) & 1 == 1 {
            bits - (1 << width)
        } else {
            bits
        };
        let (least, most) = if signed {
            (-(1 << (width - 1)), (1 << (width - 1)) - 1)
        } else {
            (0, (1 << width) - 1)
        };
        Some(Comparison {
            what,
            op,
            with,
            least,
            most,
        })
    }

    /// The intervals in which it holds, or does not.
    fn ranges(self, sign: bool) -> Vec<(i128, i128)> {
        let c = self.with;
        match (self.op, sign) {
            (BinaryOp::Eq, true) | (BinaryOp::Ne, false) => vec![(c, c)],
            (BinaryOp::Eq, false) | (BinaryOp::Ne, true) => {
                vec![(self.least, c - 1), (c + 1, self.most)]
            }
            (BinaryOp::Lt, true) | (BinaryOp::Ge, false) => vec![(self.least, c - 1)],
            (BinaryOp::Lt, false) | (BinaryOp::Ge, true) => vec![(c, self.most)],
            (BinaryOp::Gt, true) | (BinaryOp::Le, false) => vec![(c + 1, self.most)],
            _ if mutants::is("at-most-excludes-the-bound") => vec![(self.least, c - 1)],
            _ => vec![(self.least, c)],
        }
    }

    fn excludes(self, sign: bool, other: Comparison, other_sign: bool) -> bool {
        let meets = |(a, b): (i128, i128), (c, d): (i128, i128)| a.max(c) <= b.min(d);
        let others = other.ranges(other_sign);
        !self
            .ranges(sign)
            .into_iter()
            .any(|r| others.iter().any(|&o| meets(r, o)))
    }
}

/// The pairs of literals, of one predicate and the ones before it, that cannot hold together.
pub(crate) fn exclusions(
    program: &Program,
    precision: &Precision,
    comparisons: &[(PredId, Comparison)],
    new: PredId,
) -> Vec<Vec<Literal>> {
    let mut found = Vec::new();
    let Some(mine) = Comparison::of(program, precision.preds[new].expr) else {
        return found;
    };
    let scope = precision.preds[new].scope;
    for &(old, other) in comparisons {
        let together = |a: Scope, b: Scope| a == b || a == Scope::Global || b == Scope::Global;
        if other.what != mine.what || !together(scope, precision.preds[old].scope) {
            continue;
        }
        for sign in [true, false] {
            for other_sign in [true, false] {
                if mine.excludes(sign, other, other_sign) {
                    found.push(vec![(old, other_sign), (new, sign)]);
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comparison(op: BinaryOp, with: i128) -> Comparison {
        Comparison {
            what: source::entity::EntityId::from_index(0),
            op,
            with,
            least: -8,
            most: 7,
        }
    }

    /// All values are tried, for all comparisons with all constants of four bits.
    #[test]
    fn exclusions_are_those_of_all_values() {
        let ops = [
            BinaryOp::Eq,
            BinaryOp::Ne,
            BinaryOp::Lt,
            BinaryOp::Le,
            BinaryOp::Gt,
            BinaryOp::Ge,
        ];
        let holds = |op: BinaryOp, a: i128, b: i128| match op {
            BinaryOp::Eq => a == b,
            BinaryOp::Ne => a != b,
            BinaryOp::Lt => a < b,
            BinaryOp::Le => a <= b,
            BinaryOp::Gt => a > b,
            _ => a >= b,
        };
        for (a, b) in ops.iter().flat_map(|&a| ops.map(|b| (a, b))) {
            for (c, d) in (-8..8).flat_map(|c| (-8..8).map(move |d| (c, d))) {
                for (x, y) in [(true, true), (true, false), (false, true), (false, false)] {
                    let both = |v| (holds(a, v, c) == x) && (holds(b, v, d) == y);
                    let excluded = comparison(a, c).excludes(x, comparison(b, d), y);
                    assert_eq!(excluded, !(-8..8).any(both), "{a:?} {c} {x}, {b:?} {d} {y}");
                }
            }
        }
    }
}
