//! Does every execution end? Proved by measures, refuted by a state that comes back.
//!
//! Both are questions of safety about a program with checks ([`analysis::passes::termination`]), which are put to the
//! loop of this crate like any others:
//!
//! ```text
//! no loop and no recursion that can be reached: proved
//! for each loop and recursion:
//!     guess a measure from steps that were seen in runs           candidate, seen
//!     is there a step on which it does not fall?                  no: this loop ends
//!     a step more was seen: guess again
//! where steps are those of one turn from any state (one_turn), then those of the program;
//! if there is no measure, for a loop: can it come back to a state? bug
//! all end: proved
//! ```
//!
//! Measures are looked for with executions ended where a signed operation overflows, then tried with the arithmetic as
//! it is (every operation wraps); if only the first succeeds, the answer says what it rests on. A signed measure must stay above a small bound: what only ends because
//! a signed number wraps is no proof, and a state that comes back only so is no bug. An unsigned number wraps, in C too.
//!
//! Invariant: nothing is believed of a guess; that it is right is what the check proves.

mod candidate;
mod facts;
mod ingredients;
mod measures;
mod one_turn;
mod parts;
mod seen;
mod shapes;
mod target;
mod units;
mod words;

use analysis::passes::termination::{LoopCheck, Woven, stop_at_overflow, weave};
use analysis::termination::{Loop, deciding};
use frontend::property::Checked;
use interp::RequestKind;
use ir::{LedgerEntry, PlaceKind, Program, Stmt};

use crate::{Bug, Config, Noted, Observer, Outcome, Session, Verdict};
use measures::steps_of;
use parts::Question;
use seen::Values;
use units::{Cycle, Units};

/// Iterations for one check, the first time and when all else has failed.
const ITERATIONS: [usize; 3] = [8, 24, 60];

/// Answers, with the program that the answer is about: the user's, with checks.
pub fn check(checked: &Checked, config: Config, observer: &mut dyn Observer) -> (Checked, Outcome) {
    let mut search = Search {
        checked,
        config,
        units: Units::of(&checked.compiled.program),
        ledger: Vec::new(),
        measures: Vec::new(),
        last: None,
    };
    let decision = search.decide(observer);
    search.outcome(decision, observer)
}

enum Decision {
    Ends,
    /// What was asked last found an execution without an end.
    Bug,
    Unknown(String),
}

struct Search<'c> {
    checked: &'c Checked,
    config: Config,
    units: Units,
    /// What the proofs so far rest on.
    ledger: Vec<LedgerEntry>,
    /// The measures that they found, in words.
    measures: Vec<String>,
    /// The last check that counts.
    last: Option<(Checked, Outcome)>,
}

impl Search<'_> {
    fn decide(&mut self, observer: &mut dyn Observer) -> Decision {
        if self.checked.compiled.program.environment.is_some() {
            return Decision::Unknown(
                "the loop of an environment has no end: termination is checked of programs that begin on their own"
                    .into(),
            );
        }
        for &iterations in &ITERATIONS {
            for n in 0..self.units.all.len() {
                if self.units.all[n].ends {
                    continue;
                }
                // Where runs came back to a state there is no measure, which is known at once.
                let ends =
                    self.units.unclear.is_none() && self.has_measure(n, iterations, observer);
                if !ends && self.comes_back(n, iterations, observer) {
                    return Decision::Bug;
                }
                self.units.all[n].ends = ends;
            }
            if let Some(why) = self.units.unclear.take() {
                return Decision::Unknown(why);
            }
            if self.units.all.iter().all(|unit| unit.ends) {
                return Decision::Ends;
            }
        }
        let open = self.units.all.iter().find(|unit| !unit.ends);
        let name = open.map_or("the program".into(), |unit| unit.name(self.checked));
        Decision::Unknown(format!(
            "{name}: no measure was found that falls on every turn, and no state that comes back"
        ))
    }

    /// Whether a loop can come back to the state that it was in.
    fn comes_back(&mut self, n: usize, iterations: usize, observer: &mut dyn Observer) -> bool {
        let Cycle::Loop(it) = &self.units.all[n].cycle else {
            return false;
        };
        let it: Loop = it.clone();
        let mut program = self.checked.compiled.program.clone();
        let decides = deciding(&program, &it);
        if decides.hidden.is_some() {
            return false;
        }
        let state = decides.variables.iter().map(|&var| program.var(var));
        let values = Values {
            loops: vec![state.collect()],
            recursions: Vec::new(),
        };
        stop_at_overflow(&mut program);
        let may_nest = self.units.may_be_active_twice(it.func);
        let check = LoopCheck::NeverTheSame(decides.variables, may_nest);
        let woven = weave(&program, &[(&it, check)], &[]);
        let message = "the loop comes back to the state that it was in, and can go round forever";
        let question = Question {
            woven: &woven,
            message,
            iterations,
            is_short: false,
        };
        let (checked, mut outcome) = self.ask(&question, observer);
        let Verdict::Bug(bug) = &mut outcome.verdict else {
            return false;
        };
        let steps = steps_of(&woven, &values, &outcome.session, bug);
        let state = steps.last().map_or(&[][..], |step| &step.1.1);
        tell_state(&outcome.session.prepared.program, &woven, state, bug);
        self.last = Some((checked, outcome));
        true
    }

    fn outcome(self, decision: Decision, observer: &mut dyn Observer) -> (Checked, Outcome) {
        let (checked, mut outcome) = match (&decision, self.last) {
            (Decision::Ends | Decision::Bug, Some(last)) => last,
            (Decision::Ends, None) => {
                let session = Session::new(self.checked, self.config);
                (self.checked.clone(), session.run(observer))
            }
            _ => {
                let session = Session::new(self.checked, self.config);
                let verdict = Verdict::Unknown(String::new());
                (self.checked.clone(), Outcome { verdict, session })
            }
        };
        match decision {
            Decision::Ends => {
                let entries = &mut outcome.session.prepared.program.ledger.entries;
                for entry in self.ledger {
                    if !entries.contains(&entry) {
                        entries.push(entry);
                    }
                }
                for entry in units::calls_that_return(&self.checked.compiled.program) {
                    if !entries.contains(&entry) {
                        entries.push(entry);
                    }
                }
                outcome.session.remarks = self.measures;
            }
            Decision::Bug => {}
            Decision::Unknown(why) => {
                outcome.session.advice = vec![
                    "give it more time: --time-limit".into(),
                    "bound the loop by a counter that the loop's condition compares".into(),
                ];
                outcome.verdict = Verdict::Unknown(why);
            }
        }
        (checked, outcome)
    }
}

/// Tells the state where it was noted, in place of the choice to note it.
fn tell_state(program: &Program, woven: &Woven, state: &[i128], bug: &mut Bug) {
    let chooses = |(func, edge): &(ir::FuncId, ir::EdgeId)| {
        let body = program.funcs[*func].body.as_ref();
        let place = body.and_then(|cfg| match cfg.edge(*edge).stmt {
            Stmt::Havoc { place } => Some(program.terms.place(place).kind),
            _ => None,
        });
        matches!(place, Some(PlaceKind::Var(var)) if woven.chosen.contains(&var))
    };
    let edges = &bug.replay.edges;
    let mut noted_at = None;
    bug.replay.notes.retain(|note| {
        let is_choice = matches!(note.what, Noted::Input(RequestKind::Havoc, ..))
            && edges.get(note.at).is_some_and(chooses);
        if is_choice {
            noted_at = Some(note.at);
        }
        !is_choice
    });
    let Some(at) = noted_at else { return };
    let before = bug.replay.notes.partition_point(|note| note.at <= at);
    let state = woven.noted.iter().zip(state);
    let told = state.map(|(&(var, _), &value)| crate::Note {
        at,
        what: Noted::State(var, value as u128),
    });
    bug.replay.notes.splice(before..before, told);
}
