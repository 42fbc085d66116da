//! Formulas as they stand in the text, and what becomes of them when all of it has been read.

use std::collections::BTreeSet;

use super::super::parse::Error;
use super::super::text::Text;
use super::super::{Handler, Kind, MAIN, Range, Spec};
use super::atoms::Point;
use super::monitor::Monitor;
use super::text::{Sheet, handler, line_of};
use super::{Formula, Role, name};
use ltl::{Diagnostic, Span};

/// A formula in quotes.
#[derive(Clone, Debug)]
pub(in super::super) struct Written {
    text: String,
    at: Range,
    /// Where each byte of the formula stands in the file.
    places: Vec<u32>,
}

impl Written {
    /// The strings at these tokens, joined.
    pub(in super::super) fn new(text: &Text, first: usize, end: usize) -> Self {
        let at = Range {
            end: text.range(end - 1).end,
            ..text.range(first)
        };
        let mut joined = Vec::new();
        let mut places = Vec::new();
        for n in first..end {
            let range = text.range(n);
            let mut escaped = false;
            for place in range.start + 1..range.end - 1 {
                let byte = text.bytes[place as usize];
                if byte == b'\\' && !escaped {
                    escaped = true;
                    continue;
                }
                escaped = false;
                joined.push(byte);
                places.push(place);
            }
            if n + 1 < end {
                joined.push(b' ');
                places.push(range.end - 1);
            }
        }
        Written {
            text: String::from_utf8_lossy(&joined).into_owned(),
            at,
            places,
        }
    }

    /// Where a part of the formula stands.
    fn range(&self, span: Span) -> Range {
        let file = self.at.file;
        let place = |n: u32| self.places.get(n as usize).copied();
        let start = place(span.start).unwrap_or(self.at.end - 1);
        let last = span.end.max(span.start + 1) - 1;
        let end = place(last).map_or(self.at.end, |last| last + 1);
        Range { file, start, end }
    }

    fn error(&self, said: Diagnostic) -> Error {
        (self.range(said.span), said.message, said.hint)
    }
}

impl Spec {
    /// Makes handlers and C of formulas.
    pub(in super::super) fn add_formulas(
        &mut self,
        written: Vec<Written>,
        state: &BTreeSet<String>,
    ) -> Result<(), Vec<Error>> {
        let mut errors = Vec::new();
        for written in written {
            match Monitor::new(&written.text, state) {
                Ok(monitor) => {
                    let spans = monitor.conditions.iter().map(|c| written.range(c.1));
                    let conditions = spans.collect();
                    let spans = monitor.points.iter().map(|p| written.range(p.1));
                    let points = spans.collect();
                    self.formulas.push(Formula {
                        text: written.text,
                        at: written.at,
                        monitor,
                        conditions,
                        points,
                        messages: [0; 2],
                    });
                }
                Err(said) => errors.extend(said.into_iter().map(|said| written.error(said))),
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let events = self.events();
        self.first_message = self.messages.len();
        for number in 0..self.formulas.len() {
            let formula = self.formulas[number].clone();
            let c = self.c_of(number, &formula);
            self.text.extend(c);
            self.formulas[number].messages = self.own_messages(number);
            self.add_handlers(number, &formula, &events);
        }
        Ok(())
    }

    /// All events that the specification names, those of formulas included.
    fn events(&self) -> Vec<(Point, Range)> {
        let handlers = self.handlers.iter().filter(|h| h.end.is_none());
        let of_handlers = handlers.flat_map(|handler| {
            let functions = handler.functions.iter();
            functions.map(|(function, at)| {
                let (function, kind) = (function.clone(), handler.kind);
                (Point { function, kind }, *at)
            })
        });
        let of_formulas = self.formulas.iter().flat_map(|formula| {
            let points = formula.monitor.points.iter().zip(&formula.points);
            points.map(|((point, _), at)| (point.clone(), *at))
        });
        let mut found: Vec<(Point, Range)> = of_handlers.chain(of_formulas).collect();
        let mut seen = BTreeSet::new();
        found.retain(|(point, _)| seen.insert(point.clone()));
        found
    }

    /// The last ones are those of formulas, two of each.
    fn own_messages(&self, number: usize) -> [usize; 2] {
        let all = self.messages.len();
        let first = self.first_message + 2 * number;
        debug_assert!(first + 1 < all);
        [first, first + 1]
    }

    fn c_of(&mut self, number: usize, formula: &Formula) -> Vec<u8> {
        let text = &formula.text;
        let messages = [
            format!("{text} does not hold, whatever follows"),
            format!("{text} does not hold: the execution ends"),
        ];
        self.messages.extend(messages);
        let place = |range: &Range| {
            let file = &self.files[range.file];
            (file.name.as_str(), line_of(&file.text, *range))
        };
        formula.monitor.c(&Sheet {
            formula: number,
            messages: self.own_messages(number),
            places: formula.conditions.iter().map(place).collect(),
        })
    }

    /// The handlers that step the machine, in an order that lets events that it names go before patterns.
    fn add_handlers(&mut self, number: usize, formula: &Formula, events: &[(Point, Range)]) {
        let own = formula.monitor.points.iter().zip(&formula.points);
        for (event, ((point, _), at)) in own.enumerate() {
            let functions = vec![(point.function.clone(), *at)];
            self.add_handler((number, Role::Named), functions, point.kind, &step(event));
        }
        let is_own = |point: &Point| formula.monitor.points.iter().any(|p| p.0 == *point);
        let other = step(formula.monitor.points.len());
        for kind in [Kind::Call, Kind::Return, Kind::Entry, Kind::Exit] {
            let of_kind = events
                .iter()
                .filter(|(point, _)| point.kind == kind && !is_own(point));
            let functions = of_kind.map(|(point, at)| (point.function.clone(), *at));
            let functions: Vec<(String, Range)> = functions.collect();
            if !functions.is_empty() {
                self.add_handler((number, Role::Other), functions, kind, &other);
            }
        }
        let begins = formula.monitor.begins();
        let roles = [
            (Role::Begin, Kind::Entry, "begin"),
            (Role::End, Kind::Exit, "end"),
            (Role::End, Kind::Call, "end"),
        ];
        for (role, kind, what) in roles {
            if role != Role::Begin || begins {
                let functions = vec![(MAIN.into(), formula.at)];
                self.add_handler((number, role), functions, kind, what);
            }
        }
    }

    fn add_handler(
        &mut self,
        role: (usize, Role),
        functions: Vec<(String, Range)>,
        kind: Kind,
        what: &str,
    ) {
        let c = handler(self.handlers.len(), &name(role.0, what));
        self.text.extend(c.bytes());
        self.handlers.push(Handler {
            functions,
            kind,
            arguments: Vec::new(),
            result: None,
            watch: None,
            end: None,
            role: Some(role),
        });
    }
}

fn step(event: usize) -> String {
    format!("step{event}")
}
