//! Random boolean programs from a seed.
//!
//! They use every sequential construct of the language: recursion and mutual recursion, formals and several returned
//! values, several `return`s, procedures that fall off their end, `goto` in any direction and into blocks, labels
//! (sometimes two on a statement), `constrain`, `schoose`, `enforce`, `dead`, initial values, discarded results, and
//! locals that shadow globals. `size` is roughly the number of simple statements; the number of variables in scope
//! is at most 8 up to size 64 and grows slowly beyond. The mix is tuned so that about half of the labels are
//! reachable.
//!
//! The output is part of the interface: it depends on nothing but seed and size.

mod expressions;
mod plan;
mod procedure;
mod statements;

use std::fmt;

use super::prng::Prng;
use expressions::Scope;
use plan::Plan;
use procedure::Body;

/// The random program of a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random {
    pub seed: u64,
    pub size: u32,
}

impl fmt::Display for Random {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut prng = Prng(self.seed ^ u64::from(self.size).rotate_left(32));
        let plan = Plan::new(&mut prng, self.size);
        writeln!(
            out,
            "// Random program: seed {}, size {}.",
            self.seed, self.size
        )?;
        for (index, global) in plan.globals.iter().enumerate() {
            let mut scope = Scope {
                prng: &mut prng,
                vars: &plan.globals[..index],
                next: &[],
            };
            writeln!(out, "decl {global}{};", scope.initial_value(60))?;
        }
        (0..plan.procs.len()).try_for_each(|index| Body::write(&mut prng, &plan, index, out))
    }
}
