//! A path that no execution takes: what is learnt from it.
//!
//! In this order: if all unrollings of its loops should be excluded already, the steps that no state can take; new
//! predicates that rule it out; those steps; predicates about where objects happen to lie; later contradictions; where
//! predicates of one shape keep coming, an invariant of its loops. Where all that brings nothing, shortest paths, and then predicates of usual shapes.

use ir::{ExprId, FuncId, Term};
use refiner::explain::Explainer;
use refiner::loops::{Ground, Rounds, products};
use refiner::{Infeasible, Path, lemmas};
use semantics::EncodingContext;

use super::templates;
use crate::Session;

impl Session {
    /// Learns from a path that no execution takes; `false` if there is nothing to learn any more.
    pub(crate) fn refine(
        &mut self,
        entry: FuncId,
        path: &Path,
        mut infeasible: Infeasible,
    ) -> bool {
        let before = self.precision.len();
        if self.prepared.loops.has_invariant(path) && self.learn(path) > 0 {
            return true;
        }
        let mut conditions = self.explain(path, &infeasible);
        let mut learnt = 0;
        if self.precision.len() == before {
            learnt = self.learn(path);
        }
        if self.precision.len() + learnt == before {
            self.track(&conditions);
        }
        while self.precision.len() == before && learnt == 0 && infeasible.look_further() {
            conditions = self.explain(path, &infeasible);
            self.track(&conditions);
        }
        self.prepared
            .siblings
            .add(&mut self.prepared.program, &mut self.precision, before);
        self.add_products(entry, path);
        let new = self.precision.preds.values().skip(before);
        let unrolled = self
            .prepared
            .loops
            .is_unrolled(&self.prepared.program, new.map(|p| p.expr));
        if unrolled || self.precision.len() + learnt == before {
            self.rule_out_rounds(entry, path, &conditions);
        }
        if self.precision.len() + learnt > before {
            return true;
        }
        if !self.round.shortest_traces {
            self.round.shortest_traces = true;
            return true;
        }
        templates::add(&mut self.prepared.program, &mut self.precision, &conditions) > 0
    }

    /// Gives conditions that rule a path out. They are tracked, but for those that say where an object happens to lie.
    fn explain(&mut self, path: &Path, infeasible: &Infeasible) -> Vec<ExprId> {
        let mut explainer = Explainer {
            program: &mut self.prepared.program,
            facts: &self.prepared.facts,
            blocks: &self.prepared.abstractor.blocks,
            prepared: &self.prepared.abstractor.prepared,
            prover: &mut self.prover,
        };
        let conditions = explainer.explain(path, infeasible);
        let general = conditions.iter().copied();
        let general: Vec<ExprId> = general.filter(|&c| !self.names_address(c)).collect();
        self.track(&general);
        conditions
    }

    /// Tracks conditions that say something.
    fn track(&mut self, conditions: &[ExprId]) {
        for &condition in conditions {
            if !self.is_trivial(condition) {
                self.precision.add(&mut self.prepared.program, condition);
            }
        }
    }

    /// Whether a condition has the address of an object without a name, which one execution has put there.
    fn names_address(&self, condition: ExprId) -> bool {
        let program = &self.prepared.program;
        let open = self.prepared.facts.layout.open();
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

    /// Forbids the steps of a path that no state can take; says how many were found.
    fn learn(&mut self, path: &Path) -> usize {
        let context = EncodingContext::new(&self.prepared.program, &self.prepared.facts);
        lemmas::learn(
            &mut self.prepared.abstractor,
            &context,
            &self.precision,
            path,
        )
    }

    /// Tracks what a path that goes round often adds up to, as products.
    fn add_products(&mut self, entry: FuncId, path: &Path) {
        let mut ground = Ground {
            program: &mut self.prepared.program,
            facts: &self.prepared.facts,
            blocks: &self.prepared.abstractor.blocks,
            prepared: &self.prepared.abstractor.prepared,
            entry,
        };
        for condition in products(&mut ground, path) {
            self.precision.add(ground.program, condition);
        }
    }

    /// Tracks what excludes all paths that go round the same loops: an invariant, or what often is part of one.
    fn rule_out_rounds(&mut self, entry: FuncId, path: &Path, conditions: &[ExprId]) {
        let mut ground = Ground {
            program: &mut self.prepared.program,
            facts: &self.prepared.facts,
            blocks: &self.prepared.abstractor.blocks,
            prepared: &self.prepared.abstractor.prepared,
            entry,
        };
        match self.prepared.loops.look(&mut ground, path) {
            Rounds::None => {}
            Rounds::Invariant(found) => {
                for condition in found {
                    self.precision.add(&mut self.prepared.program, condition);
                }
            }
            Rounds::Again => {
                templates::add_multiples(
                    &mut self.prepared.program,
                    &mut self.precision,
                    conditions,
                );
            }
        }
    }

    /// Whether a condition says nothing, about addresses mostly: it is true everywhere or false.
    fn is_trivial(&self, condition: ExprId) -> bool {
        let context = EncodingContext::new(&self.prepared.program, &self.prepared.facts);
        context.truth(condition).is_some()
    }
}
