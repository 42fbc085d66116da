//! From a program that starts threads to one that has a fixed number of them.
//!
//! Threads that are started become *places*: each place has variables that say which statement started it (0 while it is
//! free) and with which values. A statement that starts a thread becomes one assignment: it takes a free place, or none,
//! because a thread that never runs need not have one. A thread that runs for the first time reads what was put in its
//! place. So as many places as threads that run are enough, whatever else is started.
//!
//! `start_thread goto L` starts a copy of its procedure at L, with copies of the variables that are live there: a new frame
//! with nothing below it. Atomic sections are a further variable, of each thread, which is 1 inside of them.
//!
//! Statements, procedures and variables of the program keep their numbers; what is new comes after them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::plan::Plan;
use crate::bdd::{BddResult, Bdds, Slot, SlotCopy};
use crate::bp::{
    Arm, BinOp, Block, ExprId, ExprKind, Name, Proc, ProcId, Program, Span, Stmt, StmtId, StmtKind,
    Symbol, Target, Thread, VarDecl,
};
use crate::flow::{ControlPoint, Flow, live_ranges, mod_ref};

/// A program in which the number of threads is fixed.
pub(crate) struct Instances {
    pub(crate) program: Program,
    /// The statement of the user's program that each statement stands for.
    pub(crate) stmt_origin: Vec<StmtId>,
    /// The procedure of the user's program that each procedure stands for.
    pub(crate) proc_origin: Vec<ProcId>,
    /// Whether a thread that comes to a statement has ended.
    pub(crate) ended: Vec<bool>,
    pub(crate) init: Option<ProcId>,
    pub(crate) threads: Vec<Instance>,
    /// 1 inside of an atomic section of the thread that runs.
    pub(crate) in_section: Option<Slot>,
    /// While this is 1, no other thread runs.
    pub(crate) atomic_variable: Option<Slot>,
}

/// A thread: it can begin in one of several ways.
#[derive(Clone)]
pub(crate) struct Instance {
    pub(crate) starts: Vec<ThreadStart>,
    /// The variables that say how it was started, as a number; none for a thread that is there from the beginning.
    pub(crate) code: Vec<Slot>,
    /// The variables with what it was started with.
    pub(crate) given: Vec<Slot>,
}

/// A way in which a thread can begin.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct ThreadStart {
    pub(crate) proc: ProcId,
    /// The statement it begins with; at its beginning where there is none.
    pub(crate) at: Option<StmtId>,
    /// Which of the variables of its procedure (formals, then locals) get the first, second… of the values given.
    pub(crate) takes: Vec<usize>,
}

impl Instances {
    /// `places` is how many of the threads that are started may run. With `exact`, they are given all variables, whether
    /// these matter or not.
    pub(crate) fn new(program: &Program, plan: &Plan, places: usize, exact: bool) -> Instances {
        let mut builder = Builder {
            stmt_origin: (0..program.stmts.len() as u32).map(StmtId).collect(),
            proc_origin: program.proc_ids().collect(),
            result: program.clone(),
            copies: Vec::new(),
            called: called(program),
        };
        let ends = program
            .stmts
            .iter()
            .map(|stmt| matches!(stmt.kind, StmtKind::Thread(Thread::End)));
        let ends: Vec<bool> = ends.collect();
        let init = plan.init.map(|proc| builder.first_procedure(program, proc));
        let threads = plan
            .threads
            .iter()
            .map(|&proc| builder.first_procedure(program, proc));
        let threads: Vec<ProcId> = threads.collect();
        let (ways, starts) = match places {
            0 => (Vec::new(), Vec::new()),
            _ => builder.starts(program, exact),
        };
        let in_section = uses_sections(program).then(|| builder.global("in an atomic section"));
        let width = starts.iter().map(|s| s.values.len()).max().unwrap_or(0);
        let bits = (usize::BITS - ways.len().leading_zeros()) as usize;
        let places: Vec<Place> = (0..places)
            .map(|place| Place {
                code: (0..bits)
                    .map(|b| builder.place_variable(place, "code", b))
                    .collect(),
                given: (0..width)
                    .map(|v| builder.place_variable(place, "value", v))
                    .collect(),
            })
            .collect();
        for start in &starts {
            builder.start_statement(start, start.way + 1, &places);
        }
        builder.other_statements(in_section);
        let of_slot = |symbol: Symbol| {
            let globals = &builder.result.globals;
            let place = globals.iter().position(|g| g.name.symbol == symbol);
            Slot(place.expect("the variable was declared") as u32)
        };
        let alone = |&proc: &ProcId| Instance {
            starts: vec![ThreadStart {
                proc,
                at: None,
                takes: Vec::new(),
            }],
            code: Vec::new(),
            given: Vec::new(),
        };
        let mut threads: Vec<Instance> = threads.iter().map(alone).collect();
        let slots = |symbols: &[Symbol]| symbols.iter().map(|&s| of_slot(s)).collect();
        threads.extend(places.iter().map(|place| Instance {
            starts: ways.clone(),
            code: slots(&place.code),
            given: slots(&place.given),
        }));
        Instances {
            init,
            threads,
            in_section: in_section.map(of_slot),
            atomic_variable: plan.atomic_variable.map(of_slot),
            ended: builder
                .stmt_origin
                .iter()
                .map(|stmt| ends[stmt.index()])
                .collect(),
            program: builder.result,
            stmt_origin: builder.stmt_origin,
            proc_origin: builder.proc_origin,
        }
    }
}

impl Instances {
    /// The states in which there is no place left for a thread that is started.
    pub(crate) fn all_places_taken(&self, bdds: &Bdds) -> BddResult {
        let mut taken = bdds.one();
        for thread in self.threads.iter().filter(|thread| !thread.code.is_empty()) {
            let mut is_taken = bdds.zero();
            for &slot in &thread.code {
                is_taken = bdds.or(&is_taken, bdds.var(slot, SlotCopy::Current))?;
            }
            taken = bdds.and(&taken, &is_taken)?;
        }
        Ok(taken)
    }
}

fn uses_sections(program: &Program) -> bool {
    let section = |kind: &StmtKind| matches!(kind, StmtKind::Thread(Thread::AtomicBegin));
    program.stmts.iter().any(|stmt| section(&stmt.kind))
}

/// The variables of a place.
struct Place {
    code: Vec<Symbol>,
    given: Vec<Symbol>,
}

/// A statement that starts threads.
struct StartStatement {
    stmt: StmtId,
    /// Which of the ways to begin.
    way: usize,
    /// What the thread is given.
    values: Vec<ExprId>,
}

struct Builder {
    result: Program,
    stmt_origin: Vec<StmtId>,
    proc_origin: Vec<ProcId>,
    /// The copies of procedures that threads begin in the middle of.
    copies: Vec<Copy>,
    /// Whether a statement calls each procedure.
    called: Vec<bool>,
}

/// A copy of a procedure.
#[derive(Clone)]
struct Copy {
    of: ProcId,
    /// Whether its variables are parameters, because it begins in the middle.
    in_the_middle: bool,
    copy: ProcId,
    stmts: FxHashMap<StmtId, StmtId>,
}

impl Builder {
    /// The ways to begin, and the statements that start threads, those of copies included.
    fn starts(
        &mut self,
        program: &Program,
        exact: bool,
    ) -> (Vec<ThreadStart>, Vec<StartStatement>) {
        let live = (!exact).then(|| liveness(program));
        let (mut ways, mut found) = (Vec::new(), Vec::new());
        for proc in program.proc_ids() {
            for stmt in statements(program, program.proc(proc).body.as_ref()) {
                let StmtKind::Thread(thread) = &program.stmt(stmt).kind else {
                    continue;
                };
                let Some((start, values)) = self.start(program, live.as_ref(), proc, thread) else {
                    continue;
                };
                let known = ways.iter().position(|way| *way == start);
                let way = known.unwrap_or(ways.len());
                if known.is_none() {
                    ways.push(start);
                }
                found.push(StartStatement { stmt, way, values });
            }
        }
        // A copy starts what its original starts.
        let mut of_copies = Vec::new();
        for copy in &self.copies {
            for StartStatement { stmt, way, values } in &found {
                if let Some(&stmt) = copy.stmts.get(stmt) {
                    of_copies.push(StartStatement {
                        stmt,
                        way: *way,
                        values: values.clone(),
                    });
                }
            }
        }
        found.extend(of_copies);
        (ways, found)
    }

    /// What a statement starts, and what it gives to the thread.
    fn start(
        &mut self,
        program: &Program,
        live: Option<&FxHashMap<StmtId, Vec<usize>>>,
        proc: ProcId,
        thread: &Thread,
    ) -> Option<(ThreadStart, Vec<ExprId>)> {
        match thread {
            Thread::StartCall { callee, args } => {
                let proc = program.find_proc(program.text(callee.symbol))?;
                let proc = self.first_procedure(program, proc);
                let takes = (0..args.len()).collect();
                Some((
                    ThreadStart {
                        proc,
                        at: None,
                        takes,
                    },
                    args.clone(),
                ))
            }
            Thread::StartGoto(label) => {
                let target = labelled(program, proc, label.symbol)?;
                let Copy { copy, stmts, .. } = self.copy(program, proc, true);
                let own = program.proc(proc);
                let declared: Vec<VarDecl> =
                    own.formals.iter().chain(&own.locals).copied().collect();
                let takes: Vec<usize> = match live {
                    Some(live) => live.get(&target).cloned().unwrap_or_default(),
                    None => (0..declared.len()).collect(),
                };
                let value = |&i: &usize| {
                    let name = declared[i].name;
                    self.result.add_expr(ExprKind::Var(name.symbol), name.span)
                };
                let values = takes.iter().map(value).collect();
                Some((
                    ThreadStart {
                        proc: copy,
                        at: Some(stmts[&target]),
                        takes,
                    },
                    values,
                ))
            }
            Thread::End | Thread::AtomicBegin | Thread::AtomicEnd => None,
        }
    }

    /// A procedure to begin a thread with: the end of one that is called is not always the end of its thread.
    fn first_procedure(&mut self, program: &Program, proc: ProcId) -> ProcId {
        match self.called[proc.index()] {
            true => self.copy(program, proc, false).copy,
            false => proc,
        }
    }

    /// A copy of a procedure, all of whose variables are parameters where it begins in the middle.
    fn copy(&mut self, program: &Program, proc: ProcId, in_the_middle: bool) -> Copy {
        let same = |copy: &&Copy| copy.of == proc && copy.in_the_middle == in_the_middle;
        if let Some(known) = self.copies.iter().find(same) {
            return known.clone();
        }
        let own = program.proc(proc);
        let stmts = statements(program, own.body.as_ref());
        let first = self.result.stmts.len() as u32;
        let numbered = stmts.iter().copied().zip((first..).map(StmtId));
        let copies: FxHashMap<StmtId, StmtId> = numbered.collect();
        let block = |block: &Block| -> Block { block.iter().map(|stmt| copies[stmt]).collect() };
        for &stmt in &stmts {
            let mut copy = program.stmt(stmt).clone();
            match &mut copy.kind {
                StmtKind::If { arms, otherwise } => {
                    arms.iter_mut().for_each(|arm| arm.body = block(&arm.body));
                    *otherwise = otherwise.as_ref().map(block);
                }
                StmtKind::While { body, .. } => *body = block(body),
                _ => {}
            }
            self.result.add_stmt(copy);
            self.stmt_origin.push(stmt);
        }
        let mut copy = own.clone();
        let name = format!("{} as a thread", program.text(own.name.symbol));
        copy.name.symbol = self.fresh(name);
        copy.body = own.body.as_ref().map(block);
        if in_the_middle {
            let declared = own.formals.iter().chain(&own.locals);
            copy.formals = declared.map(|d| VarDecl { init: None, ..*d }).collect();
            copy.locals = Vec::new();
        }
        self.result.procs.push(copy);
        self.proc_origin.push(proc);
        let id = ProcId(self.result.procs.len() as u32 - 1);
        let made = Copy {
            of: proc,
            in_the_middle,
            copy: id,
            stmts: copies,
        };
        self.copies.push(made.clone());
        made
    }

    /// A name that the program does not have.
    fn fresh(&mut self, mut name: String) -> Symbol {
        while self.result.names.get(&name).is_some() {
            name.push('\'');
        }
        self.result.names.intern(&name)
    }

    /// A global variable that begins with 0.
    fn global(&mut self, name: &str) -> Symbol {
        let symbol = self.fresh(name.to_owned());
        let zero = self
            .result
            .add_expr(ExprKind::Const(false), Span::default());
        let name = Name {
            symbol,
            span: Span::default(),
        };
        self.result.globals.push(VarDecl {
            name,
            init: Some(zero),
        });
        symbol
    }

    fn place_variable(&mut self, place: usize, what: &str, number: usize) -> Symbol {
        self.global(&format!("{what} {number} of place {place}"))
    }

    fn expr(&mut self, kind: ExprKind) -> ExprId {
        self.result.add_expr(kind, Span::default())
    }

    fn all(&mut self, op: BinOp, empty: bool, parts: Vec<ExprId>) -> ExprId {
        let whole = parts
            .into_iter()
            .reduce(|a, b| self.expr(ExprKind::Binary(op, a, b)));
        whole.unwrap_or_else(|| self.expr(ExprKind::Const(empty)))
    }

    fn literal(&mut self, kind: ExprKind, value: bool) -> ExprId {
        let expr = self.expr(kind);
        match value {
            true => expr,
            false => self.expr(ExprKind::Not(expr)),
        }
    }

    /// A variable is after the step what it was before.
    fn stays(&mut self, symbol: Symbol) -> ExprId {
        let (before, after) = (
            self.expr(ExprKind::Var(symbol)),
            self.expr(ExprKind::Next(symbol)),
        );
        self.expr(ExprKind::Binary(BinOp::Iff, before, after))
    }

    /// Makes a statement take a free place, or none.
    fn start_statement(&mut self, start: &StartStatement, number: usize, places: &[Place]) {
        let mut ways = vec![
            (0..places.len())
                .flat_map(|p| self.kept(&places[p]))
                .collect::<Vec<_>>(),
        ];
        for (taken, place) in places.iter().enumerate() {
            let mut parts = Vec::new();
            for (bit, &symbol) in place.code.iter().enumerate() {
                parts.push(self.literal(ExprKind::Var(symbol), false));
                parts.push(self.literal(ExprKind::Next(symbol), number >> bit & 1 == 1));
            }
            for (v, &symbol) in place.given.iter().enumerate() {
                let after = self.expr(ExprKind::Next(symbol));
                let value = match start.values.get(v) {
                    Some(&value) => value,
                    None => self.expr(ExprKind::Const(false)),
                };
                parts.push(self.expr(ExprKind::Binary(BinOp::Iff, after, value)));
            }
            for (other, place) in places.iter().enumerate() {
                if other != taken {
                    parts.extend(self.kept(place));
                }
            }
            ways.push(parts);
        }
        let ways = ways
            .into_iter()
            .map(|parts| self.all(BinOp::And, true, parts))
            .collect();
        let constrain = Some(self.all(BinOp::Or, false, ways));
        let symbols = places
            .iter()
            .flat_map(|place| place.code.iter().chain(&place.given));
        let symbols: Vec<Symbol> = symbols.copied().collect();
        let target = |&symbol: &Symbol| {
            Target::Var(Name {
                symbol,
                span: Span::default(),
            })
        };
        self.result.stmts[start.stmt.index()].kind = StmtKind::Assign {
            targets: symbols.iter().map(target).collect(),
            values: symbols
                .iter()
                .map(|_| self.result.add_expr(ExprKind::Nondet, Span::default()))
                .collect(),
            constrain,
        };
    }

    fn kept(&mut self, place: &Place) -> Vec<ExprId> {
        let symbols = place.code.iter().chain(&place.given);
        symbols.map(|&symbol| self.stays(symbol)).collect()
    }

    /// What is left of thread statements: sections, ends, and starts of threads that have no place.
    fn other_statements(&mut self, in_section: Option<Symbol>) {
        let yes = self.expr(ExprKind::Const(true));
        let no = self.expr(ExprKind::Const(false));
        for stmt in &mut self.result.stmts {
            let StmtKind::Thread(thread) = &stmt.kind else {
                continue;
            };
            let set = |value| match in_section {
                Some(symbol) => StmtKind::Assign {
                    targets: vec![Target::Var(Name {
                        symbol,
                        span: Span::default(),
                    })],
                    values: vec![value],
                    constrain: None,
                },
                None => StmtKind::Skip,
            };
            stmt.kind = match thread {
                Thread::StartGoto(_) | Thread::StartCall { .. } => StmtKind::Skip,
                // A thread that comes here has ended.
                Thread::End => StmtKind::Assume {
                    condition: no,
                    constrain: None,
                },
                Thread::AtomicBegin => set(yes),
                Thread::AtomicEnd => set(no),
            };
        }
    }
}

/// Whether a statement calls each procedure.
fn called(program: &Program) -> Vec<bool> {
    let mut names: FxHashSet<Symbol> = FxHashSet::default();
    for stmt in &program.stmts {
        if let StmtKind::Call { callee, .. } = &stmt.kind {
            names.insert(callee.symbol);
        }
    }
    let is_called = |proc: &Proc| names.contains(&proc.name.symbol);
    program.procs.iter().map(is_called).collect()
}

/// The statements of a body, each before those inside of it.
pub(crate) fn statements(program: &Program, body: Option<&Block>) -> Vec<StmtId> {
    let mut all = Vec::new();
    let mut open: Vec<StmtId> = body
        .into_iter()
        .flat_map(|b| b.iter().rev())
        .copied()
        .collect();
    while let Some(stmt) = open.pop() {
        all.push(stmt);
        match &program.stmt(stmt).kind {
            StmtKind::If { arms, otherwise } => {
                let blocks = arms.iter().map(|arm| &arm.body).chain(otherwise);
                open.extend(blocks.rev().flat_map(|block| block.iter().rev()));
            }
            StmtKind::While { body, .. } => open.extend(body.iter().rev()),
            _ => {}
        }
    }
    all
}

/// The statement that a `goto` of a procedure leads to.
pub(crate) fn labelled(program: &Program, proc: ProcId, label: Symbol) -> Option<StmtId> {
    let carries = |stmt: &StmtId| program.stmt(*stmt).labels.iter().any(|l| l.symbol == label);
    let stmts = statements(program, program.proc(proc).body.as_ref());
    stmts.into_iter().find(carries)
}

/// The variables of its procedure (formals, then locals, by number) that are live at each statement: all others may have
/// any value there.
fn liveness(program: &Program) -> FxHashMap<StmtId, Vec<usize>> {
    let sequential = sequential(program);
    let flow = Flow::new(&sequential);
    let everything = mod_ref(&flow, &[], false);
    let ranges = live_ranges(&flow, &everything, &[], true, false);
    let mut live = FxHashMap::default();
    for loc in flow.locs() {
        let own = &flow.proc(flow.proc_of(loc)).slots;
        let is_live = |(_, slot): &(usize, &Slot)| ranges.at(loc).contains(**slot);
        if let ControlPoint::Before(stmt) = flow.place(loc) {
            live.insert(
                stmt,
                own.iter()
                    .enumerate()
                    .filter(is_live)
                    .map(|(i, _)| i)
                    .collect(),
            );
        }
    }
    live
}

/// A sequential program in which a variable is live wherever it is in a program with threads: what a thread is given
/// counts as read where it is started.
fn sequential(program: &Program) -> Program {
    let mut result = program.clone();
    for i in 0..program.stmts.len() {
        let StmtKind::Thread(thread) = &program.stmts[i].kind else {
            continue;
        };
        let mut expr = |kind| result.add_expr(kind, Span::default());
        let kind = match thread {
            Thread::StartGoto(label) => {
                let condition = expr(ExprKind::Nondet);
                let jump = result.add_stmt(Stmt {
                    labels: Vec::new(),
                    kind: StmtKind::Goto(vec![*label]),
                    span: Span::default(),
                    origin: None,
                });
                let arm = Arm {
                    condition,
                    body: vec![jump],
                    span: Span::default(),
                };
                StmtKind::If {
                    arms: vec![arm],
                    otherwise: None,
                }
            }
            Thread::StartCall { args, .. } => {
                let read = args
                    .iter()
                    .copied()
                    .reduce(|a, b| expr(ExprKind::Binary(BinOp::Or, a, b)));
                let condition = read.unwrap_or_else(|| expr(ExprKind::Const(true)));
                StmtKind::Assume {
                    condition,
                    constrain: None,
                }
            }
            Thread::End => {
                let condition = expr(ExprKind::Const(false));
                StmtKind::Assume {
                    condition,
                    constrain: None,
                }
            }
            Thread::AtomicBegin | Thread::AtomicEnd => StmtKind::Skip,
        };
        result.stmts[i].kind = kind;
    }
    result
}
