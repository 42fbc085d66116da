//! A measure for one loop or one recursion: guessed from steps that were seen, checked, and guessed again.

use std::collections::BTreeMap;

use analysis::passes::termination::{
    Component, LoopCheck, RecursionCheck, Woven, stop_at_overflow, weave,
};
use ir::{AssumptionKind, ExprId, FuncId, LedgerEntry, Program};
use source::Span;

use super::candidate::{Candidate, candidates, choose};
use super::ingredients::{of_function, of_loop, values_of_function, values_of_loop};
use super::seen::{Overheard, Seen, Values};
use super::units::Cycle;
use super::{Overflow, Search};
use crate::inputs::trial::{Budget, try_runs};
use crate::{Bug, Observer, Outcome, Session, Verdict};

/// Runs that show steps, before anything is guessed.
const SIGHTSEEING: Budget = Budget {
    runs: 400,
    steps: 4_000,
    all: 400_000,
};
/// How many guesses are made at a time.
const MAX_GUESSES: usize = 12;

/// What a measure is looked for of.
struct Target<'c> {
    cycle: &'c Cycle,
    program: Program,
    values: Values,
    candidates: Vec<Candidate>,
}

impl Search<'_> {
    /// Whether a measure was found, and falls.
    pub(super) fn has_measure(
        &mut self,
        n: usize,
        overflow: Overflow,
        iterations: usize,
        observer: &mut dyn Observer,
    ) -> bool {
        let mut program = self.checked.compiled.program.clone();
        if overflow == Overflow::Ends && stop_at_overflow(&mut program).is_empty() {
            return false;
        }
        let target = Target::new(program, &self.units.all[n].cycle);
        let observed = target.weave(None);
        let mut seen = Seen::new(&observed, &target.values);
        try_runs(&observed.program, None, SIGHTSEEING, Some(&mut seen));
        let mut steps = std::mem::take(&mut seen.steps[0]);
        for _ in 0..MAX_GUESSES {
            let Some(tuple) = choose(&target.candidates, &steps.steps) else {
                return false;
            };
            let woven = target.weave(Some(&tuple));
            let (checked, outcome) = self.ask(&woven, "a measure does not fall", iterations, observer);
            match &outcome.verdict {
                Verdict::Proved => {
                    let words = target.words(&tuple);
                    let name = self.units.all[n].name(self.checked);
                    self.measures.push(format!("{name}: {words}"));
                    let ledger = &outcome.session.prepared.program.ledger;
                    self.ledger.extend(ledger.entries.iter().cloned());
                    if overflow == Overflow::Ends {
                        self.ledger.push(no_overflow());
                    }
                    self.last = Some((checked, outcome));
                    return true;
                }
                Verdict::Bug(bug) => {
                    let new = new_steps(&woven, &target.values, &outcome, bug);
                    let mut any = false;
                    for step in new {
                        any |= steps.add(step);
                    }
                    if !any {
                        return false;
                    }
                }
                Verdict::Unknown(_) => return false,
            }
        }
        false
    }
}

/// The steps of a run on which a measure does not fall.
fn new_steps(
    woven: &Woven,
    values: &Values,
    outcome: &Outcome,
    bug: &Bug,
) -> Vec<super::candidate::Step> {
    let mut seen = Seen::new(woven, values);
    let overheard = Overheard(std::cell::RefCell::new(&mut seen));
    let session: &Session = &outcome.session;
    session.run_into(bug, &overheard);
    std::mem::take(&mut seen.steps[0].steps)
}

fn no_overflow() -> LedgerEntry {
    LedgerEntry {
        span: Span::NONE,
        kind: AssumptionKind::Fault,
        construct: "signed arithmetic".into(),
        assumption: "does not overflow: C gives no meaning to an execution in which it does".into(),
    }
}

impl<'c> Target<'c> {
    fn new(mut program: Program, cycle: &'c Cycle) -> Self {
        let mut values = Values::default();
        let ingredients = match cycle {
            Cycle::Loop(it) => {
                let own = values_of_loop(&mut program, it);
                let found = of_loop(&program, it, &own);
                values.loops.push(own);
                found
            }
            Cycle::Recursion(functions) => {
                let all: Vec<(FuncId, Vec<ExprId>)> = functions
                    .iter()
                    .map(|&func| (func, values_of_function(&mut program, func)))
                    .collect();
                let fewest = all.iter().min_by_key(|f| f.1.len());
                let found = fewest.map(|(func, own)| of_function(&program, *func, own, all.len()));
                values.recursions.push(all);
                found.unwrap_or_default()
            }
        };
        Target {
            cycle,
            program,
            values,
            candidates: candidates(&ingredients),
        }
    }

    /// The program with a check of the measure, or without, only to be observed.
    fn weave(&self, measure: Option<&[Candidate]>) -> Woven {
        match self.cycle {
            Cycle::Loop(it) => {
                let check = measure.map_or(LoopCheck::Nothing, |tuple| {
                    LoopCheck::Falls(self.components(tuple, 0, &self.values.loops[0]))
                });
                weave(&self.program, &[(it, check)], &[])
            }
            Cycle::Recursion(_) => {
                let functions = self.values.recursions[0].iter().enumerate();
                let measures = functions.map(|(kind, (func, values))| {
                    let tuple = measure.unwrap_or_default();
                    (*func, self.components(tuple, kind, values))
                });
                let check = RecursionCheck {
                    measures: measures.collect::<BTreeMap<_, _>>(),
                    only_observed: measure.is_none(),
                };
                weave(&self.program, &[], &[check])
            }
        }
    }

    fn components(&self, tuple: &[Candidate], kind: usize, values: &[ExprId]) -> Vec<Component> {
        let component = |candidate: &Candidate| {
            let terms = candidate.terms.iter();
            let terms = terms.filter_map(|&(factor, at)| Some((factor, *values.get(at)?)));
            let terms: Vec<(i64, ExprId)> = terms.collect();
            let constant = candidate.constants.get(kind).copied().unwrap_or(0);
            // A number without a sign, compared as it is, has nothing below zero.
            let plain = constant == 0 && matches!(terms[..], [(1, only)] if self.is_unsigned(only));
            Component {
                terms,
                constant,
                bound: candidate.bound.filter(|&bound| !plain || bound >= 0),
            }
        };
        tuple.iter().map(component).collect()
    }

    fn is_unsigned(&self, value: ExprId) -> bool {
        let kind = self.program.types.bits_kind(self.program.type_of(value));
        kind.is_some_and(|kind| !kind.is_signed())
    }

    /// A measure, for people.
    fn words(&self, tuple: &[Candidate]) -> String {
        let values = match self.cycle {
            Cycle::Loop(_) => &self.values.loops[0],
            Cycle::Recursion(_) => &self.values.recursions[0][0].1,
        };
        if tuple.is_empty() {
            return "it never comes back".into();
        }
        let one = |candidate: &Candidate| {
            let constant = candidate.constants.first().copied().unwrap_or(0);
            let mut text = String::new();
            for &(factor, at) in &candidate.terms {
                let Some(&value) = values.get(at) else { continue };
                let shown = self.program.show_expr(value);
                let amount = match factor.abs() {
                    1 => String::new(),
                    by => format!("{by} * "),
                };
                text += match (factor < 0, text.is_empty()) {
                    (true, true) => "-",
                    (true, false) => " - ",
                    (false, true) => "",
                    (false, false) => " + ",
                };
                text += &format!("{amount}{shown}");
            }
            match constant {
                0 => text,
                _ if constant < 0 => format!("{text} - {}", -constant),
                _ => format!("{text} + {constant}"),
            }
        };
        let parts: Vec<String> = tuple.iter().map(one).collect();
        match &parts[..] {
            [only] => format!("{only} falls on every turn"),
            _ => format!("on every turn the first of these that changes falls: {}", parts.join(", ")),
        }
    }
}
