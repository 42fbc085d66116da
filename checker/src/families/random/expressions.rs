//! Random expressions and conditions.

use super::super::prng::Prng;

/// Writes expressions over the variables in scope.
pub(super) struct Scope<'a> {
    pub(super) prng: &'a mut Prng,
    pub(super) vars: &'a [String],
    /// The variables that may occur primed, as in `'x`.
    pub(super) next: &'a [String],
}

impl Scope<'_> {
    pub(super) fn initial_value(&mut self, percent: u32) -> String {
        if self.prng.chance(percent) {
            format!(" := {}", self.expr(1))
        } else {
            String::new()
        }
    }

    pub(super) fn expr(&mut self, depth: u32) -> String {
        if depth == 0 || self.prng.chance(25) {
            return self.leaf();
        }
        match self.prng.below(16) {
            0..=2 => format!("!{}", self.expr(depth - 1)),
            3..=6 => self.binary("&", depth),
            7..=9 => self.binary("|", depth),
            10 => self.binary("^", depth),
            11..=12 => self.binary("=", depth),
            13 => self.binary("!=", depth),
            14 => self.binary("=>", depth),
            _ => format!(
                "schoose[{}, {}]",
                self.expr(depth - 1),
                self.expr(depth - 1)
            ),
        }
    }

    fn binary(&mut self, operator: &str, depth: u32) -> String {
        format!(
            "({} {operator} {})",
            self.expr(depth - 1),
            self.expr(depth - 1)
        )
    }

    fn leaf(&mut self) -> String {
        let roll = self.prng.below(100);
        if roll < 6 {
            "*".to_owned()
        } else if roll < 14 || self.vars.is_empty() {
            self.prng.below(2).to_string()
        } else if roll < 60 && !self.next.is_empty() {
            format!("'{}", self.prng.pick(self.next))
        } else {
            self.prng.pick(self.vars).clone()
        }
    }

    /// A condition: now and then left open, otherwise mostly a conjunction that is not often true.
    pub(super) fn condition(&mut self) -> String {
        match self.prng.below(10) {
            0 => "*".to_owned(),
            1..=6 => self.cube(),
            _ => self.expr(2),
        }
    }

    pub(super) fn cube(&mut self) -> String {
        let count = 1 + self.prng.below(4) as usize;
        let vars = self.prng.some(self.vars, count);
        let literals: Vec<_> = vars
            .into_iter()
            .map(|x| {
                if self.prng.chance(50) {
                    x.to_owned()
                } else {
                    format!("!{x}")
                }
            })
            .collect();
        if literals.is_empty() {
            "*".to_owned()
        } else {
            literals.join(" & ")
        }
    }

    pub(super) fn exprs(&mut self, count: usize, depth: u32) -> String {
        (0..count)
            .map(|_| self.expr(depth))
            .collect::<Vec<_>>()
            .join(", ")
    }
}
