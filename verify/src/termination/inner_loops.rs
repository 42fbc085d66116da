//! What loops do that lie inside of another one: as one step, of which is known what never rises.
//!
//! A turn of the outer loop goes through an inner one as often as it likes. In place of that the variables that the inner
//! loop writes become anything, where no linear combination may rise of which it was shown that no turn of the inner loop
//! lets it rise. Not rising is reflexive and transitive, so it holds of any number of turns. What comes after the last visit
//! of the inner loop's head is followed as it is; turns that come back to that head are among those that were taken.

use std::collections::BTreeSet;

use analysis::passes::termination::Component;
use analysis::termination::{Loop, callees, deciding};
use ir::{Callee, Cfg, PlaceKind, Program, Stmt, Term, VarId};

use super::Search;
use super::candidate::Step;
use super::measures::{Asking, steps_of};
use super::seen::Values;
use super::target::Target;
use super::units::Cycle;
use crate::Verdict;

/// An inner loop.
#[derive(Clone, Debug)]
pub(super) struct InnerLoop {
    pub(super) it: Loop,
    pub(super) writes: BTreeSet<VarId>,
    pub(super) never_rise: Vec<Vec<(i64, VarId)>>,
}

/// More variables than this are not combined.
const MAX_VARIABLES: usize = 6;
/// How often sums that rise are left out.
const MAX_ROUNDS: usize = 60;

impl Search<'_> {
    /// What is known of the loops inside of one, the innermost first: none of them if one is not known.
    pub(super) fn inner_loops(&self, outer: &Loop, asking: &mut Asking<'_>) -> Vec<InnerLoop> {
        let base = &self.checked.compiled.program;
        let Some(cfg) = &base.funcs[outer.func].body else {
            return Vec::new();
        };
        let mut found: Vec<InnerLoop> = Vec::new();
        for unit in &self.units.all {
            let Cycle::Loop(it) = &unit.cycle else {
                continue;
            };
            let is_inner =
                it.func == outer.func && it.head != outer.head && outer.body.contains(&it.head);
            if !is_inner {
                continue;
            }
            let Some(variables) = variables(base, cfg, it) else {
                return Vec::new();
            };
            let mut target = Target::new(base, &unit.cycle, self.sought.counting.as_ref());
            let is_within = |other: &&InnerLoop| it.body.contains(&other.it.head);
            target.inner = found.iter().filter(is_within).cloned().collect();
            let mut never_rise = Vec::new();
            for mut sums in combinations(&deciding(base, outer).variables, &variables) {
                sums.retain(|sum| !follows(sum, &never_rise));
                never_rise.extend(self.never_rise(&target, sums, asking));
            }
            found.push(InnerLoop {
                it: it.clone(),
                never_rise,
                writes: variables.written,
            });
        }
        found
    }

    /// Which of these sums never rise, as far as it is found out.
    fn never_rise(
        &self,
        target: &Target<'_>,
        mut sums: Vec<Vec<(i64, VarId)>>,
        asking: &mut Asking<'_>,
    ) -> Vec<Vec<(i64, VarId)>> {
        let mut program = self.checked.compiled.program.clone();
        for _ in 0..MAX_ROUNDS {
            if sums.is_empty() {
                return sums;
            }
            let Some(woven) = target.never_rises(&sums) else {
                return Vec::new();
            };
            let answer = self.ask_about(&woven, true, &mut asking.with(0));
            let bug = match &answer.outcome.verdict {
                Verdict::Proved => return sums,
                Verdict::Bug(bug) => bug,
                Verdict::Unknown(_) => return Vec::new(),
            };
            let variables: BTreeSet<VarId> = sums.iter().flatten().map(|term| term.1).collect();
            let variables: Vec<VarId> = variables.into_iter().collect();
            let values = Values {
                loops: vec![variables.iter().map(|&var| program.var(var)).collect()],
                ..Values::default()
            };
            let steps = steps_of(&woven, &values, &answer.outcome.session, bug);
            let before = sums.len();
            sums.retain(|terms| {
                let rises = |((_, old), (_, now)): &Step| {
                    let change = |&(factor, var): &(i64, VarId)| {
                        let at = variables.iter().position(|&v| v == var);
                        at.map_or(0, |at| i128::from(factor) * (now[at] - old[at]))
                    };
                    terms.iter().map(change).sum::<i128>() > 0
                };
                !steps.iter().any(rises)
            });
            if sums.len() == before {
                return Vec::new();
            }
        }
        Vec::new()
    }
}

/// The variables of a loop.
#[derive(Default)]
pub(super) struct Variables {
    pub(super) mentioned: BTreeSet<VarId>,
    /// Those among them that may be something else after a turn. What begins to exist in a turn is not there at the head.
    pub(super) written: BTreeSet<VarId>,
}

/// The variables of a loop, if there is nothing else.
pub(super) fn variables(program: &Program, cfg: &Cfg, it: &Loop) -> Option<Variables> {
    let mut found = Variables::default();
    let mut begun = BTreeSet::new();
    for edge in cfg.edges().filter(|&e| it.body.contains(&cfg.source(e))) {
        let stmt = &cfg.edge(edge).stmt;
        if let Some(place) = stmt.written() {
            let PlaceKind::Var(var) = program.terms.place(place).kind else {
                return None;
            };
            found.written.insert(var);
        }
        for root in stmt.exprs() {
            let variables = program.terms.variables(Term::Expr(root));
            found.mentioned.extend(variables);
        }
        match stmt {
            Stmt::Begin { var } => {
                begun.insert(*var);
            }
            Stmt::Call {
                callee: Callee::Direct(callee),
                ..
            } => found.written.extend(callees(program, &[*callee])?.outlive),
            Stmt::Call { .. } => return None,
            _ => {}
        }
    }
    found.written.retain(|var| !begun.contains(var));
    found.mentioned.extend(&found.written);
    Some(found)
}

/// Combinations of these variables that the loop mentions, of which at least one is written: the simple ones first, each
/// group to be asked about on its own.
pub(super) fn combinations(variables: &[VarId], of: &Variables) -> [Vec<Vec<(i64, VarId)>>; 3] {
    let known = variables.iter().copied();
    let known = known.filter(|var| of.mentioned.contains(var));
    let variables: Vec<VarId> = known.take(MAX_VARIABLES).collect();
    let mut found = [const { Vec::new() }; 3];
    for (n, &a) in variables.iter().enumerate() {
        if of.written.contains(&a) {
            found[0].extend([1, -1].map(|f| vec![(f, a)]));
        }
        for &b in &variables[n + 1..] {
            if !of.written.contains(&a) || !of.written.contains(&b) {
                continue;
            }
            let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
            found[1].extend(signs.map(|(f, g)| vec![(f, a), (g, b)]));
            let twice = signs.map(|(f, g)| [(2 * f, g), (f, 2 * g)]);
            let twice = twice.into_iter().flatten();
            found[2].extend(twice.map(|(f, g)| vec![(f, a), (g, b)]));
        }
    }
    found
}

/// Whether a sum does not rise because none of its terms does.
pub(super) fn follows(sum: &[(i64, VarId)], known: &[Vec<(i64, VarId)>]) -> bool {
    let falls = |&(factor, var): &(i64, VarId)| known.contains(&vec![(factor.signum(), var)]);
    sum.len() > 1 && sum.iter().all(falls)
}

pub(super) fn component(program: &mut Program, terms: &[(i64, VarId)]) -> Component {
    let terms = terms.iter().map(|&(f, var)| (f, program.var(var)));
    Component {
        terms: terms.collect(),
        constant: 0,
        bound: None,
    }
}
