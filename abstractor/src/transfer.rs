//! What blocks do to predicates.
//!
//! An assignment sets only predicates it can change; the others keep their value without asking anybody. Answers are
//! kept: a predicate is looked at again only when a new one is near it.

use frontend::entity::{Arena, EntityId};
use frontend::ir::{FuncId, VarId, VarKind};
use rustc_hash::{FxHashMap, FxHashSet};
use semantics::{Prover, State, SymbolId, Symbols, World};
use z3::ast::{Ast, Bool};

use crate::blocks::{Block, BlockId, BlockKind, Blocks};
use crate::choose::{Before, Candidate, Choice, Facts, choose, contradictions, named, shares};
use crate::effect::{self, Call, Footprint, Straight};
use crate::precision::{Precision, PredId, Predicate, Scope};
use crate::prepare::Prepared;

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
pub(crate) struct Step {
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

enum Effect {
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
    effects: Arena<BlockId, Option<Effect>>,
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
        world: &World<'_>,
        prepared: &Prepared,
        blocks: &Blocks,
        precision: &Precision,
    ) {
        for id in blocks.blocks.ids().skip(self.effects.len()) {
            let block = &blocks.blocks[id];
            let effect = match block.kind {
                BlockKind::Straight => Effect::Straight(Box::new(effect::straight(world, block))),
                BlockKind::Call(_) => effect::call(world, prepared, block)
                    .map_or(Effect::Nothing, |c| Effect::Call(Box::new(c))),
                BlockKind::Return | BlockKind::Violation(_) => Effect::Nothing,
            };
            self.effects.push(Some(effect));
        }
        for id in precision.preds.ids().skip(self.known.len()) {
            let pred = &precision.preds[id];
            let mut state = effect::before();
            let term = state.holds(world, pred.expr);
            let visible = |result: Option<VarId>| match pred.scope {
                Scope::Global => false,
                Scope::Function(func) => effect::is_visible(world, &pred.vars, func, result),
            };
            let result = match pred.scope {
                Scope::Function(func) => prepared.results[func],
                Scope::Global => None,
            };
            self.known.push(Known {
                before: Candidate::new(&term, &mut self.symbols),
                reads: Footprint::of(world, pred.expr),
                layout: state.layout(),
                entry: visible(None),
                // What speaks of parameters only is known to who passed them.
                exit: visible(result) && !speaks_of_parameters(world, pred),
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
        world: &World<'_>,
        precision: &Precision,
        start: &State,
        pred: PredId,
    ) -> Value {
        let question = Question::Initial(pred);
        if let Some(Some(kept)) = self.kept.get(&question) {
            return kept.value.clone();
        }
        let mut state = start.clone();
        let term = state.holds(world, precision.preds[pred].expr);
        let facts = Facts::new(state.layout(), &mut self.symbols);
        let choice = choose(
            &mut self.prover,
            &mut self.symbols,
            &facts,
            &term,
            &[],
            Before::default(),
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

    /// What straight-line code does.
    pub(crate) fn step(
        &mut self,
        world: &World<'_>,
        precision: &Precision,
        id: BlockId,
        block: &Block,
    ) -> Step {
        let Some(effect) = self.effects[id].take() else {
            return Step::default();
        };
        let mut step = Step::default();
        if let Effect::Straight(straight) = &effect {
            let scope: Vec<PredId> = precision.in_scope(block.func).collect();
            step.blocked = self.blocked(id, straight, &scope, precision.len());
            let never = step.blocked.iter().any(Vec::is_empty);
            for &pred in scope.iter().filter(|_| !never) {
                if !self.known[pred].reads.meets(&straight.written) {
                    continue;
                }
                let question = Question::Update(id, pred);
                match self.earlier(question, &scope, false) {
                    Earlier::Unchanged => continue,
                    Earlier::Value(value) => {
                        step.updates.push((pred, value));
                        continue;
                    }
                    Earlier::Open => {}
                }
                let mut after = straight.after.clone();
                let term = after.holds(world, precision.preds[pred].expr);
                if term.simplify().ast_eq(&self.known[pred].before.term) {
                    self.kept.insert(question, None);
                    continue;
                }
                let facts = straight.conditions.iter().cloned().chain(after.layout());
                let facts: Vec<Bool> = facts.collect();
                let value = self.answer(question, facts, &term, precision.len(), |transfer| {
                    transfer.in_scope(&scope)
                });
                step.updates.push((pred, value));
            }
        }
        self.effects[id] = Some(effect);
        step
    }

    fn in_scope(&self, scope: &[PredId]) -> Vec<(Atom, Candidate)> {
        let candidate = |&p: &PredId| (Atom::Pred(p), self.known[p].before.clone());
        scope.iter().map(candidate).collect()
    }

    /// The combinations of predicates that contradict the conditions of a block.
    fn blocked(
        &mut self,
        id: BlockId,
        straight: &Straight,
        scope: &[PredId],
        predicates: usize,
    ) -> Vec<AtomCube> {
        if straight.conditions.is_empty() {
            return Vec::new();
        }
        if straight
            .conditions
            .iter()
            .any(|c| c.as_bool() == Some(false))
        {
            return vec![Vec::new()];
        }
        if let Some(kept) = self.blocked.get(&id) {
            let near = |p: &&PredId| shares(&self.known[**p].before.symbols, &kept.near);
            let new = |p: &&PredId| p.index() >= kept.predicates;
            if !scope.iter().filter(new).any(|p| near(&p)) {
                return kept.cubes.clone();
            }
        }
        let mut near: Vec<SymbolId> = Vec::new();
        for condition in &straight.conditions {
            near.extend(self.symbols.of(condition));
        }
        near.sort_unstable();
        near.dedup();
        let candidates: Vec<Candidate> = scope
            .iter()
            .map(|&p| self.known[p].before.clone())
            .collect();
        let mut blocked = Vec::new();
        let mut rest = Vec::new();
        for condition in &straight.conditions {
            match named(condition, &candidates) {
                Some(Choice::Is(i, sign)) => blocked.push(vec![(Atom::Pred(scope[i]), !sign)]),
                _ => rest.push(condition.clone()),
            }
        }
        let facts = straight
            .conditions
            .iter()
            .cloned()
            .chain(straight.after.layout());
        let facts = Facts::new(facts, &mut self.symbols);
        let found = contradictions(
            &mut self.prover,
            &mut self.symbols,
            &facts,
            &rest,
            &candidates,
        );
        for cube in found {
            let cube = cube.iter().map(|&(i, s)| (Atom::Pred(scope[i]), s));
            let cube: AtomCube = cube.collect();
            if !blocked.contains(&cube) {
                blocked.push(cube);
            }
        }
        let kept = Blocked {
            cubes: blocked.clone(),
            predicates,
            near,
        };
        self.blocked.insert(id, kept);
        blocked
    }

    /// What a call does.
    pub(crate) fn call(
        &mut self,
        world: &World<'_>,
        precision: &Precision,
        id: BlockId,
        block: &Block,
    ) -> CallStep {
        let BlockKind::Call(callee) = block.kind else {
            return CallStep::default();
        };
        let Some(effect) = self.effects[id].take() else {
            return CallStep::default();
        };
        let mut step = CallStep::default();
        if let Effect::Call(call) = &effect {
            let scope: Vec<PredId> = precision.in_scope(block.func).collect();
            let of_callee: Vec<PredId> = precision.of_scope(Scope::Function(callee)).collect();
            for &pred in &of_callee {
                if !self.known[pred].entry {
                    continue;
                }
                let question = Question::Pass(id, pred);
                if let Earlier::Value(value) = self.earlier(question, &scope, false) {
                    step.passed.push((pred, value));
                    continue;
                }
                let mut entry = call.entry.clone();
                let term = entry.holds(world, precision.preds[pred].expr);
                let value = self.answer(
                    question,
                    entry.layout(),
                    &term,
                    precision.len(),
                    |transfer| transfer.in_scope(&scope),
                );
                step.passed.push((pred, value));
            }
            for &pred in &scope {
                if !self.known[pred].reads.meets(&call.written) {
                    continue;
                }
                let question = Question::Update(id, pred);
                let all: Vec<PredId> = scope.iter().chain(&of_callee).copied().collect();
                match self.earlier(question, &all, true) {
                    Earlier::Unchanged => continue,
                    Earlier::Value(value) => {
                        step.updates.push((pred, value));
                        continue;
                    }
                    Earlier::Open => {}
                }
                let expr = precision.preds[pred].expr;
                let mut after = call.after.clone();
                let term = after.holds(world, expr);
                let unchanged = match precision.preds[pred].scope {
                    Scope::Global => call.returned.clone().holds(world, expr).simplify(),
                    Scope::Function(_) => self.known[pred].before.term.clone(),
                };
                if term.simplify().ast_eq(&unchanged) {
                    self.kept.insert(question, None);
                    continue;
                }
                let value = self.answer(
                    question,
                    after.layout(),
                    &term,
                    precision.len(),
                    |transfer| transfer.after_call(world, precision, call, &scope, callee),
                );
                step.updates.push((pred, value));
            }
        }
        self.effects[id] = Some(effect);
        step
    }

    /// What is known when a call has returned.
    fn after_call(
        &mut self,
        world: &World<'_>,
        precision: &Precision,
        call: &Call,
        scope: &[PredId],
        callee: FuncId,
    ) -> Vec<(Atom, Candidate)> {
        let mut found = Vec::new();
        for pred in precision.of_scope(Scope::Function(callee)) {
            if self.known[pred].exit {
                let term = call.exit.clone().holds(world, precision.preds[pred].expr);
                let candidate = Candidate::new(&term, &mut self.symbols);
                found.push((Atom::Returned(pred), candidate));
            }
        }
        for &pred in scope {
            let candidate = match precision.preds[pred].scope {
                Scope::Global => {
                    let term = call
                        .returned
                        .clone()
                        .holds(world, precision.preds[pred].expr);
                    Candidate::new(&term, &mut self.symbols)
                }
                Scope::Function(_) => self.known[pred].before.clone(),
            };
            found.push((Atom::Pred(pred), candidate));
        }
        found
    }

    /// What was found out about a question, if no predicate in scope that is new could make it better. `any`: every new
    /// one could.
    fn earlier(&mut self, question: Question, scope: &[PredId], any: bool) -> Earlier {
        let kept = match self.kept.get(&question) {
            None => return Earlier::Open,
            Some(None) => return Earlier::Unchanged,
            Some(Some(kept)) => kept,
        };
        let exact = !matches!(kept.value, Value::Either(..));
        let new = |p: &&PredId| p.index() >= kept.predicates;
        let near = |p: &PredId| any || shares(&self.known[*p].before.symbols, &kept.near);
        if exact || !scope.iter().filter(new).any(near) {
            return Earlier::Value(kept.value.clone());
        }
        Earlier::Open
    }

    /// Answers a question.
    fn answer(
        &mut self,
        question: Question,
        facts: Vec<Bool>,
        formula: &Bool,
        predicates: usize,
        candidates: impl FnOnce(&mut Self) -> Vec<(Atom, Candidate)>,
    ) -> Value {
        let candidates = candidates(self);
        let atoms: Vec<Atom> = candidates.iter().map(|(atom, _)| *atom).collect();
        let mut layout = Vec::new();
        for atom in &atoms {
            let (Atom::Pred(p) | Atom::Returned(p)) = atom;
            layout.extend(self.known[*p].layout.iter().cloned());
        }
        let mut candidates: Vec<Candidate> = candidates.into_iter().map(|(_, c)| c).collect();
        let before = self.known_before(question, &atoms, &mut candidates);
        let mut near = self.symbols.of(formula);
        for fact in &facts {
            near.extend(self.symbols.of(fact));
        }
        near.sort_unstable();
        near.dedup();
        let facts = Facts::new(facts.into_iter().chain(layout), &mut self.symbols);
        let choice = choose(
            &mut self.prover,
            &mut self.symbols,
            &facts,
            formula,
            &candidates,
            before,
        );
        let value = outward(choice, &atoms);
        let kept = Kept {
            value: value.clone(),
            predicates,
            near,
        };
        self.kept.insert(question, Some(kept));
        value
    }

    /// What was answered before, and marks which candidates were there then.
    fn known_before(
        &self,
        question: Question,
        atoms: &[Atom],
        candidates: &mut [Candidate],
    ) -> Before {
        let Some(Some(kept)) = self.kept.get(&question) else {
            return Before::default();
        };
        let Value::Either(yes, no) = &kept.value else {
            return Before::default();
        };
        for (atom, candidate) in atoms.iter().zip(candidates) {
            let (Atom::Pred(p) | Atom::Returned(p)) = atom;
            candidate.new = p.index() >= kept.predicates;
        }
        let position = |atom: &Atom| atoms.iter().position(|a| a == atom);
        let inward = |cubes: &[AtomCube]| {
            let cube = |cube: &AtomCube| {
                let literals = cube
                    .iter()
                    .map(|(atom, sign)| Some((position(atom)?, *sign)));
                literals.collect::<Option<Vec<_>>>()
            };
            cubes.iter().filter_map(cube).collect()
        };
        Before {
            yes: inward(yes),
            no: inward(no),
        }
    }

    /// The effect of a block, for whoever asks whether a step is possible.
    pub(crate) fn straight(&self, id: BlockId) -> Option<&Straight> {
        match self.effects.get(id)? {
            Some(Effect::Straight(straight)) => Some(straight),
            _ => None,
        }
    }

    pub(crate) fn call_effect(&self, id: BlockId) -> Option<&Call> {
        match self.effects.get(id)? {
            Some(Effect::Call(call)) => Some(call),
            _ => None,
        }
    }

    /// A predicate in the state before a block.
    pub(crate) fn before(&self, pred: PredId) -> &Bool {
        &self.known[pred].before.term
    }
}

/// Whether a predicate speaks of nothing but parameters, which keep their values.
fn speaks_of_parameters(world: &World<'_>, pred: &Predicate) -> bool {
    let is_parameter = |v: &VarId| matches!(world.program.vars[*v].kind, VarKind::Param(..));
    let reads = Footprint::of(world, pred.expr);
    reads.regions.is_empty() && reads.vars.iter().all(is_parameter)
}

fn outward(choice: Choice, atoms: &[Atom]) -> Value {
    let cubes = |cubes: Vec<Vec<(usize, bool)>>| {
        let cube = |cube: Vec<(usize, bool)>| cube.iter().map(|&(i, s)| (atoms[i], s)).collect();
        cubes.into_iter().map(cube).collect()
    };
    match choice {
        Choice::Always(value) => Value::Always(value),
        Choice::Is(i, sign) => Value::Is(atoms[i], sign),
        Choice::Either(yes, no) => Value::Either(cubes(yes), cubes(no)),
    }
}
