//! Does every execution end? Proved by measures, refuted by a state that comes back.
//!
//! Both are questions of safety about a program with checks ([`analysis::passes::termination`]), which are put to the
//! loop of this crate like any others:
//!
//! ```text
//! no loop and no recursion that can be reached: proved
//! for each loop and recursion:
//!     guess a measure from steps that were seen in runs           candidate, shapes, choose, seen
//!     is there a step on which it does not fall?                  no: this loop ends
//!     a step more was seen: guess again                           measures
//! if there is no measure: can it come back to a state, or to the same arguments? bug       repetition
//! all end: proved
//! ```
//!
//! Where only some turns count, all loops are asked about at once before, whether they come back in one that does (`at_once`).
//! Steps are first those of one turn from any state (`one_turn`), where loops inside are one step (`inner_loops`); then those of
//! so many turns that there is no other (`Reach::FewTurns`), of one turn from states with the facts that hold at every
//! visit (`facts`, `supported`), and last those of the program.
//!
//! Measures are looked for with executions ended where a signed operation overflows, then tried with the arithmetic as
//! it is (every operation wraps); if only the first succeeds, the answer says what it rests on. A signed measure must stay
//! above a small bound: what only ends because a signed number wraps is no proof, and a state that comes back only so is no
//! bug. An unsigned number wraps, in C too.
//!
//! Invariant: nothing is believed of a guess; that it is right is what the check proves.

mod at_once;
mod candidate;
mod choose;
mod facts;
mod ingredients;
mod inner_loops;
mod measures;
mod one_turn;
mod parts;
mod repetition;
mod seen;
mod shapes;
mod supported;
mod target;
mod units;
mod whole_variables;
mod words;

use std::collections::BTreeSet;

use analysis::passes::termination::{Counting, own_objects};
use frontend::property::Checked;
use ir::{FuncId, LedgerEntry};

use crate::{Config, Observer, Outcome, Session, Verdict};
use units::Units;

/// Iterations for one check, the first time and when all else has failed.
const ITERATIONS: [usize; 3] = [8, 24, 60];

/// And for one about all loops at once.
const ITERATIONS_OF_ALL: usize = 30;

/// Answers, with the program that the answer is about: the user's, with checks.
pub fn check(checked: &Checked, config: Config, observer: &mut dyn Observer) -> (Checked, Outcome) {
    if checked.compiled.program.environment.is_some() {
        let why = "the loop of an environment has no end: termination is checked of programs that begin on their own";
        let session = Session::new(checked, config);
        let verdict = Verdict::Unknown(why.into());
        return (checked.clone(), Outcome { verdict, session });
    }
    check_some(checked, config, &Sought::every(), observer)
}

/// The executions without an end that are looked for.
pub(crate) struct Sought {
    /// What messages call the property.
    pub(crate) rule: String,
    /// What such an execution is told as, if it is more than one without an end.
    pub(crate) means: String,
    /// Turns that count; without it, all do.
    pub(crate) counting: Option<Counting>,
    /// Functions whose loops and recursion are taken to end.
    pub(crate) granted: BTreeSet<FuncId>,
}

impl Sought {
    fn every() -> Self {
        Sought {
            rule: "termination".into(),
            means: String::new(),
            counting: None,
            granted: BTreeSet::new(),
        }
    }
}

/// Whether there is one.
pub(crate) fn check_some(
    checked: &Checked,
    config: Config,
    sought: &Sought,
    observer: &mut dyn Observer,
) -> (Checked, Outcome) {
    let mut checked = checked.clone();
    checked.compiled.program = own_objects(&checked.compiled.program);
    let mut units = Units::of(&checked.compiled.program);
    units.grant(&sought.granted);
    let mut search = Search {
        checked: &checked,
        config,
        sought,
        units,
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
    sought: &'c Sought,
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
        self.never_come_back(ITERATIONS_OF_ALL, observer);
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
