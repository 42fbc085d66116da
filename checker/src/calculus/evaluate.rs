//! The rounds: from equations to tables.
//!
//! [`Evaluator::ensure`] is `Evaluate` of the paper (section 3): the relations that an equation depends on come first. What
//! depends on itself without a negation has a least fixed point, which all orders of evaluation come to: such relations grow
//! together, and only what is new in one round is looked at in the next (semi-naive evaluation). What depends on itself
//! through a negation is computed as the paper says, and the user wrote: from the empty relation, in rounds, in each of which
//! everything else that depends on it is computed anew from what it is now. Values are kept for as long as nothing that
//! they depend on has changed, and tables share what they have in common, so that rounds cost what they change.

use std::rc::Rc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use super::dependencies::{Component, Dependencies};
use super::formula::{RelId, Template, VarId};
use super::layout::domain;
use super::normal::blocks;
use super::plan::{Context, Plan, Target};
use super::run::Runner;
use super::table::Tree;
use super::types::ScalarType;
use super::worklist::Worklist;
use crate::bdd::{BddResult, OutOfNodes};
use crate::flow::reverse_postorder;

/// Why there is no value.
#[derive(Clone, Debug)]
pub(super) enum Stuck {
    OutOfNodes,
    /// The rounds of a relation come back to what they have been so many rounds ago.
    Circles(RelId, u64),
}

impl From<OutOfNodes> for Stuck {
    fn from(_: OutOfNodes) -> Self {
        Stuck::OutOfNodes
    }
}

/// In rounds that go through negations: the question costs as much as a short round.
const ROUNDS_BETWEEN_QUESTIONS: u64 = 16;

/// What it took to compute a relation.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effort {
    /// How often its value was computed.
    pub(super) evaluations: u64,
    pub(super) rounds: u64,
    /// Of the time, what was not spent on other relations is not told apart.
    pub(super) time: Duration,
}

/// The versions of what is fixed and a value depends on.
type Basis = Vec<(RelId, u64)>;

/// What a relation depends on and is computed together with, while some relations are fixed.
struct Situation {
    fixed: Vec<RelId>,
    component: Component,
}

pub(super) struct Evaluator<'c, 'a, 'p> {
    context: Context<'c>,
    dependencies: Dependencies,
    pub(super) plans: Vec<Rc<Vec<Plan>>>,
    pub(super) values: Vec<Tree>,
    /// On what each value rests that is known.
    known: Vec<Option<Basis>>,
    /// Relations whose rounds are under way.
    is_fixed: Vec<bool>,
    versions: Vec<u64>,
    clock: u64,
    situations: FxHashMap<(RelId, Vec<bool>), Rc<Situation>>,
    pub(super) efforts: Vec<Effort>,
    pub(super) runner: Runner<'a, 'p>,
    /// Whether the question has been found true before its relations were complete.
    found: bool,
    /// Whether the question can be asked of what is new in each relation; the column that must be a goal, if one must.
    watched: Vec<Option<Option<usize>>>,
    work: Worklist,
    growths: FxHashMap<Vec<RelId>, Rc<Growth>>,
    /// Of each location in its procedure.
    ranks: Vec<u32>,
    /// Of each program counter.
    procs: Vec<u32>,
}

/// How relations that depend on each other grow: plans by the number of their relation among these, and their own.
struct Growth {
    /// Plans that mention none of them: where they begin.
    starts: Vec<(usize, usize)>,
    /// Plans that mention some inside of unions.
    wholes: Vec<(usize, usize)>,
    /// Of each relation, the plans that scan it, and which of their scans that is.
    uses: Vec<Vec<(usize, usize, usize)>>,
    /// The column of each relation's program counter.
    pcs: Vec<Option<usize>>,
    backwards: bool,
}

/// The plans of all relations.
pub(super) fn plans(context: Context<'_>) -> Vec<Rc<Vec<Plan>>> {
    let definitions = context.definitions.iter().zip(context.layouts);
    definitions
        .map(|(definition, layout)| {
            let target = Target::of(layout);
            let blocks = blocks(&definition.body, &definition.scalars);
            let plan = |block| Plan::new(context, &definition.scalars, block, &target);
            Rc::new(blocks.iter().map(plan).collect())
        })
        .collect()
}

impl<'c, 'a, 'p> Evaluator<'c, 'a, 'p> {
    pub(super) fn new(
        context: Context<'c>,
        plans: Vec<Rc<Vec<Plan>>>,
        runner: Runner<'a, 'p>,
    ) -> Self {
        let count = context.definitions.len();
        let flow = runner.templates.spds.flow;
        let (procs, ranks) = (flow.procs.len(), reverse_postorder(flow));
        let pcs = 0..runner.templates.pcs();
        let proc_of = pcs.map(|pc| runner.templates.proc_of(pc).0).collect();
        let mut evaluator = Evaluator {
            context,
            dependencies: Dependencies::new(context.definitions),
            plans,
            values: vec![Tree::Nothing; count],
            known: vec![None; count],
            is_fixed: vec![false; count],
            versions: vec![0; count],
            clock: 0,
            situations: FxHashMap::default(),
            efforts: vec![Effort::default(); count],
            runner,
            found: false,
            watched: vec![None; count],
            work: Worklist::new(procs),
            growths: FxHashMap::default(),
            ranks,
            procs: proc_of,
        };
        evaluator.watch();
        evaluator
    }

    fn question(&self) -> RelId {
        RelId(self.context.definitions.len() as u32 - 1)
    }

    /// Whether the question is true. What does not depend on the goal is kept for the next one.
    pub(super) fn answer(&mut self) -> Result<bool, Stuck> {
        let question = self.question();
        for id in self.ids() {
            if self.dependencies.asks_goal(id) {
                self.known[id.index()] = None;
            }
        }
        self.found = false;
        self.ensure(question)?;
        Ok(self.found || !self.values[question.index()].is_empty())
    }

    fn ids(&self) -> impl Iterator<Item = RelId> + use<> {
        (0..self.context.definitions.len() as u32).map(RelId)
    }

    /// A question that is one conjunction about one relation can be asked while that grows.
    fn watch(&mut self) {
        let question = self.question();
        let plans = Rc::clone(&self.plans[question.index()]);
        if let [plan] = plans.as_slice()
            && let [scan] = plan.scans.as_slice()
            && plan.inner.is_empty()
            && scan.without.is_none()
        {
            let goals = plan
                .rows
                .iter()
                .filter(|rows| rows.template == Template::Goal);
            let goals: Vec<_> = goals.map(|rows| rows.columns[0]).collect();
            let column = scan.columns.iter().position(|c| goals.contains(c));
            self.watched[scan.relation.index()] = Some(column);
        }
    }

    fn situation(&mut self, id: RelId) -> Rc<Situation> {
        let key = (id, self.is_fixed.clone());
        if let Some(known) = self.situations.get(&key) {
            return Rc::clone(known);
        }
        let is_fixed = |r: RelId| self.is_fixed[r.index()];
        let mut fixed = self.dependencies.reached(id, &is_fixed);
        fixed.retain(|r| is_fixed(*r));
        let component = self.dependencies.component(id, &is_fixed);
        let situation = Rc::new(Situation { fixed, component });
        self.situations.insert(key, Rc::clone(&situation));
        situation
    }

    /// Computes a relation, unless its value is known.
    fn ensure(&mut self, id: RelId) -> Result<(), Stuck> {
        if self.is_fixed[id.index()] || self.found {
            return Ok(());
        }
        let situation = self.situation(id);
        let basis = |e: &Self| -> Basis {
            let version = |r: &RelId| (*r, e.versions[r.index()]);
            situation.fixed.iter().map(version).collect()
        };
        let now = basis(self);
        if self.known[id.index()].as_ref() == Some(&now) {
            return Ok(());
        }
        let members = &situation.component.members;
        for member in members {
            for used in self.dependencies.uses(*member).to_vec() {
                if members.binary_search(&used).is_err() {
                    crate::deep_recursion::with_enough_stack(|| self.ensure(used))?;
                }
            }
        }
        if self.found {
            return Ok(());
        }
        let started = Instant::now();
        if !situation.component.is_recursive {
            self.values[id.index()] = self.once(id)?;
            self.efforts[id.index()].rounds += 1;
        } else if situation.component.is_monotone {
            self.grow(members)?;
        } else {
            self.rounds(id)?;
        }
        let effort = &mut self.efforts[id.index()];
        effort.evaluations += 1;
        effort.time += started.elapsed();
        if self.found {
            return Ok(());
        }
        let is_joint = situation.component.is_recursive && situation.component.is_monotone;
        for &member in members {
            if member == id || is_joint {
                let is_fixed = self.situation(member);
                let version = |r: &RelId| (*r, self.versions[r.index()]);
                self.known[member.index()] = Some(is_fixed.fixed.iter().map(version).collect());
            }
        }
        Ok(())
    }

    /// The value of an equation for what its relations are now.
    fn once(&mut self, id: RelId) -> BddResult<Tree> {
        let plans = Rc::clone(&self.plans[id.index()]);
        let is_question = id == self.question();
        let mut value = Tree::Nothing;
        for plan in plans.iter() {
            if self.copy(id, plan, &mut value)? {
                continue;
            }
            self.add(id, plan, None, is_question, &mut value)?;
            if is_question && !value.is_empty() {
                break;
            }
        }
        Ok(value)
    }

    /// Takes over a part of a table as a whole, where that is all that a block says.
    fn copy(&self, id: RelId, plan: &Plan, into: &mut Tree) -> BddResult<bool> {
        let Some(copied) = &plan.copies else {
            return Ok(false);
        };
        let from = plan.scans[0].relation.index();
        let tree = self.values[from].prefixed(&self.context.layouts[from].shape, &copied.prefix);
        let layout = &self.context.layouts[id.index()];
        let scalars = &self.context.definitions[id.index()].scalars;
        let pcs = self.runner.templates.pcs();
        let mut places: Vec<Vec<u32>> = vec![Vec::new()];
        for (column, &known) in layout.columns.iter().zip(&copied.target) {
            let size = domain(self.context.types, scalars[column.index()].ty, pcs);
            let range = known.map_or(0..size, |k| k..k + 1);
            let longer = |place: &Vec<u32>, value| {
                let mut place = place.clone();
                place.push(value);
                place
            };
            places = places
                .iter()
                .flat_map(|place| range.clone().map(move |value| longer(place, value)))
                .collect();
        }
        let bdds = &self.runner.templates.spds.bdds;
        for place in places {
            let there = tree.clone().behind(&place);
            *into = Tree::union(bdds, &layout.shape, into, &there)?;
        }
        Ok(true)
    }

    /// Runs a plan and adds its rows to a table.
    fn add(
        &mut self,
        id: RelId,
        plan: &Plan,
        driver: Option<(usize, &Tree)>,
        only_one: bool,
        into: &mut Tree,
    ) -> BddResult<()> {
        let layout = &self.context.layouts[id.index()];
        let columns: &[VarId] = &layout.columns;
        let rows = self.runner.rows(
            self.context,
            id,
            &self.values,
            plan,
            driver,
            columns,
            only_one,
        )?;
        let bdds = &self.runner.templates.spds.bdds;
        for (key, cell) in rows {
            into.insert(bdds, &layout.shape, &key, &cell)?;
        }
        Ok(())
    }

    /// The least fixed point of relations that depend on each other without negations. Rows that are new are looked at one
    /// after the other.
    fn grow(&mut self, members: &[RelId]) -> Result<(), Stuck> {
        let outcome = self.grow_all(members);
        self.work.clear();
        outcome
    }

    fn grow_all(&mut self, members: &[RelId]) -> Result<(), Stuck> {
        let growth = self.growth(members);
        for &member in members {
            self.values[member.index()] = Tree::Nothing;
            self.efforts[member.index()].rounds += 1;
        }
        for (m, plan) in &growth.starts {
            let plans = Rc::clone(&self.plans[members[*m].index()]);
            self.extend(&growth, members, *m, &plans[*plan], None)?;
        }
        loop {
            if self.found {
                return Ok(());
            }
            let Some((m, key, new)) = self.work.pop() else {
                // What does not tell what is new in it is computed anew, until nothing is.
                let before = self.rows(members);
                for (m, plan) in &growth.wholes {
                    let plans = Rc::clone(&self.plans[members[*m].index()]);
                    self.extend(&growth, members, *m, &plans[*plan], None)?;
                }
                match self.rows(members) == before && self.work.is_empty() {
                    true => return Ok(()),
                    false => continue,
                }
            };
            self.efforts[members[m].index()].rounds += 1;
            let new = Tree::Cell(new).behind(&key);
            for &(target, plan, scan) in &growth.uses[m] {
                let plans = Rc::clone(&self.plans[members[target].index()]);
                self.extend(&growth, members, target, &plans[plan], Some((scan, &new)))?;
            }
        }
    }

    fn rows(&self, members: &[RelId]) -> usize {
        members.iter().map(|m| self.values[m.index()].rows()).sum()
    }

    /// How members of a component grow from each other.
    fn growth(&mut self, members: &[RelId]) -> Rc<Growth> {
        if let Some(known) = self.growths.get(members) {
            return Rc::clone(known);
        }
        let place = |id: RelId| members.binary_search(&id).ok();
        let mut growth = Growth {
            starts: Vec::new(),
            wholes: Vec::new(),
            uses: vec![Vec::new(); members.len()],
            pcs: Vec::new(),
            backwards: false,
        };
        let (mut forwards, mut backwards) = (0, 0);
        for (m, member) in members.iter().enumerate() {
            for (p, plan) in self.plans[member.index()].iter().enumerate() {
                let mut grows = false;
                for (scan, relation) in plan.scanned().enumerate() {
                    if let Some(source) = place(relation) {
                        growth.uses[source].push((m, p, scan));
                        grows = true;
                    }
                }
                if plan.inner.iter().any(|id| place(*id).is_some()) {
                    growth.wholes.push((m, p));
                }
                if !grows {
                    growth.starts.push((m, p));
                }
                let (f, b) = plan.directions();
                forwards += f;
                backwards += b;
            }
            let definition = &self.context.definitions[member.index()];
            let is_pc = |v: &VarId| definition.scalars[v.index()].ty == ScalarType::Pc;
            let columns = &self.context.layouts[member.index()].columns;
            growth.pcs.push(columns.iter().position(is_pc));
        }
        growth.backwards = backwards > forwards;
        let growth = Rc::new(growth);
        self.growths.insert(members.to_vec(), Rc::clone(&growth));
        growth
    }

    /// Adds the rows of a plan to the value of a relation, and what is new to the work.
    fn extend(
        &mut self,
        growth: &Growth,
        members: &[RelId],
        m: usize,
        plan: &Plan,
        driver: Option<(usize, &Tree)>,
    ) -> BddResult<()> {
        let id = members[m];
        let layout = &self.context.layouts[id.index()];
        // The loops read the value while rows are made, and are over when they are added.
        let rows = self.runner.rows(
            self.context,
            id,
            &self.values,
            plan,
            driver,
            &layout.columns,
            false,
        )?;
        for (key, cell) in rows {
            let bdds = &self.runner.templates.spds.bdds;
            let value = &mut self.values[id.index()];
            let Some(fresh) = value.insert(bdds, &layout.shape, &key, &cell)? else {
                continue;
            };
            let place = self.place(growth, m, &key);
            let bdds = &self.runner.templates.spds.bdds;
            self.work.push(bdds, place, m, key.clone(), fresh.clone())?;
            if self.may_answer(id, &key) {
                let new = Tree::Cell(fresh).behind(&key);
                if self.asks(id, &new)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The procedure of a row, and its rank there.
    fn place(&self, growth: &Growth, m: usize, key: &[u32]) -> (usize, u32) {
        let templates = &self.runner.templates;
        let Some(column) = growth.pcs[m] else {
            return (templates.spds.flow.procs.len(), 0);
        };
        let pc = key[column];
        let rank = match templates.begins(pc) {
            Some(_) => 0,
            None => self.ranks[pc as usize] + 1,
        };
        let rank = if growth.backwards {
            u32::MAX - rank
        } else {
            rank
        };
        (self.procs[pc as usize] as usize, rank)
    }

    /// Whether a row may make the question true while its relation grows.
    fn may_answer(&self, id: RelId, key: &[u32]) -> bool {
        let Some(goal) = self.watched[id.index()] else {
            return false;
        };
        let is_top = !self.is_fixed.contains(&true);
        is_top && goal.is_none_or(|column| self.runner.templates.is_goal(key[column]))
    }

    /// Whether what is new in a relation makes the question true.
    fn asks(&mut self, id: RelId, new: &Tree) -> BddResult<bool> {
        if self.watched[id.index()].is_none() || new.is_empty() {
            return Ok(false);
        }
        let question = self.question();
        let plans = Rc::clone(&self.plans[question.index()]);
        let mut value = Tree::Nothing;
        let driver = Some((0, new));
        self.add(question, &plans[0], driver, true, &mut value)?;
        self.found = !value.is_empty();
        Ok(self.found)
    }

    /// The rounds of a relation that depends on itself through a negation.
    fn rounds(&mut self, id: RelId) -> Result<(), Stuck> {
        self.is_fixed[id.index()] = true;
        self.values[id.index()] = Tree::Nothing;
        let outcome = self.stabilise(id);
        self.is_fixed[id.index()] = false;
        outcome
    }

    fn stabilise(&mut self, id: RelId) -> Result<(), Stuck> {
        let shape = self.context.layouts[id.index()].shape.clone();
        // Brent's way to find circles: a value is kept for twice as many rounds as the one before.
        let (mut kept, mut kept_at, mut keep_for) = (Tree::Nothing, 0, 8);
        let outer = self.is_fixed.iter().filter(|f| **f).count();
        let may_ask = outer == 1 && self.inflates(id);
        let mut asked = Tree::Nothing;
        for round in 1.. {
            self.clock += 1;
            self.versions[id.index()] = self.clock;
            self.efforts[id.index()].rounds += 1;
            for used in self.dependencies.uses(id).to_vec() {
                self.ensure(used)?;
            }
            let value = self.once(id)?;
            if value.equals(&self.values[id.index()]) {
                break;
            }
            if value.equals(&kept) {
                return Err(Stuck::Circles(id, round - kept_at));
            }
            if round - kept_at == keep_for {
                kept = value.clone();
                kept_at = round;
                keep_for *= 2;
            }
            self.values[id.index()] = value;
            if may_ask && round % ROUNDS_BETWEEN_QUESTIONS == 0 {
                let value = self.values[id.index()].clone();
                let bdds = &self.runner.templates.spds.bdds;
                let new = Tree::minus(bdds, &shape, &value, &asked)?;
                if self.asks(id, &new)? {
                    break;
                }
                asked = value;
            }
        }
        Ok(())
    }

    /// Whether the part of a relation that the question is about never loses a row from round to round: the equation has
    /// that part itself among its alternatives.
    fn inflates(&self, id: RelId) -> bool {
        let question = &self.plans[self.question().index()];
        if self.watched[id.index()].is_none() {
            return false;
        }
        let scan = &question[0].scans[0];
        let constants = scan.columns.iter().map_while(|c| match c {
            super::formula::Arg::Const(value) => Some(*value),
            super::formula::Arg::Var(_) => None,
        });
        let asked: Vec<u32> = constants.collect();
        self.plans[id.index()].iter().any(|plan| {
            let copies = |c: &super::plan::Copied| {
                let covers = |(t, a): (&Option<u32>, &u32)| t.is_none_or(|t| t == *a);
                c.prefix.len() == c.target.len()
                    && asked.starts_with(&c.prefix)
                    && c.target.iter().zip(&asked).all(covers)
            };
            plan.copies.as_ref().is_some_and(copies) && plan.scans[0].relation == id
        })
    }
}
