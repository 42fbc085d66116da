//! pre\*: all configurations from which one of a set can be reached.
//!
//! Algorithm 1 of Esparza, Hansel, Rossmanith and Schwoon (CAV 2000), with a queue ordered by cost in the place of their set
//! `trans`. A transition `p –γ→ q` of the result says that a run leads from `⟨p, γ⟩` to where the automaton reads on in `q`; its
//! cost is that of the cheapest such run. Costs only grow along a derivation, so that the order is Dijkstra's as Knuth
//! (*A generalization of Dijkstra's algorithm*, 1977) has it for grammars: what leaves the queue is final.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::automaton::{PAutomaton, StateId};
use super::system::{Action, PushdownSystem, RuleId, SymbolId};
use crate::bp::id;

id!(
    /// A transition of [`PreStar`].
    TransitionId
);

/// The weight of a run, and how many rules it has. Numbers that are too large stay at the greatest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost {
    pub weight: u128,
    pub rules: u128,
}

impl Cost {
    pub(super) fn plus(self, other: Cost) -> Cost {
        Cost {
            weight: self.weight.saturating_add(other.weight),
            rules: self.rules.saturating_add(other.rules),
        }
    }
}

/// Where a transition comes from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin {
    /// The automaton of the targets.
    Given,
    Pop(RuleId),
    Swap(RuleId, TransitionId),
    Push(RuleId, TransitionId, TransitionId),
}

#[derive(Clone, Debug)]
pub(super) struct Transition {
    pub(super) from: StateId,
    pub(super) symbol: SymbolId,
    pub(super) to: StateId,
    pub(super) cost: Cost,
    pub(super) origin: Origin,
}

/// The automaton of pre\*, with the cheapest runs.
pub struct PreStar<'a> {
    system: &'a PushdownSystem,
    targets: &'a PAutomaton,
    transitions: Vec<Transition>,
    leaving: FxHashMap<(StateId, SymbolId), Vec<TransitionId>>,
}

/// Saturates. The cost of a run is the sum of its rules' weights, which `weight` tells, and then their number.
pub fn pre_star<'a>(
    system: &'a PushdownSystem,
    targets: &'a PAutomaton,
    weight: impl Fn(RuleId) -> u64,
) -> PreStar<'a> {
    let mut saturation = Saturation::new(system, targets, weight);
    while let Some(Reverse((cost, id))) = saturation.queue.pop() {
        if !saturation.is_final[id.index()]
            && cost == saturation.result.transitions[id.index()].cost
        {
            saturation.settle(id);
        }
    }
    saturation.result
}

struct Saturation<'a, W> {
    result: PreStar<'a>,
    weight: W,
    ids: FxHashMap<(StateId, SymbolId, StateId), TransitionId>,
    is_final: Vec<bool>,
    queue: BinaryHeap<Reverse<(Cost, TransitionId)>>,
    /// The rules whose right side begins with a control state and a symbol.
    by_right_side: FxHashMap<(StateId, SymbolId), Vec<RuleId>>,
    /// The rules of the paper's Δ': what is still to be read after the first symbol of a right side.
    rest: FxHashMap<(StateId, SymbolId), Vec<(RuleId, TransitionId)>>,
}

impl<'a, W: Fn(RuleId) -> u64> Saturation<'a, W> {
    fn new(system: &'a PushdownSystem, targets: &'a PAutomaton, weight: W) -> Self {
        let mut saturation = Saturation {
            result: PreStar {
                system,
                targets,
                transitions: Vec::new(),
                leaving: FxHashMap::default(),
            },
            weight,
            ids: FxHashMap::default(),
            is_final: Vec::new(),
            queue: BinaryHeap::new(),
            by_right_side: FxHashMap::default(),
            rest: FxHashMap::default(),
        };
        for from in targets.states() {
            for &(symbol, to) in targets.edges(from) {
                saturation.propose((from, symbol, to), Cost::default(), Origin::Given);
            }
        }
        for id in system.rule_ids() {
            let rule = system.rule(id);
            match rule.action {
                Action::Pop => {
                    let cost = saturation.cost_of(id);
                    let key = (rule.from.into(), rule.top, rule.to.into());
                    saturation.propose(key, cost, Origin::Pop(id));
                }
                Action::Swap(first) | Action::Push(first, _) => {
                    let key = (rule.to.into(), first);
                    saturation.by_right_side.entry(key).or_default().push(id);
                }
            }
        }
        saturation
    }

    fn cost_of(&self, rule: RuleId) -> Cost {
        Cost {
            weight: (self.weight)(rule).into(),
            rules: 1,
        }
    }

    fn propose(&mut self, key: (StateId, SymbolId, StateId), cost: Cost, origin: Origin) {
        let transitions = &mut self.result.transitions;
        let next = TransitionId(transitions.len() as u32);
        let id = *self.ids.entry(key).or_insert(next);
        if id == next {
            let (from, symbol, to) = key;
            transitions.push(Transition {
                from,
                symbol,
                to,
                cost,
                origin,
            });
            self.is_final.push(false);
        } else {
            let known = &mut transitions[id.index()];
            if self.is_final[id.index()] || known.cost <= cost {
                return;
            }
            (known.cost, known.origin) = (cost, origin);
        }
        self.queue.push(Reverse((cost, id)));
    }

    /// The cost of a transition is known: what follows from it?
    fn settle(&mut self, id: TransitionId) {
        self.is_final[id.index()] = true;
        let Transition {
            from,
            symbol,
            to,
            cost,
            ..
        } = self.result.transitions[id.index()];
        let leaving = &mut self.result.leaving;
        leaving.entry((from, symbol)).or_default().push(id);
        for (rule, first) in self.rest.get(&(from, symbol)).cloned().unwrap_or_default() {
            self.propose_push(rule, first, id);
        }
        let rules = self.by_right_side.get(&(from, symbol));
        for rule_id in rules.cloned().unwrap_or_default() {
            let rule = self.result.system.rule(rule_id);
            match rule.action {
                Action::Pop => {}
                Action::Swap(_) => {
                    let cost = cost.plus(self.cost_of(rule_id));
                    let key = (rule.from.into(), rule.top, to);
                    self.propose(key, cost, Origin::Swap(rule_id, id));
                }
                Action::Push(_, below) => {
                    self.rest
                        .entry((to, below))
                        .or_default()
                        .push((rule_id, id));
                    let seconds = self.result.leaving.get(&(to, below));
                    for second in seconds.cloned().unwrap_or_default() {
                        self.propose_push(rule_id, id, second);
                    }
                }
            }
        }
    }

    fn propose_push(&mut self, rule_id: RuleId, first: TransitionId, second: TransitionId) {
        let rule = self.result.system.rule(rule_id);
        let second_transition = &self.result.transitions[second.index()];
        let key = (rule.from.into(), rule.top, second_transition.to);
        let both = self.result.transitions[first.index()]
            .cost
            .plus(second_transition.cost);
        let cost = both.plus(self.cost_of(rule_id));
        self.propose(key, cost, Origin::Push(rule_id, first, second));
    }
}

impl<'a> PreStar<'a> {
    pub(super) fn system(&self) -> &'a PushdownSystem {
        self.system
    }

    pub(super) fn transition(&self, id: TransitionId) -> &Transition {
        &self.transitions[id.index()]
    }

    /// The transitions from a state with a symbol.
    pub(super) fn leaving(&self, state: StateId, symbol: SymbolId) -> &[TransitionId] {
        self.leaving
            .get(&(state, symbol))
            .map_or(&[], Vec::as_slice)
    }

    pub(super) fn is_accepting(&self, state: StateId) -> bool {
        self.targets.is_accepting(state)
    }

    /// The transitions that the automaton of the targets has, however else they come about.
    pub(super) fn given(&self) -> impl Iterator<Item = TransitionId> + '_ {
        self.targets.states().flat_map(move |from| {
            let edges = self.targets.edges(from).iter();
            edges.flat_map(move |&(symbol, to)| {
                let leaving = self.leaving(from, symbol).iter();
                leaving
                    .copied()
                    .filter(move |&id| self.transition(id).to == to)
            })
        })
    }

    pub fn transition_count(&self) -> usize {
        self.transitions.len()
    }

    /// The set of all configurations from which one of the targets can be reached.
    pub fn automaton(&self) -> PAutomaton {
        let mut draft = self.targets.draft();
        for transition in &self.transitions {
            draft.add_edge(transition.from, Some(transition.symbol), transition.to);
        }
        draft.finish()
    }
}
