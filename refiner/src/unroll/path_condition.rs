//! Under which conditions executions are somewhere.

use z3::Model;
use z3::ast::{Ast, Bool};

/// Conditions that all hold, in the order in which they were met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PathCondition {
    conditions: Vec<Bool>,
}

impl PathCondition {
    /// Adds a condition; `false` if it never holds.
    pub(super) fn add(&mut self, condition: &Bool) -> bool {
        let condition = condition.simplify();
        match condition.as_bool() {
            Some(value) => value,
            None => {
                if !self.conditions.contains(&condition) {
                    self.conditions.push(condition);
                }
                true
            }
        }
    }

    /// Whether nothing is in the way.
    pub(super) fn is_open(&self) -> bool {
        self.conditions.is_empty()
    }

    pub(super) fn conditions(&self) -> &[Bool] {
        &self.conditions
    }

    pub(super) fn all(&self) -> Bool {
        Bool::and(&self.conditions)
    }

    /// How many conditions two path conditions begin with.
    pub(super) fn common(&self, other: &PathCondition) -> usize {
        let pairs = self.conditions.iter().zip(&other.conditions);
        pairs.take_while(|(a, b)| a == b).count()
    }

    /// Becomes that of either. The condition that tells them apart: the rest of this one, where the two have parted.
    pub(super) fn merge(&mut self, other: &PathCondition) -> Bool {
        let common = self.common(other);
        let own = Bool::and(&self.conditions.split_off(common));
        let others = Bool::and(&other.conditions[common..]);
        let either = Bool::or(&[&own, &others]);
        match mutants::is("unrolling-follows-one-side") {
            true => self.add(&own),
            false => self.add(&either),
        };
        own
    }

    /// Whether a model satisfies all of it.
    pub(super) fn holds(&self, model: &Model) -> bool {
        let holds = |c: &Bool| model.eval(c, true).and_then(|v| v.as_bool());
        self.conditions.iter().all(|c| holds(c) == Some(true))
    }
}
