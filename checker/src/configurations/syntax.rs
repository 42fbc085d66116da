//! From text to [`ConfigurationSet`]; the language is described in [`super`].
//!
//! The parser makes Glushkov's automaton while it reads: a part of the expression is known by the positions it can begin
//! and end with and by whether it can be empty. Open parentheses lie on an explicit stack, so that nesting costs no
//! call stack.

use std::collections::BTreeSet;

use super::ConfigurationSet;
use super::resolve::{At, FrameText};
use crate::bp::{Diagnostic, Program, Span, parse_bracketed};

/// More frames than this are refused: the automaton may have as many transitions as there are pairs of them.
const MAX_FRAMES: usize = 1000;

type Parsed<T> = Result<T, Vec<Diagnostic>>;

/// A part of the expression.
#[derive(Clone, Default)]
struct Part {
    first: Vec<u32>,
    last: Vec<u32>,
    can_be_empty: bool,
}

/// What has been read since an opening parenthesis, or since the beginning.
#[derive(Default)]
struct Group {
    open: usize,
    /// The alternatives before the last `|`.
    before: Option<Part>,
    /// The sequence up to, not including, `item`.
    sequence: Option<Part>,
    /// The last item, to which `*`, `+` and `?` apply.
    item: Option<Part>,
}

pub(super) struct Parser<'t, 'p> {
    text: &'t str,
    at: usize,
    program: &'p mut Program,
    frames: Vec<FrameText>,
    follow: Vec<BTreeSet<u32>>,
}

/// Reads a set. Frames are not resolved yet.
pub(super) fn read(
    text: &str,
    program: &mut Program,
) -> Parsed<(ConfigurationSet, Vec<FrameText>)> {
    let mut parser = Parser {
        text,
        at: 0,
        program,
        frames: Vec::new(),
        follow: Vec::new(),
    };
    let whole = parser.whole()?;
    let set = ConfigurationSet {
        frames: Vec::new(),
        first: whole.first,
        follow: parser.follow,
        last: whole.last,
    };
    Ok((set, parser.frames))
}

impl Parser<'_, '_> {
    fn whole(&mut self) -> Parsed<Part> {
        let mut open: Vec<Group> = vec![Group::default()];
        loop {
            self.skip_blanks();
            let at = self.at;
            let Some(next) = self.peek() else { break };
            let depth = open.len();
            let Some(group) = open.last_mut() else { break };
            match next {
                '(' => {
                    self.at += 1;
                    open.push(Group {
                        open: at,
                        ..Group::default()
                    });
                }
                ')' if depth > 1 => {
                    let mut group = std::mem::take(group);
                    let part = self.close(&mut group)?;
                    self.at += 1;
                    open.pop();
                    if let Some(outer) = open.last_mut() {
                        self.append(outer, part);
                    }
                }
                ')' => return Err(self.error(at..at + 1, "there is no `(` for this `)`")),
                '|' => {
                    let part = self.close(group)?;
                    self.at += 1;
                    group.before = Some(part);
                }
                '*' | '+' | '?' => self.repeat(group, next)?,
                _ => {
                    let frame = self.frame()?;
                    self.append(group, frame);
                }
            }
        }
        self.end(open)
    }

    fn end(&mut self, mut open: Vec<Group>) -> Parsed<Part> {
        let Some(mut group) = open.pop() else {
            return Err(self.error(0..0, "expected a frame"));
        };
        if !open.is_empty() {
            return Err(self.error(group.open..group.open + 1, "this `(` is never closed"));
        }
        self.close(&mut group)
    }

    /// The alternatives of a group up to here; the group is ready for another one.
    fn close(&mut self, group: &mut Group) -> Parsed<Part> {
        let at = self.at;
        if let Some(item) = group.item.take() {
            self.extend(&mut group.sequence, item);
        }
        let Some(sequence) = group.sequence.take() else {
            let found = self.found();
            return Err(self.error(at..at + 1, format!("expected a frame, found {found}")));
        };
        Ok(match group.before.take() {
            None => sequence,
            Some(mut all) => {
                all.first.extend(sequence.first);
                all.last.extend(sequence.last);
                all.can_be_empty |= sequence.can_be_empty;
                all
            }
        })
    }

    fn append(&mut self, group: &mut Group, item: Part) {
        if let Some(before) = group.item.replace(item) {
            self.extend(&mut group.sequence, before);
        }
    }

    fn extend(&mut self, sequence: &mut Option<Part>, item: Part) {
        let Some(so_far) = sequence else {
            *sequence = Some(item);
            return;
        };
        self.link(&so_far.last, &item.first);
        if so_far.can_be_empty {
            so_far.first.extend(&item.first);
        }
        let kept = if item.can_be_empty {
            std::mem::take(&mut so_far.last)
        } else {
            Vec::new()
        };
        so_far.last = [kept, item.last].concat();
        so_far.can_be_empty &= item.can_be_empty;
    }

    fn link(&mut self, from: &[u32], to: &[u32]) {
        for &pos in from {
            self.follow[pos as usize].extend(to);
        }
    }

    fn repeat(&mut self, group: &mut Group, operator: char) -> Parsed<()> {
        let at = self.at;
        let Some(item) = &mut group.item else {
            let message = format!("`{operator}` has nothing to repeat");
            return Err(self.error(at..at + 1, message));
        };
        self.at += 1;
        item.can_be_empty |= operator != '+';
        let (last, first) = (item.last.clone(), item.first.clone());
        if operator != '?' {
            self.link(&last, &first);
        }
        Ok(())
    }

    fn frame(&mut self) -> Parsed<Part> {
        let start = self.at;
        if self.frames.len() == MAX_FRAMES {
            let message = format!("more than {MAX_FRAMES} frames in one pattern");
            return Err(self.error(start..self.text.len(), message));
        }
        let name = self.word("a frame: `procedure:place` or `_`")?;
        let (procedure, at) = if self.slice(name) == "_" {
            (None, At::Anywhere)
        } else {
            self.skip_blanks();
            self.expect(':')?;
            (Some(name), self.place()?)
        };
        let span = Span::new(start..self.at);
        self.skip_blanks();
        let condition = match self.peek() {
            Some('[') => Some(self.condition()?),
            _ => None,
        };
        self.frames.push(FrameText {
            procedure,
            at,
            condition,
            span,
        });
        self.follow.push(BTreeSet::new());
        let pos = self.frames.len() as u32 - 1;
        Ok(Part {
            first: vec![pos],
            last: vec![pos],
            can_be_empty: false,
        })
    }

    fn place(&mut self) -> Parsed<At> {
        self.skip_blanks();
        if self.peek() == Some('*') {
            self.at += 1;
            return Ok(At::Anywhere);
        }
        let word =
            self.word("a place: a label, `line N`, `after …`, `entry`, `exit`, `failed` or `*`")?;
        Ok(match self.slice(word) {
            "entry" => At::Entry,
            "exit" => At::Exit,
            "failed" => At::Failed,
            "line" => self.line(word)?.map_or(At::Label(word), At::Line),
            "after" => self.after()?,
            _ => At::Label(word),
        })
    }

    fn after(&mut self) -> Parsed<At> {
        self.skip_blanks();
        let word = self.word("the label of a call, or `line N`")?;
        if self.slice(word) == "line"
            && let Some(line) = self.line(word)?
        {
            return Ok(At::AfterLine(line));
        }
        Ok(At::After(word))
    }

    /// The number after `line`; none where `line` is a label.
    fn line(&mut self, word: Span) -> Parsed<Option<u32>> {
        self.skip_blanks();
        if !self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Ok(None);
        }
        let number = self.word("a line number")?;
        match self.slice(number).parse() {
            Ok(line) => Ok(Some(line)),
            Err(_) => {
                let range = word.range().start..number.range().end;
                Err(self.error(range, "this is no line number"))
            }
        }
    }

    /// `[e]`, brackets inside included.
    fn condition(&mut self) -> Parsed<crate::bp::ExprId> {
        let start = self.at;
        let mut depth = 0_usize;
        let mut in_name = false;
        for (i, c) in self.text[start..].char_indices() {
            match c {
                '{' => in_name = true,
                '}' => in_name = false,
                '[' if !in_name => depth += 1,
                ']' if !in_name => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at = start + i + 1;
                return parse_bracketed(self.text, start..self.at, self.program);
            }
        }
        Err(self.error(start..start + 1, "this `[` is never closed"))
    }

    /// A name, a number or text in braces.
    fn word(&mut self, expected: &str) -> Parsed<Span> {
        let start = self.at;
        if self.peek() == Some('{') {
            let Some(length) = self.text[start..].find('}') else {
                return Err(self.error(start..start + 1, "this `{` is never closed"));
            };
            self.at += length + 1;
            return Ok(Span::new(start..self.at));
        }
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '@' | '.');
        let rest = &self.text[start..];
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        if length == 0 {
            let width = self.peek().map_or(0, char::len_utf8);
            let message = format!("expected {expected}, found {}", self.found());
            return Err(self.error(start..start + width, message));
        }
        self.at += length;
        Ok(Span::new(start..self.at))
    }

    fn expect(&mut self, wanted: char) -> Parsed<()> {
        if self.peek() == Some(wanted) {
            self.at += wanted.len_utf8();
            return Ok(());
        }
        let width = self.peek().map_or(0, char::len_utf8);
        let message = format!(
            "expected `{wanted}` between procedure and place, found {}",
            self.found()
        );
        let error = Diagnostic::error(Span::new(self.at..self.at + width), message);
        Err(vec![error.with_hint(
            "a frame is written `procedure:place`, any frame is `_`",
        )])
    }

    fn slice(&self, span: Span) -> &str {
        &self.text[span.range()]
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn found(&self) -> String {
        self.peek()
            .map_or("the end".to_owned(), |c| format!("`{c}`"))
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn error(&self, range: std::ops::Range<usize>, message: impl Into<String>) -> Vec<Diagnostic> {
        let end = range.end.min(self.text.len());
        vec![Diagnostic::error(
            Span::new(range.start.min(end)..end),
            message,
        )]
    }
}
