//! Which events happen in the program, and what is said of those that never do.

use super::super::temporal::Role;
use super::super::{END, End, end};
use super::{ENDS, Weaver, fits};
use crate::property::{Event, Woven};
use source::{Diagnostic, Span};

/// Names that are less alike are no suggestions.
const MIN_SIMILARITY: f64 = 0.9;

impl Weaver<'_, '_, '_> {
    pub(super) fn events(&mut self) -> Woven {
        let mut woven = Woven::default();
        let mut names = self.spec.handlers.iter().flat_map(|h| &h.functions);
        let only_ends = names.all(|(name, _)| ENDS.contains(&&**name));
        for (h, handler) in self.spec.handlers.iter().enumerate() {
            if handler.role.is_some_and(|(_, role)| role != Role::Named) {
                continue;
            }
            let count = handler.functions.len();
            let happens = (0..count).any(|n| self.places.get(&(h, n)).is_some_and(|&n| n > 0));
            // Such a file names all that headers may make of an interface, of which a program has some.
            let file = handler.functions.first().map(|f| f.1.file);
            let is_one_of_many = happens && file.is_some_and(|f| self.spec.opaque.contains(&f));
            for (n, (name, _)) in handler.functions.iter().enumerate() {
                let found = self.places.get(&(h, n)).copied();
                let places = found.unwrap_or(0);
                let span = self.parsed.spans[h].functions[n];
                let title = match handler.end {
                    Some(_) => END.into(),
                    None => format!("{name}.{}", handler.kind.name()),
                };
                let expected = self.spec.library || is_one_of_many || handler.end.is_some();
                if places == 0 && !expected {
                    let warning = self.unmatched(name, &title, span, found.is_some());
                    woven.warnings.push(warning);
                }
                let is_end = ENDS.contains(&&**name);
                woven.applicable |= places > 0 && (only_ends || !is_end);
                woven.add_event(Event {
                    name: title,
                    span,
                    places,
                    is_end,
                });
            }
        }
        woven.not_checked = self.not_checked(&woven.events);
        woven
    }

    /// What is left open about the end, because execution starts in a function that is not the end of everything.
    fn not_checked(&mut self, events: &[Event]) -> Vec<String> {
        let program = self.ext.program();
        let start = program.entry.map(|f| program.funcs[f].name.to_string());
        let start = start.unwrap_or_default();
        let is_harness = |event: &Event| event.name.starts_with(end::HARNESS);
        let says_end = |event: &&Event| {
            let ends = [".exit", ".return", END]
                .iter()
                .any(|e| event.name.ends_with(e));
            event.is_end && (ends || is_harness(event))
        };
        let ends: Vec<&Event> = events.iter().filter(says_end).collect();
        // Where the end is told in another way too, the harness need not tell it.
        let only_harness = ends.iter().all(|event| is_harness(event));
        let harness = ends.iter().any(|e| is_harness(e) && e.places > 0);
        let mut missing: Vec<&str> = Vec::new();
        for event in ends.iter().filter(|event| event.places == 0 && !harness) {
            if (only_harness || !is_harness(event)) && !missing.contains(&&*event.name) {
                missing.push(&event.name);
            }
        }
        let mut said = Vec::new();
        if !missing.is_empty() {
            let happens = if missing.len() == 1 {
                "happens"
            } else {
                "happen"
            };
            let names = missing.join(" and ");
            said.push(format!(
                "nothing was said about the end: {names} never {happens} where execution starts in {start}"
            ));
        }
        if self.ends_in_failure() {
            said.push(format!(
                "of the end, only failing returns of {start} were looked at: what it holds when it succeeds is left open"
            ));
        }
        said
    }

    /// Whether the only end is where the routine fails that execution starts with.
    fn ends_in_failure(&self) -> bool {
        let way = |end: End| {
            let handlers = self.spec.handlers.iter().enumerate();
            let mut places = handlers.filter(|(_, handler)| handler.end == Some(end));
            places.any(|(h, _)| self.places.get(&(h, 0)).is_some_and(|&n| n > 0))
        };
        (way(End::Failure) || way(End::ErrorPointer)) && !way(End::Harness)
    }

    fn unmatched(&mut self, name: &str, title: &str, span: Span, idle: bool) -> Diagnostic {
        let all = self.ext.program().funcs.values();
        let known = all.take(self.first_func).any(|f| fits(name, &f.name));
        let why = match known {
            false => format!("the program has no function '{name}'"),
            true if idle => format!("'{name}' is used only where the execution cannot get to"),
            true => format!("nothing in the program calls '{name}'"),
        };
        let said = Diagnostic::warning(span, format!("{title} never happens: {why}"));
        match known {
            false => match self.similar(name) {
                Some(similar) => said.with_hint(format!("did you mean {similar}?")),
                None => said,
            },
            true => said,
        }
    }

    /// The function of the program, or the name in the state, whose name is most like this one.
    fn similar(&mut self, name: &str) -> Option<String> {
        let first_func = self.first_func;
        let program = self.ext.program();
        let functions = program.funcs.values().take(first_func).map(|f| &*f.name);
        let of_state = self.spec.state_names.iter().map(String::as_str);
        let likeness = |known: &str| (strsim::jaro_winkler(name, known), known.to_owned());
        let near = functions
            .chain(of_state)
            .filter(|known| *known != name)
            .map(likeness);
        let best = near.max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(&a.1)));
        best.filter(|best| best.0 >= MIN_SIMILARITY)
            .map(|best| best.1)
    }
}
