//! A harness becomes a unit of the program that it calls.
//!
//! Functions of a model that do not fit the program (another version of the kernel has other parameters) are left out, one
//! round after the other, and listed; a mistake elsewhere in the harness is an error as in any other text.

use super::{Environment, Harness, Refused, UNIT, derive, text};
use crate::input::preprocess;
use crate::syntax::ast::Ast;
use crate::{Compiled, Config, Failure, Linked, lower, syntax};
use ir::{AssumptionKind, Program};
use source::{Diagnostic, Diagnostics, Severity, Span};
use std::collections::BTreeSet;

/// More rounds than this are not tried.
const MAX_ROUNDS: usize = 8;

impl Linked {
    /// Adds the unit that calls the program, if something fits.
    pub(crate) fn add_harness(
        &mut self,
        program: &Program,
        config: &Config,
    ) -> Result<(), Box<Failure>> {
        let mut without = BTreeSet::new();
        for _ in 0..MAX_ROUNDS {
            let mut harness = match derive(program, &config.environment, &without) {
                Ok(harness) => harness,
                Err(Refused::NothingFits) if config.environment == Environment::Auto => {
                    return Ok(());
                }
                Err(refused) => return Err(self.refuse(&refused)),
            };
            let said = self.try_harness(&harness)?;
            let wrong = self.functions_with_errors(&said, &harness.text);
            if !said.has_errors() || wrong.is_empty() {
                harness.left_out.extend(
                    without
                        .iter()
                        .map(|name| format!("the model of {name}, which does not fit")),
                );
                self.diagnostics.append(said);
                self.harness = Some(harness);
                return Ok(());
            }
            without.extend(wrong);
            self.trees.pop();
        }
        Err(self.refuse(&Refused::Model(
            "the models of functions do not fit the program".into(),
        )))
    }

    /// Adds the unit and lowers everything: what is said about the harness.
    fn try_harness(&mut self, harness: &Harness) -> Result<Diagnostics, Box<Failure>> {
        let loaded =
            preprocess::load_text(&mut self.sources, UNIT, harness.text.clone().into_bytes());
        let unit = match loaded {
            Ok(unit) => unit,
            Err(error) => return Err(self.refuse(&Refused::Model(error.to_string()))),
        };
        let mut types: Vec<_> = self.trees.iter().flat_map(Ast::typedefs).collect();
        types.sort_unstable();
        types.dedup();
        let parsed = syntax::parse_after(&self.sources, unit, &mut self.names, &types);
        self.lowering.environment = Some(self.trees.len());
        self.lowering.entry = "main".into();
        self.trees.push(parsed.ast);
        let mut said = parsed.diagnostics;
        if !said.has_errors() {
            let (lowered, messages) = lower::lower(&self.trees, &mut self.names, &self.lowering);
            let own = |d: &Diagnostic| {
                self.sources
                    .unit_of(d.span)
                    .is_some_and(|u| u.name() == UNIT)
            };
            messages.into_iter().filter(own).for_each(|d| said.push(d));
            drop(lowered);
        }
        Ok(said)
    }

    /// The functions of models in which the errors lie.
    fn functions_with_errors(&self, said: &Diagnostics, harness: &str) -> BTreeSet<String> {
        let lines: Vec<&str> = harness.lines().collect();
        let errors = said.iter().filter(|d| d.severity == Severity::Error);
        let function = |d: &Diagnostic| {
            let line = self.sources.locate(d.span)?.line as usize;
            let before = lines.get(..line)?;
            let head = before.iter().rev().find(|l| {
                l.contains('(') && l.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            })?;
            let all = text::tokens(head);
            let open = all.iter().position(|t| &head[t.start..t.end] == "(")?;
            let name = all.get(open.checked_sub(1)?)?;
            Some(head[name.start..name.end].to_owned())
        };
        let found = errors.filter_map(function);
        found.filter(|name| name != "main").collect()
    }

    fn refuse(&self, refused: &Refused) -> Box<Failure> {
        let words = match refused {
            Refused::NothingFits => {
                "nothing in the program is known to be called by a kernel".to_owned()
            }
            Refused::Model(why) => format!("the environment: {why}"),
        };
        let mut diagnostics = self.diagnostics.clone();
        diagnostics.push(Diagnostic::error(Span::NONE, words));
        Box::new(Failure {
            sources: self.sources.clone(),
            diagnostics,
        })
    }
}

/// What is said of environments in the list of assumptions.
const ONE_AT_A_TIME: &str = "calls the program's functions one after the other, for one device and one open file of each \
                             driver, and one timer, work item and USB request of each function";
const NOT_CALLED: &str = "is not called by the environment";

impl Compiled {
    /// Notes what calls the program and what does not.
    pub(crate) fn add_environment(&mut self, harness: Option<Harness>) {
        let Some(harness) = harness else { return };
        let program = &mut self.program;
        let named = |name: &String| program.funcs.iter().find(|(_, f)| *f.unique == **name);
        let called = harness.called.iter().filter_map(named).map(|(id, _)| id);
        program.called_by_environment = Some(called.collect());
        // Objects of the environment may hold anything: that is what they are for.
        let own = |span| {
            self.sources
                .unit_of(span)
                .is_some_and(|unit| unit.name() == UNIT)
        };
        let entries = &mut program.ledger.entries;
        entries.retain(|e| e.kind != AssumptionKind::NoDefinition || !own(e.span));
        let kind = AssumptionKind::Environment;
        program
            .ledger
            .add(Span::NONE, kind, "the environment", ONE_AT_A_TIME);
        for line in &harness.left_out {
            program.ledger.add(Span::NONE, kind, &**line, NOT_CALLED);
        }
        self.harness = Some(harness);
    }
}
