//! LBT's prefix notation: `G i p0 F p1` is `G (p0 -> F p1)`.
//!
//! Operators are `! & | i e ^ X F G U V M W`, constants `t` and `f`, atoms `p` with a number, or text in quotes.

use super::Atom;
use super::formula::{BinaryOp, Formula, FormulaId, Node, UnaryOp};
use crate::Span;

enum Word {
    Operand(Node),
    Unary(UnaryOp),
    Binary(BinaryOp),
}

/// Reads a formula; none where the text is not in this notation.
pub(super) fn parse(text: &str) -> Option<Formula> {
    let mut formula = Formula::new();
    let mut operands: Vec<FormulaId> = Vec::new();
    // From the right, the operands of an operator are complete when it comes.
    for (start, word) in tokens(text)?.into_iter().rev() {
        let span = Span::new(start..start + word.len());
        let id = match classify(word, span, &mut formula)? {
            Word::Operand(node) => formula.add(node),
            Word::Unary(op) => {
                let operand = operands.pop()?;
                formula.unary(op, operand)
            }
            Word::Binary(op) => {
                let (left, right) = (operands.pop()?, operands.pop()?);
                formula.binary(op, left, right)
            }
        };
        operands.push(id);
    }
    let root = operands.pop()?;
    operands.is_empty().then(|| formula.with_root(root))
}

/// Operators are single characters and may be glued to what follows, atoms and quoted text are words.
fn tokens(text: &str) -> Option<Vec<(usize, &str)>> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match first {
            c if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '"' => rest[1..].find('"')? + 2,
            'p' => 1 + rest[1..].bytes().take_while(u8::is_ascii_digit).count(),
            c => c.len_utf8(),
        };
        words.push((at, &rest[..length]));
        at += length;
    }
    Some(words)
}

fn classify(word: &str, span: Span, formula: &mut Formula) -> Option<Word> {
    Some(match word {
        "t" => Word::Operand(Node::True),
        "f" => Word::Operand(Node::False),
        "!" => Word::Unary(UnaryOp::Not),
        "X" => Word::Unary(UnaryOp::Next),
        "F" => Word::Unary(UnaryOp::Finally),
        "G" => Word::Unary(UnaryOp::Globally),
        "&" => Word::Binary(BinaryOp::And),
        "|" => Word::Binary(BinaryOp::Or),
        "^" => Word::Binary(BinaryOp::Xor),
        "i" => Word::Binary(BinaryOp::Implies),
        "e" => Word::Binary(BinaryOp::Iff),
        "U" => Word::Binary(BinaryOp::Until),
        "V" => Word::Binary(BinaryOp::Release),
        "M" => Word::Binary(BinaryOp::StrongRelease),
        "W" => Word::Binary(BinaryOp::WeakUntil),
        _ => {
            let quoted = word.strip_prefix('"').and_then(|w| w.strip_suffix('"'));
            let atom = match quoted {
                Some(text) if !text.trim().is_empty() => Atom::Expr(text.to_owned()),
                None if word.len() > 1 => Atom::Name(word.to_owned()),
                _ => return None,
            };
            Word::Operand(Node::Atom(formula.add_atom(atom, span)))
        }
    })
}
