//! The procedures of a driver: what is declared, and the regions that hold the lock.

use std::fmt::{self, Write};

use super::super::prng::Prng;
use super::plan::{Cluster, Plan, Signature};
use super::{GLOBAL_CLUSTERS_SEEN, STATEMENTS_PER_PROCEDURE};

/// A procedure under construction.
pub(super) struct Body<'a> {
    pub(super) prng: &'a mut Prng,
    pub(super) plan: &'a Plan,
    pub(super) index: usize,
    /// What it may assign.
    pub(super) clusters: Vec<Cluster>,
    pub(super) budget: u32,
    pub(super) labels: u32,
    pub(super) out: String,
}

impl<'a> Body<'a> {
    pub(super) fn new(prng: &'a mut Prng, plan: &'a Plan, index: usize) -> Self {
        let own = &plan.procs[index];
        let globals = plan.globals.iter().cycle().skip(own.sees);
        let mut clusters: Vec<_> = globals
            .take((GLOBAL_CLUSTERS_SEEN as usize).min(plan.globals.len()))
            .cloned()
            .collect();
        clusters.push(own.formal.clone());
        clusters.extend(own.locals.iter().cloned());
        Body {
            prng,
            plan,
            index,
            clusters,
            budget: STATEMENTS_PER_PROCEDURE,
            labels: 0,
            out: String::new(),
        }
    }

    fn own(&self) -> &'a Signature {
        &self.plan.procs[self.index]
    }

    pub(super) fn is_routine(&self) -> bool {
        self.index < self.plan.routines
    }

    pub(super) fn write(&mut self) -> fmt::Result {
        let own = self.own();
        let kind = match own.returns {
            0 => "void".to_owned(),
            n => format!("bool<{n}>"),
        };
        write!(
            self.out,
            "\n{kind} {}({})\nbegin\n",
            own.name,
            own.formal.0.join(", ")
        )?;
        for local in &own.locals {
            writeln!(self.out, "  decl {};", local.0.join(", "))?;
        }
        if self.is_routine() {
            writeln!(self.out, "  decl {{held == 1}};")?;
        }
        self.exclusions()?;
        while self.budget > 0 {
            match self.is_routine() && self.prng.chance(40) {
                true => self.locked()?,
                false => self.statement(1)?,
            }
        }
        if own.returns > 0 {
            let values = own.locals[0].0.iter().chain(&own.formal.0).cycle();
            let values: Vec<_> = values.take(own.returns).map(String::as_str).collect();
            writeln!(self.out, "  return {};", values.join(", "))?;
        }
        self.out.write_str("end\n")
    }

    /// Predicates about equality with different constants exclude each other.
    fn exclusions(&mut self) -> fmt::Result {
        let pairs = self.clusters.iter().filter_map(|c| match &c.0[..] {
            [a, b, ..] => Some(format!("!({a} & {b})")),
            _ => None,
        });
        let all: Vec<_> = pairs.collect();
        if all.is_empty() {
            return Ok(());
        }
        writeln!(self.out, "  enforce {};", all.join(" & "))
    }

    /// A region that holds the lock, or holds it where a flag says so.
    fn locked(&mut self) -> fmt::Result {
        let flagged = self.prng.chance(50);
        if flagged {
            let about = self.neighbours();
            let value = self.choice(&about);
            writeln!(self.out, "  {{held == 1}} := {value};")?;
        }
        self.lock("acquire", flagged)?;
        for _ in 0..1 + self.prng.below(3) {
            self.statement(1)?;
        }
        let forgets = self.plan.faulty == Some(self.index);
        self.lock("release", flagged || forgets)
    }

    fn lock(&mut self, what: &str, flagged: bool) -> fmt::Result {
        self.budget = self.budget.saturating_sub(1);
        if !flagged {
            return writeln!(self.out, "  {what}();");
        }
        let [yes, no, after] = self.fresh();
        writeln!(
            self.out,
            "  goto {yes}, {no};\n  {yes}: assume({{held == 1}}); {what}(); goto {after};\n  {no}: assume(!{{held == 1}});\n  {after}: skip;"
        )
    }

    pub(super) fn fresh<const N: usize>(&mut self) -> [String; N] {
        std::array::from_fn(|_| {
            self.labels += 1;
            format!("L{}", self.labels)
        })
    }
}
