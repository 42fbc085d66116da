//! The procedures of a random program: head, body, and what the body still owes at its end.

use std::fmt;

use super::super::prng::Prng;
use super::expressions::Scope;
use super::plan::{Plan, Signature};

/// Writes the body of one procedure.
pub(super) struct Body<'a, 'f> {
    pub(super) prng: &'a mut Prng,
    pub(super) plan: &'a Plan,
    pub(super) index: usize,
    pub(super) vars: Vec<String>,
    pub(super) labels_used: usize,
    pub(super) budget: u32,
    pub(super) out: &'a mut fmt::Formatter<'f>,
}

impl<'a, 'f> Body<'a, 'f> {
    pub(super) fn write(
        prng: &'a mut Prng,
        plan: &'a Plan,
        index: usize,
        out: &'a mut fmt::Formatter<'f>,
    ) -> fmt::Result {
        let signature = &plan.procs[index];
        let own = signature.formals.iter().chain(&signature.locals);
        let visible = plan
            .globals
            .iter()
            .filter(|g| !signature.locals.contains(g));
        let vars = visible.chain(own).cloned().collect();
        let mut body = Body {
            prng,
            plan,
            index,
            vars,
            labels_used: 0,
            budget: signature.budget,
            out,
        };
        body.head()?;
        body.block(1)?;
        body.rest_of_labels()?;
        writeln!(body.out, "end")
    }

    pub(super) fn signature(&self) -> &'a Signature {
        &self.plan.procs[self.index]
    }

    pub(super) fn scope(&mut self) -> Scope<'_> {
        Scope {
            prng: self.prng,
            vars: &self.vars,
            next: &[],
        }
    }

    fn head(&mut self) -> fmt::Result {
        let signature = self.signature();
        let kind = match signature.returns {
            0 => "void".to_owned(),
            1 => "bool".to_owned(),
            n => format!("bool<{n}>"),
        };
        writeln!(
            self.out,
            "\n{kind} {}({})\nbegin",
            signature.name,
            signature.formals.join(", ")
        )?;
        let mut declared: Vec<_> = self
            .plan
            .globals
            .iter()
            .chain(&signature.formals)
            .cloned()
            .collect();
        declared.retain(|x| !signature.locals.contains(x));
        for local in &signature.locals {
            let mut scope = Scope {
                prng: self.prng,
                vars: &declared,
                next: &[],
            };
            let init = scope.initial_value(50);
            writeln!(self.out, "  decl {local}{init};")?;
            declared.push(local.clone());
        }
        if self.prng.chance(12) {
            let (left, right) = (self.scope().cube(), self.scope().expr(1));
            writeln!(self.out, "  enforce ({left}) | {right};")?;
        }
        Ok(())
    }

    /// A block of at least one statement, which spends part of the budget.
    pub(super) fn block(&mut self, depth: usize) -> fmt::Result {
        let most = if depth == 1 {
            self.budget
        } else {
            1 + self.prng.below(3)
        };
        for _ in 0..most.max(1) {
            self.statement(depth)?;
            if self.budget == 0 {
                break;
            }
        }
        Ok(())
    }

    /// The labels that no statement took, so that every `goto` has its target, and mostly a `return`.
    fn rest_of_labels(&mut self) -> fmt::Result {
        while self.labels_used < self.signature().labels.len() {
            let condition = self.scope().condition();
            let label = &self.signature().labels[self.labels_used];
            self.labels_used += 1;
            writeln!(
                self.out,
                "  if ({condition}) then\n    {label}: skip;\n  fi"
            )?;
        }
        if self.signature().returns > 0 && self.prng.chance(80) {
            write!(self.out, "  ")?;
            self.give_back()?;
        }
        Ok(())
    }
}
