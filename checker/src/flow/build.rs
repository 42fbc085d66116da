//! From the syntax tree to the flow: numbers the locations, then connects them.

use rustc_hash::FxHashMap;

use super::effects::Effects;
use super::{Call, ControlPoint, Edge, Flow, LocId, ProcFlow, Step};
use crate::bdd::Slot;
use crate::bp::{Arm, Block, Name, ProcId, Program, StmtId, StmtKind, Symbol};

pub(super) fn build(program: &Program, unnamed_globals: usize) -> Flow<'_> {
    let global_count = program.globals.len() + unnamed_globals;
    let return_count = program
        .procs
        .iter()
        .map(|p| p.returns as usize)
        .max()
        .unwrap_or(0);
    let globals = program.globals.iter().enumerate();
    let mut builder = Builder {
        program,
        first_loc: vec![LocId(u32::MAX); program.stmts.len()],
        places: Vec::new(),
        edges: Vec::new(),
        calls: Vec::new(),
        callees: callees(program),
    };
    let mut procs = Vec::with_capacity(program.procs.len());
    let mut first_call = vec![0];
    for id in program.proc_ids() {
        procs.push(builder.procedure(id, (global_count + return_count) as u32));
        first_call.push(builder.calls.len() as u32);
    }
    let widest = procs.iter().map(|p| p.slots.len()).max().unwrap_or(0);
    let (edges, first_edge) = grouped(builder.edges, builder.places.len());
    let call_at = builder
        .calls
        .iter()
        .enumerate()
        .map(|(i, c)| (c.from, i as u32))
        .collect();
    let mut flow = Flow {
        program,
        procs,
        places: builder.places,
        edges,
        first_edge,
        calls: builder.calls,
        first_call,
        call_at,
        globals: globals
            .map(|(i, d)| (d.name.symbol, Slot(i as u32)))
            .collect(),
        effects: Effects::default(),
        observer_reads: Vec::new(),
        global_count,
        return_count,
        slot_count: global_count + return_count + widest,
    };
    flow.effects = Effects::new(&flow);
    flow
}

/// Procedures by name, definitions before declarations.
fn callees(program: &Program) -> FxHashMap<Symbol, ProcId> {
    let mut by_name = FxHashMap::default();
    for id in program.proc_ids() {
        let proc = program.proc(id);
        if proc.body.is_some() {
            by_name.insert(proc.name.symbol, id);
        } else {
            by_name.entry(proc.name.symbol).or_insert(id);
        }
    }
    by_name
}

/// Edges sorted by their source, with the index of each source's first edge.
fn grouped(edges: Vec<Edge>, locs: usize) -> (Vec<Edge>, Vec<u32>) {
    let mut first = vec![0u32; locs + 1];
    for edge in &edges {
        first[edge.from.index() + 1] += 1;
    }
    for i in 0..locs {
        first[i + 1] += first[i];
    }
    let mut next = first.clone();
    let mut sorted = edges.clone();
    for edge in edges {
        let place = &mut next[edge.from.index()];
        sorted[*place as usize] = edge;
        *place += 1;
    }
    (sorted, first)
}

struct Builder<'p> {
    program: &'p Program,
    /// The location before each statement.
    first_loc: Vec<LocId>,
    places: Vec<ControlPoint>,
    edges: Vec<Edge>,
    calls: Vec<Call>,
    callees: FxHashMap<Symbol, ProcId>,
}

impl Builder<'_> {
    fn procedure(&mut self, id: ProcId, first_slot: u32) -> ProcFlow {
        let proc = self.program.proc(id);
        let start = self.places.len() as u32;
        let empty = Vec::new();
        let body = proc.body.as_ref().unwrap_or(&empty);
        let labels = self.number(body);
        let exit = self.add(ControlPoint::Exit);
        self.connect(body, exit, &labels);
        let declared = proc
            .formals
            .iter()
            .chain(&proc.locals)
            .map(|d| d.name.symbol);
        let slots: Vec<Slot> = (0..(proc.formals.len() + proc.locals.len()) as u32)
            .map(|i| Slot(first_slot + i))
            .collect();
        ProcFlow {
            entry: body.first().map_or(exit, |s| self.first_loc[s.index()]),
            exit,
            locs: start..self.places.len() as u32,
            formals: proc.formals.len(),
            by_name: declared.zip(slots.iter().copied()).collect(),
            slots,
        }
    }

    fn add(&mut self, place: ControlPoint) -> LocId {
        self.places.push(place);
        LocId(self.places.len() as u32 - 1)
    }

    /// Gives each statement of the body its location, in the order of the text; returns where the labels are.
    fn number(&mut self, body: &Block) -> FxHashMap<Symbol, LocId> {
        let mut labels = FxHashMap::default();
        let mut stack: Vec<StmtId> = body.iter().rev().copied().collect();
        while let Some(id) = stack.pop() {
            let stmt = self.program.stmt(id);
            let loc = self.add(ControlPoint::Before(id));
            self.first_loc[id.index()] = loc;
            labels.extend(stmt.labels.iter().map(|l| (l.symbol, loc)));
            match &stmt.kind {
                StmtKind::If { arms, otherwise } => {
                    for arm in 1..arms.len() {
                        self.add(ControlPoint::Arm(id, arm as u32));
                    }
                    let blocks = arms.iter().map(|a| &a.body).chain(otherwise);
                    stack.extend(blocks.rev().flat_map(|b| b.iter().rev()));
                }
                StmtKind::While { body, .. } => stack.extend(body.iter().rev()),
                _ => {}
            }
        }
        labels
    }

    fn connect(&mut self, body: &Block, exit: LocId, labels: &FxHashMap<Symbol, LocId>) {
        let mut stack = vec![(body, exit)];
        while let Some((block, follow)) = stack.pop() {
            for (i, &id) in block.iter().enumerate() {
                let next = block
                    .get(i + 1)
                    .map_or(follow, |s| self.first_loc[s.index()]);
                let here = self.first_loc[id.index()];
                match &self.program.stmt(id).kind {
                    StmtKind::If { arms, otherwise } => {
                        self.connect_if(here, arms, otherwise.as_ref(), next);
                        stack.extend(arms.iter().map(|a| (&a.body, next)));
                        stack.extend(otherwise.iter().map(|b| (b, next)));
                    }
                    StmtKind::While { condition, body } => {
                        let inside = self.start_of(body, here);
                        self.branch(here, *condition, inside, next);
                        stack.push((body, here));
                    }
                    _ => self.connect_simple(id, here, next, exit, labels),
                }
            }
        }
    }

    fn connect_if(&mut self, here: LocId, arms: &[Arm], otherwise: Option<&Block>, next: LocId) {
        for (i, arm) in arms.iter().enumerate() {
            let at = LocId(here.0 + i as u32);
            let no = if i + 1 < arms.len() {
                LocId(at.0 + 1)
            } else {
                otherwise.map_or(next, |b| self.start_of(b, next))
            };
            let yes = self.start_of(&arm.body, next);
            self.branch(at, arm.condition, yes, no);
        }
    }

    fn connect_simple(
        &mut self,
        id: StmtId,
        here: LocId,
        next: LocId,
        exit: LocId,
        labels: &FxHashMap<Symbol, LocId>,
    ) {
        match &self.program.stmt(id).kind {
            StmtKind::Skip | StmtKind::Print(_) | StmtKind::Thread(_) => {
                self.edge(here, next, Step::Skip)
            }
            StmtKind::Goto(targets) => {
                for target in targets {
                    self.edge(here, labels[&target.symbol], Step::Skip);
                }
            }
            StmtKind::Assign { .. } | StmtKind::Assume { .. } | StmtKind::Dead(_) => {
                self.edge(here, next, Step::Effect(id));
            }
            StmtKind::Assert(condition) => {
                let failed = self.add(ControlPoint::Failed(id));
                self.branch(here, *condition, next, failed);
            }
            StmtKind::Return(_) => self.edge(here, exit, Step::Return(id)),
            StmtKind::Call {
                targets, callee, ..
            } => {
                self.call(id, here, next, *callee, !targets.is_empty());
            }
            StmtKind::If { .. } | StmtKind::While { .. } => {
                unreachable!("compound statements are connected by `connect`")
            }
        }
    }

    fn call(&mut self, stmt: StmtId, from: LocId, next: LocId, callee: Name, binds: bool) {
        let mut to = next;
        if binds {
            to = self.add(ControlPoint::Returned(stmt));
            self.edge(to, next, Step::Bind(stmt));
        }
        let callee = self.callees[&callee.symbol];
        self.calls.push(Call {
            stmt,
            callee,
            from,
            to,
            binds,
        });
    }

    fn start_of(&self, block: &Block, otherwise: LocId) -> LocId {
        block
            .first()
            .map_or(otherwise, |s| self.first_loc[s.index()])
    }

    fn branch(&mut self, from: LocId, condition: crate::bp::ExprId, yes: LocId, no: LocId) {
        if yes == no {
            // The condition decides nothing: a trace that goes this way must not claim to know its value.
            return self.edge(from, yes, Step::Skip);
        }
        self.edge(
            from,
            yes,
            Step::Branch {
                condition,
                taken: true,
            },
        );
        self.edge(
            from,
            no,
            Step::Branch {
                condition,
                taken: false,
            },
        );
    }

    fn edge(&mut self, from: LocId, to: LocId, step: Step) {
        self.edges.push(Edge { from, to, step });
    }
}
