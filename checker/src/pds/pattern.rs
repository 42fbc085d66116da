//! Sets of configurations as one writes them on a command line.
//!
//! ```text
//! set      = part { "|" part }
//! part     = controls "<" [stack] ">"
//! controls = "_" | name { "," name }                 `_`: any control state
//! stack    = sequence { "|" sequence }               from the top to the bottom
//! sequence = { item }
//! item     = ( name | "_" | "(" stack ")" ) { "*" | "+" | "?" }        `_`: any symbol
//! ```
//!
//! `p <A B>` is one configuration, `p, q <A _*>` has `A` on top, `_ <>` are those with an empty stack. A name with other
//! characters than letters, digits and `_ $ @ . : / [ ] = ;` is written in quotes. Where variables have been made explicit,
//! `p` is every `p[…]`.
//!
//! The parser makes Glushkov's automaton while it reads: a part of the expression is known by the positions it can begin
//! and end with, and by whether it can be empty.

use std::collections::BTreeSet;

use super::automaton::{Draft, PAutomaton, StateId};
use super::system::{ControlId, PushdownSystem, SymbolId, is_name_char, name};
use crate::bp::{Diagnostic, Span, nearest};

/// More symbols than this are refused: the automaton may have as many transitions as there are pairs of them.
const MAX_SYMBOLS: usize = 1000;

const MAX_NESTING: usize = 200;

type Parsed<T> = Result<T, Diagnostic>;

/// Reads a set of configurations of a system.
pub fn parse_pattern(text: &str, system: &PushdownSystem) -> Parsed<PAutomaton> {
    let mut parser = Parser {
        text,
        at: 0,
        system,
        draft: Draft::new(system),
        positions: Vec::new(),
    };
    parser.set()?;
    Ok(parser.draft.finish())
}

/// A symbol of the expression.
struct Position {
    state: StateId,
    symbols: Vec<SymbolId>,
    follow: BTreeSet<usize>,
}

#[derive(Clone, Default)]
struct Part {
    first: Vec<usize>,
    last: Vec<usize>,
    can_be_empty: bool,
}

impl Part {
    fn empty() -> Self {
        Part {
            can_be_empty: true,
            ..Part::default()
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    system: &'a PushdownSystem,
    draft: Draft,
    positions: Vec<Position>,
}

impl Parser<'_> {
    fn set(&mut self) -> Parsed<()> {
        loop {
            self.part()?;
            if !self.take('|') {
                break;
            }
        }
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.unexpected("`|` or the end")),
        }
    }

    fn part(&mut self) -> Parsed<()> {
        let controls = self.controls()?;
        if !self.take('<') {
            let problem = self.unexpected("`<` and a stack");
            return Err(
                problem.with_hint("a configuration is written `p <A B>`, top of the stack first")
            );
        }
        let whole = self.stack(0)?;
        if !self.take('>') {
            return Err(self.unexpected("a symbol or `>`"));
        }
        self.connect(&controls, &whole);
        Ok(())
    }

    /// Makes transitions of what has been read since the last part.
    fn connect(&mut self, controls: &[ControlId], whole: &Part) {
        for &control in controls {
            if whole.can_be_empty {
                self.draft.accept(control.into());
            }
            for &next in &whole.first {
                self.add_edges(control.into(), next);
            }
        }
        for i in 0..self.positions.len() {
            let from = self.positions[i].state;
            for next in std::mem::take(&mut self.positions[i].follow) {
                self.add_edges(from, next);
            }
        }
        for &last in &whole.last {
            self.draft.accept(self.positions[last].state);
        }
    }

    fn add_edges(&mut self, from: StateId, to: usize) {
        let Position { state, symbols, .. } = &self.positions[to];
        for &symbol in symbols {
            self.draft.add_edge(from, Some(symbol), *state);
        }
    }

    fn controls(&mut self) -> Parsed<Vec<ControlId>> {
        let mut controls = Vec::new();
        loop {
            let (text, span) = self.name("a control state, or `_` for any")?;
            let Some(text) = text else {
                return Ok(self.system.controls().collect());
            };
            let called = self.system.controls_called(&text);
            if called.is_empty() {
                return Err(unknown(
                    "control state",
                    &text,
                    span,
                    self.system.control_names(),
                ));
            }
            controls.extend(called);
            if !self.take(',') {
                return Ok(controls);
            }
        }
    }

    fn stack(&mut self, depth: usize) -> Parsed<Part> {
        if depth > MAX_NESTING {
            return Err(self.error(self.at..self.at, "parentheses are nested too deeply"));
        }
        let mut whole = self.sequence(depth)?;
        while self.take('|') {
            let other = self.sequence(depth)?;
            whole.first.extend(other.first);
            whole.last.extend(other.last);
            whole.can_be_empty |= other.can_be_empty;
        }
        Ok(whole)
    }

    fn sequence(&mut self, depth: usize) -> Parsed<Part> {
        let mut whole = Part::empty();
        while !matches!(self.peek(), None | Some('|' | ')' | '>')) {
            let item = self.item(depth)?;
            self.follow(&whole.last, &item.first);
            if whole.can_be_empty {
                whole.first.extend(&item.first);
            }
            if item.can_be_empty {
                whole.last.extend(item.last);
            } else {
                whole.last = item.last;
            }
            whole.can_be_empty &= item.can_be_empty;
        }
        Ok(whole)
    }

    fn item(&mut self, depth: usize) -> Parsed<Part> {
        let start = self.at;
        let mut item = if self.take('(') {
            let inner = self.stack(depth + 1)?;
            if !self.take(')') {
                return Err(self.error(start..start + 1, "this `(` is never closed"));
            }
            inner
        } else {
            self.symbol()?
        };
        loop {
            if self.take('*') {
                self.follow(&item.last, &item.first);
                item.can_be_empty = true;
            } else if self.take('+') {
                self.follow(&item.last, &item.first);
            } else if self.take('?') {
                item.can_be_empty = true;
            } else {
                return Ok(item);
            }
        }
    }

    fn symbol(&mut self) -> Parsed<Part> {
        let (text, span) = self.name("a symbol, `_` or `(`")?;
        if self.positions.len() == MAX_SYMBOLS {
            let message = format!("more than {MAX_SYMBOLS} symbols in one pattern");
            return Err(Diagnostic::error(span, message));
        }
        let symbols = match &text {
            None => self.system.symbols().collect(),
            Some(text) => self.system.symbols_called(text),
        };
        if let (Some(text), true) = (&text, symbols.is_empty()) {
            return Err(unknown(
                "stack symbol",
                text,
                span,
                self.system.symbol_names(),
            ));
        }
        let position = self.positions.len();
        self.positions.push(Position {
            state: self.draft.add_state(),
            symbols,
            follow: BTreeSet::new(),
        });
        Ok(Part {
            first: vec![position],
            last: vec![position],
            can_be_empty: false,
        })
    }

    fn follow(&mut self, from: &[usize], to: &[usize]) {
        for &position in from {
            self.positions[position].follow.extend(to);
        }
    }

    /// A word or quoted text; nothing for `_`.
    fn name(&mut self, expected: &str) -> Parsed<(Option<String>, Span)> {
        self.skip_blanks();
        let start = self.at;
        let rest = &self.text[start..];
        if rest.starts_with('"') {
            let Some((text, length)) = ltl::quoted_text(rest) else {
                return Err(self.error(start..start + 1, "this `\"` is never closed"));
            };
            self.at += length;
            return Ok((Some(text), Span::new(start..self.at)));
        }
        let length = rest.find(|c| !is_name_char(c)).unwrap_or(rest.len());
        if length == 0 {
            return Err(self.unexpected(expected));
        }
        self.at += length;
        let word = &rest[..length];
        let text = (word != "_").then(|| word.to_owned());
        Ok((text, Span::new(start..self.at)))
    }

    fn peek(&mut self) -> Option<char> {
        self.skip_blanks();
        self.text[self.at..].chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let comes = self.peek() == Some(wanted);
        if comes {
            self.at += wanted.len_utf8();
        }
        comes
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn unexpected(&mut self, expected: &str) -> Diagnostic {
        let found = self.peek();
        let shown = found.map_or("the end".to_owned(), |c| format!("`{c}`"));
        let width = found.map_or(0, char::len_utf8);
        let message = format!("expected {expected}, found {shown}");
        self.error(self.at..self.at + width, &message)
    }

    fn error(&self, range: std::ops::Range<usize>, message: &str) -> Diagnostic {
        Diagnostic::error(Span::new(range), message)
    }
}

/// Something that the system does not have.
pub(super) fn unknown<'n>(
    what: &str,
    text: &str,
    span: Span,
    names: impl Iterator<Item = &'n str>,
) -> Diagnostic {
    let error = Diagnostic::error(span, format!("there is no {what} {}", name(text)));
    match nearest(text, names) {
        Some(similar) => error.with_hint(format!("did you mean {}?", name(similar))),
        None => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pds::Configuration;

    fn system() -> PushdownSystem {
        let mut system = PushdownSystem::default();
        for name in ["p", "q"] {
            system.control(name);
        }
        for name in ["A", "B", "odd name"] {
            system.symbol(name);
        }
        system
    }

    fn contains(pattern: &str, control: &str, stack: &[&str]) -> bool {
        let system = system();
        let set = parse_pattern(pattern, &system).unwrap();
        let symbol = |name: &&str| system.find_symbol(name).unwrap();
        set.contains(&Configuration {
            control: system.find_control(control).unwrap(),
            stack: stack.iter().rev().map(symbol).collect(),
        })
    }

    #[test]
    fn patterns_are_regular_expressions() {
        assert!(contains("p <A B>", "p", &["A", "B"]));
        assert!(!contains("p <A B>", "p", &["B", "A"]));
        assert!(!contains("p <A B>", "q", &["A", "B"]));
        assert!(contains("q,p <A _*>", "p", &["A", "B", "B"]));
        assert!(contains("_ <>", "q", &[]));
        assert!(!contains("_ <>", "q", &["A"]));
        assert!(contains("p <(A|B B)+>", "p", &["A", "B", "B", "A"]));
        assert!(!contains("p <(A|B B)+>", "p", &["A", "B", "A"]));
        assert!(contains("p <A> | q <\"odd name\"?>", "q", &["odd name"]));
        assert!(!contains("p <A> | q <B>", "p", &["B"]));
    }

    #[test]
    fn mistakes_have_places() {
        for (pattern, message) in [
            ("p", "expected `<` and a stack, found the end"),
            ("p <A", "expected a symbol or `>`, found the end"),
            ("p <(A>", "this `(` is never closed"),
            ("r <A>", "there is no control state r"),
            ("p <C>", "there is no stack symbol C"),
            ("p <A> q", "expected `|` or the end, found `q`"),
        ] {
            let problem = parse_pattern(pattern, &system()).unwrap_err();
            assert_eq!(problem.message, message, "{pattern}");
        }
    }
}
