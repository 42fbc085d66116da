//! What a stage has to say to the user.

use std::fmt::Write;
use std::ops::Range;

use super::span::Span;
use super::unit::{Location, Sources};

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The input is accepted, with the meaning the message says.
    Warning,
    /// The input cannot be taken.
    Error,
}

/// A message about a place in the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Where; [`Span::NONE`] if nowhere in particular.
    pub span: Span,
    /// What is wrong, without a full stop.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// Related places.
    pub notes: Vec<Note>,
}

/// A remark that belongs to a diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// Where; [`Span::NONE`] if nowhere in particular.
    pub span: Span,
    /// The remark.
    pub message: String,
}

impl Diagnostic {
    /// An error.
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, span, message.into())
    }

    /// A warning.
    pub fn warning(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, span, message.into())
    }

    fn new(severity: Severity, span: Span, message: String) -> Diagnostic {
        Diagnostic {
            severity,
            span,
            message,
            hint: None,
            notes: Vec::new(),
        }
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }

    /// Adds a related place.
    #[must_use]
    pub fn with_note(mut self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.notes.push(Note {
            span,
            message: message.into(),
        });
        self
    }

    /// Plain text: `file:line:column: error: message`, the source line, a caret, hint and notes.
    pub fn render(&self, sources: &Sources) -> String {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let mut out = String::new();
        render_one(&mut out, sources, self.span, severity, &self.message);
        if let Some(hint) = &self.hint {
            let _ = writeln!(out, "  hint: {hint}");
        }
        for note in &self.notes {
            render_one(&mut out, sources, note.span, "note", &note.message);
        }
        out
    }
}

/// A line of the user's file, fit for a terminal, and what to underline in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt<'s> {
    pub at: Location<'s>,
    pub line: String,
    /// Bytes of the line.
    pub range: Range<usize>,
    /// If a macro stands there: the text meant, which the macro expands to.
    pub expansion: Option<String>,
}

impl Sources {
    /// The line in which a span starts.
    pub fn excerpt(&self, span: Span) -> Option<Excerpt<'_>> {
        let (unit, at) = self.unit_of(span).zip(self.locate(span))?;
        let shown = unit.shown_line(span);
        let from = (shown.from as usize).min(shown.bytes.len());
        let to = (shown.to as usize).clamp(from, shown.bytes.len());
        let mut line = printable(&shown.bytes[..from]);
        let start = line.len();
        line += &printable(&shown.bytes[from..to]);
        let range = start..line.len();
        line += &printable(&shown.bytes[to..]);
        let expansion = shown
            .expanded
            .then(|| clipped(&printable(self.unmarked(span).as_bytes())).to_owned());
        Some(Excerpt {
            at,
            line,
            range,
            expansion,
        })
    }
}

fn render_one(out: &mut String, sources: &Sources, span: Span, label: &str, message: &str) {
    let Some(excerpt) = sources.excerpt(span) else {
        let _ = writeln!(out, "{label}: {message}");
        return;
    };
    let at = excerpt.at;
    let _ = writeln!(
        out,
        "{}:{}:{}: {label}: {message}",
        at.file, at.line, at.column
    );
    let before = &excerpt.line[..excerpt.range.start];
    let width = excerpt.line[excerpt.range.clone()].chars().count().max(1);
    let indent: String = before
        .chars()
        .map(|c| if c == '\t' { '\t' } else { ' ' })
        .collect();
    let _ = writeln!(out, "    {}", clipped(&excerpt.line));
    if before.chars().count() < MAX_SHOWN_LINE_CHARS {
        let underline = "~".repeat(width.min(MAX_SHOWN_LINE_CHARS) - 1);
        let _ = writeln!(out, "    {indent}^{underline}");
    }
    if let Some(text) = excerpt.expansion {
        let _ = writeln!(out, "  note: a macro on this line expands to `{text}`");
    }
}

/// Longer lines are cut: generated code has lines of megabytes.
const MAX_SHOWN_LINE_CHARS: usize = 400;

fn clipped(line: &str) -> &str {
    match line.char_indices().nth(MAX_SHOWN_LINE_CHARS) {
        Some((end, _)) => &line[..end],
        None => line,
    }
}

/// Text for a terminal: control characters other than tabs become spaces.
fn printable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.chars()
        .map(|c| if c.is_control() && c != '\t' { ' ' } else { c })
        .collect()
}

/// The messages of a run, in the order they were found.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
}

impl Diagnostics {
    /// No messages.
    pub fn new() -> Diagnostics {
        Diagnostics::default()
    }

    /// Adds a message.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        self.list.push(diagnostic);
    }

    /// How many errors there are.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// Whether there is an error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// The messages.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many messages there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Adds all messages of another run.
    pub fn append(&mut self, other: Diagnostics) {
        self.errors += other.errors;
        self.list.extend(other.list);
    }

    /// Puts the messages in the order of the text, those without a place last, and keeps only
    /// the first of several errors that start at one place.
    pub fn sort(&mut self) {
        self.list.sort_by_key(|diagnostic| diagnostic.span.start);
        let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
        self.list.dedup_by(|later, first| {
            let same = later.span.start == first.span.start && !first.span.is_none();
            same && is_error(later) && is_error(first)
        });
        self.errors = self
            .list
            .iter()
            .filter(|diagnostic| is_error(diagnostic))
            .count();
    }

    /// All messages as plain text.
    pub fn render(&self, sources: &Sources) -> String {
        self.list
            .iter()
            .map(|diagnostic| diagnostic.render(sources))
            .collect()
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rendering_shows_the_line_and_a_caret() {
        let mut sources = Sources::new();
        let text = b"# 5 \"a.c\"\nint x;\n\tint yy = ;\n".to_vec();
        let unit = sources.add("a.i", text).expect("small");
        let span = sources.unit(unit).span(22, 24);
        let diagnostic = Diagnostic::error(span, "no value").with_hint("write one");
        let text = diagnostic
            .with_note(Span::NONE, "by the way")
            .render(&sources);
        let expected = "a.c:6:6: error: no value\n    \tint yy = ;\n    \t    ^~\n  hint: write one\nnote: by the way\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn original_lines_are_shown_instead_of_expanded_ones() {
        let mut sources = Sources::new();
        let text = b"# 1 \"a.c\"\nint x = (1 + );\n".to_vec();
        let unit = sources.add("a.i", text).expect("small");
        let file = sources.unit(unit).lines().files().nth(1).expect("a.c").0;
        sources.add_original(unit, file, b"int x = BAD;\n".to_vec());
        let span = sources.unit(unit).span(23, 24);
        let text = Diagnostic::error(span, "no operand").render(&sources);
        assert!(
            text.starts_with("a.c:1:9: error: no operand\n    int x = BAD;\n            ^~~\n"),
            "{text}"
        );
    }
}
