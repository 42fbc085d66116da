//! The C of handlers and declarations: `$` names, `abort` and `halt`.

use super::super::Kind;
use super::super::lexer::{self, unquote};
use super::super::text::{PUNCT_SEMI, Text};
use super::{Context, Reader, Uses};

impl Reader<'_, '_> {
    pub(super) fn piece(&mut self, text: &mut Text, first: usize, end: usize, context: Context) {
        self.dollars(text, first, end, context, &mut Uses::default());
        self.statements(text, first, end, context);
    }

    pub(super) fn piece_of_handler(
        &mut self,
        text: &mut Text,
        first: usize,
        end: usize,
        kind: Kind,
        uses: &mut Uses,
    ) {
        let context = Context::Handler(kind);
        self.dollars(text, first, end, context, uses);
        self.statements(text, first, end, context);
    }

    /// Notes which arguments a piece of C speaks of.
    pub(super) fn dollars(
        &mut self,
        text: &Text,
        first: usize,
        end: usize,
        context: Context,
        uses: &mut Uses,
    ) {
        for n in first..end.min(text.tokens.len()) {
            if text.kind(n) != Some(lexer::Kind::Dollar) {
                continue;
            }
            let (word, range) = (text.word(n), text.range(n));
            if word == "$watched" {
                self.watched.get_or_insert(range);
                continue;
            }
            if context == Context::End {
                let message = format!("{word} has no meaning at $end");
                let hint = "the end is that of no function; f.exit has parameters and $return";
                self.error_with_hint(range, message, hint);
                continue;
            }
            let Context::Handler(kind) = context else {
                let message = format!("{word} has a meaning only in a handler");
                self.error_with_hint(range, message, "pass it to the function as an argument");
                continue;
            };
            match word[1..].parse::<usize>() {
                Ok(number) if number > 0 => {
                    if uses.arguments.iter().all(|u| u.0 != number) {
                        uses.arguments.push((number, range));
                    }
                }
                _ if word == "$return" && matches!(kind, Kind::Return | Kind::Exit) => {
                    uses.result.get_or_insert(range);
                }
                _ if word == "$return" => {
                    let message = format!("$return has no value yet at .{}", kind.name());
                    self.error_with_hint(range, message, "use .return or .exit");
                }
                _ => {
                    let message = format!("{word} has no meaning");
                    let hint = "there are $1, $2, … for the arguments, $return and $watched";
                    self.error_with_hint(range, message, hint);
                }
            }
        }
    }

    /// Respells what is not C: `abort "…"`, `halt`, `bool`, `true`, `false`.
    fn statements(&mut self, text: &mut Text, first: usize, end: usize, context: Context) {
        let mut n = first;
        while n < end.min(text.tokens.len()) {
            if text.kind(n) == Some(lexer::Kind::Include) {
                self.error(text.range(n), "#include stands outside of blocks");
            }
            if text.kind(n) != Some(lexer::Kind::Name) || (n > 0 && text.is(n - 1, b'.')) {
                n += 1;
                continue;
            }
            match &*text.word(n) {
                "bool" => text.replace(n, n + 1, "_Bool"),
                "true" => text.replace(n, n + 1, "1"),
                "false" => text.replace(n, n + 1, "0"),
                "halt" if context != Context::State => self.halt(text, n),
                "abort" if context != Context::State => n = self.abort(text, n),
                "__VERIFIER_assume" => {
                    self.error(text.range(n), "a property ends an execution with `halt;`");
                }
                _ => {}
            }
            n += 1;
        }
    }

    fn halt(&mut self, text: &mut Text, at: usize) {
        if text.kind(at + 1) != Some(PUNCT_SEMI) {
            self.error(text.range(at), "expected `;` after halt");
        }
        text.replace(at, at + 1, "halt$()");
    }

    /// The last token of `abort "…"`.
    fn abort(&mut self, text: &mut Text, at: usize) -> usize {
        let mut end = at + 1;
        let mut message = String::new();
        while text.kind(end) == Some(lexer::Kind::String) {
            message += &unquote(&text.word(end));
            end += 1;
        }
        if text.kind(end) != Some(PUNCT_SEMI) {
            let hint = "the form is abort \"what went wrong\";";
            let wrong = "expected a message in quotes and `;` after abort";
            self.error_with_hint(text.range(at), wrong, hint);
        }
        if message.is_empty() {
            message = "the property is violated".into();
        }
        let messages = &mut self.spec.messages;
        let number = messages.iter().position(|m| *m == message);
        let number = number.unwrap_or_else(|| {
            messages.push(message);
            messages.len() - 1
        });
        text.replace(at, end, &format!("violation${number}()"));
        end - 1
    }
}
