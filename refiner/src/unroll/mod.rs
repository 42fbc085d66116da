//! All executions of a program at once, as far as they have an end.
//!
//! Loops are unrolled and calls followed until no execution goes on: bounded model checking (Biere, Cimatti, Clarke,
//! Zhu, *Symbolic model checking without BDDs*, 1999) that notices when the bound is none. What meets at one place
//! after the same rounds is merged, a value being that of the one or of the other: the number of rounds counts, not
//! that of paths. Only where a loop goes round again, a function calls itself again, or the property is violated is the solver
//! asked whether an execution gets there.
//!
//! Two sides of a branch exclude each other, by their conditions or by a choice made up for them: so the conditions on
//! the way of what is merged tell whose value it is.
//!
//! `order` says what is visited next, `calls` goes into functions and out of them, `questions` asks the solver.

mod call_memo;
mod calls;
mod order;
mod path_condition;
mod questions;
mod rounds;

use std::collections::BTreeMap;

use abstractor::{BlockId, BlockKind, Blocks};
use ir::{FuncId, LocId, Stmt};
use semantics::{Answer, EncodingContext, Prover, State, Taken, Walk, execute};
use source::entity::EntityId;
use z3::ast::{Ast, Bool};

use crate::path::Path;
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
type Predecessors = Vec<(From, PathCondition)>;

struct Unroller<'p> {
    context: EncodingContext<'p>,
    blocks: &'p Blocks,
    budget: Budget,
    orders: BTreeMap<FuncId, Order>,
    /// By position in the unrolled program.
    waiting: BTreeMap<Vec<u32>, Vec<Arrived<'p>>>,
    nodes: Vec<Predecessors>,
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
        let dictionary_key = self.dictionary_key(&arrived);
        self.waiting
            .entry(dictionary_key)
            .or_default()
            .push(arrived);
    }

    /// The position in the unrolled program: keys that come first in the order of a dictionary are visited first.
    fn dictionary_key(&self, arrived: &Arrived<'_>) -> Vec<u32> {
        let mut dictionary_key = Vec::new();
        let funcs = arrived.walk.functions();
        for (n, (func, position)) in funcs.zip(&arrived.positions).enumerate() {
            if n > 0 {
                // What is called comes after the place of the call.
                dictionary_key.push(1 + arrived.calls[n - 1].block.index() as u32);
            }
            if let Some(order) = self.orders.get(&func) {
                order.extend_key(position, &mut dictionary_key);
            }
        }
        dictionary_key
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
            let dictionary_key = self.dictionary_key(&here);
            if !self
                .rounds
                .note(&dictionary_key, &here.path_condition, &here.walk.state)
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
        let dictionary_key = self.dictionary_key(&next);
        if back
            && self
                .rounds
                .has_new_conditions(&dictionary_key, &next.path_condition)
        {
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
        self.waiting.entry(dictionary_key).or_default().push(next);
        Ok(())
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
