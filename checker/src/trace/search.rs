//! Breadth-first search for a shortest hierarchical path (Bebop, section 3.2).
//!
//! A step is an edge, a whole call taken over by its summary, or the entering of a callee. Ring r holds the states
//! whose shortest hierarchical path has r steps. Binding the results of a call belongs to the call, so a location
//! between return and binding passes its states on within its own ring.
//!
//! Summaries are completed on demand, for the states with which the search arrives at a call. So the path found is a
//! shortest one even where the verdict came from an exploration that stopped at its first hit.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::path::{Item, Path, Via};
use crate::bdd::{Bdd, Copy3, Made};
use crate::engine::{Moment, Summaries};
use crate::flow::{LocId, Place};
use crate::spds::Spds;

/// Where the states of a ring came from.
#[derive(Clone, Copy)]
enum Source {
    Edge(usize),
    Over(usize),
    Into(usize),
}

struct Arrived {
    states: Bdd,
    sources: Vec<Source>,
}

type Ring = BTreeMap<LocId, Arrived>;

pub(super) struct Search<'x, 's, 'a, 'p> {
    pub(super) spds: &'s Spds<'a, 'p>,
    pub(super) summaries: &'x mut Summaries<'s, 'a, 'p>,
    /// Whether calls may be entered without returning.
    pub(super) enters: bool,
    /// Calls are gone over by what was known of their summaries before this moment.
    pub(super) before: Moment,
    /// Whether only states count that the summaries' exploration has met.
    pub(super) explored: bool,
}

impl Search<'_, '_, '_, '_> {
    /// A shortest path from the start to a location at which `goal` accepts some of the states: one [`Path`] for
    /// each activation that has not returned.
    pub(super) fn find(
        &mut self,
        start: Vec<(LocId, Bdd)>,
        goal: impl Fn(LocId, &Bdd) -> Made<Option<Bdd>>,
    ) -> Made<Option<Vec<Path>>> {
        let mut seen = FxHashMap::default();
        let mut ring = Ring::new();
        for (loc, states) in start {
            self.arrive(&mut ring, &mut seen, loc, &states, None)?;
        }
        let mut rings = Vec::new();
        while !ring.is_empty() {
            let mut met = None;
            for (&loc, arrived) in &ring {
                if let Some(states) = goal(loc, &arrived.states)? {
                    met = Some((loc, states));
                    break;
                }
            }
            rings.push(ring);
            if let Some((loc, states)) = met {
                return self.backtrack(&rings, loc, states).map(Some);
            }
            ring = self.next_ring(rings.last().expect("just pushed"), &mut seen)?;
        }
        Ok(None)
    }

    fn next_ring(&mut self, ring: &Ring, seen: &mut FxHashMap<LocId, Bdd>) -> Made<Ring> {
        let spds = self.spds;
        let mut next = Ring::new();
        for (&loc, arrived) in ring {
            if matches!(spds.flow.place(loc), Place::Returned(_)) {
                continue;
            }
            for (edge, to) in spds.steps(loc) {
                let image = spds.relation(edge).image(&spds.bdds, &arrived.states)?;
                self.arrive(&mut next, seen, to, &image, Some(Source::Edge(edge)))?;
            }
            if let Some(index) = spds.flow.call_index(loc) {
                self.take_call(&mut next, seen, index, &arrived.states)?;
            }
        }
        Ok(next)
    }

    fn take_call(
        &mut self,
        next: &mut Ring,
        seen: &mut FxHashMap<LocId, Bdd>,
        index: usize,
        states: &Bdd,
    ) -> Made<()> {
        let spds = self.spds;
        let call = &spds.calls[index];
        let entered = spds.entered(call, states)?;
        if !self.explored {
            self.summaries.enter(call.callee, &entered)?;
            self.summaries.run()?;
        }
        let summary = self.summaries.summary_before(call.callee, self.before)?;
        let over = spds.over(call, &summary)?;
        let after = over.image(&spds.bdds, states)?;
        self.arrive(next, seen, call.to, &after, Some(Source::Over(index)))?;
        if self.enters {
            let inside = spds.begin(call.callee, &entered)?;
            let entry = spds.flow.proc(call.callee).entry;
            self.arrive(next, seen, entry, &inside, Some(Source::Into(index)))?;
        }
        Ok(())
    }

    /// Adds states to a ring, and to what the ring's binding steps lead to.
    fn arrive(
        &self,
        ring: &mut Ring,
        seen: &mut FxHashMap<LocId, Bdd>,
        loc: LocId,
        states: &Bdd,
        source: Option<Source>,
    ) -> Made<()> {
        let bdds = &self.spds.bdds;
        let states = &self.restricted(loc, states)?;
        let known = seen.entry(loc).or_insert_with(|| bdds.no());
        let before = ring
            .get(&loc)
            .map_or_else(|| bdds.no(), |a| a.states.clone());
        // States that this very ring has already are worth a source of their own, but are not new.
        let older = bdds.minus(known, &before)?;
        let new = bdds.minus(states, &older)?;
        if bdds.is_no(&new) {
            return Ok(());
        }
        *known = bdds.or(known, &new)?;
        let arrived = ring.entry(loc).or_insert_with(|| Arrived {
            states: bdds.no(),
            sources: Vec::new(),
        });
        arrived.states = bdds.or(&arrived.states, &new)?;
        arrived.sources.extend(source);
        if matches!(self.spds.flow.place(loc), Place::Returned(_)) {
            for (edge, to) in self.spds.steps(loc) {
                let image = self.spds.relation(edge).image(bdds, &new)?;
                self.arrive(ring, seen, to, &image, Some(Source::Edge(edge)))?;
            }
        }
        Ok(())
    }

    /// The states of a set that count.
    fn restricted(&self, loc: LocId, states: &Bdd) -> Made {
        if !self.explored {
            return Ok(states.clone());
        }
        let met = self.summaries.path_edges(loc);
        if self.enters {
            let proc = self.spds.flow.proc_of(loc);
            let met = self.spds.current(proc, met)?;
            self.spds.bdds.and(states, &met)
        } else {
            self.spds.bdds.and(states, met)
        }
    }

    fn backtrack(&self, rings: &[Ring], loc: LocId, states: Bdd) -> Made<Vec<Path>> {
        let flow = self.spds.flow;
        let states = self.one_of(loc, &states)?;
        let mut items = vec![Item {
            loc,
            via: Via::End,
            states,
        }];
        let mut frames = Vec::new();
        let mut at = rings.len() - 1;
        while let Some((source, ring, states)) =
            self.step_back(rings, at, items.last().expect("never empty"))?
        {
            at = ring;
            let (loc, via) = match source {
                Source::Edge(edge) => (flow.edges()[edge].from, Via::Edge(edge)),
                Source::Over(call) => (flow.calls()[call].from, Via::Over(call, None)),
                Source::Into(call) => (flow.calls()[call].from, Via::Into(call)),
            };
            if matches!(via, Via::Into(_)) {
                frames.push(self.frame(std::mem::take(&mut items)));
            }
            items.push(Item { loc, via, states });
        }
        frames.push(self.frame(items));
        frames.reverse();
        Ok(frames)
    }

    fn frame(&self, mut items: Vec<Item>) -> Path {
        items.reverse();
        Path {
            proc: self.spds.flow.proc_of(items[0].loc),
            items,
        }
    }

    /// One of the states at a location. A path is made of single states, because two calls that are expanded later
    /// must agree on the state between them.
    fn one_of(&self, loc: LocId, states: &Bdd) -> Made {
        let spds = self.spds;
        let proc = spds.flow.proc_of(loc);
        let entered = if self.enters {
            &[][..]
        } else {
            &spds.entries[proc.index()].tracked
        };
        let current = spds.live.at(loc).iter().map(|s| (s, Copy3::Current));
        spds.bdds.pick(
            states,
            current.chain(entered.iter().map(|&s| (s, Copy3::Entry))),
        )
    }

    /// The first source from which a state of the ring can have come to the item, with that source's ring and states.
    fn step_back(
        &self,
        rings: &[Ring],
        at: usize,
        item: &Item,
    ) -> Made<Option<(Source, usize, Bdd)>> {
        let spds = self.spds;
        for &source in &rings[at][&item.loc].sources {
            let (from, before) = match source {
                Source::Edge(edge) => (
                    spds.flow.edges()[edge].from,
                    spds.relation(edge).preimage(&spds.bdds, &item.states)?,
                ),
                Source::Over(index) => {
                    let call = &spds.calls[index];
                    let summary = self.summaries.summary_before(call.callee, self.before)?;
                    let over = spds.over(call, &summary)?;
                    (call.from, over.preimage(&spds.bdds, &item.states)?)
                }
                Source::Into(index) => {
                    let call = &spds.calls[index];
                    (call.from, spds.before_entered(call, &item.states)?)
                }
            };
            let binds = matches!(spds.flow.place(from), Place::Returned(_));
            let ring = if binds { at } else { at - 1 };
            let Some(arrived) = rings[ring].get(&from) else {
                continue;
            };
            let states = spds.bdds.and(&before, &arrived.states)?;
            if !spds.bdds.is_no(&states) {
                return Ok(Some((source, ring, self.one_of(from, &states)?)));
            }
        }
        Ok(None)
    }
}
