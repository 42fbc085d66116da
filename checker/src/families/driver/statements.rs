//! Statements as an abstractor writes them: each is about one cluster of predicates, or about two.

use std::fmt::{self, Write};

use super::CALLABLE_HELPERS;
use super::plan::Cluster;
use super::procedure::Body;

impl Body<'_> {
    pub(super) fn statement(&mut self, depth: u32) -> fmt::Result {
        self.budget = self.budget.saturating_sub(1);
        match self.prng.below(100) {
            0..=19 if depth < 4 => self.branch(2, depth),
            20..=23 if depth < 4 => {
                let arms = 3 + self.prng.below(4);
                self.branch(arms, depth)
            }
            24..=29 if depth < 4 => self.repeat(depth),
            30..=39 => self.call(),
            _ => self.assign(),
        }
    }

    fn branch(&mut self, arms: u32, depth: u32) -> fmt::Result {
        let [after] = self.fresh();
        let labels: Vec<_> = (0..arms).map(|_| self.fresh::<1>()[0].clone()).collect();
        writeln!(self.out, "  goto {};", labels.join(", "))?;
        let about = self.neighbours();
        let condition = self.cube(&about);
        for (i, label) in labels.iter().enumerate() {
            let condition = match i {
                0 => condition.clone(),
                1 => format!("!({condition})"),
                _ => self.cube(&about),
            };
            writeln!(self.out, "  {label}: assume({condition});")?;
            for _ in 0..1 + self.prng.below(2) {
                self.statement(depth + 1)?;
            }
            writeln!(self.out, "  goto {after};")?;
        }
        writeln!(self.out, "  {after}: skip;")
    }

    fn repeat(&mut self, depth: u32) -> fmt::Result {
        let [head, body, after] = self.fresh();
        let about = self.neighbours();
        let condition = self.cube(&about);
        writeln!(self.out, "  {head}: goto {body}, {after};")?;
        writeln!(self.out, "  {body}: assume({condition});")?;
        self.statement(depth + 1)?;
        writeln!(
            self.out,
            "  goto {head};\n  {after}: assume(!({condition}));"
        )
    }

    /// Calls a helper further down, so that there is no recursion.
    fn call(&mut self) -> fmt::Result {
        let first = (self.index + 1).max(self.plan.routines);
        let count = self.plan.procs.len().saturating_sub(first) as u32;
        let count = count.min(if self.is_routine() {
            u32::MAX
        } else {
            CALLABLE_HELPERS
        });
        if count == 0 {
            return self.assign();
        }
        let callee = &self.plan.procs[first + self.prng.below(count) as usize];
        let about = self.neighbours();
        let args: Vec<_> = callee
            .formal
            .0
            .iter()
            .map(|_| self.choice(&about))
            .collect();
        let [into, _] = self.neighbours();
        let targets = into.0.into_iter().chain(["_".to_owned(), "_".to_owned()]);
        let targets: Vec<_> = targets.take(callee.returns).collect();
        let results = match callee.returns {
            0 => String::new(),
            _ => format!("{} := ", targets.join(", ")),
        };
        writeln!(self.out, "  {results}{}({});", callee.name, args.join(", "))
    }

    /// One assignment of the C program: no predicate speaks of its target, or all of a cluster do.
    fn assign(&mut self) -> fmt::Result {
        let about = self.neighbours();
        let [target, source] = about.clone();
        let count = target.0.len();
        let values: Vec<String> = match self.prng.below(20) {
            0..=9 => return writeln!(self.out, "  skip;"),
            10..=13 => {
                let which = self.prng.below(3) as usize;
                (0..count)
                    .map(|i| if i == which { "T" } else { "F" }.to_owned())
                    .collect()
            }
            14..=15 => {
                let known = source
                    .0
                    .into_iter()
                    .chain(std::iter::repeat("*".to_owned()));
                known.take(count).collect()
            }
            16..=17 => vec!["*".to_owned(); count],
            _ => (0..count).map(|_| self.choice(&about)).collect(),
        };
        writeln!(
            self.out,
            "  {} := {};",
            target.0.join(", "),
            values.join(", ")
        )
    }

    pub(super) fn choice(&mut self, about: &[Cluster; 2]) -> String {
        let (pivot, other) = (self.literal(about), self.literal(about));
        match self.prng.below(4) {
            0 => pivot,
            1 => format!("schoose[{pivot}, F]"),
            2 => format!("schoose[{pivot} & {other}, !{pivot}]"),
            _ => format!(
                "schoose[{pivot} & {other}, !{pivot} & {}]",
                self.literal(about)
            ),
        }
    }

    /// A conjunction of one to three literals.
    fn cube(&mut self, about: &[Cluster; 2]) -> String {
        let count = 1 + self.prng.below(3);
        let literals: Vec<_> = (0..count)
            .map(|_| match self.prng.chance(50) {
                true => self.literal(about),
                false => format!("!{}", self.literal(about)),
            })
            .collect();
        literals.join(" & ")
    }

    fn literal(&mut self, about: &[Cluster; 2]) -> String {
        let cluster = self.prng.pick(about);
        self.prng.pick(&cluster.0).clone()
    }

    /// Two clusters of which one may depend on the other: mostly they are declared close to each other.
    pub(super) fn neighbours(&mut self) -> [Cluster; 2] {
        let count = self.clusters.len() as u32;
        let one = self.prng.below(count);
        let other = match self.prng.chance(10) {
            true => self.prng.below(count),
            false => (one + self.prng.below(3)).min(count - 1),
        };
        let mut pair = [one, other].map(|i| self.clusters[i as usize].clone());
        if self.prng.chance(50) {
            pair.reverse();
        }
        pair
    }
}
