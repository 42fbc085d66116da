//! A solver that lives long, with a limit on the effort for each question.
//!
//! Effort is counted in Z3's own units and not in seconds: on every machine and under any load, the same questions are
//! answered and the same given up. On the questions of the loop a core does one to three million units a second.

use z3::ast::Bool;
use z3::{Model, Params, SatResult, Solver};

/// An impatient prover gives every question at least this part of its effort.
const LEAST: u32 = 32;

/// What a solver says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Satisfiable,
    Unsatisfiable,
    /// It gave up.
    Unknown,
}

/// A solver of the calling thread's Z3 context.
#[derive(Debug)]
pub struct Prover {
    solver: Solver,
    effort: u32,
    /// What a question may take now, if that depends on how the last ones went.
    allowed: Option<u32>,
    /// How many questions were asked.
    pub questions: u64,
}

impl Prover {
    /// `effort`: how many units one question may take.
    pub fn new(effort: u32) -> Self {
        let solver = Solver::new();
        solver.set_params(&limits(effort));
        Prover {
            solver,
            effort,
            allowed: None,
            questions: 0,
        }
    }

    /// One that loses patience: after each question that was given up the next may take half as much, and with each
    /// answer it recovers a little. Where one question is too hard, its neighbours often are.
    pub fn impatient(effort: u32) -> Self {
        Prover {
            allowed: Some(effort),
            ..Prover::new(effort)
        }
    }

    /// Questions asked inside may take so much effort and no more.
    pub fn hurried<T>(&mut self, effort: u32, work: impl FnOnce(&mut Self) -> T) -> T {
        self.solver.set_params(&limits(effort.min(self.effort)));
        let result = work(self);
        self.solver
            .set_params(&limits(self.allowed.unwrap_or(self.effort)));
        result
    }

    /// What is asserted inside is forgotten afterwards.
    pub fn scope<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.solver.push();
        let result = work(self);
        self.solver.pop(1);
        result
    }

    pub fn assert(&mut self, fact: &Bool) {
        self.solver.assert(fact);
    }

    /// Can everything asserted be true at once?
    pub fn check(&mut self) -> Answer {
        self.questions += 1;
        let answer = answer(self.solver.check());
        self.learn_patience(answer);
        answer
    }

    fn learn_patience(&mut self, answer: Answer) {
        let Some(allowed) = self.allowed else { return };
        let next = match answer {
            Answer::Unknown => (allowed / 2).max(self.effort / LEAST),
            _ => (allowed + self.effort / LEAST).min(self.effort),
        };
        if next != allowed {
            self.allowed = Some(next);
            self.solver.set_params(&limits(next));
        }
    }

    /// Can everything asserted and everything assumed be true at once?
    pub fn check_with(&mut self, assumed: &[Bool]) -> Answer {
        self.questions += 1;
        answer(self.solver.check_assumptions(assumed))
    }

    /// After an unsatisfiable [`Prover::check_with`]: the positions of assumptions that are enough for it.
    pub fn core(&self, assumed: &[Bool]) -> Vec<usize> {
        let core = self.solver.get_unsat_core();
        let needed = |a: &Bool| core.iter().any(|c| c.ast_eq(a));
        (0..assumed.len())
            .filter(|&i| needed(&assumed[i]))
            .collect()
    }

    /// After a satisfiable question.
    pub fn model(&self) -> Option<Model> {
        self.solver.get_model()
    }

    /// Whether the facts exclude the claim's opposite; `false` also when the solver gives up.
    pub fn implies(&mut self, facts: &[&Bool], claim: &Bool) -> bool {
        self.scope(|p| {
            facts.iter().for_each(|f| p.assert(f));
            p.assert(&claim.not());
            p.check() == Answer::Unsatisfiable
        })
    }
}

fn limits(effort: u32) -> Params {
    let mut params = Params::new();
    params.set_u32("rlimit", effort.max(1));
    params.set_bool("core.minimize", true);
    params
}

fn answer(result: SatResult) -> Answer {
    match result {
        SatResult::Sat => Answer::Satisfiable,
        SatResult::Unsat => Answer::Unsatisfiable,
        SatResult::Unknown => Answer::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use z3::ast::BV;

    /// Too hard for little effort: a product that is a given odd number.
    fn hard(prover: &mut Prover) -> Answer {
        prover.scope(|prover| {
            let (x, y) = (BV::new_const("x", 64), BV::new_const("y", 64));
            let product = BV::from_u64(0xd3c2_1b9f_4a07_7ce1, 64);
            let one = BV::from_u64(1, 64);
            prover.assert(&x.bvmul(&y).eq(product));
            prover.assert(&Bool::and(&[x.bvugt(&one), y.bvugt(&x)]));
            prover.assert(&y.bvult(BV::from_u64(1 << 40, 64)));
            prover.check()
        })
    }

    #[test]
    fn a_hurry_ends() {
        let mut prover = Prover::new(u32::MAX);
        assert_eq!(prover.hurried(20_000, hard), Answer::Unknown);
        let x = BV::new_const("x", 32);
        let (even, odd) = (x.bvmul(2u64), x.bvmul(2u64).bvadd(1u64));
        assert!(prover.implies(&[], &even.eq(&odd).not()));
    }

    #[test]
    fn every_question_has_the_whole_effort() {
        let mut prover = Prover::new(20_000);
        for _ in 0..3 {
            assert_eq!(hard(&mut prover), Answer::Unknown);
            // After one that was given up, and after many that were not, an easy one is answered.
            for n in 0..200 {
                let x = BV::new_const(format!("x{n}"), 32);
                let small = x.bvult(BV::from_u64(n + 1, 32));
                let large = x.bvugt(BV::from_u64(n + 1, 32));
                assert!(prover.implies(&[&small], &large.not()));
            }
        }
    }
}
