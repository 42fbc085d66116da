//! What stands between `--BODY--` and `--END--`: states and their edges.

use super::header::{Header, MAX_STATES, refuse_alternation, too_many_states};
use super::label::LabelId;
use super::lexer::{Lexer, Read, Token, unexpected};
use crate::{AtomId, BitSet, Cube, Edge, Guard, StateId};
use crate::{Diagnostic, Span};

/// Implicit labels name a state for each letter: with more propositions they are refused.
const MAX_IMPLICIT_PROPOSITIONS: usize = 10;

pub(super) struct Body {
    pub(super) edges: Vec<Edge>,
    /// The largest state that is mentioned, and where.
    pub(super) largest: Option<(u32, Span)>,
}

/// What the line of a state says of all its edges.
struct State {
    id: u32,
    span: Span,
    label: Option<Guard>,
    acceptance: BitSet,
}

struct Reader<'r, 't> {
    lexer: &'r mut Lexer<'t>,
    header: &'r mut Header,
    body: Body,
    defined: BitSet,
}

pub(super) fn read(lexer: &mut Lexer<'_>, header: &mut Header) -> Read<Body> {
    let mut reader = Reader {
        lexer,
        header,
        body: Body {
            edges: Vec::new(),
            largest: None,
        },
        defined: BitSet::new(),
    };
    loop {
        match reader.lexer.next()? {
            (Token::End, _) => return Ok(reader.body),
            (Token::Header(name), _) if name == "State" => reader.state()?,
            (Token::Abort, span) => {
                return Err(Diagnostic::error(span, "the automaton was not finished"));
            }
            other => return Err(unexpected("`State:` or `--END--`", &other)),
        }
    }
}

impl Reader<'_, '_> {
    fn state(&mut self) -> Read<()> {
        let label = self.label()?;
        let (id, span) = self.state_number()?;
        if self.defined.contains(id as usize) {
            let message = format!("state {id} stands here twice");
            return Err(Diagnostic::error(span, message));
        }
        self.defined.insert(id as usize);
        if matches!(self.lexer.peek()?, Token::Text(_)) {
            self.lexer.next()?;
        }
        let state = State {
            id,
            span,
            label,
            acceptance: self.acceptance()?,
        };
        self.edges(&state)
    }

    fn edges(&mut self, state: &State) -> Read<()> {
        let first = self.body.edges.len();
        let mut unlabelled = 0;
        while matches!(self.lexer.peek()?, Token::Symbol('[') | Token::Number(_)) {
            let label = self.label()?;
            let (to, span) = self.state_number()?;
            refuse_alternation(self.lexer)?;
            let mut acceptance = self.acceptance()?;
            acceptance.union_with(&state.acceptance);
            let guard = match (&state.label, label) {
                (Some(_), Some(_)) => {
                    let message = "the state has a label already";
                    return Err(Diagnostic::error(span, message));
                }
                (Some(label), None) => label.clone(),
                (None, Some(label)) => label,
                (None, None) => {
                    unlabelled += 1;
                    self.implicit(unlabelled - 1, span)?
                }
            };
            self.body.edges.push(Edge {
                from: StateId(state.id),
                to: StateId(to),
                guard,
                acceptance,
            });
        }
        let edges = self.body.edges.len() - first;
        self.check_implicit(unlabelled, edges, state.span)
    }

    /// The letter that belongs to the edge of a number where there are no labels.
    fn implicit(&self, number: usize, span: Span) -> Read<Guard> {
        let atoms = self.propositions();
        if atoms > MAX_IMPLICIT_PROPOSITIONS || number >> atoms != 0 {
            let message = "there are more edges without a label than letters";
            return Err(Diagnostic::error(span, message));
        }
        let literal = |atom| Cube::literal(AtomId(atom as u32), number >> atom & 1 == 1);
        let cube = (0..atoms).try_fold(Cube::always(), |cube, atom| cube.and(&literal(atom)));
        Ok(cube.unwrap_or_default().into())
    }

    fn check_implicit(&self, unlabelled: usize, edges: usize, span: Span) -> Read<()> {
        let letters = 1_usize << self.propositions().min(MAX_IMPLICIT_PROPOSITIONS);
        if unlabelled == 0 || (unlabelled == edges && unlabelled == letters) {
            return Ok(());
        }
        let message = "this state has edges without labels, and not one for each letter";
        Err(Diagnostic::error(span, message))
    }

    fn propositions(&self) -> usize {
        self.header.atoms.as_ref().map_or(0, Vec::len)
    }

    /// `[…]`, if it is there.
    fn label(&mut self) -> Read<Option<Guard>> {
        if *self.lexer.peek()? != Token::Symbol('[') {
            return Ok(None);
        }
        let (_, span) = self.lexer.next()?;
        let label: LabelId = self.header.labels.parse(self.lexer)?;
        self.header.labels.check(self.propositions())?;
        self.lexer.expect(']')?;
        match self.header.labels.guard(label) {
            Some(guard) => Ok(Some(guard)),
            None => Err(Diagnostic::error(span, "this label is too large")
                .with_hint("it has too many cases; several edges with smaller labels can be read")),
        }
    }

    fn state_number(&mut self) -> Read<(u32, Span)> {
        let (state, span) = self.lexer.number("the number of a state")?;
        if state >= MAX_STATES {
            return Err(too_many_states(span));
        }
        if self.body.largest.is_none_or(|(known, _)| known < state) {
            self.body.largest = Some((state, span));
        }
        Ok((state, span))
    }

    /// `{0 2}`, if it is there: the numbers of those sets that have to be visited, counted anew.
    fn acceptance(&mut self) -> Read<BitSet> {
        let mut sets = BitSet::new();
        if !self.lexer.take('{')? {
            return Ok(sets);
        }
        let (count, needed) = self.header.acceptance.clone().unwrap_or_default();
        while !self.lexer.take('}')? {
            let (set, span) = self
                .lexer
                .number("the number of an acceptance set, or `}`")?;
            if set >= count {
                let message = format!("there is no acceptance set {set}");
                return Err(Diagnostic::error(span, message));
            }
            if let Ok(number) = needed.binary_search(&set) {
                sets.insert(number);
            }
        }
        Ok(sets)
    }
}
