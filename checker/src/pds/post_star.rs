//! post\*: all configurations that can be reached from one of a set.
//!
//! Algorithm 3 of Esparza, Hansel, Rossmanith and Schwoon (CAV 2000): ε-transitions are never made, but copied transitions take
//! their place. A rule that pushes has a state of its own; rules that push the same symbol and lead to the same control state
//! share it (Schwoon's thesis, section 3.3.3).

use rustc_hash::{FxHashMap, FxHashSet};

use super::automaton::{Draft, PAutomaton, StateId};
use super::system::{Action, ControlId, PushdownSystem, RuleId, SymbolId};

type Key = (StateId, SymbolId, StateId);

/// Where rules come from: they are asked for by the heads that are reached.
pub(super) trait Rules {
    /// What the rules for a head lead to.
    fn of_head(&mut self, control: ControlId, top: SymbolId) -> Vec<(ControlId, Action)>;
}

/// The rules of a system by their heads.
struct ByHead<'a> {
    system: &'a PushdownSystem,
    rules: FxHashMap<(ControlId, SymbolId), Vec<RuleId>>,
}

impl Rules for ByHead<'_> {
    fn of_head(&mut self, control: ControlId, top: SymbolId) -> Vec<(ControlId, Action)> {
        let rules = self.rules.get(&(control, top)).into_iter().flatten();
        let rules = rules.map(|&id| self.system.rule(id));
        rules.map(|rule| (rule.to, rule.action)).collect()
    }
}

struct Saturation<'r, R> {
    rules: &'r mut R,
    result: Draft,
    accepting: Vec<bool>,
    todo: Vec<Key>,
    known: FxHashSet<Key>,
    leaving: FxHashMap<StateId, Vec<(SymbolId, StateId)>>,
    /// For each state, the control states from which an ε-transition would lead to it.
    silent: FxHashMap<StateId, Vec<StateId>>,
    silent_pairs: FxHashSet<(StateId, StateId)>,
    after_push: FxHashMap<(ControlId, SymbolId), StateId>,
}

/// The set of all configurations that can be reached from one of `starts`.
pub fn post_star(system: &PushdownSystem, starts: &PAutomaton) -> PAutomaton {
    let rules = rules_by_head(system);
    post_star_by(&mut ByHead { system, rules }, starts)
}

/// The rules of each head.
pub(super) fn rules_by_head(
    system: &PushdownSystem,
) -> FxHashMap<(ControlId, SymbolId), Vec<RuleId>> {
    let mut by_head: FxHashMap<_, Vec<RuleId>> = FxHashMap::default();
    for id in system.rule_ids() {
        let rule = system.rule(id);
        by_head.entry((rule.from, rule.top)).or_default().push(id);
    }
    by_head
}

/// The same where rules are made when they are asked for.
pub(super) fn post_star_by<R: Rules>(rules: &mut R, starts: &PAutomaton) -> PAutomaton {
    let mut saturation = Saturation::new(rules, starts);
    while let Some(key) = saturation.todo.pop() {
        if saturation.known.insert(key) {
            saturation.step(key);
        }
    }
    let Saturation {
        mut result,
        known,
        accepting,
        ..
    } = saturation;
    let mut edges: Vec<Key> = known.into_iter().collect();
    edges.sort_unstable();
    for (from, symbol, to) in edges {
        result.add_edge(from, Some(symbol), to);
    }
    for (state, _) in accepting
        .iter()
        .enumerate()
        .filter(|(_, accepts)| **accepts)
    {
        result.accept(StateId(state as u32));
    }
    result.finish()
}

impl<'r, R: Rules> Saturation<'r, R> {
    fn new(rules: &'r mut R, starts: &PAutomaton) -> Self {
        let mut saturation = Saturation {
            rules,
            result: starts.draft(),
            accepting: starts.states().map(|s| starts.is_accepting(s)).collect(),
            todo: Vec::new(),
            known: FxHashSet::default(),
            leaving: FxHashMap::default(),
            silent: FxHashMap::default(),
            silent_pairs: FxHashSet::default(),
            after_push: FxHashMap::default(),
        };
        for from in starts.states() {
            for &(symbol, to) in starts.edges(from) {
                match starts.as_control(from) {
                    Some(_) => saturation.todo.push((from, symbol, to)),
                    None => saturation.add_below((from, symbol, to)),
                }
            }
        }
        saturation
    }

    /// A transition from a state that no rule can be applied in.
    fn add_below(&mut self, key: Key) {
        if !self.known.insert(key) {
            return;
        }
        let (from, symbol, to) = key;
        self.leaving.entry(from).or_default().push((symbol, to));
        for control in self.silent.get(&from).into_iter().flatten() {
            self.todo.push((*control, symbol, to));
        }
    }

    fn step(&mut self, (from, symbol, to): Key) {
        // Rules apply in control states only: nothing else is ever `from` here.
        for (next, action) in self.rules.of_head(ControlId(from.0), symbol) {
            match action {
                Action::Pop => self.add_silent(next.into(), to),
                Action::Swap(symbol) => self.todo.push((next.into(), symbol, to)),
                Action::Push(top, below) => {
                    let state = self.state_after_push(next, top);
                    self.todo.push((next.into(), top, state));
                    self.add_below((state, below, to));
                }
            }
        }
    }

    fn add_silent(&mut self, control: StateId, to: StateId) {
        if !self.silent_pairs.insert((control, to)) {
            return;
        }
        self.silent.entry(to).or_default().push(control);
        let copied = self.leaving.get(&to).into_iter().flatten();
        self.todo
            .extend(copied.map(|&(symbol, next)| (control, symbol, next)));
        self.accepting[control.index()] |= self.accepting[to.index()];
    }

    fn state_after_push(&mut self, control: ControlId, top: SymbolId) -> StateId {
        if let Some(&state) = self.after_push.get(&(control, top)) {
            return state;
        }
        let state = self.result.add_state();
        self.accepting.push(false);
        self.after_push.insert((control, top), state);
        state
    }
}
