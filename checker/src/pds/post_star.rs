//! post\*: all configurations that can be reached from one of a set.
//!
//! Algorithm 3 of Esparza, Hansel, Rossmanith and Schwoon (CAV 2000): ε-transitions are never made, but copied transitions take
//! their place. A rule that pushes has a state of its own; rules that push the same symbol and lead to the same control state
//! share it (Schwoon's thesis, section 3.3.3).

use rustc_hash::{FxHashMap, FxHashSet};

use super::automaton::{Draft, PAutomaton, StateId};
use super::system::{Action, ControlId, PushdownSystem, RuleId, SymbolId};

type Key = (StateId, SymbolId, StateId);

struct Saturation<'a> {
    system: &'a PushdownSystem,
    result: Draft,
    accepting: Vec<bool>,
    by_head: FxHashMap<(StateId, SymbolId), Vec<RuleId>>,
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
    let mut saturation = Saturation::new(system, starts);
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

impl<'a> Saturation<'a> {
    fn new(system: &'a PushdownSystem, starts: &PAutomaton) -> Self {
        let mut by_head: FxHashMap<_, Vec<RuleId>> = FxHashMap::default();
        for id in system.rule_ids() {
            let rule = system.rule(id);
            let head = (rule.from.into(), rule.top);
            by_head.entry(head).or_default().push(id);
        }
        let mut saturation = Saturation {
            system,
            result: starts.draft(),
            accepting: starts.states().map(|s| starts.is_accepting(s)).collect(),
            by_head,
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
        let rules = self.by_head.get(&(from, symbol));
        for id in rules.cloned().unwrap_or_default() {
            let rule = self.system.rule(id);
            match rule.action {
                Action::Pop => self.add_silent(rule.to.into(), to),
                Action::Swap(symbol) => self.todo.push((rule.to.into(), symbol, to)),
                Action::Push(top, below) => {
                    let state = self.state_after_push(rule.to, top);
                    self.todo.push((rule.to.into(), top, state));
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
