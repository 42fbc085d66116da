//! What the front end has to say, drawn like the messages about boolean programs.

use annotate_snippets::{AnnotationKind, Element, Group, Level, Snippet, Title};
use source::{Diagnostic, Severity, Sources, Span};

use crate::output::plain;
use crate::render::Renderer;

/// Longer lines are shown without a caret: they are not written by hand.
const MAX_LINE_BYTES_WITH_CARET: usize = 100_000;

/// One message with its places; every note is a picture of its own.
pub(super) fn render(renderer: &Renderer, sources: &Sources, problem: &Diagnostic) -> String {
    let level = match problem.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(plain(&problem.message));
    let mut group = picture(title, sources, problem.span);
    if let Some(hint) = &problem.hint {
        group = group.element(Level::HELP.message(plain(hint)));
    }
    let notes = problem.notes.iter().map(|note| {
        let title = Level::NOTE.secondary_title(plain(&note.message));
        picture(title, sources, note.span)
    });
    let groups: Vec<Group<'_>> = std::iter::once(group).chain(notes).collect();
    renderer.draw(&groups)
}

fn picture<'s>(title: Title<'s>, sources: &'s Sources, span: Span) -> Group<'s> {
    let group = Group::with_title(title);
    let Some(excerpt) = sources.excerpt(span) else {
        return group;
    };
    let expansion = excerpt.expansion.map(|text| {
        let words = format!("a macro on this line expands to `{text}`");
        Element::from(Level::NOTE.message(words))
    });
    let mut line = excerpt.line;
    let mut range = excerpt.range;
    if line.len() > MAX_LINE_BYTES_WITH_CARET {
        line.truncate(line.floor_char_boundary(400));
        range = 0..0;
    }
    let snippet = Snippet::source(line)
        .path(plain(excerpt.at.file))
        .line_start(excerpt.at.line as usize)
        .annotation(AnnotationKind::Primary.span(range));
    group.element(snippet).elements(expansion)
}
