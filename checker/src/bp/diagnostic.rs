//! What is said about a program's text: errors and warnings with their place.
//!
//! A [`Diagnostic`] holds facts only; colours, carets and source lines are the business of the caller that shows it. Spans
//! are byte ranges of the text that was parsed; an empty span at 0 means "the program as a whole".

use std::fmt;

use super::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    Error,
    Warning,
}

/// One message about a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    pub span: Span,
    pub message: String,
    /// What to do about it, where there is something short to say.
    pub hint: Option<String>,
    /// Other places that matter, each with a few words.
    pub secondary: Vec<(Span, String)>,
}

impl Diagnostic {
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            span,
            message: message.into(),
            hint: None,
            secondary: Vec::new(),
        }
    }

    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(span, message)
        }
    }

    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    pub(crate) fn with_label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push((span, text.into()));
        self
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(f, "{severity}: {}", self.message)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

/// How many errors are reported before the rest is only counted.
const MAX_ERRORS: usize = 50;

/// Collects diagnostics, keeps the first [`MAX_ERRORS`] errors (and as many warnings) and counts the rest.
#[derive(Debug, Default)]
pub(super) struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
}

impl Diagnostics {
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        let count = match diagnostic.severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        };
        *count += 1;
        if *count <= MAX_ERRORS {
            self.list.push(diagnostic);
        }
    }

    /// Whether so many errors were found that it is not worth looking for more.
    pub(super) fn is_full(&self) -> bool {
        self.errors > MAX_ERRORS
    }

    pub(super) fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// The diagnostics in the order of the text, with a closing line where some were left out.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|d| (d.span, !d.is_error()));
        if self.errors > MAX_ERRORS {
            let text = format!("too many errors: only the first {MAX_ERRORS} are shown");
            self.list.push(Diagnostic::error(Span::default(), text));
        }
        self.list
    }
}
