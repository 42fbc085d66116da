//! A run that is accepted, as a way to a head that repeats and a loop from there: both with all calls inside expanded.
//!
//! The loop is found as a shortest way from the head without marks to the same head with all marks, in the product
//! that records them. A loop that goes into calls for good makes the stack higher each time round.

use super::product::{Marks, Product};
use super::repeating_heads::HeadsByLocation;
use crate::bdd::{Bdd, BddResult};
use crate::bp::ProcId;
use crate::engine::{Summaries, SummaryStamp};
use crate::flow::{LocId, backward_reachable};
use crate::trace::{AnyStack, BelowFrame, Node, Path, Search, Stack, expand};

/// How many configurations of a run are worked out. Calls beyond that are gone over.
pub(super) const MAX_EXPANDED_STEPS: usize = 200_000;

/// A run that is accepted, as paths through the product: one for each activation that does not return.
pub(super) struct Lasso {
    pub(super) stem: Vec<Path>,
    /// From the head with which the stem ends to itself. Where nothing repeats the run ends.
    pub(super) cycle: Vec<Path>,
}

/// The first states of the program, with those of the automaton.
pub(super) fn start(product: &Product<'_, '_>, entry: ProcId) -> BddResult {
    product
        .spds
        .bdds
        .and(&product.spds.start(entry)?, &product.initial()?)
}

/// A run to one of the heads that repeat, and round.
pub(super) fn repeating_run<'g, 'a, 'p>(
    product: &'g Product<'a, 'p>,
    explored: &mut Summaries<'g, 'a, 'p>,
    entries: &[ProcId],
    repeating: &HeadsByLocation,
) -> BddResult<Option<Lasso>> {
    let Some(stem) = stem(product, explored, entries, repeating)? else {
        return Ok(None);
    };
    let end = stem.last().and_then(|path| path.items.last());
    let end = end.expect("a path has items");
    let (loc, head) = (end.loc, end.states.clone());
    let stem = expanded(product, explored, stem)?;
    let cycle = cycle(product, loc, &head)?;
    Ok(cycle.map(|cycle| Lasso { stem, cycle }))
}

/// A run to one of the heads at which it ends.
pub(super) fn failed_run<'g, 'a, 'p>(
    product: &'g Product<'a, 'p>,
    explored: &mut Summaries<'g, 'a, 'p>,
    entries: &[ProcId],
    ends: &HeadsByLocation,
) -> BddResult<Option<Lasso>> {
    let Some(stem) = stem(product, explored, entries, ends)? else {
        return Ok(None);
    };
    Ok(Some(Lasso {
        stem: expanded(product, explored, stem)?,
        cycle: Vec::new(),
    }))
}

/// A shortest way from the start to one of some heads.
fn stem<'g, 'a, 'p>(
    product: &'g Product<'a, 'p>,
    explored: &mut Summaries<'g, 'a, 'p>,
    entries: &[ProcId],
    targets: &HeadsByLocation,
) -> BddResult<Option<Vec<Path>>> {
    let spds = &product.spds;
    let mut begin = Vec::new();
    for &entry in entries {
        let loc = spds.flow.proc(entry).entry;
        begin.push((node(loc), spds.begin(entry, &start(product, entry)?)?));
    }
    let goal = |node: Node, states: &Bdd| -> BddResult<Option<Bdd>> {
        let Some(heads) = targets.at(node.loc) else {
            return Ok(None);
        };
        let met = spds.bdds.and(states, heads)?;
        Ok((!spds.bdds.is_zero(&met)).then_some(met))
    };
    find(product, explored, begin, &targets.locs, goal)
}

/// The loop from a head to itself.
pub(super) fn cycle(
    product: &Product<'_, '_>,
    loc: LocId,
    head: &Bdd,
) -> BddResult<Option<Vec<Path>>> {
    let spds = &product.spds;
    let observer = product.observer(Marks::AllRecorded)?;
    let mut recording = Summaries::observed(spds, Some(&observer));
    let marked = spds.bdds.exists(head, &product.marks_cube()?)?;
    let marked = spds.bdds.and(&marked, &product.all_marks(true)?)?;
    let goal = |node: Node, states: &Bdd| -> BddResult<Option<Bdd>> {
        if node.loc != loc {
            return Ok(None);
        }
        let met = spds.bdds.and(states, &marked)?;
        Ok((!spds.bdds.is_zero(&met)).then_some(met))
    };
    let begin = vec![(node(loc), head.clone())];
    let Some(round) = find(product, &mut recording, begin, &[loc], goal)? else {
        return Ok(None);
    };
    expanded(product, &mut recording, round).map(Some)
}

/// A run that ends by returning from its first procedure, `ending` being the path edges at its end.
pub(super) fn ended_run<'g, 'a, 'p>(
    product: &'g Product<'a, 'p>,
    explored: &mut Summaries<'g, 'a, 'p>,
    entry: ProcId,
    ending: &Bdd,
) -> BddResult<Option<Lasso>> {
    let spds = &product.spds;
    let own = spds.flow.proc(entry);
    let begin = spds.path_edges(entry, &start(product, entry)?)?;
    let mut search = Search {
        spds,
        summaries: explored,
        stack: None,
        before: SummaryStamp::MAX,
        explored: false,
        may_reach_goal: None,
    };
    let found = search.find(vec![(node(own.entry), begin)], |node, states| {
        if node.loc != own.exit {
            return Ok(None);
        }
        let met = spds.bdds.and(states, ending)?;
        Ok((!spds.bdds.is_zero(&met)).then_some(met))
    })?;
    let Some(frames) = found else {
        return Ok(None);
    };
    Ok(Some(Lasso {
        stem: expanded(product, explored, frames)?,
        cycle: Vec::new(),
    }))
}

fn node(loc: LocId) -> Node {
    Node {
        loc,
        below: BelowFrame::ANYTHING,
    }
}

fn find<'g, 'a, 'p>(
    product: &'g Product<'a, 'p>,
    summaries: &mut Summaries<'g, 'a, 'p>,
    begin: Vec<(Node, Bdd)>,
    targets: &[LocId],
    goal: impl Fn(Node, &Bdd) -> BddResult<Option<Bdd>>,
) -> BddResult<Option<Vec<Path>>> {
    let spds = &product.spds;
    let mut any_stack = AnyStack(&spds.bdds);
    let stack: &mut dyn Stack = &mut any_stack;
    let mut search = Search {
        spds,
        summaries,
        stack: Some(stack),
        before: SummaryStamp::MAX,
        explored: false,
        may_reach_goal: Some(backward_reachable(spds.flow, targets)),
    };
    search.find(begin, goal)
}

/// Looks inside the calls of some paths.
pub(super) fn expanded<'g, 'a, 'p>(
    product: &'g Product<'a, 'p>,
    summaries: &mut Summaries<'g, 'a, 'p>,
    mut frames: Vec<Path>,
) -> BddResult<Vec<Path>> {
    expand(
        &product.spds,
        summaries,
        false,
        &mut frames,
        MAX_EXPANDED_STEPS,
    )?;
    Ok(frames)
}
