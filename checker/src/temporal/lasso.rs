//! A run that is accepted, as a way to a head that repeats and a loop from there: both with all calls inside expanded.
//!
//! The loop is found as a shortest way from the head without marks to the same head with all marks, in the product
//! that records them. A loop that goes into calls for good makes the stack higher each time round.

use super::product::{Marks, Product};
use super::repeating_heads::HeadsByLocation;
use crate::bdd::{Bdd, BddResult, Slot};
use crate::bp::ProcId;
use crate::deep_recursion::with_enough_stack;
use crate::engine::{Summaries, SummaryStamp};
use crate::flow::{LocId, backward_reachable};
use crate::simulate::Snapshot;
use crate::trace::{AnyStack, BelowFrame, Node, Path, Search, Stack, Via, expand};

/// How many configurations of a run are worked out. Calls beyond that are gone over.
pub(super) const MAX_EXPANDED_STEPS: usize = 200_000;

/// A configuration of a run, and whether the call that it makes is gone over.
#[derive(Clone, Debug)]
pub(super) struct LassoStep {
    pub(super) at: Snapshot,
    pub(super) skips_call: bool,
}

/// A run: its beginning, and what repeats for ever. Where nothing repeats the run ends.
pub(super) struct Lasso {
    pub(super) stem: Vec<LassoStep>,
    pub(super) cycle: Vec<LassoStep>,
    /// The head that the cycle leads back to.
    pub(super) back: Option<Snapshot>,
}

impl Lasso {
    fn ended(stem: Vec<LassoStep>) -> Self {
        Lasso {
            stem,
            cycle: Vec::new(),
            back: None,
        }
    }
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
    let depth = stem.len() - 1;
    let end = stem[depth].items.last().expect("a path has items");
    let (loc, head) = (end.loc, end.states.clone());
    let stem = flat(product, explored, stem, 0)?;
    cycle(product, loc, &head, depth, stem)
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
    Ok(Some(Lasso::ended(flat(product, explored, stem, 0)?)))
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

/// The loop from a head to itself, after the way to it.
fn cycle(
    product: &Product<'_, '_>,
    loc: LocId,
    head: &Bdd,
    depth: usize,
    mut stem: Vec<LassoStep>,
) -> BddResult<Option<Lasso>> {
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
    let mut cycle = flat(product, &mut recording, round, depth)?;
    let back = cycle.pop().map(|step| step.at);
    stem.pop();
    Ok(Some(Lasso { stem, cycle, back }))
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
    Ok(Some(Lasso::ended(flat(product, explored, frames, 0)?)))
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

/// The configurations along some paths, the first of which is `depth` calls deep.
fn flat<'g, 'a, 'p>(
    product: &'g Product<'a, 'p>,
    summaries: &mut Summaries<'g, 'a, 'p>,
    mut frames: Vec<Path>,
    depth: usize,
) -> BddResult<Vec<LassoStep>> {
    expand(
        &product.spds,
        summaries,
        false,
        &mut frames,
        MAX_EXPANDED_STEPS,
    )?;
    let mut steps = Vec::new();
    for (i, path) in frames.iter().enumerate() {
        add_path(product, path, depth + i, &mut steps)?;
    }
    Ok(steps)
}

fn add_path(
    product: &Product<'_, '_>,
    path: &Path,
    depth: usize,
    steps: &mut Vec<LassoStep>,
) -> BddResult<()> {
    for item in &path.items {
        steps.push(LassoStep {
            at: snapshot(product, path.proc, item.loc, depth, &item.states)?,
            skips_call: matches!(item.via, Via::Over(_, None)),
        });
        if let Via::Over(_, Some(inside)) = &item.via {
            with_enough_stack(|| add_path(product, inside, depth + 1, steps))?;
        }
    }
    Ok(())
}

/// What a single state looks like.
fn snapshot(
    product: &Product<'_, '_>,
    proc: ProcId,
    loc: LocId,
    depth: usize,
    states: &Bdd,
) -> BddResult<Snapshot> {
    let spds = &product.spds;
    let flow = spds.flow;
    let values = |slots: Vec<Slot>| -> BddResult<Vec<bool>> {
        let found = spds.bdds.determined(states, &slots)?;
        Ok(found.into_iter().map(|v| v.unwrap_or(false)).collect())
    };
    let globals = (0..flow.program.globals.len() as u32).map(Slot);
    let returned = match loc == flow.proc(proc).exit {
        true => flow.return_slots(proc).collect(),
        false => Vec::new(),
    };
    Ok(Snapshot {
        loc,
        depth,
        globals: values(globals.collect())?,
        locals: values(flow.proc(proc).slots.clone())?,
        returned: values(returned)?,
    })
}
