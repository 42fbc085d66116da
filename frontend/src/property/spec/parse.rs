//! The parts of a specification.
//!
//! Only what is not C is read here: the blocks, the headers of handlers, the words that start with
//! `$`, `abort` and `halt`. Brackets are matched first, so that everything else is one walk over the
//! words of each file. What is found becomes [`Edit`]s of the text, which `render` applies.
//!
//! Errors do not stop it: the reader goes on after the item that has one.

mod handler_code;

use std::collections::BTreeSet;

use super::lexer::{self, Included, Token};
use super::render::{Edit, render};
use super::temporal::Written;
use super::text::{OPEN, PUNCT_SEMI, Text, range};
use super::{END, File, Handler, Kind, Load, Range, Spec, Wanted, end};

/// Where, what, and what to do.
pub(super) type Error = (Range, String, Option<String>);

pub(super) struct Reader<'l, 'f> {
    load: &'l mut Load<'f>,
    spec: Spec,
    errors: Vec<Error>,
    /// Whether a `watch` has been seen, and where `$watched` was.
    watches: bool,
    watched: Option<Range>,
    /// The formulas, and the names that state blocks have.
    written: Vec<Written>,
    state_names: BTreeSet<String>,
}

/// What may stand in a piece of C.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    State,
    Helper,
    Handler(Kind),
    /// In `$end`.
    End,
}

#[derive(Default)]
struct Uses {
    arguments: Vec<(usize, Range)>,
    result: Option<Range>,
}

impl<'l, 'f> Reader<'l, 'f> {
    pub(super) fn new(load: &'l mut Load<'f>) -> Self {
        Self {
            load,
            spec: Spec::default(),
            errors: Vec::new(),
            watches: false,
            watched: None,
            written: Vec::new(),
            state_names: BTreeSet::new(),
        }
    }

    /// Reads a file; those that it includes stand in its text where they are included.
    pub(super) fn file(&mut self, name: &str, bytes: Vec<u8>) {
        let rendered = self.read(name, bytes);
        self.spec.text = rendered;
    }

    pub(super) fn finish(mut self) -> (Spec, Vec<Error>) {
        if let (Some(range), false) = (self.watched, self.watches) {
            self.error(
                range,
                "$watched has no meaning: no handler watches anything",
            );
        }
        let written = std::mem::take(&mut self.written);
        match self.spec.add_formulas(written, &self.state_names) {
            Ok(()) => {}
            Err(errors) => self.errors.extend(errors),
        }
        self.spec.state_names = std::mem::take(&mut self.state_names);
        let prelude = super::render::prelude(self.spec.messages.len(), self.watches);
        self.spec.text.splice(0..0, prelude);
        self.errors.sort_by_key(|e| (e.0.file, e.0.start));
        (self.spec, self.errors)
    }

    fn read(&mut self, name: &str, bytes: Vec<u8>) -> Vec<u8> {
        let file = self.spec.files.len();
        self.spec.files.push(File {
            name: name.into(),
            text: bytes.clone(),
        });
        let (tokens, errors) = lexer::lex(&bytes);
        for (start, end, message) in errors {
            self.error(Range { file, start, end }, message);
        }
        let closing = self.brackets(file, &tokens);
        let mut text = Text {
            file,
            bytes,
            tokens,
            closing,
            edits: Vec::new(),
        };
        let mut at = 0;
        while at < text.tokens.len() {
            let next = self.item(&mut text, at);
            at = next.max(at + 1);
        }
        render(name, &text.bytes, text.edits)
    }

    fn error(&mut self, range: Range, message: impl Into<String>) {
        self.errors.push((range, message.into(), None));
    }

    fn error_with_hint(&mut self, range: Range, message: impl Into<String>, hint: &str) {
        self.errors.push((range, message.into(), Some(hint.into())));
    }

    /// Which token closes which; a bracket without partner is closed by the last token.
    fn brackets(&mut self, file: usize, tokens: &[Token]) -> Vec<usize> {
        let mut closing: Vec<usize> = (0..tokens.len()).collect();
        let mut open: Vec<(usize, u8)> = Vec::new();
        for (n, token) in tokens.iter().enumerate() {
            let lexer::Kind::Punct(c) = token.kind else {
                continue;
            };
            let range = range(file, token);
            match c {
                b'{' => open.push((n, b'}')),
                b'(' => open.push((n, b')')),
                b'[' => open.push((n, b']')),
                b'}' | b')' | b']' => match open.pop() {
                    Some((first, wanted)) if wanted == c => closing[first] = n,
                    Some((first, wanted)) => {
                        let message =
                            format!("expected `{}` before `{}`", wanted as char, c as char);
                        self.error(range, message);
                        closing[first] = n;
                        // It closes what it fits, if that is there.
                        while let Some((outer, wanted)) = open.pop() {
                            closing[outer] = n;
                            if wanted == c {
                                break;
                            }
                        }
                    }
                    None => self.error(range, format!("`{}` closes nothing", c as char)),
                },
                _ => {}
            }
        }
        for (first, wanted) in open {
            let message = format!("the closing `{}` is missing", wanted as char);
            self.error(range(file, &tokens[first]), message);
            closing[first] = tokens.len().saturating_sub(1);
        }
        closing
    }

    /// Reads the item that starts at a token; the token after it.
    fn item(&mut self, text: &mut Text, at: usize) -> usize {
        match text.kind(at) {
            Some(lexer::Kind::Include) => self.include(text, at),
            Some(PUNCT_SEMI) => at + 1,
            Some(lexer::Kind::Name)
                if text.word(at) == "state" && text.kind(at + 1) == Some(OPEN) =>
            {
                self.state(text, at)
            }
            Some(lexer::Kind::Name)
                if text.word(at) == "opaque" && text.kind(at + 1) == Some(PUNCT_SEMI) =>
            {
                self.opaque(text, at)
            }
            Some(lexer::Kind::Name) if text.word(at) == "ltl" => self.formula(text, at),
            Some(lexer::Kind::Dollar) if text.word(at) == END => self.end(text, at),
            Some(lexer::Kind::Punct(b'[')) => self.handler(text, at),
            _ if text
                .pattern(at)
                .is_some_and(|(_, next)| text.is(next, b'.')) =>
            {
                self.handler(text, at)
            }
            Some(lexer::Kind::Name) => self.declaration(text, at),
            _ => {
                let message = format!("`{}` does not start anything here", text.word(at));
                self.error_with_hint(text.range(at), message, ITEMS);
                text.closing[at] + 1
            }
        }
    }

    fn include(&mut self, text: &mut Text, at: usize) -> usize {
        let line = text.word(at);
        let words = line[1..].trim().trim_start_matches("include").to_owned();
        let range = text.range(at);
        let outer = self.spec.files[text.file].name.clone();
        let wanted = match lexer::included(&words) {
            Some(Included::File(name)) => Wanted::File(name, &outer),
            Some(Included::Rule(name)) => Wanted::Rule(name),
            None => return at + 1,
        };
        let inside = match (self.load)(wanted) {
            // What has been included already is there.
            Ok((name, _)) if self.spec.files.iter().any(|f| f.name == name) => Vec::new(),
            Ok((name, bytes)) => self.read(&name, bytes),
            Err(message) => {
                self.error(range, message);
                Vec::new()
            }
        };
        let edit = Edit::included(range.start, range.end, inside);
        text.edits.push(edit);
        at + 1
    }

    fn state(&mut self, text: &mut Text, at: usize) -> usize {
        let end = text.closing[at + 1];
        text.blank(at, at + 2);
        if text.is(end, b'}') {
            text.blank(end, end + 1);
        }
        let mut start = at + 2;
        while start < end {
            if text.kind(start) == Some(PUNCT_SEMI) {
                start += 1;
                continue;
            }
            let last = text.declaration_end(start, end);
            if !text.is(last, b';') {
                self.error(
                    text.range(last.min(end)),
                    "expected `;` after the declaration",
                );
            }
            // A declaration of a type alone has no storage.
            if !text.is_bare_type(start, last) && text.word(start) != "static" {
                text.insert(start, "static ");
            }
            self.piece(text, start, last, Context::State);
            let names = (start..last).filter(|&n| text.kind(n) == Some(lexer::Kind::Name));
            self.state_names.extend(names.map(|n| text.word(n)));
            start = last + 1;
        }
        end + 1
    }

    /// `opaque;`
    fn opaque(&mut self, text: &mut Text, at: usize) -> usize {
        self.spec.opaque.push(text.file);
        text.blank(at, at + 2);
        at + 2
    }

    /// `ltl "…";`
    fn formula(&mut self, text: &mut Text, at: usize) -> usize {
        let mut end = at + 1;
        while text.kind(end) == Some(lexer::Kind::String) {
            end += 1;
        }
        if end == at + 1 {
            let hint = "the form is ltl \"G (f -> F g)\";";
            self.error_with_hint(
                text.range(end),
                "expected a formula in quotes after ltl",
                hint,
            );
            return text.item_end(at);
        }
        if text.kind(end) != Some(PUNCT_SEMI) {
            self.error(text.range(end), "expected `;` after the formula");
        }
        self.written.push(Written::new(text, at + 1, end));
        let after = if text.kind(end) == Some(PUNCT_SEMI) {
            end + 1
        } else {
            end
        };
        text.blank(at, after);
        after
    }

    fn declaration(&mut self, text: &mut Text, at: usize) -> usize {
        let end = text.tokens.len();
        let last = text.declaration_end(at, end);
        if text.is(last, b'{') {
            let close = text.closing[last];
            if !matches!(&*text.word(at), "static" | "typedef") {
                text.insert(at, "static ");
            }
            self.piece(text, at, close + 1, Context::Helper);
            return close + 1;
        }
        if last >= end {
            self.error_with_hint(text.range(at), "this is not finished", ITEMS);
            return end;
        }
        let typedef = text.word(at) == "typedef";
        let prototype = text.is(last.wrapping_sub(1), b')');
        if prototype && text.word(at) != "static" {
            text.insert(at, "static ");
        }
        if !typedef && !prototype && !text.is_bare_type(at, last) {
            let message = "a variable outside of `state { }`";
            let hint = "the variables of a property belong in its state block";
            self.error_with_hint(text.range(at), message, hint);
        }
        self.piece(text, at, last, Context::Helper);
        last + 1
    }

    fn handler(&mut self, text: &mut Text, at: usize) -> usize {
        let Some((functions, dot)) = self.functions(text, at) else {
            return text.item_end(at);
        };
        let kind_at = dot + 1;
        let kind = match text.kind(kind_at) {
            Some(lexer::Kind::Name) => Kind::named(&text.word(kind_at)),
            _ => None,
        };
        let Some(kind) = kind.filter(|_| text.is(dot, b'.')) else {
            let wrong = if text.is(dot, b'.') { kind_at } else { dot };
            let message = match wrong == dot {
                true => "expected `.call`, `.return`, `.entry` or `.exit`".into(),
                false => format!("`{}` is no event", text.word(wrong)),
            };
            let hint = "events are call and return (where the function is called), entry and exit \
                        (in the function)";
            self.error_with_hint(text.range(wrong), message, hint);
            return text.item_end(at);
        };
        let mut uses = Uses::default();
        let mut open = kind_at + 1;
        let mut guard = None;
        if text.kind(open) == Some(lexer::Kind::Name) && text.word(open) == "watch" {
            let first = open + 1;
            while open < text.tokens.len() && !text.is(open, b'{') && !text.is(open, b';') {
                open = text.closing[open].max(open) + 1;
            }
            if first == open {
                let message = "expected what to watch, such as $1";
                self.error(text.range(open), message);
            }
            self.watches = true;
            self.dollars(text, first, open, Context::Handler(kind), &mut uses);
            guard = Some((first, open));
        }
        if !text.is(open, b'{') {
            let message = "expected `{` and what is to be done at the event";
            self.error(text.range(open), message);
            return text.item_end(at);
        }
        let close = text.closing[open];
        self.handler_text(text, at, open, close, guard);
        self.piece_of_handler(text, open + 1, close, kind, &mut uses);
        let watch = guard.and_then(|(first, end)| {
            let word = text.word(first);
            (end == first + 1).then(|| word.strip_prefix('$')?.parse().ok())?
        });
        uses.arguments.sort_by_key(|u| u.0);
        self.spec.handlers.push(Handler {
            functions,
            kind,
            arguments: uses.arguments,
            result: uses.result,
            watch,
            end: None,
            role: None,
        });
        close + 1
    }

    /// `$end { … }`: a function that does it, and a handler for each way to come to an end.
    fn end(&mut self, text: &mut Text, at: usize) -> usize {
        let open = at + 1;
        if !text.is(open, b'{') {
            let hint = "the form is $end { … }: it is about no function and no object";
            self.error_with_hint(text.range(open), "expected `{` after $end", hint);
            return text.item_end(at);
        }
        let close = text.closing[open];
        let first = self.spec.handlers.len();
        let (start, after) = (text.tokens[at].start, text.tokens[open].end);
        let head = format!("static void end${first}(void) {{");
        text.edits.push(Edit::replaced(start, after, head));
        self.piece(text, open + 1, close, Context::End);
        let after = text.tokens[close].end;
        let tail = end::handlers_text(first);
        text.edits.push(Edit::replaced(after, after, tail));
        self.spec.handlers.extend(end::handlers(text.range(at)));
        close + 1
    }

    /// The header becomes that of a function, and the guard a condition around everything.
    fn handler_text(
        &mut self,
        text: &mut Text,
        at: usize,
        open: usize,
        close: usize,
        guard: Option<(usize, usize)>,
    ) {
        let number = self.spec.handlers.len();
        let mut header = format!("static void handler${number}(void) {{");
        if let Some((first, end)) = guard {
            let watched = text.spelling(first, end);
            let always = if mutants::is("every-object-is-watched") {
                "1 || "
            } else {
                ""
            };
            header += &format!(
                " if ({always}(void *)({watched}) == $watched) {{ \
                 _Static_assert(sizeof(0 ? ({watched}) : ({watched})) <= sizeof(void *), \"{TOO_WIDE}\");"
            );
            text.insert(close, "} ");
        }
        let (start, end) = (text.tokens[at].start, text.tokens[open].end);
        text.edits.push(Edit::replaced(start, end, header));
    }

    /// `name` or `[name, name]`, each with `*` for any letters; and the token after.
    fn functions(&mut self, text: &Text, at: usize) -> Option<(Vec<(String, Range)>, usize)> {
        if let Some((name, next)) = text.pattern(at) {
            return Some((vec![name], next));
        }
        let end = text.closing[at];
        let mut found = Vec::new();
        let mut n = at + 1;
        while n < end {
            let Some((name, next)) = text.pattern(n) else {
                self.error(text.range(n), "expected the name of a function");
                return None;
            };
            found.push(name);
            n = next;
            if n < end && !text.is(n, b',') {
                self.error(text.range(n), "expected `,` between names of functions");
                return None;
            }
            n += 1;
        }
        if found.is_empty() {
            self.error(text.range(at), "the list of functions is empty");
            return None;
        }
        Some((found, end + 1))
    }
}

/// What is watched is compared as an address, and would lose bits.
const TOO_WIDE: &str = "what is watched is a number wider than an address";

const ITEMS: &str = "a specification has state { }, handlers such as f.call { } and $end { }, formulas such as \
                     ltl \"G (f -> F g)\";, and functions of its own";
