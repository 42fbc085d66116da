//! Programs from which a pass has removed something, and the way back to what they were.
//!
//! Variables, functions and terms keep their ids. Locations and edges of a reduced automaton are
//! numbered anew, in the order they are met from the entry; [`WayBack`] maps them both ways, so
//! that a trace of the reduced program is a trace of the original (spans and edge kinds are kept).

use super::WayBack;
use ir::{
    Cfg, Edge, EdgeId, EdgeKind, ExprId, ExprKind, FuncId, InitValue, LocId, Location, PlaceKind,
    Program, Stmt, Term, VarId,
};
use rustc_hash::FxHashSet;
use source::entity::{Arena, EntityId};
use std::collections::VecDeque;

/// A reduced program.
#[derive(Clone, Debug)]
pub struct Reduced {
    pub program: Program,
    pub way_back: WayBack,
}

impl Reduced {
    pub(super) fn new(program: Program) -> Self {
        let way_back = WayBack::new(program.funcs.len());
        Self { program, way_back }
    }

    /// The old location of a new one.
    pub fn old_loc(&self, func: FuncId, loc: LocId) -> Option<LocId> {
        self.way_back.old_loc(func, loc)
    }

    /// The old edge of a new one.
    pub fn old_edge(&self, func: FuncId, edge: EdgeId) -> Option<EdgeId> {
        self.way_back.old_edge(func, edge)
    }

    /// Where an old location went.
    pub fn new_loc(&self, func: FuncId, loc: LocId) -> Option<LocId> {
        self.way_back.new_loc(func, loc)
    }
}

/// An edge of the reduced automaton; without a statement it only leads on.
#[derive(Clone)]
pub(super) struct NewEdge {
    pub(super) stmt: Option<Stmt>,
    /// None: to where nothing matters.
    pub(super) to: Option<usize>,
    pub(super) old: EdgeId,
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

/// Draws the automaton that the steps describe and notes where its parts come from. Locations that
/// only lead on disappear, unless they are pinned.
pub(super) fn draw(
    reduced: &mut Reduced,
    func: FuncId,
    cfg: &Cfg,
    steps: &[Vec<NewEdge>],
    pinned: &dyn Fn(usize) -> bool,
) -> Cfg {
    let exit = cfg.exit.index();
    let stays = |n: usize| n == exit || pinned(n);
    let forward: Vec<usize> = (0..steps.len())
        .map(|n| resolve(steps, n, &stays))
        .collect();
    let mut drawing = Drawing {
        cfg,
        steps,
        forward: &forward,
        new: Cfg::new(),
        places: vec![None; steps.len()],
        olds: Vec::new(),
        edges: Vec::new(),
        queue: VecDeque::new(),
    };
    let stop = reduced.program.int(0);
    drawing.draw(&reduced.program, stop);
    let (new, places) = (drawing.new, drawing.places);
    reduced.way_back.old_locs[func] = drawing.olds;
    reduced.way_back.old_edges[func] = drawing.edges;
    reduced.way_back.new_locs[func] = forward.iter().map(|&n| places[n]).collect();
    new
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
            to.loops.extend(&from.loops);
            to.loop_head |= from.loop_head && self.forward[old.index()] == old.index();
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

/// What the statements of a program mention.
pub(super) struct Mentions {
    pub(super) vars: Arena<VarId, bool>,
    /// Variables and functions whose address is taken.
    taken: Arena<VarId, bool>,
    funcs: Arena<FuncId, bool>,
    /// Something makes all memory arbitrary: what lies in memory must stay there.
    havocs_memory: bool,
    seen: FxHashSet<Term>,
    fresh: Vec<VarId>,
}

impl Mentions {
    pub(super) fn new(program: &Program) -> Self {
        Self {
            vars: Arena::filled(false, program.vars.len()),
            taken: Arena::filled(false, program.vars.len()),
            funcs: Arena::filled(false, program.funcs.len()),
            havocs_memory: false,
            seen: FxHashSet::default(),
            fresh: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, program: &Program, stmt: &Stmt) {
        let mut terms: Vec<Term> = stmt.exprs().into_iter().map(Term::Expr).collect();
        terms.extend(stmt.written().map(Term::Place));
        self.havocs_memory |= matches!(stmt, Stmt::HavocMemory);
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
    pub(super) fn close(&mut self, program: &Program) {
        while let Some(var) = self.fresh.pop() {
            let items = program.vars[var].init.iter().flat_map(|i| &i.items);
            let scalars = items.filter_map(|item| match item.value {
                InitValue::Scalar(e) => Some(Term::Expr(e)),
                InitValue::Bytes(_) => None,
            });
            self.add_terms(program, scalars.collect());
        }
    }

    /// Clears the marks of variables and functions whose address nothing takes any more.
    pub(super) fn set_address_taken(&self, program: &mut Program) {
        for (id, var) in program.vars.iter_mut() {
            var.address_taken &= self.taken[id] || self.havocs_memory;
        }
        for (id, func) in program.funcs.iter_mut() {
            func.address_taken &= self.funcs[id];
        }
    }
}
