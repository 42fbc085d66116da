//! The program that a slice leaves.
//!
//! Statements that do not matter disappear, and with them the locations between; branches whose
//! conditions do not matter are bypassed to where their ways meet. Locations are numbered in the
//! order they are met from the entry.

use super::flow::Flow;
use super::relevant::Relevance;
use super::{Criterion, Slice};
use crate::analysis::bits::Bits;
use crate::analysis::effects::EffectsOf;
use crate::entity::{Arena, EntityId};
use crate::ir::{
    Callee, Cfg, Edge, EdgeId, EdgeKind, ExprId, ExprKind, FuncId, InitValue, LocId, Location,
    PlaceKind, Program, Stmt, Term, VarId,
};
use std::collections::VecDeque;

pub(super) fn rebuild(
    of: &EffectsOf<'_>,
    flows: &Arena<FuncId, Option<Flow>>,
    relevance: &Relevance<'_>,
    criterion: &Criterion,
) -> Slice {
    let funcs = of.program.funcs.len();
    let mut builder = Builder {
        of,
        flows,
        relevance,
        criterion,
        mentions: Mentions::new(of.program),
        slice: Slice {
            program: of.program.clone(),
            old_locs: Arena::filled(Vec::new(), funcs),
            old_edges: Arena::filled(Vec::new(), funcs),
            new_locs: Arena::filled(Vec::new(), funcs),
        },
    };
    builder.run();
    builder.slice
}

struct Builder<'a> {
    of: &'a EffectsOf<'a>,
    flows: &'a Arena<FuncId, Option<Flow>>,
    relevance: &'a Relevance<'a>,
    criterion: &'a Criterion,
    mentions: Mentions,
    slice: Slice,
}

impl Builder<'_> {
    fn run(&mut self) {
        let program = self.of.program;
        let kept = self.kept_functions();
        for (func, &keep) in kept.iter() {
            if keep && self.flows[func].is_some() {
                self.note_mentions(func);
            }
        }
        self.mentions.close(program);
        for (func, function) in program.funcs.iter() {
            let Some(cfg) = &function.body else { continue };
            let body = match &self.flows[func] {
                Some(flow) if kept[func] => Some(self.body(func, cfg, flow)),
                _ if kept[func] => Some(self.dead_end(cfg)),
                _ => None,
            };
            let target = &mut self.slice.program.funcs[func];
            target.body = body;
            let mentioned = |v: &VarId| self.mentions.vars[*v];
            target.locals.retain(mentioned);
        }
        let flows = self.flows;
        self.slice
            .program
            .destructors
            .retain(|&f| flows[f].is_some());
        self.set_address_taken();
    }

    /// Functions that the slice may call.
    fn kept_functions(&self) -> Arena<FuncId, bool> {
        let program = self.of.program;
        let mut kept: Arena<FuncId, bool> = Arena::filled(false, program.funcs.len());
        let mut stack: Vec<FuncId> = match program.entry {
            Some(entry) => vec![entry],
            None => program
                .funcs
                .ids()
                .filter(|&f| self.relevance.keeps_function(f))
                .collect(),
        };
        stack.extend(&program.constructors);
        let destructors = program.destructors.iter().copied();
        stack.extend(destructors.filter(|&f| self.flows[f].is_some()));
        while let Some(func) = stack.pop() {
            if std::mem::replace(&mut kept[func], true) {
                continue;
            }
            let (Some(cfg), Some(_)) = (&program.funcs[func].body, &self.flows[func]) else {
                continue;
            };
            for edge in cfg.edges() {
                if self.relevance.kept(func, edge).any()
                    && let Some(callees) = self.of.pts.callees(func, edge)
                {
                    stack.extend(&callees.functions);
                }
            }
        }
        kept
    }

    fn note_mentions(&mut self, func: FuncId) {
        let program = self.of.program;
        let (Some(cfg), Some(flow)) = (&program.funcs[func].body, &self.flows[func]) else {
            return;
        };
        for edge in flow.succs.iter().flatten().map(|s| s.0) {
            if matches!(cfg.edge(edge).stmt, Stmt::Begin { .. } | Stmt::End { .. }) {
                continue;
            }
            if let Some(stmt) = self.statement(func, cfg, edge) {
                self.mentions.add(program, &stmt);
            }
        }
    }

    /// What is left of the statement at an edge; nothing if it does not matter.
    fn statement(&mut self, func: FuncId, cfg: &Cfg, edge: EdgeId) -> Option<Stmt> {
        let stmt = &cfg.edge(edge).stmt;
        let kept = self.relevance.kept(func, edge);
        let source = cfg.source(edge).index();
        match stmt {
            Stmt::Assume { .. } => {
                let matters = self.relevance.branches[func][source] || kept.whole;
                matters.then(|| stmt.clone())
            }
            Stmt::Return { value } => Some(Stmt::Return {
                value: value.filter(|_| kept.whole),
            }),
            Stmt::Begin { var } | Stmt::End { var } => {
                (kept.whole || self.mentions.vars[*var]).then(|| stmt.clone())
            }
            Stmt::Free { pointer } => {
                let mut reads = Bits::new();
                self.of.read_expr(*pointer, &mut reads);
                let all = reads.iter().all(|c| self.relevance.reads_cell(c));
                (all && !reads.is_empty()).then(|| stmt.clone())
            }
            Stmt::Call {
                result,
                callee,
                args,
            } => kept.any().then(|| {
                let (result, args) = (*result, args.clone());
                let needed = kept.clone();
                let arg = |(n, e): (usize, ExprId)| match needed.args.get(n) {
                    Some(true) => e,
                    _ if needed.whole => e,
                    _ => self.neutral(e),
                };
                Stmt::Call {
                    result: result.filter(|_| needed.result || needed.whole),
                    callee: *callee,
                    args: args.into_iter().enumerate().map(arg).collect(),
                }
            }),
            _ => kept.whole.then(|| stmt.clone()),
        }
    }

    /// An argument that nobody looks at.
    fn neutral(&mut self, e: ExprId) -> ExprId {
        let ty = self.of.program.type_of(e);
        self.slice.program.zero(ty)
    }

    /// A body that no execution gets through.
    fn dead_end(&mut self, old: &Cfg) -> Cfg {
        let mut cfg = Cfg::new();
        let stop = cfg.add_loc(Location::default());
        let cond = self.slice.program.int(0);
        cfg.add_edge(
            cfg.entry,
            stop,
            Edge {
                stmt: Stmt::Assume { cond },
                span: crate::source::Span::NONE,
                kind: EdgeKind::Implicit,
            },
        );
        cfg.label_addresses = vec![cfg.exit; old.label_addresses.len()];
        cfg
    }

    fn body(&mut self, func: FuncId, cfg: &Cfg, flow: &Flow) -> Cfg {
        let mut steps: Vec<Vec<NewEdge>> = vec![Vec::new(); flow.end];
        for n in (0..flow.end).filter(|&n| flow.live[n]) {
            steps[n] = self.steps(func, cfg, flow, n);
        }
        let pinned = |n: usize| {
            let loc = LocId::from_index(n);
            self.criterion.locations.contains(&(func, loc)) || loc == cfg.exit
        };
        let forward: Vec<usize> = (0..flow.end).map(|n| resolve(&steps, n, &pinned)).collect();
        let mut drawing = Drawing {
            cfg,
            steps: &steps,
            forward: &forward,
            new: Cfg::new(),
            places: vec![None; flow.end],
            olds: Vec::new(),
            edges: Vec::new(),
            queue: VecDeque::new(),
        };
        let stop = self.slice.program.int(0);
        drawing.draw(&self.slice.program, stop);
        let (new, places) = (drawing.new, drawing.places);
        self.slice.old_locs[func] = drawing.olds;
        self.slice.old_edges[func] = drawing.edges;
        self.slice.new_locs[func] = (0..flow.end)
            .map(|n| flow.live[n].then(|| places[forward[n]]).flatten())
            .collect();
        new
    }

    /// The edges that leave a location in the slice, before contraction.
    fn steps(&mut self, func: FuncId, cfg: &Cfg, flow: &Flow, n: usize) -> Vec<NewEdge> {
        let succs = &flow.succs[n];
        if succs.len() > 1 && !self.relevance.branches[func][n] {
            let to = flow.ipdom[n].filter(|&d| d != flow.end);
            return vec![NewEdge {
                stmt: None,
                to,
                old: succs[0].0,
            }];
        }
        let mut found = Vec::with_capacity(succs.len());
        for &(edge, to) in succs {
            found.push(NewEdge {
                stmt: self.statement(func, cfg, edge),
                to: (to != flow.end).then_some(to),
                old: edge,
            });
        }
        found
    }

    /// Whose address the slice still takes.
    fn set_address_taken(&mut self) {
        let program = &mut self.slice.program;
        for (id, var) in program.vars.iter_mut() {
            var.address_taken &= self.mentions.taken[id];
        }
        for (id, func) in program.funcs.iter_mut() {
            func.address_taken &= self.mentions.funcs[id];
        }
    }
}

/// An edge of the slice; without a statement it only leads on.
#[derive(Clone)]
struct NewEdge {
    stmt: Option<Stmt>,
    /// None: to where nothing matters.
    to: Option<usize>,
    old: EdgeId,
}

/// Where a location's edges without statements lead.
fn resolve(steps: &[Vec<NewEdge>], n: usize, pinned: &dyn Fn(usize) -> bool) -> usize {
    let mut at = n;
    // A cycle of empty edges is left alone.
    for _ in 0..=steps.len() {
        match steps[at].as_slice() {
            [one] if one.stmt.is_none() && !pinned(at) => match one.to {
                Some(to) => at = to,
                None => return at,
            },
            _ => return at,
        }
    }
    n
}

/// The new automaton while it is drawn.
struct Drawing<'a> {
    cfg: &'a Cfg,
    steps: &'a [Vec<NewEdge>],
    forward: &'a [usize],
    new: Cfg,
    /// New locations of old ones that are drawn.
    places: Vec<Option<LocId>>,
    olds: Vec<LocId>,
    edges: Vec<Option<EdgeId>>,
    queue: VecDeque<usize>,
}

impl Drawing<'_> {
    fn draw(&mut self, program: &Program, stop: ExprId) {
        let entry = self.cfg.entry.index();
        self.olds = vec![self.cfg.entry, self.cfg.exit];
        self.places[entry] = Some(self.new.entry);
        self.places[self.cfg.exit.index()] = Some(self.new.exit);
        self.queue.push_back(entry);
        while let Some(n) = self.queue.pop_front() {
            let from = self.places[n].unwrap_or(self.new.entry);
            for step in &self.steps[n] {
                self.step(program, from, step, stop);
            }
        }
        self.describe();
    }

    fn step(&mut self, program: &Program, from: LocId, step: &NewEdge, stop: ExprId) {
        let old = self.cfg.edge(step.old);
        let mut edge = Edge {
            stmt: step.stmt.clone().unwrap_or(Stmt::Skip),
            span: old.span,
            kind: old.kind,
        };
        if step.stmt.is_none() {
            edge.kind = EdgeKind::Implicit;
        }
        let Some(to) = step.to else {
            return self.stop_after(program, from, edge, step.old, stop);
        };
        let to = self.forward[to];
        if to == self.cfg.exit.index() && !matches!(edge.stmt, Stmt::Return { .. }) {
            // Past branches that do not matter to the exit.
            if step.stmt.is_none() {
                edge.stmt = Stmt::Return { value: None };
                self.add(from, self.new.exit, edge, step.old);
            } else {
                let between = self.blank();
                self.add(from, between, edge, step.old);
                let edge = Edge {
                    stmt: Stmt::Return { value: None },
                    span: old.span,
                    kind: EdgeKind::Implicit,
                };
                self.new.add_edge(between, self.new.exit, edge);
                self.edges.push(None);
            }
            return;
        }
        let to = self.place(to);
        self.add(from, to, edge, step.old);
    }

    /// An edge after which nothing matters: executions end there.
    fn stop_after(
        &mut self,
        program: &Program,
        from: LocId,
        edge: Edge,
        old: EdgeId,
        stop: ExprId,
    ) {
        let end = self.blank();
        let stuck = program.never_returns(&edge.stmt);
        if edge.stmt == Stmt::Skip {
            let stmt = Stmt::Assume { cond: stop };
            return self.add(from, end, Edge { stmt, ..edge }, old);
        }
        let span = edge.span;
        self.add(from, end, edge, old);
        if !stuck {
            let last = self.blank();
            let edge = Edge {
                stmt: Stmt::Assume { cond: stop },
                span,
                kind: EdgeKind::Implicit,
            };
            self.new.add_edge(end, last, edge);
            self.edges.push(None);
        }
    }

    fn add(&mut self, from: LocId, to: LocId, edge: Edge, old: EdgeId) {
        self.new.add_edge(from, to, edge);
        self.edges.push(Some(old));
    }

    /// A location that is not in the old automaton; stands for the exit in the map.
    fn blank(&mut self) -> LocId {
        self.olds.push(self.cfg.exit);
        self.new.add_loc(Location::default())
    }

    fn place(&mut self, n: usize) -> LocId {
        if let Some(loc) = self.places[n] {
            return loc;
        }
        let loc = self.new.add_loc(Location::default());
        self.olds.push(LocId::from_index(n));
        self.places[n] = Some(loc);
        self.queue.push_back(n);
        loc
    }

    /// Labels and loop heads go where their locations went.
    fn describe(&mut self) {
        for old in self.cfg.locs() {
            let Some(new) = self.places[self.forward[old.index()]] else {
                continue;
            };
            let from = self.cfg.loc(old);
            let to = self.new.loc_mut(new);
            to.labels.extend(from.labels.iter().cloned());
            to.loop_head |= from.loop_head;
        }
        let places = &self.places;
        let exit = self.new.exit;
        self.new.label_addresses = self
            .cfg
            .label_addresses
            .iter()
            .map(|l| places[self.forward[l.index()]].unwrap_or(exit))
            .collect();
    }
}

/// What the statements of a slice mention.
struct Mentions {
    vars: Arena<VarId, bool>,
    /// Variables and functions whose address is taken.
    taken: Arena<VarId, bool>,
    funcs: Arena<FuncId, bool>,
    seen: rustc_hash::FxHashSet<Term>,
    fresh: Vec<VarId>,
}

impl Mentions {
    fn new(program: &Program) -> Self {
        Self {
            vars: Arena::filled(false, program.vars.len()),
            taken: Arena::filled(false, program.vars.len()),
            funcs: Arena::filled(false, program.funcs.len()),
            seen: rustc_hash::FxHashSet::default(),
            fresh: Vec::new(),
        }
    }

    fn add(&mut self, program: &Program, stmt: &Stmt) {
        let mut terms: Vec<Term> = stmt.exprs().into_iter().map(Term::Expr).collect();
        terms.extend(stmt.written().map(Term::Place));
        if let Stmt::Call {
            callee: Callee::Indirect(e),
            ..
        } = stmt
        {
            terms.push(Term::Expr(*e));
        }
        self.add_terms(program, terms);
    }

    fn add_terms(&mut self, program: &Program, mut stack: Vec<Term>) {
        let terms = &program.terms;
        // Neutral arguments are newer than the program.
        let known = |t: &Term| match *t {
            Term::Expr(e) => terms.contains_expr(e),
            Term::Place(p) => terms.contains_place(p),
        };
        while let Some(term) = stack.pop() {
            if !known(&term) || !self.seen.insert(term) {
                continue;
            }
            match term {
                Term::Expr(e) => match terms.expr(e).kind {
                    ExprKind::AddrOf(place) => {
                        if let Some(var) = terms.place_var(place) {
                            self.taken[var] = true;
                        }
                    }
                    ExprKind::FuncAddr(func) => self.funcs[func] = true,
                    _ => {}
                },
                Term::Place(p) => {
                    if let PlaceKind::Var(var) = terms.place(p).kind
                        && !std::mem::replace(&mut self.vars[var], true)
                    {
                        self.fresh.push(var);
                    }
                }
            }
            stack.extend(terms.children(term).into_iter().flatten());
        }
    }

    /// What initialisers of mentioned variables mention.
    fn close(&mut self, program: &Program) {
        while let Some(var) = self.fresh.pop() {
            let items = program.vars[var].init.iter().flat_map(|i| &i.items);
            let scalars = items.filter_map(|item| match item.value {
                InitValue::Scalar(e) => Some(Term::Expr(e)),
                InitValue::Bytes(_) => None,
            });
            self.add_terms(program, scalars.collect());
        }
    }
}
