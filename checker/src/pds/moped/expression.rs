//! Expressions of rules: a parser by precedence, and what they evaluate to.

use super::lexer::Token;
use super::{Parser, Variable};
use crate::bp::{Diagnostic, nearest};

/// When a variable is looked at: before the rule, in the first and in the second symbol of the right side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::pds) enum When {
    Before,
    First,
    Second,
}

#[derive(Clone, Debug)]
pub(in crate::pds) enum Expression {
    Number(i64),
    Global(usize, When),
    Local(usize, When),
    Not(Box<Expression>),
    Minus(Box<Expression>),
    Binary(&'static str, Box<Expression>, Box<Expression>),
}

/// The operators of each level, the loosest first.
const LEVELS: [&[&str]; 8] = [
    &["<->"],
    &["->", "=>"],
    &["|", "||"],
    &["^"],
    &["&", "&&"],
    &["=", "==", "!=", "<", "<=", ">", ">="],
    &["+", "-"],
    &["*"],
];

/// Deeper expressions are refused, because they are read by recursion.
const MAX_DEPTH: usize = 200;

impl Parser<'_> {
    pub(super) fn expression(&mut self, right: usize) -> Result<Expression, Diagnostic> {
        self.level(0, right, 0)
    }

    fn level(
        &mut self,
        level: usize,
        right: usize,
        depth: usize,
    ) -> Result<Expression, Diagnostic> {
        let Some(operators) = LEVELS.get(level) else {
            return self.operand(right, depth);
        };
        let mut left = self.level(level + 1, right, depth)?;
        let mut length = 0;
        loop {
            let Token::Symbol(symbol) = self.token else {
                return Ok(left);
            };
            if !operators.contains(&symbol) {
                return Ok(left);
            }
            length += 1;
            if length > MAX_DEPTH {
                return Err(Diagnostic::error(self.span, "this expression is too long"));
            }
            self.advance()?;
            let other = self.level(level + 1, right, depth)?;
            left = Expression::Binary(symbol, Box::new(left), Box::new(other));
        }
    }

    fn operand(&mut self, right: usize, depth: usize) -> Result<Expression, Diagnostic> {
        if depth > MAX_DEPTH {
            return Err(Diagnostic::error(
                self.span,
                "this expression is nested too deeply",
            ));
        }
        match self.token.clone() {
            Token::Symbol("!" | "~") => {
                self.advance()?;
                Ok(Expression::Not(Box::new(self.operand(right, depth + 1)?)))
            }
            Token::Symbol("-") => {
                self.advance()?;
                Ok(Expression::Minus(Box::new(self.operand(right, depth + 1)?)))
            }
            Token::Symbol("(") => {
                self.advance()?;
                let inner = self.level(0, right, depth + 1)?;
                self.expect(")")?;
                Ok(inner)
            }
            Token::Word(word) => self.name_or_number(&word, right),
            _ => Err(self.unexpected("an expression")),
        }
    }

    fn name_or_number(&mut self, word: &str, right: usize) -> Result<Expression, Diagnostic> {
        let span = self.span;
        let number = match word {
            "true" => Some(1),
            "false" => Some(0),
            _ => word
                .parse()
                .ok()
                .or_else(|| self.defined.get(word).copied()),
        };
        if let Some(number) = number {
            self.advance()?;
            return Ok(Expression::Number(number));
        }
        let position = |list: &[Variable]| list.iter().position(|variable| variable.name == word);
        let (global, local) = (position(&self.file.globals), position(&self.file.locals));
        self.advance()?;
        let when = match self.token {
            Token::Symbol("'") => When::First,
            Token::Symbol("''") => When::Second,
            _ => When::Before,
        };
        if when != When::Before {
            self.advance()?;
        }
        let needs = match (global, when) {
            (_, When::Before) | (Some(_), When::First) => 0,
            (_, When::First) => 1,
            (_, When::Second) => 2,
        };
        if right < needs || global.is_some() && when == When::Second {
            let message = format!("the right side of this rule has no such `{word}`");
            return Err(Diagnostic::error(span, message));
        }
        match (global, local) {
            (Some(index), _) => Ok(Expression::Global(index, when)),
            (None, Some(index)) => Ok(Expression::Local(index, when)),
            (None, None) => Err(self.unknown_variable(word, span)),
        }
    }

    fn unknown_variable(&self, word: &str, span: crate::bp::Span) -> Diagnostic {
        let names = self.file.globals.iter().chain(&self.file.locals);
        let error = Diagnostic::error(span, format!("there is no variable `{word}`"));
        match nearest(word, names.map(|variable| variable.name.as_str())) {
            Some(similar) => error.with_hint(format!("did you mean `{similar}`?")),
            None => error,
        }
    }
}

/// The values of all variables in one step.
pub(in crate::pds) struct Values<'a> {
    pub(in crate::pds) globals: [&'a [i64]; 2],
    /// Before, and of the symbols of the right side.
    pub(in crate::pds) locals: [&'a [i64]; 3],
}

impl Expression {
    /// Whether it mentions values after a rule.
    pub(super) fn reads_what_follows(&self) -> bool {
        self.any_part(&|part| match part {
            Expression::Global(_, when) | Expression::Local(_, when) => *when != When::Before,
            _ => false,
        })
    }

    pub(in crate::pds) fn mentions_locals(&self) -> bool {
        self.any_part(&|part| matches!(part, Expression::Local(..)))
    }

    fn any_part(&self, is_wanted: &dyn Fn(&Expression) -> bool) -> bool {
        is_wanted(self)
            || match self {
                Expression::Not(inner) | Expression::Minus(inner) => inner.any_part(is_wanted),
                Expression::Binary(_, left, right) => {
                    left.any_part(is_wanted) || right.any_part(is_wanted)
                }
                _ => false,
            }
    }

    /// The value; nothing where a number becomes too large.
    pub(in crate::pds) fn evaluate(&self, values: &Values<'_>) -> Option<i64> {
        Some(match self {
            Expression::Number(number) => *number,
            Expression::Global(index, when) => {
                values.globals[usize::from(*when != When::Before)][*index]
            }
            Expression::Local(index, when) => {
                let which = match when {
                    When::Before => 0,
                    When::First => 1,
                    When::Second => 2,
                };
                values.locals[which][*index]
            }
            Expression::Not(inner) => i64::from(inner.evaluate(values)? == 0),
            Expression::Minus(inner) => inner.evaluate(values)?.checked_neg()?,
            Expression::Binary(operator, left, right) => {
                let (a, b) = (left.evaluate(values)?, right.evaluate(values)?);
                binary(operator, a, b)?
            }
        })
    }
}

fn binary(operator: &str, a: i64, b: i64) -> Option<i64> {
    let (truth_a, truth_b) = (a != 0, b != 0);
    Some(match operator {
        "+" => a.checked_add(b)?,
        "-" => a.checked_sub(b)?,
        "*" => a.checked_mul(b)?,
        "=" | "==" => i64::from(a == b),
        "!=" => i64::from(a != b),
        "<" => i64::from(a < b),
        "<=" => i64::from(a <= b),
        ">" => i64::from(a > b),
        ">=" => i64::from(a >= b),
        "&" | "&&" => i64::from(truth_a && truth_b),
        "|" | "||" => i64::from(truth_a || truth_b),
        "^" => i64::from(truth_a != truth_b),
        "->" | "=>" => i64::from(!truth_a || truth_b),
        _ => i64::from(truth_a == truth_b),
    })
}
