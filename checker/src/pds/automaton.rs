//! P-automata: regular sets of configurations.
//!
//! The control states of the system are the initial states, with the same numbers; further states come after them. A
//! configuration `⟨p, w⟩` is in the set where `w`, read from the top of the stack, leads from `p` to an accepting state.
//!
//! An invariant, which the algorithms of Esparza, Hansel, Rossmanith and Schwoon (CAV 2000) ask for: no transition leads into a
//! control state, and there are no ε-transitions. [`Draft`] is what may have both; [`Draft::finish`] removes them.

use std::collections::{BTreeSet, VecDeque};

use rustc_hash::{FxHashMap, FxHashSet};

use super::system::{Configuration, ControlId, PushdownSystem, SymbolId};
use crate::bp::id;

id!(
    /// A state of a [`PAutomaton`].
    StateId
);

impl From<ControlId> for StateId {
    fn from(control: ControlId) -> Self {
        StateId(control.0)
    }
}

#[derive(Clone, Debug)]
pub struct PAutomaton {
    /// States below this number are control states.
    controls: usize,
    accepting: Vec<bool>,
    /// What leaves each state, in order and without repetition.
    edges: Vec<Vec<(SymbolId, StateId)>>,
}

impl PAutomaton {
    pub fn state_count(&self) -> usize {
        self.edges.len()
    }

    pub fn states(&self) -> impl Iterator<Item = StateId> + use<> {
        (0..self.edges.len() as u32).map(StateId)
    }

    /// The control state that a state is.
    pub fn as_control(&self, state: StateId) -> Option<ControlId> {
        (state.index() < self.controls).then_some(ControlId(state.0))
    }

    pub fn is_accepting(&self, state: StateId) -> bool {
        self.accepting[state.index()]
    }

    pub fn edges(&self, state: StateId) -> &[(SymbolId, StateId)] {
        &self.edges[state.index()]
    }

    pub fn contains(&self, configuration: &Configuration) -> bool {
        let mut at = BTreeSet::from([StateId::from(configuration.control)]);
        for symbol in configuration.stack.iter().rev() {
            let edges = at.iter().flat_map(|&state| self.edges(state));
            let next = edges.filter(|(label, _)| label == symbol);
            at = next.map(|&(_, to)| to).collect();
        }
        at.into_iter().any(|state| self.is_accepting(state))
    }

    /// Whether there is no configuration in the set.
    pub fn is_empty(&self) -> bool {
        let mut seen = vec![false; self.edges.len()];
        let mut todo: Vec<StateId> = self.states().take(self.controls).collect();
        while let Some(state) = todo.pop() {
            if std::mem::replace(&mut seen[state.index()], true) {
                continue;
            }
            if self.is_accepting(state) {
                return false;
            }
            todo.extend(self.edges(state).iter().map(|&(_, to)| to));
        }
        true
    }

    /// Whether some configuration is in both sets.
    pub fn meets(&self, other: &PAutomaton) -> bool {
        let mut seen = FxHashSet::default();
        let controls = self.states().take(self.controls.min(other.controls));
        let mut todo: Vec<(StateId, StateId)> = controls.map(|state| (state, state)).collect();
        while let Some((left, right)) = todo.pop() {
            if !seen.insert((left, right)) {
                continue;
            }
            if self.is_accepting(left) && other.is_accepting(right) {
                return true;
            }
            for &(symbol, next) in self.edges(left) {
                todo.extend(other.after(right, symbol).map(|to| (next, to)));
            }
        }
        false
    }

    /// What both sets have in common.
    pub fn intersection(&self, other: &PAutomaton) -> PAutomaton {
        let mut draft = Draft::of(self.controls);
        let mut pairs: FxHashMap<(StateId, StateId), StateId> = FxHashMap::default();
        let mut todo = Vec::new();
        for state in self.states().take(self.controls.min(other.controls)) {
            pairs.insert((state, state), state);
            todo.push((state, state));
        }
        while let Some((left, right)) = todo.pop() {
            let from = pairs[&(left, right)];
            if self.is_accepting(left) && other.is_accepting(right) {
                draft.accept(from);
            }
            for &(symbol, next) in self.edges(left) {
                for to in other.after(right, symbol) {
                    let target = *pairs.entry((next, to)).or_insert_with(|| {
                        todo.push((next, to));
                        draft.add_state()
                    });
                    draft.add_edge(from, Some(symbol), target);
                }
            }
        }
        draft.finish().trimmed()
    }

    /// The states that a symbol leads to.
    fn after(&self, state: StateId, symbol: SymbolId) -> impl Iterator<Item = StateId> + '_ {
        let edges = self.edges(state);
        let start = edges.partition_point(|&(label, _)| label < symbol);
        let same = edges[start..].iter();
        let same = same.take_while(move |(label, _)| *label == symbol);
        same.map(|&(_, to)| to)
    }

    /// The same set with only those further states that are on a way from a control state to an accepting one.
    pub fn trimmed(&self) -> PAutomaton {
        let mut into = vec![Vec::new(); self.edges.len()];
        for state in self.states() {
            for &(_, to) in self.edges(state) {
                into[to.index()].push(state);
            }
        }
        let starts = self.states().take(self.controls).collect();
        let reached = self.closure(starts, |state| self.edges(state).iter().map(|&(_, to)| to));
        let ends = self.states().filter(|&s| self.is_accepting(s)).collect();
        let useful = self.closure(ends, |state| into[state.index()].iter().copied());
        let mut draft = Draft::of(self.controls);
        let mut copy = |state: StateId| {
            let is_kept = reached[state.index()] && useful[state.index()];
            match self.as_control(state) {
                Some(_) => Some(state),
                None => is_kept.then(|| draft.add_state()),
            }
        };
        let copies: Vec<Option<StateId>> = self.states().map(&mut copy).collect();
        for (state, from) in self.states().zip(&copies) {
            let Some(from) = *from else { continue };
            if self.is_accepting(state) {
                draft.accept(from);
            }
            for &(symbol, to) in self.edges(state) {
                if let Some(to) = copies[to.index()] {
                    draft.add_edge(from, Some(symbol), to);
                }
            }
        }
        draft.finish()
    }

    fn closure<I: Iterator<Item = StateId>>(
        &self,
        mut todo: Vec<StateId>,
        next: impl Fn(StateId) -> I,
    ) -> Vec<bool> {
        let mut seen = vec![false; self.edges.len()];
        while let Some(state) = todo.pop() {
            if !std::mem::replace(&mut seen[state.index()], true) {
                todo.extend(next(state));
            }
        }
        seen
    }

    /// A configuration of the set with a stack that is as small as possible.
    pub fn smallest(&self) -> Option<Configuration> {
        let mut before: Vec<Option<(StateId, SymbolId)>> = vec![None; self.edges.len()];
        let mut seen = vec![false; self.edges.len()];
        let mut queue: VecDeque<StateId> = self.states().take(self.controls).collect();
        queue.iter().for_each(|state| seen[state.index()] = true);
        while let Some(state) = queue.pop_front() {
            if self.is_accepting(state) {
                let (mut stack, mut at) = (Vec::new(), state);
                while let Some((from, symbol)) = before[at.index()] {
                    stack.push(symbol);
                    at = from;
                }
                let control = self.as_control(at)?;
                return Some(Configuration { control, stack });
            }
            for &(symbol, to) in self.edges(state) {
                if !std::mem::replace(&mut seen[to.index()], true) {
                    before[to.index()] = Some((state, symbol));
                    queue.push_back(to);
                }
            }
        }
        None
    }

    /// The set of one configuration.
    pub fn single(system: &PushdownSystem, configuration: &Configuration) -> PAutomaton {
        let mut draft = Draft::new(system);
        let mut at = configuration.control.into();
        for &symbol in configuration.stack.iter().rev() {
            let next = draft.add_state();
            draft.add_edge(at, Some(symbol), next);
            at = next;
        }
        draft.accept(at);
        draft.finish()
    }

    /// The same set, of a system that has got further control states since.
    pub fn widened(&self, system: &PushdownSystem) -> PAutomaton {
        let added = (system.control_count() - self.controls) as u32;
        let moved = |state: StateId| match self.as_control(state) {
            Some(_) => state,
            None => StateId(state.0 + added),
        };
        let mut draft = Draft::new(system);
        for state in self.states() {
            if self.as_control(state).is_none() {
                draft.add_state();
            }
        }
        for state in self.states() {
            if self.is_accepting(state) {
                draft.accept(moved(state));
            }
            for &(symbol, to) in self.edges(state) {
                draft.add_edge(moved(state), Some(symbol), moved(to));
            }
        }
        draft.finish()
    }

    /// The same automaton as something that can be changed.
    pub fn draft(&self) -> Draft {
        let edges = |(from, list): (usize, &Vec<(SymbolId, StateId)>)| {
            let from = StateId(from as u32);
            let edges = list
                .iter()
                .map(move |&(symbol, to)| (from, Some(symbol), to));
            edges.collect::<Vec<_>>()
        };
        Draft {
            controls: self.controls,
            accepting: self.accepting.clone(),
            edges: self.edges.iter().enumerate().flat_map(edges).collect(),
        }
    }
}

/// An automaton that may have ε-transitions, and transitions into control states.
#[derive(Clone, Debug)]
pub struct Draft {
    controls: usize,
    accepting: Vec<bool>,
    edges: Vec<(StateId, Option<SymbolId>, StateId)>,
}

impl Draft {
    /// The empty set. The system's control states are all there are: none may be added to it afterwards.
    pub fn new(system: &PushdownSystem) -> Self {
        Draft::of(system.control_count())
    }

    fn of(controls: usize) -> Self {
        Draft {
            controls,
            accepting: vec![false; controls],
            edges: Vec::new(),
        }
    }

    pub fn add_state(&mut self) -> StateId {
        self.accepting.push(false);
        StateId(self.accepting.len() as u32 - 1)
    }

    pub fn accept(&mut self, state: StateId) {
        self.accepting[state.index()] = true;
    }

    /// Adds a transition; without a symbol, an ε-transition.
    pub fn add_edge(&mut self, from: StateId, symbol: Option<SymbolId>, to: StateId) {
        self.edges.push((from, symbol, to));
    }

    pub fn finish(mut self) -> PAutomaton {
        self.without_epsilon();
        self.without_edges_into_controls();
        let mut edges = vec![Vec::new(); self.accepting.len()];
        for (from, symbol, to) in self.edges {
            edges[from.index()].extend(symbol.map(|symbol| (symbol, to)));
        }
        for list in &mut edges {
            list.sort_unstable();
            list.dedup();
        }
        PAutomaton {
            controls: self.controls,
            accepting: self.accepting,
            edges,
        }
    }

    /// What an ε-transition leads to can be done at once.
    fn without_epsilon(&mut self) {
        if self.edges.iter().all(|(_, symbol, _)| symbol.is_some()) {
            return;
        }
        let states = self.accepting.len();
        let (mut silent, mut loud) = (vec![Vec::new(); states], vec![Vec::new(); states]);
        for &(from, symbol, to) in &self.edges {
            match symbol {
                None => silent[from.index()].push(to),
                Some(_) => loud[from.index()].push((symbol, to)),
            }
        }
        let accepting = self.accepting.clone();
        self.edges.clear();
        for from in (0..states as u32).map(StateId) {
            let mut closure = BTreeSet::new();
            let mut todo = vec![from];
            while let Some(state) = todo.pop() {
                if closure.insert(state) {
                    todo.extend(&silent[state.index()]);
                }
            }
            for state in closure {
                self.accepting[from.index()] |= accepting[state.index()];
                let edges = loud[state.index()].iter();
                self.edges
                    .extend(edges.map(|&(symbol, to)| (from, symbol, to)));
            }
        }
    }

    /// A control state that transitions lead into gets a copy, which they lead to instead.
    fn without_edges_into_controls(&mut self) {
        let controls = self.controls;
        let mut copies: Vec<Option<StateId>> = vec![None; controls];
        for i in 0..self.edges.len() {
            let to = self.edges[i].2;
            if to.index() >= controls {
                continue;
            }
            let copy = match copies[to.index()] {
                Some(copy) => copy,
                None => {
                    let copy = self.add_state();
                    self.accepting[copy.index()] = self.accepting[to.index()];
                    copies[to.index()] = Some(copy);
                    copy
                }
            };
            self.edges[i].2 = copy;
        }
        for i in 0..self.edges.len() {
            let (from, symbol, to) = self.edges[i];
            if let Some(&Some(copy)) = copies.get(from.index()) {
                self.edges.push((copy, symbol, to));
            }
        }
    }
}
