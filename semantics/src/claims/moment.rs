//! What conditions mean at a moment: in a state that came from another, in which most are what they were.

use std::rc::Rc;

use ir::ExprId;
use rustc_hash::FxHashMap;
use z3::ast::{Ast, Bool};

use crate::footprint::Footprint;
use crate::state::State;
use crate::world::World;

/// A state, and what conditions mean in it.
#[derive(Clone)]
pub(super) struct Moment {
    pub(super) state: State,
    known: FxHashMap<ExprId, Bool>,
}

/// What conditions read, found out once.
#[derive(Default)]
pub(super) struct Reads {
    known: FxHashMap<ExprId, Rc<Footprint>>,
}

impl Reads {
    fn of(&mut self, world: &World<'_>, condition: ExprId) -> Rc<Footprint> {
        let known = self.known.entry(condition);
        let of = || Rc::new(Footprint::of(world, condition));
        Rc::clone(known.or_insert_with(of))
    }
}

impl Moment {
    pub(super) fn new(state: State) -> Self {
        Moment {
            state,
            known: FxHashMap::default(),
        }
    }

    /// The moment when a state has come from this one. What does not read anything that has changed means the same:
    /// also where the meaning is an arbitrary value.
    pub(super) fn next(&self, world: &World<'_>, reads: &mut Reads, state: State) -> Self {
        let changed = Footprint::between(world, &self.state, &state);
        let mut kept: Vec<(&ExprId, &Bool)> = self.known.iter().collect();
        kept.retain(|(condition, _)| !reads.of(world, **condition).meets(&changed));
        let known = kept
            .into_iter()
            .map(|(&condition, term)| (condition, term.clone()));
        Moment {
            state,
            known: known.collect(),
        }
    }

    pub(super) fn holds(&mut self, world: &World<'_>, condition: ExprId) -> Bool {
        let state = &mut self.state;
        let term = || state.holds(world, condition).simplify();
        self.known.entry(condition).or_insert_with(term).clone()
    }
}
