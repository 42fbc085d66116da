//! What is known of a formula from the values of predicates.
//!
//! The question of predicate abstraction: which combinations of literals imply a formula, which its negation? Answers
//! in this order: the formula is constant; it is itself one of the predicates; the solver looks for implicants of one
//! literal, then of two. A model of a failed attempt rules out all candidates that it satisfies, so that few questions
//! are asked. Only predicates that share symbols with the formula, directly or through the facts, are candidates.

use semantics::{Answer, Prover, SymbolId, Symbols};
use z3::ast::{Ast, Bool};

/// A conjunction: positions of candidates, with their signs.
pub(crate) type Cube = Vec<(usize, bool)>;

/// A formula in terms of candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    Always(bool),
    /// Exactly this candidate, or its negation.
    Is(usize, bool),
    /// True where one of the first holds, false where one of the second holds, else either.
    Either(Vec<Cube>, Vec<Cube>),
}

/// Something whose truth is known in the state where the choice is made.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// Simplified.
    pub(crate) term: Bool,
    pub(crate) symbols: Vec<SymbolId>,
    /// Whether it was not there when the same question was asked before.
    pub(crate) new: bool,
}

/// What was known before there were new candidates: the cubes for, and those against.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownCubes {
    pub(crate) yes: Vec<Cube>,
    pub(crate) no: Vec<Cube>,
}

impl Candidate {
    pub(crate) fn new(term: &Bool, symbols: &mut Symbols) -> Self {
        let term = term.simplify();
        let symbols = symbols.of(&term);
        Candidate {
            term,
            symbols,
            new: true,
        }
    }
}

/// What holds whatever the candidates say.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    pub(crate) facts: Vec<Bool>,
    /// Their symbols, one by one.
    symbols: Vec<Vec<SymbolId>>,
    /// The addresses that they mention.
    addresses: Vec<Vec<SymbolId>>,
}

impl Facts {
    pub(crate) fn new(facts: impl IntoIterator<Item = Bool>, symbols: &mut Symbols) -> Self {
        let mut known = Facts::default();
        for fact in facts {
            let fact = fact.simplify();
            if fact.as_bool() != Some(true) {
                known.symbols.push(symbols.of(&fact));
                known.addresses.push(symbols.addresses_of(&fact));
                known.facts.push(fact);
            }
        }
        known
    }

    /// The candidates that share symbols with those given, directly or through the facts.
    fn relevant(&self, mut near: Vec<SymbolId>, candidates: &[Candidate]) -> Vec<usize> {
        self.connect(&mut near);
        (0..candidates.len())
            .filter(|&i| shares(&near, &candidates[i].symbols))
            .collect()
    }

    /// Asserts what matters to formulas: the facts about their symbols, and about addresses those that say something of
    /// addresses which these mention. What is left out can hold whatever the others say.
    fn assert(&self, prover: &mut Prover, symbols: &mut Symbols, about: &[&Bool]) {
        let mut near: Vec<SymbolId> = about.iter().flat_map(|f| symbols.of(*f)).collect();
        let mut met: Vec<SymbolId> = about
            .iter()
            .flat_map(|f| symbols.addresses_of(*f))
            .collect();
        near.sort_unstable();
        near.dedup();
        self.connect(&mut near);
        let is_near = |n: usize| shares(&near, &self.symbols[n]);
        for n in (0..self.facts.len()).filter(|&n| is_near(n)) {
            met.extend(&self.addresses[n]);
            prover.assert(&self.facts[n]);
        }
        met.sort_unstable();
        for n in (0..self.facts.len()).filter(|&n| self.symbols[n].is_empty()) {
            let is_met = |address: &SymbolId| met.binary_search(address).is_ok();
            if self.addresses[n].iter().all(is_met) {
                prover.assert(&self.facts[n]);
            }
        }
    }

    /// Adds the symbols that facts connect with those given.
    fn connect(&self, symbols: &mut Vec<SymbolId>) {
        loop {
            let before = symbols.len();
            for other in &self.symbols {
                if shares(symbols, other) {
                    symbols.extend(other);
                    symbols.sort_unstable();
                    symbols.dedup();
                }
            }
            if symbols.len() == before {
                return;
            }
        }
    }
}

pub(crate) fn shares(a: &[SymbolId], b: &[SymbolId]) -> bool {
    let (small, large) = if a.len() < b.len() { (a, b) } else { (b, a) };
    small.iter().any(|s| large.binary_search(s).is_ok())
}

/// How many candidates may be combined in pairs.
const MAX_CANDIDATES_TO_PAIR: usize = 6;

/// What the candidates say of a formula, given the facts.
pub(crate) fn choose(
    prover: &mut Prover,
    symbols: &mut Symbols,
    facts: &Facts,
    formula: &Bool,
    candidates: &[Candidate],
    before: KnownCubes,
) -> Choice {
    let formula = formula.simplify();
    if let Some(value) = formula.as_bool() {
        return Choice::Always(value);
    }
    if let Some(found) = named(&formula, candidates) {
        return found;
    }
    let relevant = facts.relevant(symbols.of(&formula), candidates);
    prover.scope(|prover| {
        let chosen = relevant.iter().map(|&i| &candidates[i].term);
        let about: Vec<&Bool> = chosen.chain([&formula]).collect();
        facts.assert(prover, symbols, &about);
        let negation = formula.not();
        let search = Search {
            candidates,
            relevant,
        };
        let (Some(mut yes), Some(mut no)) = (
            search.implicants(prover, &negation, before.yes),
            search.implicants(prover, &formula, before.no),
        ) else {
            return Choice::Either(Vec::new(), Vec::new());
        };
        let always = |cubes: &[Cube]| cubes.iter().any(Vec::is_empty);
        if always(&yes) || always(&no) {
            return Choice::Always(always(&yes));
        }
        // What implies both is impossible, and says nothing.
        let impossible: Vec<Cube> = yes.iter().filter(|c| no.contains(c)).cloned().collect();
        yes.retain(|c| !impossible.contains(c));
        no.retain(|c| !impossible.contains(c));
        if let ([one], [other]) = (yes.as_slice(), no.as_slice())
            && let ([(a, x)], [(b, y)]) = (one.as_slice(), other.as_slice())
            && a == b
            && x != y
        {
            return Choice::Is(*a, *x);
        }
        Choice::Either(yes, no)
    })
}

/// The combinations of candidates that contradict the facts.
pub(crate) fn contradictions(
    prover: &mut Prover,
    symbols: &mut Symbols,
    facts: &Facts,
    about: &[Bool],
    candidates: &[Candidate],
) -> Vec<Cube> {
    if about.is_empty() {
        return Vec::new();
    }
    let mut near: Vec<SymbolId> = about.iter().flat_map(|f| symbols.of(f)).collect();
    near.sort_unstable();
    near.dedup();
    let relevant = facts.relevant(near, candidates);
    prover.scope(|prover| {
        let chosen = relevant.iter().map(|&i| &candidates[i].term);
        let about_all: Vec<&Bool> = chosen.chain(about).collect();
        facts.assert(prover, symbols, &about_all);
        let everything = Bool::and(about);
        let search = Search {
            candidates,
            relevant,
        };
        search
            .implicants(prover, &everything, Vec::new())
            .unwrap_or_default()
    })
}

/// The candidate that a simplified formula is.
pub(crate) fn named(formula: &Bool, candidates: &[Candidate]) -> Option<Choice> {
    let negation = formula.not().simplify();
    candidates.iter().enumerate().find_map(|(i, candidate)| {
        if candidate.term.ast_eq(formula) {
            Some(Choice::Is(i, true))
        } else if candidate.term.ast_eq(&negation) {
            Some(Choice::Is(i, false))
        } else {
            None
        }
    })
}

struct Search<'a> {
    candidates: &'a [Candidate],
    relevant: Vec<usize>,
}

impl Search<'_> {
    /// Small cubes that contradict what is asserted together with the formula; the empty cube if it is contradictory
    /// by itself. `None` if the solver does not even know that.
    fn implicants(
        &self,
        prover: &mut Prover,
        formula: &Bool,
        before: Vec<Cube>,
    ) -> Option<Vec<Cube>> {
        prover.scope(|prover| {
            prover.assert(formula);
            let mut models = match prover.check() {
                Answer::Unsatisfiable => return Some(vec![Vec::new()]),
                Answer::Unknown => return None,
                Answer::Satisfiable => vec![values(prover, self.candidates, &self.relevant)],
            };
            let mut cubes: Vec<Cube> = Vec::new();
            let literals: Vec<(usize, bool)> = (0..self.relevant.len())
                .flat_map(|i| [(i, true), (i, false)])
                .collect();
            let is_new = |&(i, _): &(usize, bool)| self.candidates[self.relevant[i]].new;
            for &literal in literals.iter().filter(|l| is_new(l)) {
                self.try_cube(prover, vec![literal], &mut models, &mut cubes);
            }
            if self.relevant.len() <= MAX_CANDIDATES_TO_PAIR {
                for (n, &a) in literals.iter().enumerate() {
                    for &b in &literals[n + 1..] {
                        let known = |c: &Cube| c.len() == 1 && (c[0] == a || c[0] == b);
                        let new = is_new(&a) || is_new(&b);
                        if new && a.0 != b.0 && !cubes.iter().any(known) {
                            self.try_cube(prover, vec![a, b], &mut models, &mut cubes);
                        }
                    }
                }
            }
            let outward = |cube: Cube| {
                let outward = |(i, sign): (usize, bool)| (self.relevant[i], sign);
                cube.into_iter().map(outward).collect()
            };
            let mut all = before;
            all.extend(cubes.into_iter().map(outward));
            Some(all)
        })
    }

    fn try_cube(
        &self,
        prover: &mut Prover,
        cube: Cube,
        models: &mut Vec<Vec<Option<bool>>>,
        cubes: &mut Vec<Cube>,
    ) {
        let satisfied =
            |model: &Vec<Option<bool>>| cube.iter().all(|&(i, sign)| model[i] == Some(sign));
        if models.iter().any(satisfied) {
            return;
        }
        let (answer, model) = prover.scope(|prover| {
            for &(i, sign) in &cube {
                let term = &self.candidates[self.relevant[i]].term;
                prover.assert(&if sign { term.clone() } else { term.not() });
            }
            let answer = prover.check();
            let model = (answer == Answer::Satisfiable)
                .then(|| values(prover, self.candidates, &self.relevant));
            (answer, model)
        });
        models.extend(model);
        if answer == Answer::Unsatisfiable || mutants::is("a-combination-that-is-possible-implies")
        {
            cubes.push(cube);
        }
    }
}

/// What the solver's model says of the relevant candidates.
fn values(prover: &Prover, candidates: &[Candidate], relevant: &[usize]) -> Vec<Option<bool>> {
    let Some(model) = prover.model() else {
        return vec![None; relevant.len()];
    };
    let value = |&i: &usize| model.eval(&candidates[i].term, true)?.as_bool();
    relevant.iter().map(value).collect()
}
