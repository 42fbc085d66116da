//! From text to [`Formula`].
//!
//! The tokens are those of linear temporal logic, and the quantifiers: `EX`, `E[a U b]`. Operators bind, from the tightest:
//! unary ones; `&`; `xor`; `|`; `->` and `<->`, of which two in a row need parentheses.

use super::formula::{Connective, Formula, FormulaId, Node, PathBinary, PathUnary, Quantifier};
use crate::bp::{Diagnostic, Span};
use crate::deep_recursion::with_enough_stack;
use ltl::{BinaryOp, Lexer, Token, UnaryOp, describe};

/// Reads a formula.
pub fn parse(text: &str) -> Result<Formula, Vec<Diagnostic>> {
    if u32::try_from(text.len()).is_err() {
        let message = "the formula is longer than 4 GB";
        return Err(vec![Diagnostic::error(Span::default(), message)]);
    }
    whole(text).map_err(|problem| vec![problem])
}

fn whole(text: &str) -> Result<Formula, Diagnostic> {
    let mut lexer = Lexer::new(text);
    let next = word(&mut lexer)?;
    let mut parser = Parser {
        lexer,
        next,
        formula: Formula::new(),
    };
    let root = parser.formula(0)?;
    match &parser.next {
        (Word::Plain(Token::End), _) => Ok(parser.formula.with_root(root)),
        (Word::Plain(Token::Close) | Word::CloseBracket, span) => {
            Err(Diagnostic::error(*span, "nothing is open that this closes"))
        }
        (found, span) => Err(expected_operator(found, *span)),
    }
}

/// A token, with what branching time adds.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Word {
    Plain(Token),
    Quantifier(Quantifier),
    Quantified(Quantifier, PathUnary),
    OpenBracket,
    CloseBracket,
}

const WORDS: [(&str, Word); 8] = {
    use PathUnary::{Finally, Globally, Next};
    use Quantifier::{All, Exists};
    [
        ("AX", Word::Quantified(All, Next)),
        ("AF", Word::Quantified(All, Finally)),
        ("AG", Word::Quantified(All, Globally)),
        ("EX", Word::Quantified(Exists, Next)),
        ("EF", Word::Quantified(Exists, Finally)),
        ("EG", Word::Quantified(Exists, Globally)),
        ("A", Word::Quantifier(All)),
        ("E", Word::Quantifier(Exists)),
    ]
};

fn word(lexer: &mut Lexer<'_>) -> Result<(Word, Span), Diagnostic> {
    for (text, found) in WORDS {
        if let Some(span) = lexer.take_exactly(text) {
            return Ok((found, span));
        }
    }
    // `A[] p` is how some tools write `AG p`.
    if !lexer.is_before("[]") {
        for (text, found) in [("[", Word::OpenBracket), ("]", Word::CloseBracket)] {
            if let Some(span) = lexer.take_symbol(text) {
                return Ok((found, span));
            }
        }
    }
    let (token, span) = lexer.token()?;
    Ok((Word::Plain(token), span))
}

struct Parser<'t> {
    lexer: Lexer<'t>,
    next: (Word, Span),
    formula: Formula,
}

fn precedence(op: Connective) -> u8 {
    match op {
        Connective::Implies | Connective::Iff => 0,
        Connective::Or => 1,
        Connective::Xor => 2,
        Connective::And => 3,
    }
}

fn connective(word: &Word) -> Option<Connective> {
    Some(match word {
        Word::Plain(Token::Binary(BinaryOp::And)) => Connective::And,
        Word::Plain(Token::Binary(BinaryOp::Or)) => Connective::Or,
        Word::Plain(Token::Binary(BinaryOp::Xor)) => Connective::Xor,
        Word::Plain(Token::Binary(BinaryOp::Implies)) => Connective::Implies,
        Word::Plain(Token::Binary(BinaryOp::Iff)) => Connective::Iff,
        _ => return None,
    })
}

fn path_operator(word: &Word) -> Option<PathBinary> {
    Some(match word {
        Word::Plain(Token::Binary(BinaryOp::Until)) => PathBinary::Until,
        Word::Plain(Token::Binary(BinaryOp::WeakUntil)) => PathBinary::WeakUntil,
        Word::Plain(Token::Binary(BinaryOp::Release)) => PathBinary::Release,
        Word::Plain(Token::Binary(BinaryOp::StrongRelease)) => PathBinary::StrongRelease,
        _ => return None,
    })
}

fn path_unary(op: UnaryOp) -> Option<PathUnary> {
    match op {
        UnaryOp::Not => None,
        UnaryOp::Next => Some(PathUnary::Next),
        UnaryOp::Finally => Some(PathUnary::Finally),
        UnaryOp::Globally => Some(PathUnary::Globally),
    }
}

impl Parser<'_> {
    fn advance(&mut self) -> Result<(Word, Span), Diagnostic> {
        let next = word(&mut self.lexer)?;
        Ok(std::mem::replace(&mut self.next, next))
    }

    /// A formula whose connectives bind at least as tightly as `lowest`.
    fn formula(&mut self, lowest: u8) -> Result<FormulaId, Diagnostic> {
        let mut left = with_enough_stack(|| self.operand())?;
        let mut last: Option<(Connective, Span)> = None;
        while let Some(op) = connective(&self.next.0).filter(|op| precedence(*op) >= lowest) {
            let (_, span) = self.advance()?;
            if let Some((before, place)) = last
                && precedence(op) == 0
                && precedence(before) == 0
                && !(op == Connective::Iff && before == Connective::Iff)
            {
                return Err(needs_parentheses((before, place), (op, span)));
            }
            let right = self.formula(precedence(op) + 1)?;
            left = self.formula.add(Node::Connective(op, left, right));
            last = Some((op, span));
        }
        Ok(left)
    }

    fn operand(&mut self) -> Result<FormulaId, Diagnostic> {
        let (found, span) = self.advance()?;
        let node = match found {
            Word::Plain(Token::True) => Node::True,
            Word::Plain(Token::False) => Node::False,
            Word::Plain(Token::Atom(atom)) => Node::Atom(self.formula.add_atom(atom, span)),
            Word::Plain(Token::Unary(UnaryOp::Not)) => {
                Node::Not(with_enough_stack(|| self.operand())?)
            }
            Word::Quantified(quantifier, op) => {
                Node::Unary(quantifier, op, with_enough_stack(|| self.operand())?)
            }
            Word::Quantifier(quantifier) => return self.quantified(quantifier, span),
            Word::Plain(Token::Open) => {
                let inside = self.formula(0)?;
                self.close(&Word::Plain(Token::Close), span)?;
                return Ok(inside);
            }
            found => return Err(expected_formula(&found, span)),
        };
        Ok(self.formula.add(node))
    }

    /// What follows `A` or `E`: an operator, or two formulas with one between.
    fn quantified(&mut self, quantifier: Quantifier, place: Span) -> Result<FormulaId, Diagnostic> {
        let (found, span) = self.advance()?;
        let closed_by = match found {
            Word::Plain(Token::Unary(op)) if path_unary(op).is_some() => {
                let op = path_unary(op).unwrap_or(PathUnary::Next);
                let operand = with_enough_stack(|| self.operand())?;
                return Ok(self.formula.add(Node::Unary(quantifier, op, operand)));
            }
            Word::OpenBracket => Word::CloseBracket,
            Word::Plain(Token::Open) => Word::Plain(Token::Close),
            found => {
                let quantifier = quantifier.text();
                let message = format!(
                    "expected `X`, `F`, `G` or `[` after `{quantifier}`, found {}",
                    shown(&found)
                );
                return Err(Diagnostic::error(span, message).with_label(place, "the quantifier"));
            }
        };
        let left = self.formula(0)?;
        let (found, at) = self.advance()?;
        let Some(op) = path_operator(&found) else {
            let message = format!("expected `U`, `W`, `R` or `M`, found {}", shown(&found));
            let error = Diagnostic::error(at, message);
            return Err(error.with_label(place, "of the runs that this speaks of"));
        };
        let right = self.formula(0)?;
        self.close(&closed_by, span)?;
        Ok(self.formula.add(Node::Binary(quantifier, op, left, right)))
    }

    fn close(&mut self, wanted: &Word, opened: Span) -> Result<(), Diagnostic> {
        let (found, span) = self.advance()?;
        if found == *wanted {
            return Ok(());
        }
        if found == Word::Plain(Token::End) {
            return Err(Diagnostic::error(opened, "this is never closed"));
        }
        if path_operator(&found).is_some() {
            return Err(expected_operator(&found, span));
        }
        let message = format!("expected {}, found {}", shown(wanted), shown(&found));
        Err(Diagnostic::error(span, message).with_label(opened, "opened here"))
    }
}

fn shown(word: &Word) -> String {
    match word {
        Word::Plain(token) => describe(token),
        Word::Quantifier(quantifier) => format!("`{}`", quantifier.text()),
        Word::Quantified(quantifier, op) => format!("`{}{}`", quantifier.text(), op.text()),
        Word::OpenBracket => "`[`".to_owned(),
        Word::CloseBracket => "`]`".to_owned(),
    }
}

fn expected_formula(found: &Word, span: Span) -> Diagnostic {
    let error = Diagnostic::error(span, format!("expected a formula, found {}", shown(found)));
    match found {
        Word::Plain(Token::Unary(op)) => match path_unary(*op) {
            Some(op) => {
                let op = op.text();
                error.with_hint(format!(
                    "branching time says of which runs: `A{op}` of all, `E{op}` of one; --ltl takes linear time"
                ))
            }
            None => error,
        },
        _ => error,
    }
}

fn expected_operator(found: &Word, span: Span) -> Diagnostic {
    let message = format!("expected an operator, found {}", shown(found));
    let error = Diagnostic::error(span, message);
    match path_operator(found) {
        Some(op) => {
            let op = op.text();
            error.with_hint(format!(
                "branching time says of which runs: `A[a {op} b]` of all, `E[a {op} b]` of one; --ltl takes linear time"
            ))
        }
        None => error.with_hint(
            "the operators between formulas are & | xor -> <->; an expression with blanks is written in quotes",
        ),
    }
}

fn needs_parentheses(left: (Connective, Span), right: (Connective, Span)) -> Diagnostic {
    let (first, second) = (left.0.text(), right.0.text());
    let message = format!("`{first}` and `{second}` in a row need parentheses");
    Diagnostic::error(right.1, message).with_label(left.1, "the first one")
}
