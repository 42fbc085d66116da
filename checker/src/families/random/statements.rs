//! Random statements: one kind each, chosen so that about half of the labels stay reachable.

use std::fmt;

use super::expressions::Scope;
use super::procedure::Body;

impl Body<'_, '_> {
    pub(super) fn statement(&mut self, depth: usize) -> fmt::Result {
        self.budget = self.budget.saturating_sub(1);
        write!(self.out, "{:1$}", "", 2 * depth)?;
        for percent in [30, 8] {
            if self.prng.chance(percent) && self.labels_used < self.signature().labels.len() {
                write!(self.out, "{}: ", self.signature().labels[self.labels_used])?;
                self.labels_used += 1;
            }
        }
        let nests = depth < 5 && self.budget > 0;
        match self.prng.below(100) {
            0..=25 => self.assign(),
            26..=44 => self.call(depth),
            45..=59 if nests => self.branch(depth),
            60..=67 if nests => self.repeat(depth),
            68..=75 if depth > 1 || self.prng.chance(15) => self.goto(),
            76..=79 => self.assume(),
            80..=83 => {
                let condition = self.scope().expr(3);
                writeln!(self.out, "assert({condition});")
            }
            84..=86 => self.dead(),
            87..=88 => {
                let values = self.scope().exprs(2, 1);
                writeln!(self.out, "print({values});")
            }
            89..=91 if depth > 1 => self.give_back(),
            92..=95 => writeln!(self.out, "skip;"),
            _ => self.assign(),
        }
    }

    fn assign(&mut self) -> fmt::Result {
        let count = 1 + self.prng.below(3) as usize;
        let mut targets = self.prng.some(&self.vars, count);
        if self.prng.chance(5) {
            targets.push("_");
        }
        if targets.is_empty() {
            return writeln!(self.out, "skip;");
        }
        let mut scope = Scope {
            prng: self.prng,
            vars: &self.vars,
            next: &[],
        };
        let values = scope.exprs(targets.len(), 2);
        write!(self.out, "{} := {values}", targets.join(", "))?;
        self.constrain(12)
    }

    /// Ends the statement, sometimes with `constrain`.
    fn constrain(&mut self, percent: u32) -> fmt::Result {
        if self.prng.chance(percent) {
            let mut scope = Scope {
                prng: self.prng,
                vars: &self.vars,
                next: &self.vars,
            };
            let condition = scope.expr(2);
            write!(self.out, " constrain {condition}")?;
        }
        writeln!(self.out, ";")
    }

    /// Calls a later procedure, or any at all where a branch decides about it, so that much of the recursion ends.
    fn call(&mut self, depth: usize) -> fmt::Result {
        let count = self.plan.procs.len();
        let later = count - self.index - 1;
        let recurs = self.prng.chance(if depth > 1 { 40 } else { 4 });
        if later == 0 && !recurs {
            return self.assign();
        }
        let callee = match recurs {
            false => self.index + 1 + self.prng.below(later as u32) as usize,
            true => self.prng.below(count as u32) as usize,
        };
        let callee = &self.plan.procs[callee];
        let mut targets = self.prng.some(&self.vars, callee.returns as usize);
        while targets.len() < callee.returns as usize {
            targets.push("_");
        }
        for target in &mut targets {
            if self.prng.chance(15) {
                *target = "_";
            }
        }
        let mut scope = Scope {
            prng: self.prng,
            vars: &self.vars,
            next: &[],
        };
        let args = scope.exprs(callee.formals.len(), 2);
        let result = if targets.is_empty() {
            String::new()
        } else {
            format!("{} := ", targets.join(", "))
        };
        writeln!(self.out, "{result}{}({args});", callee.name)
    }

    fn branch(&mut self, depth: usize) -> fmt::Result {
        let condition = self.scope().condition();
        writeln!(self.out, "if ({condition}) then")?;
        self.block(depth + 1)?;
        let mut elsif_chance = 25;
        while self.budget > 0 && self.prng.chance(elsif_chance) {
            let condition = self.scope().condition();
            writeln!(self.out, "{:1$}elsif ({condition}) then", "", 2 * depth)?;
            self.block(depth + 1)?;
            elsif_chance /= 2;
        }
        if self.budget > 0 && self.prng.chance(50) {
            writeln!(self.out, "{:1$}else", "", 2 * depth)?;
            self.block(depth + 1)?;
        }
        writeln!(self.out, "{:1$}fi", "", 2 * depth)
    }

    fn repeat(&mut self, depth: usize) -> fmt::Result {
        let condition = self.scope().condition();
        let open = if self.prng.chance(50) { "* & " } else { "" };
        writeln!(self.out, "while ({open}({condition})) do")?;
        self.block(depth + 1)?;
        writeln!(self.out, "{:1$}od", "", 2 * depth)
    }

    fn goto(&mut self) -> fmt::Result {
        let count = 1 + self.prng.below(3) as usize;
        let targets = self.prng.some(&self.signature().labels, count);
        writeln!(self.out, "goto {};", targets.join(", "))
    }

    fn assume(&mut self) -> fmt::Result {
        let condition = self.scope().expr(2);
        write!(self.out, "assume({condition})")?;
        self.constrain(25)
    }

    fn dead(&mut self) -> fmt::Result {
        let count = 1 + self.prng.below(2) as usize;
        let vars = self.prng.some(&self.vars, count);
        match vars.is_empty() {
            true => writeln!(self.out, "skip;"),
            false => writeln!(self.out, "dead {};", vars.join(", ")),
        }
    }

    pub(super) fn give_back(&mut self) -> fmt::Result {
        let returns = self.signature().returns as usize;
        let values = self.scope().exprs(returns, 2);
        writeln!(
            self.out,
            "return{}{values};",
            if returns == 0 { "" } else { " " }
        )
    }
}
