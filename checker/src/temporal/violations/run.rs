//! A run that violates, from a configuration in the middle of things: its stack is there before the run begins.
//!
//! Frames of that stack may be left for good. A search along the product finds a way to a head from which one can go round and accept,
//! or to an accepted end; then a loop is looked for that can be reached from there, and the way to it. Nothing is left out of
//! this product, so that its states have the values of all variables. The run is executed before it is told.

use super::super::components::{HeadSet, components};
use super::super::ended_runs::{accepted_at, accepted_past_the_end};
use super::super::exact_run::{Run, as_found};
use super::super::head_graph::HeadGraph;
use super::super::lasso::{cycle, expanded};
use super::super::product::{Marks, Product};
use super::super::repeating_heads::Hull;
use super::super::run::Counterexample;
use super::super::{Property, replay, search};
use super::ViolationsError;
use crate::bdd::{Bdd, BddResult, SlotCopy};
use crate::bp::ProcId;
use crate::configurations::StackFrame;
use crate::engine::{Summaries, SummaryStamp};
use crate::flow::{Flow, LocId};
use crate::spds::{Observer, Spds};
use crate::trace::{BelowFrame, LeftFrame, Node, Path, Search, Stack, Via};

/// A frame of the stack that is given, with its values as far as they are told.
struct Given {
    proc: ProcId,
    loc: LocId,
    values: Bdd,
}

/// The stack that is given. What lies below its frame of number n is known as n + 1.
struct GivenStack<'s, 'a, 'p> {
    spds: &'s Spds<'a, 'p>,
    frames: Vec<Given>,
}

impl Stack for GivenStack<'_, '_, '_> {
    fn enter(&mut self, _: usize, _: BelowFrame) -> BddResult<Vec<(BelowFrame, Bdd)>> {
        Ok(vec![(BelowFrame::ANYTHING, self.spds.bdds.one())])
    }

    fn leave(&mut self, proc: ProcId, below: BelowFrame) -> Vec<LeftFrame> {
        if below == BelowFrame::ANYTHING {
            return Vec::new();
        }
        let Some(next) = self.frames.get(below.0 as usize) else {
            return Vec::new();
        };
        let calls = self.spds.flow.call_range(next.proc);
        let returns = calls.filter(|&call| {
            let rule = &self.spds.calls[call];
            (rule.callee, rule.to) == (proc, next.loc)
        });
        let left = returns.map(|call| LeftFrame {
            call,
            below: BelowFrame(below.0 + 1),
            frame: next.values.clone(),
        });
        left.collect()
    }

    fn carried(&self) -> u32 {
        0
    }
}

/// Where the search has come to: the way there, and the head.
struct Way {
    paths: Vec<Path>,
    loc: LocId,
    head: Bdd,
    ended: bool,
}

/// What is known of the product.
pub(super) struct Violation<'v, 'g, 'a, 'p> {
    pub(super) product: &'g Product<'a, 'p>,
    pub(super) observer: &'g Observer,
    pub(super) graph: &'v mut HeadGraph<'g, 'a, 'p>,
    pub(super) stutter: bool,
}

impl<'g> Violation<'_, 'g, '_, '_> {
    /// A run that violates the property from the configuration of some frames, the top one first.
    pub(super) fn run(
        &mut self,
        flow: &Flow<'_>,
        property: &Property,
        frames: &[StackFrame],
    ) -> Result<Counterexample, ViolationsError> {
        let missing = ViolationsError::NotReplayed("there is no way to it");
        let Some((stem, round)) = self.lasso(frames)? else {
            return Err(missing);
        };
        let mut depth = frames.len() - 1;
        let mut steps = Vec::new();
        for path in &stem {
            steps.extend(as_found(self.product, std::slice::from_ref(path), depth)?);
            match path.items.last().map(|item| &item.via) {
                Some(Via::Into(_)) => depth += 1,
                Some(Via::Out) => depth -= 1,
                _ => {}
            }
        }
        let run = Run::new(steps, as_found(self.product, &round, depth)?);
        let told = Counterexample::new(self.product.spds.flow, &run);
        if told.is_complete {
            replay::replay_from(flow, property, &run, frames)
                .map_err(ViolationsError::NotReplayed)?;
        }
        Ok(told)
    }

    /// A way to a head that repeats, and the loop; or to an end, and none.
    fn lasso(&mut self, frames: &[StackFrame]) -> BddResult<Option<(Vec<Path>, Vec<Path>)>> {
        let ends = self.ends()?;
        for component in components(self.graph, true) {
            let Hull::Found(hull) = search(self.graph, &component, None).hull()? else {
                continue;
            };
            let in_hull = |loc: LocId, hull: &HeadSet| {
                let index = component.locs.iter().position(|&l| l == loc)?;
                Some(hull[index].clone())
            };
            let Some(way) = self.way(frames, |loc| in_hull(loc, &hull), None)? else {
                continue;
            };
            let start: HeadSet = component
                .locs
                .iter()
                .map(|&loc| match loc == way.loc {
                    true => way.head.clone(),
                    false => self.product.spds.bdds.zero(),
                })
                .collect();
            let mut inside = search(self.graph, &component, None);
            let (ahead, _) = inside.forward(start, &hull)?;
            let repeating = inside.repeating(ahead)?;
            let way = self.way(frames, |loc| in_hull(loc, &repeating), None)?;
            let Some(way) = way else { return Ok(None) };
            let round = cycle(self.product, way.loc, &way.head)?;
            return Ok(round.map(|round| (way.paths, round)));
        }
        let way = self.way(frames, |_| None, Some(&ends))?;
        Ok(way
            .filter(|way| way.ended)
            .map(|way| (way.paths, Vec::new())))
    }

    /// The states at each location at which a run that ends there violates; the last one is past the end.
    fn ends(&self) -> BddResult<(Vec<(LocId, Bdd)>, Bdd)> {
        let product = self.product;
        if !self.stutter {
            return Ok((Vec::new(), product.spds.bdds.zero()));
        }
        let sets = 0..product.buchi.sets;
        let demanding: BddResult<Vec<Observer>> = sets
            .map(|set| product.observer(Marks::Demanded(set)))
            .collect();
        let demanding = demanding?;
        let mut failing = Vec::new();
        for loc in product.spds.flow.failures() {
            failing.push((loc, accepted_at(product, self.observer, &demanding, loc)?));
        }
        Ok((failing, accepted_past_the_end(product)?))
    }

    /// A shortest way to one of some heads, or to an end.
    fn way(
        &self,
        frames: &[StackFrame],
        heads: impl Fn(LocId) -> Option<Bdd>,
        ends: Option<&(Vec<(LocId, Bdd)>, Bdd)>,
    ) -> BddResult<Option<Way>> {
        let spds = &self.product.spds;
        let bdds = &spds.bdds;
        let mut stack = GivenStack {
            spds,
            frames: given(spds, frames)?,
        };
        let top = &stack.frames[0];
        let begin = bdds.and(&top.values, &self.product.initial()?)?;
        let begin = vec![(
            Node {
                loc: top.loc,
                below: BelowFrame(1),
            },
            begin,
        )];
        let bottom = BelowFrame(stack.frames.len() as u32);
        let mut summaries = Summaries::observed(spds, Some(self.observer));
        let target = |node: Node| -> BddResult<Option<Bdd>> {
            if let Some(found) = heads(node.loc) {
                return Ok(Some(found));
            }
            let Some((failing, past)) = ends else {
                return Ok(None);
            };
            if node.below == bottom && spds.flow.proc(spds.flow.proc_of(node.loc)).exit == node.loc
            {
                return self.graph.explored.before_read(node.loc, past).map(Some);
            }
            let failed = failing.iter().find(|(loc, _)| *loc == node.loc);
            Ok(failed.map(|(_, states)| states.clone()))
        };
        let found = {
            let mut search = Search {
                spds,
                summaries: &mut summaries,
                stack: Some(&mut stack),
                before: SummaryStamp::MAX,
                explored: false,
                may_reach_goal: None,
            };
            search.find(begin, |node, states| {
                let Some(wanted) = target(node)? else {
                    return Ok(None);
                };
                let met = bdds.and(states, &wanted)?;
                Ok((!bdds.is_zero(&met)).then_some(met))
            })?
        };
        let Some(paths) = found else { return Ok(None) };
        let end = paths.last().and_then(|path| path.items.last());
        let Some((loc, head)) = end.map(|end| (end.loc, end.states.clone())) else {
            return Ok(None);
        };
        Ok(Some(Way {
            paths: expanded(self.product, &mut summaries, paths)?,
            loc,
            head,
            ended: ends.is_some(),
        }))
    }
}

/// The frames in the product.
fn given(spds: &Spds<'_, '_>, frames: &[StackFrame]) -> BddResult<Vec<Given>> {
    let flow = spds.flow;
    let one = |frame: &StackFrame| -> BddResult<Given> {
        let mut values = spds.bdds.one();
        for &(name, value) in &frame.values {
            let slot = flow.slot(frame.proc, name);
            let literal = spds.bdds.literal(slot, SlotCopy::Current, value)?;
            values = spds.bdds.and(&values, &literal)?;
        }
        let mut locs = flow.proc(frame.proc).locs.clone().map(LocId);
        let loc = locs.find(|&loc| flow.place(loc) == frame.place);
        Ok(Given {
            proc: frame.proc,
            loc: loc.unwrap_or(flow.proc(frame.proc).entry),
            values,
        })
    };
    frames.iter().map(one).collect()
}
