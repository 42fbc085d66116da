//! Specifications: state, and handlers that run at events of the program.
//!
//! The passes, in this order:
//!
//! 1. `lexer` and `parse` find the parts of a specification (state, handlers, helper functions) and
//!    write them down as C, positions kept: a handler is a function whose parameters are not yet
//!    known. Everything that is not C is gone then.
//! 2. The front end parses that C, in the scope of the program ([`crate::lower`]).
//! 3. `weave` and `site` find the events in the program's automata, lower each handler once for every
//!    list of argument types it is needed for, and add the calls of these functions.
//!    Formulas (`temporal`) have become handlers and state like those of the text by then.
//! 4. `confine` checks that handlers change nothing but the state, `rounds` notes where they may go on for ever.
//!
//! Invariant: what is between the braces of a handler is C, so its meaning (types, conversions,
//! order of evaluation) is the program's own.

mod call_site;
mod confine;
mod end;
mod instance;
mod lexer;
mod parse;
mod render;
mod rounds;
mod setup_routines;
mod temporal;
mod text;
mod unset_watched;
mod weave;
mod weave_function;

pub(super) use weave::weave;

use crate::syntax::{self, ast::Ast};
use std::collections::BTreeSet;

use source::{Diagnostic, Interner, Sources, Span, Symbol, UnitId, UnitKind};

/// A specification that has been read.
#[derive(Clone, Debug, Default)]
pub(super) struct Spec {
    /// The files it consists of, the main one first.
    files: Vec<File>,
    handlers: Vec<Handler>,
    /// The files for which the functions they name are whole: what one of them calls is no event.
    opaque: Vec<usize>,
    /// The names that its state has.
    state_names: BTreeSet<String>,
    /// What must hold of whole executions.
    formulas: Vec<temporal::Formula>,
    /// The text of each `abort`, every one once.
    messages: Vec<String>,
    /// The first of those of formulas, each of which has two.
    first_message: usize,
    /// The whole of it as C.
    text: Vec<u8>,
    /// Whether events that match nothing are to be expected, as in rules for any driver.
    pub(super) library: bool,
}

#[derive(Clone, Debug)]
struct File {
    name: String,
    text: Vec<u8>,
}

/// A part of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    file: usize,
    start: u32,
    end: u32,
}

#[derive(Clone, Debug)]
struct Handler {
    /// Their names, with `*` for any letters.
    functions: Vec<(String, Range)>,
    kind: Kind,
    /// The numbers after `$`, and where they first stand.
    arguments: Vec<(usize, Range)>,
    result: Option<Range>,
    /// The argument that `watch` names, if it is one.
    watch: Option<usize>,
    /// The way to come to an end that it is for, if it is one of those of `$end`.
    end: Option<End>,
    /// The formula that it is there for, and what for.
    role: Option<(usize, temporal::Role)>,
}

/// The function where execution starts, whatever its name.
const MAIN: &str = "$main";

/// What is checked has come to its end, wherever execution starts.
const END: &str = "$end";

/// A way to come to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// A harness says so.
    Harness,
    /// `main` returns, where execution starts in it.
    Main,
    /// The routine that execution starts with sets something up, and returns a negative number.
    Failure,
    /// The same, and it returns an error as a pointer.
    ErrorPointer,
}

/// When a handler runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// Where the function is called, before.
    Call,
    /// Where the function is called, after.
    Return,
    /// In the function, first.
    Entry,
    /// In the function, last.
    Exit,
}

impl Kind {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "call" => Self::Call,
            "return" => Self::Return,
            "entry" => Self::Entry,
            "exit" => Self::Exit,
            _ => return None,
        })
    }

    fn name(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Return => "return",
            Self::Entry => "entry",
            Self::Exit => "exit",
        }
    }
}

/// What a file that is included contains, and what to call it.
pub(super) type Load<'l> = dyn FnMut(Wanted<'_>) -> Result<(String, Vec<u8>), String> + 'l;

/// What an `#include` asks for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted<'a> {
    /// A file, and the file that asks for it.
    File(&'a str, &'a str),
    Rule(&'a str),
}

/// Reads a specification.
pub(super) fn parse(
    sources: &mut Sources,
    name: &str,
    text: &[u8],
    load: &mut Load<'_>,
) -> Result<Spec, Vec<Diagnostic>> {
    let mut reader = parse::Reader::new(load);
    reader.file(name, text.to_vec());
    let (spec, errors) = reader.finish();
    if errors.is_empty() {
        return Ok(spec);
    }
    let places = Places::new(sources, &spec);
    Err(errors
        .into_iter()
        .map(|(range, message, hint)| {
            let said = Diagnostic::error(places.span(sources, range), message);
            match hint {
                Some(hint) => said.with_hint(hint),
                None => said,
            }
        })
        .collect())
}

/// Where the files of a specification are among the sources.
pub(super) struct Places {
    units: Vec<Option<UnitId>>,
}

impl Places {
    /// Adds the files to the sources as they are.
    pub(super) fn new(sources: &mut Sources, spec: &Spec) -> Self {
        let add = |file: &File| sources.add(&file.name, file.text.clone()).ok();
        Self {
            units: spec.files.iter().map(add).collect(),
        }
    }

    fn span(&self, sources: &Sources, range: Range) -> Span {
        match self.units.get(range.file).copied().flatten() {
            Some(unit) => sources.unit(unit).span(range.start, range.end),
            None => Span::NONE,
        }
    }
}

/// The syntax tree of a specification.
pub(super) struct Parsed {
    pub(super) ast: Ast,
    pub(super) messages: Vec<Diagnostic>,
    /// Of each formula its place, and those of its conditions.
    formulas: Vec<Span>,
    conditions: Vec<Vec<Span>>,
    spans: Vec<HandlerSpans>,
}

/// The places of a handler in the sources.
struct HandlerSpans {
    functions: Vec<Span>,
    arguments: Vec<Span>,
    result: Span,
}

impl Spec {
    /// Parses the C of the specification, in a scope where `types` are types.
    pub(super) fn syntax(
        &self,
        sources: &mut Sources,
        names: &mut Interner,
        types: &[Symbol],
    ) -> Parsed {
        let places = Places::new(sources, self);
        let at = |range: Range| places.span(sources, range);
        let spans = self.handlers.iter().map(|h| HandlerSpans {
            functions: h.functions.iter().map(|f| at(f.1)).collect(),
            arguments: h.arguments.iter().map(|a| at(a.1)).collect(),
            result: h.result.map_or(Span::NONE, at),
        });
        let spans = spans.collect();
        let formulas = self.formulas.iter().map(|f| at(f.at)).collect();
        let conditions = self.formulas.iter();
        let conditions = conditions.map(|f| f.conditions().map(at).collect());
        let conditions = conditions.collect();
        let added = sources.add_of_kind(UnitKind::Property, render::NAME, self.text.clone());
        let unit = match added {
            Ok(unit) => unit,
            Err(error) => {
                return Parsed {
                    ast: Ast::default(),
                    messages: vec![Diagnostic::error(Span::NONE, error.to_string())],
                    formulas,
                    conditions,
                    spans,
                };
            }
        };
        self.add_originals(sources, unit);
        let parsed = syntax::parse_after(sources, unit, names, types);
        Parsed {
            ast: parsed.ast,
            messages: parsed.diagnostics.into_iter().collect(),
            formulas,
            conditions,
            spans,
        }
    }

    fn add_originals(&self, sources: &mut Sources, unit: UnitId) {
        let lines = sources.unit(unit).lines();
        let files: Vec<_> = lines
            .files()
            .map(|(id, name)| (id, name.to_owned()))
            .collect();
        for (id, name) in files {
            if let Some(file) = self.files.iter().find(|f| f.name == name) {
                sources.add_original(unit, id, file.text.clone());
            }
        }
    }
}
