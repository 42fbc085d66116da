//! What stands before `--BODY--`.

use super::label::Labels;
use super::lexer::{Lexer, Read, Token, unexpected};
use crate::deep_recursion::with_enough_stack;
use crate::{Atom, parse_atom};
use crate::{Diagnostic, Span};

/// More states, propositions or acceptance sets are refused.
pub(super) const MAX_STATES: u32 = 1_000_000;
const MAX_PROPOSITIONS: u32 = 10_000;
const MAX_ACCEPTANCE_SETS: u32 = 1_000;

const TO_GENERALISED: &str = "Spot's `autfilt --gba` makes a generalised Büchi automaton of an automaton with any acceptance condition";

#[derive(Default)]
pub(super) struct Header {
    pub(super) states: Option<u32>,
    pub(super) start: Vec<(u32, Span)>,
    pub(super) atoms: Option<Vec<Atom>>,
    /// How many acceptance sets are declared, and which of them have to be visited.
    pub(super) acceptance: Option<(u32, Vec<u32>)>,
    pub(super) labels: Labels,
}

impl Header {
    /// Reads everything up to and including `--BODY--`.
    pub(super) fn read(lexer: &mut Lexer<'_>) -> Read<Header> {
        let mut header = Header::default();
        header.version(lexer)?;
        loop {
            match lexer.next()? {
                (Token::Body, span) => return header.finish(span),
                (Token::Header(name), span) => header.item(&name, span, lexer)?,
                other => {
                    return Err(unexpected(
                        "a header such as `States:`, or `--BODY--`",
                        &other,
                    ));
                }
            }
        }
    }

    fn version(&self, lexer: &mut Lexer<'_>) -> Read<()> {
        let first = lexer.next()?;
        if first.0 != Token::Header("HOA".to_owned()) {
            let error = unexpected("`HOA: v1` at the beginning", &first);
            return Err(
                error.with_hint("an automaton in the Hanoi format is expected (`ltl2tgba -H`)")
            );
        }
        match lexer.next()? {
            (Token::Word(version), _) if version == "v1" => Ok(()),
            other => Err(unexpected("version `v1`", &other)),
        }
    }

    fn finish(self, span: Span) -> Read<Header> {
        if self.acceptance.is_none() {
            return Err(Diagnostic::error(
                span,
                "there is no `Acceptance:` before this",
            ));
        }
        self.labels.check(self.atoms.as_ref().map_or(0, Vec::len))?;
        Ok(self)
    }

    fn item(&mut self, name: &str, span: Span, lexer: &mut Lexer<'_>) -> Read<()> {
        let twice = match name {
            "States" => self.states.is_some(),
            "AP" => self.atoms.is_some(),
            "Acceptance" => self.acceptance.is_some(),
            _ => false,
        };
        if twice {
            return Err(Diagnostic::error(
                span,
                format!("`{name}:` stands here twice"),
            ));
        }
        match name {
            "States" => self.states = Some(limited(lexer, "a number of states", MAX_STATES)?),
            "Start" => self.start(lexer)?,
            "AP" => self.atoms = Some(propositions(lexer)?),
            "Alias" => self.alias(lexer)?,
            "Acceptance" => self.acceptance = Some(acceptance(lexer)?),
            // Unknown headers with a capital letter may change what is meant; the others tell, and change nothing.
            _ if name.starts_with(|c: char| c.is_ascii_uppercase()) => {
                return Err(Diagnostic::error(
                    span,
                    format!("`{name}:` is not supported"),
                ));
            }
            _ => skip_values(lexer)?,
        }
        Ok(())
    }

    fn start(&mut self, lexer: &mut Lexer<'_>) -> Read<()> {
        let state = lexer.number("the number of an initial state")?;
        refuse_alternation(lexer)?;
        if state.0 >= MAX_STATES {
            return Err(too_many_states(state.1));
        }
        if !self.start.iter().any(|&(known, _)| known == state.0) {
            self.start.push(state);
        }
        Ok(())
    }

    fn alias(&mut self, lexer: &mut Lexer<'_>) -> Read<()> {
        match lexer.next()? {
            (Token::Alias(name), _) => {
                let label = self.labels.parse(lexer)?;
                self.labels.name(name, label);
                Ok(())
            }
            other => Err(unexpected("a name such as `@a`", &other)),
        }
    }
}

pub(super) fn too_many_states(span: Span) -> Diagnostic {
    let message = format!("at most {MAX_STATES} states are supported");
    Diagnostic::error(span, message)
}

/// Refuses `1 & 2`, a set of states that are all gone to.
pub(super) fn refuse_alternation(lexer: &mut Lexer<'_>) -> Read<()> {
    if *lexer.peek()? != Token::Symbol('&') {
        return Ok(());
    }
    let (_, span) = lexer.next()?;
    Err(Diagnostic::error(span, "alternating automata are not supported").with_hint(TO_GENERALISED))
}

fn limited(lexer: &mut Lexer<'_>, what: &str, most: u32) -> Read<u32> {
    let (number, span) = lexer.number(what)?;
    if number > most {
        let message = format!("at most {most} are supported");
        return Err(Diagnostic::error(span, message));
    }
    Ok(number)
}

fn propositions(lexer: &mut Lexer<'_>) -> Read<Vec<Atom>> {
    let count = limited(lexer, "a number of propositions", MAX_PROPOSITIONS)?;
    let mut atoms = Vec::new();
    for _ in 0..count {
        let (token, span) = lexer.next()?;
        let Token::Text(text) = token else {
            return Err(unexpected("a proposition in quotes", &(token, span)));
        };
        if text.trim().is_empty() {
            return Err(Diagnostic::error(span, "a proposition cannot be empty"));
        }
        let atom = parse_atom(&text);
        if atoms.contains(&atom) {
            return Err(Diagnostic::error(
                span,
                "this proposition stands here twice",
            ));
        }
        atoms.push(atom);
    }
    Ok(atoms)
}

fn skip_values(lexer: &mut Lexer<'_>) -> Read<()> {
    while !matches!(
        lexer.peek()?,
        Token::Header(_) | Token::Body | Token::End | Token::Abort | Token::EndOfFile
    ) {
        lexer.next()?;
    }
    Ok(())
}

/// How many sets there are, and those of a conjunction of `Inf`.
fn acceptance(lexer: &mut Lexer<'_>) -> Read<(u32, Vec<u32>)> {
    let count = limited(lexer, "a number of acceptance sets", MAX_ACCEPTANCE_SETS)?;
    let mut sets = Vec::new();
    conjunction(lexer, count, &mut sets)?;
    sets.sort_unstable();
    sets.dedup();
    Ok((count, sets))
}

fn conjunction(lexer: &mut Lexer<'_>, count: u32, sets: &mut Vec<u32>) -> Read<()> {
    loop {
        let (token, span) = lexer.next()?;
        match token {
            Token::Symbol('(') => {
                with_enough_stack(|| conjunction(lexer, count, sets))?;
                lexer.expect(')')?;
            }
            Token::Word(word) if word == "t" => {}
            Token::Word(word) if word == "Inf" => sets.push(infinitely(lexer, count)?),
            Token::Word(word) if word == "Fin" || word == "f" => return Err(not_generalised(span)),
            other => return Err(unexpected("an acceptance condition", &(other, span))),
        }
        match lexer.peek()? {
            Token::Symbol('&') => lexer.next()?,
            Token::Symbol('|') => return Err(not_generalised(lexer.next()?.1)),
            _ => return Ok(()),
        };
    }
}

fn infinitely(lexer: &mut Lexer<'_>, count: u32) -> Read<u32> {
    lexer.expect('(')?;
    if *lexer.peek()? == Token::Symbol('!') {
        return Err(not_generalised(lexer.next()?.1));
    }
    let (set, span) = lexer.number("the number of an acceptance set")?;
    if set >= count {
        let message = format!("there is no acceptance set {set}");
        return Err(Diagnostic::error(span, message)
            .with_hint(format!("`Acceptance:` declares {count}, counted from 0")));
    }
    lexer.expect(')')?;
    Ok(set)
}

fn not_generalised(span: Span) -> Diagnostic {
    let message = "only Büchi and generalised Büchi acceptance is supported: `Inf(0)&Inf(1)&…`";
    Diagnostic::error(span, message).with_hint(TO_GENERALISED)
}
