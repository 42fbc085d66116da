//! Which heads of a component repeat, by the transitive closure of what lies between its cut points.
//!
//! A fixed point over sets of heads takes as many rounds as the longest way through the component has steps: a loop that
//! counts to 2ⁿ takes 2ⁿ. Here relations are computed instead: from the heads at one cut point of the control flow to
//! those at the next, then cut points are eliminated one by one, the loops through each closed by squaring, which takes n
//! rounds (Kleene's algorithm, on BDDs). The relations have twice the variables of the sets and can be much larger: above
//! a limit there is no answer.
//!
//! A relation is kept as path edges are: the head that it comes from in entry values, the one that it leads to in current
//! values. The automaton records all its marks, which are part of the head: a head repeats where it leads from itself
//! without marks to itself with all.

use super::components::Component;
use super::cut_points::CutPoints;
use super::head_graph::{HeadEdge, HeadGraph, HeadStep};
use super::repeating_heads::HeadsByLocation;
use crate::bdd::{Bdd, BddResult, Slot, SlotCopy};
use crate::engine::Summaries;
use crate::spds::{Observer, Relation, Renaming};

/// Nodes of a relation with which the computation goes on.
const MAX_RELATION_NODES: usize = 200_000;
/// Relations between so many cut points are computed.
const MAX_CUT_POINTS: usize = 12;

/// What was found out about a component.
pub(super) enum Closed {
    NothingRepeats,
    /// All of these heads repeat.
    Repeating(HeadsByLocation),
    TooLarge,
}

/// A cut point, and the renamings that join relations at it.
struct CutPoint {
    /// Its number in the component.
    at: usize,
    from_current: Renaming,
    from_entry: Renaming,
}

pub(super) struct LoopRelations<'c, 'g, 'a, 'p> {
    graph: &'c HeadGraph<'g, 'a, 'p>,
    component: &'c Component,
    recording: &'c Observer,
    /// Calls that return, with marks.
    returning: Summaries<'c, 'a, 'p>,
    cuts: CutPoints,
    cut_points: Vec<CutPoint>,
    /// From each cut point to each, in the order of `cut_points`.
    between: Vec<Vec<Bdd>>,
}

/// A relation has become too large, or the nodes have run out.
enum Stop {
    TooLarge,
    OutOfNodes,
}

impl From<crate::bdd::OutOfNodes> for Stop {
    fn from(_: crate::bdd::OutOfNodes) -> Self {
        Stop::OutOfNodes
    }
}

impl<'c, 'g, 'a, 'p> LoopRelations<'c, 'g, 'a, 'p> {
    /// `recording` records the marks of all acceptance sets.
    pub(super) fn new(
        graph: &'c HeadGraph<'g, 'a, 'p>,
        component: &'c Component,
        recording: &'c Observer,
    ) -> BddResult<Self> {
        let spds = &graph.product.spds;
        let cuts = CutPoints::new(component);
        let mut cut_points = Vec::new();
        for &at in cuts.order.iter().filter(|&&at| cuts.is_cut[at]) {
            let live: Vec<Slot> = spds.live.at(component.locs[at]).iter().collect();
            let renaming = |from| Renaming::new(&spds.bdds, &live, from, SlotCopy::Next);
            cut_points.push(CutPoint {
                at,
                from_current: renaming(SlotCopy::Current)?,
                from_entry: renaming(SlotCopy::Entry)?,
            });
        }
        let count = cut_points.len();
        Ok(LoopRelations {
            graph,
            component,
            recording,
            returning: Summaries::observed(spds, Some(recording)),
            cuts,
            cut_points,
            between: vec![vec![spds.bdds.zero(); count]; count],
        })
    }

    /// The heads at some cut point that repeat, or that there are none in the component.
    pub(super) fn closed(mut self) -> BddResult<Closed> {
        if self.cut_points.len() > MAX_CUT_POINTS {
            return Ok(Closed::TooLarge);
        }
        match self.close() {
            Ok(Some(found)) => Ok(Closed::Repeating(found)),
            Ok(None) => Ok(Closed::NothingRepeats),
            Err(Stop::TooLarge) => Ok(Closed::TooLarge),
            Err(Stop::OutOfNodes) => Err(crate::bdd::OutOfNodes),
        }
    }

    fn close(&mut self) -> Result<Option<HeadsByLocation>, Stop> {
        for i in 0..self.cut_points.len() {
            self.leave(i)?;
        }
        for i in (0..self.cut_points.len()).rev() {
            self.square(i)?;
            if let Some(found) = self.repeating(i)? {
                return Ok(Some(found));
            }
            self.eliminate(i)?;
        }
        Ok(None)
    }

    fn limited(&self, relation: Bdd) -> Result<Bdd, Stop> {
        match self
            .graph
            .product
            .spds
            .bdds
            .is_larger_than(&relation, MAX_RELATION_NODES)
        {
            true => Err(Stop::TooLarge),
            false => Ok(relation),
        }
    }

    /// The relations from a cut point to those that come next.
    fn leave(&mut self, i: usize) -> Result<(), Stop> {
        let (product, component) = (self.graph.product, self.component);
        let bdds = &product.spds.bdds;
        let start = self.cut_points[i].at;
        let mut found = component.nothing(bdds);
        let mut arrived = component.nothing(bdds);
        found[start] = self.identity(start)?;
        for at in self.cuts.order.clone() {
            // What arrives at a cut point has come to its end there.
            if at != start && (self.cuts.is_cut[at] || bdds.is_zero(&found[at])) {
                continue;
            }
            let loc = component.locs[at];
            let read = self.recording.image(bdds, loc, &found[at])?;
            for edge in component.edges.iter().filter(|edge| edge.from == loc) {
                let to = component.index(edge.to);
                let after = self.after(edge, &read)?;
                let known = match self.cuts.is_cut[to] {
                    true => &mut arrived[to],
                    false => &mut found[to],
                };
                *known = bdds.or(known, &after)?;
                if bdds.is_larger_than(known, MAX_RELATION_NODES) {
                    return Err(Stop::TooLarge);
                }
            }
        }
        for (relation, cut) in self.between[i].iter_mut().zip(&self.cut_points) {
            *relation = arrived[cut.at].clone();
        }
        Ok(())
    }

    /// Each head at a location leads to itself, with any marks.
    fn identity(&self, at: usize) -> BddResult {
        let (product, loc) = (self.graph.product, self.component.locs[at]);
        let bdds = &product.spds.bdds;
        let heads = bdds.exists(&self.graph.heads(loc)?, &product.marks_cube()?)?;
        let live = product.spds.live.at(loc);
        bdds.and(
            &heads,
            &bdds.equal(live.iter(), SlotCopy::Entry, SlotCopy::Current)?,
        )
    }

    /// Where an edge leads to from heads that have been read.
    fn after(&mut self, edge: &HeadEdge, read: &Bdd) -> BddResult {
        let spds = &self.graph.product.spds;
        match edge.step {
            HeadStep::Edge(index) => spds.relation(index).image(&spds.bdds, read),
            HeadStep::Over(call) => self.over(call)?.image(&spds.bdds, read),
            HeadStep::Into(call) => {
                let rule = &spds.calls[call];
                let entered = spds.entered_keeping_entry(rule, read)?;
                spds.begin(rule.callee, &entered)
            }
        }
    }

    fn over(&mut self, call: usize) -> BddResult<Relation> {
        let (product, graph) = (self.graph.product, self.graph);
        let spds = &product.spds;
        let rule = &spds.calls[call];
        let heads = spds
            .bdds
            .exists(&graph.heads(rule.from)?, &product.marks_cube()?)?;
        let read = self.recording.image(&spds.bdds, rule.from, &heads)?;
        self.returning
            .enter(rule.callee, &spds.entered(rule, &read)?)?;
        self.returning.run()?;
        spds.over(rule, self.returning.summary(rule.callee))
    }

    /// One relation after another, which meet at a cut point.
    fn join(&self, first: &Bdd, at: &CutPoint, second: &Bdd) -> Result<Bdd, Stop> {
        let bdds = &self.graph.product.spds.bdds;
        if bdds.is_zero(first) || bdds.is_zero(second) {
            return Ok(bdds.zero());
        }
        let first = at.from_current.apply(bdds, first)?;
        let second = at.from_entry.apply(bdds, second)?;
        self.limited(bdds.and_exists(&first, &second, at.from_entry.to())?)
    }

    /// Makes the relation of a cut point to itself transitive.
    fn square(&mut self, i: usize) -> Result<(), Stop> {
        let bdds = &self.graph.product.spds.bdds;
        loop {
            let known = self.between[i][i].clone();
            let twice = self.join(&known, &self.cut_points[i], &known)?;
            let more = self.limited(bdds.or(&known, &twice)?)?;
            if more == known {
                return Ok(());
            }
            self.between[i][i] = more;
        }
    }

    /// Adds the ways through a cut point to the relations between the others.
    fn eliminate(&mut self, i: usize) -> Result<(), Stop> {
        let bdds = &self.graph.product.spds.bdds;
        let at = &self.cut_points[i];
        for to in 0..i {
            let round = self.join(&self.between[i][i], at, &self.between[i][to])?;
            let onward = bdds.or(&self.between[i][to], &round)?;
            for from in 0..i {
                let through = self.join(&self.between[from][i], at, &onward)?;
                self.between[from][to] =
                    self.limited(bdds.or(&self.between[from][to], &through)?)?;
            }
        }
        Ok(())
    }

    /// The heads at a cut point that lead to themselves through every acceptance set.
    fn repeating(&self, i: usize) -> BddResult<Option<HeadsByLocation>> {
        let (product, loc) = (
            self.graph.product,
            self.component.locs[self.cut_points[i].at],
        );
        let (spds, bdds) = (&product.spds, &product.spds.bdds);
        let marks: Vec<Slot> = product.mark_slots().collect();
        let unmarked = spds
            .live
            .at(loc)
            .iter()
            .filter(|slot| !marks.contains(slot));
        let same = bdds.equal(unmarked, SlotCopy::Entry, SlotCopy::Current)?;
        let mut loops = bdds.and(&self.between[i][i], &same)?;
        loops = bdds.and(&loops, &product.all_marks(true)?)?;
        for &mark in &marks {
            loops = bdds.minus(&loops, bdds.var(mark, SlotCopy::Entry))?;
        }
        if bdds.is_zero(&loops) {
            return Ok(None);
        }
        let entry = spds.live.at(loc).iter().map(|slot| (slot, SlotCopy::Entry));
        let heads = bdds.exists(&loops, &bdds.cube(entry)?)?;
        let heads = bdds.exists(&heads, &product.marks_cube()?)?;
        Ok(Some(HeadsByLocation {
            locs: vec![loc],
            heads: vec![bdds.and(&heads, &product.all_marks(false)?)?],
        }))
    }
}
