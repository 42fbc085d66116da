//! What can influence whether the criterion is reached: a closure over control, data and calls.
//!
//! Units are marked, and each brings in others: what decides whether it is executed (control
//! dependence, call sites of its function), and all that may write a cell it reads. Data flow is
//! by cells, without order (a write anywhere counts); the temporaries of the lowering are written
//! once, so little is lost.

use super::can_reach_criterion::Live;
use super::dependence::Flow;
use super::initial_edges;
use super::{Config, Criterion};
use crate::callgraph::CallGraph;
use crate::effects::{EffectsOf, number};
use crate::sparse_bit_set::SparseBitSet;
use ir::{Callee, Cfg, EdgeId, FuncId, Program, Stmt};
use rustc_hash::FxHashMap;
use source::entity::{Arena, EntityId};

/// Something that stays in the slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Unit {
    /// A statement with all that it reads; for calls, see below.
    Edge(FuncId, EdgeId),
    /// A call happens.
    Call(FuncId, EdgeId),
    /// An argument of a call matters.
    Arg(FuncId, EdgeId, u32),
    /// The result of a call matters.
    Result(FuncId, EdgeId),
}

pub(super) struct Relevance<'a> {
    program: &'a Program,
    of: &'a EffectsOf<'a>,
    calls: &'a CallGraph,
    flows: &'a Arena<FuncId, Option<Flow>>,
    criterion: &'a Criterion,
    /// Who writes each cell.
    writers: FxHashMap<u32, Vec<Unit>>,
    /// Branches whose conditions matter, by function and location.
    pub(super) branches: Arena<FuncId, Vec<bool>>,
    /// Units, by function and edge.
    edges: Arena<FuncId, Vec<Kept>>,
    functions: Arena<FuncId, bool>,
    cells: SparseBitSet,
    work: Vec<Unit>,
}

/// What of an edge stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Kept {
    pub(super) whole: bool,
    pub(super) call: bool,
    pub(super) result: bool,
    pub(super) args: Vec<bool>,
}

impl Kept {
    pub(super) fn any(&self) -> bool {
        self.whole || self.call || self.result || self.args.contains(&true)
    }
}

impl<'a> Relevance<'a> {
    pub(super) fn new(
        of: &'a EffectsOf<'a>,
        calls: &'a CallGraph,
        flows: &'a Arena<FuncId, Option<Flow>>,
        criterion: &'a Criterion,
    ) -> Self {
        let program = of.program;
        let sizes = |id: FuncId| match (&program.funcs[id].body, &flows[id]) {
            (Some(cfg), Some(_)) => (cfg.num_locs(), cfg.num_edges()),
            _ => (0, 0),
        };
        let ids = || program.funcs.ids();
        let mut this = Self {
            program,
            of,
            calls,
            flows,
            criterion,
            writers: FxHashMap::default(),
            branches: ids()
                .map(|f| vec![false; sizes(f).0])
                .collect::<Vec<_>>()
                .into(),
            edges: ids()
                .map(|f| vec![Kept::default(); sizes(f).1])
                .collect::<Vec<_>>()
                .into(),
            functions: Arena::filled(false, program.funcs.len()),
            cells: SparseBitSet::new(),
            work: Vec::new(),
        };
        for func in ids() {
            if let Some(cfg) = this.body(func) {
                this.index_function(func, cfg);
            }
        }
        this
    }

    fn body(&self, func: FuncId) -> Option<&'a Cfg> {
        let program: &'a Program = self.program;
        let body = program.funcs[func].body.as_ref();
        body.filter(|_| self.flows[func].is_some())
    }

    pub(super) fn kept(&self, func: FuncId, edge: EdgeId) -> &Kept {
        &self.edges[func][edge.index()]
    }

    /// Whether anything of a function matters.
    pub(super) fn keeps_function(&self, func: FuncId) -> bool {
        self.functions[func]
    }

    pub(super) fn reads_cell(&self, cell: u32) -> bool {
        self.cells.contains(cell)
    }

    /// Computes the closure.
    pub(super) fn run(&mut self, live: &Live, config: Config) {
        for func in self.program.funcs.ids() {
            let (Some(cfg), Some(flow)) = (self.body(func), &self.flows[func]) else {
                continue;
            };
            let found = initial_edges::find(self.of, self.calls, func, cfg, flow, live, config);
            for edge in found.edges {
                if self.criterion.output && live.marked[func][edge.index()] {
                    self.read_arguments(cfg, edge);
                }
                self.work.push(match cfg.edge(edge).stmt {
                    Stmt::Call { .. } if !live.marked[func][edge.index()] => Unit::Call(func, edge),
                    Stmt::Call { .. } if !self.criterion.output => Unit::Call(func, edge),
                    _ => Unit::Edge(func, edge),
                });
            }
            for branch in found.branches {
                self.branch(func, branch);
            }
        }
        if self.criterion.output {
            self.read_exit_status();
        }
        while let Some(unit) = self.work.pop() {
            self.mark(unit);
        }
    }

    /// Code outside sees all memory that is reachable from the arguments of a call.
    fn read_arguments(&mut self, cfg: &Cfg, edge: EdgeId) {
        if let Stmt::Call { args, .. } = &cfg.edge(edge).stmt {
            for &arg in args {
                for cell in self.of.pts.pointed_cells(self.program, arg, true) {
                    self.read(number(cell));
                }
            }
        }
    }

    /// The status of the program is the value of its entry.
    fn read_exit_status(&mut self) {
        if let Some(entry) = self.program.entry {
            for cell in self.of.return_cells(entry) {
                self.read(number(cell));
            }
        }
    }

    /// Notes what each edge of a function writes.
    fn index_function(&mut self, func: FuncId, cfg: &Cfg) {
        for edge in cfg.edges() {
            let effects = self.of.of(func, edge);
            let is_call = matches!(cfg.edge(edge).stmt, Stmt::Call { .. });
            let mut result = SparseBitSet::new();
            if is_call && let Some(place) = cfg.edge(edge).stmt.written() {
                let cells = self.of.pts.place_cells(self.program, place);
                result = cells.into_iter().map(number).collect();
            }
            for cell in effects.writes.iter() {
                let unit = match is_call && result.contains(cell) {
                    true => Unit::Result(func, edge),
                    false => Unit::Edge(func, edge),
                };
                self.writers.entry(cell).or_default().push(unit);
            }
            if let Stmt::Call { callee, args, .. } = &cfg.edge(edge).stmt {
                self.index_arguments(func, edge, *callee, args.len());
            }
        }
    }

    fn index_arguments(&mut self, func: FuncId, edge: EdgeId, callee: Callee, args: usize) {
        for callee_id in self.callees(func, edge) {
            let params = &self.program.funcs[callee_id].params;
            let back = matches!(callee, Callee::Direct(f) if f != callee_id);
            for (n, &param) in params.iter().enumerate() {
                let unit = match back {
                    true => Unit::Edge(func, edge),
                    false if n < args && !mutants::is("arguments-do-not-matter") => {
                        Unit::Arg(func, edge, n as u32)
                    }
                    false => continue,
                };
                for cell in self.of.var_cells(param) {
                    self.writers.entry(number(cell)).or_default().push(unit);
                }
            }
            for cell in self.of.vararg_cells(callee_id) {
                for n in params.len()..args {
                    let unit = Unit::Arg(func, edge, n as u32);
                    self.writers.entry(number(cell)).or_default().push(unit);
                }
            }
        }
    }

    fn callees(&self, func: FuncId, edge: EdgeId) -> Vec<FuncId> {
        match self.of.pts.callees(func, edge) {
            Some(callees) => callees.functions.clone(),
            None => Vec::new(),
        }
    }

    fn mark(&mut self, unit: Unit) {
        match unit {
            Unit::Edge(func, edge) => self.mark_edge(func, edge),
            Unit::Call(func, edge) => self.mark_call(func, edge),
            Unit::Arg(func, edge, n) => self.mark_arg(func, edge, n),
            Unit::Result(func, edge) => self.mark_result(func, edge),
        }
    }

    /// A location is reached only if something decides so.
    fn need(&mut self, func: FuncId, edge: EdgeId) -> bool {
        let (Some(cfg), Some(flow)) = (self.body(func), &self.flows[func]) else {
            return false;
        };
        let source = cfg.source(edge).index();
        if !flow.live[source] || !flow.succs[source].iter().any(|s| s.0 == edge) {
            return false;
        }
        self.need_location(func, source);
        true
    }

    fn need_location(&mut self, func: FuncId, loc: usize) {
        if let Some(flow) = &self.flows[func] {
            for &branch in flow.deps[loc]
                .iter()
                .filter(|_| !mutants::is("what-decides-does-not-matter"))
            {
                self.branch(func, branch);
            }
        }
        if !std::mem::replace(&mut self.functions[func], true) {
            for site in self.calls.sites_of(func) {
                self.work.push(Unit::Call(site.func, site.edge));
            }
        }
    }

    /// The conditions at a location matter.
    fn branch(&mut self, func: FuncId, loc: usize) {
        if std::mem::replace(&mut self.branches[func][loc], true) {
            return;
        }
        let (Some(cfg), Some(flow)) = (self.body(func), &self.flows[func]) else {
            return;
        };
        for &(edge, _) in &flow.succs[loc] {
            if let Stmt::Assume { cond } = cfg.edge(edge).stmt {
                let mut reads = SparseBitSet::new();
                self.of.read_expr(cond, &mut reads);
                self.read_all(&reads);
            }
        }
        self.need_location(func, loc);
    }

    fn mark_edge(&mut self, func: FuncId, edge: EdgeId) {
        if self.edges[func].get(edge.index()).is_none_or(|k| k.whole) || !self.need(func, edge) {
            return;
        }
        self.edges[func][edge.index()].whole = true;
        let effects = self.of.of(func, edge);
        self.read_all(&effects.reads);
        let Some(cfg) = self.body(func) else { return };
        if let Stmt::Assume { .. } = cfg.edge(edge).stmt {
            self.branch(func, cfg.source(edge).index());
        }
        if let Stmt::Call { args, result, .. } = &cfg.edge(edge).stmt {
            self.mark_call(func, edge);
            for n in 0..args.len() {
                self.mark_arg(func, edge, n as u32);
            }
            if result.is_some() {
                self.mark_result(func, edge);
            }
        }
    }

    fn mark_call(&mut self, func: FuncId, edge: EdgeId) {
        if self.edges[func].get(edge.index()).is_none_or(|k| k.call) || !self.need(func, edge) {
            return;
        }
        self.edges[func][edge.index()].call = true;
        let Some(cfg) = self.body(func) else { return };
        let Stmt::Call { callee, args, .. } = &cfg.edge(edge).stmt else {
            return;
        };
        if let Callee::Indirect(e) = callee {
            let mut reads = SparseBitSet::new();
            self.of.read_expr(*e, &mut reads);
            self.read_all(&reads);
        }
        let callees = self.callees(func, edge);
        self.read_callbacks(*callee, &callees);
        let external = |f: &FuncId| self.program.funcs[*f].body.is_none();
        // Functions without a body are called with what they are called with.
        if callees.is_empty() || callees.iter().any(external) {
            let effects = self.of.of(func, edge);
            self.read_all(&effects.reads);
            for n in 0..args.len() {
                self.mark_arg(func, edge, n as u32);
            }
        }
    }

    /// What a library function is told by the functions it calls decides what it does.
    fn read_callbacks(&mut self, callee: Callee, callees: &[FuncId]) {
        let library = |f: &FuncId| self.program.funcs[*f].body.is_none();
        let backs = match callee {
            Callee::Direct(f) => callees.iter().copied().filter(|&c| c != f).collect(),
            Callee::Indirect(_) if callees.iter().any(library) => callees.to_vec(),
            Callee::Indirect(_) => Vec::new(),
        };
        for back in backs {
            for cell in self.of.return_cells(back) {
                self.read(number(cell));
            }
        }
    }

    fn mark_arg(&mut self, func: FuncId, edge: EdgeId, n: u32) {
        let Some(cfg) = self.body(func) else { return };
        let Stmt::Call { args, .. } = &cfg.edge(edge).stmt else {
            return;
        };
        let kept = &mut self.edges[func][edge.index()];
        kept.args.resize(args.len(), false);
        let Some(&arg) = args.get(n as usize) else {
            return;
        };
        if kept.args[n as usize] || !self.need(func, edge) {
            return;
        }
        self.edges[func][edge.index()].args[n as usize] = true;
        let mut reads = SparseBitSet::new();
        self.of.read_expr(arg, &mut reads);
        self.read_all(&reads);
        self.mark_call(func, edge);
    }

    fn mark_result(&mut self, func: FuncId, edge: EdgeId) {
        let Some(cfg) = self.body(func) else { return };
        if self.edges[func][edge.index()].result || !self.need(func, edge) {
            return;
        }
        self.edges[func][edge.index()].result = true;
        if let Some(place) = cfg.edge(edge).stmt.written() {
            let mut reads = SparseBitSet::new();
            self.of.read_address(place, &mut reads);
            self.read_all(&reads);
        }
        for callee in self.callees(func, edge) {
            if mutants::is("what-a-function-returns-does-not-matter") {
                break;
            }
            for cell in self.of.return_cells(callee) {
                self.read(number(cell));
            }
        }
        self.mark_call(func, edge);
    }

    fn read_all(&mut self, cells: &SparseBitSet) {
        for cell in cells.minus(&self.cells).iter() {
            self.read(cell);
        }
    }

    /// The contents of a cell matter: so do the statements that write it.
    fn read(&mut self, cell: u32) {
        if self.cells.insert(cell)
            && let Some(writers) = self.writers.get(&cell)
        {
            let count = match mutants::is("only-the-first-writer-matters") {
                true => 1.min(writers.len()),
                false => writers.len(),
            };
            self.work.extend_from_slice(&writers[..count]);
        }
    }
}
