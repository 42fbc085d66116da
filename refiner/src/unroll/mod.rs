//! All executions of a program at once, as far as they have an end.
//!
//! Loops are unrolled and calls followed until no execution goes on: bounded model checking (Biere, Cimatti, Clarke,
//! Zhu, *Symbolic model checking without BDDs*, 1999) that notices when the bound is none. What meets at one place
//! after the same rounds is merged, a value being that of the one or of the other: the number of rounds counts, not
//! that of paths. Only where a loop goes round again, a function calls itself again, or the property is violated is the solver
//! asked whether anybody gets there.
//!
//! Two sides of a branch exclude each other, by their conditions or by a choice made up for them: so the conditions on
//! the way of what is merged tell whose value it is.

mod call_memo;
mod order;
mod path_condition;
mod rounds;

use std::collections::BTreeMap;

use abstractor::{BlockId, BlockKind, Blocks};
use ir::{ExprId, FuncId, LocId, PlaceId, Stmt};
use semantics::{Answer, EncodingContext, Prover, State, Taken, Walk, execute};
use source::entity::EntityId;
use z3::Model;
use z3::ast::{Ast, Bool};

use crate::path::{Path, PathStep, Turn};
use call_memo::{CallMemo, FollowedCall};
use order::{Order, Position};
use path_condition::PathCondition;
use rounds::Rounds;

/// How much may be done.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// How many blocks are executed.
    pub steps: usize,
    /// How often loops and recursion are followed whose next round is a matter of values.
    pub rounds: u32,
    /// How much effort one question may take, and all together.
    pub question: u32,
    pub effort: u32,
}

/// What became of it.
#[derive(Clone, Debug)]
pub enum Unrolled {
    /// All executions were followed to their ends, and none violates the property.
    Safe,
    /// The solver has an execution that takes this path to a violation.
    Violated(Path),
    /// It was too much, or something on the way is not modelled exactly enough.
    Open,
}

/// Follows all executions from the entry of a function.
pub fn unroll(
    context: &EncodingContext<'_>,
    blocks: &Blocks,
    entry: FuncId,
    budget: Budget,
) -> Unrolled {
    if !lies_still(context, blocks) {
        return Unrolled::Open;
    }
    let Some(mut unroller) = Unroller::new(*context, blocks, entry, budget) else {
        return Unrolled::Open;
    };
    while let Some((_, arrived)) = unroller.waiting.pop_first() {
        match unroller.visit(arrived) {
            Ok(()) => {}
            Err(Stop::Open) => return Unrolled::Open,
            Err(Stop::Violated(path)) => return Unrolled::Violated(path),
        }
    }
    Unrolled::Safe
}

/// Whether every variable that lies in memory has one address, whichever activation it belongs to.
fn lies_still(context: &EncodingContext<'_>, blocks: &Blocks) -> bool {
    blocks.functions().all(|(func, _)| {
        let function = &context.program.funcs[func];
        let mut own = function.params.iter().chain(&function.locals);
        own.all(|&var| context.is_symbol(var) || context.layout.exists_once(var))
    })
}

/// How many bytes of objects without a fixed address there may be, less than there is room for.
const MAX_OBJECT_BYTES: u64 = 32 << 20;

/// What a question and each of its conditions count for, at least: a solver does not count all that it does before it
/// begins to search.
const MIN_EFFORT_PER_QUESTION: u32 = 10_000;
const MIN_EFFORT_PER_CONDITION: u32 = 1_000;

/// Why it ends early.
enum Stop {
    Open,
    Violated(Path),
}

/// Executions that have arrived somewhere.
#[derive(Clone)]
struct Arrived<'p> {
    from: Option<From>,
    walk: Walk<'p>,
    path_condition: PathCondition,
    positions: Vec<Position>,
    /// The calls that are under way.
    calls: Vec<Call>,
}

/// A call that is under way.
#[derive(Clone)]
struct Call {
    block: BlockId,
    /// If what it returns is to be remembered.
    asked: Option<FollowedCall>,
    /// The conditions under which it was made.
    path_condition: PathCondition,
}

/// From which node executions have come, and by which block.
#[derive(Clone, Copy)]
struct From {
    node: usize,
    block: BlockId,
    /// The block is a call whose answer was known.
    recalled: bool,
}

/// From where executions have come to a node, and under which conditions.
type Origins = Vec<(From, PathCondition)>;

struct Unroller<'p> {
    context: EncodingContext<'p>,
    blocks: &'p Blocks,
    budget: Budget,
    orders: BTreeMap<FuncId, Order>,
    /// By position in the unrolled program.
    waiting: BTreeMap<Vec<u32>, Vec<Arrived<'p>>>,
    nodes: Vec<Origins>,
    call_memo: CallMemo,
    rounds: Rounds,
    steps: usize,
    started: u32,
    /// What the questions cost beside the effort that the solver counts.
    charged: u32,
    choices: usize,
}

impl<'p> Unroller<'p> {
    fn new(
        context: EncodingContext<'p>,
        blocks: &'p Blocks,
        entry: FuncId,
        budget: Budget,
    ) -> Option<Self> {
        let mut orders = BTreeMap::new();
        for (func, _) in blocks.functions() {
            let cfg = context.program.funcs[func].body.as_ref()?;
            orders.insert(func, Order::new(blocks, func, cfg));
        }
        let mut unroller = Unroller {
            context,
            blocks,
            budget,
            orders,
            waiting: BTreeMap::new(),
            nodes: Vec::new(),
            call_memo: CallMemo::new(&context, blocks),
            rounds: Rounds::default(),
            steps: 0,
            started: Prover::new(1).effort(),
            charged: 0,
            choices: 0,
        };
        let walk = Walk::quiet(context, State::initial(&context, "0"), entry);
        let start = unroller.orders.get(&entry)?.start(unroller.entry(entry)?);
        let mut begin = Arrived {
            from: None,
            walk,
            path_condition: PathCondition::default(),
            positions: vec![start],
            calls: Vec::new(),
        };
        begin_variables(&mut begin.walk, entry);
        unroller.wait(begin);
        Some(unroller)
    }

    fn entry(&self, func: FuncId) -> Option<LocId> {
        Some(self.context.program.funcs[func].body.as_ref()?.entry)
    }

    fn wait(&mut self, arrived: Arrived<'p>) {
        let word = self.word(&arrived);
        self.waiting.entry(word).or_default().push(arrived);
    }

    /// The position in the unrolled program.
    fn word(&self, arrived: &Arrived<'_>) -> Vec<u32> {
        let mut word = Vec::new();
        let funcs = arrived.walk.functions();
        for (n, (func, position)) in funcs.zip(&arrived.positions).enumerate() {
            if n > 0 {
                // What is called comes after the place of the call.
                word.push(1 + arrived.calls[n - 1].block.index() as u32);
            }
            if let Some(order) = self.orders.get(&func) {
                order.spell(position, &mut word);
            }
        }
        word
    }

    /// Takes what has arrived at one place further.
    fn visit(&mut self, arrived: Vec<Arrived<'p>>) -> Result<(), Stop> {
        let node = self.nodes.len();
        let origin = |a: &Arrived<'_>| Some((a.from?, a.path_condition.clone()));
        self.nodes.push(arrived.iter().filter_map(origin).collect());
        let Some(here) = merged(arrived) else {
            return Ok(());
        };
        let (Some(func), Some(position)) = (here.walk.func(), here.positions.last()) else {
            return Ok(());
        };
        if self.orders[&func].is_caught(position) {
            return Err(Stop::Open);
        }
        if self.orders[&func].is_head(position.loc) {
            let word = self.word(&here);
            if !self
                .rounds
                .note(&word, &here.path_condition, &here.walk.state)
            {
                return Err(Stop::Open);
            }
        }
        let onward = self.orders[&func].from(position.loc).to_vec();
        let choices = self.choices(&here, &onward);
        for (n, &block) in onward.iter().enumerate() {
            let mut next = here.clone();
            next.from = Some(From {
                node,
                block,
                recalled: false,
            });
            if let Some(choice) = choices.get(n)
                && !next.path_condition.add(choice)
            {
                continue;
            }
            self.take(next, block)?;
        }
        Ok(())
    }

    /// Conditions that exclude each other, one for each way on; none where the ways do so by themselves.
    fn choices(&mut self, here: &Arrived<'_>, onward: &[BlockId]) -> Vec<Bool> {
        if onward.len() < 2 {
            return Vec::new();
        }
        let mut walk = here.walk.clone();
        let mut condition = |&id: &BlockId| {
            let block = &self.blocks.blocks[id];
            let cfg = self.context.program.funcs[block.func].body.as_ref()?;
            match cfg.edge(*block.edges.first()?).stmt {
                Stmt::Assume { cond } => Some(walk.state.holds(&self.context, cond)),
                _ => None,
            }
        };
        let conditions: Vec<Option<Bool>> = onward.iter().map(&mut condition).collect();
        let exclude = |a: &Option<Bool>, b: &Option<Bool>| match (a, b) {
            (Some(a), Some(b)) => Bool::and(&[a, b]).simplify().as_bool() == Some(false),
            _ => false,
        };
        let mut pairs = (0..onward.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        if pairs.all(|(i, j)| exclude(&conditions[i], &conditions[j])) {
            return Vec::new();
        }
        let mut rest: Vec<Bool> = Vec::new();
        let mut choices = Vec::new();
        for _ in 1..onward.len() {
            self.choices += 1;
            let chosen = Bool::new_const(format!("choice{}@", self.choices));
            let mut all = rest.clone();
            all.push(chosen.clone());
            choices.push(Bool::and(&all));
            rest.push(chosen.not());
        }
        choices.push(Bool::and(&rest));
        if mutants::is("open-branches-take-the-first-way") {
            choices.fill(Bool::from_bool(false));
            choices[0] = Bool::from_bool(true);
        }
        choices
    }

    /// Takes a block.
    fn take(&mut self, mut next: Arrived<'p>, id: BlockId) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps > self.budget.steps {
            return Err(Stop::Open);
        }
        let block = &self.blocks.blocks[id];
        if let BlockKind::Violation(_) = block.kind {
            return self.violation(&next);
        }
        if !self.arguments_are_scalars(id) {
            return Err(Stop::Open);
        }
        let mut asked = None;
        match block.kind {
            BlockKind::Call(callee) => {
                asked = self.asked(&mut next, id, callee);
                if let Some(asked) = &asked
                    && !self.remember(&mut next, id, asked)?
                {
                    return Ok(());
                }
            }
            BlockKind::Return => self.note_answer(&mut next, id),
            _ => {}
        }
        for &edge in &block.edges {
            let cfg = self.context.program.funcs[block.func].body.as_ref();
            let written = cfg.and_then(|cfg| cfg.edge(edge).stmt.written());
            match next.walk.step(edge) {
                Taken::To(_, Some(condition)) => {
                    if !next.path_condition.add(&condition) {
                        return Ok(());
                    }
                }
                Taken::Ended | Taken::Outside(_, None) => return Ok(()),
                Taken::Indirect(_) => return Err(Stop::Open),
                Taken::Entered(func) => return self.enter(next, id, asked, func),
                Taken::Returned(_) => return self.leave(next),
                Taken::To(_, None) | Taken::Outside(_, Some(_)) => {}
            }
            if let Some(place) = written {
                next.walk.state.tidy(&self.context, place);
            }
        }
        let bytes = next.walk.state.objects().iter().map(|(_, size)| size);
        if bytes.sum::<u64>() > MAX_OBJECT_BYTES {
            return Err(Stop::Open);
        }
        self.arrive(next, block.func, block.to)
    }

    /// Goes on at a location of the function on top.
    fn arrive(&mut self, mut next: Arrived<'p>, func: FuncId, to: LocId) -> Result<(), Stop> {
        let from = next.positions.pop().ok_or(Stop::Open)?;
        let (position, back) = self.orders[&func].step(&from, to).ok_or(Stop::Open)?;
        let round = position.round();
        next.positions.push(position);
        let word = self.word(&next);
        if back && self.rounds.is_decided(&word, &next.path_condition) {
            if round > self.budget.rounds {
                if mutants::is("unrolling-cuts-long-loops") {
                    return Ok(());
                }
                return Err(Stop::Open);
            }
            if self.ask(&next)? == Answer::Unsatisfiable {
                return Ok(());
            }
        }
        self.waiting.entry(word).or_default().push(next);
        Ok(())
    }

    /// The call at a block, if its answer depends on nothing but the arguments.
    fn asked(
        &mut self,
        next: &mut Arrived<'p>,
        id: BlockId,
        callee: FuncId,
    ) -> Option<FollowedCall> {
        let (_, args) = self.call_of(id)?;
        let state = &mut next.walk.state;
        self.call_memo
            .ask(&self.context, state, &next.path_condition, (callee, args))
    }

    /// Goes past a call where its answer is known; `false` if it is known everywhere.
    fn remember(
        &mut self,
        next: &mut Arrived<'p>,
        id: BlockId,
        asked: &FollowedCall,
    ) -> Result<bool, Stop> {
        let Some(known) = self.call_memo.known(asked) else {
            return Ok(true);
        };
        let (path_condition, value) = (known.path_condition.all(), known.value.clone());
        let mut past = next.clone();
        if past.path_condition.add(&path_condition) {
            if let Some(from) = &mut past.from {
                from.recalled = true;
            }
            if let Some((Some(place), _)) = self.call_of(id) {
                past.walk.state.store(&self.context, place, &value);
                past.walk.state.tidy(&self.context, place);
            }
            let block = &self.blocks.blocks[id];
            self.arrive(past, block.func, block.to)?;
        }
        Ok(next.path_condition.add(&path_condition.not())
            && !mutants::is("a-recalled-answer-counts-everywhere"))
    }

    /// Remembers what a call returns.
    fn note_answer(&mut self, next: &mut Arrived<'p>, id: BlockId) {
        let Some(asked) = next.calls.last().and_then(|c| c.asked.as_ref()) else {
            return;
        };
        let block = &self.blocks.blocks[id];
        let cfg = self.context.program.funcs[block.func].body.as_ref();
        let edge = block.edges.first().zip(cfg);
        if let Some(Stmt::Return { value: Some(value) }) = edge.map(|(&e, cfg)| &cfg.edge(e).stmt) {
            let value = next.walk.state.value(&self.context, *value).simplify();
            self.call_memo.returned(asked, &next.path_condition, value);
        }
    }

    fn enter(
        &mut self,
        mut next: Arrived<'p>,
        block: BlockId,
        asked: Option<FollowedCall>,
        func: FuncId,
    ) -> Result<(), Stop> {
        next.walk.tidy_parameters();
        begin_variables(&mut next.walk, func);
        let depth = next.walk.functions().filter(|&f| f == func).count();
        let decided = next
            .calls
            .last()
            .is_some_and(|c| c.path_condition != next.path_condition);
        if depth > 1 && decided {
            if depth > self.budget.rounds as usize {
                return Err(Stop::Open);
            }
            if self.ask(&next)? == Answer::Unsatisfiable {
                return Ok(());
            }
        }
        let entry = self.entry(func).ok_or(Stop::Open)?;
        next.positions.push(self.orders[&func].start(entry));
        let path_condition = next.path_condition.clone();
        next.calls.push(Call {
            block,
            asked,
            path_condition,
        });
        self.wait(next);
        Ok(())
    }

    fn leave(&mut self, mut next: Arrived<'p>) -> Result<(), Stop> {
        next.positions.pop();
        let call = next.calls.pop().ok_or(Stop::Open)?.block;
        let block = &self.blocks.blocks[call];
        if let Some(place) = self.call_of(call).and_then(|(result, _)| result) {
            next.walk.state.tidy(&self.context, place);
        }
        self.arrive(next, block.func, block.to)
    }

    /// Where a call wants its result, and its arguments.
    fn call_of(&self, id: BlockId) -> Option<(Option<PlaceId>, &'p [ExprId])> {
        let block = &self.blocks.blocks[id];
        let program = self.context.program;
        let cfg = program.funcs[block.func].body.as_ref()?;
        match &cfg.edge(*block.edges.first()?).stmt {
            Stmt::Call { result, args, .. } => Some((*result, args)),
            _ => None,
        }
    }

    /// Structures that are passed are not followed into the callee.
    fn arguments_are_scalars(&self, id: BlockId) -> bool {
        let program = self.context.program;
        let scalar = |&e: &ExprId| program.types.is_scalar(program.type_of(e));
        let BlockKind::Call(callee) = self.blocks.blocks[id].kind else {
            return true;
        };
        let params = &program.funcs[callee].params;
        let plain = |&var| program.types.is_scalar(program.vars[var].ty);
        params.iter().all(plain) && self.call_of(id).is_none_or(|(_, a)| a.iter().all(scalar))
    }

    fn violation(&mut self, next: &Arrived<'_>) -> Result<(), Stop> {
        let mut prover = self.prover(next);
        match prover.check() {
            Answer::Unsatisfiable => self.account(&prover),
            Answer::Unknown => Err(Stop::Open),
            Answer::Satisfiable => {
                let model = prover.model().ok_or(Stop::Open)?;
                let path = self.path(next, &model).ok_or(Stop::Open)?;
                Err(Stop::Violated(path))
            }
        }
    }

    /// Whether anybody arrives somewhere.
    fn ask(&mut self, next: &Arrived<'_>) -> Result<Answer, Stop> {
        if next.path_condition.is_open() {
            return Ok(Answer::Satisfiable);
        }
        let mut prover = self.prover(next);
        let answer = prover.check();
        self.account(&prover)?;
        Ok(answer)
    }

    /// A new solver: without anything to take back, it has more means.
    fn prover(&mut self, next: &Arrived<'_>) -> Prover {
        let mut prover = Prover::new(self.budget.question);
        let layout = next.walk.state.layout();
        layout.iter().for_each(|fact| prover.assert(fact));
        let conditions = next.path_condition.conditions();
        let charge = MIN_EFFORT_PER_QUESTION + MIN_EFFORT_PER_CONDITION * conditions.len() as u32;
        self.charged = self.charged.saturating_add(charge);
        conditions.iter().for_each(|c| prover.assert(c));
        prover
    }

    fn account(&self, prover: &Prover) -> Result<(), Stop> {
        let used = prover.effort().wrapping_sub(self.started);
        if used.saturating_add(self.charged) > self.budget.effort {
            return Err(Stop::Open);
        }
        Ok(())
    }

    /// The path that a model takes to where a violation is, if it was followed everywhere.
    fn path(&self, end: &Arrived<'_>, model: &Model) -> Option<Path> {
        let mut steps = Vec::new();
        let mut from = end.from;
        while let Some(From {
            node,
            block,
            recalled,
        }) = from
        {
            if recalled {
                return None;
            }
            let turn = match self.blocks.blocks[block].kind {
                BlockKind::Straight => Turn::Block,
                BlockKind::Call(_) => Turn::Call,
                BlockKind::Return => Turn::Return,
                BlockKind::Violation(_) => Turn::Violation,
            };
            steps.push(PathStep {
                turn,
                block,
                before: Vec::new(),
                after: Vec::new(),
            });
            let taken = |(_, path_condition): &&(From, PathCondition)| path_condition.holds(model);
            from = self.nodes[node].iter().find(taken).map(|o| o.0);
        }
        steps.reverse();
        Some(Path { steps })
    }
}

/// What lies in memory of a function's variables holds anything at first.
fn begin_variables(walk: &mut Walk<'_>, func: FuncId) {
    let context = walk.context;
    for &var in &context.program.funcs[func].locals {
        if !context.is_symbol(var) {
            execute(&mut walk.state, &context, &Stmt::Begin { var });
        }
    }
}

/// What has arrived at one place, as one: those first that parted last.
fn merged(mut arrived: Vec<Arrived<'_>>) -> Option<Arrived<'_>> {
    while arrived.len() > 1 {
        let mut pairs = (0..arrived.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        let mut best = pairs.next()?;
        let common =
            |(i, j): (usize, usize)| arrived[i].path_condition.common(&arrived[j].path_condition);
        for pair in pairs {
            if common(pair) > common(best) {
                best = pair;
            }
        }
        let other = arrived.remove(best.1);
        let one = &mut arrived[best.0];
        let condition = one.path_condition.merge(&other.path_condition);
        one.walk.merge(&condition, other.walk);
    }
    arrived.pop()
}
