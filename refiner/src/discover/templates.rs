//! Predicates of usual shapes, for where weakest preconditions do not come to an end or find nothing: parities, signs,
//! and comparisons of variables with each other.

use abstractor::Precision;
use abstractor::precision::variables;
use ir::{BinaryOp, ExprId, Program, VarId};

/// With more variables than this there would be too many.
const MAX_TEMPLATE_VARIABLES: usize = 6;

/// Tracks whether the variables of some conditions are multiples of small powers of two: this survives wrapping, which
/// reasoning about integers that never wrap does not see. Says how many predicates are new.
pub(crate) fn add_multiples(
    program: &mut Program,
    precision: &mut Precision,
    about: &[ExprId],
) -> usize {
    let before = precision.len();
    for var in integers(program, about) {
        let value = program.var(var);
        for of in [2, 4] {
            let shape = multiple(program, value, of);
            precision.add(program, shape);
        }
    }
    precision.len() - before
}

/// Tracks the usual shapes about the variables of some conditions; says how many are new.
pub(crate) fn add(program: &mut Program, precision: &mut Precision, about: &[ExprId]) -> usize {
    let vars = integers(program, about);
    let before = precision.len();
    for (n, &var) in vars.iter().enumerate() {
        let value = program.var(var);
        let ty = program.type_of(value);
        let zero = program.int_const(0, ty);
        let mut shapes = vec![
            multiple(program, value, 2),
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

/// The integer variables of some conditions, the last ones first.
fn integers(program: &Program, about: &[ExprId]) -> Vec<VarId> {
    let mut vars: Vec<VarId> = Vec::new();
    for &condition in about.iter().rev() {
        for var in variables(program, condition) {
            let ty = program.vars[var].ty;
            if program.types.is_integer(ty) && ty != program.types.bool() && !vars.contains(&var) {
                vars.push(var);
            }
        }
    }
    vars.truncate(MAX_TEMPLATE_VARIABLES);
    vars
}

/// Whether a value is a multiple of a power of two.
fn multiple(program: &mut Program, value: ExprId, of: u128) -> ExprId {
    let ty = program.type_of(value);
    let (mask, zero) = (program.int_const(of - 1, ty), program.int_const(0, ty));
    let rest = program.binary(BinaryOp::BitAnd, value, mask);
    program.binary(BinaryOp::Eq, rest, zero)
}
