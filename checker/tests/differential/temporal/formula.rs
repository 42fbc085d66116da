//! Random formulas, as text and as a tableau.

/// Random numbers: SplitMix64.
pub(crate) struct Prng(pub(crate) u64);

impl Prng {
    /// A number below `bound`, which is not 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// A formula of the few operators that the others are made of.
#[derive(Clone, Debug)]
pub(super) enum Core {
    True,
    Atom(usize),
    Not(Box<Core>),
    And(Box<Core>, Box<Core>),
    Next(Box<Core>),
    Until(Box<Core>, Box<Core>),
}

use Core::{And, Atom, Next, Not, True, Until};

fn not(a: Core) -> Core {
    Not(Box::new(a))
}

fn and(a: Core, b: Core) -> Core {
    And(Box::new(a), Box::new(b))
}

fn or(a: Core, b: Core) -> Core {
    not(and(not(a), not(b)))
}

fn until(a: Core, b: Core) -> Core {
    Until(Box::new(a), Box::new(b))
}

fn globally(a: Core) -> Core {
    not(until(True, not(a)))
}

/// A random formula over some atoms: its text, and what it means.
pub(super) fn random(prng: &mut Prng, atoms: &[String], size: usize) -> (String, Core) {
    if size == 0 {
        let atom = prng.below(atoms.len() + 1);
        return match atoms.get(atom) {
            Some(text) => (text.clone(), Atom(atom)),
            None => ("true".to_owned(), True),
        };
    }
    if prng.below(5) < 2 {
        return unary(prng, atoms, size);
    }
    let left = prng.below(size);
    let (a_text, a) = random(prng, atoms, left);
    let (b_text, b) = random(prng, atoms, size - 1 - left);
    let (operator, core) = match prng.below(9) {
        0 => ("&", and(a, b)),
        1 => ("|", or(a, b)),
        2 => ("->", or(not(a), b)),
        3 => ("<->", or(and(a.clone(), b.clone()), and(not(a), not(b)))),
        4 => ("xor", or(and(a.clone(), not(b.clone())), and(not(a), b))),
        5 => ("U", until(a, b)),
        6 => ("W", or(until(a.clone(), b), globally(a))),
        7 => ("R", not(until(not(a), not(b)))),
        _ => ("M", until(b.clone(), and(a, b))),
    };
    (format!("({a_text}) {operator} ({b_text})"), core)
}

fn unary(prng: &mut Prng, atoms: &[String], size: usize) -> (String, Core) {
    let (text, a) = random(prng, atoms, size - 1);
    let (operator, core) = match prng.below(4) {
        0 => ("!", not(a)),
        1 => ("X", Next(Box::new(a))),
        2 => ("F", until(True, a)),
        _ => ("G", globally(a)),
    };
    (format!("{operator} ({text})"), core)
}

/// What is predicted for the next moment: bit i for the i-th `X` or until.
pub(super) type Predicted = u32;
/// Which promises are kept: bit i for the i-th until.
pub(super) type Kept = u32;

/// A formula, the operands of each part before it.
pub(super) struct Tableau {
    parts: Vec<Part>,
    pub(super) predictions: u32,
    pub(super) promises: u32,
}

enum Part {
    True,
    Atom(usize),
    Not(usize),
    And(usize, usize),
    /// Which prediction it is.
    Next(usize, u32),
    /// Which prediction and which promise it is.
    Until(usize, usize, u32, u32),
}

/// What a moment is like where some atoms hold and something is predicted.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    /// What must have been predicted before.
    pub(super) foretold: Predicted,
    pub(super) kept: Kept,
    /// Whether the whole formula holds.
    pub(super) holds: bool,
}

impl Tableau {
    pub(super) fn new(formula: &Core) -> Self {
        let mut tableau = Tableau {
            parts: Vec::new(),
            predictions: 0,
            promises: 0,
        };
        tableau.add(formula);
        tableau
    }

    fn add(&mut self, formula: &Core) -> usize {
        let part = match formula {
            True => Part::True,
            Atom(atom) => Part::Atom(*atom),
            Not(a) => Part::Not(self.add(a)),
            And(a, b) => {
                let a = self.add(a);
                Part::And(a, self.add(b))
            }
            Next(a) => {
                let a = self.add(a);
                self.predictions += 1;
                Part::Next(a, self.predictions - 1)
            }
            Until(a, b) => {
                let (a, b) = (self.add(a), self.add(b));
                self.predictions += 1;
                self.promises += 1;
                Part::Until(a, b, self.predictions - 1, self.promises - 1)
            }
        };
        self.parts.push(part);
        self.parts.len() - 1
    }

    pub(super) fn state(&self, letter: u32, predicted: Predicted) -> State {
        let mut values: Vec<bool> = Vec::with_capacity(self.parts.len());
        let (mut foretold, mut kept) = (0, 0);
        for part in &self.parts {
            let value = match *part {
                Part::True => true,
                Part::Atom(atom) => letter >> atom & 1 != 0,
                Part::Not(a) => !values[a],
                Part::And(a, b) => values[a] && values[b],
                Part::Next(a, prediction) => {
                    foretold |= u32::from(values[a]) << prediction;
                    predicted >> prediction & 1 != 0
                }
                Part::Until(a, b, prediction, promise) => {
                    let value = values[b] || values[a] && predicted >> prediction & 1 != 0;
                    foretold |= u32::from(value) << prediction;
                    kept |= u32::from(!value || values[b]) << promise;
                    value
                }
            };
            values.push(value);
        }
        State {
            foretold,
            kept,
            holds: values.last().copied().unwrap_or(true),
        }
    }
}
