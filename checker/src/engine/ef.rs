//! The entry-forward fixed point of Getafix (La Torre, Madhusudan and Parlato, section 4.2 and appendix).
//!
//! One relation holds everything: pairs of "the procedure was entered so" and "it is here now so", for all procedures
//! at once. Each round adds what one internal step, one call or one step over a call makes of all pairs known so far,
//! until nothing is new (Tarski's iteration, as a solver of fixed-point formulas does it):
//!
//! ```text
//! Summary(u,v) = Init(u,v) ∨ ∃x. Summary(u,x) ∧ ProgramInt(x,v)
//!              ∨ u=v ∧ ∃x,y. Summary(x,y) ∧ IntoCall(y,u)
//!              ∨ ∃… (∃x. Summary(u,x) ∧ ReturnA ∧ IntoCall1) ∧ (∃y,z. Summary(y,z) ∧ Exit(z) ∧ ReturnB)
//! ```

use super::Explore;
use super::whole::Whole;
use crate::bdd::{Bdd, Made};
use crate::bp::ProcId;
use crate::flow::LocId;
use crate::spds::Spds;

pub(crate) struct EntryForward<'s, 'a, 'p> {
    whole: Whole<'s, 'a, 'p>,
    summary: Bdd,
    done: bool,
}

impl<'s, 'a, 'p> EntryForward<'s, 'a, 'p> {
    /// The pairs with which a program starts in some procedures.
    pub(crate) fn new(spds: &'s Spds<'a, 'p>, entries: &[ProcId]) -> Made<Self> {
        let whole = Whole::new(spds)?;
        let summary = whole.init(entries)?;
        Ok(EntryForward {
            whole,
            summary,
            done: false,
        })
    }

    fn round(&mut self) -> Made<()> {
        let bdds = &self.whole.spds.bdds;
        let known = &self.summary;
        let inside = self.whole.step_inside(known)?;
        let into = self.whole.step_into(known)?;
        let over = self.whole.step_over(known, known)?;
        let all = bdds.or(&bdds.or(known, &inside)?, &bdds.or(&into, &over)?)?;
        self.done = all == self.summary;
        self.summary = all;
        Ok(())
    }
}

impl Explore for EntryForward<'_, '_, '_> {
    fn reach(&mut self, targets: &[LocId]) -> Made<Option<LocId>> {
        loop {
            let met = self.whole.met(&self.summary, targets)?;
            if met.is_some() || self.done {
                return Ok(met);
            }
            self.round()?;
        }
    }

    fn states(&mut self, loc: LocId) -> Made<Bdd> {
        while !self.done {
            self.round()?;
        }
        self.whole.states(&self.summary, loc)
    }
}
