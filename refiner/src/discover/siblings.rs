//! State machines: where one state must be known, so must the others.
//!
//! When a second equation of an expression with a constant is tracked, all constants that the program compares the
//! expression with or assigns to it are tracked at once: refinement would ask for them one by one.

use super::program_conditions::program_conditions;
use abstractor::Precision;
use ir::{BinaryOp, ExprId, ExprKind, Program};
use rustc_hash::FxHashMap;

#[derive(Debug, Default)]
pub(crate) struct Siblings {
    /// What the program compares with constants or assigns constants to, as equations.
    equations: FxHashMap<ExprId, Vec<ExprId>>,
    /// How many are tracked.
    tracked: FxHashMap<ExprId, usize>,
}

impl Siblings {
    pub(crate) fn new(program: &mut Program) -> Self {
        let mut siblings = Siblings::default();
        for condition in program_conditions(program) {
            if let Some(what) = equation(program, condition) {
                let known = siblings.equations.entry(what).or_default();
                if !known.contains(&condition) {
                    known.push(condition);
                }
            }
        }
        siblings
    }

    /// Looks at the predicates from a position on, and adds their siblings.
    pub(crate) fn add(&mut self, program: &mut Program, precision: &mut Precision, from: usize) {
        let new: Vec<ExprId> = precision
            .preds
            .values()
            .skip(from)
            .map(|p| p.expr)
            .collect();
        for expr in new {
            let Some(what) = equation(program, expr) else {
                continue;
            };
            let tracked = self.tracked.entry(what).or_default();
            *tracked += 1;
            if *tracked == 2 {
                for sibling in self.equations.get(&what).into_iter().flatten() {
                    precision.add(program, *sibling);
                }
            }
        }
    }
}

/// The left side of an equation with a constant.
fn equation(program: &Program, expr: ExprId) -> Option<ExprId> {
    match program.terms.expr(expr).kind {
        ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, what, with) => {
            program.terms.int_value(with).map(|_| what)
        }
        _ => None,
    }
}
