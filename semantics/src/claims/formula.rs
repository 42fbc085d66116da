//! Claims as formulas.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};
use z3::ast::Bool;

use super::diagram::Rank;
use super::{Contract, Decision, Set, Test};

impl Contract {
    /// Whether all parts come before what they are part of.
    pub(super) fn is_well_formed(&self) -> bool {
        let below = |set: Set, limit: usize| match set {
            Set::Decided(i) => (i as usize) < limit,
            Set::Nothing | Set::Everything => true,
        };
        let decisions = self.decisions.iter().enumerate();
        let ordered = |(i, d): (usize, &Decision)| below(d.yes, i) && below(d.no, i);
        let mut sets = self.at.values().copied().chain([self.entered]);
        decisions.into_iter().all(ordered) && sets.all(|set| below(set, self.decisions.len()))
    }

    /// That a state is in a set, where `holds` tells what a condition means: on entry (`true`) or now.
    pub(super) fn formula(&self, set: Set, holds: &mut dyn FnMut(Test) -> Bool) -> Bool {
        let mut terms: FxHashMap<usize, Bool> = FxHashMap::default();
        for i in self.parts(set) {
            let decision = self.decisions[i];
            let test = holds(decision.test());
            let (yes, no) = (value(&terms, decision.yes), value(&terms, decision.no));
            let term = decide(&test, (decision.yes, &yes), (decision.no, &no));
            terms.insert(i, term);
        }
        value(&terms, set)
    }

    /// The tests in an order in which every diagram of the contract has them, if there is one.
    pub(super) fn order(&self) -> FxHashMap<Test, Rank> {
        let mut below: BTreeMap<Test, BTreeSet<Test>> = BTreeMap::new();
        for decision in &self.decisions {
            let own = below.entry(decision.test()).or_default();
            for part in [decision.yes, decision.no] {
                if let Set::Decided(i) = part {
                    own.insert(self.decisions[i as usize].test());
                }
            }
        }
        let mut last: Vec<Test> = Vec::new();
        let mut seen = BTreeSet::new();
        for &test in below.keys() {
            // Whatever is below a test ends before it.
            let mut waiting = vec![(test, false)];
            while let Some((test, done)) = waiting.pop() {
                if done {
                    last.push(test);
                } else if seen.insert(test) {
                    waiting.push((test, true));
                    waiting.extend(below[&test].iter().map(|&part| (part, false)));
                }
            }
        }
        let ranks = last.into_iter().rev().zip((0..).step_by(2));
        ranks.collect()
    }

    /// The decisions that a set is made of, parts first.
    pub(super) fn parts(&self, set: Set) -> Vec<usize> {
        let mut wanted = FxHashSet::default();
        let mut waiting = vec![set];
        while let Some(set) = waiting.pop() {
            if let Set::Decided(i) = set
                && wanted.insert(i as usize)
            {
                let decision = &self.decisions[i as usize];
                waiting.extend([decision.yes, decision.no]);
            }
        }
        let mut parts: Vec<usize> = wanted.into_iter().collect();
        parts.sort_unstable();
        parts
    }
}

fn value(terms: &FxHashMap<usize, Bool>, set: Set) -> Bool {
    match set {
        Set::Decided(i) => terms[&(i as usize)].clone(),
        constant => Bool::from_bool(constant == Set::Everything),
    }
}

/// One formula where a test holds, another where it does not.
pub(super) fn decide(test: &Bool, yes: (Set, &Bool), no: (Set, &Bool)) -> Bool {
    match (yes, no) {
        ((Set::Everything, _), (Set::Nothing, _)) => test.clone(),
        ((Set::Nothing, _), (Set::Everything, _)) => test.not(),
        ((Set::Nothing, _), (_, no)) => Bool::and(&[&test.not(), no]),
        ((Set::Everything, _), (_, no)) => Bool::or(&[test, no]),
        ((_, yes), (Set::Nothing, _)) => Bool::and(&[test, yes]),
        ((_, yes), (Set::Everything, _)) => Bool::or(&[&test.not(), yes]),
        ((_, yes), (_, no)) => test.ite(yes, no),
    }
}
