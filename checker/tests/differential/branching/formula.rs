//! Random formulas, and where they hold in a graph of configurations.

use super::graph::Graph;
use crate::temporal::{Atom, Prng};

/// A formula of the few operators that the others are made of.
#[derive(Clone, Debug)]
pub(super) enum Core {
    True,
    Atom(usize),
    Not(Box<Core>),
    And(Box<Core>, Box<Core>),
    Next(Box<Core>),
    Until(Box<Core>, Box<Core>),
    Globally(Box<Core>),
}

use Core::{And, Globally, Next, Not, True, Until};

fn not(a: Core) -> Core {
    Not(Box::new(a))
}

fn and(a: Core, b: Core) -> Core {
    And(Box::new(a), Box::new(b))
}

fn or(a: Core, b: Core) -> Core {
    not(and(not(a), not(b)))
}

fn next(a: Core) -> Core {
    Next(Box::new(a))
}

fn until(a: Core, b: Core) -> Core {
    Until(Box::new(a), Box::new(b))
}

fn globally(a: Core) -> Core {
    Globally(Box::new(a))
}

/// A random formula over some atoms: its text, and what it means.
pub(super) fn random(prng: &mut Prng, atoms: &[String], size: usize) -> (String, Core) {
    if size == 0 {
        let atom = prng.below(atoms.len() + 1);
        return match atoms.get(atom) {
            Some(text) => (text.clone(), Core::Atom(atom)),
            None => ("true".to_owned(), True),
        };
    }
    if prng.below(5) < 3 {
        return unary(prng, atoms, size);
    }
    let left = prng.below(size);
    let (a_text, a) = random(prng, atoms, left);
    let (b_text, b) = random(prng, atoms, size - 1 - left);
    if prng.below(3) == 0 {
        let (operator, core) = match prng.below(5) {
            0 => ("&", and(a, b)),
            1 => ("|", or(a, b)),
            2 => ("->", or(not(a), b)),
            3 => ("<->", or(and(a.clone(), b.clone()), and(not(a), not(b)))),
            _ => ("xor", or(and(a.clone(), not(b.clone())), and(not(a), b))),
        };
        return (format!("({a_text}) {operator} ({b_text})"), core);
    }
    // `A` says that no run does otherwise.
    let never = |a: Core, b: Core| until(not(b.clone()), and(not(a), not(b)));
    let (operator, core) = match prng.below(8) {
        0 => ("EU", until(a, b)),
        1 => ("EW", or(until(a.clone(), b), globally(a))),
        2 => ("ER", or(until(b.clone(), and(a, b.clone())), globally(b))),
        3 => ("EM", until(b.clone(), and(a, b))),
        4 => ("AU", not(or(never(a, b.clone()), globally(not(b))))),
        5 => ("AW", not(never(a, b))),
        6 => ("AR", not(until(not(a), not(b)))),
        _ => (
            "AM",
            not(or(until(not(a.clone()), not(b)), globally(not(a)))),
        ),
    };
    let (quantifier, operator) = operator.split_at(1);
    (format!("{quantifier}[{a_text} {operator} {b_text}]"), core)
}

fn unary(prng: &mut Prng, atoms: &[String], size: usize) -> (String, Core) {
    let (text, a) = random(prng, atoms, size - 1);
    let (operator, core) = match prng.below(7) {
        0 => ("!", not(a)),
        1 => ("EX", next(a)),
        2 => ("EF", until(True, a)),
        3 => ("EG", globally(a)),
        4 => ("AX", not(next(not(a)))),
        5 => ("AF", not(globally(not(a)))),
        _ => ("AG", not(until(True, not(a)))),
    };
    (format!("{operator} ({text})"), core)
}

/// Where something surely holds, and where it may.
#[derive(Clone)]
pub(super) struct Truth {
    surely: Vec<bool>,
    maybe: Vec<bool>,
}

pub(super) struct Evaluator<'g, 'm, 'p> {
    graph: &'g Graph<'m, 'p>,
    atoms: &'g [Atom],
    live: Truth,
}

impl<'g, 'm, 'p> Evaluator<'g, 'm, 'p> {
    pub(super) fn new(graph: &'g Graph<'m, 'p>, atoms: &'g [Atom]) -> Self {
        let everything = Truth::exactly(vec![true; graph.len()]);
        let mut evaluator = Evaluator {
            graph,
            atoms,
            live: everything.clone(),
        };
        evaluator.live = evaluator.globally(&everything);
        evaluator
    }

    /// Whether a formula holds in all initial configurations where a run begins; nothing where that is not known.
    pub(super) fn holds_initially(&self, formula: &Core) -> Option<bool> {
        let truth = self.truth(formula);
        let initial = || self.graph.initial.iter().copied();
        if initial().any(|n| self.live.surely[n] && !truth.maybe[n]) {
            return Some(false);
        }
        let all = initial().all(|n| !self.live.maybe[n] || truth.surely[n]);
        all.then_some(true)
    }

    fn truth(&self, formula: &Core) -> Truth {
        match formula {
            True => Truth::exactly(vec![true; self.graph.len()]),
            Core::Atom(atom) => {
                let nodes = 0..self.graph.len();
                let atom = self.atoms[*atom];
                Truth::exactly(nodes.map(|n| self.graph.holds(n, atom)).collect())
            }
            Not(a) => self.truth(a).negated(),
            And(a, b) => self.truth(a).and(&self.truth(b)),
            Next(a) => self.next(&self.truth(a).and(&self.live)),
            Until(a, b) => self.until(&self.truth(a), &self.truth(b).and(&self.live)),
            Globally(a) => self.globally(&self.truth(a)),
        }
    }

    fn has_next(&self, node: usize, holds: &[bool], unknown: bool) -> bool {
        match &self.graph.next[node] {
            Some(next) => next.iter().any(|&n| holds[n]),
            None => unknown,
        }
    }

    fn next(&self, a: &Truth) -> Truth {
        let nodes = || 0..self.graph.len();
        Truth {
            surely: nodes()
                .map(|n| self.has_next(n, &a.surely, false))
                .collect(),
            maybe: nodes().map(|n| self.has_next(n, &a.maybe, true)).collect(),
        }
    }

    fn until(&self, a: &Truth, b: &Truth) -> Truth {
        let least = |a: &[bool], b: &[bool], unknown| {
            let mut holds = b.to_vec();
            let mut changes = true;
            while changes {
                changes = false;
                for n in (0..holds.len()).rev() {
                    if !holds[n] && a[n] && self.has_next(n, &holds, unknown) {
                        holds[n] = true;
                        changes = true;
                    }
                }
            }
            holds
        };
        Truth {
            surely: least(&a.surely, &b.surely, false),
            maybe: least(&a.maybe, &b.maybe, true),
        }
    }

    fn globally(&self, a: &Truth) -> Truth {
        let greatest = |a: &[bool], unknown| {
            let mut holds = a.to_vec();
            let mut changes = true;
            while changes {
                changes = false;
                for n in (0..holds.len()).rev() {
                    if holds[n] && !self.has_next(n, &holds, unknown) {
                        holds[n] = false;
                        changes = true;
                    }
                }
            }
            holds
        };
        Truth {
            surely: greatest(&a.surely, false),
            maybe: greatest(&a.maybe, true),
        }
    }
}

impl Truth {
    fn exactly(holds: Vec<bool>) -> Self {
        Truth {
            surely: holds.clone(),
            maybe: holds,
        }
    }

    fn negated(self) -> Self {
        let not = |holds: Vec<bool>| holds.into_iter().map(|h| !h).collect();
        Truth {
            surely: not(self.maybe),
            maybe: not(self.surely),
        }
    }

    fn and(&self, other: &Truth) -> Self {
        let both = |a: &[bool], b: &[bool]| a.iter().zip(b).map(|(&a, &b)| a && b).collect();
        Truth {
            surely: both(&self.surely, &other.surely),
            maybe: both(&self.maybe, &other.maybe),
        }
    }
}
