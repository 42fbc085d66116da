//! The least weight of a run, where weights may be negative.
//!
//! Runs are the derivations of a grammar: a transition of pre\* derives a rule and the transitions that the rule leads to,
//! and a pair of states of the two automata derives a transition and the pair after it. The least weight is found by
//! rounds over all productions, as Bellman and Ford do for paths. If there is a least weight, a derivation of it repeats no
//! nonterminal on any branch, and as many rounds as there are nonterminals find it. If a further round still improves
//! something, some nonterminal derives itself with a negative weight, and all that are looked at can be part of a run: there
//! is no least weight.

use rustc_hash::{FxHashMap, FxHashSet};

use super::automaton::PAutomaton;
use super::pre_star::{Origin, PreStar, TransitionId};
use super::run::{Run, expand};
use super::starts::{Pair, from_path, successors};
use super::system::{Action, RuleId};

/// What is known of the least weight.
pub(super) enum Least {
    /// There is no run.
    None,
    /// The weight, and a run with it; none where it is too long to be written down.
    Run(i128, Option<Run>),
    /// There is a run with less than any given weight.
    Unbounded,
    /// The numbers become too large.
    Overflow,
}

#[derive(Clone, Copy)]
enum Production {
    Derives(TransitionId, Origin),
    Reads(Pair, TransitionId, Pair),
}

pub(super) fn least_weight(
    from: &PAutomaton,
    pre: &PreStar<'_>,
    weight: impl Fn(RuleId) -> i128,
) -> Least {
    let pairs = useful_pairs(from, pre);
    if pairs.is_empty() {
        return Least::None;
    }
    let mut search = Search {
        pre,
        weight,
        transitions: FxHashMap::default(),
        pairs: FxHashMap::default(),
    };
    let productions = productions(from, pre, &pairs);
    for &pair in &pairs {
        if from.is_accepting(pair.0) && pre.is_accepting(pair.1) {
            search.pairs.insert(pair, (0, None));
        }
    }
    let derived = productions.iter().map(|production| match production {
        Production::Derives(id, _) => (Some(*id), None),
        Production::Reads(pair, ..) => (None, Some(*pair)),
    });
    let nonterminals = derived.collect::<FxHashSet<_>>().len();
    for _ in 0..=nonterminals {
        match search.round(&productions) {
            None => return Least::Overflow,
            Some(true) => {}
            Some(false) => return search.answer(),
        }
    }
    Least::Unbounded
}

/// The pairs that are part of a way from a control state to acceptance, in the order in which they are found.
fn useful_pairs(from: &PAutomaton, pre: &PreStar<'_>) -> Vec<Pair> {
    let mut found: Vec<Pair> = Vec::new();
    let mut seen: FxHashSet<Pair> = FxHashSet::default();
    let mut before: FxHashMap<Pair, Vec<Pair>> = FxHashMap::default();
    let controls = pre.system().controls();
    let mut todo: Vec<Pair> = controls.map(|c| (c.into(), c.into())).collect();
    while let Some(pair) = todo.pop() {
        if !seen.insert(pair) {
            continue;
        }
        found.push(pair);
        for (_, next) in successors(from, pre, pair) {
            before.entry(next).or_default().push(pair);
            todo.push(next);
        }
    }
    let accepts = |pair: &Pair| from.is_accepting(pair.0) && pre.is_accepting(pair.1);
    let mut useful: FxHashSet<Pair> = FxHashSet::default();
    let mut todo: Vec<Pair> = found.iter().copied().filter(accepts).collect();
    while let Some(pair) = todo.pop() {
        if useful.insert(pair) {
            todo.extend(before.get(&pair).into_iter().flatten());
        }
    }
    found.retain(|pair| useful.contains(pair));
    found
}

/// All productions of what can be part of a run. Those of transitions stand before those that use them, mostly.
fn productions(from: &PAutomaton, pre: &PreStar<'_>, pairs: &[Pair]) -> Vec<Production> {
    let useful: FxHashSet<Pair> = pairs.iter().copied().collect();
    let (mut all, mut todo) = (Vec::new(), Vec::new());
    for &pair in pairs {
        for (id, next) in successors(from, pre, pair) {
            if useful.contains(&next) {
                all.push(Production::Reads(pair, id, next));
                todo.push(id);
            }
        }
    }
    let origins = all_origins(pre);
    let mut seen: FxHashSet<TransitionId> = FxHashSet::default();
    while let Some(id) = todo.pop() {
        if !seen.insert(id) {
            continue;
        }
        for &origin in origins.get(&id).into_iter().flatten() {
            all.push(Production::Derives(id, origin));
            match origin {
                Origin::Given | Origin::Pop(_) => {}
                Origin::Swap(_, only) => todo.push(only),
                Origin::Push(_, top, below) => todo.extend([top, below]),
            }
        }
    }
    all.reverse();
    all
}

/// Every way in which a transition of pre\* comes about, not only the one that saturation kept.
fn all_origins(pre: &PreStar<'_>) -> FxHashMap<TransitionId, Vec<Origin>> {
    let mut origins: FxHashMap<TransitionId, Vec<Origin>> = FxHashMap::default();
    for id in pre.given() {
        origins.entry(id).or_default().push(Origin::Given);
    }
    for rule_id in pre.system().rule_ids() {
        let rule = pre.system().rule(rule_id);
        let mut add = |to, origin| {
            let leaving = pre.leaving(rule.from.into(), rule.top).iter();
            let derived = leaving.copied().find(|&id| pre.transition(id).to == to);
            if let Some(derived) = derived {
                origins.entry(derived).or_default().push(origin);
            }
        };
        match rule.action {
            Action::Pop => add(rule.to.into(), Origin::Pop(rule_id)),
            Action::Swap(symbol) => {
                for &only in pre.leaving(rule.to.into(), symbol) {
                    add(pre.transition(only).to, Origin::Swap(rule_id, only));
                }
            }
            Action::Push(top, below) => {
                for &first in pre.leaving(rule.to.into(), top) {
                    for &second in pre.leaving(pre.transition(first).to, below) {
                        let to = pre.transition(second).to;
                        add(to, Origin::Push(rule_id, first, second));
                    }
                }
            }
        }
    }
    origins
}

struct Search<'a, W> {
    pre: &'a PreStar<'a>,
    weight: W,
    transitions: FxHashMap<TransitionId, (i128, Origin)>,
    pairs: FxHashMap<Pair, (i128, Option<(TransitionId, Pair)>)>,
}

impl<W: Fn(RuleId) -> i128> Search<'_, W> {
    /// Whether something has improved; nothing where numbers become too large.
    fn round(&mut self, productions: &[Production]) -> Option<bool> {
        let mut improved = false;
        for &production in productions {
            match production {
                Production::Derives(id, origin) => {
                    let Some(weight) = self.derived(origin) else {
                        continue;
                    };
                    let weight = within(weight)?;
                    let known = self.transitions.get(&id);
                    if known.is_none_or(|&(known, _)| weight < known) {
                        self.transitions.insert(id, (weight, origin));
                        improved = true;
                    }
                }
                Production::Reads(pair, id, next) => {
                    let first = self.transitions.get(&id);
                    let (Some((first, _)), Some((rest, _))) = (first, self.pairs.get(&next)) else {
                        continue;
                    };
                    let weight = within(first + rest)?;
                    if self
                        .pairs
                        .get(&pair)
                        .is_none_or(|&(known, _)| weight < known)
                    {
                        self.pairs.insert(pair, (weight, Some((id, next))));
                        improved = true;
                    }
                }
            }
        }
        Some(improved)
    }

    fn derived(&self, origin: Origin) -> Option<i128> {
        let known = |id| self.transitions.get(&id).map(|&(weight, _)| weight);
        Some(match origin {
            Origin::Given => 0,
            Origin::Pop(rule) => (self.weight)(rule),
            Origin::Swap(rule, only) => (self.weight)(rule) + known(only)?,
            Origin::Push(rule, top, below) => (self.weight)(rule) + known(top)? + known(below)?,
        })
    }

    fn answer(&self) -> Least {
        let controls = self.pre.system().controls();
        let starts = controls.filter_map(|control| {
            let pair = (control.into(), control.into());
            let (weight, _) = self.pairs.get(&pair)?;
            Some((*weight, pair))
        });
        let Some((weight, start)) = starts.min() else {
            return Least::None;
        };
        let (mut path, mut pair) = (Vec::new(), start);
        while let Some(&(_, Some((id, next)))) = self.pairs.get(&pair) {
            path.push(id);
            pair = next;
        }
        let start = from_path(start, path, self.pre);
        let origin = |id| self.transitions.get(&id).map_or(Origin::Given, |&(_, o)| o);
        Least::Run(weight, expand(start, origin))
    }
}

/// Sums of three such numbers do not overflow.
const GREATEST_WEIGHT: i128 = i128::MAX / 8;

fn within(weight: i128) -> Option<i128> {
    (weight.abs() <= GREATEST_WEIGHT).then_some(weight)
}
