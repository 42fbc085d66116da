//! Random equations over random relations, against the meaning of a text taken literally: sets of tuples, every quantifier
//! a loop, and `Evaluate` of the paper word for word. It shares nothing with the library but the text that it writes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use checker::bp;
use checker::calculus::{Algorithm, FixError};
use checker::{Config, Session};
use fastrand::Rng;

/// The types of the random texts: an enumeration of three, a range of four, booleans, vectors of two bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Color,
    Level,
    Bool,
    Bits,
}

const TYPES: [Type; 4] = [Type::Color, Type::Level, Type::Bool, Type::Bits];

impl Type {
    fn size(self) -> u32 {
        match self {
            Type::Color => 3,
            Type::Level | Type::Bits => 4,
            Type::Bool => 2,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Type::Color => "Color",
            Type::Level => "Level",
            Type::Bool => "bool",
            Type::Bits => "bits[2]",
        }
    }

    fn constant(self, value: u32) -> String {
        match self {
            Type::Color => ["red", "green", "blue"][value as usize].to_owned(),
            // The range begins at 2.
            Type::Level => (value + 2).to_string(),
            Type::Bool => (value == 1).to_string(),
            Type::Bits => value.to_string(),
        }
    }
}

/// A variable by its number and its type.
type Var = (usize, Type);

#[derive(Clone, Debug)]
enum Term {
    Var(Var),
    Const(u32, Type),
}

#[derive(Clone, Debug)]
enum Formula {
    Atom(usize, Vec<Term>),
    Compare(&'static str, Var, u32, Term),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Implies(Box<Formula>, Box<Formula>),
    Iff(Box<Formula>, Box<Formula>),
    Quantified(bool, Var, Box<Formula>),
}

struct Relation {
    params: Vec<Var>,
    body: Formula,
}

struct Text {
    relations: Vec<Relation>,
    question: Formula,
}

struct Generator {
    rng: Rng,
    signatures: Vec<Vec<Type>>,
    next_var: usize,
    /// Which relations a formula may mention, and whether under negations.
    allowed: Vec<usize>,
    negative_below: usize,
}

impl Generator {
    fn term(&mut self, ty: Type, scope: &[Var]) -> Term {
        let fitting: Vec<&Var> = scope.iter().filter(|v| v.1 == ty).collect();
        match fitting.is_empty() || self.rng.u32(0..5) == 0 {
            true => Term::Const(self.rng.u32(0..ty.size()), ty),
            false => Term::Var(**self.rng.choice(fitting.iter()).expect("not empty")),
        }
    }

    fn leaf(&mut self, scope: &[Var], positive: bool) -> Formula {
        let allowed: Vec<usize> = self
            .allowed
            .iter()
            .copied()
            .filter(|&r| positive || r < self.negative_below)
            .collect();
        if (self.rng.u32(0..3) > 0 || scope.is_empty()) && !allowed.is_empty() {
            let relation = allowed[self.rng.usize(0..allowed.len())];
            let types = self.signatures[relation].clone();
            let args = types.into_iter().map(|ty| self.term(ty, scope)).collect();
            return Formula::Atom(relation, args);
        }
        let Some(&var) = self.rng.choice(scope.iter()) else {
            return Formula::Or(vec![]);
        };
        let numbers = matches!(var.1, Type::Level | Type::Bits);
        let op = match numbers {
            true => ["=", "!=", "<", "<=", ">", ">="][self.rng.usize(0..6)],
            false => ["=", "!="][self.rng.usize(0..2)],
        };
        let plus = if numbers { self.rng.u32(0..3) } else { 0 };
        Formula::Compare(op, var, plus, self.term(var.1, scope))
    }

    fn formula(&mut self, depth: u32, scope: &[Var], positive: bool) -> Formula {
        if depth == 0 {
            return self.leaf(scope, positive);
        }
        let some = |g: &mut Self| {
            let count = g.rng.usize(1..4);
            (0..count)
                .map(|_| g.formula(depth - 1, scope, positive))
                .collect()
        };
        match self.rng.u32(0..12) {
            0..=3 => Formula::And(some(self)),
            4..=6 => Formula::Or(some(self)),
            7 => Formula::Not(Box::new(self.formula(depth - 1, scope, !positive))),
            8 => {
                let left = self.formula(depth - 1, scope, !positive);
                let right = self.formula(depth - 1, scope, positive);
                Formula::Implies(Box::new(left), Box::new(right))
            }
            9 if self.negative_below == usize::MAX => {
                let left = self.formula(depth - 1, scope, positive);
                let right = self.formula(depth - 1, scope, positive);
                Formula::Iff(Box::new(left), Box::new(right))
            }
            _ => {
                let var = (self.next_var, TYPES[self.rng.usize(0..4)]);
                self.next_var += 1;
                let scope: Vec<Var> = scope.iter().copied().chain([var]).collect();
                let body = self.formula(depth - 1, &scope, positive);
                Formula::Quantified(self.rng.bool(), var, Box::new(body))
            }
        }
    }

    /// Some constant relations, and equations over them; monotone ones, unless `wild`.
    fn text(&mut self, wild: bool) -> Text {
        let constants = 2;
        let equations = self.rng.usize(1..4);
        for _ in 0..constants + equations {
            let count = self.rng.usize(1..4);
            let types = (0..count).map(|_| TYPES[self.rng.usize(0..4)]).collect();
            self.signatures.push(types);
        }
        let mut relations = Vec::new();
        for relation in 0..constants + equations {
            let types = self.signatures[relation].clone();
            let params: Vec<Var> = types
                .into_iter()
                .map(|ty| {
                    self.next_var += 1;
                    (self.next_var - 1, ty)
                })
                .collect();
            let body = if relation < constants {
                self.tuples(&params)
            } else {
                self.allowed = (0..constants + equations).collect();
                self.negative_below = if wild { usize::MAX } else { constants };
                let base = self.tuples(&params);
                Formula::Or(vec![base, self.formula(3, &params, true)])
            };
            relations.push(Relation { params, body });
        }
        self.allowed = (0..constants + equations).collect();
        self.negative_below = usize::MAX;
        let question = self.formula(3, &[], true);
        Text {
            relations,
            question,
        }
    }

    /// A few tuples.
    fn tuples(&mut self, params: &[Var]) -> Formula {
        let count = self.rng.usize(1..4);
        let tuple = |g: &mut Self| {
            let is = |g: &mut Self, var: &Var| {
                Formula::Compare("=", *var, 0, Term::Const(g.rng.u32(0..var.1.size()), var.1))
            };
            Formula::And(params.iter().map(|v| is(g, v)).collect())
        };
        Formula::Or((0..count).map(|_| tuple(self)).collect())
    }
}

fn name(var: &Var) -> String {
    format!("v{}", var.0)
}

fn write_term(term: &Term) -> String {
    match term {
        Term::Var(var) => name(var),
        Term::Const(value, ty) => ty.constant(*value),
    }
}

fn write(formula: &Formula) -> String {
    let list = |all: &[Formula], op: &str, empty: &str| {
        let parts: Vec<String> = all.iter().map(write).collect();
        match parts.is_empty() {
            true => empty.to_owned(),
            false => format!("({})", parts.join(op)),
        }
    };
    match formula {
        Formula::Atom(relation, args) => {
            let args: Vec<String> = args.iter().map(write_term).collect();
            format!("R{relation}({})", args.join(", "))
        }
        Formula::Compare(op, var, 0, term) => format!("{} {op} {}", name(var), write_term(term)),
        Formula::Compare(op, var, plus, term) => {
            format!("{} + {plus} {op} {}", name(var), write_term(term))
        }
        Formula::Not(inner) => format!("!({})", write(inner)),
        Formula::And(all) => list(all, " & ", "true"),
        Formula::Or(all) => list(all, " | ", "false"),
        Formula::Implies(left, right) => format!("({} -> {})", write(left), write(right)),
        Formula::Iff(left, right) => format!("({} <-> {})", write(left), write(right)),
        Formula::Quantified(exists, var, body) => {
            let word = if *exists { "exists" } else { "forall" };
            format!("({word} {} {}. {})", var.1.name(), name(var), write(body))
        }
    }
}

impl Text {
    fn write(&self) -> String {
        let mut out = "enum Color { red, green, blue };\nenum Level { 2 .. 5 };\n".to_owned();
        for (i, relation) in self.relations.iter().enumerate() {
            let params = relation.params.iter();
            let params: Vec<String> = params
                .map(|v| format!("{} {}", v.1.name(), name(v)))
                .collect();
            let (params, body) = (params.join(", "), write(&relation.body));
            let _ = writeln!(out, "mu bool R{i}({params})\n  {body};");
        }
        let _ = writeln!(out, "{};", write(&self.question));
        out
    }

    /// `Evaluate` of the paper: the relations on the stack are fixed.
    fn evaluate(&self, relation: usize, fixed: &BTreeMap<usize, Set>) -> Option<Set> {
        let Relation { params, body } = &self.relations[relation];
        let mut value = Set::new();
        let mut history: Vec<Set> = Vec::new();
        while !history.contains(&value) {
            history.push(value.clone());
            let mut inner = fixed.clone();
            inner.insert(relation, value.clone());
            let mut used = BTreeSet::new();
            mentioned(body, &mut used);
            let mut known = inner.clone();
            for other in used {
                if !inner.contains_key(&other) {
                    known.insert(other, self.evaluate(other, &inner)?);
                }
            }
            let mut next = Set::new();
            each_tuple(params, &mut |tuple| {
                let env = params
                    .iter()
                    .map(|v| v.0)
                    .zip(tuple.iter().copied())
                    .collect();
                if holds(body, &env, &known) {
                    next.insert(tuple.to_vec());
                }
            });
            if next == value {
                return Some(value);
            }
            value = next;
        }
        None
    }

    fn answer(&self) -> Option<bool> {
        let mut used = BTreeSet::new();
        mentioned(&self.question, &mut used);
        let mut known = BTreeMap::new();
        for relation in used {
            known.insert(relation, self.evaluate(relation, &BTreeMap::new())?);
        }
        Some(holds(&self.question, &BTreeMap::new(), &known))
    }
}

type Set = BTreeSet<Vec<u32>>;

fn each_tuple(params: &[Var], each: &mut impl FnMut(&[u32])) {
    let mut tuple = vec![0; params.len()];
    loop {
        each(&tuple);
        let mut at = 0;
        loop {
            if at == params.len() {
                return;
            }
            tuple[at] += 1;
            if tuple[at] < params[at].1.size() {
                break;
            }
            tuple[at] = 0;
            at += 1;
        }
    }
}

fn mentioned(formula: &Formula, used: &mut BTreeSet<usize>) {
    match formula {
        Formula::Atom(relation, _) => {
            used.insert(*relation);
        }
        Formula::Compare(..) => {}
        Formula::Not(inner) | Formula::Quantified(_, _, inner) => mentioned(inner, used),
        Formula::And(all) | Formula::Or(all) => all.iter().for_each(|f| mentioned(f, used)),
        Formula::Implies(left, right) | Formula::Iff(left, right) => {
            mentioned(left, used);
            mentioned(right, used);
        }
    }
}

fn holds(formula: &Formula, env: &BTreeMap<usize, u32>, known: &BTreeMap<usize, Set>) -> bool {
    let value = |term: &Term| match term {
        Term::Var(var) => env[&var.0],
        Term::Const(value, _) => *value,
    };
    match formula {
        Formula::Atom(relation, args) => {
            known[relation].contains(&args.iter().map(value).collect::<Vec<u32>>())
        }
        Formula::Compare(op, var, plus, term) => {
            let (left, right) = (env[&var.0] + plus, value(term));
            match *op {
                "=" => left == right,
                "!=" => left != right,
                "<" => left < right,
                "<=" => left <= right,
                ">" => left > right,
                _ => left >= right,
            }
        }
        Formula::Not(inner) => !holds(inner, env, known),
        Formula::And(all) => all.iter().all(|f| holds(f, env, known)),
        Formula::Or(all) => all.iter().any(|f| holds(f, env, known)),
        Formula::Implies(left, right) => !holds(left, env, known) || holds(right, env, known),
        Formula::Iff(left, right) => holds(left, env, known) == holds(right, env, known),
        Formula::Quantified(exists, var, body) => {
            let mut values = 0..var.1.size();
            let with = |value| {
                let mut env = env.clone();
                env.insert(var.0, value);
                holds(body, &env, known)
            };
            match exists {
                true => values.any(with),
                false => values.all(with),
            }
        }
    }
}

/// How texts came out.
#[derive(Debug, Default)]
struct Count {
    yes: u32,
    no: u32,
    endless: u32,
}

fn run(seed: u64, wild: bool, count: &mut Count) {
    let mut generator = Generator {
        rng: Rng::with_seed(seed),
        signatures: Vec::new(),
        next_var: 0,
        allowed: Vec::new(),
        negative_below: 0,
    };
    let text = generator.text(wild);
    let written = text.write();
    let (algorithm, _) = Algorithm::parse(&written)
        .unwrap_or_else(|problems| panic!("seed {seed}: {problems:#?}\n{written}"));
    let program = bp::parse("void main() begin skip; end").expect("a program");
    let session = Session::new(&program, &[], &Config::default()).expect("well formed");
    let found = session.fix(&algorithm, &[checker::Goal::Assertions], false);
    match (text.answer(), found) {
        (Some(expected), Ok(report)) => {
            assert_eq!(report.answers, [expected], "seed {seed}\n{written}");
            count.yes += u32::from(expected);
            count.no += u32::from(!expected);
        }
        // Rounds that never end come back to what they were: there are finitely many sets.
        (None, Err(FixError::Circles { .. })) => count.endless += 1,
        (expected, found) => panic!("seed {seed}: {expected:?}, not {found:?}\n{written}"),
    }
}

fn number(name: &str, otherwise: u64) -> u64 {
    let told = std::env::var(name).ok();
    told.and_then(|n| n.parse().ok()).unwrap_or(otherwise)
}

/// `CALCULUS_CASES=100000` for a long round, from `CALCULUS_SEED`.
fn rounds(wild: bool) -> Count {
    let mut count = Count::default();
    let first = number("CALCULUS_SEED", 0);
    for seed in first..first + number("CALCULUS_CASES", 400) {
        run(seed, wild, &mut count);
    }
    count
}

#[test]
fn monotone_equations() {
    let count = rounds(false);
    assert!(count.yes > 50 && count.no > 50, "{count:?}");
}

#[test]
fn equations_with_negations() {
    let count = rounds(true);
    assert!(
        count.yes > 50 && count.no > 50 && count.endless > 5,
        "{count:?}"
    );
}
