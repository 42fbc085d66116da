//! Simplification of formulas, while they are built.
//!
//! The rules are those of Somenzi and Bloem (*Efficient Büchi automata from LTL formulae*, CAV 2000) and of Etessami and
//! Holzmann (*Optimizing Büchi automata*, CONCUR 2000): an implication between subformulas, found by their form, makes
//! one of them superfluous; and formulas that do not care about what comes before them (eventual) or after them
//! (universal) need no operator that moves them.

use super::normal_form::{Arena, Normal, NormalId};
use crate::deep_recursion::with_enough_stack;

/// A conjunction of more operands is not searched for implications between them.
const MAX_COMPARED_OPERANDS: usize = 50;

impl Arena {
    pub(super) fn rewrite_next(&mut self, operand: NormalId) -> Option<NormalId> {
        self.is_suspendable(operand).then_some(operand)
    }

    pub(super) fn rewrite_until(&mut self, left: NormalId, right: NormalId) -> Option<NormalId> {
        if self.is_eventual(right) || self.implies(left, right) {
            return Some(right);
        }
        match self.node(right).clone() {
            Normal::Until(inner, _) if self.implies(left, inner) => return Some(right),
            Normal::Until(_, last) if left == Arena::TRUE => {
                return Some(self.until(Arena::TRUE, last));
            }
            Normal::Next(inner) if left == Arena::TRUE => {
                let finally = self.until(Arena::TRUE, inner);
                return Some(self.next(finally));
            }
            _ => {}
        }
        if left == Arena::TRUE {
            return self.strip(right, false);
        }
        let not_right = self.negation(right);
        let is_finally = self.implies(not_right, left);
        is_finally.then(|| self.until(Arena::TRUE, right))
    }

    pub(super) fn rewrite_release(&mut self, left: NormalId, right: NormalId) -> Option<NormalId> {
        if self.is_universal(right) || self.implies(right, left) {
            return Some(right);
        }
        match self.node(right).clone() {
            Normal::Release(inner, _) if self.implies(inner, left) => return Some(right),
            Normal::Release(_, last) if left == Arena::FALSE => {
                return Some(self.release(Arena::FALSE, last));
            }
            Normal::Next(inner) if left == Arena::FALSE => {
                let globally = self.release(Arena::FALSE, inner);
                return Some(self.next(globally));
            }
            _ => {}
        }
        if left == Arena::FALSE {
            return self.strip(right, true);
        }
        let not_left = self.negation(left);
        let is_globally = self.implies(right, not_left);
        is_globally.then(|| self.release(Arena::FALSE, right))
    }

    /// `G (a & (b R c))` is `G (a & c)`; dually, `F (a | (b U c))` is `F (a | c)`.
    fn strip(&mut self, operand: NormalId, globally: bool) -> Option<NormalId> {
        let operands = match (self.node(operand), globally) {
            (Normal::And(operands), true) | (Normal::Or(operands), false) => operands.to_vec(),
            _ => return None,
        };
        let strip = |&id: &NormalId| match (self.node(id), globally) {
            (Normal::Release(_, right), true) | (Normal::Until(_, right), false) => *right,
            _ => id,
        };
        let stripped: Vec<NormalId> = operands.iter().map(strip).collect();
        if stripped == operands {
            return None;
        }
        let inner = self.junction(globally, stripped);
        Some(if globally {
            self.release(Arena::FALSE, inner)
        } else {
            self.until(Arena::TRUE, inner)
        })
    }

    /// Simplifies the operands of a conjunction or a disjunction, which stay sorted.
    pub(super) fn join(&mut self, conjunction: bool, flat: &mut Vec<NormalId>) {
        while let Some((i, j, joined)) = self.find_pair(conjunction, flat) {
            flat.swap_remove(j);
            flat.swap_remove(i);
            flat.push(joined);
            let operands = std::mem::take(flat);
            *flat = self.flatten(conjunction, operands);
        }
        if flat.len() <= MAX_COMPARED_OPERANDS {
            self.drop_implied(conjunction, flat);
        }
    }

    /// Two operands `i < j` that are one formula together.
    fn find_pair(
        &mut self,
        conjunction: bool,
        flat: &[NormalId],
    ) -> Option<(usize, usize, NormalId)> {
        for j in 0..flat.len() {
            for i in 0..j {
                if let Some(joined) = self.pair(conjunction, flat[i], flat[j]) {
                    return Some((i, j, joined));
                }
            }
        }
        None
    }

    /// `a U b & c U b` is `(a & c) U b`, `a U b | a U c` is `a U (b | c)`, and so on.
    fn pair(&mut self, conjunction: bool, left: NormalId, right: NormalId) -> Option<NormalId> {
        let (first, second) = (self.node(left).clone(), self.node(right).clone());
        match (first, second) {
            (Normal::Until(a, b), Normal::Until(c, d)) => {
                if conjunction && b == d {
                    let lefts = self.and(vec![a, c]);
                    return Some(self.until(lefts, b));
                }
                if !conjunction && a == c {
                    let rights = self.or(vec![b, d]);
                    return Some(self.until(a, rights));
                }
                self.pair_inner(conjunction, (a, b), (c, d), Arena::TRUE)
            }
            (Normal::Release(a, b), Normal::Release(c, d)) => {
                if conjunction && a == c {
                    let rights = self.and(vec![b, d]);
                    return Some(self.release(a, rights));
                }
                if !conjunction && b == d {
                    let lefts = self.or(vec![a, c]);
                    return Some(self.release(lefts, b));
                }
                self.pair_inner(conjunction, (a, b), (c, d), Arena::FALSE)
            }
            (Normal::Next(a), Normal::Next(b)) => {
                let inner = self.junction(conjunction, vec![a, b]);
                Some(self.next(inner))
            }
            _ => None,
        }
    }

    /// `F G a & F G b` is `F G (a & b)`, `G F a | G F b` is `G F (a | b)`.
    fn pair_inner(
        &mut self,
        conjunction: bool,
        (a, b): (NormalId, NormalId),
        (c, d): (NormalId, NormalId),
        outer: NormalId,
    ) -> Option<NormalId> {
        let is_until = outer == Arena::TRUE;
        if a != outer || c != outer || conjunction != is_until {
            return None;
        }
        match (self.node(b).clone(), self.node(d).clone()) {
            (Normal::Release(Arena::FALSE, x), Normal::Release(Arena::FALSE, y)) if is_until => {
                let both = self.and(vec![x, y]);
                let globally = self.release(Arena::FALSE, both);
                Some(self.until(Arena::TRUE, globally))
            }
            (Normal::Until(Arena::TRUE, x), Normal::Until(Arena::TRUE, y)) if !is_until => {
                let either = self.or(vec![x, y]);
                let finally = self.until(Arena::TRUE, either);
                Some(self.release(Arena::FALSE, finally))
            }
            _ => None,
        }
    }

    fn drop_implied(&mut self, conjunction: bool, flat: &mut Vec<NormalId>) {
        let mut i = 0;
        while i < flat.len() {
            let mut superfluous = false;
            for j in (0..flat.len()).filter(|&j| j != i) {
                let (one, other) = (flat[i], flat[j]);
                let not_other = self.negation(other);
                let contradicts = if conjunction {
                    self.implies(one, not_other)
                } else {
                    self.implies(not_other, one)
                };
                if contradicts {
                    *flat = vec![if conjunction {
                        Arena::FALSE
                    } else {
                        Arena::TRUE
                    }];
                    return;
                }
                superfluous |= if conjunction {
                    self.implies(other, one)
                } else {
                    self.implies(one, other)
                };
            }
            if superfluous {
                flat.remove(i);
            } else {
                i += 1;
            }
        }
    }

    /// Whether the form of two formulas tells that the second holds wherever the first does.
    pub(super) fn implies(&mut self, first: NormalId, second: NormalId) -> bool {
        if first == second || first == Arena::FALSE || second == Arena::TRUE {
            return true;
        }
        if let Some(&known) = self.implications.get(&(first, second)) {
            return known;
        }
        let answer = with_enough_stack(|| {
            self.implies_by_first(first, second) || self.implies_by_second(first, second)
        });
        self.implications.insert((first, second), answer);
        answer
    }

    /// Rules that look into the first formula, or into both.
    fn implies_by_first(&mut self, first: NormalId, second: NormalId) -> bool {
        match (self.node(first).clone(), self.node(second).clone()) {
            (Normal::Until(a, b), Normal::Until(c, d)) if self.implies_both((a, c), (b, d)) => true,
            (Normal::Release(a, b), Normal::Release(c, d)) if self.implies_both((a, c), (b, d)) => {
                true
            }
            (Normal::Next(a), Normal::Next(b)) => self.implies(a, b),
            (Normal::Next(a), _) if self.is_eventual(second) => self.implies(a, second),
            (Normal::Or(operands), _) => operands.iter().all(|&o| self.implies(o, second)),
            (Normal::And(operands), _) => operands.iter().any(|&o| self.implies(o, second)),
            (Normal::Until(a, b), _) => {
                self.implies(b, second) && (self.is_eventual(second) || self.implies(a, second))
            }
            (Normal::Release(_, b), _) => self.implies(b, second),
            _ => false,
        }
    }

    fn implies_by_second(&mut self, first: NormalId, second: NormalId) -> bool {
        match self.node(second).clone() {
            Normal::And(operands) => operands.iter().all(|&o| self.implies(first, o)),
            Normal::Or(operands) => operands.iter().any(|&o| self.implies(first, o)),
            Normal::Until(_, b) => self.implies(first, b),
            Normal::Release(a, b) => {
                self.implies(first, b) && (self.is_universal(first) || self.implies(first, a))
            }
            Normal::Next(a) => self.is_universal(first) && self.implies(first, a),
            _ => false,
        }
    }

    fn implies_both(&mut self, left: (NormalId, NormalId), right: (NormalId, NormalId)) -> bool {
        self.implies(left.0, left.1) && self.implies(right.0, right.1)
    }
}
