//! What a rule's expression means: numbers as bits of two's complement, with as many as they need, so that nothing wraps.

use super::space::Space;
use crate::bdd::{Bdd, OutOfNodes, Slot, SlotCopy};
use crate::pds::moped::{Expression, When};

/// Wider numbers are refused, as the explicit system refuses those that need more than 64 bits.
const MAX_BITS: usize = 64;

/// Why an expression has no relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoRelation {
    OutOfNodes,
    TooWide,
}

impl From<OutOfNodes> for NoRelation {
    fn from(_: OutOfNodes) -> Self {
        NoRelation::OutOfNodes
    }
}

type Result<T> = std::result::Result<T, NoRelation>;

/// The lowest first; the last one is the sign.
type Bits = Vec<Bdd>;

impl Space {
    /// That an expression is not 0.
    pub(super) fn truth(&self, expression: &Expression) -> Result<Bdd> {
        let bdds = &self.bdds;
        match expression {
            Expression::Not(inner) => Ok(bdds.not(&self.truth(inner)?)?),
            Expression::Binary(operator, left, right) if is_arithmetic(operator) => {
                self.some_bit(&self.arithmetic(operator, left, right)?)
            }
            Expression::Binary(operator, left, right) if is_comparison(operator) => {
                let (a, b) = (self.number(left)?, self.number(right)?);
                self.compare(operator, &a, &b)
            }
            Expression::Binary(operator, left, right) => {
                let (a, b) = (self.truth(left)?, self.truth(right)?);
                Ok(match *operator {
                    "&" | "&&" => bdds.and(&a, &b)?,
                    "|" | "||" => bdds.or(&a, &b)?,
                    "^" => bdds.xor(&a, &b)?,
                    "->" | "=>" => bdds.or(&bdds.not(&a)?, &b)?,
                    _ => bdds.not(&bdds.xor(&a, &b)?)?,
                })
            }
            _ => self.some_bit(&self.number(expression)?),
        }
    }

    fn some_bit(&self, bits: &[Bdd]) -> Result<Bdd> {
        let mut any = self.bdds.zero();
        for bit in bits {
            any = self.bdds.or(&any, bit)?;
        }
        Ok(any)
    }

    fn number(&self, expression: &Expression) -> Result<Bits> {
        let bdds = &self.bdds;
        Ok(match expression {
            Expression::Number(number) => {
                let wide = 65 - number.unsigned_abs().leading_zeros() as usize;
                let bit = |place: usize| bdds.constant(number >> place.min(63) & 1 == 1);
                (0..=wide).map(bit).collect()
            }
            Expression::Global(index, when) => {
                let copy = match when {
                    When::Before => SlotCopy::Current,
                    When::First | When::Second => SlotCopy::Next,
                };
                self.variable(&self.globals[*index], copy)
            }
            Expression::Local(index, When::Before) => {
                self.variable(&self.locals[*index], SlotCopy::Current)
            }
            Expression::Local(index, When::First) => {
                self.variable(&self.locals[*index], SlotCopy::Next)
            }
            Expression::Local(index, When::Second) => {
                self.variable(&self.below[*index], SlotCopy::Current)
            }
            Expression::Minus(inner) => self.sum(&[bdds.zero()], &self.number(inner)?, true)?,
            Expression::Binary(operator, left, right) if is_arithmetic(operator) => {
                self.arithmetic(operator, left, right)?
            }
            Expression::Not(_) | Expression::Binary(..) => {
                vec![self.truth(expression)?, bdds.zero()]
            }
        })
    }

    fn variable(&self, slots: &[Slot], copy: SlotCopy) -> Bits {
        let bits = slots.iter().map(|&slot| self.bdds.var(slot, copy).clone());
        bits.chain([self.bdds.zero()]).collect()
    }

    fn arithmetic(&self, operator: &str, left: &Expression, right: &Expression) -> Result<Bits> {
        let (a, b) = (self.number(left)?, self.number(right)?);
        match operator {
            "*" => self.product(&a, &b),
            _ => self.sum(&a, &b, operator == "-"),
        }
    }

    /// The sum, or the difference.
    fn sum(&self, a: &[Bdd], b: &[Bdd], minus: bool) -> Result<Bits> {
        let width = a.len().max(b.len()) + 1;
        self.sum_of_width(a, b, minus, width)
    }

    fn sum_of_width(&self, a: &[Bdd], b: &[Bdd], minus: bool, width: usize) -> Result<Bits> {
        if width > MAX_BITS {
            return Err(NoRelation::TooWide);
        }
        let bdds = &self.bdds;
        let mut carry = bdds.constant(minus);
        let mut sum = Vec::with_capacity(width);
        for place in 0..width {
            let x = extended(a, place);
            let y = match minus {
                true => bdds.not(extended(b, place))?,
                false => extended(b, place).clone(),
            };
            let differ = bdds.xor(x, &y)?;
            sum.push(bdds.xor(&differ, &carry)?);
            carry = bdds.ite(&differ, &carry, x)?;
        }
        Ok(sum)
    }

    fn product(&self, a: &[Bdd], b: &[Bdd]) -> Result<Bits> {
        let width = a.len() + b.len();
        if width > MAX_BITS {
            return Err(NoRelation::TooWide);
        }
        let bdds = &self.bdds;
        let mut sum = vec![bdds.zero(); width];
        for place in 0..width {
            let mut shifted = vec![bdds.zero(); place];
            for below in 0..width - place {
                shifted.push(bdds.and(extended(a, below), extended(b, place))?);
            }
            sum = self.sum_of_width(&sum, &shifted, false, width)?;
        }
        Ok(sum)
    }

    fn compare(&self, operator: &str, a: &[Bdd], b: &[Bdd]) -> Result<Bdd> {
        let bdds = &self.bdds;
        Ok(match operator {
            "=" | "==" => self.equal(a, b)?,
            "!=" => bdds.not(&self.equal(a, b)?)?,
            "<" => self.less(a, b)?,
            ">" => self.less(b, a)?,
            "<=" => bdds.not(&self.less(b, a)?)?,
            _ => bdds.not(&self.less(a, b)?)?,
        })
    }

    fn equal(&self, a: &[Bdd], b: &[Bdd]) -> Result<Bdd> {
        let mut all = self.bdds.one();
        for place in 0..a.len().max(b.len()) {
            let differ = self.bdds.xor(extended(a, place), extended(b, place))?;
            all = self.bdds.minus(&all, &differ)?;
        }
        Ok(all)
    }

    fn less(&self, a: &[Bdd], b: &[Bdd]) -> Result<Bdd> {
        let bdds = &self.bdds;
        let width = a.len().max(b.len());
        let mut less = bdds.zero();
        for place in 0..width {
            let (mut x, mut y) = (extended(a, place), extended(b, place));
            // Of two signs the one that is set belongs to the smaller number.
            if place + 1 == width {
                (x, y) = (y, x);
            }
            let differ = bdds.xor(x, y)?;
            less = bdds.ite(&differ, y, &less)?;
        }
        Ok(less)
    }
}

fn extended(bits: &[Bdd], place: usize) -> &Bdd {
    &bits[place.min(bits.len() - 1)]
}

fn is_arithmetic(operator: &str) -> bool {
    matches!(operator, "+" | "-" | "*")
}

fn is_comparison(operator: &str) -> bool {
    matches!(operator, "=" | "==" | "!=" | "<" | "<=" | ">" | ">=")
}
