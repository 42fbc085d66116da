//! Answers that depend on where objects lie (ADR 0013).
//!
//! The loop looks for bugs and proofs with objects at fixed places first: that is cheap, and nearly all programs do the
//! same wherever objects lie. A proof of one that makes use of addresses is not an answer yet. The loop runs once more
//! with its predicates, and those objects lie anywhere: what it says then is the answer.

use ir::VarId;

use super::bug::Cause;
use crate::{Observer, Session, Verdict};

impl Session {
    /// Whether what was found with objects at fixed places need not hold elsewhere.
    pub(crate) fn depends_on_placement(&self) -> bool {
        !self.placed_anywhere && !self.prepared.facts.placement.is_fixed()
    }

    /// Runs the loop with objects anywhere, after what was said of them at fixed places.
    pub(crate) fn decide_anywhere(
        &mut self,
        fixed: Verdict,
        observer: &mut dyn Observer,
    ) -> Verdict {
        self.placed_anywhere = true;
        self.proved_by = None;
        self.restart();
        match (self.run_strategies(observer), fixed) {
            (Verdict::Unknown(why), Verdict::Proved) => Verdict::Unknown(format!(
                "no violation was found with objects at one place, but the program depends on where they lie, and \
                 anywhere else: {why}"
            )),
            (verdict, _) => verdict,
        }
    }

    /// Where the variables lie that an execution depends on the addresses of, as far as that was chosen for it; `None`
    /// if it depends on none.
    pub(crate) fn places(&self, cause: &Cause) -> Option<Vec<(String, u64)>> {
        if self.prepared.facts.placement.is_fixed() {
            return None;
        }
        let program = &self.prepared.program;
        let named = |(var, address): (VarId, u64)| (program.vars[var].name.to_string(), address);
        let chosen: Vec<(VarId, u64)> = match cause {
            Cause::Run(_) => Vec::new(),
            Cause::Solver(found) if self.placed_anywhere => found.places.clone(),
            Cause::Solver(_) => {
                let open = &self.prepared.facts.placement.open;
                let fixed = self.prepared.facts.layout.all_fixed();
                let chosen = |&(var, _): &(VarId, u64)| {
                    open.contains(&var) && program.vars[var].kind.is_static()
                };
                fixed.filter(chosen).collect()
            }
        };
        Some(chosen.into_iter().map(named).collect())
    }
}
