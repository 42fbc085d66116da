//! Which heads of a component repeat: lie on a loop that passes through every acceptance set.
//!
//! What is computed first is a hull (Emerson and Lei): the largest set of heads from each of which, for every
//! acceptance set, an edge of the set can be reached inside, and goes on inside. It is empty if and only if no head
//! repeats; otherwise heads that lead to a loop are in it beside those on the loop. A loop is then found by looking for
//! strongly connected components from one head of the hull onwards.

use std::collections::BTreeSet;

use super::components::{Component, HeadSet};
use super::head_graph::HeadGraph;
use crate::bdd::{Bdd, BddResult, SlotCopy};
use crate::flow::LocId;

/// The search inside of one component.
pub(super) struct Search<'c, 'g, 'a, 'p> {
    pub(super) graph: &'c mut HeadGraph<'g, 'a, 'p>,
    pub(super) component: &'c Component,
    /// How many more edges the hull may be looked for along; any number where absent.
    pub(super) budget: Option<usize>,
}

/// What was found out about the hull of a component.
pub(super) enum Hull {
    /// No head repeats.
    Empty,
    Found(HeadSet),
    /// It takes more than the budget.
    TooFar,
}

impl Search<'_, '_, '_, '_> {
    pub(super) fn hull(&mut self) -> BddResult<Hull> {
        let sets = self.graph.product.buchi.sets;
        let mut hull = self.component.heads(self.graph)?;
        // The hull is what it was since this many acceptance sets.
        let mut unchanged = 0;
        for set in (0..sets).cycle() {
            let marked = self.leaving_marked(set, &hull)?;
            let next = self.backward(marked, &hull)?;
            if self.is_empty(&next) {
                return Ok(Hull::Empty);
            }
            if self.budget == Some(0) {
                return Ok(Hull::TooFar);
            }
            unchanged = if next == hull { unchanged + 1 } else { 0 };
            hull = next;
            if unchanged == sets {
                break;
            }
        }
        Ok(Hull::Found(hull))
    }

    /// A strongly connected set of heads that repeat, within the hull.
    pub(super) fn repeating(&mut self, hull: HeadSet) -> BddResult<HeadSet> {
        let (mut within, mut last) = (hull.clone(), hull);
        loop {
            let start = self.one_head(&last)?;
            let next = self.after(&start, &within)?;
            let (ahead, farthest) = self.forward(next, &within)?;
            let behind = self.backward(start.clone(), &within)?;
            let connected = self.intersection(&ahead, &behind)?;
            if self.is_accepting(&connected)? {
                return Ok(connected);
            }
            // A loop can be reached from every head of the hull, so one lies ahead and outside.
            within = self.difference(&ahead, &connected)?;
            let far = self.intersection(&farthest, &within)?;
            last = if self.is_empty(&far) {
                within.clone()
            } else {
                far
            };
        }
    }

    /// Whether a strongly connected set has an edge of every acceptance set inside.
    fn is_accepting(&mut self, connected: &HeadSet) -> BddResult<bool> {
        for set in 0..self.graph.product.buchi.sets {
            let marked = self.leaving_marked(set, connected)?;
            if self.is_empty(&marked) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The heads of a set from which an edge of an acceptance set leads into it.
    fn leaving_marked(&mut self, set: usize, within: &HeadSet) -> BddResult<HeadSet> {
        let bdds = &self.graph.product.spds.bdds;
        let mut found = self.component.nothing(bdds);
        for edge in &self.component.edges {
            let (from, to) = (
                self.component.index(edge.from),
                self.component.index(edge.to),
            );
            if bdds.is_zero(&within[from]) || bdds.is_zero(&within[to]) {
                continue;
            }
            let before = self.graph.before_marked(edge, set, &within[to])?;
            found[from] = bdds.or(&found[from], &bdds.and(&before, &within[from])?)?;
        }
        Ok(found)
    }

    /// The heads within a set that are one edge after some of it.
    fn after(&mut self, states: &HeadSet, within: &HeadSet) -> BddResult<HeadSet> {
        let bdds = &self.graph.product.spds.bdds;
        let mut found = self.component.nothing(bdds);
        for edge in &self.component.edges {
            let (from, to) = (
                self.component.index(edge.from),
                self.component.index(edge.to),
            );
            if !bdds.is_zero(&states[from]) {
                let after = self.graph.after(edge, &states[from])?;
                found[to] = bdds.or(&found[to], &bdds.and(&after, &within[to])?)?;
            }
        }
        Ok(found)
    }

    /// The heads within a set from which some of `targets` can be reached inside of it, `targets` included.
    pub(super) fn backward(&mut self, targets: HeadSet, within: &HeadSet) -> BddResult<HeadSet> {
        let bdds = &self.graph.product.spds.bdds;
        let (mut found, mut fresh) = (targets.clone(), targets);
        let mut work: BTreeSet<usize> = self.nonempty(&fresh);
        while let Some(to) = work.pop_last() {
            // What is found then is of no use, and not used.
            if self.budget == Some(0) {
                break;
            }
            let states = std::mem::replace(&mut fresh[to], bdds.zero());
            for &index in &self.component.entering[to] {
                let edge = &self.component.edges[index];
                let from = self.component.index(edge.from);
                if found[from] == within[from] {
                    continue;
                }
                self.budget = self.budget.map(|left| left.saturating_sub(1));
                let before = self.graph.before(edge, &states)?;
                let new = bdds.minus(&bdds.and(&before, &within[from])?, &found[from])?;
                if !bdds.is_zero(&new) {
                    found[from] = bdds.or(&found[from], &new)?;
                    fresh[from] = bdds.or(&fresh[from], &new)?;
                    work.insert(from);
                }
            }
        }
        Ok(found)
    }

    /// The heads within a set that can be reached from `start` inside of it, `start` included, and those that were
    /// found last.
    pub(super) fn forward(
        &mut self,
        start: HeadSet,
        within: &HeadSet,
    ) -> BddResult<(HeadSet, HeadSet)> {
        let bdds = &self.graph.product.spds.bdds;
        let (mut found, mut ring) = (start.clone(), start.clone());
        let mut last = start;
        while !self.is_empty(&ring) {
            let next = self.after(&ring, within)?;
            last = std::mem::replace(&mut ring, self.difference(&next, &found)?);
            for (found, new) in found.iter_mut().zip(&ring) {
                *found = bdds.or(found, new)?;
            }
        }
        Ok((found, last))
    }

    /// One head of a set that is not empty.
    fn one_head(&self, heads: &HeadSet) -> BddResult<HeadSet> {
        let spds = &self.graph.product.spds;
        let mut one = self.component.nothing(&spds.bdds);
        if let Some(&at) = self.nonempty(heads).first() {
            let live = spds.live.at(self.component.locs[at]);
            let current = live.iter().map(|slot| (slot, SlotCopy::Current));
            one[at] = spds.bdds.pick(&heads[at], current, 0)?;
        }
        Ok(one)
    }

    fn nonempty(&self, set: &HeadSet) -> BTreeSet<usize> {
        let bdds = &self.graph.product.spds.bdds;
        (0..set.len()).filter(|&i| !bdds.is_zero(&set[i])).collect()
    }

    fn is_empty(&self, set: &HeadSet) -> bool {
        let bdds = &self.graph.product.spds.bdds;
        set.iter().all(|states| bdds.is_zero(states))
    }

    fn intersection(&self, a: &HeadSet, b: &HeadSet) -> BddResult<HeadSet> {
        let bdds = &self.graph.product.spds.bdds;
        a.iter().zip(b).map(|(a, b)| bdds.and(a, b)).collect()
    }

    fn difference(&self, a: &HeadSet, b: &HeadSet) -> BddResult<HeadSet> {
        let bdds = &self.graph.product.spds.bdds;
        a.iter().zip(b).map(|(a, b)| bdds.minus(a, b)).collect()
    }
}

/// Heads, by location.
#[derive(Default)]
pub(super) struct HeadsByLocation {
    /// In ascending order.
    pub(super) locs: Vec<LocId>,
    pub(super) heads: HeadSet,
}

impl HeadsByLocation {
    pub(super) fn at(&self, loc: LocId) -> Option<&Bdd> {
        let index = self.locs.binary_search(&loc).ok()?;
        Some(&self.heads[index])
    }
}
