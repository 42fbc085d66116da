//! Predicates of usual shapes, for where weakest preconditions do not come to an end or find nothing: parities, signs,
//! and comparisons of variables with each other.

use abstractor::Precision;
use abstractor::precision::variables;
use frontend::ir::{BinaryOp, ExprId, Program, VarId};

/// With more variables than this there would be too many.
const MOST: usize = 6;

/// Tracks the usual shapes about the variables of some conditions; says how many are new.
pub(super) fn add(program: &mut Program, precision: &mut Precision, about: &[ExprId]) -> usize {
    let mut vars: Vec<VarId> = Vec::new();
    for &condition in about.iter().rev() {
        for var in variables(program, condition) {
            let ty = program.vars[var].ty;
            if program.types.is_integer(ty) && ty != program.types.bool() && !vars.contains(&var) {
                vars.push(var);
            }
        }
    }
    vars.truncate(MOST);
    let before = precision.len();
    for (n, &var) in vars.iter().enumerate() {
        let value = program.var(var);
        let ty = program.type_of(value);
        let (zero, one) = (program.int_const(0, ty), program.int_const(1, ty));
        let odd = program.binary(BinaryOp::BitAnd, value, one);
        let mut shapes = vec![
            program.binary(BinaryOp::Eq, odd, zero),
            program.binary(BinaryOp::Eq, value, zero),
            program.binary(BinaryOp::Lt, value, zero),
        ];
        for &other in &vars[..n] {
            let other = program.var(other);
            if program.type_of(other) == ty {
                shapes.push(program.binary(BinaryOp::Eq, value, other));
                shapes.push(program.binary(BinaryOp::Lt, value, other));
                shapes.push(program.binary(BinaryOp::Gt, value, other));
            }
        }
        for shape in shapes {
            precision.add(program, shape);
        }
    }
    precision.len() - before
}
