//! What conditions mean at a moment: in a state that came from another, in which most are what they were.

use std::rc::Rc;

use ir::ExprId;
use rustc_hash::FxHashMap;
use z3::ast::{Ast, Bool};

use crate::calls::footprint::Footprint;
use crate::encoding_context::EncodingContext;
use crate::execution::state::State;

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
    fn of(&mut self, context: &EncodingContext<'_>, condition: ExprId) -> Rc<Footprint> {
        let known = self.known.entry(condition);
        let of = || Rc::new(Footprint::of(context, condition));
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
    pub(super) fn next(
        &self,
        context: &EncodingContext<'_>,
        reads: &mut Reads,
        state: State,
    ) -> Self {
        let changed = Footprint::between(context, &self.state, &state);
        let mut kept: Vec<(&ExprId, &Bool)> = self.known.iter().collect();
        kept.retain(|(condition, _)| !reads.of(context, **condition).meets(&changed));
        let known = kept
            .into_iter()
            .map(|(&condition, term)| (condition, term.clone()));
        Moment {
            state,
            known: known.collect(),
        }
    }

    pub(super) fn holds(&mut self, context: &EncodingContext<'_>, condition: ExprId) -> Bool {
        let state = &mut self.state;
        let term = || state.holds(context, condition).simplify();
        self.known.entry(condition).or_insert_with(term).clone()
    }
}
