//! What the program itself says of its values.

use ir::{BinaryOp, ExprId, Program, Stmt};

/// What the program compares, and which constants it assigns, as conditions.
pub(super) fn program_conditions(program: &mut Program) -> Vec<ExprId> {
    let mut conditions = Vec::new();
    let mut assigned = Vec::new();
    for (_, _, cfg) in program.defined() {
        for edge in cfg.edges() {
            match cfg.edge(edge).stmt {
                Stmt::Assume { cond } => conditions.push(cond),
                Stmt::Assign { place, value } if program.terms.int_value(value).is_some() => {
                    assigned.push((place, value));
                }
                _ => {}
            }
        }
    }
    for (place, value) in assigned {
        let load = program.load(place);
        conditions.push(program.binary(BinaryOp::Eq, load, value));
    }
    conditions
}
