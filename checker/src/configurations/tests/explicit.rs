//! An oracle for sets of configurations: explores them one by one, with whole stacks, up to a depth.
//!
//! It shares the control flow and the reading of patterns with the rest, and nothing of what is computed with BDDs.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::bdd::Slot;
use crate::bp::{BinOp, ExprId, ExprKind, ProcId, StmtKind, Target};
use crate::configurations::{ConfigurationSet, Places};
use crate::flow::{Call, ControlPoint, Edge, Flow, LocId, Step};

/// Slot i is bit i.
pub(super) type Bits = u32;

/// The frame on top comes last. `shared` has the globals and, where they are under way, returned values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Configuration {
    pub(super) shared: Bits,
    pub(super) stack: Vec<(LocId, Bits)>,
}

pub(super) struct Explicit<'p> {
    pub(super) flow: Flow<'p>,
    max_depth: usize,
    max_configurations: usize,
}

/// What was found: some configuration, none, or none within the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// After so many steps, calls that have returned counting as one.
    Yes(usize),
    No,
    CutOff,
}

impl<'p> Explicit<'p> {
    pub(super) fn new(flow: Flow<'p>, max_depth: usize, max_configurations: usize) -> Self {
        Explicit {
            flow,
            max_depth,
            max_configurations,
        }
    }

    /// Whether `reach` is reachable from some configurations.
    pub(super) fn reachable(&self, from: Vec<Configuration>, reach: &ConfigurationSet) -> Found {
        let start = |c: Configuration| (c, None);
        let mut came: BTreeMap<Configuration, Option<Configuration>> =
            from.iter().cloned().map(start).collect();
        let mut work = VecDeque::from(from);
        let mut cut_off = false;
        while let Some(configuration) = work.pop_front() {
            if self.matches(reach, &configuration) {
                return Found::Yes(self.steps(&came, &configuration));
            }
            for next in self.successors(&configuration) {
                if next.stack.len() > self.max_depth || came.len() > self.max_configurations {
                    cut_off = true;
                } else if !came.contains_key(&next) {
                    came.insert(next.clone(), Some(configuration.clone()));
                    work.push_back(next);
                }
            }
        }
        if cut_off { Found::CutOff } else { Found::No }
    }

    /// How many steps it took to come to a configuration, if a call that has returned is one.
    fn steps(
        &self,
        came: &BTreeMap<Configuration, Option<Configuration>>,
        end: &Configuration,
    ) -> usize {
        let mut way = vec![end];
        while let Some(before) = &came[way[way.len() - 1]] {
            way.push(before);
        }
        way.reverse();
        let (mut steps, mut at_calls) = (0, Vec::new());
        for pair in way.windows(2) {
            let (before, after) = (&pair[0].stack, &pair[1].stack);
            let &(loc, _) = before.last().expect("a frame");
            let binds = matches!(self.flow.place(loc), ControlPoint::Returned(_));
            if after.len() > before.len() {
                at_calls.push(steps);
            } else if after.len() < before.len() {
                steps = at_calls.pop().unwrap_or(steps);
            }
            steps += usize::from(!binds);
        }
        steps
    }

    /// The configurations in which the program starts.
    pub(super) fn start(&self) -> Vec<Configuration> {
        let program = self.flow.program;
        let main = program.find_proc("main").expect("main");
        let mut states = spread(0, self.flow.global_slots());
        for decl in &program.globals {
            states = self.initialise(None, states, decl.name.symbol, decl.init);
        }
        let mut found = Vec::new();
        for shared in states {
            let formals = &self.flow.proc(main).slots[..self.flow.proc(main).formals];
            for entered in spread(shared, formals.iter().copied()) {
                found.extend(self.enter(&[], main, entered));
            }
        }
        found
    }

    /// All configurations of a set whose stack is not deeper than `depth`.
    pub(super) fn members(&self, set: &ConfigurationSet, depth: usize) -> Vec<Configuration> {
        let mut found = Vec::new();
        let mut stacks: Vec<Vec<(LocId, Bits)>> = Vec::new();
        for loc in self.flow.locs() {
            stacks.extend(self.frames(loc).map(|f| vec![f]));
        }
        for level in 1..=depth {
            for stack in &stacks {
                let mut top_last = stack.clone();
                top_last.reverse();
                for shared in self.shared_states(stack[0].0) {
                    let stack = top_last.clone();
                    let configuration = Configuration { shared, stack };
                    let exists = self.allowed(&configuration);
                    if exists && self.matches(set, &configuration) {
                        found.push(configuration);
                    }
                }
            }
            if level < depth {
                stacks = stacks
                    .iter()
                    .flat_map(|s| self.one_frame_deeper(s))
                    .collect();
            }
        }
        found
    }

    fn one_frame_deeper(&self, stack: &[(LocId, Bits)]) -> Vec<Vec<(LocId, Bits)>> {
        let above = self.flow.proc_of(stack[stack.len() - 1].0);
        let calls = self.flow.calls().iter().filter(|c| c.callee == above);
        let places: BTreeSet<LocId> = calls.map(|c| c.to).collect();
        let extended = |frame| [stack, &[frame]].concat();
        places
            .into_iter()
            .flat_map(|loc| self.frames(loc))
            .map(extended)
            .collect()
    }

    fn frames(&self, loc: LocId) -> impl Iterator<Item = (LocId, Bits)> {
        let own = self.flow.proc(self.flow.proc_of(loc)).slots.clone();
        spread(0, own).into_iter().map(move |bits| (loc, bits))
    }

    fn shared_states(&self, top: LocId) -> Vec<Bits> {
        spread(0, self.flow.global_slots().chain(self.under_way(top)))
    }

    /// The returned values that count at a location.
    fn under_way(&self, loc: LocId) -> Vec<Slot> {
        match self.flow.place(loc) {
            ControlPoint::Exit => self.flow.return_slots(self.flow.proc_of(loc)).collect(),
            ControlPoint::Returned(_) => {
                let call = self.flow.calls().iter().find(|c| c.to == loc);
                self.flow
                    .return_slots(call.expect("a call").callee)
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    pub(super) fn allowed(&self, configuration: &Configuration) -> bool {
        let &(loc, locals) = configuration.stack.last().expect("a frame");
        if matches!(
            self.flow.place(loc),
            ControlPoint::Failed(_) | ControlPoint::Returned(_)
        ) {
            return true;
        }
        let (proc, state) = (self.flow.proc_of(loc), configuration.shared | locals);
        let enforced = &self.flow.program.proc(proc).enforce;
        enforced
            .iter()
            .all(|&e| self.values(Some(proc), e, state, state).contains(&true))
    }

    pub(super) fn matches(&self, set: &ConfigurationSet, configuration: &Configuration) -> bool {
        let mut now: BTreeSet<u32> = set.first.iter().copied().collect();
        let mut frames = configuration.stack.iter().rev().peekable();
        while let Some(&(loc, locals)) = frames.next() {
            now.retain(|&pos| self.frame_matches(set, pos, loc, configuration.shared | locals));
            if frames.peek().is_some() {
                now = now
                    .iter()
                    .flat_map(|&p| set.follow[p as usize].iter().copied())
                    .collect();
            }
        }
        now.iter().any(|pos| set.last.contains(pos))
    }

    fn frame_matches(&self, set: &ConfigurationSet, pos: u32, loc: LocId, state: Bits) -> bool {
        let frame = &set.frames[pos as usize];
        let here = match &frame.places {
            Places::Anywhere => true,
            Places::At(locs) => locs.contains(&loc),
        };
        let holds = |e| self.values(frame.proc, e, state, state).contains(&true);
        here && frame.condition.is_none_or(holds)
    }

    pub(super) fn successors(&self, configuration: &Configuration) -> Vec<Configuration> {
        let (&(loc, locals), below) = configuration.stack.split_last().expect("a frame");
        let proc = self.flow.proc_of(loc);
        let state = configuration.shared | locals;
        let mut found = Vec::new();
        for edge in self.flow.out_edges(loc) {
            for after in self.step(proc, edge, state) {
                found.extend(self.arrive(
                    below,
                    edge.to,
                    after,
                    matches!(edge.step, Step::Return(_)),
                ));
            }
        }
        if let Some(call) = self.flow.call_at(loc) {
            let stack = [below, &[(call.to, locals)]].concat();
            for entered in self.passed(proc, call, state) {
                found.extend(self.enter(&stack, call.callee, entered));
            }
        }
        if self.flow.place(loc) == ControlPoint::Exit
            && let Some((&(to, kept), below)) = below.split_last()
        {
            let binds = matches!(self.flow.place(to), ControlPoint::Returned(_));
            found.extend(self.arrive(below, to, configuration.shared | kept, binds));
        }
        found
    }

    /// The configurations with a state at a location; where returned values count and were not given, any of them.
    fn arrive(
        &self,
        below: &[(LocId, Bits)],
        loc: LocId,
        state: Bits,
        given: bool,
    ) -> Vec<Configuration> {
        let own = &self.flow.proc(self.flow.proc_of(loc)).slots;
        let locals = state & mask(own.iter().copied());
        let shared = state & mask(self.flow.global_slots().chain(self.under_way(loc)));
        let open = if given {
            Vec::new()
        } else {
            self.under_way(loc)
        };
        let all = spread(shared, open)
            .into_iter()
            .map(|shared| Configuration {
                shared,
                stack: [below, &[(loc, locals)]].concat(),
            });
        all.filter(|c| self.allowed(c)).collect()
    }

    fn enter(&self, below: &[(LocId, Bits)], proc: ProcId, entered: Bits) -> Vec<Configuration> {
        let (own, declared) = (self.flow.proc(proc), self.flow.program.proc(proc));
        let mut states = spread(entered, own.slots[own.formals..].iter().copied());
        for decl in declared.formals.iter().chain(&declared.locals) {
            states = self.initialise(Some(proc), states, decl.name.symbol, decl.init);
        }
        states
            .into_iter()
            .flat_map(|state| self.arrive(below, own.entry, state, false))
            .collect()
    }

    fn initialise(
        &self,
        proc: Option<ProcId>,
        states: Vec<Bits>,
        name: crate::bp::Symbol,
        init: Option<ExprId>,
    ) -> Vec<Bits> {
        let Some(init) = init else { return states };
        let slot = self.flow.slot_in(proc, name);
        let mut found = Vec::new();
        for state in states {
            found.extend(
                self.values(proc, init, state, state)
                    .into_iter()
                    .map(|v| set(state, slot, v)),
            );
        }
        found
    }

    fn passed(&self, proc: ProcId, call: &Call, state: Bits) -> Vec<Bits> {
        let StmtKind::Call { args, .. } = &self.flow.program.stmt(call.stmt).kind else {
            return Vec::new();
        };
        let targets: Vec<Slot> = self.flow.proc(call.callee).slots[..args.len()].to_vec();
        let globals = state & mask(self.flow.global_slots());
        self.assigned(proc, &targets, args, state, globals)
    }

    /// All ways to write values, computed in `state`, to slots of `onto`.
    fn assigned(
        &self,
        proc: ProcId,
        to: &[Slot],
        values: &[ExprId],
        state: Bits,
        onto: Bits,
    ) -> Vec<Bits> {
        let mut results = vec![onto];
        for (&slot, &value) in to.iter().zip(values) {
            let choices = self.values(Some(proc), value, state, state);
            let each = |r: Bits| {
                choices
                    .iter()
                    .map(move |&v| set(r, slot, v))
                    .collect::<Vec<_>>()
            };
            results = results.into_iter().flat_map(each).collect();
        }
        results
    }

    fn step(&self, proc: ProcId, edge: &Edge, state: Bits) -> Vec<Bits> {
        match edge.step {
            Step::Skip => vec![state],
            Step::Branch { condition, taken } => {
                let possible = self
                    .values(Some(proc), condition, state, state)
                    .contains(&taken);
                if possible { vec![state] } else { Vec::new() }
            }
            Step::Return(stmt) | Step::Effect(stmt) | Step::Bind(stmt) => {
                match &self.flow.program.stmt(stmt).kind {
                    StmtKind::Return(values) => {
                        let to: Vec<Slot> = self.flow.return_slots(proc).collect();
                        self.assigned(proc, &to, values, state, state)
                    }
                    StmtKind::Assign {
                        targets,
                        values,
                        constrain,
                    } => self.assign(proc, targets, values, *constrain, state),
                    StmtKind::Assume {
                        condition,
                        constrain,
                    } => {
                        let mut exprs = std::iter::once(condition).chain(constrain);
                        let holds = |&e| self.values(Some(proc), e, state, state).contains(&true);
                        if exprs.all(holds) {
                            vec![state]
                        } else {
                            Vec::new()
                        }
                    }
                    StmtKind::Dead(names) => {
                        spread(state, names.iter().map(|n| self.flow.slot(proc, n.symbol)))
                    }
                    StmtKind::Call { targets, .. } => vec![self.bind(proc, targets, state)],
                    _ => unreachable!("no other statement has an effect"),
                }
            }
        }
    }

    fn assign(
        &self,
        proc: ProcId,
        targets: &[Target],
        values: &[ExprId],
        constrain: Option<ExprId>,
        state: Bits,
    ) -> Vec<Bits> {
        let (mut to, mut kept) = (Vec::new(), Vec::new());
        for (target, &value) in targets.iter().zip(values) {
            if let Target::Var(name) = target {
                to.push(self.flow.slot(proc, name.symbol));
                kept.push(value);
            }
        }
        let mut results = self.assigned(proc, &to, &kept, state, state);
        results.retain(|&after| {
            constrain.is_none_or(|c| self.values(Some(proc), c, state, after).contains(&true))
        });
        results
    }

    fn bind(&self, proc: ProcId, targets: &[Target], state: Bits) -> Bits {
        let mut after = state;
        for (i, target) in targets.iter().enumerate() {
            if let Target::Var(name) = target {
                let returned = Slot((self.flow.global_count + i) as u32);
                after = set(
                    after,
                    self.flow.slot(proc, name.symbol),
                    get(state, returned),
                );
            }
        }
        after
    }

    /// The values that an expression can have.
    fn values(
        &self,
        proc: Option<ProcId>,
        expr: ExprId,
        before: Bits,
        after: Bits,
    ) -> BTreeSet<bool> {
        let of = |e| self.values(proc, e, before, after);
        let both = |a, b, f: &dyn Fn(bool, bool) -> bool| {
            let (a, b) = (of(a), of(b));
            a.iter()
                .flat_map(|&x| b.iter().map(move |&y| f(x, y)))
                .collect()
        };
        match self.flow.program.expr(expr).kind {
            ExprKind::Const(value) => BTreeSet::from([value]),
            ExprKind::Nondet => BTreeSet::from([false, true]),
            ExprKind::Var(name) => BTreeSet::from([get(before, self.flow.slot_in(proc, name))]),
            ExprKind::Next(name) => BTreeSet::from([get(after, self.flow.slot_in(proc, name))]),
            ExprKind::Not(a) => of(a).into_iter().map(|v| !v).collect(),
            ExprKind::Binary(op, a, b) => both(a, b, &|x, y| match op {
                BinOp::And => x && y,
                BinOp::Or => x || y,
                BinOp::Xor => x != y,
                BinOp::Iff => x == y,
                BinOp::Implies => !x || y,
            }),
            ExprKind::Choose(a, b) => {
                let (positive, negative) = (of(a), of(b));
                let mut found = BTreeSet::new();
                for &p in &positive {
                    for &n in &negative {
                        match (p, n) {
                            (true, _) => found.extend([true]),
                            (false, true) => found.extend([false]),
                            (false, false) => found.extend([false, true]),
                        }
                    }
                }
                found
            }
        }
    }
}

pub(super) fn get(state: Bits, slot: Slot) -> bool {
    state >> slot.0 & 1 == 1
}

fn set(state: Bits, slot: Slot, value: bool) -> Bits {
    if value {
        state | 1 << slot.0
    } else {
        state & !(1 << slot.0)
    }
}

fn mask(slots: impl IntoIterator<Item = Slot>) -> Bits {
    slots.into_iter().fold(0, |all, slot| all | 1 << slot.0)
}

/// The states that differ from one at most in some slots.
fn spread(state: Bits, slots: impl IntoIterator<Item = Slot>) -> Vec<Bits> {
    let mut all = vec![state];
    for slot in slots {
        all = all
            .into_iter()
            .flat_map(|s| [set(s, slot, false), set(s, slot, true)])
            .collect();
    }
    all
}
