//! What a formula is about: events, and conditions over the state of the specification.

use std::collections::BTreeSet;

use super::super::{Kind, MAIN, lexer};
use ltl::{Atom, Diagnostic, Span};

/// Where something happens: a function and when.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) struct Point {
    pub(in super::super) function: String,
    pub(in super::super) kind: Kind,
}

/// An atom of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Event(Point),
    /// The C of a condition.
    Condition(String),
    Terminated,
}

/// What an atom means; `state` are the names that the state of the specification declares.
pub(super) fn meaning(
    atom: &Atom,
    at: Span,
    state: &BTreeSet<String>,
) -> Result<Meaning, Diagnostic> {
    let event = |function: &str, kind| {
        Ok(Meaning::Event(Point {
            function: function.into(),
            kind,
        }))
    };
    match atom {
        Atom::Terminated => Ok(Meaning::Terminated),
        Atom::Entry(function) => event(function, Kind::Entry),
        Atom::Exit(function) => event(function, Kind::Exit),
        Atom::Name(name) if state.contains(name) => Ok(Meaning::Condition(name.clone())),
        Atom::Name(name) => match name.rsplit_once('.') {
            None => event(plain(name, at)?, Kind::Call),
            Some((function, kind)) => match Kind::named(kind) {
                Some(kind) => event(plain(function, at)?, kind),
                None => Err(no_event(kind, at)),
            },
        },
        Atom::Expr(text) => condition(text, at),
        Atom::At { .. } | Atom::In(_) => Err(Diagnostic::error(
            at,
            "labels and places of a program are no events of a specification",
        )
        .with_hint(ATOMS)),
    }
}

const ATOMS: &str = "atoms are events (`f`, which is `f.call`, `f.return`, `f.entry`, `f.exit`), `terminated`, and \
                     conditions over the state in braces, as in `{depth > 0}`";

/// A name that a function can have.
fn plain(name: &str, at: Span) -> Result<&str, Diagnostic> {
    let is_plain = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let is_number = name.starts_with(|c: char| c.is_ascii_digit());
    match name == MAIN || (is_plain && !is_number && !name.is_empty()) {
        true => Ok(name),
        false => {
            let message = format!("`{name}` is no name of a function");
            Err(Diagnostic::error(at, message).with_hint(ATOMS))
        }
    }
}

fn no_event(kind: &str, at: Span) -> Diagnostic {
    let message = format!("`{kind}` is no event");
    let hint = "events are call and return (where the function is called), entry and exit (in the function)";
    Diagnostic::error(at, message).with_hint(hint)
}

/// The C of a condition.
fn condition(text: &str, at: Span) -> Result<Meaning, Diagnostic> {
    let (tokens, errors) = lexer::lex(text.as_bytes());
    let wrong = |message: &str| Err(Diagnostic::error(at, message).with_hint(ATOMS));
    if let Some((_, _, message)) = errors.first() {
        return wrong(message);
    }
    let mut c = String::new();
    let mut depth = 0i32;
    for token in &tokens {
        let word = &text[token.start as usize..token.end as usize];
        let is_closed = match word {
            "(" => {
                depth += 1;
                false
            }
            ")" => {
                depth -= 1;
                depth < 0
            }
            _ => false,
        };
        let is_other = matches!(word, "{" | "}" | ";" | "#")
            || matches!(token.kind, lexer::Kind::Dollar | lexer::Kind::Include);
        if is_closed || is_other {
            return wrong(&format!("`{word}` cannot stand in a condition"));
        }
        if !c.is_empty() && glued_to(&tokens, token.start) {
            // `==` is two tokens.
        } else if !c.is_empty() {
            c.push(' ');
        }
        c += match word {
            "true" => "1",
            "false" => "0",
            "bool" => "_Bool",
            word => word,
        };
    }
    if depth != 0 {
        return wrong("a `)` is missing in the condition");
    }
    Ok(Meaning::Condition(c))
}

/// Whether a token ends where this one begins.
fn glued_to(tokens: &[lexer::Token], start: u32) -> bool {
    tokens.iter().any(|token| token.end == start)
}
