//! Random formulas and words. A case is a number; everything about it follows from that number.

use crate::Span;
use crate::{Atom, BinaryOp, BitSet, Formula, FormulaId, Node, PeriodicWord, UnaryOp};
use checker::families::prng::Prng;

const UNARY: [UnaryOp; 4] = [
    UnaryOp::Not,
    UnaryOp::Next,
    UnaryOp::Finally,
    UnaryOp::Globally,
];

const BINARY: [BinaryOp; 9] = [
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::Implies,
    BinaryOp::Iff,
    BinaryOp::Until,
    BinaryOp::WeakUntil,
    BinaryOp::Release,
    BinaryOp::StrongRelease,
];

/// A formula of about so many operators over so many atoms.
pub(super) fn formula(dice: &mut Prng, operators: u32, atoms: u32) -> Formula {
    let mut formula = Formula::new();
    for atom in 0..atoms {
        formula.add_atom(Atom::Name(format!("p{atom}")), Span::default());
    }
    let root = part(&mut formula, dice, operators, atoms);
    formula.with_root(root)
}

fn part(formula: &mut Formula, dice: &mut Prng, operators: u32, atoms: u32) -> FormulaId {
    if operators == 0 {
        return formula.add(match dice.below(20) {
            0 => Node::True,
            1 => Node::False,
            _ => Node::Atom(crate::AtomId(dice.below(atoms))),
        });
    }
    if dice.chance(45) {
        let operand = part(formula, dice, operators - 1, atoms);
        return formula.unary(*dice.pick(&UNARY), operand);
    }
    let left = dice.below(operators);
    let (left, right) = (
        part(formula, dice, left, atoms),
        part(formula, dice, operators - 1 - left, atoms),
    );
    formula.binary(*dice.pick(&BINARY), left, right)
}

pub(super) fn word(dice: &mut Prng, atoms: u32) -> PeriodicWord {
    let (stem, cycle) = (dice.below(5), 1 + dice.below(5));
    let mut letters = |count: u32| (0..count).map(|_| letter(dice, atoms)).collect();
    PeriodicWord {
        stem: letters(stem),
        cycle: letters(cycle),
    }
}

fn letter(dice: &mut Prng, atoms: u32) -> BitSet {
    (0..atoms as usize).filter(|_| dice.chance(50)).collect()
}
