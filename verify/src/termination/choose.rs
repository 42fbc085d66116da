//! Which candidates agree with the steps that were seen.
//!
//! A tuple is put together as Alias, Darte, Feautrier and Gonnord do (Multi-dimensional rankings, 2010), from steps in place
//! of transition relations: a component never rises on any step that is left and falls on some, which are left out then; it
//! is never wrong to take one. The tuple is a guess: what counts is the check that is woven into the program.

use super::candidate::{Candidate, Step};

/// A tuple that falls on each of these steps, if there is one; without steps it is empty. Short ones are preferred, and
/// among them simple ones: what is more than that fits the steps that happened to be seen.
pub(super) fn choose(candidates: &[Candidate], steps: &[Step]) -> Option<Vec<Candidate>> {
    let all: Vec<&Step> = steps.iter().collect();
    if all.is_empty() {
        return Some(Vec::new());
    }
    // Sums are asked about sooner than what is made of them: solvers know more of them.
    let plain: Vec<Candidate> = candidates.iter().filter(|c| c.is_sum()).cloned().collect();
    short(&plain, &all)
        .or_else(|| short(candidates, &all))
        .or_else(|| without_idle(greedy(candidates, &all)?, &all))
}

/// One or two of the candidates.
fn short(candidates: &[Candidate], steps: &[&Step]) -> Option<Vec<Candidate>> {
    let never_rises = |c: &&Candidate| steps.iter().all(|step| c.change(step) <= 0);
    let mut firsts: Vec<&Candidate> = candidates.iter().filter(never_rises).collect();
    firsts.sort_by_key(|c| c.cost());
    match simplest(&firsts, steps) {
        Some(only) => Some(vec![only.clone()]),
        None => pair(candidates, &firsts, steps),
    }
}

/// The first of these that falls on all steps.
fn simplest<'c>(of: &[&'c Candidate], steps: &[&Step]) -> Option<&'c Candidate> {
    let falls = |c: &&Candidate| steps.iter().all(|step| c.change(step) < 0);
    of.iter().copied().find(|c| falls(c))
}

/// Two of which the second falls where the first one stays.
fn pair(
    candidates: &[Candidate],
    firsts: &[&Candidate],
    steps: &[&Step],
) -> Option<Vec<Candidate>> {
    let mut seconds: Vec<&Candidate> = candidates.iter().collect();
    seconds.sort_by_key(|c| c.cost());
    let mut best: Option<(usize, [&Candidate; 2])> = None;
    for &first in firsts {
        let left: Vec<&Step> = steps
            .iter()
            .copied()
            .filter(|step| first.change(step) >= 0)
            .collect();
        if left.len() == steps.len() {
            continue;
        }
        if best.is_some_and(|(cost, _)| cost <= first.cost()) {
            break;
        }
        if let Some(second) = simplest(&seconds, &left) {
            let cost = first.cost() + second.cost();
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, [first, second]));
            }
        }
    }
    best.map(|(_, both)| both.map(Candidate::clone).to_vec())
}

/// One component after the other, each time the one that falls most often.
fn greedy(candidates: &[Candidate], steps: &[&Step]) -> Option<Vec<Candidate>> {
    let mut left = steps.to_vec();
    let mut tuple = Vec::new();
    while !left.is_empty() {
        let mut best: Option<(usize, usize, &Candidate)> = None;
        for candidate in candidates {
            let mut falls = 0;
            let rises = left.iter().any(|step| {
                let change = candidate.change(step);
                falls += usize::from(change < 0);
                change > 0
            });
            let better = best.is_none_or(|(most, cost, _)| {
                falls > most || falls == most && candidate.cost() < cost
            });
            if !rises && falls > 0 && better {
                best = Some((falls, candidate.cost(), candidate));
            }
        }
        let (_, _, chosen) = best?;
        left.retain(|step| chosen.change(step) >= 0);
        tuple.push(chosen.clone());
    }
    Some(tuple)
}

/// Leaves out what the tuple falls without.
fn without_idle(mut tuple: Vec<Candidate>, steps: &[&Step]) -> Option<Vec<Candidate>> {
    let falls = |tuple: &[Candidate]| {
        steps.iter().all(|step| {
            let mut changes = tuple.iter().map(|c| c.change(step));
            changes
                .find(|&change| change != 0)
                .is_some_and(|change| change < 0)
        })
    };
    let mut at = 0;
    while at < tuple.len() {
        let component = tuple.remove(at);
        if !falls(&tuple) {
            tuple.insert(at, component);
            at += 1;
        }
    }
    Some(tuple)
}

#[cfg(test)]
mod tests {
    use super::super::candidate::{Ingredients, candidates};
    use super::*;

    fn ingredients(values: usize) -> Ingredients {
        Ingredients {
            values,
            unsigned: vec![false; values],
            compared: Vec::new(),
            kinds: 1,
        }
    }

    fn step(old: &[i128], now: &[i128]) -> Step {
        ((0, old.to_vec()), (0, now.to_vec()))
    }

    #[test]
    fn a_lexicographic_tuple_is_found() {
        let steps = [
            step(&[3, 0], &[2, 100]),
            step(&[2, 100], &[2, 99]),
            step(&[2, 99], &[1, 7]),
        ];
        let tuple = choose(&candidates(&ingredients(2)), &steps).expect("one");
        for s in &steps {
            let order = tuple
                .iter()
                .map(|c| c.change(s))
                .find(|&change| change != 0);
            assert!(order.is_some_and(|change| change < 0), "{tuple:?} on {s:?}");
        }
    }

    #[test]
    fn what_comes_back_has_no_measure() {
        let steps = [step(&[1], &[2]), step(&[2], &[1])];
        assert_eq!(choose(&candidates(&ingredients(1)), &steps), None);
    }

    #[test]
    fn a_bound_is_not_that_of_the_type() {
        // x grows until it wraps: that is no reason to end.
        let steps = [step(&[1], &[2]), step(&[2], &[3]), step(&[3], &[4])];
        assert_eq!(choose(&candidates(&ingredients(1)), &steps), None);
    }
}
