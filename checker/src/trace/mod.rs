//! Traces: a shortest way to a location, line by line, with the values that are determined there.

mod expand;
mod path;
mod search;
mod values;

use crate::bdd::{Bdds, Made, Slot};
use crate::bp::{ProcId, StmtId, Symbol};
use crate::engine::{Moment, Summaries};
use crate::flow::{Flow, LocId, Place, order};
use crate::query::Config;
use crate::spds::{BuildConfig, Spds};
use expand::Expander;
use path::{Path, Via};
use search::Search;
use values::Along;

/// A way from the start of the program to a location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// How many steps the shortest hierarchical path has: a call that has returned counts as one step.
    pub length: usize,
    pub lines: Vec<Line>,
    /// Whether every call that has returned was expanded into its own lines.
    pub complete: bool,
}

/// A statement that is about to be executed; at the end, the place that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub place: Place,
    pub proc: ProcId,
    /// How many calls have not returned.
    pub depth: usize,
    pub event: Event,
    /// The variables in scope that have the same value in every execution that takes this trace.
    pub values: Vec<(Symbol, bool)>,
}

/// What a line of a trace stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
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
}

/// Finds shortest traces in an explored system.
pub(crate) struct Tracer<'x, 's, 'a, 'p> {
    /// Whether traces stay inside what has been explored.
    pub(crate) explored: bool,
    pub(crate) spds: &'s Spds<'a, 'p>,
    pub(crate) summaries: &'x mut Summaries<'s, 'a, 'p>,
    pub(crate) entries: &'x [ProcId],
    pub(crate) config: &'x Config,
}

impl Tracer<'_, '_, '_, '_> {
    /// A shortest trace to one of the targets, unless none is reachable.
    pub(crate) fn trace(&mut self, targets: &[LocId]) -> Made<Option<Trace>> {
        let spds = self.spds;
        let mut start = Vec::new();
        for &entry in self.entries {
            start.push((
                spds.flow.proc(entry).entry,
                spds.begin(entry, &spds.start(entry)?)?,
            ));
        }
        let mut search = Search {
            spds,
            summaries: self.summaries,
            enters: true,
            before: Moment::MAX,
            explored: self.explored,
        };
        let found = search.find(start, |loc, states| {
            Ok(targets.contains(&loc).then(|| states.clone()))
        })?;
        let Some(mut frames) = found else {
            return Ok(None);
        };
        let length = length(spds.flow, &frames);
        let mut expander = Expander {
            spds,
            summaries: self.summaries,
            explored: self.explored,
            budget: self.config.trace_lines,
        };
        for frame in &mut frames {
            expander.expand(frame)?;
        }
        self.lines(&frames, length).map(Some)
    }

    fn lines(&self, frames: &[Path], length: usize) -> Made<Trace> {
        let flow = self.spds.flow;
        let bdds = Bdds::new(&order(flow, self.config.variable_order), 0, self.config.bdd)?;
        let everything = BuildConfig {
            live_ranges: false,
            mod_ref: false,
            observed: &[],
            only: Some(procs(frames)),
        };
        let exact = Spds::new(flow, bdds, &everything)?;
        let mut along = values::along(&exact, frames)?;
        if self.config.one_execution {
            values::choose(&exact, frames, &mut along)?;
        }
        let mut writer = Writer {
            exact: &exact,
            lines: Vec::new(),
            complete: true,
        };
        for (depth, (path, along)) in frames.iter().zip(&along).enumerate() {
            writer.path(path, along, depth)?;
        }
        Ok(Trace {
            length,
            lines: writer.lines,
            complete: writer.complete,
        })
    }
}

/// The procedures that a trace is inside of.
fn procs(frames: &[Path]) -> Vec<ProcId> {
    let mut found = Vec::new();
    let mut stack: Vec<&Path> = frames.iter().collect();
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
    let takes_step = |item: &&path::Item| {
        !matches!(item.via, Via::End) && !matches!(flow.place(item.loc), Place::Returned(_))
    };
    items.filter(takes_step).count()
}

struct Writer<'w, 'a, 'p> {
    exact: &'w Spds<'a, 'p>,
    lines: Vec<Line>,
    complete: bool,
}

impl Writer<'_, '_, '_> {
    fn path(&mut self, path: &Path, along: &Along, depth: usize) -> Made<()> {
        let flow = self.exact.flow;
        let scope = flow.in_scope(path.proc);
        let slots: Vec<Slot> = scope.iter().map(|(slot, _)| *slot).collect();
        for (i, item) in path.items.iter().enumerate() {
            let event = match (flow.place(item.loc), &item.via) {
                (Place::Returned(_) | Place::Exit, _) => continue,
                (Place::Failed(s), _) => Event::Failed(s),
                (Place::Before(s) | Place::Arm(s, _), Via::End) => Event::Reached(s),
                (Place::Before(s) | Place::Arm(s, _), Via::Edge(_)) => Event::Step(s),
                (Place::Before(s) | Place::Arm(s, _), Via::Over(_, Some(_)) | Via::Into(_)) => {
                    Event::Call(s)
                }
                (Place::Before(s) | Place::Arm(s, _), Via::Over(_, None)) => Event::Skipped(s),
            };
            self.complete &= !matches!(event, Event::Skipped(_));
            let states = self.exact.current(path.proc, &along.states[i])?;
            let found = self.exact.bdds.determined(&states, &slots)?;
            let named = found.into_iter().zip(&scope);
            let values = named
                .filter_map(|(value, &(_, symbol))| Some((symbol, value?)))
                .collect();
            self.lines.push(Line {
                place: flow.place(item.loc),
                proc: path.proc,
                depth,
                event,
                values,
            });
            if let (Via::Over(_, Some(inner)), Some(through)) = (&item.via, &along.inside[i]) {
                stacker::maybe_grow(128 * 1024, 8 * 1024 * 1024, || {
                    self.path(inner, through, depth + 1)
                })?;
            }
        }
        Ok(())
    }
}
