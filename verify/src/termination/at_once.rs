//! Where only some turns count: which loops never come back in one that does, asked of all loops at once.
//!
//! Most loops of a program have nothing to do with what a formula waits for, and one question about all of them costs what
//! one about one of them does. A loop that does come back is left out, to be looked at by itself, and the others are asked
//! about again. Signed operations wrap here, so that nothing rests on overflow.

use analysis::passes::termination::{Counting, LoopCheck, weave};
use analysis::termination::Loop;
use ir::FuncId;

use super::Search;
use super::measures::{Asking, taken_for_granted};
use super::units::Cycle;
use crate::{Observer, Verdict};

/// How many loops may be left out one by one.
const MAX_ROUNDS: usize = 24;

impl Search<'_> {
    /// Finds loops that never come back in a turn that counts.
    pub(super) fn never_come_back(&mut self, iterations: usize, observer: &mut dyn Observer) {
        if self.sought.counting.is_none() || self.units.unclear.is_some() {
            return;
        }
        let base = &self.checked.compiled.program;
        // Each loop would set marks back that another one needs: here a turn counts without any.
        let counting = self.sought.counting.map(|counting| Counting {
            mark: None,
            always: counting.first,
            ..counting
        });
        let mut asked: Vec<usize> = (0..self.units.all.len())
            .filter(|&n| matches!(self.units.all[n].cycle, Cycle::Loop(_)))
            .collect();
        let mut asking = Asking {
            iterations,
            observer,
        };
        // One by itself is asked about in better ways.
        for _ in 0..MAX_ROUNDS {
            if asked.len() < 2 {
                return;
            }
            let loops: Vec<(&Loop, LoopCheck)> =
                asked.iter().filter_map(|&n| self.check(n)).collect();
            let woven = weave(base, &loops, &[], counting.as_ref());
            let errors: Vec<Option<FuncId>> =
                woven.points.iter().map(|point| point.error).collect();
            let mut answer = self.ask_about(&woven, false, &mut asking);
            match &answer.outcome.verdict {
                Verdict::Bug(bug) => {
                    let found = errors
                        .iter()
                        .position(|&error| error == Some(bug.violation));
                    let Some(found) = found else { return };
                    asked.remove(found);
                }
                Verdict::Unknown(_) => return,
                Verdict::Proved => {
                    let rests_on = taken_for_granted(std::slice::from_ref(&answer));
                    let prepared = &mut answer.outcome.session.prepared.program;
                    prepared.entry = base.entry;
                    self.ledger.extend(rests_on.iter().cloned());
                    prepared.ledger.entries = rests_on;
                    let all = asked.len() == self.units.all.len();
                    for n in asked {
                        self.units.all[n].ends = true;
                    }
                    let words = if all {
                        "no loop comes back"
                    } else {
                        "no other loop comes back"
                    };
                    self.measures.push(words.into());
                    self.last = Some(answer.into_parts());
                    return;
                }
            }
        }
    }

    fn check(&self, n: usize) -> Option<(&Loop, LoopCheck)> {
        match &self.units.all[n].cycle {
            Cycle::Loop(it) => Some((it, LoopCheck::Falls(Vec::new()))),
            Cycle::Recursion(_) => None,
        }
    }
}
