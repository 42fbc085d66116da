//! The set as an automaton that reads a stack from its top: its states are the instances, and its transitions frames.
//!
//! From the start, a transition reads the frame on top: the state of the property's automaton is an initial one there, and goes. From an
//! instance it reads a frame below one of that instance. Conditions are moved from the BDDs of the product into those of the
//! session, which have a place for each of the program's variables and none for the automaton.

use rustc_hash::FxHashMap;

use super::super::atoms::is_moment;
use super::super::product::Product;
use super::instances::{Instance, InstanceId};
use crate::bdd::{Bdd, BddResult, Bdds, Slot, SlotCopy, TopNode};
use crate::bp::ProcId;
use crate::configurations::{PAutomaton, Places};
use crate::deep_recursion::with_enough_stack;
use crate::flow::{Flow, LocId};
use crate::spds::Spds;

pub(super) struct StackAutomaton {
    pub(super) states: Vec<State>,
    pub(super) transitions: Vec<Transition>,
}

/// The frame read last is one of an instance.
pub(super) struct State {
    pub(super) proc: ProcId,
    /// Whether the stack may end here.
    pub(super) is_bottom: bool,
}

pub(super) struct Transition {
    /// Absent at the start, where the frame on top is read.
    pub(super) from: Option<usize>,
    pub(super) to: usize,
    pub(super) loc: LocId,
    /// Over current values; below the top, of locals alone.
    pub(super) condition: Bdd,
}

/// The automaton of all stacks that are made of the instances, in the BDDs of `spds`.
pub(super) fn stack_automaton(
    product: &Product<'_, '_>,
    instances: &[Instance],
    spds: &Spds<'_, '_>,
) -> BddResult<StackAutomaton> {
    let (flow, bdds) = (product.spds.flow, &product.spds.bdds);
    let mut moved = Moved {
        from: bdds,
        to: &spds.bdds,
        named: flow.program.globals.len(),
        unnamed: flow.unnamed_globals().count(),
        known: FxHashMap::default(),
    };
    let automaton = flow.unnamed_globals().map(|s| (s, SlotCopy::Current));
    let automaton = bdds.cube(automaton)?;
    let initial = product.initial()?;
    let mut transitions = Vec::new();
    for (to, instance) in instances.iter().enumerate() {
        for (loc, violating) in locs(flow, instance.proc).zip(&instance.violating) {
            let condition = bdds.and_exists(violating, &initial, &automaton)?;
            if is_moment(flow, loc) && !bdds.is_zero(&condition) {
                transitions.push(Transition {
                    from: None,
                    to,
                    loc,
                    condition: moved.bdd(&condition)?,
                });
            }
        }
        for entered in &instance.calls {
            transitions.push(Transition {
                from: Some(entered.instance),
                to,
                loc: entered.to,
                condition: moved.bdd(&entered.locals)?,
            });
        }
    }
    merged(instances, transitions, &spds.bdds)
}

fn locs(flow: &Flow<'_>, proc: ProcId) -> impl Iterator<Item = LocId> + use<> {
    flow.proc(proc).locs.clone().map(LocId)
}

/// Leaves out what no stack of the set needs, and makes one of transitions that differ in their conditions only.
fn merged(
    instances: &[Instance],
    transitions: Vec<Transition>,
    bdds: &Bdds,
) -> BddResult<StackAutomaton> {
    let (mut onwards, mut backwards) = (
        vec![Vec::new(); instances.len()],
        vec![Vec::new(); instances.len()],
    );
    for transition in &transitions {
        if let Some(from) = transition.from {
            onwards[from].push(transition.to);
            backwards[transition.to].push(from);
        }
    }
    let starts = transitions.iter().filter(|t| t.from.is_none());
    let reached = closure(starts.map(|t| t.to).collect(), &onwards);
    let bottoms = (0..instances.len()).filter(|&i| instances[i].is_bottom);
    let ends = closure(bottoms.collect(), &backwards);
    let mut number: FxHashMap<InstanceId, usize> = FxHashMap::default();
    let mut states = Vec::new();
    for (id, instance) in instances.iter().enumerate() {
        if reached[id] && ends[id] {
            number.insert(id, states.len());
            states.push(State {
                proc: instance.proc,
                is_bottom: instance.is_bottom,
            });
        }
    }
    let mut index: FxHashMap<(Option<usize>, usize, LocId), usize> = FxHashMap::default();
    let mut kept: Vec<Transition> = Vec::new();
    for mut transition in transitions {
        let Some(&to) = number.get(&transition.to) else {
            continue;
        };
        transition.to = to;
        transition.from = match transition.from.map(|from| number.get(&from)) {
            Some(None) => continue,
            Some(Some(&from)) => Some(from),
            None => None,
        };
        let key = (transition.from, transition.to, transition.loc);
        match index.get(&key) {
            Some(&same) => {
                kept[same].condition = bdds.or(&kept[same].condition, &transition.condition)?;
            }
            None => {
                index.insert(key, kept.len());
                kept.push(transition);
            }
        }
    }
    kept.sort_by_key(|t| (t.from, t.loc, t.to));
    Ok(StackAutomaton {
        states,
        transitions: kept,
    })
}

fn closure(mut todo: Vec<usize>, next: &[Vec<usize>]) -> Vec<bool> {
    let mut seen = vec![false; next.len()];
    while let Some(at) = todo.pop() {
        if !std::mem::replace(&mut seen[at], true) {
            todo.extend(&next[at]);
        }
    }
    seen
}

impl StackAutomaton {
    /// The same set, to be held against others: a position for each transition.
    pub(super) fn automaton(&self, spds: &Spds<'_, '_>) -> BddResult<PAutomaton> {
        let mut automaton = PAutomaton::new();
        let mut positions = Vec::new();
        for transition in &self.transitions {
            let places = Places::At(vec![transition.loc]);
            let pos = automaton.add(spds, places, &transition.condition)?;
            if transition.from.is_none() {
                automaton.make_first(pos);
            }
            if self.states[transition.to].is_bottom {
                automaton.make_last(pos);
            }
            positions.push(pos);
        }
        let mut leaving = vec![Vec::new(); self.states.len()];
        for (transition, &pos) in self.transitions.iter().zip(&positions) {
            if let Some(from) = transition.from {
                leaving[from].push(pos);
            }
        }
        for (transition, &pos) in self.transitions.iter().zip(&positions) {
            for &next in &leaving[transition.to] {
                automaton.make_next(pos, next);
            }
        }
        Ok(automaton)
    }
}

/// Sets on their way from the product's BDDs into those of the session.
struct Moved<'b> {
    from: &'b Bdds,
    to: &'b Bdds,
    /// How many of the globals the program has, and how many the automaton.
    named: usize,
    unnamed: usize,
    known: FxHashMap<Bdd, Bdd>,
}

impl Moved<'_> {
    fn bdd(&mut self, set: &Bdd) -> BddResult {
        if let Some(known) = self.known.get(set) {
            return Ok(known.clone());
        }
        let moved = match self.from.top_node(set) {
            TopNode::Constant(value) => self.to.constant(value),
            TopNode::Decision {
                slot,
                copy,
                yes,
                no,
            } => {
                let (yes, no) =
                    with_enough_stack(|| BddResult::Ok((self.bdd(&yes)?, self.bdd(&no)?)))?;
                self.to.ite(self.to.var(self.slot(slot), copy), &yes, &no)?
            }
        };
        self.known.insert(set.clone(), moved.clone());
        Ok(moved)
    }

    /// The automaton's slots stand between those of the program's globals and all others; no set that is moved has them.
    fn slot(&self, slot: Slot) -> Slot {
        match slot.index() < self.named {
            true => slot,
            false => Slot(slot.0 - self.unnamed as u32),
        }
    }
}
