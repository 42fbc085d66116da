//! The optimised entry-forward fixed point of Getafix (La Torre, Madhusudan and Parlato, section 4.3).
//!
//! As `ef`, with two ideas. Internal steps are taken to completion in each round, because calls and returns cost more.
//! And a round works only on pairs at *relevant* program counters: those at which the last round found something new.
//! The pairs themselves are not cut down to the new ones, whose BDD may be larger than that of all.
//!
//! The paper marks pairs with a bit `fr`, so that one relation holds both what is known now (`fr=1`) and what was known
//! a round ago (`fr=0`); here these are two fields.

use super::Explore;
use super::monolithic::Monolithic;
use crate::bdd::{Bdd, BddResult};
use crate::bp::ProcId;
use crate::flow::LocId;
use crate::spds::Spds;

pub(crate) struct OptimisedEntryForward<'s, 'a, 'p> {
    monolithic: Monolithic<'s, 'a, 'p>,
    /// `Summary(1, u, v)`
    known: Bdd,
    /// `Summary(0, u, v)`
    before: Bdd,
}

impl<'s, 'a, 'p> OptimisedEntryForward<'s, 'a, 'p> {
    /// The pairs with which a program starts in some procedures.
    pub(crate) fn new(spds: &'s Spds<'a, 'p>, entries: &[ProcId]) -> BddResult<Self> {
        let monolithic = Monolithic::new(spds)?;
        Ok(OptimisedEntryForward {
            known: monolithic.init(entries)?,
            before: spds.bdds.zero(),
            monolithic,
        })
    }

    fn is_done(&self) -> bool {
        self.known == self.before
    }

    fn round(&mut self) -> BddResult<()> {
        let bdds = &self.monolithic.spds.bdds;
        let relevant = self
            .monolithic
            .counters(&bdds.minus(&self.known, &self.before)?)?;
        let pairs = bdds.and(&self.known, &relevant)?;
        let inside = self.closure(&pairs)?;
        let into = self.monolithic.step_into(&pairs)?;
        // Either the caller or the callee has something new.
        let over = bdds.or(
            &self.monolithic.step_over(&pairs, &self.known)?,
            &self.monolithic.step_over(&self.known, &pairs)?,
        )?;
        let all = bdds.or(&bdds.or(&self.known, &inside)?, &bdds.or(&into, &over)?)?;
        self.before = std::mem::replace(&mut self.known, all);
        Ok(())
    }

    /// `New1`: the pairs after any number of internal steps.
    fn closure(&self, pairs: &Bdd) -> BddResult {
        let bdds = &self.monolithic.spds.bdds;
        let mut all = pairs.clone();
        loop {
            let more = bdds.or(&all, &self.monolithic.step_inside(&all)?)?;
            if more == all {
                return Ok(all);
            }
            all = more;
        }
    }
}

impl Explore for OptimisedEntryForward<'_, '_, '_> {
    fn reach(&mut self, targets: &[LocId]) -> BddResult<Option<LocId>> {
        loop {
            let met = self.monolithic.met(&self.known, targets)?;
            if met.is_some() || self.is_done() {
                return Ok(met);
            }
            self.round()?;
        }
    }

    fn states(&mut self, loc: LocId) -> BddResult<Bdd> {
        while !self.is_done() {
            self.round()?;
        }
        self.monolithic.states(&self.known, loc)
    }
}
