//! Claims as formulas.

use frontend::ir::ExprId;
use rustc_hash::FxHashMap;
use z3::ast::Bool;

use super::{Contract, Decision, Set};

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
    pub(super) fn formula(&self, set: Set, holds: &mut dyn FnMut(ExprId, bool) -> Bool) -> Bool {
        let mut terms: FxHashMap<usize, Bool> = FxHashMap::default();
        for i in self.parts(set) {
            let decision = self.decisions[i];
            let test = holds(decision.condition, decision.on_entry);
            let of = |set: Set| value(&terms, set);
            let term = match (decision.yes, decision.no) {
                (Set::Everything, Set::Nothing) => test,
                (Set::Nothing, Set::Everything) => test.not(),
                (Set::Nothing, no) => Bool::and(&[test.not(), of(no)]),
                (Set::Everything, no) => Bool::or(&[test, of(no)]),
                (yes, Set::Nothing) => Bool::and(&[test, of(yes)]),
                (yes, Set::Everything) => Bool::or(&[test.not(), of(yes)]),
                (yes, no) => test.ite(&of(yes), &of(no)),
            };
            terms.insert(i, term);
        }
        value(&terms, set)
    }

    /// The decisions that a set is made of, parts first.
    fn parts(&self, set: Set) -> Vec<usize> {
        let mut wanted = vec![false; self.decisions.len()];
        let mut waiting = vec![set];
        while let Some(set) = waiting.pop() {
            if let Set::Decided(i) = set
                && !std::mem::replace(&mut wanted[i as usize], true)
            {
                let decision = &self.decisions[i as usize];
                waiting.extend([decision.yes, decision.no]);
            }
        }
        (0..wanted.len()).filter(|&i| wanted[i]).collect()
    }
}

fn value(terms: &FxHashMap<usize, Bool>, set: Set) -> Bool {
    match set {
        Set::Decided(i) => terms[&(i as usize)].clone(),
        constant => Bool::from_bool(constant == Set::Everything),
    }
}
