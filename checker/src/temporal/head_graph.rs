//! The graph of heads (Esparza and Schwoon, section 4.2), on summaries.
//!
//! A head is a location with current values, of the program and of the automaton: what the top of the stack looks like.
//! Its edges say which heads follow without anything below being looked at: steps, calls (the stack grows for good) and
//! calls that have returned. An edge is marked with the acceptance sets of the transitions that the automaton takes
//! along it; for a call that has returned, with those that it takes inside.
//!
//! Nodes and edges are kept by location; which valuations they connect is a relation.

use super::product::{Marks, Product};
use crate::bdd::{Bdd, BddResult, SlotCopy};
use crate::engine::Summaries;
use crate::flow::LocId;
use crate::spds::{Observer, Relation};

/// How an edge gets from one head to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeadStep {
    /// The edge of the flow with this index.
    Edge(usize),
    /// The call with this index, which returns.
    Over(usize),
    /// The call with this index, which does not.
    Into(usize),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct HeadEdge {
    pub(super) from: LocId,
    pub(super) to: LocId,
    pub(super) step: HeadStep,
}

pub(super) struct HeadGraph<'g, 'a, 'p> {
    pub(super) product: &'g Product<'a, 'p>,
    pub(super) explored: Summaries<'g, 'a, 'p>,
    /// Whether all valuations are heads, explored or not.
    all_heads: bool,
    /// The automaton where only transitions of one acceptance set are taken, for each.
    demanding: Vec<Observer>,
    /// Summaries with the marks of one acceptance set, for each.
    marked: Vec<Summaries<'g, 'a, 'p>>,
    /// Calls gone over: without regard to marks, and then with the mark of each acceptance set. Made when needed.
    over: Vec<Option<OverCall>>,
}

#[derive(Clone)]
struct OverCall {
    any: Relation,
    marked: Vec<Relation>,
}

impl<'g, 'a, 'p> HeadGraph<'g, 'a, 'p> {
    /// The graph of what has been explored. `recording` are observers with the marks of each acceptance set.
    pub(super) fn new(
        product: &'g Product<'a, 'p>,
        explored: Summaries<'g, 'a, 'p>,
        recording: &'g [Observer],
    ) -> BddResult<Self> {
        let sets = 0..product.buchi.sets;
        let demanding: BddResult<Vec<Observer>> = sets
            .map(|set| product.observer(Marks::Demanded(set)))
            .collect();
        Ok(HeadGraph {
            product,
            explored,
            all_heads: false,
            demanding: demanding?,
            marked: recording
                .iter()
                .map(|observer| Summaries::observed(&product.spds, Some(observer)))
                .collect(),
            over: vec![None; product.spds.calls.len()],
        })
    }

    /// The graph of all heads. What has been explored is all that procedures do that are entered in any way.
    pub(super) fn of_all_heads(
        product: &'g Product<'a, 'p>,
        explored: Summaries<'g, 'a, 'p>,
        recording: &'g [Observer],
    ) -> BddResult<Self> {
        Ok(HeadGraph {
            all_heads: true,
            ..HeadGraph::new(product, explored, recording)?
        })
    }

    /// The heads at a location.
    pub(super) fn heads(&self, loc: LocId) -> BddResult {
        let spds = &self.product.spds;
        if self.all_heads {
            return self.product.anywhere();
        }
        spds.current(spds.flow.proc_of(loc), self.explored.path_edges(loc))
    }

    pub(super) fn is_explored(&self, loc: LocId) -> bool {
        let bdds = &self.product.spds.bdds;
        self.all_heads || !bdds.is_zero(self.explored.path_edges(loc))
    }

    /// The edges from one location to another, as far as control flow and what was explored tell.
    pub(super) fn edges(&self, from: LocId) -> Vec<HeadEdge> {
        let flow = self.product.spds.flow;
        if !self.is_explored(from) {
            return Vec::new();
        }
        let edge = |to, step| HeadEdge { from, to, step };
        let mut found: Vec<HeadEdge> = flow
            .out_edge_range(from)
            .map(|i| edge(flow.edges()[i].to, HeadStep::Edge(i)))
            .collect();
        if let Some(index) = flow.call_index(from) {
            let call = &flow.calls()[index];
            found.push(edge(call.to, HeadStep::Over(index)));
            let entry = flow.proc(call.callee).entry;
            found.push(edge(entry, HeadStep::Into(index)));
        }
        found.retain(|edge| self.is_explored(edge.to));
        found
    }

    /// The heads from which an edge leads into `states`.
    pub(super) fn before(&mut self, edge: &HeadEdge, states: &Bdd) -> BddResult {
        let read = self.before_unread(edge, states)?;
        self.explored.before_read(edge.from, &read)
    }

    /// The same along edges with the mark of an acceptance set.
    pub(super) fn before_marked(&mut self, edge: &HeadEdge, set: usize, states: &Bdd) -> BddResult {
        let bdds = &self.product.spds.bdds;
        let read = self.before_unread(edge, states)?;
        let own = self.demanding[set].preimage(bdds, edge.from, &read)?;
        let HeadStep::Over(call) = edge.step else {
            return Ok(own);
        };
        let over = self.over(call)?;
        let inside = over.marked[set].preimage(bdds, states)?;
        bdds.or(&own, &self.explored.before_read(edge.from, &inside)?)
    }

    fn before_unread(&mut self, edge: &HeadEdge, states: &Bdd) -> BddResult {
        let spds = &self.product.spds;
        match edge.step {
            HeadStep::Edge(index) => spds.relation(index).preimage(&spds.bdds, states),
            HeadStep::Over(call) => self.over(call)?.any.preimage(&spds.bdds, states),
            HeadStep::Into(call) => spds.before_entered(&spds.calls[call], states),
        }
    }

    /// The heads to which an edge leads from `states`.
    pub(super) fn after(&mut self, edge: &HeadEdge, states: &Bdd) -> BddResult {
        let spds = &self.product.spds;
        let read = self.explored.read(edge.from, states)?;
        match edge.step {
            HeadStep::Edge(index) => spds.relation(index).image(&spds.bdds, &read),
            HeadStep::Over(call) => self.over(call)?.any.image(&spds.bdds, &read),
            HeadStep::Into(call) => {
                let rule = &spds.calls[call];
                spds.begin(rule.callee, &spds.entered(rule, &read)?)
            }
        }
    }

    fn over(&mut self, index: usize) -> BddResult<OverCall> {
        if let Some(known) = &self.over[index] {
            return Ok(known.clone());
        }
        let spds = &self.product.spds;
        let call = &spds.calls[index];
        let at_call = self.explored.read(call.from, &self.heads(call.from)?)?;
        let entered = spds.entered(call, &at_call)?;
        let mut marked = Vec::with_capacity(self.marked.len());
        for set in 0..self.marked.len() {
            let summary = self.marked_summary(set, index, &entered)?;
            marked.push(spds.over(call, &summary)?);
        }
        let any = spds.over(call, self.explored.summary(call.callee))?;
        let found = OverCall { any, marked };
        self.over[index] = Some(found.clone());
        Ok(found)
    }

    /// The part of a callee's summary in which a transition of an acceptance set is taken. Marks stay false in it, as they
    /// are everywhere else in the graph.
    fn marked_summary(&mut self, set: usize, index: usize, entered: &Bdd) -> BddResult {
        let spds = &self.product.spds;
        let bdds = &spds.bdds;
        let callee = spds.calls[index].callee;
        let summaries = &mut self.marked[set];
        summaries.enter(callee, entered)?;
        summaries.run()?;
        let mark = self.product.mark_slot(set);
        let (before, after) = (
            bdds.var(mark, SlotCopy::Current),
            bdds.var(mark, SlotCopy::Next),
        );
        let newly = bdds.minus(&bdds.and(summaries.summary(callee), after)?, before)?;
        let unmarked = bdds.exists(&newly, &bdds.cube([(mark, SlotCopy::Next)])?)?;
        bdds.minus(&unmarked, after)
    }
}
