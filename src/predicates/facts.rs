//! What was learnt of states and steps, in files, beside the predicates that it speaks of.
//!
//! A line says what never happens; its conditions are lines of the same file:
//!
//! ```text
//! never anywhere: : locked == 0 ; : locked == 1
//! never at main B5: main: x == 0 => not main: y == 0
//! never into main B6: main: x == 0 => f: x == 0
//! never back to main B6: main: x == 0 => f: x == 0 => not main: y == 0
//! ```
//!
//! A state; a block of the boolean program from one state to another; a call from the caller's state to the callee's; a
//! return from the caller's state at the call by the callee's at its exit to the caller's after it.
//!
//! Invariant: what is read is a claim. It is of the scopes that a lemma may speak of, and otherwise nothing vouches for
//! it.

use abstractor::{BlockId, BlockKind, Lemma, Literal, PredId, Scope, label_of};
use ir::FuncId;
use rustc_hash::FxHashMap;
use source::entity::EntityId;

use crate::report::check::predicates;
use verify::Session;

/// How a line begins that is not a predicate.
pub(crate) const NEVER: &str = "never ";

/// No expression of C has these.
const AND: &str = " ; ";
const THEN: &str = " => ";

pub(super) fn write(check: &Session) -> Vec<String> {
    let names: Vec<String> = lines(check).collect();
    let state = |literals: &[Literal]| {
        let one = |&(pred, sign): &Literal| {
            let not = if sign { "" } else { "not " };
            format!("{not}{}", names[pred.index()])
        };
        literals.iter().map(one).collect::<Vec<_>>().join(AND)
    };
    let at = |block: BlockId| {
        let func = check.prepared.abstractor.blocks.blocks[block].func;
        format!(
            "{} {}",
            check.prepared.program.funcs[func].unique,
            label_of(block)
        )
    };
    let one = |lemma: &Lemma| {
        let (place, states) = match lemma {
            Lemma::State(literals) => ("anywhere".to_owned(), vec![literals]),
            Lemma::Step {
                block,
                before,
                after,
            } => (format!("at {}", at(*block)), vec![before, after]),
            Lemma::Enter {
                block,
                before,
                entry,
            } => (format!("into {}", at(*block)), vec![before, entry]),
            Lemma::Return {
                block,
                before,
                exit,
                after,
            } => (format!("back to {}", at(*block)), vec![before, exit, after]),
        };
        let states: Vec<String> = states.into_iter().map(|s| state(s)).collect();
        format!("{NEVER}{place}: {}", states.join(THEN))
    };
    check.prepared.abstractor.lemmas.learnt().map(one).collect()
}

/// The lemma that a line claims. Nothing if it is not of this program and these predicates, or badly written.
pub(super) fn read(check: &Session, texts: &[&str]) -> Vec<Lemma> {
    let known: FxHashMap<String, PredId> = lines(check).zip(check.precision.preds.ids()).collect();
    let reader = Reader { check, known };
    let claims = texts.iter().filter_map(|text| reader.claim(text));
    claims.collect()
}

/// The predicates as the file has them, in order.
fn lines(check: &Session) -> impl Iterator<Item = String> {
    predicates(check).map(|(scope, text)| format!("{scope}: {text}"))
}

struct Reader<'c> {
    check: &'c Session,
    known: FxHashMap<String, PredId>,
}

impl Reader<'_> {
    fn claim(&self, text: &str) -> Option<Lemma> {
        let (place, states) = text.strip_prefix(NEVER)?.split_once(": ")?;
        let states: Vec<Vec<Literal>> = states
            .split(THEN.trim())
            .map(|state| self.state(state))
            .collect::<Option<_>>()?;
        if place == "anywhere" {
            let [state] = <[_; 1]>::try_from(states).ok()?;
            return self.is_one_scope(&state).then_some(Lemma::State(state));
        }
        let (how, block) = place.rsplit_once(' ').map(|(rest, label)| {
            let how = rest.rsplit_once(' ').map_or("", |(how, _)| how);
            (how, label)
        })?;
        let block = self.block(block)?;
        let caller = self.check.prepared.abstractor.blocks.blocks[block].func;
        let here = |state: &[Literal]| self.is_of(state, caller);
        let there = |state: &[Literal]| {
            let kind = self.check.prepared.abstractor.blocks.blocks[block].kind;
            matches!(kind, BlockKind::Call(callee) if self.is_of(state, callee))
        };
        match (how, states.as_slice()) {
            ("at", [before, after]) if here(before) && here(after) => Some(Lemma::Step {
                block,
                before: before.clone(),
                after: after.clone(),
            }),
            ("into", [before, entry]) if here(before) && there(entry) => Some(Lemma::Enter {
                block,
                before: before.clone(),
                entry: entry.clone(),
            }),
            ("back to", [before, exit, after]) if here(before) && there(exit) && here(after) => {
                Some(Lemma::Return {
                    block,
                    before: before.clone(),
                    exit: exit.clone(),
                    after: after.clone(),
                })
            }
            _ => None,
        }
    }

    fn block(&self, label: &str) -> Option<BlockId> {
        let index: usize = label.strip_prefix('B')?.parse().ok()?;
        let is_there = index < self.check.prepared.abstractor.blocks.blocks.len();
        is_there.then(|| BlockId::from_index(index))
    }

    fn state(&self, text: &str) -> Option<Vec<Literal>> {
        let conditions = text.split(AND.trim()).map(str::trim);
        let one = |condition: &str| {
            let (name, sign) = match condition.strip_prefix("not ") {
                Some(name) => (name, false),
                None => (condition, true),
            };
            self.known.get(name).map(|&pred| (pred, sign))
        };
        conditions.filter(|c| !c.is_empty()).map(one).collect()
    }

    fn scope(&self, literal: &Literal) -> Scope {
        self.check.precision.preds[literal.0].scope
    }

    /// Whether a function can speak of all of it.
    fn is_of(&self, state: &[Literal], func: FuncId) -> bool {
        let seen = |l| matches!(self.scope(l), Scope::Function(f) if f != func);
        !state.iter().any(seen)
    }

    fn is_one_scope(&self, state: &[Literal]) -> bool {
        let mut scopes = state.iter().map(|l| self.scope(l));
        let first = scopes.find(|&s| s != Scope::Global);
        scopes.all(|s| s == Scope::Global || Some(s) == first)
    }
}
