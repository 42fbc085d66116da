//! Measures that might fall: which there are.
//!
//! A candidate is a linear combination of what a loop goes by, with small factors, cut off at a small bound; first come the
//! differences that the program itself compares. `choose` says which of them agree with the steps that were seen.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::shapes;

/// What is compared, as positions of values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Candidate {
    pub(super) terms: Vec<(i64, usize)>,
    /// By the kind of visit: of a recursion, which function is entered.
    pub(super) constants: Vec<i64>,
    pub(super) shape: Shape,
    pub(super) bound: Option<i64>,
}

/// What is made of the sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    Itself,
    /// The larger of it and another one.
    Larger(Sum),
    Smaller(Sum),
    /// It, where another one is not negative, and zero otherwise: one for each phase of a loop.
    Where(Sum),
}

/// Factors and positions of values, and a number.
pub(super) type Sum = (Vec<(i64, usize)>, i64);

/// A visit: of which kind, and with which values.
pub(super) type Visit = (usize, Vec<i128>);

/// Two visits, one after the other.
pub(super) type Step = (Visit, Visit);

impl Candidate {
    fn value(&self, (kind, values): &Visit) -> i128 {
        let add = |terms: &[(i64, usize)], constant: i64| {
            let term = |&(f, at): &(i64, usize)| i128::from(f) * values.get(at).unwrap_or(&0);
            terms.iter().map(term).sum::<i128>() + i128::from(constant)
        };
        let constant = self.constants.get(*kind).or(self.constants.first());
        let sum = add(&self.terms, *constant.unwrap_or(&0));
        let value = match &self.shape {
            Shape::Itself => sum,
            Shape::Larger((terms, constant)) => sum.max(add(terms, *constant)),
            Shape::Smaller((terms, constant)) => sum.min(add(terms, *constant)),
            Shape::Where((terms, constant)) if add(terms, *constant) >= 0 => sum,
            Shape::Where(_) => 0,
        };
        self.bound.map_or(value, |bound| value.max(bound.into()))
    }

    /// Less than zero: it falls.
    pub(super) fn change(&self, (old, now): &Step) -> i128 {
        self.value(now) - self.value(old)
    }

    pub(super) fn is_sum(&self) -> bool {
        self.shape == Shape::Itself
    }

    /// Which of two that do the same is preferred: the simpler one.
    pub(super) fn cost(&self) -> usize {
        let factors: u64 = self.terms.iter().map(|t| t.0.unsigned_abs()).sum();
        let shape = match &self.shape {
            Shape::Itself => 0,
            Shape::Larger((terms, _)) | Shape::Smaller((terms, _)) | Shape::Where((terms, _)) => {
                2 + terms.len()
            }
        };
        factors as usize + shape
    }
}

/// What candidates are made of.
#[derive(Default)]
pub(super) struct Ingredients {
    /// How many values a visit has.
    pub(super) values: usize,
    /// Those whose type has no sign: no bound is asked for where nothing else is compared.
    pub(super) unsigned: Vec<bool>,
    /// The differences that the program compares, with a constant each.
    pub(super) compared: Vec<(Vec<(i64, usize)>, i64)>,
    /// How many kinds of visits there are.
    pub(super) kinds: usize,
}

/// Bounds below which values count as the bound.
const BOUNDS: [i64; 3] = [-1, 0, 1];
/// More values than this are not combined freely.
const MAX_COMBINED: usize = 7;

/// All candidates, each once, those that are compared in the program first.
pub(super) fn candidates(of: &Ingredients) -> Vec<Candidate> {
    let mut found = Vec::new();
    for (terms, constant) in &of.compared {
        for sign in [1, -1] {
            let terms: Vec<_> = terms.iter().map(|&(f, at)| (sign * f, at)).collect();
            for slack in [0, 1, -1] {
                add_bounded(&mut found, &terms, sign * constant + slack, of.kinds);
            }
        }
    }
    for terms in combinations(of.values.min(MAX_COMBINED)) {
        if terms
            .iter()
            .all(|&(_, at)| of.unsigned.get(at) == Some(&true))
        {
            found.push(Candidate {
                terms: terms.clone(),
                constants: vec![0; of.kinds],
                shape: Shape::Itself,
                bound: None,
            });
        }
        add_bounded(&mut found, &terms, 0, of.kinds);
        add_with_offsets(&mut found, &terms, of.kinds);
    }
    if of.kinds == 1 {
        shapes::add(&mut found, of);
    }
    let mut seen = FxHashSet::default();
    found.retain(|candidate| seen.insert(candidate.clone()));
    found
}

fn add_bounded(found: &mut Vec<Candidate>, terms: &[(i64, usize)], constant: i64, kinds: usize) {
    found.extend(BOUNDS.map(|bound| Candidate {
        terms: terms.to_vec(),
        constants: vec![constant; kinds],
        shape: Shape::Itself,
        bound: Some(bound),
    }));
}

/// Of functions that call each other, one may count as a little more than another.
fn add_with_offsets(found: &mut Vec<Candidate>, terms: &[(i64, usize)], kinds: usize) {
    for kind in 0..kinds.min(4) * usize::from(kinds > 1) {
        for (scale, offset) in [(1, 1), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2)] {
            let terms: Vec<_> = terms.iter().map(|&(f, at)| (scale * f, at)).collect();
            let mut constants = vec![0; kinds];
            constants[kind] = offset;
            found.extend([-10, 0].map(|bound| Candidate {
                terms: terms.clone(),
                constants: constants.clone(),
                shape: Shape::Itself,
                bound: Some(bound),
            }));
        }
    }
}

/// Sums of up to three values with factors of one, and of two with a factor of two.
fn combinations(values: usize) -> Vec<Vec<(i64, usize)>> {
    let mut found = Vec::new();
    for a in 0..values {
        found.extend([1, -1].map(|f| vec![(f, a)]));
    }
    for a in 0..values {
        for b in a + 1..values {
            let factors = [
                (1, 1),
                (1, -1),
                (-1, 1),
                (-1, -1),
                (2, 1),
                (1, 2),
                (2, -1),
                (-1, 2),
            ];
            let opposite = [(-2, 1), (1, -2), (-2, -1), (-1, -2)];
            let both = factors.into_iter().chain(opposite);
            found.extend(both.map(|(f, g)| vec![(f, a), (g, b)]));
        }
    }
    for a in 0..values {
        for b in a + 1..values {
            for c in b + 1..values {
                for signs in 0..8 {
                    let sign = |n: i32| if signs >> n & 1 == 0 { 1 } else { -1 };
                    found.push(vec![(sign(0), a), (sign(1), b), (sign(2), c)]);
                }
            }
        }
    }
    found
}

/// Steps that were seen, each once.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    pub(super) steps: Vec<Step>,
    known: BTreeMap<Step, ()>,
}

impl Steps {
    /// Whether it is a new one.
    pub(super) fn add(&mut self, step: Step) -> bool {
        let new = self.known.insert(step.clone(), ()).is_none();
        if new {
            self.steps.push(step);
        }
        new
    }
}
