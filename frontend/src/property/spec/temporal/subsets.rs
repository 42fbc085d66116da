//! What is violated for certain, by a machine that chooses nothing.
//!
//! Whether an execution that has ended violates the formula, or one that goes on does so whatever follows, depends on the
//! *set* of states that the automaton can be in by then: that is a machine with one way on for each event (the subset
//! construction of Rabin and Scott, 1959). A state of it from which no violation can come any more has no way on.

use std::collections::BTreeMap;

use super::monitor::{Builder, Condition, Machine, To, Way};

/// More sets are not made: then the automaton's own choices have to do.
const MAX_SETS: usize = 40;

/// Sets of states in the order in which they are found; the first is that of the initial ones.
struct Sets {
    numbers: BTreeMap<Vec<usize>, usize>,
    sets: Vec<Vec<usize>>,
}

impl Sets {
    fn number(&mut self, set: Vec<usize>) -> usize {
        let next = self.sets.len();
        let number = *self.numbers.entry(set.clone()).or_insert(next);
        if number == next {
            self.sets.push(set);
        }
        number
    }
}

impl Builder<'_> {
    /// The machine; none if it is too large.
    pub(super) fn sets(&self) -> Option<Machine> {
        let mut sets = Sets {
            numbers: BTreeMap::new(),
            sets: Vec::new(),
        };
        let mut initial: Vec<usize> = self.automaton.initial.iter().map(|s| s.index()).collect();
        initial.sort_unstable();
        sets.number(initial);
        let mut steps: Vec<Vec<(usize, Vec<Way>)>> = vec![Vec::new(); self.events + 1];
        let mut ends = Vec::new();
        let mut at = 0;
        while at < sets.sets.len() {
            if at >= MAX_SETS {
                return None;
            }
            let set = sets.sets[at].clone();
            for (event, steps) in steps.iter_mut().enumerate() {
                steps.push((at, self.ways_of_set(&set, event, &mut sets)));
            }
            let ended = (0..self.letters.valuations())
                .map(|v| set.iter().any(|&state| self.silence.ended[state][v]));
            let ended = self.condition_of(&ended.collect::<Vec<_>>());
            if !ended.is_empty() {
                ends.push((at, ended));
            }
            at += 1;
        }
        Some(Machine {
            initial: 0,
            steps,
            ends,
            silent: Vec::new(),
            silence: 0,
        })
    }

    /// Where a set leads at an event: by the values of the conditions, of which exactly one way fits.
    fn ways_of_set(&self, set: &[usize], event: usize, sets: &mut Sets) -> Vec<Way> {
        let mut by_target: BTreeMap<Option<Vec<usize>>, Vec<bool>> = BTreeMap::new();
        let count = self.letters.valuations();
        for valuation in 0..count {
            let mut next = self.successors(set, event, valuation);
            if next.is_empty() {
                continue;
            }
            next.sort_unstable();
            next.dedup();
            // Nothing: violated for certain.
            let target = (!next.iter().any(|&state| self.is_violated(state))).then_some(next);
            by_target
                .entry(target)
                .or_insert_with(|| vec![false; count])[valuation] = true;
        }
        let way = |(target, valuations): (Option<Vec<usize>>, Vec<bool>)| {
            let when: Condition = self.condition_of(&valuations);
            let to = target.map_or(To::Violation, |set| To::State(sets.number(set)));
            Way {
                when,
                to,
                marks: false,
            }
        };
        by_target.into_iter().map(way).collect()
    }
}
