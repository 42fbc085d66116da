//! Horn clauses over integers, and the invariants that Spacer finds for them.

use z3::ast::{Ast, Bool, Dynamic, Int, forall_const};
use z3::{AstKind, DeclKind, Fixedpoint, FuncDecl, Params, SatResult, Sort};

/// A set of tuples of integers.
#[derive(Debug)]
pub struct Relation {
    decl: FuncDecl,
}

impl Relation {
    pub fn holds(&self, of: &[Int]) -> Bool {
        let args: Vec<&dyn Ast> = of.iter().map(|a| a as &dyn Ast).collect();
        let applied = self.decl.apply(&args);
        applied.as_bool().expect("relations are true or false")
    }
}

/// A sum of multiples, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    pub parts: Vec<(Part, i64)>,
    pub constant: i64,
}

/// What is summed up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// An argument of the relation.
    Argument(usize),
    Quotient(Box<Sum>, i64),
    Remainder(Box<Sum>, i64),
}

/// Something that an invariant is made of: a sum that is 0, or at most 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    pub sum: Sum,
    pub equal: bool,
}

/// A system of clauses.
#[derive(Debug, Default)]
pub struct Clauses {
    relations: Vec<FuncDecl>,
    rules: Vec<Bool>,
}

/// Where invariants are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Where there is no way round: at loops and recursion. The easiest to find.
    Loops,
    /// For every relation.
    Everywhere,
}

/// Invariants that a search has found.
#[derive(Debug)]
pub struct Solution {
    fixedpoint: Fixedpoint,
}

impl Clauses {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn relation(&mut self, name: &str, arity: usize) -> Relation {
        let int = Sort::int();
        let domain = vec![&int; arity];
        let decl = FuncDecl::new(name, &domain, &Sort::bool());
        let again = FuncDecl::new(name, &domain, &Sort::bool());
        self.relations.push(again);
        Relation { decl }
    }

    /// For all values of the symbols: if everything holds, then the conclusion.
    pub fn rule(&mut self, symbols: &[Int], facts: &[Bool], conclusion: &Bool) {
        let body = Bool::and(facts).implies(conclusion);
        let bounds: Vec<&dyn Ast> = symbols.iter().map(|s| s as &dyn Ast).collect();
        self.rules.push(if bounds.is_empty() {
            body
        } else {
            forall_const(&bounds, &[], &body)
        });
    }

    /// Invariants that exclude a relation without arguments; `None` if it may hold, or if the search, which may take
    /// so many of Z3's units, finds none.
    pub fn exclude(&self, goal: &Relation, detail: Detail, effort: u32) -> Option<Solution> {
        let fixedpoint = Fixedpoint::new();
        let mut params = Params::new();
        params.set_symbol("engine", "spacer");
        params.set_u32("rlimit", effort);
        // Lemmas that belong together are generalised together: without that, constants are counted up one by one.
        params.set_bool("spacer.global", true);
        // When the effort is spent inside this one, Z3 5.4 complains on stderr about itself.
        params.set_bool("spacer.gg.subsume", false);
        params.set_u32("spacer.iuc.arith", 2);
        if detail == Detail::Everywhere {
            params.set_bool("xform.inline_eager", false);
            params.set_bool("xform.inline_linear", false);
            params.set_bool("xform.slice", false);
        }
        fixedpoint.set_params(&params);
        for relation in &self.relations {
            fixedpoint.register_relation(relation);
        }
        for (n, rule) in self.rules.iter().enumerate() {
            fixedpoint.add_rule(rule, Some(&format!("rule{n}")));
        }
        let answer = fixedpoint.query(&goal.holds(&[]));
        (answer == SatResult::Unsat).then_some(Solution { fixedpoint })
    }
}

impl Solution {
    /// What the invariant of a relation is made of.
    pub fn of(&self, relation: &Relation) -> Vec<Atom> {
        let mut found = Vec::new();
        let cover = self.fixedpoint.get_cover_delta(-1, &relation.decl);
        let mut stack: Vec<Dynamic> = cover.iter().map(|c| Dynamic::from_ast(c)).collect();
        while let Some(term) = stack.pop() {
            if term.kind() != AstKind::App {
                continue;
            }
            let kind = term.decl().kind();
            match atom(kind, &term.children()) {
                Some(atom) if !found.contains(&atom) => found.push(atom),
                Some(_) => {}
                None => stack.extend(term.children()),
            }
        }
        found.reverse();
        met(found)
    }
}

/// Two orders that meet are an equation: it says the same in one word, and goes on being true when numbers wrap.
fn met(mut atoms: Vec<Atom>) -> Vec<Atom> {
    let mut n = 0;
    while n < atoms.len() {
        let mut others = n + 1..atoms.len();
        let meeting = others.find_map(|m| Some((m, equation(&atoms[n], &atoms[m])?)));
        if let Some((m, equation)) = meeting {
            atoms.remove(m);
            atoms[n] = equation;
        }
        n += 1;
    }
    atoms
}

/// `x = k` for `x <= k` and `x >= k`, or for `x > k` and `x < k`, of which an invariant says that they are false.
fn equation(a: &Atom, b: &Atom) -> Option<Atom> {
    if a.equal || b.equal {
        return None;
    }
    let both = plus(a.sum.clone(), b.sum.clone())?;
    let closer = match number(&both)? {
        0 => 0,
        2 => -1,
        _ => return None,
    };
    let sum = plus(a.sum.clone(), constant(closer))?;
    Some(Atom { sum, equal: true })
}

fn atom(kind: DeclKind, of: &[Dynamic]) -> Option<Atom> {
    let [a, b] = of else { return None };
    let (a, b) = (sum(a)?, sum(b)?);
    let difference = |a: Sum, b: Sum| plus(a, times(b, -1)?);
    let (sum, equal) = match kind {
        DeclKind::Eq => (difference(a, b)?, true),
        DeclKind::Le => (difference(a, b)?, false),
        DeclKind::Ge => (difference(b, a)?, false),
        DeclKind::Lt => (plus(difference(a, b)?, constant(1))?, false),
        DeclKind::Gt => (plus(difference(b, a)?, constant(1))?, false),
        _ => return None,
    };
    (!sum.parts.is_empty()).then_some(Atom { sum, equal })
}

fn sum(term: &Dynamic) -> Option<Sum> {
    match term.kind() {
        AstKind::Var => {
            let index = term.to_string();
            let index = index.strip_prefix("(:var ")?.strip_suffix(')')?;
            term.as_int()?;
            Some(one(Part::Argument(index.parse().ok()?)))
        }
        AstKind::Numeral => term.as_int()?.as_i64().map(constant),
        AstKind::App => {
            let children = term.children();
            let mut parts = children.iter().map(sum);
            match term.decl().kind() {
                DeclKind::Add => parts.try_fold(Sum::default(), |all, part| plus(all, part?)),
                DeclKind::Sub => {
                    let first = parts.next()??;
                    parts.try_fold(first, |all, part| plus(all, times(part?, -1)?))
                }
                DeclKind::Uminus => times(parts.next()??, -1),
                DeclKind::Mul => parts.try_fold(constant(1), |all, part| product(all, part?)),
                kind @ (DeclKind::Idiv | DeclKind::Mod) => {
                    let of = Box::new(parts.next()??);
                    let by = number(&parts.next()??).filter(|&by| by > 0)?;
                    Some(one(match kind {
                        DeclKind::Idiv => Part::Quotient(of, by),
                        _ => Part::Remainder(of, by),
                    }))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn constant(constant: i64) -> Sum {
    Sum {
        parts: Vec::new(),
        constant,
    }
}

fn one(part: Part) -> Sum {
    Sum {
        parts: vec![(part, 1)],
        constant: 0,
    }
}

fn number(sum: &Sum) -> Option<i64> {
    sum.parts.is_empty().then_some(sum.constant)
}

fn product(a: Sum, b: Sum) -> Option<Sum> {
    match (number(&a), number(&b)) {
        (Some(factor), _) => times(b, factor),
        (_, Some(factor)) => times(a, factor),
        _ => None,
    }
}

fn times(mut sum: Sum, factor: i64) -> Option<Sum> {
    for (_, coefficient) in &mut sum.parts {
        *coefficient = coefficient.checked_mul(factor)?;
    }
    sum.constant = sum.constant.checked_mul(factor)?;
    Some(sum)
}

fn plus(mut a: Sum, b: Sum) -> Option<Sum> {
    a.constant = a.constant.checked_add(b.constant)?;
    for (part, coefficient) in b.parts {
        match a.parts.iter_mut().find(|(p, _)| *p == part) {
            Some((_, have)) => *have = have.checked_add(coefficient)?,
            None => a.parts.push((part, coefficient)),
        }
    }
    a.parts.retain(|&(_, coefficient)| coefficient != 0);
    Some(a)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `x = y = 0; while (*) { x += 1; y += 2; } assert(y == 2 * x)`, or another multiple.
    fn two_counters(multiple: i64, detail: Detail) -> Option<Vec<Atom>> {
        let mut clauses = Clauses::new();
        let head = clauses.relation("head", 2);
        let error = clauses.relation("error", 0);
        let (x, y) = (Int::new_const("x"), Int::new_const("y"));
        let zero = Int::from_i64(0);
        clauses.rule(&[], &[], &head.holds(&[zero.clone(), zero]));
        let symbols = [x.clone(), y.clone()];
        let here = head.holds(&symbols);
        let next = head.holds(&[&x + 1, &y + 2]);
        clauses.rule(&symbols, std::slice::from_ref(&here), &next);
        let differs = y.eq(&x * Int::from_i64(multiple)).not();
        clauses.rule(&symbols, &[here, differs], &error.holds(&[]));
        let solution = clauses.exclude(&error, detail, 10_000_000)?;
        Some(solution.of(&head))
    }

    #[test]
    fn an_invariant_is_found_and_read() {
        for detail in [Detail::Loops, Detail::Everywhere] {
            let atoms = two_counters(2, detail).expect("there is one");
            // y - 2x, whichever way round and compared with what: nothing else relates the two counters.
            let about_both = |a: &Atom| {
                let of = |n| {
                    let mut parts = a.sum.parts.iter();
                    parts.find_map(|(p, c)| (*p == Part::Argument(n)).then_some(*c))
                };
                matches!((of(0), of(1)), (Some(x), Some(y)) if x == -2 * y)
            };
            assert!(atoms.iter().any(about_both), "{atoms:?}");
        }
    }

    #[test]
    fn orders_that_meet_are_an_equation() {
        let at_most = |factor, constant| Atom {
            sum: Sum {
                parts: vec![(Part::Argument(0), factor)],
                constant,
            },
            equal: false,
        };
        let is = |constant| Atom {
            equal: true,
            ..at_most(1, constant)
        };
        // x <= 5 and x >= 5; x <= 4 and x >= 6, both false; x <= 4 and x >= 5.
        assert_eq!(met(vec![at_most(1, -5), at_most(-1, 5)]), [is(-5)]);
        assert_eq!(met(vec![at_most(1, -4), at_most(-1, 6)]), [is(-5)]);
        assert_eq!(met(vec![at_most(1, -4), at_most(-1, 5)]).len(), 2);
    }

    #[test]
    fn what_is_reachable_is_not_excluded() {
        for detail in [Detail::Loops, Detail::Everywhere] {
            assert_eq!(two_counters(3, detail), None);
        }
    }
}
