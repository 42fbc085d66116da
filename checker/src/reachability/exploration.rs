//! A system under exploration: what the engine is asked, and what becomes of its answers.

use super::proof::{Proof, proof};
use super::{Invariant, Site, Verdict};
use crate::bdd::BddResult;
use crate::engine::{self, Explore, Summaries};
use crate::flow::{LocId, mod_ref};
use crate::session::Session;
use crate::spds::{Reductions, Spds};
use crate::trace::Tracer;

pub(super) struct Exploration<'s, 'p> {
    session: &'s Session<'p>,
    spds: &'s Spds<'s, 'p>,
    /// The engine that was asked for, if it is not `summaries`.
    engine: Option<Box<dyn Explore + 's>>,
    /// Traces need summaries, whichever engine gives the verdict.
    summaries: Summaries<'s, 's, 'p>,
}

impl<'s, 'p> Exploration<'s, 'p> {
    /// The start of the program, with nothing explored yet.
    pub(super) fn new(session: &'s Session<'p>, spds: &'s Spds<'s, 'p>) -> BddResult<Self> {
        let mut summaries = Summaries::new(spds);
        let engine = engine::create(session.config().engine, spds, session.entries())?;
        if engine.is_none() {
            for &entry in session.entries() {
                summaries.start(entry)?;
            }
        }
        Ok(Exploration {
            session,
            spds,
            engine,
            summaries,
        })
    }

    fn explorer(&mut self) -> &mut dyn Explore {
        match &mut self.engine {
            Some(engine) => engine.as_mut(),
            None => &mut self.summaries,
        }
    }

    /// Whether one of the locations is reachable.
    pub(super) fn reaches(&mut self, targets: &[LocId]) -> BddResult<bool> {
        Ok(!targets.is_empty() && self.explorer().reach(targets)?.is_some())
    }

    /// What was shown, if the engine is one that can say it. No goal may have been reached.
    pub(super) fn proof(&mut self, reductions: &Reductions<'_>) -> BddResult<Option<Proof>> {
        if self.engine.is_some() {
            return Ok(None);
        }
        self.summaries.run()?;
        let sets = mod_ref(self.spds.flow, reductions.observed, reductions.mod_ref);
        proof(self.spds, &self.summaries, &sets).map(Some)
    }

    /// Whether a goal is reachable, with a trace if one is wanted.
    pub(super) fn verdict(&mut self, targets: &[LocId], reachable: bool) -> BddResult<Verdict> {
        if !reachable {
            return Ok(Verdict::Unreachable);
        }
        if !self.session.config().trace {
            return Ok(Verdict::Reachable(None));
        }
        let mut tracer = Tracer {
            explored: !self.session.config().shortest && self.engine.is_none(),
            session: self.session,
            spds: self.spds,
            summaries: &mut self.summaries,
        };
        Ok(Verdict::Reachable(tracer.trace(targets)?))
    }

    /// The valuations with which a labelled location is reachable.
    pub(super) fn invariant(&mut self, label: &str, loc: LocId) -> BddResult<Invariant> {
        let states = self.explorer().states(loc)?;
        let limit = self.session.config().invariant_terms;
        let mut cubes = self.spds.bdds.cubes(&states, limit + 1)?;
        let cut_off = cubes.len() > limit;
        cubes.truncate(limit);
        let site = self.site(loc);
        let scope = self.spds.flow.in_scope(site.proc);
        let named = |cube: Vec<_>| {
            let value = |slot| cube.iter().find(|(s, _)| *s == slot).map(|(_, v)| *v);
            scope
                .iter()
                .filter_map(|&(slot, name)| Some((name, value(slot)?)))
                .collect()
        };
        Ok(Invariant {
            label: label.to_owned(),
            site,
            terms: cubes.into_iter().map(named).collect(),
            cut_off,
        })
    }

    /// The locations that cannot be reached, in the order of the text.
    pub(super) fn unreachable(&mut self) -> BddResult<Vec<Site>> {
        let mut found = Vec::new();
        for loc in self.spds.flow.locs() {
            if self.explorer().reach(&[loc])?.is_none() {
                found.push(self.site(loc));
            }
        }
        Ok(found)
    }

    fn site(&self, loc: LocId) -> Site {
        Site {
            proc: self.spds.flow.proc_of(loc),
            place: self.spds.flow.place(loc),
        }
    }
}
