//! The symbolic part of a block: operations, and which register holds which variable when.
//!
//! Greedy as well: what only restricts comes first, then steps in place, then copies, tables that share most
//! with what is known, and last whole relations of templates. A variable gets the register that it has in the table that it
//! comes from, or that it must have in the end; it is quantified with the last operation that speaks of it.

use std::collections::BTreeMap;

use super::{
    Arg, Block, Context, DataOp, Held, Item, Plan, Scalar, Target, VarId, View, symbolic_args,
};
use crate::calculus::formula::{Compare, Order, Template};
use crate::calculus::registers::Kind;
use crate::calculus::templates::{SCRATCH, WORK};
use crate::calculus::types::ScalarType;

pub(super) fn plan(
    context: Context<'_>,
    scalars: &[Scalar],
    block: &Block,
    target: &Target,
    items: Vec<Item>,
    plan: &mut Plan,
) {
    let mut planner = Planner {
        context,
        scalars,
        block,
        target,
        plan,
        live: BTreeMap::default(),
        uses: BTreeMap::default(),
    };
    for item in &items {
        for var in planner.symbolic(item) {
            *planner.uses.entry(var).or_insert(0) += 1;
        }
    }
    planner.run(items);
    plan.data.iter_mut().for_each(join_states);
    let mut at = 1;
    while at < plan.data.len() {
        match joined_equalities(&plan.data[at - 1], &plan.data[at]) {
            Some(both) => {
                plan.data[at - 1] = both;
                plan.data.remove(at);
            }
            None => at += 1,
        }
    }
}

/// Makes one of the two valuations of a state where the same is done to both.
fn join_states(op: &mut DataOp) {
    let join_view = |view: &mut View| {
        join(&mut view.forgotten, |h| (h, 0));
        join(&mut view.moved, |(h, to)| (h, *to));
    };
    match op {
        DataOp::Load(_, view, done) | DataOp::Full(_, view, done) => {
            join_view(view);
            join(done, |h| (h, 0));
        }
        DataOp::Remove(_, view) => join_view(view),
        DataOp::Forget(done) => join(done, |h| (h, 0)),
        DataOp::Move(moves) => join(moves, |(h, to)| (h, *to)),
        _ => {}
    }
}

/// Joins locals and globals of one place; `held` tells a variable and what else must be the same.
fn join<T: AsHeld>(all: &mut Vec<T>, held: impl Fn(&T) -> (&Held, u8)) {
    let mut at = 0;
    while at < all.len() {
        let (own, to) = held(&all[at]);
        let other = all.iter().position(|other| {
            let (other, other_to) = held(other);
            own.kind == Kind::Local
                && other.kind == Kind::Global
                && own.pc.is_some()
                && (own.pc, own.register, to) == (other.pc, other.register, other_to)
        });
        if let Some(other) = other {
            all[at].held_mut().kind = Kind::State;
            all.remove(other);
            at = 0;
        } else {
            at += 1;
        }
    }
}

trait AsHeld {
    fn held_mut(&mut self) -> &mut Held;
}

impl AsHeld for Held {
    fn held_mut(&mut self) -> &mut Held {
        self
    }
}

impl AsHeld for (Held, u8) {
    fn held_mut(&mut self) -> &mut Held {
        &mut self.0
    }
}

/// Locals are equal and globals are equal: states are.
fn joined_equalities(first: &DataOp, second: &DataOp) -> Option<DataOp> {
    let (DataOp::Equal(a, to, pc, true), DataOp::Equal(b, other, other_pc, true)) = (first, second)
    else {
        return None;
    };
    let kinds = [a.kind, b.kind];
    let states = kinds.contains(&Kind::Local) && kinds.contains(&Kind::Global);
    let same = (a.register, a.pc, to, pc) == (b.register, b.pc, other, other_pc);
    (states && same && a.pc.is_some() && pc.is_some()).then(|| {
        let mut both = a.clone();
        both.kind = Kind::State;
        DataOp::Equal(both, *to, *pc, true)
    })
}

struct Planner<'c> {
    context: Context<'c>,
    scalars: &'c [Scalar],
    block: &'c Block,
    target: &'c Target,
    plan: &'c mut Plan,
    /// The registers of the variables that the cell speaks of.
    live: BTreeMap<VarId, u8>,
    /// In how many of the items that are left each variable is.
    uses: BTreeMap<VarId, usize>,
}

/// The two valuations of a state.
type Valuations = [VarId; 2];

impl Planner<'_> {
    fn kind(&self, var: VarId) -> Option<Kind> {
        Kind::of(self.scalars[var.index()].ty)
    }

    /// The symbolic variables of an item, each once.
    fn symbolic(&self, item: &Item) -> Vec<VarId> {
        let mut vars = Vec::new();
        item.each_var(&mut |var| vars.push(var));
        vars.retain(|&v| self.kind(v).is_some());
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    fn run(&mut self, mut items: Vec<Item>) {
        while !items.is_empty() {
            let costs = items.iter().map(|item| self.cost(item, &items));
            let best = costs.enumerate().min_by_key(|&(i, cost)| (cost, i));
            let item = items.remove(best.map_or(0, |(i, _)| i));
            let vars = self.symbolic(&item);
            for var in &vars {
                if let Some(count) = self.uses.get_mut(var) {
                    *count -= 1;
                }
            }
            self.plan_item(item);
            self.note_registers();
            debug_assert!(
                vars.iter()
                    .all(|v| self.is_wanted(*v) || !self.live.contains_key(v))
            );
        }
        self.finish();
    }

    fn cost(&self, item: &Item, items: &[Item]) -> usize {
        let vars = self.symbolic(item);
        let dead = vars.iter().filter(|v| !self.live.contains_key(v)).count();
        match item {
            Item::Load(_, args) => {
                let feeds = |other: &Item| match other {
                    Item::Template(_, wanted) => {
                        let shared = wanted.iter().filter(|a| args.contains(a));
                        shared
                            .filter(|a| a.var().is_some_and(|v| self.kind(v).is_some()))
                            .count()
                    }
                    Item::Over { before, after, .. } => {
                        let shared = before.iter().chain(after);
                        shared.filter(|v| args.contains(&Arg::Var(**v))).count()
                    }
                    _ => 0,
                };
                let feeds: usize = items.iter().map(feeds).sum();
                let shared = vars.len() - dead;
                100 - shared.min(9) * 10 - feeds.min(9)
            }
            _ if dead == 0 => 0,
            Item::Template(rows, args) if self.in_place(*rows, args, 1).is_some() => 1,
            Item::Over { before, after, .. } => {
                let ready = self.are_live(before) || self.are_live(after);
                if ready { 1 } else { 1_000 }
            }
            Item::Compare(compare, true) if compare.order == Order::Equal && dead == 1 => 2,
            Item::Template(..) => 200 + dead,
            Item::Holds(..) | Item::Compare(..) => 300 + dead,
            Item::Remove(..) | Item::Blocks(..) => 400 + dead,
        }
    }

    fn plan_item(&mut self, item: Item) {
        match item {
            Item::Load(scan, args) => {
                let relation = self.plan.scans[scan].relation;
                let registers = self.context.layouts[relation.index()].registers.clone();
                let params: Vec<(Arg, (Kind, u8))> = args
                    .into_iter()
                    .zip(registers)
                    .filter_map(|(a, r)| Some((a, r?)))
                    .collect();
                if params.is_empty() {
                    return;
                }
                let definition = &self.context.definitions[relation.index()];
                let types = definition.scalars[..definition.params].iter().map(|s| s.ty);
                let types: Vec<ScalarType> = types.filter(|ty| !ty.is_explicit()).collect();
                let view = self.view(&params, &types);
                let done = self.dying();
                self.plan.data.push(DataOp::Load(scan, view, done));
            }
            Item::Template(rows, args) => self.template(rows, &args),
            Item::Over {
                rows,
                scan,
                before,
                after,
                registers,
            } => {
                let forward = self.are_live(&before);
                let (from, to) = if forward {
                    (before, after)
                } else {
                    (after, before)
                };
                self.bring_to_work(from);
                self.replace(from, to);
                self.plan.data.push(DataOp::Over {
                    rows,
                    scan,
                    registers,
                    forward,
                });
                self.forget_dying();
            }
            Item::Remove(scan, args) => {
                let relation = scan.relation;
                let registers = self.context.layouts[relation.index()].registers.clone();
                let scalars = &self.context.definitions[relation.index()].scalars;
                let mut params = Vec::new();
                let mut types = Vec::new();
                for (i, (arg, register)) in args.into_iter().zip(registers).enumerate() {
                    let Some(register) = register else { continue };
                    if let Some(var) = arg.var() {
                        self.be_born(var, None);
                    }
                    params.push((arg, register));
                    types.push(scalars[i].ty);
                }
                let view = self.view(&params, &types);
                self.plan.data.push(DataOp::Remove(scan, view));
                self.forget_dying();
            }
            Item::Compare(compare, positive) => self.compare(compare, positive),
            Item::Holds(var, value) => {
                self.be_born(var, None);
                let held = self.held(var);
                self.plan.data.push(DataOp::Holds(held, value));
                self.forget_dying();
            }
            Item::Blocks(blocks, positive) => self.blocks(&blocks, positive),
        }
    }

    fn template(&mut self, rows: usize, args: &[Arg]) {
        if let Some((from, to, forward)) = self.in_place(rows, args, 0) {
            self.bring_to_work(from);
            self.replace(from, to);
            self.plan.data.push(DataOp::Step { rows, forward });
            self.forget_dying();
            return;
        }
        let params: Vec<(Arg, (Kind, u8))> = symbolic_args(self.plan.rows[rows].template)
            .iter()
            .filter_map(|&(i, register)| {
                let kind = self.kind(args[i].var()?)?;
                Some((args[i], (kind, register)))
            })
            .collect();
        // Valuations only: their types follow from their kinds.
        let types = vec![ScalarType::Local; params.len()];
        let view = self.view(&params, &types);
        let done = self.dying();
        self.plan.data.push(DataOp::Full(rows, view, done));
    }

    fn are_live(&self, state: &Valuations) -> bool {
        state.iter().all(|v| self.live.contains_key(v))
    }

    fn is_wanted(&self, var: VarId) -> bool {
        self.target.held.contains_key(&var) || self.uses.get(&var).is_some_and(|&u| u > 0)
    }

    /// Whether a template takes one state, of which nothing else speaks, to another, of which nothing has been said. The
    /// item itself is still counted so often among the uses.
    fn in_place(
        &self,
        rows: usize,
        args: &[Arg],
        counted: usize,
    ) -> Option<(Valuations, Valuations, bool)> {
        let template = self.plan.rows[rows].template;
        if !matches!(template, Template::ProgramInt | Template::IntoCall) {
            return None;
        }
        let first = [args[1].var()?, args[2].var()?];
        let second = [args[4].var()?, args[5].var()?];
        if first.iter().any(|v| second.contains(v)) {
            return None;
        }
        let dies = |v: &VarId| {
            !self.target.held.contains_key(v)
                && self.uses.get(v).is_none_or(|&u| u <= counted)
                && self.block.vars.contains(v)
        };
        let unborn = |state: &Valuations| state.iter().all(|v| !self.live.contains_key(v));
        for (from, to, forward) in [(first, second, true), (second, first, false)] {
            if self.are_live(&from) && from.iter().all(dies) && unborn(&to) {
                return Some((from, to, forward));
            }
        }
        None
    }

    /// Brings a state to the register that steps work on.
    fn bring_to_work(&mut self, state: Valuations) {
        let mut moves = Vec::new();
        for var in state {
            let register = self.live[&var];
            if register == WORK {
                continue;
            }
            let kind = self.kind(var);
            let mut live = self.live.iter();
            let other = live.find(|(v, r)| **r == WORK && self.kind(**v) == kind);
            if let Some((&other, _)) = other {
                moves.push((self.held(other), register));
                self.live.insert(other, register);
            }
            moves.push((self.held(var), WORK));
            self.live.insert(var, WORK);
        }
        if !moves.is_empty() {
            self.plan.data.push(DataOp::Move(moves));
        }
    }

    /// A step in place has taken one state to another.
    fn replace(&mut self, from: Valuations, to: Valuations) {
        for (from, to) in from.into_iter().zip(to) {
            self.live.remove(&from);
            self.live.insert(to, WORK);
        }
    }

    fn held_in(&self, var: VarId, register: u8) -> Held {
        let scalar = &self.scalars[var.index()];
        let pc = self.block.pc(self.scalars, var);
        Held {
            kind: Kind::of(scalar.ty).unwrap_or(Kind::Bits),
            register,
            pc: pc.filter(|pc| self.plan.explicit.contains(pc) || self.target.given.contains(pc)),
            width: width(scalar.ty),
        }
    }

    fn held(&self, var: VarId) -> Held {
        self.held_in(var, self.live[&var])
    }

    /// A free register: that which is wanted, if it is.
    fn free_register(&self, var: VarId, wanted: &[u8]) -> u8 {
        let kind = self.kind(var);
        let taken = |register: u8| {
            let mut live = self.live.iter();
            live.any(|(v, r)| *r == register && self.kind(*v) == kind)
                || register == SCRATCH && kind != Some(Kind::Bits)
        };
        let own = self.target.held.get(&var).map(|(_, register)| *register);
        let mut candidates = own
            .into_iter()
            .chain(wanted.iter().copied())
            .chain(0..u8::MAX);
        candidates.find(|r| !taken(*r)).unwrap_or(u8::MAX)
    }

    fn be_born(&mut self, var: VarId, wanted: Option<u8>) {
        if !self.live.contains_key(&var) {
            let register = self.free_register(var, wanted.as_slice());
            self.live.insert(var, register);
        }
    }

    /// How parameters in registers are seen by arguments. Those of which nothing was said get registers, unless nothing
    /// else will speak of them.
    fn view(&mut self, params: &[(Arg, (Kind, u8))], types: &[ScalarType]) -> View {
        let mut view = View::default();
        let mut seen: Vec<(VarId, u8)> = Vec::new();
        for (&(arg, (kind, register)), &ty) in params.iter().zip(types) {
            let Arg::Var(var) = arg else {
                let held = Held {
                    kind,
                    register,
                    pc: None,
                    width: width(ty),
                };
                let Arg::Const(value) = arg else { continue };
                view.fixed.push((held, value));
                continue;
            };
            let held = self.held_in(var, register);
            if let Some((_, first)) = seen.iter().find(|(v, _)| *v == var) {
                view.tied.push((held, *first));
                continue;
            }
            seen.push((var, register));
            if !self.live.contains_key(&var) && !self.is_wanted(var) {
                view.forgotten.push(held);
                continue;
            }
            self.be_born(var, Some(register));
            view.moved.push((held, self.live[&var]));
        }
        view.moved.retain(|(held, to)| held.register != *to);
        view
    }

    /// The variables that nothing speaks of any more; they are not live from here on.
    fn dying(&mut self) -> Vec<Held> {
        let mut dead: Vec<VarId> = self.live.keys().copied().collect();
        dead.retain(|&v| !self.is_wanted(v));
        dead.sort_unstable();
        let held = dead.iter().map(|&v| self.held(v)).collect();
        dead.iter().for_each(|v| {
            self.live.remove(v);
        });
        held
    }

    fn forget_dying(&mut self) {
        let dead = self.dying();
        if !dead.is_empty() {
            self.plan.data.push(DataOp::Forget(dead));
        }
    }

    fn compare(&mut self, compare: Compare, positive: bool) {
        let vars = [compare.left.0.var(), compare.right.0.var()];
        if let ([Some(a), Some(b)], true) = (vars, compare.ty.is_valuation()) {
            return self.equal(a, b, positive);
        }
        for var in vars.into_iter().flatten() {
            self.be_born(var, None);
        }
        let register = |var: Option<VarId>| var.map(|v| self.live[&v]);
        let op = DataOp::Compare {
            compare,
            left: register(vars[0]),
            right: register(vars[1]),
            positive,
        };
        self.plan.data.push(op);
        self.forget_dying();
    }

    /// Two valuations are equal, or not. What is equal to something may have either register.
    fn equal(&mut self, a: VarId, b: VarId, positive: bool) {
        let born = |planner: &Self, v| planner.live.contains_key(&v);
        let copies = positive && born(self, a) != born(self, b);
        self.be_born(a, None);
        self.be_born(b, None);
        let (held_a, held_b) = (self.held(a), self.held(b));
        let op = DataOp::Equal(held_a.clone(), self.live[&b], held_b.pc, positive);
        self.plan.data.push(op);
        let wants = |v: &VarId, register: u8| {
            self.target
                .held
                .get(v)
                .is_some_and(|(_, wanted)| *wanted == register)
        };
        if copies && self.is_one_place(&held_a, &held_b) {
            let (ra, rb) = (self.live[&a], self.live[&b]);
            if wants(&a, rb) || wants(&b, ra) {
                self.live.insert(a, rb);
                self.live.insert(b, ra);
            }
        }
        self.forget_dying();
    }

    /// Whether two valuations belong to program counters that are equal.
    fn is_one_place(&self, a: &Held, b: &Held) -> bool {
        let equates = |&(compare, positive): &(Compare, bool)| {
            let sides = [compare.left, compare.right];
            let is = |pc: Option<VarId>| pc.is_some_and(|pc| sides.contains(&(Arg::Var(pc), 0)));
            positive && compare.order == Order::Equal && is(a.pc) && is(b.pc)
        };
        a.pc == b.pc || self.plan.compares.iter().any(equates)
    }

    fn blocks(&mut self, blocks: &[Block], positive: bool) {
        let mut free = Vec::new();
        blocks
            .iter()
            .for_each(|b| b.each_free(&mut |var| free.push(var)));
        free.sort_unstable();
        free.dedup();
        let (symbolic, given): (Vec<VarId>, Vec<VarId>) =
            free.into_iter().partition(|&v| self.kind(v).is_some());
        let mut target = Target {
            given,
            ..Target::default()
        };
        // The program counters of free valuations tell inside what matters there.
        for &var in &symbolic {
            self.be_born(var, None);
            let Some(kind) = self.kind(var) else { continue };
            target.held.insert(var, (kind, self.live[&var]));
            target.given.extend(self.held(var).pc);
        }
        target.given.sort_unstable();
        target.given.dedup();
        let plans: Vec<Plan> = blocks
            .iter()
            .map(|block| {
                let mut inside = block.clone();
                inside.know_replaced(self.block);
                let mut plan = Plan::new(self.context, self.scalars, &inside, &target);
                let own = self.scalars.len();
                plan.shift_rows(self.plan.environment - own);
                self.plan.environment += plan.environment - own;
                plan
            })
            .collect();
        for plan in &plans {
            self.plan.inner.extend(plan.scanned());
            self.plan.inner.extend(&plan.inner);
            self.plan.registers.0 = self.plan.registers.0.max(plan.registers.0);
            self.plan.registers.1 = self.plan.registers.1.max(plan.registers.1);
        }
        self.plan.data.push(DataOp::Blocks(plans, positive));
        self.forget_dying();
    }

    fn note_registers(&mut self) {
        for (&var, &register) in &self.live {
            let most = match self.kind(var) {
                Some(Kind::Bits) => &mut self.plan.registers.1,
                _ => &mut self.plan.registers.0,
            };
            *most = (*most).max(register.saturating_add(1));
        }
    }

    /// Brings everything to where it must be.
    fn finish(&mut self) {
        let mut live: Vec<(VarId, u8)> = self.live.iter().map(|(v, r)| (*v, *r)).collect();
        live.sort_unstable();
        let moves: Vec<(Held, u8)> = live
            .into_iter()
            .filter_map(|(var, register)| {
                let (_, wanted) = self.target.held.get(&var)?;
                (*wanted != register).then(|| (self.held(var), *wanted))
            })
            .collect();
        if !moves.is_empty() {
            self.plan.data.push(DataOp::Move(moves));
        }
        for (kind, register) in self.target.held.values() {
            let most = match kind {
                Kind::Bits => &mut self.plan.registers.1,
                _ => &mut self.plan.registers.0,
            };
            *most = (*most).max(register.saturating_add(1));
        }
    }
}

fn width(ty: ScalarType) -> u32 {
    match ty {
        ScalarType::Bits(width) => width,
        _ => 1,
    }
}
