//! The lines of a trace, from paths and the states along them.

use super::path::{Path, Via};
use super::values::Along;
use super::{Event, Line, Trace};
use crate::bdd::{Bdd, Made, Slot};
use crate::bp::Symbol;
use crate::deep::deeper;
use crate::flow::Place;
use crate::spds::Spds;

pub(super) struct Writer<'w, 'a, 'p> {
    exact: &'w Spds<'a, 'p>,
    lines: Vec<Line>,
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
    pub(super) fn path(&mut self, path: &Path, along: Option<&Along>, depth: usize) -> Made<()> {
        let flow = self.exact.flow;
        let scope = flow.in_scope(path.proc);
        for (i, item) in path.items.iter().enumerate() {
            let event = match (flow.place(item.loc), &item.via) {
                (Place::Returned(_) | Place::Exit, _) => continue,
                (Place::Failed(s), _) => Event::Failed(s),
                (Place::Before(s) | Place::Arm(s, _), Via::End) => Event::Reached(s),
                (Place::Before(s) | Place::Arm(s, _), Via::Edge(_) | Via::Out) => Event::Step(s),
                (Place::Before(s) | Place::Arm(s, _), Via::Over(_, Some(_)) | Via::Into(_)) => {
                    Event::Call(s)
                }
                (Place::Before(s) | Place::Arm(s, _), Via::Over(_, None)) => Event::Skipped(s),
            };
            self.complete &= !matches!(event, Event::Skipped(_));
            let states = along.map_or(&item.states, |along| &along.states[i]);
            let values = self.values(path, states, &scope)?;
            self.lines.push(Line {
                place: flow.place(item.loc),
                proc: path.proc,
                depth,
                event,
                values,
            });
            if let Via::Over(_, Some(inner)) = &item.via {
                let through = along.and_then(|along| along.inside[i].as_ref());
                deeper(|| self.path(inner, through, depth + 1))?;
            }
        }
        Ok(())
    }

    /// A last line for a path that ends where paths have no line.
    pub(super) fn hidden_end(&mut self, path: &Path, depth: usize) -> Made<()> {
        let end = path.items.last().expect("a path has items");
        let place = self.exact.flow.place(end.loc);
        let event = match place {
            Place::Returned(stmt) => Event::Returned(stmt),
            Place::Exit => Event::Ended,
            _ => return Ok(()),
        };
        let scope = self.exact.flow.in_scope(path.proc);
        let values = self.values(path, &end.states, &scope)?;
        self.lines.push(Line {
            place,
            proc: path.proc,
            depth,
            event,
            values,
        });
        Ok(())
    }

    fn values(&self, path: &Path, states: &Bdd, scope: &[(Slot, Symbol)]) -> Made<Values> {
        let states = self.exact.current(path.proc, states)?;
        values(self.exact, &states, scope)
    }
}

pub(crate) type Values = Vec<(Symbol, bool)>;

/// The values that some variables have in all of the states.
pub(crate) fn values(spds: &Spds<'_, '_>, states: &Bdd, scope: &[(Slot, Symbol)]) -> Made<Values> {
    let slots: Vec<Slot> = scope.iter().map(|(slot, _)| *slot).collect();
    let found = spds.bdds.determined(states, &slots)?;
    let named = found.into_iter().zip(scope);
    Ok(named
        .filter_map(|(value, &(_, symbol))| Some((symbol, value?)))
        .collect())
}
