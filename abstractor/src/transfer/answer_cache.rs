//! Answers that are kept: a question is asked again only when a new predicate is near it.

use source::entity::EntityId;
use z3::ast::Bool;

use super::{Atom, AtomCube, Earlier, Kept, Question, Transfer, Value};
use crate::implicants::{Candidate, Choice, Facts, KnownCubes, choose, shares};
use crate::precision::PredId;

impl Transfer {
    /// What was found out about a question, if no predicate in scope that is new could make it better. `any`: every new
    /// one could.
    pub(super) fn earlier(&mut self, question: Question, scope: &[PredId], any: bool) -> Earlier {
        let kept = match self.kept.get(&question) {
            None => return Earlier::Open,
            Some(None) => return Earlier::Unchanged,
            Some(Some(kept)) => kept,
        };
        let exact = !matches!(kept.value, Value::Either(..));
        let new = |p: &&PredId| p.index() >= kept.predicates;
        let near = |p: &PredId| any || shares(&self.known[*p].before.symbols, &kept.near);
        if exact || !scope.iter().filter(new).any(near) {
            return Earlier::Value(kept.value.clone());
        }
        Earlier::Open
    }

    /// Answers a question.
    pub(super) fn answer(
        &mut self,
        question: Question,
        facts: Vec<Bool>,
        formula: &Bool,
        predicates: usize,
        candidates: impl FnOnce(&mut Self) -> Vec<(Atom, Candidate)>,
    ) -> Value {
        let candidates = candidates(self);
        let atoms: Vec<Atom> = candidates.iter().map(|(atom, _)| *atom).collect();
        let mut layout = Vec::new();
        for atom in &atoms {
            let (Atom::Pred(p) | Atom::Returned(p)) = atom;
            layout.extend(self.known[*p].layout.iter().cloned());
        }
        let mut candidates: Vec<Candidate> = candidates.into_iter().map(|(_, c)| c).collect();
        let before = self.known_before(question, &atoms, &mut candidates);
        let mut near = self.symbols.of(formula);
        for fact in &facts {
            near.extend(self.symbols.of(fact));
        }
        near.sort_unstable();
        near.dedup();
        let facts = Facts::new(facts.into_iter().chain(layout), &mut self.symbols);
        let choice = choose(
            &mut self.prover,
            &mut self.symbols,
            &facts,
            formula,
            &candidates,
            before,
        );
        let value = outward(choice, &atoms);
        let kept = Kept {
            value: value.clone(),
            predicates,
            near,
        };
        self.kept.insert(question, Some(kept));
        value
    }

    /// What was answered before, and marks which candidates were there then.
    pub(super) fn known_before(
        &self,
        question: Question,
        atoms: &[Atom],
        candidates: &mut [Candidate],
    ) -> KnownCubes {
        let Some(Some(kept)) = self.kept.get(&question) else {
            return KnownCubes::default();
        };
        let Value::Either(yes, no) = &kept.value else {
            return KnownCubes::default();
        };
        for (atom, candidate) in atoms.iter().zip(candidates) {
            let (Atom::Pred(p) | Atom::Returned(p)) = atom;
            candidate.new = p.index() >= kept.predicates;
        }
        let position = |atom: &Atom| atoms.iter().position(|a| a == atom);
        let inward = |cubes: &[AtomCube]| {
            let cube = |cube: &AtomCube| {
                let literals = cube
                    .iter()
                    .map(|(atom, sign)| Some((position(atom)?, *sign)));
                literals.collect::<Option<Vec<_>>>()
            };
            cubes.iter().filter_map(cube).collect()
        };
        KnownCubes {
            yes: inward(yes),
            no: inward(no),
        }
    }
}

pub(super) fn outward(choice: Choice, atoms: &[Atom]) -> Value {
    let cubes = |cubes: Vec<Vec<(usize, bool)>>| {
        let cube = |cube: Vec<(usize, bool)>| cube.iter().map(|&(i, s)| (atoms[i], s)).collect();
        cubes.into_iter().map(cube).collect()
    };
    match choice {
        Choice::Always(value) => Value::Always(value),
        Choice::Is(i, sign) => Value::Is(atoms[i], sign),
        Choice::Either(yes, no) => Value::Either(cubes(yes), cubes(no)),
    }
}
