//! The lines of a trace, from paths and the states along them.

use super::determined_values::StatesAlong;
use super::path::{Path, Via};
use super::{Trace, TraceEvent, TraceLine};
use crate::bdd::{Bdd, BddResult, Slot};
use crate::bp::Symbol;
use crate::deep_recursion::with_enough_stack;
use crate::flow::ControlPoint;
use crate::spds::Spds;

pub(super) struct Writer<'w, 'a, 'p> {
    exact: &'w Spds<'a, 'p>,
    lines: Vec<TraceLine>,
    complete: bool,
}

impl<'w, 'a, 'p> Writer<'w, 'a, 'p> {
    pub(super) fn new(exact: &'w Spds<'a, 'p>) -> Self {
        Writer {
            exact,
            lines: Vec::new(),
            complete: true,
        }
    }

    pub(super) fn trace(self, length: usize) -> Trace {
        Trace {
            length,
            lines: self.lines,
            complete: self.complete,
        }
    }

    /// The lines of a path, whose states are those `along` it, or else its own.
    pub(super) fn path(
        &mut self,
        path: &Path,
        along: Option<&StatesAlong>,
        depth: usize,
    ) -> BddResult<()> {
        let flow = self.exact.flow;
        let scope = flow.in_scope(path.proc);
        for (i, item) in path.items.iter().enumerate() {
            let event = match (flow.place(item.loc), &item.via) {
                (ControlPoint::Returned(_) | ControlPoint::Exit, _) => continue,
                (ControlPoint::Failed(s), _) => TraceEvent::Failed(s),
                (ControlPoint::Before(s) | ControlPoint::Arm(s, _), Via::End) => {
                    TraceEvent::Reached(s)
                }
                (ControlPoint::Before(s) | ControlPoint::Arm(s, _), Via::Edge(_) | Via::Out) => {
                    TraceEvent::Step(s)
                }
                (
                    ControlPoint::Before(s) | ControlPoint::Arm(s, _),
                    Via::Over(_, Some(_)) | Via::Into(_),
                ) => TraceEvent::Call(s),
                (ControlPoint::Before(s) | ControlPoint::Arm(s, _), Via::Over(_, None)) => {
                    TraceEvent::Skipped(s)
                }
            };
            self.complete &= !matches!(event, TraceEvent::Skipped(_));
            let states = along.map_or(&item.states, |along| &along.states[i]);
            let values = self.values(path, states, &scope)?;
            self.lines.push(TraceLine {
                place: flow.place(item.loc),
                proc: path.proc,
                depth,
                event,
                values,
            });
            if let Via::Over(_, Some(inner)) = &item.via {
                let through = along.and_then(|along| along.inside[i].as_ref());
                with_enough_stack(|| self.path(inner, through, depth + 1))?;
            }
        }
        Ok(())
    }

    /// A last line for a path that ends where paths have no line.
    pub(super) fn hidden_end(&mut self, path: &Path, depth: usize) -> BddResult<()> {
        let end = path.items.last().expect("a path has items");
        let place = self.exact.flow.place(end.loc);
        let event = match place {
            ControlPoint::Returned(stmt) => TraceEvent::Returned(stmt),
            ControlPoint::Exit => TraceEvent::Ended,
            _ => return Ok(()),
        };
        let scope = self.exact.flow.in_scope(path.proc);
        let values = self.values(path, &end.states, &scope)?;
        self.lines.push(TraceLine {
            place,
            proc: path.proc,
            depth,
            event,
            values,
        });
        Ok(())
    }

    fn values(&self, path: &Path, states: &Bdd, scope: &[(Slot, Symbol)]) -> BddResult<Values> {
        let states = self.exact.current(path.proc, states)?;
        values(self.exact, &states, scope)
    }
}

pub(crate) type Values = Vec<(Symbol, bool)>;

/// The values that some variables have in all of the states.
pub(crate) fn values(
    spds: &Spds<'_, '_>,
    states: &Bdd,
    scope: &[(Slot, Symbol)],
) -> BddResult<Values> {
    let slots: Vec<Slot> = scope.iter().map(|(slot, _)| *slot).collect();
    let found = spds.bdds.determined(states, &slots)?;
    let named = found.into_iter().zip(scope);
    Ok(named
        .filter_map(|(value, &(_, symbol))| Some((symbol, value?)))
        .collect())
}
