//! What holds at every visit of a loop's head: guessed from visits that were seen, made weaker until it is inductive.
//!
//! A fact says that a linear combination of the values is at least some number of a short ladder: small ones and those of
//! the program. Guessing all that was never violated and dropping what a counterexample violates is Houdini (Flanagan and
//! Leino, 2001); that the number is made smaller first, a step of the ladder at a time, finds bounds that no run came to.

use std::collections::BTreeSet;

use super::candidate::{Ingredients, Visit};

/// A linear combination, as factors and positions of values, and its least value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fact {
    pub(super) terms: Vec<(i64, usize)>,
    pub(super) at_least: i64,
}

/// More values than this are not looked at.
const MAX_VALUES: usize = 7;
/// What was seen counts as a bound of its own up to here.
const MAX_SEEN_BOUND: i128 = 1 << 16;

/// For each term, the facts that may still hold: it is not yet known of any value that is less.
pub(super) struct Guess {
    terms: Vec<Vec<(i64, usize)>>,
    ladder: Vec<i64>,
    /// None: nothing holds. Before any visit was seen there is no bound.
    least: Vec<Option<i64>>,
    has_seen: bool,
}

impl Guess {
    pub(super) fn new(of: &Ingredients) -> Self {
        let mut ladder = BTreeSet::from_iter(-2..=2);
        for (_, constant) in &of.compared {
            for bound in [*constant, constant.saturating_neg()] {
                ladder.extend([bound.saturating_sub(1), bound, bound.saturating_add(1)]);
            }
        }
        let terms = terms(of);
        Guess {
            least: vec![None; terms.len()],
            terms,
            ladder: ladder.into_iter().collect(),
            has_seen: false,
        }
    }

    /// A visit of a run: no value may be less than those seen so far.
    pub(super) fn see(&mut self, visit: &Visit) {
        let is_first = !std::mem::replace(&mut self.has_seen, true);
        for (terms, least) in self.terms.iter().zip(&mut self.least) {
            let value = value(terms, visit);
            if is_first || least.is_some_and(|least| i128::from(least) > value) {
                *least = match i64::try_from(value) {
                    Ok(own) if value.abs() <= MAX_SEEN_BOUND => Some(own),
                    _ => step_below(&self.ladder, value),
                };
            }
        }
    }

    /// Takes back what does not hold at this visit; whether that was anything.
    pub(super) fn weaken(&mut self, visit: &Visit) -> bool {
        let mut changed = false;
        for (terms, least) in self.terms.iter().zip(&mut self.least) {
            let value = value(terms, visit);
            if least.is_some_and(|least| i128::from(least) > value) {
                *least = step_below(&self.ladder, value);
                changed = true;
            }
        }
        changed
    }

    /// What may hold, without what follows from it.
    pub(super) fn facts(&self) -> Vec<Fact> {
        let single = |term: (i64, usize)| {
            let at = self.terms.iter().position(|terms| *terms == [term])?;
            self.least[at]
        };
        let follows = |terms: &[(i64, usize)], least: i64| {
            let sum = terms
                .iter()
                .try_fold(0i64, |sum, &term| sum.checked_add(single(term)?));
            terms.len() > 1 && sum.is_some_and(|sum| sum >= least)
        };
        let all = self.terms.iter().zip(&self.least);
        let facts = all.filter_map(|(terms, least)| {
            let at_least = (*least)?;
            let terms = terms.clone();
            (!follows(&terms, at_least)).then_some(Fact { terms, at_least })
        });
        facts.collect()
    }
}

fn value(terms: &[(i64, usize)], (_, values): &Visit) -> i128 {
    let term = |&(factor, at): &(i64, usize)| i128::from(factor) * values[at];
    terms.iter().map(term).sum()
}

fn step_below(ladder: &[i64], value: i128) -> Option<i64> {
    let below = ladder.iter().rev();
    below.copied().find(|&step| i128::from(step) <= value)
}

/// Values, their sums and differences, and what the program compares.
fn terms(of: &Ingredients) -> Vec<Vec<(i64, usize)>> {
    let count = of.values.min(MAX_VALUES);
    let mut found: Vec<Vec<(i64, usize)>> = Vec::new();
    for a in 0..count {
        found.extend([1, -1].map(|f| vec![(f, a)]));
    }
    for a in 0..count {
        for b in a + 1..count {
            let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
            found.extend(signs.map(|(f, g)| vec![(f, a), (g, b)]));
        }
    }
    for (terms, _) in &of.compared {
        for sign in [1, -1] {
            let mut terms: Vec<_> = terms.iter().map(|&(f, at)| (sign * f, at)).collect();
            terms.sort_unstable_by_key(|term| term.1);
            if !found.contains(&terms) {
                found.push(terms);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_visit_violates_becomes_weaker_or_goes() {
        let mut guess = Guess::new(&Ingredients {
            values: 1,
            unsigned: vec![false],
            compared: Vec::new(),
            kinds: 1,
        });
        let fact = |factor, at_least| Fact {
            terms: vec![(factor, 0)],
            at_least,
        };
        guess.see(&(0, vec![7]));
        assert_eq!(guess.facts(), [fact(1, 7), fact(-1, -7)]);
        guess.weaken(&(0, vec![9]));
        assert_eq!(guess.facts(), [fact(1, 7)]);
        assert!(guess.weaken(&(0, vec![1])));
        assert_eq!(guess.facts(), [fact(1, 1)]);
        assert!(!guess.weaken(&(0, vec![3])));
        guess.weaken(&(0, vec![-100]));
        assert_eq!(guess.facts(), []);
    }
}
