//! Programs with threads are part of the language, and not of what sequential tools can take.

use super::super::diagnostic::Diagnostic;
use super::super::{Program, Span, StmtKind};

/// Refuses a program that has threads: one error at the first construct, however many there are.
pub fn refuse_threads(program: &Program) -> Option<Diagnostic> {
    let starts = |kind: &StmtKind| matches!(kind, StmtKind::Thread(_));
    let statements = program.stmts.iter().filter(|stmt| starts(&stmt.kind));
    let places = statements
        .map(|stmt| stmt.span)
        .chain(program.threads.iter().map(|name| name.span));
    let places: Vec<Span> = places.collect();
    let first = places.iter().min()?;
    let error = Diagnostic::error(*first, "threads are not supported yet");
    let constructs = match places.len() {
        1 => "the thread construct".to_owned(),
        n => format!("the {n} thread constructs"),
    };
    Some(error.with_hint(format!(
        "only sequential programs are explored: remove {constructs} to look at one thread"
    )))
}
