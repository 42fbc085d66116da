//! One step of a boolean program, on explicit states, straight from the syntax tree.
//!
//! A location is a statement about to be executed (for `if`, a location per condition), or the exit of a procedure.
//! A state of a procedure is a location with a [`Val`]: bit i is variable i, globals first, then formals, then
//! locals; at the exit the returned values follow. Falling off a block takes no step, everything else takes one.
//! Nothing here is shared with the flow graph or the engines of the checker: it is what they are tested against.

use checker::bp::{
    Block, ExprId, ExprKind, Name, Proc, ProcId, Program, StmtId, StmtKind, Symbol, Target, Thread,
    VarDecl,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The values of all variables in scope.
pub(crate) type Val = u32;

/// What an expression can evaluate to: bit 0 is set when it can be false, bit 1 when it can be true.
type Outcomes = u8;

pub(crate) const MAX_BITS: usize = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Loc(pub(crate) usize);

pub(crate) struct Model<'p> {
    pub(crate) program: &'p Program,
    pub(crate) globals: usize,
    pub(crate) procs: Vec<ProcModel>,
}

pub(crate) struct ProcModel {
    pub(crate) ops: Vec<Op>,
    pub(crate) entry: Loc,
    pub(crate) exit: Loc,
    pub(crate) formals: usize,
    /// Globals, formals and locals together.
    pub(crate) bits: usize,
    pub(crate) returns: usize,
    pub(crate) labels: BTreeMap<Symbol, Loc>,
    /// The location of each statement.
    pub(crate) stmts: BTreeMap<StmtId, Loc>,
    /// The locations of the conditions of each `if`.
    pub(crate) arms: BTreeMap<StmtId, Vec<Loc>>,
    pub(crate) vars: FxHashMap<Symbol, usize>,
    inits: Vec<(usize, ExprId)>,
    enforce: Vec<ExprId>,
}

pub(crate) enum Op {
    Nop(Loc),
    Jump(Vec<Loc>),
    Assign {
        targets: Vec<Option<usize>>,
        values: Vec<ExprId>,
        constrain: Option<ExprId>,
        next: Loc,
    },
    Branch {
        condition: ExprId,
        holds: Loc,
        fails: Loc,
    },
    Assume {
        condition: ExprId,
        constrain: Option<ExprId>,
        next: Loc,
    },
    Assert {
        stmt: StmtId,
        condition: ExprId,
        next: Loc,
    },
    Dead(Vec<usize>, Loc),
    Call {
        callee: ProcId,
        args: Vec<ExprId>,
        targets: Vec<Option<usize>>,
        next: Loc,
    },
    Return(Vec<ExprId>),
    /// Starts a thread: at a location of this procedure, or a procedure with arguments.
    StartAt(Loc, Loc),
    StartCall {
        callee: ProcId,
        args: Vec<ExprId>,
        next: Loc,
    },
    EndThread,
    /// Enters an atomic section, or leaves it.
    Section(bool, Loc),
    /// No successor within the procedure.
    Exit,
}

/// What a state can do next.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    To(Loc, Val),
    Fail(StmtId),
    /// Enters a procedure with these globals and formals.
    Enter(ProcId, Val),
}

/// Why a program is not for this oracle.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    Threads,
    TooLarge,
}

impl<'p> Model<'p> {
    /// The model of a program without threads.
    pub(crate) fn new(program: &'p Program) -> Result<Self, Refusal> {
        let starts = |stmt: &checker::bp::Stmt| matches!(stmt.kind, StmtKind::Thread(_));
        match program.stmts.iter().any(starts) {
            true => Err(Refusal::Threads),
            false => Model::with_threads(program),
        }
    }

    /// The same of one that may have threads. What starts and ends them is left to the caller.
    pub(crate) fn with_threads(program: &'p Program) -> Result<Self, Refusal> {
        let globals = program.globals.len();
        let procs: Result<Vec<_>, _> = program
            .procs
            .iter()
            .map(|proc| Lowering::new(program, proc).run(proc))
            .collect();
        let model = Model {
            program,
            globals,
            procs: procs?,
        };
        let widest = model.procs.iter().map(|p| p.bits + p.returns).max();
        match globals.max(widest.unwrap_or(0)) > MAX_BITS {
            true => Err(Refusal::TooLarge),
            false => Ok(model),
        }
    }

    pub(crate) fn proc(&self, id: ProcId) -> &ProcModel {
        &self.procs[id.index()]
    }

    /// The values of the globals when the program starts.
    pub(crate) fn initial_globals(&self) -> Vec<Val> {
        let vars = index_of(&self.program.globals, 0);
        let inits = initialisers(&self.program.globals, &vars);
        self.initialise(&inits, &vars, (0..1 << self.globals).collect())
    }

    /// Runs initialisers in order on each of the valuations.
    fn initialise(
        &self,
        inits: &[(usize, ExprId)],
        vars: &FxHashMap<Symbol, usize>,
        mut vals: Vec<Val>,
    ) -> Vec<Val> {
        for &(var, value) in inits {
            let assigned = |val: Val| {
                let outcomes = self.eval(value, vars, val, val);
                choices(&[outcomes])
                    .into_iter()
                    .map(move |bit| put(val, var, bit))
            };
            vals = vals.into_iter().flat_map(assigned).collect();
        }
        vals.sort_unstable();
        vals.dedup();
        vals
    }

    /// The valuations in which a procedure's first statement is executed, given its globals and formals.
    pub(crate) fn entry_states(&self, id: ProcId, context: Val) -> Vec<Val> {
        let proc = self.proc(id);
        let fixed = self.globals + proc.formals;
        let vals = (0..1 << (proc.bits - fixed)).map(|locals| context | locals << fixed);
        let vals = self.initialise(&proc.inits, &proc.vars, vals.collect());
        let mut states = Vec::new();
        for val in vals {
            self.arrive(id, proc.entry, val, &mut |step| {
                if let Step::To(_, val) = step {
                    states.push(val);
                }
            });
        }
        states
    }

    /// All steps of a state. A call offers only its entry; see [`Model::after_call`] for the rest.
    pub(crate) fn steps(&self, id: ProcId, loc: Loc, val: Val, found: &mut impl FnMut(Step)) {
        let proc = self.proc(id);
        let eval = |e: ExprId| self.eval(e, &proc.vars, val, val);
        let can = |e: Option<ExprId>, new: Val| {
            e.is_none_or(|e| self.eval(e, &proc.vars, val, new) & 2 != 0)
        };
        match &proc.ops[loc.0] {
            Op::Nop(next) => self.arrive(id, *next, val, found),
            Op::Jump(targets) => targets
                .iter()
                .for_each(|&to| self.arrive(id, to, val, found)),
            Op::Assign {
                targets,
                values,
                constrain,
                next,
            } => {
                let outcomes: Vec<_> = values.iter().map(|&e| eval(e)).collect();
                for choice in choices(&outcomes) {
                    let new = put_all(val, targets, choice);
                    if can(*constrain, new) {
                        self.arrive(id, *next, new, found);
                    }
                }
            }
            Op::Branch {
                condition,
                holds,
                fails,
            } => {
                let outcomes = eval(*condition);
                if outcomes & 2 != 0 {
                    self.arrive(id, *holds, val, found);
                }
                if outcomes & 1 != 0 {
                    self.arrive(id, *fails, val, found);
                }
            }
            Op::Assume {
                condition,
                constrain,
                next,
            } => {
                if can(Some(*condition), val) && can(*constrain, val) {
                    self.arrive(id, *next, val, found);
                }
            }
            Op::Assert {
                stmt,
                condition,
                next,
            } => {
                let outcomes = eval(*condition);
                if outcomes & 1 != 0 {
                    found(Step::Fail(*stmt));
                }
                if outcomes & 2 != 0 {
                    self.arrive(id, *next, val, found);
                }
            }
            Op::Dead(vars, next) => {
                let targets: Vec<_> = vars.iter().map(|&x| Some(x)).collect();
                for choice in choices(&vec![3; vars.len()]) {
                    self.arrive(id, *next, put_all(val, &targets, choice), found);
                }
            }
            Op::Call { callee, args, .. } => {
                let outcomes: Vec<_> = args.iter().map(|&e| eval(e)).collect();
                let globals = val & mask(self.globals);
                for choice in choices(&outcomes) {
                    found(Step::Enter(*callee, globals | choice << self.globals));
                }
            }
            Op::Return(values) => {
                let outcomes: Vec<_> = values.iter().map(|&e| eval(e)).collect();
                for choice in choices(&outcomes) {
                    self.arrive_at_exit(id, val, choice, found);
                }
            }
            Op::StartAt(..) | Op::StartCall { .. } | Op::EndThread | Op::Section(..) | Op::Exit => {
            }
        }
    }

    /// What the arguments of a start can be, as formals.
    pub(crate) fn started_with(&self, id: ProcId, args: &[ExprId], val: Val) -> Vec<Val> {
        let vars = &self.proc(id).vars;
        let outcomes: Vec<_> = args.iter().map(|&e| self.eval(e, vars, val, val)).collect();
        choices(&outcomes)
    }

    /// The step over a completed call: `result` has the globals and returned values at the callee's exit.
    pub(crate) fn after_call(
        &self,
        id: ProcId,
        loc: Loc,
        val: Val,
        result: Val,
        found: &mut impl FnMut(Step),
    ) {
        let Op::Call { targets, next, .. } = &self.proc(id).ops[loc.0] else {
            unreachable!("a call returns to a call");
        };
        let globals = mask(self.globals);
        let back = (val & !globals) | (result & globals);
        self.arrive(
            id,
            *next,
            put_all(back, targets, result >> self.globals),
            found,
        );
    }

    /// The globals and returned values of an exit state.
    pub(crate) fn result(&self, id: ProcId, val: Val) -> Val {
        (val & mask(self.globals)) | (val >> self.proc(id).bits << self.globals)
    }

    /// A step into a location, unless `enforce` says that the state does not exist. Off the end of a body, the
    /// returned values are arbitrary.
    pub(crate) fn arrive(&self, id: ProcId, loc: Loc, val: Val, found: &mut impl FnMut(Step)) {
        let proc = self.proc(id);
        if loc == proc.exit {
            for choice in 0..1 << proc.returns {
                self.arrive_at_exit(id, val, choice, found);
            }
        } else if self.exists(proc, val) {
            found(Step::To(loc, val));
        }
    }

    fn arrive_at_exit(&self, id: ProcId, val: Val, returned: Val, found: &mut impl FnMut(Step)) {
        let proc = self.proc(id);
        if self.exists(proc, val) {
            found(Step::To(proc.exit, val | returned << proc.bits));
        }
    }

    fn exists(&self, proc: &ProcModel, val: Val) -> bool {
        let can = |&e: &ExprId| self.eval(e, &proc.vars, val, val) & 2 != 0;
        proc.enforce.iter().all(can)
    }

    fn eval(&self, e: ExprId, vars: &FxHashMap<Symbol, usize>, old: Val, new: Val) -> Outcomes {
        let eval = |e: ExprId| self.eval(e, vars, old, new);
        let exactly = |bit: bool| if bit { 2 } else { 1 };
        match self.program.expr(e).kind {
            ExprKind::Const(value) => exactly(value),
            ExprKind::Var(x) => exactly(old >> vars[&x] & 1 != 0),
            ExprKind::Next(x) => exactly(new >> vars[&x] & 1 != 0),
            ExprKind::Nondet => 3,
            ExprKind::Not(a) => combine(eval(a), exactly(true), |a, _| !a),
            ExprKind::Binary(op, a, b) => combine(eval(a), eval(b), |a, b| apply(op, a, b)),
            ExprKind::Choose(pos, neg) => {
                let either = |pos: bool, neg: bool| {
                    if pos {
                        2
                    } else if neg {
                        1
                    } else {
                        3
                    }
                };
                let (pos, neg) = (eval(pos), eval(neg));
                pairs(pos, neg).fold(0, |all, (p, n)| all | either(p, n))
            }
        }
    }
}

fn apply(op: checker::bp::BinOp, a: bool, b: bool) -> bool {
    use checker::bp::BinOp;
    match op {
        BinOp::And => a && b,
        BinOp::Or => a || b,
        BinOp::Xor => a != b,
        BinOp::Iff => a == b,
        BinOp::Implies => !a || b,
    }
}

/// The pairs of values that two expressions can have.
fn pairs(a: Outcomes, b: Outcomes) -> impl Iterator<Item = (bool, bool)> {
    let all = [(false, false), (false, true), (true, false), (true, true)];
    let has = |outcomes: Outcomes, value: bool| outcomes >> u8::from(value) & 1 != 0;
    all.into_iter()
        .filter(move |&(x, y)| has(a, x) && has(b, y))
}

fn combine(a: Outcomes, b: Outcomes, f: impl Fn(bool, bool) -> bool) -> Outcomes {
    pairs(a, b).fold(0, |all, (x, y)| all | 1 << u8::from(f(x, y)))
}

/// Every way to choose one value per expression: bit i is the value of expression i.
fn choices(outcomes: &[Outcomes]) -> Vec<Val> {
    outcomes
        .iter()
        .enumerate()
        .fold(vec![0], |chosen, (i, &one)| {
            let extend = |&c: &Val| pairs(one, 1).map(move |(value, _)| c | Val::from(value) << i);
            chosen.iter().flat_map(extend).collect()
        })
}

pub(crate) fn mask(bits: usize) -> Val {
    (1 << bits) - 1
}

fn put(val: Val, var: usize, bit: Val) -> Val {
    (val & !(1 << var)) | (bit & 1) << var
}

/// Writes bit i of `values` to target i, for all targets that are not discarded.
fn put_all(val: Val, targets: &[Option<usize>], values: Val) -> Val {
    let written = targets
        .iter()
        .enumerate()
        .filter_map(|(i, t)| Some((i, (*t)?)));
    written.fold(val, |val, (i, var)| put(val, var, values >> i))
}

fn index_of(decls: &[VarDecl], from: usize) -> FxHashMap<Symbol, usize> {
    let numbered = decls.iter().enumerate();
    numbered
        .map(|(i, decl)| (decl.name.symbol, from + i))
        .collect()
}

fn initialisers(decls: &[VarDecl], vars: &FxHashMap<Symbol, usize>) -> Vec<(usize, ExprId)> {
    let init = |decl: &VarDecl| Some((vars[&decl.name.symbol], decl.init?));
    decls.iter().filter_map(init).collect()
}

/// Gives a procedure its locations.
struct Lowering<'p> {
    program: &'p Program,
    proc: ProcModel,
    gotos: Vec<(Loc, Vec<Name>)>,
}

impl<'p> Lowering<'p> {
    fn new(program: &'p Program, proc: &Proc) -> Self {
        let globals = program.globals.len();
        let formals = proc.formals.len();
        let mut vars = index_of(&program.globals, 0);
        vars.extend(index_of(&proc.formals, globals));
        vars.extend(index_of(&proc.locals, globals + formals));
        let inits = initialisers(&proc.locals, &vars);
        let model = ProcModel {
            ops: vec![Op::Exit],
            entry: Loc(0),
            exit: Loc(0),
            formals,
            bits: globals + formals + proc.locals.len(),
            returns: proc.returns as usize,
            labels: BTreeMap::new(),
            stmts: BTreeMap::new(),
            arms: BTreeMap::new(),
            vars,
            inits,
            enforce: proc.enforce.clone(),
        };
        Lowering {
            program,
            proc: model,
            gotos: Vec::new(),
        }
    }

    fn run(mut self, proc: &Proc) -> Result<ProcModel, Refusal> {
        if let Some(body) = &proc.body {
            self.proc.entry = self.block(body, self.proc.exit)?;
        }
        for (loc, targets) in std::mem::take(&mut self.gotos) {
            let to = targets.iter().map(|l| self.proc.labels[&l.symbol]);
            self.proc.ops[loc.0] = match self.proc.ops[loc.0] {
                Op::StartAt(_, next) => Op::StartAt(self.proc.labels[&targets[0].symbol], next),
                _ => Op::Jump(to.collect()),
            };
        }
        Ok(self.proc)
    }

    fn add(&mut self, op: Op) -> Loc {
        self.proc.ops.push(op);
        Loc(self.proc.ops.len() - 1)
    }

    /// The first location of a block that goes on to `next`.
    fn block(&mut self, block: &Block, next: Loc) -> Result<Loc, Refusal> {
        block.iter().rev().try_fold(next, |next, &stmt| {
            let loc = self.stmt(stmt, next)?;
            self.proc.stmts.insert(stmt, loc);
            for label in &self.program.stmt(stmt).labels {
                self.proc.labels.insert(label.symbol, loc);
            }
            Ok(loc)
        })
    }

    fn stmt(&mut self, id: StmtId, next: Loc) -> Result<Loc, Refusal> {
        let op = match &self.program.stmt(id).kind {
            StmtKind::Skip | StmtKind::Print(_) => Op::Nop(next),
            StmtKind::Goto(targets) => {
                let loc = self.add(Op::Exit);
                self.gotos.push((loc, targets.clone()));
                return Ok(loc);
            }
            StmtKind::Assign {
                targets,
                values,
                constrain,
            } => Op::Assign {
                targets: self.targets(targets),
                values: values.clone(),
                constrain: *constrain,
                next,
            },
            StmtKind::Call {
                targets,
                callee,
                args,
            } => Op::Call {
                callee: self
                    .program
                    .find_proc(self.program.text(callee.symbol))
                    .expect("a well-formed program"),
                args: args.clone(),
                targets: self.targets(targets),
                next,
            },
            StmtKind::If { arms, otherwise } => {
                let mut fails = match otherwise {
                    Some(block) => self.block(block, next)?,
                    None => next,
                };
                for arm in arms.iter().rev() {
                    let holds = self.block(&arm.body, next)?;
                    fails = self.add(Op::Branch {
                        condition: arm.condition,
                        holds,
                        fails,
                    });
                    self.proc.arms.entry(id).or_default().insert(0, fails);
                }
                return Ok(fails);
            }
            StmtKind::While { condition, body } => {
                let head = self.add(Op::Exit);
                let holds = self.block(body, head)?;
                self.proc.ops[head.0] = Op::Branch {
                    condition: *condition,
                    holds,
                    fails: next,
                };
                return Ok(head);
            }
            StmtKind::Assume {
                condition,
                constrain,
            } => Op::Assume {
                condition: *condition,
                constrain: *constrain,
                next,
            },
            StmtKind::Assert(condition) => Op::Assert {
                stmt: id,
                condition: *condition,
                next,
            },
            StmtKind::Return(values) => Op::Return(values.clone()),
            StmtKind::Dead(vars) => Op::Dead(
                vars.iter().map(|x| self.proc.vars[&x.symbol]).collect(),
                next,
            ),
            StmtKind::Thread(Thread::StartGoto(label)) => {
                let loc = self.add(Op::StartAt(next, next));
                self.gotos.push((loc, vec![*label]));
                return Ok(loc);
            }
            StmtKind::Thread(Thread::StartCall { callee, args }) => Op::StartCall {
                callee: self
                    .program
                    .find_proc(self.program.text(callee.symbol))
                    .expect("a well-formed program"),
                args: args.clone(),
                next,
            },
            StmtKind::Thread(Thread::End) => Op::EndThread,
            StmtKind::Thread(Thread::AtomicBegin) => Op::Section(true, next),
            StmtKind::Thread(Thread::AtomicEnd) => Op::Section(false, next),
        };
        Ok(self.add(op))
    }

    fn targets(&self, targets: &[Target]) -> Vec<Option<usize>> {
        let index = |target: &Target| match target {
            Target::Var(name) => Some(self.proc.vars[&name.symbol]),
            Target::Discard(_) => None,
        };
        targets.iter().map(index).collect()
    }
}
