//! Is a step of an abstract trace one that some state of the C program can take?

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use semantics::{Answer, EncodingContext, State};
use z3::ast::Bool;

use crate::Abstractor;
use crate::blocks::BlockId;
use crate::lemma::Lemma;
use crate::precision::{Literal, Precision, Scope};
use crate::transfer::Transfer;

/// Where a literal of a question stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    Before,
    Callee,
    After,
}

impl Abstractor {
    /// Learns what the caller claims, or the part of it that is to blame, if the solver agrees. The literals must be of
    /// the scopes that a lemma of its kind speaks of.
    pub fn confirm(
        &mut self,
        context: &EncodingContext<'_>,
        precision: &Precision,
        claim: &Lemma,
    ) -> bool {
        let found = match claim {
            Lemma::State(state) => self.impossible_state(state),
            Lemma::Step {
                block,
                before,
                after,
            } => self.impossible_step(context, precision, *block, before, after),
            Lemma::Enter {
                block,
                before,
                entry,
            } => self.impossible_entry(context, precision, *block, before, entry),
            Lemma::Return {
                block,
                before,
                exit,
                after,
            } => self.impossible_return(context, precision, *block, before, exit, after),
        };
        found.is_some_and(|lemma| self.lemmas.learn(lemma))
    }

    /// Why no state is like this, if the solver finds out.
    pub fn impossible_state(&mut self, state: &[Literal]) -> Option<Lemma> {
        let assumed = self.transfer.before_all(state);
        let core = self.transfer.contradiction(&[], &assumed)?;
        Some(Lemma::State(core.iter().map(|&i| state[i]).collect()))
    }

    /// Why straight-line code does not lead from one state to the other.
    pub fn impossible_step(
        &mut self,
        context: &EncodingContext<'_>,
        precision: &Precision,
        block: BlockId,
        before: &[Literal],
        after: &[Literal],
    ) -> Option<Lemma> {
        let straight = self.transfer.straight(block)?;
        let mut state = straight.after.clone();
        let mut facts = straight.conditions.clone();
        let then = all(context, precision, &mut state, after);
        facts.extend(state.layout());
        let mut assumed = self.transfer.before_all(before);
        assumed.extend(then);
        let core = self.transfer.contradiction(&facts, &assumed)?;
        let (now, then) = split(&core, before, after);
        Some(Lemma::Step {
            block,
            before: now,
            after: then,
        })
    }

    /// Why a call does not lead from the caller's state to the callee's.
    pub fn impossible_entry(
        &mut self,
        context: &EncodingContext<'_>,
        precision: &Precision,
        block: BlockId,
        before: &[Literal],
        entry: &[Literal],
    ) -> Option<Lemma> {
        let entry: Vec<Literal> = entry
            .iter()
            .copied()
            .filter(|&(p, _)| {
                precision.preds[p].scope == Scope::Global || self.transfer.is_passed(p)
            })
            .collect();
        let mut state = self.transfer.passage(block)?.entry.clone();
        let then = all(context, precision, &mut state, &entry);
        let facts = state.layout();
        let mut assumed = self.transfer.before_all(before);
        assumed.extend(then);
        let core = self.transfer.contradiction(&facts, &assumed)?;
        let (before, entry) = split(&core, before, &entry);
        Some(Lemma::Enter {
            block,
            before,
            entry,
        })
    }

    /// Why a call does not lead from the caller's state before it, by the callee's state at its exit, to the caller's
    /// state after it.
    pub fn impossible_return(
        &mut self,
        context: &EncodingContext<'_>,
        precision: &Precision,
        block: BlockId,
        before: &[Literal],
        exit: &[Literal],
        after: &[Literal],
    ) -> Option<Lemma> {
        // What is global has its value in the callee.
        let local = |p| precision.preds[p].scope != Scope::Global;
        let before: Vec<Literal> = before.iter().copied().filter(|l| local(l.0)).collect();
        let exit: Vec<Literal> = exit
            .iter()
            .copied()
            .filter(|&(p, _)| !local(p) || self.transfer.is_returned(p))
            .collect();
        let call = self.transfer.passage(block)?;
        let (mut at_exit, mut at_after) = (call.exit.clone(), call.after.clone());
        let returned = all(context, precision, &mut at_exit, &exit);
        let then = all(context, precision, &mut at_after, after);
        let mut facts = at_exit.layout();
        facts.extend(at_after.layout());
        let mut assumed = self.transfer.before_all(&before);
        assumed.extend(returned);
        assumed.extend(then);
        let core = self.transfer.contradiction(&facts, &assumed)?;
        let when = |i: usize| {
            if i < before.len() {
                (When::Before, before[i])
            } else if i < before.len() + exit.len() {
                (When::Callee, exit[i - before.len()])
            } else {
                (When::After, after[i - before.len() - exit.len()])
            }
        };
        let of = |wanted: When| {
            let found = core.iter().map(|&i| when(i));
            found
                .filter(|(w, _)| *w == wanted)
                .map(|(_, l)| l)
                .collect::<Vec<Literal>>()
        };
        Some(Lemma::Return {
            block,
            before: of(When::Before),
            exit: of(When::Callee),
            after: of(When::After),
        })
    }
}

impl Transfer {
    fn before_all(&self, literals: &[Literal]) -> Vec<Bool> {
        let term = |&(p, sign): &Literal| signed(self.before(p), sign);
        literals.iter().map(term).collect()
    }

    /// The assumptions that contradict the facts and each other, if they do.
    fn contradiction(&mut self, facts: &[Bool], assumed: &[Bool]) -> Option<Vec<usize>> {
        let mut hasher = FxHasher::default();
        facts.hash(&mut hasher);
        assumed.hash(&mut hasher);
        let question = hasher.finish();
        if self.possible.contains(&question) {
            return None;
        }
        let impossible = self.prover.scope(|prover| {
            facts.iter().for_each(|f| prover.assert(f));
            assumed.iter().for_each(|a| prover.assert(a));
            prover.check() == Answer::Unsatisfiable
        });
        if !impossible {
            self.possible.insert(question);
            return None;
        }
        self.prover.scope(|prover| {
            facts.iter().for_each(|f| prover.assert(f));
            // Assumptions must be literals: names for terms.
            let names: Vec<Bool> = (0..assumed.len())
                .map(|i| Bool::new_const(format!("assumed{i}@")))
                .collect();
            for (name, term) in names.iter().zip(assumed) {
                prover.assert(&name.implies(term));
            }
            (prover.check_with(&names) == Answer::Unsatisfiable).then(|| prover.core(&names))
        })
    }
}

fn all(
    context: &EncodingContext<'_>,
    precision: &Precision,
    state: &mut State,
    literals: &[Literal],
) -> Vec<Bool> {
    let mut found = Vec::new();
    for &(pred, sign) in literals {
        found.push(signed(
            &state.holds(context, precision.preds[pred].expr),
            sign,
        ));
    }
    found
}

fn split(core: &[usize], before: &[Literal], after: &[Literal]) -> (Vec<Literal>, Vec<Literal>) {
    let now = core.iter().filter(|&&i| i < before.len());
    let then = core.iter().filter(|&&i| i >= before.len());
    (
        now.map(|&i| before[i]).collect(),
        then.map(|&i| after[i - before.len()]).collect(),
    )
}

fn signed(term: &Bool, sign: bool) -> Bool {
    if sign { term.clone() } else { term.not() }
}
