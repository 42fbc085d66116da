//! Breadth-first search for a shortest hierarchical path (Bebop, section 3.2).
//!
//! A step is an edge, a whole call taken over by its summary, or the entering of a callee. Ring r holds the states
//! whose shortest hierarchical path has r steps. Binding the results of a call belongs to the call, so a location
//! between return and binding passes its states on within its own ring.
//!
//! Summaries are completed on demand, for the states with which the search arrives at a call. So the path found is a
//! shortest one even where the verdict came from an exploration that stopped at its first hit.
//!
//! A search that begins with frames below the first one may leave frames for good; that is a step, too.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::path::{Path, PathItem, Via};
use super::stack::{BelowFrame, Stack};
use crate::bdd::{Bdd, BddResult, Slot, SlotCopy};
use crate::engine::{Summaries, SummaryStamp};
use crate::flow::{ControlPoint, LocId};
use crate::spds::Spds;

/// A location in a frame with something below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Node {
    pub(crate) loc: LocId,
    pub(crate) below: BelowFrame,
}

/// Where the states of a ring came from.
#[derive(Clone)]
struct Source {
    by: SourceKind,
    from: Node,
}

#[derive(Clone)]
enum SourceKind {
    Edge(usize),
    Over(usize),
    /// With a condition on the caller's state at the call.
    Into(usize, Bdd),
    /// With a condition on the caller's state after the call.
    OutOf(usize, Bdd),
}

struct Arrived {
    states: Bdd,
    sources: Vec<Source>,
}

type Ring = BTreeMap<Node, Arrived>;
type Seen = FxHashMap<Node, Bdd>;

/// A ring that is being made, and all that the rings have met.
struct Wave<'r> {
    ring: &'r mut Ring,
    seen: &'r mut Seen,
}

pub(crate) struct Search<'x, 's, 'a, 'p> {
    pub(crate) spds: &'s Spds<'a, 'p>,
    pub(crate) summaries: &'x mut Summaries<'s, 'a, 'p>,
    /// How calls are entered without returning, and frames left for good. Without it the search stays in one frame,
    /// and its states have entry values.
    pub(crate) stack: Option<&'x mut dyn Stack>,
    /// Calls are gone over by what was known of their summaries before this moment.
    pub(crate) before: SummaryStamp,
    /// Whether only states count that the summaries' exploration has met.
    pub(crate) explored: bool,
    /// The locations that may lead to the goal, where that is known: the search passes over all others.
    pub(crate) may_reach_goal: Option<Vec<bool>>,
}

impl Search<'_, '_, '_, '_> {
    /// A shortest path from the start to a location at which `goal` accepts some of the states: one [`Path`] for
    /// each activation that has not returned.
    pub(crate) fn find(
        &mut self,
        start: Vec<(Node, Bdd)>,
        goal: impl Fn(Node, &Bdd) -> BddResult<Option<Bdd>>,
    ) -> BddResult<Option<Vec<Path>>> {
        let mut seen = Seen::default();
        let mut ring = Ring::new();
        for (node, states) in start {
            let mut wave = Wave {
                ring: &mut ring,
                seen: &mut seen,
            };
            self.arrive(&mut wave, node, &states, None)?;
        }
        let mut rings = Vec::new();
        while !ring.is_empty() {
            let mut met = None;
            for (&node, arrived) in &ring {
                if let Some(states) = goal(node, &arrived.states)? {
                    met = Some((node, states));
                    break;
                }
            }
            rings.push(ring);
            if let Some((node, states)) = met {
                return self.backtrack(&rings, node, states).map(Some);
            }
            ring = self.next_ring(rings.last().expect("just pushed"), &mut seen)?;
        }
        Ok(None)
    }

    fn next_ring(&mut self, ring: &Ring, seen: &mut Seen) -> BddResult<Ring> {
        let spds = self.spds;
        let mut next = Ring::new();
        let wave = &mut Wave {
            ring: &mut next,
            seen,
        };
        for (&from, arrived) in ring {
            if matches!(spds.flow.place(from.loc), ControlPoint::Returned(_)) {
                continue;
            }
            let states = self.summaries.read(from.loc, &arrived.states)?;
            for (edge, loc) in spds.steps(from.loc) {
                let image = spds.relation(edge).image(&spds.bdds, &states)?;
                let by = SourceKind::Edge(edge);
                let to = Node { loc, ..from };
                self.arrive(wave, to, &image, Some(Source { by, from }))?;
            }
            if let Some(index) = spds.flow.call_index(from.loc) {
                self.go_over(wave, index, from, &states)?;
                self.go_into(wave, index, from, &states)?;
            }
            if spds.flow.place(from.loc) == ControlPoint::Exit {
                self.go_out(wave, from, &states)?;
            }
        }
        Ok(next)
    }

    fn go_over(
        &mut self,
        wave: &mut Wave<'_>,
        index: usize,
        from: Node,
        states: &Bdd,
    ) -> BddResult<()> {
        let spds = self.spds;
        let call = &spds.calls[index];
        if !self.explored {
            let mut entered = spds.entered(call, states)?;
            if self.carried() > 0 {
                let carried = spds.bdds.extra_cube(self.carried())?;
                entered = spds.bdds.exists(&entered, &carried)?;
            }
            self.summaries.enter(call.callee, &entered)?;
            self.summaries.run()?;
        }
        let summary = self.summaries.summary_before(call.callee, self.before)?;
        let after = spds.over(call, &summary)?.image(&spds.bdds, states)?;
        let (by, loc) = (SourceKind::Over(index), call.to);
        let to = Node { loc, ..from };
        self.arrive(wave, to, &after, Some(Source { by, from }))
    }

    fn go_into(
        &mut self,
        wave: &mut Wave<'_>,
        index: usize,
        from: Node,
        states: &Bdd,
    ) -> BddResult<()> {
        let Some(stack) = &mut self.stack else {
            return Ok(());
        };
        let spds = self.spds;
        let call = &spds.calls[index];
        let loc = spds.flow.proc(call.callee).entry;
        for (below, condition) in stack.enter(index, from.below)? {
            let allowed = spds.bdds.and(states, &condition)?;
            let inside = spds.begin(call.callee, &spds.entered(call, &allowed)?)?;
            let (by, to) = (SourceKind::Into(index, condition), Node { loc, below });
            self.arrive(wave, to, &inside, Some(Source { by, from }))?;
        }
        Ok(())
    }

    fn go_out(&mut self, wave: &mut Wave<'_>, from: Node, states: &Bdd) -> BddResult<()> {
        let Some(stack) = &mut self.stack else {
            return Ok(());
        };
        let spds = self.spds;
        let proc = spds.flow.proc_of(from.loc);
        for left in stack.leave(proc, from.below) {
            let after = spds.left(left.call, states, &left.frame)?;
            let to = Node {
                loc: spds.calls[left.call].to,
                below: left.below,
            };
            let by = SourceKind::OutOf(left.call, left.frame);
            self.arrive(wave, to, &after, Some(Source { by, from }))?;
        }
        Ok(())
    }

    fn carried(&self) -> u32 {
        self.stack.as_ref().map_or(0, |stack| stack.carried())
    }

    /// Adds states to a ring, and to what the ring's binding steps lead to.
    fn arrive(
        &self,
        wave: &mut Wave<'_>,
        node: Node,
        states: &Bdd,
        source: Option<Source>,
    ) -> BddResult<()> {
        if matches!(&self.may_reach_goal, Some(may_reach_goal) if !may_reach_goal[node.loc.index()])
        {
            return Ok(());
        }
        let bdds = &self.spds.bdds;
        let states = &self.restricted(node.loc, states)?;
        let known = wave.seen.entry(node).or_insert_with(|| bdds.zero());
        let before = wave
            .ring
            .get(&node)
            .map_or_else(|| bdds.zero(), |a| a.states.clone());
        // States that this very ring has already are worth a source of their own, but are not new.
        let older = bdds.minus(known, &before)?;
        let new = bdds.minus(states, &older)?;
        if bdds.is_zero(&new) {
            return Ok(());
        }
        *known = bdds.or(known, &new)?;
        let arrived = wave.ring.entry(node).or_insert_with(|| Arrived {
            states: bdds.zero(),
            sources: Vec::new(),
        });
        arrived.states = bdds.or(&arrived.states, &new)?;
        arrived.sources.extend(source);
        if matches!(self.spds.flow.place(node.loc), ControlPoint::Returned(_)) {
            let read = self.summaries.read(node.loc, &new)?;
            for (edge, loc) in self.spds.steps(node.loc) {
                let image = self.spds.relation(edge).image(bdds, &read)?;
                let (by, to) = (SourceKind::Edge(edge), Node { loc, ..node });
                self.arrive(wave, to, &image, Some(Source { by, from: node }))?;
            }
        }
        Ok(())
    }

    /// The states of a set that count.
    fn restricted(&self, loc: LocId, states: &Bdd) -> BddResult {
        if !self.explored {
            return Ok(states.clone());
        }
        let met = self.summaries.path_edges(loc);
        if self.stack.is_some() {
            let proc = self.spds.flow.proc_of(loc);
            let met = self.spds.current(proc, met)?;
            self.spds.bdds.and(states, &met)
        } else {
            self.spds.bdds.and(states, met)
        }
    }

    fn backtrack(&self, rings: &[Ring], end: Node, states: Bdd) -> BddResult<Vec<Path>> {
        let states = self.one_of(end.loc, &states)?;
        let mut node = end;
        let mut items = vec![PathItem {
            loc: end.loc,
            via: Via::End,
            states,
        }];
        let mut frames = Vec::new();
        let mut at = rings.len() - 1;
        while let Some((source, ring, states)) =
            self.step_back(rings, at, node, items.last().expect("never empty"))?
        {
            let via = match source.by {
                SourceKind::Edge(edge) => Via::Edge(edge),
                SourceKind::Over(call) => Via::Over(call, None),
                SourceKind::Into(call, _) => Via::Into(call),
                SourceKind::OutOf(..) => Via::Out,
            };
            if matches!(via, Via::Into(_) | Via::Out) {
                frames.push(self.frame(node.below, std::mem::take(&mut items)));
            }
            (at, node) = (ring, source.from);
            let loc = node.loc;
            items.push(PathItem { loc, via, states });
        }
        frames.push(self.frame(node.below, items));
        frames.reverse();
        Ok(frames)
    }

    fn frame(&self, below: BelowFrame, mut items: Vec<PathItem>) -> Path {
        items.reverse();
        Path {
            proc: self.spds.flow.proc_of(items[0].loc),
            below,
            items,
        }
    }

    /// One of the states at a location. A path is made of single states, because two calls that are expanded later
    /// must agree on the state between them.
    fn one_of(&self, loc: LocId, states: &Bdd) -> BddResult {
        let spds = self.spds;
        let proc = spds.flow.proc_of(loc);
        let entered: &[Slot] = match self.stack {
            Some(_) => &[],
            None => &spds.entries[proc.index()].tracked,
        };
        let current = spds.live.at(loc).iter().map(|s| (s, SlotCopy::Current));
        let entered = entered.iter().map(|&s| (s, SlotCopy::Entry));
        spds.bdds
            .pick(states, current.chain(entered), self.carried())
    }

    /// The first source from which a state of the ring can have come to the item, with that source's ring and states.
    fn step_back(
        &self,
        rings: &[Ring],
        at: usize,
        node: Node,
        item: &PathItem,
    ) -> BddResult<Option<(Source, usize, Bdd)>> {
        let spds = self.spds;
        for source in &rings[at][&node].sources {
            let before = self.before(source, item)?;
            let before = self.summaries.before_read(source.from.loc, &before)?;
            let binds = matches!(spds.flow.place(source.from.loc), ControlPoint::Returned(_));
            let ring = if binds { at } else { at - 1 };
            let Some(arrived) = rings[ring].get(&source.from) else {
                continue;
            };
            let states = spds.bdds.and(&before, &arrived.states)?;
            if !spds.bdds.is_zero(&states) {
                let one = self.one_of(source.from.loc, &states)?;
                return Ok(Some((source.clone(), ring, one)));
            }
        }
        Ok(None)
    }

    /// The states, as read, from which a source leads to the item.
    fn before(&self, source: &Source, item: &PathItem) -> BddResult {
        let (spds, bdds) = (self.spds, &self.spds.bdds);
        match &source.by {
            SourceKind::Edge(edge) => spds.relation(*edge).preimage(bdds, &item.states),
            SourceKind::Over(index) => {
                let call = &spds.calls[*index];
                let summary = self.summaries.summary_before(call.callee, self.before)?;
                spds.over(call, &summary)?.preimage(bdds, &item.states)
            }
            SourceKind::Into(index, condition) => {
                let before = spds.before_entered(&spds.calls[*index], &item.states)?;
                bdds.and(&before, condition)
            }
            SourceKind::OutOf(index, frame) => {
                spds.before_left(*index, &bdds.and(&item.states, frame)?)
            }
        }
    }
}
