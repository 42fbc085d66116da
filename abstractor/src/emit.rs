//! The boolean program as a syntax tree.
//!
//! A procedure per function, a label per location and per block; a block is an `assume` of what its conditions allow,
//! then one parallel assignment. Predicates about parameters are formals, those that callers understand are returned.
//! Every statement knows, as its origin, which [`Step`] of the C program it stands for.

use std::collections::BTreeMap;

use checker::bp::{
    self, BinOp, ExprId, ExprKind, Name, Origin, Span, Stmt, StmtId, StmtKind, Symbol, Target,
};
use frontend::entity::EntityId;
use frontend::ir::{FuncId, LocId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::blocks::{Block, BlockId, BlockKind, Blocks};
use crate::lemma::{Lemma, Lemmas};
use crate::precision::{Literal, Precision, PredId, Scope};
use crate::transfer::{Atom, AtomCube, CallStep, Step as Transferred, Value};

/// The label at which the property is violated.
pub const ERROR: &str = "ERROR";

/// What a statement of the boolean program stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The start of a function.
    Entry(FuncId),
    /// A block begins.
    Block(BlockId),
    /// The predicates change as the block, or the return from the call at the block, says.
    Update(BlockId),
    /// The values that a call passes are computed.
    Pass(BlockId),
    /// The call at a block.
    Call(BlockId),
    /// A jump.
    Jump,
}

/// A boolean program and what its statements stand for, by origin.
#[derive(Clone, Debug)]
pub struct Abstraction {
    pub program: bp::Program,
    pub steps: Vec<Step>,
    /// The predicate that each variable stands for (of returned values too).
    pub predicates: FxHashMap<Symbol, Variable>,
}

/// What a variable of the boolean program stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variable {
    Pred(PredId),
    Returned(PredId),
    Passed(PredId),
}

/// What the blocks do to predicates.
pub(crate) trait Transfers {
    fn step(&mut self, id: BlockId) -> Transferred;
    fn call(&mut self, id: BlockId) -> CallStep;
    fn initial(&mut self, pred: PredId) -> Value;
    fn is_passed(&self, pred: PredId) -> bool;
    fn is_returned(&self, pred: PredId) -> bool;
}

pub(crate) struct Emitter<'a, T> {
    pub(crate) program: &'a Program,
    pub(crate) blocks: &'a Blocks,
    pub(crate) precision: &'a Precision,
    pub(crate) lemmas: &'a Lemmas,
    pub(crate) transfers: &'a mut T,
    out: bp::Program,
    steps: Vec<Step>,
    names: FxHashMap<(u8, PredId), Symbol>,
    variables: FxHashMap<Symbol, Variable>,
    calls: FxHashMap<BlockId, CallStep>,
    /// The predicates that some call passes a value for, and those whose value on return some call wants.
    passed: FxHashSet<PredId>,
    wanted: FxHashSet<PredId>,
}

impl<'a, T: Transfers> Emitter<'a, T> {
    pub(crate) fn new(
        program: &'a Program,
        blocks: &'a Blocks,
        precision: &'a Precision,
        lemmas: &'a Lemmas,
        transfers: &'a mut T,
    ) -> Self {
        Emitter {
            program,
            blocks,
            precision,
            lemmas,
            transfers,
            out: bp::Program::default(),
            steps: Vec::new(),
            names: FxHashMap::default(),
            variables: FxHashMap::default(),
            calls: FxHashMap::default(),
            passed: FxHashSet::default(),
            wanted: FxHashSet::default(),
        }
    }

    pub(crate) fn emit(mut self) -> Abstraction {
        self.name_predicates();
        self.look_at_calls();
        for pred in self.precision.of_scope(Scope::Global) {
            let name = self.pred(pred);
            let init = match self.transfers.initial(pred) {
                Value::Always(value) => Some(self.constant(value)),
                _ => None,
            };
            self.out.globals.push(bp::VarDecl { name, init });
        }
        for (func, blocks) in self.blocks.functions() {
            self.procedure(func, blocks);
        }
        Abstraction {
            program: self.out,
            steps: self.steps,
            predicates: self.variables,
        }
    }

    /// Finds out what calls pass, and what they want to know afterwards.
    fn look_at_calls(&mut self) {
        let ids: Vec<BlockId> = self.blocks.blocks.ids().collect();
        for id in ids {
            if !matches!(self.blocks.blocks[id].kind, BlockKind::Call(_)) {
                continue;
            }
            let step = self.transfers.call(id);
            for (pred, value) in &step.passed {
                let says_something =
                    !matches!(value, Value::Either(yes, no) if yes.is_empty() && no.is_empty());
                if says_something {
                    self.passed.insert(*pred);
                }
            }
            for (_, value) in &step.updates {
                let atoms = match value {
                    Value::Always(_) => Vec::new(),
                    Value::Is(atom, _) => vec![*atom],
                    Value::Either(yes, no) => {
                        let cubes = yes.iter().chain(no);
                        cubes.flatten().map(|(atom, _)| *atom).collect()
                    }
                };
                for atom in atoms {
                    if let Atom::Returned(pred) = atom {
                        self.wanted.insert(pred);
                    }
                }
            }
            for lemma in self.lemmas.at(id) {
                match lemma {
                    Lemma::Enter { entry, .. } => self.passed.extend(entry.iter().map(|l| l.0)),
                    Lemma::Return { exit, .. } => self.wanted.extend(exit.iter().map(|l| l.0)),
                    Lemma::State(_) | Lemma::Step { .. } => {}
                }
            }
            self.calls.insert(id, step);
        }
    }

    /// Gives every predicate a name that nothing else has.
    fn name_predicates(&mut self) {
        let mut taken = FxHashSet::default();
        for (id, pred) in self.precision.preds.iter() {
            let text = self.program.show_expr(pred.expr).to_string();
            let text = text.replace(['{', '}', '\n'], " ");
            let owner = match pred.scope {
                Scope::Global => String::new(),
                Scope::Function(f) => self.program.funcs[f].unique.to_string(),
            };
            for kind in 0..3 {
                let mut name = match kind {
                    0 => text.clone(),
                    1 => format!("returned by {owner}: {text}"),
                    _ => format!("passed to {owner}: {text}"),
                };
                // Two functions may say the same of variables of the same name.
                if taken.contains(&name) {
                    name = format!("{name} in {owner}");
                }
                while !taken.insert(name.clone()) {
                    name.push('\'');
                }
                let symbol = self.out.names.intern(&name);
                self.names.insert((kind, id), symbol);
                let variable = match kind {
                    0 => Variable::Pred(id),
                    1 => Variable::Returned(id),
                    _ => Variable::Passed(id),
                };
                self.variables.insert(symbol, variable);
            }
        }
    }

    fn procedure(&mut self, func: FuncId, blocks: &[BlockId]) {
        let function = &self.program.funcs[func];
        let name = self.name(&function.unique);
        let own: Vec<PredId> = self.precision.of_scope(Scope::Function(func)).collect();
        let (mut formals, mut locals) = (Vec::new(), Vec::new());
        for &pred in &own {
            let decl = bp::VarDecl {
                name: self.pred(pred),
                init: None,
            };
            if self.is_passed(pred) {
                formals.push(decl);
            } else {
                locals.push(decl);
            }
        }
        let returned: Vec<PredId> = self.returned(func);
        let mut body = Vec::new();
        let visible = |p: PredId| match self.precision.preds[p].scope {
            Scope::Global => true,
            Scope::Function(f) => f == func,
        };
        // Where the program starts, what is global is arbitrary too.
        let is_entry = self.program.entry == Some(func);
        let impossible: Vec<Vec<Literal>> = self
            .lemmas
            .about(|p| is_entry || own.contains(&p), visible)
            .into_iter()
            .map(<[Literal]>::to_vec)
            .collect();
        let condition = self.none_of_literals(&impossible);
        self.push(
            &mut body,
            Step::Entry(func),
            StmtKind::Assume {
                condition,
                constrain: None,
            },
        );
        let mut at: BTreeMap<LocId, Vec<BlockId>> = BTreeMap::new();
        for &id in blocks {
            let block = &self.blocks.blocks[id];
            at.entry(block.from).or_default().push(id);
            at.entry(block.to).or_default();
        }
        let cfg = function.body.as_ref();
        if let Some(cfg) = cfg {
            self.jump(&mut body, &[location(cfg.entry)]);
        }
        for (&loc, leaving) in &at {
            let label = self.name(&location(loc));
            let stmt = if leaving.is_empty() {
                self.stop()
            } else {
                let targets = leaving.iter().map(|b| self.name(&label_of(*b))).collect();
                StmtKind::Goto(targets)
            };
            let stmt = self.push(&mut body, Step::Jump, stmt);
            self.out.stmts[stmt.index()].labels.push(label);
        }
        let mut temporaries: Vec<Symbol> = Vec::new();
        for &id in blocks {
            let first = body.len();
            let block = &self.blocks.blocks[id];
            match block.kind {
                BlockKind::Straight => self.straight(&mut body, id, block),
                BlockKind::Call(callee) => {
                    self.call(&mut body, id, block, callee, &mut temporaries);
                }
                BlockKind::Return => {
                    let values = returned.iter().map(|&p| self.literal((p, true))).collect();
                    self.push(&mut body, Step::Block(id), StmtKind::Return(values));
                }
                BlockKind::Violation(_) => {
                    let target = self.name(ERROR);
                    self.push(&mut body, Step::Block(id), StmtKind::Goto(vec![target]));
                }
            }
            let label = self.name(&label_of(id));
            if let Some(&stmt) = body.get(first) {
                self.out.stmts[stmt.index()].labels.push(label);
            }
        }
        let is_violation =
            |b: &&BlockId| matches!(self.blocks.blocks[**b].kind, BlockKind::Violation(_));
        if blocks.iter().any(|b| is_violation(&b)) {
            let skip = self.push(&mut body, Step::Jump, StmtKind::Skip);
            let label = self.name(ERROR);
            self.out.stmts[skip.index()].labels.push(label);
        }
        let stop = self.stop();
        self.push(&mut body, Step::Jump, stop);
        temporaries.sort_unstable();
        temporaries.dedup();
        for symbol in temporaries {
            let name = Name {
                symbol,
                span: Span::default(),
            };
            locals.push(bp::VarDecl { name, init: None });
        }
        self.out.procs.push(bp::Proc {
            name,
            returns: returned.len() as u32,
            formals,
            locals,
            enforce: Vec::new(),
            body: Some(body),
            span: Span::default(),
            end: Span::default(),
        });
    }

    fn straight(&mut self, body: &mut Vec<StmtId>, id: BlockId, block: &Block) {
        let step = self.transfers.step(id);
        let condition = self.none_of(&step.blocked);
        self.push(
            body,
            Step::Block(id),
            StmtKind::Assume {
                condition,
                constrain: None,
            },
        );
        let mut excluded = Vec::new();
        for lemma in self.lemmas.at(id) {
            if let Lemma::Step { before, after, .. } = lemma {
                let now = before.iter().map(|&l| (l, false));
                let then = after.iter().map(|&l| (l, true));
                excluded.push(now.chain(then).collect());
            }
        }
        self.assign(body, Step::Update(id), block.func, &step.updates, excluded);
        self.jump(body, &[location(block.to)]);
    }

    fn call(
        &mut self,
        body: &mut Vec<StmtId>,
        id: BlockId,
        block: &Block,
        callee: FuncId,
        temporaries: &mut Vec<Symbol>,
    ) {
        let mut step = self.calls.remove(&id).unwrap_or_default();
        step.passed.retain(|(pred, _)| self.is_passed(*pred));
        let entering: Vec<(Vec<Literal>, Vec<Literal>)> = self
            .lemmas
            .at(id)
            .filter_map(|lemma| match lemma {
                Lemma::Enter { before, entry, .. } => Some((before.clone(), entry.clone())),
                _ => None,
            })
            .collect();
        let args = if entering.is_empty() {
            step.passed.iter().map(|(_, v)| self.value(v)).collect()
        } else {
            self.pass(body, id, &step, &entering, temporaries)
        };
        let returned = self.returned(callee);
        let mut targets = Vec::new();
        for &pred in &returned {
            let symbol = self.names[&(1, pred)];
            temporaries.push(symbol);
            targets.push(Target::Var(name(symbol)));
        }
        let callee_name = self.name(&self.program.funcs[callee].unique.clone());
        let kind = StmtKind::Call {
            targets,
            callee: callee_name,
            args,
        };
        self.push(body, Step::Call(id), kind);
        let mut excluded = Vec::new();
        for lemma in self.lemmas.at(id) {
            if let Lemma::Return {
                before,
                exit,
                after,
                ..
            } = lemma
            {
                excluded.push((before.clone(), exit.clone(), after.clone()));
            }
        }
        let excluded = self.after_call(&excluded, callee);
        self.assign_with(
            body,
            Step::Update(id),
            block.func,
            &step.updates,
            Vec::new(),
            excluded,
        );
        let dead: Vec<Name> = returned
            .iter()
            .map(|&p| name(self.names[&(1, p)]))
            .collect();
        if !dead.is_empty() {
            self.push(body, Step::Jump, StmtKind::Dead(dead));
        }
        self.jump(body, &[location(block.to)]);
    }

    /// Computes what a call passes in variables of its own, so that lemmas can speak of the whole.
    fn pass(
        &mut self,
        body: &mut Vec<StmtId>,
        id: BlockId,
        step: &CallStep,
        entering: &[(Vec<Literal>, Vec<Literal>)],
        temporaries: &mut Vec<Symbol>,
    ) -> Vec<ExprId> {
        let mut targets = Vec::new();
        let mut values = Vec::new();
        for (pred, value) in &step.passed {
            let symbol = self.names[&(2, *pred)];
            temporaries.push(symbol);
            targets.push(Target::Var(name(symbol)));
            values.push(self.value(value));
        }
        let mut clauses = Vec::new();
        for (before, entry) in entering {
            let mut parts = Vec::new();
            for &(pred, sign) in before {
                parts.push(self.literal((pred, sign)));
            }
            for &(pred, sign) in entry {
                let global = self.precision.preds[pred].scope == Scope::Global;
                let kind = if global {
                    ExprKind::Var(self.names[&(0, pred)])
                } else {
                    ExprKind::Next(self.names[&(2, pred)])
                };
                let var = self.add(kind);
                parts.push(self.signed(var, sign));
            }
            let cube = self.all(parts);
            clauses.push(self.not(cube));
        }
        let constrain = Some(self.all(clauses));
        let args = step
            .passed
            .iter()
            .map(|(pred, _)| self.names[&(2, *pred)])
            .collect::<Vec<_>>();
        self.push(
            body,
            Step::Pass(id),
            StmtKind::Assign {
                targets,
                values,
                constrain,
            },
        );
        args.into_iter()
            .map(|s| self.add(ExprKind::Var(s)))
            .collect()
    }

    /// What lemmas about a return exclude: conjunctions, without what is said of the state after it.
    fn after_call(
        &mut self,
        lemmas: &[(Vec<Literal>, Vec<Literal>, Vec<Literal>)],
        callee: FuncId,
    ) -> Vec<(ExprId, Vec<Literal>)> {
        let mut excluded = Vec::new();
        for (before, exit, after) in lemmas {
            let mut parts = Vec::new();
            for &literal in before {
                parts.push(self.literal(literal));
            }
            for &(pred, sign) in exit {
                let own = self.precision.preds[pred].scope == Scope::Function(callee);
                let symbol = self.names[&(u8::from(own), pred)];
                let var = self.add(ExprKind::Var(symbol));
                parts.push(self.signed(var, sign));
            }
            excluded.push((self.all(parts), after.clone()));
        }
        excluded
    }

    fn assign(
        &mut self,
        body: &mut Vec<StmtId>,
        step: Step,
        func: FuncId,
        updates: &[(PredId, Value)],
        excluded: Vec<Vec<(Literal, bool)>>,
    ) {
        self.assign_with(body, step, func, updates, excluded, Vec::new());
    }

    /// A parallel assignment that respects lemmas. `excluded`: literals, each before or (`true`) after the step;
    /// `more`: something before the step together with literals after it.
    fn assign_with(
        &mut self,
        body: &mut Vec<StmtId>,
        step: Step,
        func: FuncId,
        updates: &[(PredId, Value)],
        excluded: Vec<Vec<(Literal, bool)>>,
        more: Vec<(ExprId, Vec<Literal>)>,
    ) {
        let changed = |p: PredId| updates.iter().any(|(q, _)| *q == p);
        let visible = |p: PredId| match self.precision.preds[p].scope {
            Scope::Global => true,
            Scope::Function(f) => f == func,
        };
        // What is copied or constant is consistent by itself.
        let open = |p: PredId| {
            let update = updates.iter().find(|(q, _)| *q == p);
            update.is_some_and(|(_, v)| matches!(v, Value::Either(..)))
        };
        let states: Vec<Vec<(Literal, bool)>> = self
            .lemmas
            .about(open, visible)
            .into_iter()
            .map(|cube| cube.iter().map(|&l| (l, true)).collect())
            .collect();
        let mut clauses = Vec::new();
        for cube in excluded.into_iter().chain(states) {
            let parts = cube
                .into_iter()
                .map(|(literal, after)| self.at(literal, after && changed(literal.0)))
                .collect();
            let cube = self.all(parts);
            clauses.push(self.not(cube));
        }
        for (before, after) in more {
            let mut parts = vec![before];
            for literal in after {
                parts.push(self.at(literal, changed(literal.0)));
            }
            let cube = self.all(parts);
            clauses.push(self.not(cube));
        }
        if updates.is_empty() {
            if !clauses.is_empty() {
                let condition = self.all(clauses);
                let kind = StmtKind::Assume {
                    condition,
                    constrain: None,
                };
                self.push(body, step, kind);
            }
            return;
        }
        let constrain = (!clauses.is_empty()).then(|| self.all(clauses));
        let targets = updates
            .iter()
            .map(|(p, _)| Target::Var(self.pred(*p)))
            .collect();
        let values = updates.iter().map(|(_, v)| self.value(v)).collect();
        let kind = StmtKind::Assign {
            targets,
            values,
            constrain,
        };
        self.push(body, step, kind);
    }

    fn value(&mut self, value: &Value) -> ExprId {
        match value {
            Value::Always(value) => self.constant(*value),
            Value::Is(atom, sign) => {
                let var = self.atom(*atom);
                self.signed(var, *sign)
            }
            Value::Either(yes, no) if yes.is_empty() && no.is_empty() => self.add(ExprKind::Nondet),
            Value::Either(yes, no) => {
                let yes = self.any_of(yes);
                let no = self.any_of(no);
                self.add(ExprKind::Choose(yes, no))
            }
        }
    }

    fn none_of(&mut self, cubes: &[AtomCube]) -> ExprId {
        if cubes.is_empty() {
            return self.constant(true);
        }
        let any = self.any_of(cubes);
        self.not(any)
    }

    fn none_of_literals(&mut self, cubes: &[Vec<Literal>]) -> ExprId {
        let atoms = |cube: &Vec<Literal>| cube.iter().map(|&(p, s)| (Atom::Pred(p), s)).collect();
        let cubes: Vec<AtomCube> = cubes.iter().map(atoms).collect();
        self.none_of(&cubes)
    }

    fn any_of(&mut self, cubes: &[AtomCube]) -> ExprId {
        let mut parts = Vec::new();
        for cube in cubes {
            let literals = cube
                .iter()
                .map(|&(atom, sign)| {
                    let var = self.atom(atom);
                    self.signed(var, sign)
                })
                .collect();
            parts.push(self.all(literals));
        }
        self.join(BinOp::Or, parts, false)
    }

    fn all(&mut self, parts: Vec<ExprId>) -> ExprId {
        self.join(BinOp::And, parts, true)
    }

    fn join(&mut self, op: BinOp, parts: Vec<ExprId>, empty: bool) -> ExprId {
        let mut parts = parts.into_iter();
        let Some(first) = parts.next() else {
            return self.constant(empty);
        };
        parts.fold(first, |a, b| self.add(ExprKind::Binary(op, a, b)))
    }

    fn literal(&mut self, literal: Literal) -> ExprId {
        self.at(literal, false)
    }

    fn at(&mut self, (pred, sign): Literal, after: bool) -> ExprId {
        let symbol = self.names[&(0, pred)];
        let var = self.add(if after {
            ExprKind::Next(symbol)
        } else {
            ExprKind::Var(symbol)
        });
        self.signed(var, sign)
    }

    fn atom(&mut self, atom: Atom) -> ExprId {
        let symbol = match atom {
            Atom::Pred(p) => self.names[&(0, p)],
            Atom::Returned(p) => self.names[&(1, p)],
        };
        self.add(ExprKind::Var(symbol))
    }

    fn signed(&mut self, expr: ExprId, sign: bool) -> ExprId {
        if sign { expr } else { self.not(expr) }
    }

    fn not(&mut self, expr: ExprId) -> ExprId {
        self.add(ExprKind::Not(expr))
    }

    fn constant(&mut self, value: bool) -> ExprId {
        self.add(ExprKind::Const(value))
    }

    fn add(&mut self, kind: ExprKind) -> ExprId {
        self.out.add_expr(kind, Span::default())
    }

    fn stop(&mut self) -> StmtKind {
        StmtKind::Assume {
            condition: self.constant(false),
            constrain: None,
        }
    }

    fn jump(&mut self, body: &mut Vec<StmtId>, to: &[String]) {
        let targets = to.iter().map(|l| self.name(l)).collect();
        self.push(body, Step::Jump, StmtKind::Goto(targets));
    }

    fn push(&mut self, body: &mut Vec<StmtId>, step: Step, kind: StmtKind) -> StmtId {
        let origin = Origin(self.steps.len() as u32);
        self.steps.push(step);
        let stmt = self.out.add_stmt(Stmt {
            labels: Vec::new(),
            kind,
            span: Span::default(),
            origin: Some(origin),
        });
        body.push(stmt);
        stmt
    }

    /// The predicates of a function whose values callers learn.
    fn returned(&self, func: FuncId) -> Vec<PredId> {
        self.precision
            .of_scope(Scope::Function(func))
            .filter(|&p| self.transfers.is_returned(p) && self.wanted.contains(&p))
            .collect()
    }

    fn is_passed(&self, pred: PredId) -> bool {
        self.transfers.is_passed(pred) && self.passed.contains(&pred)
    }

    fn pred(&self, pred: PredId) -> Name {
        name(self.names[&(0, pred)])
    }

    fn name(&mut self, text: &str) -> Name {
        name(self.out.names.intern(text))
    }
}

fn name(symbol: Symbol) -> Name {
    Name {
        symbol,
        span: Span::default(),
    }
}

fn location(loc: LocId) -> String {
    format!("L{}", loc.index())
}

fn label_of(block: BlockId) -> String {
    format!("B{}", block.index())
}
