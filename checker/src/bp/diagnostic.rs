//! Collects what is said about a program's text.

use ltl::Span;
pub use ltl::{Diagnostic, Severity};

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
