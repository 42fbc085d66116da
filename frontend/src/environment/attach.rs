//! A harness becomes a unit of the program that it calls.
//!
//! Functions of a model that do not fit the program (another version of the kernel has other parameters) are left out, one
//! round after the other, and listed; a mistake elsewhere in the harness is an error as in any other text.

use super::{Environment, Harness, Refused, UNIT, derive, live, text};
use crate::input::preprocess;
use crate::syntax::ast::Ast;
use crate::{Compiled, Config, Failure, Linked, lower, syntax};
use ir::{AssumptionKind, EnvironmentCalls, FuncId, LedgerEntry, Program};
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
        let mut reached: Option<Reached> = None;
        for _ in 0..MAX_ROUNDS {
            let called = reached.as_ref().map(|r| &r.called);
            let mut harness = match derive(program, &config.environment, &without, called) {
                Ok(harness) => harness,
                Err(Refused::NothingFits) if config.environment == Environment::Auto => {
                    return Ok(());
                }
                Err(refused) => return Err(self.refuse(&refused)),
            };
            let (said, now) = self.try_harness(&harness)?;
            let wrong = self.functions_with_errors(&said, &harness.text);
            if let Some(now) = now.filter(|_| reached.is_none()) {
                reached = Some(now);
                self.trees.pop();
                continue;
            }
            if !said.has_errors() || wrong.is_subset(&without) {
                harness.note_given(reached.as_ref());
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

    /// Adds the unit and lowers everything: what is said about the harness, and if that is no error, what it reaches.
    fn try_harness(
        &mut self,
        harness: &Harness,
    ) -> Result<(Diagnostics, Option<Reached>), Box<Failure>> {
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
        let mut reached = None;
        if !said.has_errors() {
            let (lowered, messages) = lower::lower(&self.trees, &mut self.names, &self.lowering);
            let own = |d: &Diagnostic| {
                self.sources
                    .unit_of(d.span)
                    .is_some_and(|u| u.name() == UNIT)
            };
            let fine = !messages.has_errors();
            messages.into_iter().filter(own).for_each(|d| said.push(d));
            reached = fine.then(|| self.reached(&lowered));
        }
        Ok((said, reached))
    }

    fn reached(&self, program: &Program) -> Reached {
        let own = |span| self.sources.unit_of(span).is_some_and(|u| u.name() == UNIT);
        let found = live::reached(program, &own);
        let names = |of: BTreeSet<FuncId>| {
            let names = of.into_iter().map(|f| program.funcs[f].unique.to_string());
            names.collect()
        };
        Reached {
            called: names(found.called),
            given: names(found.given),
            called_within: names(found.called_within),
            given_away: names(found.given_away),
        }
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

/// What a harness reaches, by the names that functions are printed with.
struct Reached {
    called: BTreeSet<String>,
    given: BTreeSet<String>,
    called_within: BTreeSet<String>,
    given_away: BTreeSet<String>,
}

impl Harness {
    /// Notes what the models know to be callbacks, were given, and never call: others may. What the program calls itself is
    /// its own affair.
    fn note_given(&mut self, reached: Option<&Reached>) {
        let Some(reached) = reached else { return };
        let within = reached.called_within.iter();
        let within = within.filter(|name| !self.called.contains(*name));
        let within: Vec<String> = within.cloned().collect();
        self.beside.extend(within);
        let uncalled = reached.given.iter().filter(|name| {
            self.in_known_tables.contains(*name)
                && !self.called.contains(*name)
                && !self.beside.contains(*name)
        });
        let uncalled: Vec<String> = uncalled.cloned().collect();
        self.known_elsewhere.extend(uncalled);
        // A table that was registered may be registered once more, by a function of which nothing is known.
        let again = reached.given_away.intersection(&self.in_known_tables);
        self.called_otherwise = again.cloned().collect();
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
        let all = |names: &BTreeSet<String>| {
            let named = program
                .funcs
                .iter()
                .filter(|(_, f)| names.contains(&*f.unique));
            named.map(|(id, _)| id).collect()
        };
        // What other modules can call is called by them, whoever else calls it.
        let beside = &(&harness.beside - &harness.called_otherwise) - &harness.known_elsewhere;
        program.environment = Some(EnvironmentCalls {
            called: all(&(&harness.called - &harness.called_otherwise)),
            left_out: all(&beside),
            known_outside: all(&harness.known_elsewhere),
        });
        // Objects of the environment may hold anything: that is what they are for.
        let own = |span| {
            self.sources
                .unit_of(span)
                .is_some_and(|unit| unit.name() == UNIT)
        };
        let entries = &mut program.ledger.entries;
        entries.retain(|e| e.kind != AssumptionKind::NoDefinition || !own(e.span));
        let makes_contents = |e: &LedgerEntry| {
            e.kind == AssumptionKind::NoBody
                && e.construct.starts_with("env_")
                && e.construct.ends_with("_any")
        };
        entries.retain(|e| !makes_contents(e));
        let kind = AssumptionKind::Environment;
        program
            .ledger
            .add(Span::NONE, kind, "the environment", ONE_AT_A_TIME);
        for line in &harness.assumes {
            program
                .ledger
                .add(Span::NONE, kind, "the environment", &**line);
        }
        for line in &harness.left_out {
            program.ledger.add(Span::NONE, kind, &**line, NOT_CALLED);
        }
        self.harness = Some(harness);
    }
}
