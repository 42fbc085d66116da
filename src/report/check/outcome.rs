//! What came of a check, however it ended: every report is made of this.

use frontend::property::Checked;
use source::{Diagnostics, Severity, Sources};

use super::{Answer, Partial};
use crate::exit::Exit;
use crate::limits::Reached;

/// What was asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct CheckRequest {
    /// The command line, without the name of the tool.
    pub(crate) arguments: Vec<String>,
    /// The files that are checked, as they were named.
    pub(crate) files: Vec<String>,
    pub(crate) entry: String,
    /// As it was named.
    pub(crate) property: String,
    /// The text of the property, if it is one of SV-COMP's.
    pub(crate) specification: Option<String>,
    /// Whether times are part of a report: without them, the same input gives the same bytes.
    pub(crate) stats: bool,
}

/// How it ended.
#[derive(Clone, Copy)]
pub(crate) enum Outcome<'a> {
    Answer(&'a Answer<'a>),
    /// With what was known by then.
    Limit(Reached, &'a Partial),
    /// The input cannot be read or is not well formed.
    Refused(&'a Partial),
}

impl Outcome<'_> {
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Outcome::Answer(answer) => answer.exit(),
            Outcome::Limit(..) => Exit::Unknown,
            Outcome::Refused(_) => Exit::Input,
        }
    }
}

/// Something that the tool has to say about its input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) is_error: bool,
    pub(crate) message: String,
    pub(crate) place: Option<FilePosition>,
}

/// A place in a file, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FilePosition {
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) column: u32,
}

impl Problem {
    /// An error that is nowhere in particular.
    pub(crate) fn error(message: impl Into<String>) -> Self {
        Problem {
            is_error: true,
            message: message.into(),
            place: None,
        }
    }
}

/// What was said about a program that was accepted.
pub(crate) fn warnings(checked: &Checked) -> Vec<Problem> {
    let compiled = &checked.compiled;
    let mut all = problems(&compiled.diagnostics, &compiled.sources);
    all.extend(problems(&checked.warnings, &compiled.sources));
    all
}

pub(crate) fn problems(diagnostics: &Diagnostics, sources: &Sources) -> Vec<Problem> {
    let all = diagnostics.iter().map(|said| {
        let place = sources.locate(said.span).map(|at| FilePosition {
            file: at.file.to_owned(),
            line: at.line,
            column: at.column,
        });
        let message = match &said.hint {
            Some(hint) => format!("{}; {hint}", said.message),
            None => said.message.clone(),
        };
        Problem {
            is_error: said.severity == Severity::Error,
            message,
            place,
        }
    });
    all.collect()
}
