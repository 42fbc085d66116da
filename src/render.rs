//! Diagnostics as people read them: the message, the source line, a caret, a hint.
//!
//! Only the lines that matter are handed to the drawing library, so the cost of a picture does not depend on the size
//! of the program; the library cuts long lines around the place.

use std::io;
use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Snippet};
use anstream::{AutoStream, ColorChoice};
use checker::bp::{Diagnostic, Lines, Severity, Span};

use crate::output::plain;
use crate::program_text::ProgramText;

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Color {
    /// On terminals, unless NO_COLOR is set
    #[default]
    Auto,
    Always,
    Never,
}

pub(crate) struct Renderer {
    inner: annotate_snippets::Renderer,
}

/// Places within so many bytes are shown in one picture.
const MAX_PICTURE_BYTES: usize = 4_000;

impl Renderer {
    pub(crate) fn new(color: Color) -> Self {
        let styled = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => AutoStream::choice(&io::stderr()) != ColorChoice::Never,
        };
        let inner = if styled {
            annotate_snippets::Renderer::styled()
        } else {
            annotate_snippets::Renderer::plain()
        };
        Renderer { inner }
    }

    pub(crate) fn render(&self, source: &ProgramText, problem: &Diagnostic) -> String {
        let level = match problem.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut group = Group::with_title(level.primary_title(plain(&problem.message)));
        if problem.span == Span::default() {
            group = group.element(Origin::path(source.name.as_str()));
        } else {
            group = group.elements(snippets(source, problem));
        }
        if let Some(hint) = &problem.hint {
            group = group.element(Level::HELP.message(plain(hint)));
        }
        self.draw(&[group])
    }

    /// A message that has been put together elsewhere.
    pub(crate) fn draw(&self, groups: &[Group<'_>]) -> String {
        self.inner.render(groups)
    }
}

/// The places of a problem: in one picture where they are near each other, in one each otherwise.
fn snippets<'s>(
    source: &'s ProgramText,
    problem: &'s Diagnostic,
) -> Vec<Snippet<'s, Annotation<'s>>> {
    let lines = Lines::new(&source.text);
    let primary = (problem.span, None);
    let others = problem
        .secondary
        .iter()
        .map(|(span, words)| (*span, Some(words.as_str())));
    let places: Vec<LabelledSpan<'s>> = std::iter::once(primary).chain(others).collect();
    let whole = places
        .iter()
        .map(|(span, _)| line_around(&source.text, span.range()));
    let (start, end) = whole.fold((usize::MAX, 0), |(a, b), line| {
        (a.min(line.start), b.max(line.end))
    });
    if end - start <= MAX_PICTURE_BYTES {
        return vec![snippet(source, &lines, start..end, &places)];
    }
    let alone = |place: &LabelledSpan<'s>| {
        let line = line_around(&source.text, place.0.range());
        snippet(source, &lines, line, std::slice::from_ref(place))
    };
    places.iter().map(alone).collect()
}

/// A place and, unless it is the primary one, a few words.
type LabelledSpan<'s> = (Span, Option<&'s str>);

fn snippet<'s>(
    source: &'s ProgramText,
    lines: &Lines,
    part: Range<usize>,
    places: &[LabelledSpan<'s>],
) -> Snippet<'s, Annotation<'s>> {
    let first_line = lines.line(Span::new(part.start..part.start)) as usize;
    let annotation = |&(span, words): &LabelledSpan<'s>| {
        let start = (span.start as usize).clamp(part.start, part.end) - part.start;
        let end = (span.end as usize).clamp(part.start, part.end) - part.start;
        match words {
            Some(words) => AnnotationKind::Context.span(start..end).label(words),
            None => AnnotationKind::Primary.span(start..end),
        }
    };
    Snippet::source(source.text.get(part.clone()).unwrap_or_default())
        .path(source.name.as_str())
        .line_start(first_line)
        .annotations(places.iter().map(annotation))
}

/// The line in which a range starts. What comes far behind the range in a very long line is left out.
fn line_around(text: &str, range: Range<usize>) -> Range<usize> {
    let at = range.start.min(text.len());
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let behind = text.floor_char_boundary(range.end.max(at) + MAX_PICTURE_BYTES);
    let end = text[at..behind]
        .find('\n')
        .map_or(behind, |newline| at + newline);
    start..end
}
