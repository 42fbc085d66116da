//! A measure for one loop or one recursion: guessed from steps that were seen, checked, and guessed again.

use std::cell::RefCell;
use std::collections::BTreeMap;

use analysis::passes::termination::{
    Component, LoopCheck, RecursionCheck, Woven, stop_at_overflow, weave,
};
use frontend::property::Checked;
use ir::{AssumptionKind, ExprId, FuncId, LedgerEntry, Program};
use source::Span;

use super::Search;
use super::candidate::{Candidate, Step, candidates, choose};
use super::ingredients::{of_function, of_loop, values_of_function, values_of_loop};
use super::one_turn::one_turn;
use super::seen::{Overheard, Seen, Values};
use super::units::Cycle;
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
    ///
    /// It is looked for with executions that end where a signed operation overflows. Then it is tried with operations that
    /// wrap: if it falls there too, nothing rests on overflow.
    pub(super) fn has_measure(
        &mut self,
        n: usize,
        reach: Reach,
        iterations: usize,
        observer: &mut dyn Observer,
    ) -> bool {
        let base = &self.checked.compiled.program;
        let mut target = Target::new(base, &self.units.all[n].cycle);
        let wrapping = target.program.clone();
        let may_overflow = !stop_at_overflow(&mut target.program).is_empty();
        let Some(found) = self.fall(&target, reach, iterations, observer) else {
            return false;
        };
        let (tuple, mut answer) = found;
        let mut rests_on_overflow = false;
        if may_overflow {
            let again = target.weave(&wrapping, Some(&tuple), base, reach);
            let again = again.map(|woven| self.ask(&woven, MESSAGE, iterations, observer));
            let again = again.filter(|(_, outcome)| matches!(outcome.verdict, Verdict::Proved));
            rests_on_overflow = again.is_none();
            answer = again.unwrap_or(answer);
        }
        let words = target.words(&tuple);
        let name = self.units.all[n].name(self.checked);
        let session = &mut answer.1.session;
        session.prepared.program.entry = base.entry;
        let entries = session.prepared.program.ledger.entries.iter();
        // One turn begins anywhere: nothing but what functions return is taken for granted.
        let counts = |kind| reach == Reach::Program || kind == AssumptionKind::NoBody;
        let rests_on: Vec<LedgerEntry> = entries.filter(|e| counts(e.kind)).cloned().collect();
        self.ledger.extend(rests_on.iter().cloned());
        session.prepared.program.ledger.entries = rests_on;
        if rests_on_overflow {
            self.ledger.push(no_overflow());
        }
        self.measures.push(format!("{name}: {words}"));
        self.last = Some(answer);
        true
    }

    /// A measure that falls, with the check that says so.
    fn fall(
        &self,
        target: &Target<'_>,
        reach: Reach,
        iterations: usize,
        observer: &mut dyn Observer,
    ) -> Option<(Vec<Candidate>, (Checked, Outcome))> {
        let base = &self.checked.compiled.program;
        let observed = target.weave(&target.program, None, base, Reach::Program)?;
        let mut seen = Seen::new(&observed, &target.values);
        try_runs(&observed.program, None, SIGHTSEEING, Some(&mut seen));
        let mut steps = std::mem::take(&mut seen.steps[0]);
        for _ in 0..MAX_GUESSES {
            let tuple = choose(&target.candidates, &steps.steps)?;
            let woven = target.weave(&target.program, Some(&tuple), base, reach)?;
            let (checked, outcome) = self.ask(&woven, MESSAGE, iterations, observer);
            match &outcome.verdict {
                Verdict::Proved => return Some((tuple, (checked, outcome))),
                Verdict::Bug(bug) => {
                    let new = steps_of(&woven, &target.values, &outcome.session, bug);
                    let before = steps.steps.len();
                    new.into_iter().for_each(|step| {
                        steps.add(step);
                    });
                    if steps.steps.len() == before {
                        return None;
                    }
                }
                Verdict::Unknown(_) => return None,
            }
        }
        None
    }
}

/// What a measure is checked of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// One turn from any state.
    OneTurn,
    /// The program from its start.
    Program,
}

const MESSAGE: &str = "a measure does not fall";

/// The steps of an execution that was found.
pub(super) fn steps_of(woven: &Woven, values: &Values, session: &Session, bug: &Bug) -> Vec<Step> {
    let mut seen = Seen::new(woven, values);
    let overheard = Overheard(RefCell::new(&mut seen));
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
    fn new(program: &Program, cycle: &'c Cycle) -> Self {
        let mut program = program.clone();
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
    fn weave(
        &self,
        program: &Program,
        measure: Option<&[Candidate]>,
        base: &Program,
        reach: Reach,
    ) -> Option<Woven> {
        let woven = self.weave_program(program, measure);
        match (reach, self.cycle) {
            (Reach::Program, _) => Some(woven),
            (Reach::OneTurn, Cycle::Loop(it)) => one_turn(base, &woven, it),
            (Reach::OneTurn, Cycle::Recursion(_)) => None,
        }
    }

    fn weave_program(&self, program: &Program, measure: Option<&[Candidate]>) -> Woven {
        match self.cycle {
            Cycle::Loop(it) => {
                let check = measure.map_or(LoopCheck::Nothing, |tuple| {
                    LoopCheck::Falls(self.components(tuple, 0, &self.values.loops[0]))
                });
                weave(program, &[(it, check)], &[])
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
                weave(program, &[], &[check])
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
                let Some(&value) = values.get(at) else {
                    continue;
                };
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
            _ => format!(
                "on every turn the first of these that changes falls: {}",
                parts.join(", ")
            ),
        }
    }
}
