//! What blocks do to predicates.
//!
//! An assignment sets only predicates it can change; the others keep their value without a question to the solver. Answers are
//! kept: a predicate is looked at again only when a new one is near it.

mod answer_cache;
mod call;
mod straight_line;

use analysis::passes::normal_form::NormalForm;
use ir::{VarId, VarKind};
use rustc_hash::{FxHashMap, FxHashSet};
use semantics::{
    EncodingContext, Footprint, Passage, Prover, State, SymbolId, Symbols, is_visible,
};
use source::entity::Arena;
use z3::ast::Bool;

use crate::blocks::{BlockId, BlockKind, Blocks};
use crate::effect::{self, Call, Straight};
use crate::implicants::{Candidate, Facts, KnownCubes, choose};
use crate::precision::{Precision, PredId, Predicate, Scope};
use answer_cache::outward;

/// A boolean variable that values are computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Atom {
    /// A predicate in scope.
    Pred(PredId),
    /// What a callee returned for one of its predicates.
    Returned(PredId),
}

/// A conjunction of atoms with their signs.
pub(crate) type AtomCube = Vec<(Atom, bool)>;

/// The new value of a predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Always(bool),
    Is(Atom, bool),
    /// True where one of the first holds, false where one of the second holds, else either.
    Either(Vec<AtomCube>, Vec<AtomCube>),
}

/// What straight-line code does to predicates.
#[derive(Clone, Debug, Default)]
pub(crate) struct BlockStep {
    /// Combinations with which it cannot be passed; the empty one if never.
    pub(crate) blocked: Vec<AtomCube>,
    pub(crate) updates: Vec<(PredId, Value)>,
}

/// What a call does to predicates.
#[derive(Clone, Debug, Default)]
pub(crate) struct CallStep {
    /// The values of the callee's predicates about its parameters.
    pub(crate) passed: Vec<(PredId, Value)>,
    /// The predicates of the caller that change, from what is returned and what was before.
    pub(crate) updates: Vec<(PredId, Value)>,
}

/// What is known of a predicate.
struct Known {
    before: Candidate,
    reads: Footprint,
    /// What addresses it mentions.
    layout: Vec<Bool>,
    /// Whether callers can compute it on entry, and on exit.
    entry: bool,
    exit: bool,
}

enum BlockEffect {
    Straight(Box<Straight>),
    Call(Box<Call>),
    Nothing,
}

/// An answer that may become better with more predicates.
struct Kept {
    value: Value,
    /// How many predicates there were.
    predicates: usize,
    /// The symbols that a new predicate must share to matter.
    near: Vec<SymbolId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Question {
    Update(BlockId, PredId),
    Pass(BlockId, PredId),
    Initial(PredId),
}

pub(crate) struct Transfer {
    pub(crate) prover: Prover,
    pub(crate) symbols: Symbols,
    effects: Arena<BlockId, Option<BlockEffect>>,
    known: Arena<PredId, Known>,
    /// `None`: the predicate does not change.
    kept: FxHashMap<Question, Option<Kept>>,
    blocked: FxHashMap<BlockId, Blocked>,
    /// Steps of traces that were looked at and are possible.
    pub(crate) possible: FxHashSet<u64>,
}

/// What contradicts the conditions of a block, as far as known.
struct Blocked {
    cubes: Vec<AtomCube>,
    predicates: usize,
    near: Vec<SymbolId>,
}

/// What was found out earlier.
enum Earlier {
    /// Nothing, or something that new predicates may make better.
    Open,
    Unchanged,
    Value(Value),
}

impl Transfer {
    pub(crate) fn new(prover: Prover) -> Self {
        Transfer {
            prover,
            symbols: Symbols::default(),
            effects: Arena::new(),
            known: Arena::new(),
            kept: FxHashMap::default(),
            blocked: FxHashMap::default(),
            possible: FxHashSet::default(),
        }
    }

    /// Gets to know new blocks and predicates.
    pub(crate) fn meet(
        &mut self,
        context: &EncodingContext<'_>,
        form: &NormalForm,
        blocks: &Blocks,
        precision: &Precision,
    ) {
        for id in blocks.blocks.ids().skip(self.effects.len()) {
            let block = &blocks.blocks[id];
            let effect = match block.kind {
                BlockKind::Straight => {
                    BlockEffect::Straight(Box::new(effect::straight(context, block)))
                }
                BlockKind::Call(_) => effect::call(context, form, block)
                    .map_or(BlockEffect::Nothing, |c| BlockEffect::Call(Box::new(c))),
                BlockKind::Return | BlockKind::Violation(_) => BlockEffect::Nothing,
            };
            self.effects.push(Some(effect));
        }
        for id in precision.preds.ids().skip(self.known.len()) {
            let pred = &precision.preds[id];
            let mut state = effect::before();
            let term = state.holds(context, pred.expr);
            let visible = |result: Option<VarId>| match pred.scope {
                Scope::Global => false,
                Scope::Function(func) => is_visible(context, &pred.vars, func, result),
            };
            let result = match pred.scope {
                Scope::Function(func) => form.results[func],
                Scope::Global => None,
            };
            self.known.push(Known {
                before: Candidate::new(&term, &mut self.symbols),
                reads: Footprint::of(context, pred.expr),
                layout: state.layout(),
                entry: visible(None),
                // What speaks of parameters only is known to who passed them.
                exit: visible(result) && !speaks_of_parameters(context, pred),
            });
        }
    }

    /// Whether callers compute a predicate on entry.
    pub(crate) fn is_passed(&self, pred: PredId) -> bool {
        self.known[pred].entry
    }

    /// Whether callers learn the value of a predicate on exit.
    pub(crate) fn is_returned(&self, pred: PredId) -> bool {
        self.known[pred].exit
    }

    /// The value of a global predicate before the program starts.
    pub(crate) fn initial(
        &mut self,
        context: &EncodingContext<'_>,
        precision: &Precision,
        start: &State,
        pred: PredId,
    ) -> Value {
        let question = Question::Initial(pred);
        if let Some(Some(kept)) = self.kept.get(&question) {
            return kept.value.clone();
        }
        let mut state = start.clone();
        let term = state.holds(context, precision.preds[pred].expr);
        let facts = Facts::new(state.layout(), &mut self.symbols);
        let choice = choose(
            &mut self.prover,
            &mut self.symbols,
            &facts,
            &term,
            &[],
            KnownCubes::default(),
        );
        let value = outward(choice, &[]);
        let kept = Kept {
            value: value.clone(),
            predicates: usize::MAX,
            near: Vec::new(),
        };
        self.kept.insert(question, Some(kept));
        value
    }

    /// The effect of a block, for callers that ask whether a step is possible.
    pub(crate) fn straight(&self, id: BlockId) -> Option<&Straight> {
        match self.effects.get(id)? {
            Some(BlockEffect::Straight(straight)) => Some(straight),
            _ => None,
        }
    }

    pub(crate) fn passage(&self, id: BlockId) -> Option<&Passage> {
        match self.effects.get(id)? {
            Some(BlockEffect::Call(call)) => Some(&call.passage),
            _ => None,
        }
    }

    /// A predicate in the state before a block.
    pub(crate) fn before(&self, pred: PredId) -> &Bool {
        &self.known[pred].before.term
    }
}

/// Whether a predicate speaks of nothing but parameters, which keep their values.
fn speaks_of_parameters(context: &EncodingContext<'_>, pred: &Predicate) -> bool {
    let is_parameter = |v: &VarId| matches!(context.program.vars[*v].kind, VarKind::Param(..));
    let reads = Footprint::of(context, pred.expr);
    reads.regions().is_empty() && reads.vars().iter().all(is_parameter)
}
