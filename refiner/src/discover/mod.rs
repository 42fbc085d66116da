//! What rules a path out that no execution takes: new predicates, or lemmas about the predicates that there are.
//!
//! The sources, in the order in which [`Discovery::learn`] asks them:
//!
//! | | source | asked |
//! |---|---|---|
//! | 1 | [`lemmas`]: steps of the trace that no state can take | first if an invariant of the path's loops is tracked already, which should have excluded it |
//! | 2 | [`weakest_precondition`]s of the path's first contradiction | always |
//! | 3 | [`lemmas`] | if that brought no predicate |
//! | 4 | predicates of 2 that say where an object happens to lie | if there is still nothing |
//! | 5 | [`weakest_precondition`]s of later contradictions | as long as there is nothing |
//! | 6 | [`siblings`]: the other states of a state machine | of every new predicate |
//! | 7 | products ([`loops`]): what a path that goes round often adds up to | always |
//! | 8 | [`loops`]: an invariant of the path's loops, by Spacer (ADR 0007) | if new predicates look like one more of many, or there are none |
//! | 9 | shortest traces, which are easier to explain | if all that brings nothing |
//! | 10 | [`templates`]: predicates of usual shapes | last |
//!
//! A new source is a file here, and its place in that order.

pub(crate) mod lemmas;
pub(crate) mod loops;
mod program_conditions;
mod siblings;
mod templates;
mod weakest_precondition;

use abstractor::{Abstractor, Precision};
use ir::{ExprId, FuncId, Program, Term};
use semantics::{EncodingContext, ProgramFacts, Prover};

use crate::feasibility::Infeasible;
use crate::path::Path;
use loops::{LoopFindings, Loops, products};
use siblings::Siblings;

/// What every source reads, and where it writes what it has learnt: predicates go to the precision, lemmas to the
/// abstractor.
pub struct Learning<'a> {
    pub program: &'a mut Program,
    pub facts: &'a ProgramFacts,
    pub abstractor: &'a mut Abstractor,
    pub precision: &'a mut Precision,
    pub prover: &'a mut Prover,
    pub entry: FuncId,
}

/// What sources remember from one path to the next.
pub struct Discovery {
    siblings: Siblings,
    loops: Loops,
}

/// What came of looking at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Learnt {
    Nothing,
    /// Predicates or lemmas.
    Something,
    /// Nothing yet: it may be another matter with a shortest trace.
    WantsShortestTrace,
}

impl Discovery {
    pub fn new(program: &mut Program) -> Self {
        Discovery {
            siblings: Siblings::new(program),
            loops: Loops::new(program),
        }
    }

    /// Learns from a path that no execution takes. `is_shortest`: traces are shortest ones already.
    pub fn learn(
        &mut self,
        learning: &mut Learning<'_>,
        path: &Path,
        mut infeasible: Infeasible,
        is_shortest: bool,
    ) -> Learnt {
        let before = learning.precision.len();
        if self.loops.has_invariant(path) && learning.learn_lemmas(path) > 0 {
            return Learnt::Something;
        }
        let mut conditions = learning.track_preconditions(path, &infeasible);
        let mut lemmas = 0;
        if learning.precision.len() == before {
            lemmas = learning.learn_lemmas(path);
        }
        if learning.precision.len() + lemmas == before {
            learning.track(&conditions);
        }
        while learning.precision.len() == before && lemmas == 0 && infeasible.look_further() {
            conditions = learning.track_preconditions(path, &infeasible);
            learning.track(&conditions);
        }
        self.siblings
            .add(learning.program, learning.precision, before);
        for product in products(learning, path) {
            learning.precision.add(learning.program, product);
        }
        let new = learning.precision.preds.values().skip(before);
        let is_unrolled = self
            .loops
            .is_unrolled(learning.program, new.map(|p| p.expr));
        if is_unrolled || learning.precision.len() + lemmas == before {
            self.rule_out_rounds(learning, path, &conditions);
        }
        if learning.precision.len() + lemmas > before {
            Learnt::Something
        } else if !is_shortest {
            Learnt::WantsShortestTrace
        } else if templates::add(learning.program, learning.precision, &conditions) > 0 {
            Learnt::Something
        } else {
            Learnt::Nothing
        }
    }

    /// Tracks what excludes all paths that go round the same loops: an invariant, or what often is part of one.
    fn rule_out_rounds(&mut self, learning: &mut Learning<'_>, path: &Path, conditions: &[ExprId]) {
        match self.loops.look(learning, path) {
            LoopFindings::None => {}
            LoopFindings::Invariant(found) => {
                for condition in found {
                    learning.precision.add(learning.program, condition);
                }
            }
            LoopFindings::Again => {
                templates::add_multiples(learning.program, learning.precision, conditions);
            }
        }
    }
}

impl Learning<'_> {
    /// Gives conditions that rule a path out. They are tracked, but for those that say where an object happens to lie.
    fn track_preconditions(&mut self, path: &Path, infeasible: &Infeasible) -> Vec<ExprId> {
        let conditions = self.explain(path, infeasible);
        let general = conditions.iter().copied();
        let general: Vec<ExprId> = general.filter(|&c| !self.names_address(c)).collect();
        self.track(&general);
        conditions
    }

    /// Tracks conditions that say something.
    fn track(&mut self, conditions: &[ExprId]) {
        for &condition in conditions {
            if !self.is_trivial(condition) {
                self.precision.add(self.program, condition);
            }
        }
    }

    /// Whether a condition has the address of an object without a name, which one execution has put there.
    fn names_address(&self, condition: ExprId) -> bool {
        let program = &*self.program;
        let open = self.facts.layout.open();
        let is_address = |part: &Term| match part {
            Term::Expr(e) => {
                let is_pointer = program.types.is_pointer(program.type_of(*e));
                let value = program.terms.int_value(*e).filter(|_| is_pointer);
                value.is_some_and(|v| u64::try_from(v).is_ok_and(|v| open.contains(&v)))
            }
            Term::Place(_) => false,
        };
        let parts = program.terms.parts(Term::Expr(condition));
        parts.iter().any(is_address)
    }

    /// Whether a condition says nothing, about addresses mostly: it is true everywhere or false.
    fn is_trivial(&self, condition: ExprId) -> bool {
        let context = EncodingContext::new(self.program, self.facts);
        context.truth(condition).is_some()
    }

    /// Forbids the steps of a path that no state can take; says how many were found.
    fn learn_lemmas(&mut self, path: &Path) -> usize {
        let context = EncodingContext::new(self.program, self.facts);
        lemmas::learn(self.abstractor, &context, self.precision, path)
    }
}
