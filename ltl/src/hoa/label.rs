//! Labels: boolean expressions over propositions, and the guards that they are.

use rustc_hash::FxHashMap;

use super::lexer::{Lexer, Read, Token, unexpected};
use crate::deep_recursion::with_enough_stack;
use crate::{AtomId, Cube, Guard};
use crate::{Diagnostic, Span};

/// A label with more cubes is refused.
const MAX_LABEL_CUBES: usize = 2_000;

#[derive(Clone, Copy)]
pub(super) struct LabelId(usize);

#[derive(Clone, Copy)]
enum Label {
    Constant(bool),
    Atom(u32),
    Not(LabelId),
    And(LabelId, LabelId),
    Or(LabelId, LabelId),
}

/// The labels that were read, and those that have names.
#[derive(Default)]
pub(super) struct Labels {
    nodes: Vec<Label>,
    aliases: FxHashMap<String, LabelId>,
    /// How many propositions there are, once that is known, and the largest that was used.
    used: Option<(u32, Span)>,
}

impl Labels {
    /// Reads an expression: `|` binds less than `&`, and this less than `!`.
    pub(super) fn parse(&mut self, lexer: &mut Lexer<'_>) -> Read<LabelId> {
        let mut left = self.conjunction(lexer)?;
        while lexer.take('|')? {
            let right = self.conjunction(lexer)?;
            left = self.add(Label::Or(left, right));
        }
        Ok(left)
    }

    fn conjunction(&mut self, lexer: &mut Lexer<'_>) -> Read<LabelId> {
        let mut left = self.factor(lexer)?;
        while lexer.take('&')? {
            let right = self.factor(lexer)?;
            left = self.add(Label::And(left, right));
        }
        Ok(left)
    }

    fn factor(&mut self, lexer: &mut Lexer<'_>) -> Read<LabelId> {
        let (token, span) = lexer.next()?;
        let label = match token {
            Token::Symbol('!') => Label::Not(with_enough_stack(|| self.factor(lexer))?),
            Token::Symbol('(') => {
                let inner = with_enough_stack(|| self.parse(lexer))?;
                lexer.expect(')')?;
                return Ok(inner);
            }
            Token::Number(atom) => {
                if self.used.is_none_or(|(largest, _)| largest < atom) {
                    self.used = Some((atom, span));
                }
                Label::Atom(atom)
            }
            Token::Alias(name) => {
                let message = format!("there is no alias `@{name}` before this");
                let known = self.aliases.get(&name).copied();
                return known.ok_or(Diagnostic::error(span, message));
            }
            Token::Word(word) if word == "t" || word == "f" => Label::Constant(word == "t"),
            other => {
                let wanted = "a label: `t`, `f`, the number of a proposition, an alias";
                return Err(unexpected(wanted, &(other, span)));
            }
        };
        Ok(self.add(label))
    }

    fn add(&mut self, label: Label) -> LabelId {
        self.nodes.push(label);
        LabelId(self.nodes.len() - 1)
    }

    pub(super) fn name(&mut self, name: String, label: LabelId) {
        self.aliases.insert(name, label);
    }

    /// Refuses labels about propositions that are not declared.
    pub(super) fn check(&self, propositions: usize) -> Read<()> {
        match self.used {
            Some((largest, span)) if largest as usize >= propositions => {
                let message = format!("there is no proposition {largest}");
                Err(Diagnostic::error(span, message)
                    .with_hint(format!("`AP:` declares {propositions}, counted from 0")))
            }
            _ => Ok(()),
        }
    }

    /// The guard of a label; nothing where it is too large.
    pub(super) fn guard(&self, label: LabelId) -> Option<Guard> {
        self.signed(label, true)
    }

    fn signed(&self, label: LabelId, sign: bool) -> Option<Guard> {
        with_enough_stack(|| {
            Some(match self.nodes[label.0] {
                Label::Constant(value) if value == sign => Guard::always(),
                Label::Constant(_) => Guard::default(),
                Label::Atom(atom) => Cube::literal(AtomId(atom), sign).into(),
                Label::Not(inner) => self.signed(inner, !sign)?,
                Label::And(left, right) => self.pair(left, right, sign, sign)?,
                Label::Or(left, right) => self.pair(left, right, sign, !sign)?,
            })
        })
    }

    fn pair(&self, left: LabelId, right: LabelId, sign: bool, both: bool) -> Option<Guard> {
        let left = self.signed(left, sign)?;
        let right = self.signed(right, sign)?;
        let (l, r) = (left.cubes().len(), right.cubes().len());
        let most = if both { l.saturating_mul(r) } else { l + r };
        if most > MAX_LABEL_CUBES {
            return None;
        }
        if both {
            return Some(left.and(&right));
        }
        let mut either = left;
        either.or(&right);
        Some(either)
    }
}
