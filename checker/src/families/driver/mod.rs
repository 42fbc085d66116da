//! Boolean programs like those that predicate abstraction makes of a device driver.
//!
//! The variables are predicates, in clusters of one to three that speak of the same variable of the C program (and
//! exclude each other, which `enforce` says). A statement assigns one cluster and reads one or two; a condition is a
//! `goto` to several `assume`s; a procedure sees a few global clusters beside its own, and
//! helpers call helpers that are declared soon after them. The dispatch routines take and
//! release a lock, some of them only where a local flag says so, and call helpers in between; `main` calls dispatch
//! routines for ever. Taking the lock twice, or releasing it twice, leads to the label `ERROR`: the shape of SLAM's
//! first property (Ball and Rajamani, *The SLAM project*, 2002).
//!
//! `ERROR` is unreachable unless the program is `faulty`; then one routine does not always release what it took.

mod plan;
mod procedure;
mod statements;

use std::fmt;

use super::prng::Prng;
use plan::Plan;
use procedure::Body;

/// The driver of a seed, with about this many statements, and this many predicates in scope at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Driver {
    pub seed: u64,
    pub statements: u32,
    pub predicates: u32,
    pub faulty: bool,
}

/// Statements of a procedure.
const STATEMENTS_PER_PROCEDURE: u32 = 30;
/// Global clusters that a procedure sees.
const GLOBAL_CLUSTERS_SEEN: u32 = 3;
/// How many of the next helpers a helper may call.
const CALLABLE_HELPERS: u32 = 4;

const LOCKS: &str = "
void acquire()
begin
  goto A1, A2;
  A1: assume({lock == 1});
  ERROR: skip;
  A2: assume(!{lock == 1});
  {lock == 1} := T;
end

void release()
begin
  goto A1, A2;
  A1: assume(!{lock == 1});
  ERROR: skip;
  A2: assume({lock == 1});
  {lock == 1} := F;
end
";

impl fmt::Display for Driver {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut prng = Prng(self.seed);
        let plan = Plan::new(&mut prng, self);
        let Driver {
            seed, statements, ..
        } = self;
        writeln!(out, "// Driver: seed {seed}, {statements} statements.")?;
        writeln!(out, "decl {{lock == 1}} := F;")?;
        for cluster in &plan.globals {
            writeln!(out, "decl {};", cluster.0.join(", "))?;
        }
        out.write_str(LOCKS)?;
        plan.main(out)?;
        for index in 0..plan.procs.len() {
            let mut body = Body::new(&mut prng, &plan, index);
            body.write()?;
            out.write_str(&body.out)?;
        }
        Ok(())
    }
}
