//! Does every execution end? Proved by measures, refuted by a state that comes back.
//!
//! Both are questions of safety about a program with checks ([`analysis::passes::termination`]), which are put to the
//! loop of this crate like any others:
//!
//! ```text
//! no loop and no recursion that can be reached: proved
//! for each loop: can it come back to a state?                     bug
//! for each loop and recursion:
//!     guess a measure from steps that were seen in runs           candidate, seen
//!     is there a step on which it does not fall?                  no: this loop ends
//!     a step more was seen: guess again
//! all end: proved
//! ```
//!
//! Measures are tried first with the arithmetic as it is (every operation wraps), then with executions ended where a signed
//! operation overflows, which the answer says. A signed measure must stay above a small bound: what only ends because
//! a signed number wraps is no proof, and a state that comes back only so is no bug. An unsigned number wraps, in C too.
//!
//! Invariant: nothing is believed of a guess; that it is right is what the check proves.

mod candidate;
mod ingredients;
mod measures;
mod parts;
mod seen;
mod units;

use analysis::passes::termination::{LoopCheck, stop_at_overflow, weave};
use analysis::termination::{Loop, deciding};
use frontend::property::Checked;
use ir::LedgerEntry;

use crate::{Config, Observer, Outcome, Session, Verdict};
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

/// How signed operations that overflow are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Overflow {
    Wraps,
    Ends,
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
                if self.comes_back(n, iterations, observer) {
                    return Decision::Bug;
                }
                self.units.all[n].ends = self.units.unclear.is_none()
                    && [Overflow::Wraps, Overflow::Ends]
                        .into_iter()
                        .any(|overflow| self.has_measure(n, overflow, iterations, observer));
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
        stop_at_overflow(&mut program);
        let may_nest = self.units.may_be_active_twice(it.func);
        let check = LoopCheck::NeverTheSame(decides.variables, may_nest);
        let woven = weave(&program, &[(&it, check)], &[]);
        let message = "the loop comes back to the state that it was in, and can go round forever";
        let (checked, outcome) = self.ask(&woven, message, iterations, observer);
        let found = matches!(outcome.verdict, Verdict::Bug(_));
        if found {
            self.last = Some((checked, outcome));
        }
        found
    }

    fn outcome(self, decision: Decision, observer: &mut dyn Observer) -> (Checked, Outcome) {
        let (checked, mut outcome) = match (&decision, self.last) {
            (Decision::Ends | Decision::Bug, Some(last)) => last,
            (Decision::Ends, None) => {
                let session = Session::new(self.checked, self.config);
                return (self.checked.clone(), session.run(observer));
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
