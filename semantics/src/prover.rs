//! A solver that lives long, with a time limit for each question.

use std::time::Duration;

use z3::ast::Bool;
use z3::{Model, Params, SatResult, Solver};

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
    /// `limit`: how long one question may take.
    pub fn new(limit: Duration) -> Self {
        let prover = Prover {
            solver: Solver::new(),
            questions: 0,
        };
        prover.limit(limit);
        prover
    }

    /// Changes how long one question may take.
    pub fn limit(&self, limit: Duration) {
        let mut params = Params::new();
        let milliseconds = limit.as_millis().clamp(1, 1_000_000) as u32;
        params.set_u32("timeout", milliseconds);
        params.set_bool("core.minimize", true);
        self.solver.set_params(&params);
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

fn answer(result: SatResult) -> Answer {
    match result {
        SatResult::Sat => Answer::Satisfiable,
        SatResult::Unsat => Answer::Unsatisfiable,
        SatResult::Unknown => Answer::Unknown,
    }
}
