//! A measure for one loop or one recursion: guessed from steps that were seen, checked, and guessed again.
//!
//! First of one turn from any state, then of one turn from states with the facts that hold at every visit (`supported`), then
//! of the whole program from its start.

use std::cell::RefCell;

use analysis::passes::termination::{Visit, Woven};
use frontend::property::Checked;
use ir::{AssumptionKind, LedgerEntry};
use source::Span;

use super::Search;
use super::candidate::{Candidate, Step, Steps};
use super::choose::choose;
use super::facts::Fact;
use super::parts::Question;
use super::seen::{Overheard, Seen, Values};
use super::target::{Overflow, Target};
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
pub(super) const MAX_GUESSES: usize = 12;
/// And before there are facts: what fits the steps from all states is seldom what falls in those that there are.
const MAX_GUESSES_WITHOUT_FACTS: usize = 4;
/// How often a loop may come back that is followed to its end from any state.
const FEW_TURNS: u8 = 12;

/// What a measure is checked of.
#[derive(Clone, Debug)]
pub(super) enum Reach {
    /// One turn from any state in which these hold, as they do at every visit.
    OneTurn(Vec<Fact>),
    /// The program from its start.
    Program,
    /// So many turns from any state: what is checked is that there are no more.
    FewTurns(u8),
}

/// A measure that falls, and the checks that say so; the last one asks about the measure itself.
pub(super) struct Found {
    pub(super) reach: Reach,
    pub(super) tuple: Vec<Candidate>,
    pub(super) answers: Vec<Answer>,
}

pub(super) struct Answer {
    /// Whether it is about one turn.
    is_short: bool,
    checked: Checked,
    pub(super) outcome: Outcome,
}

impl Answer {
    pub(super) fn into_parts(self) -> (Checked, Outcome) {
        (self.checked, self.outcome)
    }
}

/// What checks are asked with.
pub(super) struct Asking<'o> {
    pub(super) iterations: usize,
    pub(super) observer: &'o mut dyn Observer,
}

impl Asking<'_> {
    pub(super) fn with(&mut self, iterations: usize) -> Asking<'_> {
        Asking {
            iterations,
            observer: &mut *self.observer,
        }
    }
}

impl Search<'_> {
    /// Whether a measure was found, and falls.
    ///
    /// It is looked for with executions that end where a signed operation overflows. Then it is tried with operations that
    /// wrap: if it falls there too, nothing rests on overflow.
    pub(super) fn has_measure(
        &mut self,
        n: usize,
        iterations: usize,
        observer: &mut dyn Observer,
    ) -> bool {
        let base = &self.checked.compiled.program;
        if self.marks_get_lost(n) {
            return false;
        }
        let mut target = Target::new(
            base,
            &self.units.all[n].cycle,
            self.sought.counting.as_ref(),
        );
        let mut asking = Asking {
            iterations,
            observer,
        };
        let Some(mut found) = self.find(&mut target, &mut asking) else {
            return false;
        };
        let mut rests_on_overflow = false;
        if target.may_overflow {
            match self.falls_where_it_wraps(&target, &found, &mut asking) {
                Some(answers) => found.answers = answers,
                None => rests_on_overflow = true,
            }
        }
        let words = match found.reach {
            Reach::FewTurns(most) => format!("it comes back at most {most} times"),
            _ => target.words(&found.tuple),
        };
        let name = self.units.all[n].name(self.checked);
        let rests_on = taken_for_granted(&found.answers);
        let Some(mut answer) = found.answers.pop() else {
            return false;
        };
        let program = &mut answer.outcome.session.prepared.program;
        program.entry = base.entry;
        self.ledger.extend(rests_on.iter().cloned());
        program.ledger.entries = rests_on;
        if rests_on_overflow {
            self.ledger.push(no_overflow());
        }
        self.measures.push(format!("{name}: {words}"));
        self.last = Some((answer.checked, answer.outcome));
        true
    }

    /// Whether a mark may be forgotten by another activation of the function that the loop is in.
    fn marks_get_lost(&self, n: usize) -> bool {
        let has_marks = self
            .sought
            .counting
            .is_some_and(|counting| counting.mark.is_some());
        match &self.units.all[n].cycle {
            Cycle::Loop(it) => has_marks && self.units.may_be_active_twice(it.func),
            Cycle::Recursion(_) => false,
        }
    }

    /// Looks for a measure, in this order of reach.
    fn find(&self, target: &mut Target<'_>, asking: &mut Asking<'_>) -> Option<Found> {
        let observed = target.observed();
        let mut seen = Seen::new(&observed, &target.values);
        try_runs(&observed.program, None, SIGHTSEEING, Some(&mut seen));
        let steps = std::mem::take(&mut seen.steps[0]);
        // What runs do has no measure: nothing that is asked of more states has one.
        if choose(&target.candidates, &steps.steps).is_none() {
            return self.few_turns(target, &seen, asking);
        }
        if let Cycle::Loop(it) = target.cycle {
            target.inner = self.inner_loops(it, asking);
            if !target.inner.is_empty() {
                let found = self
                    .fall_at_once(target, &steps, asking)
                    .or_else(|| self.fall_with_facts(target, &seen, &steps, asking));
                if found.is_some() {
                    return found;
                }
                target.inner.clear();
            }
        }
        let target = &*target;
        let any = || Reach::OneTurn(Vec::new());
        self.fall_at_once(target, &steps, asking)
            .or_else(|| self.few_turns(target, &seen, asking))
            .or_else(|| self.fall_with_facts(target, &seen, &steps, asking))
            .or_else(|| self.fall(target, any(), (&steps, MAX_GUESSES), asking))
            .or_else(|| self.fall(target, Reach::Program, (&steps, MAX_GUESSES), asking))
    }

    /// One of the first guesses, on turns from any state.
    fn fall_at_once(
        &self,
        target: &Target<'_>,
        steps: &Steps,
        asking: &mut Asking<'_>,
    ) -> Option<Found> {
        let reach = Reach::OneTurn(Vec::new());
        self.fall(target, reach, (steps, MAX_GUESSES_WITHOUT_FACTS), asking)
    }

    /// Whether the loop comes back only a few times, whatever state it is entered in.
    fn few_turns(
        &self,
        target: &Target<'_>,
        seen: &Seen<'_>,
        asking: &mut Asking<'_>,
    ) -> Option<Found> {
        if seen.most_turns > FEW_TURNS.into() {
            return None;
        }
        let reach = Reach::FewTurns(FEW_TURNS);
        let woven = reach.woven(target, &[], Overflow::Stops)?;
        let answer = self.ask_about(&woven, true, &mut asking.with(0));
        matches!(answer.outcome.verdict, Verdict::Proved).then(|| Found {
            reach,
            tuple: Vec::new(),
            answers: vec![answer],
        })
    }

    /// A measure that falls, with the check that says so.
    pub(super) fn fall(
        &self,
        target: &Target<'_>,
        reach: Reach,
        (steps, guesses): (&Steps, usize),
        asking: &mut Asking<'_>,
    ) -> Option<Found> {
        let mut steps = steps.clone();
        for _ in 0..guesses {
            let tuple = choose(&target.candidates, &steps.steps)?;
            let woven = reach.woven(target, &tuple, Overflow::Stops)?;
            let answer = self.ask_about(&woven, reach.is_short(), asking);
            match &answer.outcome.verdict {
                Verdict::Proved => {
                    let answers = vec![answer];
                    return Some(Found {
                        reach,
                        tuple,
                        answers,
                    });
                }
                Verdict::Bug(bug) => {
                    let new = steps_of(&woven, &target.values, &answer.outcome.session, bug);
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

    /// The same with operations that wrap.
    fn falls_where_it_wraps(
        &self,
        target: &Target<'_>,
        found: &Found,
        asking: &mut Asking<'_>,
    ) -> Option<Vec<Answer>> {
        if !target.inner.is_empty() {
            // What is known of the inner loops may rest on overflow itself.
            return None;
        }
        let wraps = Overflow::Wraps;
        let mut questions = Vec::new();
        if let Reach::OneTurn(facts) = &found.reach
            && !facts.is_empty()
        {
            questions.push((target.holds(facts, Visit::Entered, wraps)?, false));
            questions.push((target.holds(facts, Visit::Again, wraps)?, true));
        }
        let falls = found.reach.woven(target, &found.tuple, wraps)?;
        questions.push((falls, found.reach.is_short()));
        let mut answers = Vec::new();
        for (woven, is_short) in &questions {
            // That nothing rests on overflow is worth some tenths of a second.
            let iterations = if *is_short { 0 } else { asking.iterations };
            let answer = self.ask_about(woven, *is_short, &mut asking.with(iterations));
            if !matches!(answer.outcome.verdict, Verdict::Proved) {
                return None;
            }
            answers.push(answer);
        }
        Some(answers)
    }

    pub(super) fn ask_about(
        &self,
        woven: &Woven,
        is_short: bool,
        asking: &mut Asking<'_>,
    ) -> Answer {
        let question = Question {
            woven,
            message: "a measure does not fall",
            iterations: asking.iterations,
            is_short,
        };
        let (checked, outcome) = self.ask(&question, asking.observer);
        Answer {
            is_short,
            checked,
            outcome,
        }
    }
}

/// What the answers rest on.
pub(super) fn taken_for_granted(answers: &[Answer]) -> Vec<LedgerEntry> {
    let mut found: Vec<LedgerEntry> = Vec::new();
    for answer in answers {
        let entries = &answer.outcome.session.prepared.program.ledger.entries;
        // One turn begins anywhere: nothing but what functions return is taken for granted.
        let counts = |e: &&LedgerEntry| !answer.is_short || e.kind == AssumptionKind::NoBody;
        for entry in entries.iter().filter(counts) {
            if !found.contains(entry) {
                found.push(entry.clone());
            }
        }
    }
    found
}

impl Reach {
    fn is_short(&self) -> bool {
        matches!(self, Reach::OneTurn(_) | Reach::FewTurns(_))
    }

    fn woven(&self, target: &Target<'_>, tuple: &[Candidate], overflow: Overflow) -> Option<Woven> {
        match self {
            Reach::OneTurn(facts) => target.falls_in_one_turn(tuple, facts, overflow),
            Reach::Program => Some(target.falls(tuple, overflow)),
            Reach::FewTurns(most) => target.at_most(*most, overflow),
        }
    }
}

/// What is seen in an execution that was found.
pub(super) fn overheard<'p>(
    woven: &'p Woven,
    values: &'p Values,
    session: &Session,
    bug: &Bug,
) -> Seen<'p> {
    let mut seen = Seen::new(woven, values);
    session.run_into(bug, &Overheard(RefCell::new(&mut seen)));
    seen
}

/// The steps of an execution that was found.
pub(super) fn steps_of(woven: &Woven, values: &Values, session: &Session, bug: &Bug) -> Vec<Step> {
    let mut seen = overheard(woven, values, session, bug);
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
