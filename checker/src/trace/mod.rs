//! Traces: a shortest way to a location, line by line, with the values that are determined there.

mod determined_values;
mod expand_calls;
mod lines;
mod path;
mod shortest_path;
mod stack;

use crate::bdd::BddResult;
use crate::bp::{ProcId, StmtId, Symbol};
use crate::engine::{Summaries, SummaryStamp};
use crate::flow::{ControlPoint, Flow, LocId, backward_reachable};
use crate::session::Session;
use crate::spds::{Reductions, Spds};
pub(crate) use lines::values;
pub(crate) use path::{Path, Via};
pub(crate) use shortest_path::{Node, Search};
pub(crate) use stack::{AnyStack, BelowFrame, LeftFrame, Stack};

use expand_calls::Expander;
use lines::Writer;

/// A way from the start of the program to a location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// How many steps the shortest hierarchical path has: a call that has returned counts as one step. So does leaving
    /// a frame that was there when the trace began.
    pub length: usize,
    pub lines: Vec<TraceLine>,
    /// Whether every call that has returned was expanded into its own lines.
    pub complete: bool,
}

/// A statement that is about to be executed; at the end, the place that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceLine {
    pub place: ControlPoint,
    pub proc: ProcId,
    /// How many calls have not returned.
    pub depth: usize,
    pub event: TraceEvent,
    /// The variables in scope that have the same value in every execution that takes this trace; all variables in
    /// scope where the trace is one execution.
    pub values: Vec<(Symbol, bool)>,
}

/// What a line of a trace stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceEvent {
    /// A statement, or a condition of an `if` with several, is executed.
    Step(StmtId),
    /// A call whose inside follows, one deeper.
    Call(StmtId),
    /// A call whose inside is not shown.
    Skipped(StmtId),
    /// The target: this statement is reached.
    Reached(StmtId),
    /// The target: this assertion has failed.
    Failed(StmtId),
    /// The target: this call has returned, and its results are not bound yet.
    Returned(StmtId),
    /// The target: the end of the procedure.
    Ended,
}

impl TraceEvent {
    /// The statement it is about; the end of a procedure is none.
    pub fn stmt(self) -> Option<StmtId> {
        match self {
            TraceEvent::Step(stmt)
            | TraceEvent::Call(stmt)
            | TraceEvent::Skipped(stmt)
            | TraceEvent::Reached(stmt)
            | TraceEvent::Failed(stmt)
            | TraceEvent::Returned(stmt) => Some(stmt),
            TraceEvent::Ended => None,
        }
    }
}

/// Finds shortest traces in an explored system.
pub(crate) struct Tracer<'x, 's, 'a, 'p> {
    /// Whether traces stay inside what has been explored.
    pub(crate) explored: bool,
    pub(crate) session: &'s Session<'p>,
    pub(crate) spds: &'s Spds<'a, 'p>,
    pub(crate) summaries: &'x mut Summaries<'s, 'a, 'p>,
}

impl Tracer<'_, '_, '_, '_> {
    /// A shortest trace to one of the targets, unless none is reachable.
    pub(crate) fn trace(&mut self, targets: &[LocId]) -> BddResult<Option<Trace>> {
        let spds = self.spds;
        let mut start = Vec::new();
        for &entry in self.session.entries() {
            let node = Node {
                loc: spds.flow.proc(entry).entry,
                below: BelowFrame::ANYTHING,
            };
            start.push((node, spds.begin(entry, &spds.start(entry)?)?));
        }
        let mut search = Search {
            spds,
            summaries: self.summaries,
            stack: Some(&mut AnyStack(&spds.bdds)),
            before: SummaryStamp::MAX,
            explored: self.explored,
            may_reach_goal: Some(backward_reachable(spds.flow, targets)),
        };
        let found = search.find(start, |node, states| {
            Ok(targets.contains(&node.loc).then(|| states.clone()))
        })?;
        let Some(mut frames) = found else {
            return Ok(None);
        };
        let length = length(spds.flow, &frames);
        let budget = self.session.config().trace_lines;
        expand(spds, self.summaries, self.explored, &mut frames, budget)?;
        self.lines(&frames, length).map(Some)
    }

    fn lines(&self, frames: &[Path], length: usize) -> BddResult<Trace> {
        let everything = Reductions {
            only: Some(procs(frames)),
            ..Reductions::none()
        };
        let exact = self.session.pushdown_system(&everything, 0)?;
        let mut along = determined_values::along(&exact, frames)?;
        if self.session.config().one_execution {
            determined_values::choose(&exact, frames, &mut along)?;
        }
        let mut writer = Writer::new(&exact);
        for (depth, (path, along)) in frames.iter().zip(&along).enumerate() {
            writer.path(path, Some(along), depth)?;
        }
        Ok(writer.trace(length))
    }
}

/// The trace that the states of some paths themselves are. Nothing may have been left out of them.
pub(crate) fn as_found<'s, 'a, 'p>(
    exact: &'s Spds<'a, 'p>,
    summaries: &mut Summaries<'s, 'a, 'p>,
    frames: &mut [Path],
    depth: usize,
    budget: usize,
) -> BddResult<Trace> {
    let length = length(exact.flow, frames);
    expand(exact, summaries, false, frames, budget)?;
    let mut writer = Writer::new(exact);
    let mut depth = depth;
    for path in &*frames {
        writer.path(path, None, depth)?;
        match path.items.last().map(|item| &item.via) {
            Some(Via::Into(_)) => depth += 1,
            Some(Via::Out) => depth -= 1,
            _ => writer.hidden_end(path, depth)?,
        }
    }
    Ok(writer.trace(length))
}

pub(crate) fn expand<'s, 'a, 'p>(
    spds: &'s Spds<'a, 'p>,
    summaries: &mut Summaries<'s, 'a, 'p>,
    explored: bool,
    frames: &mut [Path],
    budget: usize,
) -> BddResult<()> {
    let mut expander = Expander {
        spds,
        summaries,
        explored,
        budget,
    };
    frames
        .iter_mut()
        .try_for_each(|frame| expander.expand(frame))
}

/// The procedures that a trace is inside of.
pub(crate) fn procs<'f>(frames: impl IntoIterator<Item = &'f Path>) -> Vec<ProcId> {
    let mut found = Vec::new();
    let mut stack: Vec<&Path> = frames.into_iter().collect();
    while let Some(path) = stack.pop() {
        found.push(path.proc);
        stack.extend(path.items.iter().filter_map(|item| match &item.via {
            Via::Over(_, inside) => inside.as_ref(),
            _ => None,
        }));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Counts what takes a step: everything but the binding of results and the end.
fn length(flow: &Flow<'_>, frames: &[Path]) -> usize {
    let items = frames.iter().flat_map(|f| &f.items);
    let takes_step = |item: &&path::PathItem| {
        !matches!(item.via, Via::End) && !matches!(flow.place(item.loc), ControlPoint::Returned(_))
    };
    items.filter(takes_step).count()
}
