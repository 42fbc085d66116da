//! The set as it is shown: states, and frames with conditions as disjunctions of cubes.

use super::stack_automaton::StackAutomaton;
use crate::bdd::{Bdd, BddResult, Slot};
use crate::bp::{ProcId, Symbol};
use crate::flow::{ControlPoint, LocId};
use crate::spds::Spds;

/// A condition is shown as at most so many cubes.
const MAX_CUBES: usize = 12;

/// A set of configurations, as an automaton that reads a stack from its top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViolatingSet {
    pub states: Vec<StackState>,
    pub transitions: Vec<FrameTransition>,
}

/// A state: the frame read last is one of this procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackState {
    pub proc: ProcId,
    /// Whether the stack may end here.
    pub ends: bool,
}

/// A frame that is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameTransition {
    /// Absent for the frame on top.
    pub from: Option<usize>,
    pub to: usize,
    pub proc: ProcId,
    /// Where the frame is; below the top, where it goes on.
    pub place: ControlPoint,
    /// One of these must hold: each a conjunction. One without literals is always true.
    pub condition: Vec<Cube>,
    /// Whether there are more of them than are told.
    pub has_more: bool,
}

/// What a condition speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variable {
    Named(Symbol),
    /// A global that a variable of the procedure hides.
    Hidden(Symbol),
    /// The value of this number among those that are returned.
    Returned(usize),
}

pub(super) fn shown(spds: &Spds<'_, '_>, set: &StackAutomaton) -> BddResult<ViolatingSet> {
    let mut transitions = Vec::new();
    for transition in &set.transitions {
        let proc = spds.flow.proc_of(transition.loc);
        let (condition, has_more) = condition(spds, transition.loc, &transition.condition)?;
        if condition.is_empty() {
            // What `enforce` rules out is no configuration.
            continue;
        }
        transitions.push(FrameTransition {
            from: transition.from,
            to: transition.to,
            proc,
            place: spds.flow.place(transition.loc),
            condition,
            has_more,
        });
    }
    let state = |state: &super::stack_automaton::State| StackState {
        proc: state.proc,
        ends: state.is_bottom,
    };
    Ok(ViolatingSet {
        states: set.states.iter().map(state).collect(),
        transitions,
    })
}

/// Values that some variables have.
type Cube = Vec<(Variable, bool)>;

/// The cubes of a condition, and whether there are more.
fn condition(spds: &Spds<'_, '_>, loc: LocId, states: &Bdd) -> BddResult<(Vec<Cube>, bool)> {
    let mut cubes = spds.bdds.cubes(states, MAX_CUBES + 1)?;
    let has_more = cubes.len() > MAX_CUBES;
    cubes.truncate(MAX_CUBES);
    let literal = |(slot, value): (Slot, bool)| Some((variable(spds, loc, slot)?, value));
    let cube = |cube: Vec<(Slot, bool)>| cube.into_iter().filter_map(literal).collect();
    Ok((cubes.into_iter().map(cube).collect(), has_more))
}

fn variable(spds: &Spds<'_, '_>, loc: LocId, slot: Slot) -> Option<Variable> {
    let flow = spds.flow;
    let scope = flow.in_scope(flow.proc_of(loc));
    if let Some(&(_, symbol)) = scope.iter().find(|(own, _)| *own == slot) {
        return Some(Variable::Named(symbol));
    }
    match flow.program.globals.get(slot.index()) {
        Some(global) => Some(Variable::Hidden(global.name.symbol)),
        None => {
            let number = slot.index().checked_sub(flow.global_count)?;
            (number < flow.return_count).then_some(Variable::Returned(number))
        }
    }
}
