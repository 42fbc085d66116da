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
use super::monolithic::Monolithic;
use crate::bdd::{Bdd, BddResult};
use crate::bp::ProcId;
use crate::flow::LocId;
use crate::spds::Spds;

pub(crate) struct EntryForward<'s, 'a, 'p> {
    monolithic: Monolithic<'s, 'a, 'p>,
    summary: Bdd,
    done: bool,
}

impl<'s, 'a, 'p> EntryForward<'s, 'a, 'p> {
    /// The pairs with which a program starts in some procedures.
    pub(crate) fn new(spds: &'s Spds<'a, 'p>, entries: &[ProcId]) -> BddResult<Self> {
        let monolithic = Monolithic::new(spds)?;
        let summary = monolithic.init(entries)?;
        Ok(EntryForward {
            monolithic,
            summary,
            done: false,
        })
    }

    fn round(&mut self) -> BddResult<()> {
        let bdds = &self.monolithic.spds.bdds;
        let known = &self.summary;
        let inside = self.monolithic.step_inside(known)?;
        let into = self.monolithic.step_into(known)?;
        let over = self.monolithic.step_over(known, known)?;
        let all = bdds.or(&bdds.or(known, &inside)?, &bdds.or(&into, &over)?)?;
        self.done = all == self.summary;
        self.summary = all;
        Ok(())
    }
}

impl Explore for EntryForward<'_, '_, '_> {
    fn reach(&mut self, targets: &[LocId]) -> BddResult<Option<LocId>> {
        loop {
            let met = self.monolithic.met(&self.summary, targets)?;
            if met.is_some() || self.done {
                return Ok(met);
            }
            self.round()?;
        }
    }

    fn states(&mut self, loc: LocId) -> BddResult<Bdd> {
        while !self.done {
            self.round()?;
        }
        self.monolithic.states(&self.summary, loc)
    }
}
