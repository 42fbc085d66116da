//! The optimised entry-forward fixed point of Getafix (La Torre, Madhusudan and Parlato, section 4.3).
//!
//! As `ef`, with two ideas. Internal steps are taken to completion in each round, because calls and returns cost more.
//! And a round works only on pairs at *relevant* program counters: those at which the last round found something new.
//! The pairs themselves are not cut down to the new ones, whose BDD may be larger than that of all.
//!
//! The paper marks pairs with a bit `fr`, so that one relation holds both what is known now (`fr=1`) and what was known
//! a round ago (`fr=0`); here these are two fields.

use super::Explore;
use super::whole::Whole;
use crate::bdd::{Bdd, Made};
use crate::bp::ProcId;
use crate::flow::LocId;
use crate::spds::Spds;

pub(crate) struct OptimisedEntryForward<'s, 'a, 'p> {
    whole: Whole<'s, 'a, 'p>,
    /// `Summary(1, u, v)`
    known: Bdd,
    /// `Summary(0, u, v)`
    before: Bdd,
}

impl<'s, 'a, 'p> OptimisedEntryForward<'s, 'a, 'p> {
    /// The pairs with which a program starts in some procedures.
    pub(crate) fn new(spds: &'s Spds<'a, 'p>, entries: &[ProcId]) -> Made<Self> {
        let whole = Whole::new(spds)?;
        Ok(OptimisedEntryForward {
            known: whole.init(entries)?,
            before: spds.bdds.no(),
            whole,
        })
    }

    fn is_done(&self) -> bool {
        self.known == self.before
    }

    fn round(&mut self) -> Made<()> {
        let bdds = &self.whole.spds.bdds;
        let relevant = self
            .whole
            .counters(&bdds.minus(&self.known, &self.before)?)?;
        let pairs = bdds.and(&self.known, &relevant)?;
        let inside = self.closure(&pairs)?;
        let into = self.whole.step_into(&pairs)?;
        // Either the caller or the callee has something new.
        let over = bdds.or(
            &self.whole.step_over(&pairs, &self.known)?,
            &self.whole.step_over(&self.known, &pairs)?,
        )?;
        let all = bdds.or(&bdds.or(&self.known, &inside)?, &bdds.or(&into, &over)?)?;
        self.before = std::mem::replace(&mut self.known, all);
        Ok(())
    }

    /// `New1`: the pairs after any number of internal steps.
    fn closure(&self, pairs: &Bdd) -> Made {
        let bdds = &self.whole.spds.bdds;
        let mut all = pairs.clone();
        loop {
            let more = bdds.or(&all, &self.whole.step_inside(&all)?)?;
            if more == all {
                return Ok(all);
            }
            all = more;
        }
    }
}

impl Explore for OptimisedEntryForward<'_, '_, '_> {
    fn reach(&mut self, targets: &[LocId]) -> Made<Option<LocId>> {
        loop {
            let met = self.whole.met(&self.known, targets)?;
            if met.is_some() || self.is_done() {
                return Ok(met);
            }
            self.round()?;
        }
    }

    fn states(&mut self, loc: LocId) -> Made<Bdd> {
        while !self.is_done() {
            self.round()?;
        }
        self.whole.states(&self.known, loc)
    }
}
