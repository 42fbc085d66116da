//! A solver that lives long, with a limit on the effort for each question.
//!
//! Effort is counted in Z3's own units and not in seconds: on every machine and under any load, the same questions are
//! answered and the same given up. On the questions of the loop a core does one to three million units a second.

use z3::ast::Bool;
use z3::{Model, Params, SatResult, Solver, StatisticsValue};

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
    /// How many questions were asked.
    pub questions: u64,
}

impl Prover {
    /// `effort`: how many units one question may take.
    pub fn new(effort: u32) -> Self {
        let mut params = Params::new();
        params.set_u32("rlimit", effort.max(1));
        params.set_bool("core.minimize", true);
        let solver = Solver::new();
        solver.set_params(&params);
        Prover {
            solver,
            questions: 0,
        }
    }

    /// How much effort was taken so far, by all questions in this thread's context; it wraps.
    pub fn effort(&self) -> u32 {
        match self.solver.get_statistics().value("rlimit count") {
            Some(StatisticsValue::UInt(count)) => count,
            _ => 0,
        }
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
        answer(self.solver.check())
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

/// Whether the last call of Z3 in this thread failed for want of memory. The crate that wraps Z3 panics then.
pub fn solver_is_out_of_memory() -> bool {
    let context = z3::Context::thread_local();
    // SAFETY: the context lives as long as the thread.
    let code = unsafe { z3_sys::Z3_get_error_code(context.get_z3_context()) };
    code == z3_sys::ErrorCode::MemoutFail
}

fn answer(result: SatResult) -> Answer {
    match result {
        SatResult::Sat => Answer::Satisfiable,
        SatResult::Unsat => Answer::Unsatisfiable,
        SatResult::Unknown if mutants::is("what-the-solver-gives-up-on-is-impossible") => {
            Answer::Unsatisfiable
        }
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
