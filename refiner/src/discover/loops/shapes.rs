//! Predicates of one shape that keep coming.
//!
//! Two conditions have one shape if they speak of the same places and differ in numbers only. What the program itself
//! compares does not count: a state machine has many states, and that is no sign of a loop that is being unrolled.

use std::collections::BTreeSet;

use ir::{ExprId, ExprKind, PlaceId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::program_conditions::program_conditions;
use super::super::weakest_precondition::loads;

/// How many conditions of one shape show that there is no end in sight: with several places; of one place that is
/// compared with numbers; of one that is counted up to a bound, which often comes soon, and cheaply.
const MANY_CONDITIONS: usize = 4;
const MANY_CONSTANT_BOUNDS: usize = 8;
const MANY_COUNTED_ROUNDS: usize = 40;

#[derive(Debug, Default)]
pub(super) struct Shapes {
    /// What the program compares, and what it assigns, as conditions.
    own: FxHashSet<ExprId>,
    known: FxHashMap<(bool, BTreeSet<PlaceId>), FxHashSet<ExprId>>,
}

impl Shapes {
    pub(super) fn new(program: &mut Program) -> Self {
        let mut own = FxHashSet::default();
        for condition in program_conditions(program) {
            own.extend([condition, program.falsity(condition)]);
        }
        Shapes {
            own,
            known: FxHashMap::default(),
        }
    }

    /// Notes a condition; says whether there are many of its shape.
    pub(super) fn note(&mut self, program: &Program, condition: ExprId) -> bool {
        if self.own.contains(&condition) {
            return false;
        }
        let ExprKind::Binary(op, of, _) = program.terms.expr(condition).kind else {
            return false;
        };
        if !program.types.is_integer(program.type_of(of)) {
            return false;
        }
        let places: BTreeSet<PlaceId> = loads(program, condition).into_iter().collect();
        let many = match (places.len(), op.is_equality()) {
            (1, true) => MANY_CONSTANT_BOUNDS,
            (1, false) => MANY_COUNTED_ROUNDS,
            _ => MANY_CONDITIONS,
        };
        let same = self.known.entry((op.is_equality(), places)).or_default();
        same.insert(condition);
        same.len() >= many
    }
}
