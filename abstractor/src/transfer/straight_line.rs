//! What straight-line code does to predicates.

use semantics::{EncodingContext, SymbolId};
use source::entity::EntityId;
use z3::ast::{Ast, Bool};

use super::{Atom, AtomCube, BlockEffect, BlockStep, Blocked, Earlier, Question, Transfer};
use crate::blocks::{Block, BlockId};
use crate::effect::Straight;
use crate::implicants::{Candidate, Choice, Facts, contradictions, named, shares};
use crate::precision::{Precision, PredId};

impl Transfer {
    /// What straight-line code does.
    pub(crate) fn step(
        &mut self,
        context: &EncodingContext<'_>,
        precision: &Precision,
        id: BlockId,
        block: &Block,
    ) -> BlockStep {
        let Some(effect) = self.effects[id].take() else {
            return BlockStep::default();
        };
        let mut step = BlockStep::default();
        if let BlockEffect::Straight(straight) = &effect {
            let scope: Vec<PredId> = precision.in_scope(block.func).collect();
            step.blocked = self.blocked(id, straight, &scope, precision.len());
            let never = step.blocked.iter().any(Vec::is_empty);
            for &pred in scope.iter().filter(|_| !never) {
                if !self.known[pred].reads.meets(&straight.written) {
                    continue;
                }
                let question = Question::Update(id, pred);
                match self.earlier(question, &scope, false) {
                    Earlier::Unchanged => continue,
                    Earlier::Value(value) => {
                        step.updates.push((pred, value));
                        continue;
                    }
                    Earlier::Open => {}
                }
                let mut after = straight.after.clone();
                let term = after.holds(context, precision.preds[pred].expr);
                if term.simplify().ast_eq(&self.known[pred].before.term) {
                    self.kept.insert(question, None);
                    continue;
                }
                let facts = straight.conditions.iter().cloned().chain(after.layout());
                let facts: Vec<Bool> = facts.collect();
                let value = self.answer(question, facts, &term, precision.len(), |transfer| {
                    transfer.in_scope(&scope)
                });
                step.updates.push((pred, value));
            }
        }
        self.effects[id] = Some(effect);
        step
    }

    pub(super) fn in_scope(&self, scope: &[PredId]) -> Vec<(Atom, Candidate)> {
        let candidate = |&p: &PredId| (Atom::Pred(p), self.known[p].before.clone());
        scope.iter().map(candidate).collect()
    }

    /// The combinations of predicates that contradict the conditions of a block.
    pub(super) fn blocked(
        &mut self,
        id: BlockId,
        straight: &Straight,
        scope: &[PredId],
        predicates: usize,
    ) -> Vec<AtomCube> {
        if straight.conditions.is_empty() {
            return Vec::new();
        }
        if straight
            .conditions
            .iter()
            .any(|c| c.as_bool() == Some(false))
        {
            return vec![Vec::new()];
        }
        if let Some(kept) = self.blocked.get(&id) {
            let near = |p: &&PredId| shares(&self.known[**p].before.symbols, &kept.near);
            let new = |p: &&PredId| p.index() >= kept.predicates;
            if !scope.iter().filter(new).any(|p| near(&p)) {
                return kept.cubes.clone();
            }
        }
        let mut near: Vec<SymbolId> = Vec::new();
        for condition in &straight.conditions {
            near.extend(self.symbols.of(condition));
        }
        near.sort_unstable();
        near.dedup();
        let candidates: Vec<Candidate> = scope
            .iter()
            .map(|&p| self.known[p].before.clone())
            .collect();
        let mut blocked = Vec::new();
        let mut rest = Vec::new();
        for condition in &straight.conditions {
            match named(condition, &candidates) {
                Some(Choice::Is(i, sign)) => blocked.push(vec![(Atom::Pred(scope[i]), !sign)]),
                _ => rest.push(condition.clone()),
            }
        }
        let facts = straight
            .conditions
            .iter()
            .cloned()
            .chain(straight.after.layout());
        let facts = Facts::new(facts, &mut self.symbols);
        let found = contradictions(
            &mut self.prover,
            &mut self.symbols,
            &facts,
            &rest,
            &candidates,
        );
        for cube in found {
            let cube = cube.iter().map(|&(i, s)| (Atom::Pred(scope[i]), s));
            let cube: AtomCube = cube.collect();
            if !blocked.contains(&cube) {
                blocked.push(cube);
            }
        }
        let kept = Blocked {
            cubes: blocked.clone(),
            predicates,
            near,
        };
        self.blocked.insert(id, kept);
        blocked
    }
}
