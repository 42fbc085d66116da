//! From HOA text to [`Automaton`].

use super::body;
use super::header::Header;
use super::lexer::{Lexer, Read, Token};
use crate::{Automaton, StateId};
use crate::{Diagnostic, Span};

/// Reads one automaton.
pub fn read(text: &str) -> Result<Automaton, Vec<Diagnostic>> {
    if u32::try_from(text.len()).is_err() {
        let message = "the file is larger than 4 GB";
        return Err(vec![Diagnostic::error(Span::default(), message)]);
    }
    automaton(text).map_err(|problem| vec![problem])
}

fn automaton(text: &str) -> Read<Automaton> {
    let mut lexer = Lexer::new(text);
    let mut header = Header::read(&mut lexer)?;
    let body = body::read(&mut lexer, &mut header)?;
    let after = lexer.next()?;
    if after.0 != Token::EndOfFile {
        let message = format!(
            "expected one automaton, found {} after it",
            after.0.describe()
        );
        return Err(Diagnostic::error(after.1, message));
    }
    let mentioned = header.start.iter().copied().chain(body.largest);
    let largest = mentioned.max_by_key(|(state, _)| *state);
    let states = header.states.unwrap_or(largest.map_or(0, |(s, _)| s + 1));
    if let Some((state, span)) = largest
        && state >= states
    {
        let message = format!("there is no state {state}");
        return Err(Diagnostic::error(span, message)
            .with_hint(format!("`States:` declares {states}, counted from 0")));
    }
    let mut automaton = Automaton {
        atoms: header.atoms.unwrap_or_default(),
        states: states as usize,
        initial: header.start.iter().map(|&(s, _)| StateId(s)).collect(),
        acceptance_sets: header.acceptance.map_or(0, |(_, needed)| needed.len()),
        edges: body.edges,
    };
    automaton.normalise();
    Ok(automaton)
}
