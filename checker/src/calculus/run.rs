//! Runs plans: loops over rows, and for each binding the operations on its cell.

use smallvec::SmallVec;

use super::formula::{Arg, Compare, Order, RelId, VarId};
use super::layout::{Layout, domain};
use super::plan::{Context, DataOp, Held, Plan, Scan, Step, View};
use super::registers::{Content, ContentId, Kind, Move, Registers};
use super::table::Tree;
use super::templates::{Found, MAX_COLUMNS, Templates};
use super::types::ScalarType;
use crate::bdd::{Bdd, BddResult, Bdds, OutOfNodes, Slot};
use crate::flow::SlotSet;

/// The numbers of a row's columns.
pub(super) type Key = SmallVec<[u32; 4]>;

/// Why a run ends before its loops do.
enum Halt {
    OutOfNodes,
    /// One row was enough.
    Found,
}

impl From<OutOfNodes> for Halt {
    fn from(_: OutOfNodes) -> Self {
        Halt::OutOfNodes
    }
}

/// The program, and what is known about registers.
pub(super) struct Runner<'a, 'p> {
    pub(super) templates: Templates<'a, 'p>,
    pub(super) registers: Registers,
    /// What matters at a program counter of each kind of variables.
    contents: Vec<[Option<ContentId>; 4]>,
    /// Rows for which operations on cells were made, since the beginning.
    pub(super) visited: u64,
}

/// One run of a plan.
struct Run<'r, 'a, 'p> {
    runner: &'r mut Runner<'a, 'p>,
    context: Context<'r>,
    scalars: &'r [super::formula::Scalar],
    values: &'r [Tree],
    plan: &'r Plan,
    sources: &'r [Tree],
    steps: &'r [Step],
    columns: &'r [VarId],
    cells: Vec<Bdd>,
    only_one: bool,
    found: Vec<(Key, Bdd)>,
}

impl<'a, 'p> Runner<'a, 'p> {
    pub(super) fn new(templates: Templates<'a, 'p>, registers: Registers) -> Self {
        Runner {
            templates,
            registers,
            contents: Vec::new(),
            visited: 0,
        }
    }

    /// The rows of a block, of which the table of one scan may be replaced (by what is new in it).
    #[allow(clippy::too_many_arguments)]
    pub(super) fn rows(
        &mut self,
        context: Context<'_>,
        of: RelId,
        values: &[Tree],
        plan: &Plan,
        driver: Option<(usize, &Tree)>,
        columns: &[VarId],
        only_one: bool,
    ) -> BddResult<Vec<(Key, Bdd)>> {
        let scalars = &context.definitions[of.index()].scalars;
        let mut env = vec![0; plan.environment];
        let from = (context, scalars.as_slice(), values);
        self.run(from, plan, driver, columns, only_one, &mut env)
    }

    fn run(
        &mut self,
        (context, scalars, values): (Context<'_>, &[super::formula::Scalar], &[Tree]),
        plan: &Plan,
        driver: Option<(usize, &Tree)>,
        columns: &[VarId],
        only_one: bool,
        env: &mut [u32],
    ) -> BddResult<Vec<(Key, Bdd)>> {
        if plan.is_false {
            return Ok(Vec::new());
        }
        let mut sources: SmallVec<[Tree; 4]> = SmallVec::new();
        for (i, scan) in plan.scans.iter().enumerate() {
            let tree = match driver {
                Some((d, delta)) if d == i => delta,
                _ => &values[scan.relation.index()],
            };
            let source = self.source(context.layouts, values, scan, tree)?;
            if source.is_empty() {
                return Ok(Vec::new());
            }
            sources.push(source);
        }
        let first = driver
            .map(|(i, _)| i)
            .or_else(|| self.smallest(plan, &sources));
        let pcs = self.templates.pcs();
        let size = |v: VarId| domain(context.types, scalars[v.index()].ty, pcs) as usize;
        let steps = plan.order(first, |t, known| self.templates.estimate(t, known), size);
        let cells = vec![self.templates.spds.bdds.one(); plan.scans.len()];
        let mut run = Run {
            runner: self,
            context,
            scalars,
            values,
            plan,
            sources: &sources,
            steps: &steps,
            columns,
            cells,
            only_one,
            found: Vec::new(),
        };
        match run.go(0, env) {
            Ok(()) | Err(Halt::Found) => Ok(run.found),
            Err(Halt::OutOfNodes) => Err(OutOfNodes),
        }
    }

    /// The rows of a scan, without those that are left out.
    fn source(
        &self,
        layouts: &[Layout],
        values: &[Tree],
        scan: &Scan,
        tree: &Tree,
    ) -> BddResult<Tree> {
        let Some(without) = &scan.without else {
            return Ok(tree.clone());
        };
        let shape = &layouts[scan.relation.index()].shape;
        let constant = |c: &Arg| match c {
            Arg::Const(value) => *value,
            Arg::Var(_) => 0,
        };
        let leading: Vec<u32> = scan.columns[..without.constants]
            .iter()
            .map(constant)
            .collect();
        let own = tree.prefixed(shape, &leading);
        let other = &layouts[without.relation.index()].shape;
        let other = values[without.relation.index()].prefixed(other, &without.prefix);
        let below = shape.below(without.constants);
        let rest = Tree::minus(&self.templates.spds.bdds, &below, &own, &other)?;
        Ok(rest.behind(&leading))
    }

    /// The scan that loops begin with; none where a template has fewer rows.
    fn smallest(&self, plan: &Plan, sources: &[Tree]) -> Option<usize> {
        if plan.has_given() {
            return None;
        }
        let scan = (0..sources.len()).map(|i| (sources[i].rows(), i)).min()?;
        let unbound = [false; MAX_COLUMNS];
        let rows = plan.rows.iter().map(|rows| {
            self.templates
                .estimate(rows.template, &unbound[..rows.columns.len()])
        });
        (rows.min().is_none_or(|rows| scan.0 <= rows)).then_some(scan.1)
    }

    /// What a variable is made of at a program counter.
    fn content(&mut self, held: &Held, env: &[u32]) -> ContentId {
        if held.kind == Kind::Bits {
            return self.registers.intern(Content::Bits(held.width));
        }
        let pcs = self.templates.pcs() as usize;
        let pc = held.pc.map(|pc| env[pc.index()]);
        let at = pc.map_or(pcs, |pc| pc as usize);
        if self.contents.is_empty() {
            self.contents = vec![[None; 4]; pcs + 1];
        }
        if let Some(known) = self.contents[at][held.kind as usize] {
            return known;
        }
        let flow = self.templates.spds.flow;
        let mut slots = SlotSet::new(flow.slot_count);
        let of_kind = |slot: &Slot| match held.kind {
            Kind::State => true,
            kind => flow.is_global(*slot) == (kind == Kind::Global),
        };
        match pc {
            Some(pc) => slots.extend(self.templates.matters(pc).iter().filter(of_kind)),
            None => slots.extend((0..flow.slot_count as u32).map(Slot).filter(of_kind)),
        }
        let content = self.registers.intern(Content::Slots(slots));
        self.contents[at][held.kind as usize] = Some(content);
        content
    }

    /// The cube of some variables.
    fn cube(&mut self, held: &[Held], env: &[u32]) -> BddResult {
        if let [held] = held {
            let content = self.content(held, env);
            let bdds = &self.templates.spds.bdds;
            return self.registers.cube(bdds, content, held.register);
        }
        let mut all = self.templates.spds.bdds.one();
        for held in held {
            let content = self.content(held, env);
            let bdds = &self.templates.spds.bdds;
            let cube = self.registers.cube(bdds, content, held.register)?;
            all = bdds.and(&all, &cube)?;
        }
        Ok(all)
    }

    fn moved(&mut self, set: &Bdd, moves: &[(Held, u8)], env: &[u32]) -> BddResult {
        if moves.is_empty() {
            return Ok(set.clone());
        }
        let moves = moves.iter().map(|(held, to)| Move {
            kind: held.kind,
            content: self.content(held, env),
            from: held.register,
            to: *to,
        });
        let moves: Vec<Move> = moves.collect();
        self.registers.moved(&self.templates.spds.bdds, set, moves)
    }

    /// A relation as its arguments see it.
    fn viewed(&mut self, set: &Bdd, view: &View, env: &[u32]) -> BddResult {
        let mut set = set.clone();
        for (held, value) in &view.fixed {
            let content = self.content(held, env);
            let bdds = &self.templates.spds.bdds;
            let is = number(bdds, &self.registers, held.width, held.register, *value)?;
            let cube = self.registers.cube(bdds, content, held.register)?;
            set = bdds.and_exists(&set, &is, &cube)?;
        }
        for (held, first) in &view.tied {
            let content = self.content(held, env);
            let bdds = &self.templates.spds.bdds;
            let same = self.registers.same(bdds, content, held.register, *first)?;
            let cube = self.registers.cube(bdds, content, held.register)?;
            set = bdds.and_exists(&set, &same, &cube)?;
        }
        if !view.forgotten.is_empty() {
            let cube = self.cube(&view.forgotten, env)?;
            set = self.templates.spds.bdds.exists(&set, &cube)?;
        }
        self.moved(&set, &view.moved, env)
    }
}

/// That a register of bits holds a number.
fn number(bdds: &Bdds, registers: &Registers, width: u32, register: u8, value: u32) -> BddResult {
    let mut all = bdds.one();
    for bit in 0..width {
        let var = bdds.variable(registers.bit(width, bit, register));
        all = match value >> bit & 1 {
            1 => bdds.and(var, &all)?,
            _ => bdds.minus(&all, var)?,
        };
    }
    Ok(all)
}

/// How many bits numbers have when something is added to them: nothing is lost.
const SUM_BITS: u32 = 34;

impl Run<'_, '_, '_> {
    fn go(&mut self, at: usize, env: &mut [u32]) -> Result<(), Halt> {
        let Some(step) = self.steps.get(at) else {
            return self.row(env);
        };
        match step {
            Step::Scan(scan, fresh) => {
                let tree = self.sources[*scan].clone();
                self.scan(at, *scan, fresh, 0, &tree, env)
            }
            Step::Rows(rows, fresh) => {
                let rows = &self.plan.rows[*rows];
                let mut known = [None; MAX_COLUMNS];
                for (i, column) in rows.columns.iter().enumerate() {
                    if !fresh[i] {
                        known[i] = Some(value(*column, env));
                    }
                }
                let mut found = Found::new();
                self.runner
                    .templates
                    .each_row(rows.template, known, &mut found);
                for (row, columns) in found {
                    env[rows.row] = row;
                    let mut fits = true;
                    for (i, column) in rows.columns.iter().enumerate() {
                        match column {
                            Arg::Var(var) if fresh[i] => env[var.index()] = columns[i],
                            // One variable may stand in two columns.
                            _ => fits &= value(*column, env) == columns[i],
                        }
                    }
                    if fits {
                        self.go(at + 1, env)?;
                    }
                }
                Ok(())
            }
            Step::Filter(compare) => {
                let (compare, positive) = &self.plan.compares[*compare];
                if holds(compare, env) == *positive {
                    self.go(at + 1, env)?;
                }
                Ok(())
            }
            Step::Solve(compare, var) => {
                let (compare, _) = &self.plan.compares[*compare];
                let (this, other) = match compare.left.0 == Arg::Var(*var) {
                    true => (compare.left, compare.right),
                    false => (compare.right, compare.left),
                };
                let sum = u64::from(value(other.0, env)) + u64::from(other.1);
                let solved = sum.checked_sub(u64::from(this.1));
                if let Some(solved) = solved.filter(|&v| v < u64::from(self.size(*var))) {
                    env[var.index()] = solved as u32;
                    self.go(at + 1, env)?;
                }
                Ok(())
            }
            Step::Enumerate(var) => {
                for value in 0..self.size(*var) {
                    env[var.index()] = value;
                    self.go(at + 1, env)?;
                }
                Ok(())
            }
        }
    }

    fn size(&self, var: VarId) -> u32 {
        let pcs = self.runner.templates.pcs();
        domain(self.context.types, self.scalars[var.index()].ty, pcs)
    }

    fn scan(
        &mut self,
        at: usize,
        scan: usize,
        fresh: &[bool],
        column: usize,
        tree: &Tree,
        env: &mut [u32],
    ) -> Result<(), Halt> {
        let columns = &self.plan.scans[scan].columns;
        if column == columns.len() {
            if let Some(cell) = tree.cell() {
                self.cells[scan] = cell.clone();
                return self.go(at + 1, env);
            }
            return Ok(());
        }
        let arg = columns[column];
        if let (Arg::Var(var), true) = (arg, fresh[column]) {
            return tree.each(&mut |key, rest: &Tree| {
                env[var.index()] = key;
                self.scan(at, scan, fresh, column + 1, rest, env)
            });
        }
        let relation = self.plan.scans[scan].relation;
        let shape = &self.context.layouts[relation.index()].shape;
        match tree.at(shape, column, value(arg, env)) {
            Some(rest) => {
                let rest = rest.clone();
                self.scan(at, scan, fresh, column + 1, &rest, env)
            }
            None => Ok(()),
        }
    }

    /// All explicit variables are bound.
    fn row(&mut self, env: &mut [u32]) -> Result<(), Halt> {
        self.runner.visited += 1;
        let cell = self.cell(env)?;
        if self.runner.templates.spds.bdds.is_zero(&cell) {
            return Ok(());
        }
        let key = self.columns.iter().map(|c| env[c.index()]).collect();
        self.found.push((key, cell));
        match self.only_one {
            true => Err(Halt::Found),
            false => Ok(()),
        }
    }

    fn cell(&mut self, env: &mut [u32]) -> BddResult {
        let mut cell = self.runner.templates.spds.bdds.one();
        for op in &self.plan.data {
            cell = self.apply(op, &cell, env)?;
            if self.runner.templates.spds.bdds.is_zero(&cell) {
                break;
            }
        }
        Ok(cell)
    }

    fn apply(&mut self, op: &DataOp, cell: &Bdd, env: &mut [u32]) -> BddResult {
        let plan = self.plan;
        let runner = &mut *self.runner;
        match op {
            DataOp::Load(scan, view, done) => {
                let seen = runner.viewed(&self.cells[*scan], view, env)?;
                let cube = runner.cube(done, env)?;
                let bdds = &runner.templates.spds.bdds;
                if bdds.is_one(cell) {
                    return bdds.exists(&seen, &cube);
                }
                bdds.and_exists(cell, &seen, &cube)
            }
            DataOp::Remove(scan, view) => {
                let mut tree = &self.values[scan.relation.index()];
                let shape = &self.context.layouts[scan.relation.index()].shape;
                for (column, arg) in scan.columns.iter().enumerate() {
                    match tree.at(shape, column, value(*arg, env)) {
                        Some(rest) => tree = rest,
                        None => return Ok(cell.clone()),
                    }
                }
                let Some(removed) = tree.cell() else {
                    return Ok(cell.clone());
                };
                let seen = runner.viewed(&removed.clone(), view, env)?;
                runner.templates.spds.bdds.minus(cell, &seen)
            }
            DataOp::Step { rows, forward } => {
                let rows = &plan.rows[*rows];
                let row = env[rows.row];
                let is_call = rows.template == super::formula::Template::IntoCall;
                match (is_call, forward) {
                    (false, true) => runner.templates.image(row, cell),
                    (false, false) => runner.templates.preimage(row, cell),
                    (true, true) => runner.templates.enter(row, cell),
                    (true, false) => runner.templates.before_enter(row, cell),
                }
            }
            DataOp::Over {
                rows,
                scan,
                registers,
                forward,
            } => {
                let row = env[plan.rows[*rows].row];
                let summary = &self.cells[*scan];
                let Runner {
                    templates,
                    registers: all,
                    ..
                } = runner;
                let over = templates.over(all, row, summary, *registers)?;
                match forward {
                    true => over.image(&templates.spds.bdds, cell),
                    false => over.preimage(&templates.spds.bdds, cell),
                }
            }
            DataOp::Full(rows, view, done) => {
                let rows = &plan.rows[*rows];
                let row = env[rows.row];
                let Runner {
                    templates,
                    registers,
                    ..
                } = runner;
                let full = templates.full(registers, rows.template, row)?;
                let seen = runner.viewed(&full, view, env)?;
                let cube = runner.cube(done, env)?;
                runner.templates.spds.bdds.and_exists(cell, &seen, &cube)
            }
            DataOp::Equal(held, other, other_pc, positive) => {
                let same = equality(runner, held, *other, *other_pc, env)?;
                let bdds = &runner.templates.spds.bdds;
                match positive {
                    true => bdds.and(cell, &same),
                    false => bdds.minus(cell, &same),
                }
            }
            DataOp::Compare {
                compare,
                left,
                right,
                positive,
            } => {
                let holds = comparison(runner, compare, *left, *right)?;
                let bdds = &runner.templates.spds.bdds;
                match positive {
                    true => bdds.and(cell, &holds),
                    false => bdds.minus(cell, &holds),
                }
            }
            DataOp::Holds(held, positive) => {
                let bdds = &runner.templates.spds.bdds;
                let var = bdds.variable(runner.registers.bit(1, 0, held.register));
                match positive {
                    true => bdds.and(cell, var),
                    false => bdds.minus(cell, var),
                }
            }
            DataOp::Blocks(plans, positive) => {
                let mut union = runner.templates.spds.bdds.zero();
                for inner in plans {
                    let from = (self.context, self.scalars, self.values);
                    for (_, part) in runner.run(from, inner, None, &[], false, env)? {
                        union = runner.templates.spds.bdds.or(&union, &part)?;
                    }
                }
                let bdds = &runner.templates.spds.bdds;
                match positive {
                    true => bdds.and(cell, &union),
                    false => bdds.minus(cell, &union),
                }
            }
            DataOp::Forget(held) => {
                let cube = runner.cube(held, env)?;
                runner.templates.spds.bdds.exists(cell, &cube)
            }
            DataOp::Move(moves) => runner.moved(cell, moves, env),
        }
    }
}

fn value(arg: Arg, env: &[u32]) -> u32 {
    match arg {
        Arg::Var(var) => env[var.index()],
        Arg::Const(value) => value,
    }
}

fn holds(compare: &Compare, env: &[u32]) -> bool {
    let side = |(arg, plus): (Arg, u32)| u64::from(value(arg, env)) + u64::from(plus);
    let (left, right) = (side(compare.left), side(compare.right));
    match compare.order {
        Order::Equal => left == right,
        Order::Less => left < right,
        Order::LessEqual => left <= right,
    }
}

/// That two valuations agree on what matters to both.
fn equality(
    runner: &mut Runner<'_, '_>,
    held: &Held,
    other: u8,
    other_pc: Option<VarId>,
    env: &[u32],
) -> BddResult {
    let mine = runner.content(held, env);
    let theirs = Held {
        pc: other_pc,
        ..held.clone()
    };
    let theirs = runner.content(&theirs, env);
    let mut content = mine;
    if mine != theirs
        && let (Content::Slots(mine), Content::Slots(theirs)) = (
            runner.registers.content(mine),
            runner.registers.content(theirs),
        )
    {
        let mut both = mine.clone();
        both.intersect_with(theirs);
        content = runner.registers.intern(Content::Slots(both));
    }
    let bdds = &runner.templates.spds.bdds;
    runner.registers.same(bdds, content, held.register, other)
}

/// The bits of a term, the lowest first.
fn bits(
    bdds: &Bdds,
    registers: &Registers,
    (arg, plus): (Arg, u32),
    register: Option<u8>,
    width: u32,
) -> BddResult<Vec<Bdd>> {
    let mut sum = Vec::new();
    let mut carry = bdds.zero();
    for bit in 0..SUM_BITS {
        let own = match (arg, register) {
            (Arg::Const(value), _) => bdds.constant(bit < 32 && value >> bit & 1 == 1),
            (Arg::Var(_), Some(register)) if bit < width => {
                bdds.variable(registers.bit(width, bit, register)).clone()
            }
            _ => bdds.zero(),
        };
        let added = bdds.constant(bit < 32 && plus >> bit & 1 == 1);
        let half = bdds.xor(&own, &added)?;
        sum.push(bdds.xor(&half, &carry)?);
        carry = bdds.or(&bdds.and(&own, &added)?, &bdds.and(&half, &carry)?)?;
    }
    Ok(sum)
}

fn comparison(
    runner: &Runner<'_, '_>,
    compare: &Compare,
    left: Option<u8>,
    right: Option<u8>,
) -> BddResult {
    let bdds = &runner.templates.spds.bdds;
    let width = match compare.ty {
        ScalarType::Bits(width) => width,
        _ => 1,
    };
    let left = bits(bdds, &runner.registers, compare.left, left, width)?;
    let right = bits(bdds, &runner.registers, compare.right, right, width)?;
    // From the lowest bit up: a higher one that differs decides.
    let mut holds = bdds.constant(compare.order != Order::Less);
    for (l, r) in left.iter().zip(&right) {
        let differ = bdds.xor(l, r)?;
        let decided = match compare.order {
            Order::Equal => bdds.zero(),
            Order::Less | Order::LessEqual => r.clone(),
        };
        holds = bdds.ite(&differ, &decided, &holds)?;
    }
    Ok(holds)
}
