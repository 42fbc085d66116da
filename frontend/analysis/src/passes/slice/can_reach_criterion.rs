//! Which locations can still lead to the criterion.
//!
//! Over the automata, with calls and returns but without values: an over-approximation. What is not
//! live can be cut off: an execution that gets there will not reach the criterion any more.

use super::Criterion;
use crate::callgraph::{CallGraph, call_edges};
use crate::points_to::PointsTo;
use ir::library::{LibraryEffect, registers_exit_handler};
use ir::{Cfg, EdgeId, FuncId, LocId, Program, Stmt};
use source::entity::{Arena, EntityId};

#[derive(Debug)]
pub(super) struct Live {
    /// By function and location.
    pub(super) locs: Arena<FuncId, Vec<bool>>,
    /// Functions whose activation may contain the criterion.
    reaches: Arena<FuncId, bool>,
    returns: Arena<FuncId, bool>,
    /// Edges that are the criterion.
    pub(super) marked: Arena<FuncId, Vec<bool>>,
}

pub(super) struct Finder<'a> {
    pub(super) program: &'a Program,
    pub(super) pts: &'a PointsTo,
    pub(super) calls: &'a CallGraph,
    pub(super) criterion: &'a Criterion,
}

impl Finder<'_> {
    pub(super) fn find(&self) -> Live {
        let funcs = self.program.funcs.len();
        let mut live = Live {
            locs: Arena::filled(Vec::new(), funcs),
            reaches: Arena::filled(false, funcs),
            returns: Arena::filled(true, funcs),
            marked: Arena::filled(Vec::new(), funcs),
        };
        self.mark(&mut live);
        self.find_returning(&mut live);
        self.find_reaching(&mut live);
        self.find_live(&mut live);
        live
    }

    fn body(&self, func: FuncId) -> Option<&Cfg> {
        let reached = self.pts.is_reached(func);
        self.program.funcs[func].body.as_ref().filter(|_| reached)
    }

    fn mark(&self, live: &mut Live) {
        for func in self.program.funcs.ids() {
            let Some(cfg) = self.body(func) else { continue };
            let mut marked = vec![false; cfg.num_edges()];
            for edge in cfg.edges() {
                marked[edge.index()] = self.is_marked(func, cfg, edge);
            }
            live.marked[func] = marked;
        }
        if self.exit_handler_matters(live) {
            for func in self.program.funcs.ids() {
                for edge in call_edges(self.program, func) {
                    let ends = self
                        .callees(func, edge)
                        .iter()
                        .any(|&f| self.program.funcs[f].noreturn);
                    if let Some(marked) = live.marked[func].get_mut(edge.index()) {
                        *marked |= ends;
                    }
                }
            }
        }
    }

    /// Whether a function that runs when the program ends may contain the criterion: then every
    /// end is one.
    fn exit_handler_matters(&self, live: &Live) -> bool {
        let funcs = self.program.funcs.ids();
        let registers = |func: FuncId| {
            call_edges(self.program, func).into_iter().any(|edge| {
                let callees = self.callees(func, edge);
                callees
                    .iter()
                    .any(|&f| registers_exit_handler(&self.program.funcs[f].name))
            })
        };
        let any = |f: &Vec<bool>| f.contains(&true);
        let mut bodies = funcs.filter(|&f| self.body(f).is_some());
        live.marked.values().any(any)
            && (!self.program.destructors.is_empty() || bodies.any(registers))
    }

    fn is_marked(&self, func: FuncId, cfg: &Cfg, edge: EdgeId) -> bool {
        let at = |l: LocId| self.criterion.locations.contains(&(func, l));
        let first = cfg.source(edge) == cfg.entry && at(cfg.entry);
        if first || at(cfg.target(edge)) {
            return true;
        }
        let callees = self.callees(func, edge);
        callees.iter().any(|f| self.criterion.calls.contains(f))
            || (self.criterion.output && self.is_observable(cfg, edge, callees))
    }

    /// Whether something outside may see the call happen.
    fn is_observable(&self, cfg: &Cfg, edge: EdgeId, callees: &[FuncId]) -> bool {
        if !matches!(cfg.edge(edge).stmt, Stmt::Call { .. }) {
            return false;
        }
        callees.is_empty()
            || callees.iter().any(|&f| {
                let function = &self.program.funcs[f];
                let effect = self.program.library_effect(f);
                let silent = effect.is_some_and(LibraryEffect::is_silent);
                function.noreturn || (function.body.is_none() && !silent)
            })
    }

    fn callees(&self, func: FuncId, edge: EdgeId) -> &[FuncId] {
        self.pts
            .callees(func, edge)
            .map_or(&[], |c| c.functions.as_slice())
    }

    /// Functions whose exit can be reached: a least fixed point over the call graph.
    fn find_returning(&self, live: &mut Live) {
        for func in self.program.funcs.ids() {
            let function = &self.program.funcs[func];
            live.returns[func] = self.body(func).is_none() && !function.noreturn;
        }
        loop {
            let mut changed = false;
            for component in &self.calls.components {
                for &func in component {
                    let recursive = mutants::is("what-is-behind-a-recursive-call-is-dead")
                        && self.calls.is_recursive(func);
                    if !live.returns[func] && !recursive && self.exits(func, live) {
                        live.returns[func] = true;
                        changed = true;
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn exits(&self, func: FuncId, live: &Live) -> bool {
        let Some(cfg) = self.body(func) else {
            return false;
        };
        let mut seen = vec![false; cfg.num_locs()];
        let mut stack = vec![cfg.entry];
        seen[cfg.entry.index()] = true;
        while let Some(loc) = stack.pop() {
            for edge in cfg.outgoing(loc) {
                let to = cfg.target(edge);
                if self.passes(func, cfg, edge, live)
                    && !std::mem::replace(&mut seen[to.index()], true)
                {
                    stack.push(to);
                }
            }
        }
        seen[cfg.exit.index()]
    }

    /// Whether execution may go on after an edge.
    fn passes(&self, func: FuncId, cfg: &Cfg, edge: EdgeId, live: &Live) -> bool {
        let stmt = &cfg.edge(edge).stmt;
        if self.program.never_returns(stmt) {
            return false;
        }
        let Stmt::Call { .. } = stmt else { return true };
        match self.pts.callees(func, edge) {
            Some(c) if !c.functions.is_empty() => {
                c.outside || c.functions.iter().any(|&f| live.returns[f])
            }
            _ => true,
        }
    }

    fn find_reaching(&self, live: &mut Live) {
        // Callees first, and again inside components until nothing changes.
        loop {
            let mut changed = false;
            for component in &self.calls.components {
                for &func in component {
                    let own = live.marked[func].contains(&true);
                    let below = self.calls.callees(func).iter().any(|&f| live.reaches[f]);
                    if !live.reaches[func] && (own || below) {
                        live.reaches[func] = true;
                        changed = true;
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn find_live(&self, live: &mut Live) {
        let mut exits: Arena<FuncId, bool> = Arena::filled(false, self.program.funcs.len());
        let program = self.program;
        // What runs first leads to what runs next.
        for &f in &program.constructors {
            exits[f] = true;
        }
        if self.criterion.output || self.ends_matter(live) {
            for &f in program.entry.iter().chain(&program.destructors) {
                exits[f] = true;
            }
        }
        let mut pending: Vec<FuncId> = self
            .program
            .funcs
            .ids()
            .filter(|&f| self.body(f).is_some())
            .collect();
        while let Some(func) = pending.pop() {
            let Some(cfg) = self.body(func) else { continue };
            let now = self.live_locs(func, cfg, live, exits[func]);
            if now == live.locs[func] {
                continue;
            }
            live.locs[func] = now;
            for edge in call_edges(self.program, func) {
                if live.locs[func][cfg.target(edge).index()] {
                    for &callee in self.callees(func, edge) {
                        if !std::mem::replace(&mut exits[callee], true) {
                            pending.push(callee);
                        }
                    }
                }
            }
        }
    }

    /// Whether what happens after the entry returns may contain the criterion.
    fn ends_matter(&self, live: &Live) -> bool {
        let destructors = &self.program.destructors;
        destructors.iter().any(|&f| live.reaches[f]) || self.exit_handler_matters(live)
    }

    fn live_locs(&self, func: FuncId, cfg: &Cfg, live: &Live, exit: bool) -> Vec<bool> {
        let mut found = vec![false; cfg.num_locs()];
        let mut stack = Vec::new();
        let mut add = |loc: LocId, stack: &mut Vec<LocId>| {
            if !std::mem::replace(&mut found[loc.index()], true) {
                stack.push(loc);
            }
        };
        if exit {
            add(cfg.exit, &mut stack);
        }
        for &(_, loc) in self.criterion.locations.iter().filter(|l| l.0 == func) {
            add(loc, &mut stack);
        }
        for edge in cfg.edges() {
            if self.hits(func, edge, live) {
                add(cfg.source(edge), &mut stack);
            }
        }
        while let Some(loc) = stack.pop() {
            for edge in cfg.incoming(loc) {
                if self.passes(func, cfg, edge, live) {
                    add(cfg.source(edge), &mut stack);
                }
            }
        }
        found
    }

    /// Whether the criterion may occur during an edge.
    fn hits(&self, func: FuncId, edge: EdgeId, live: &Live) -> bool {
        live.marked[func][edge.index()] || self.callees(func, edge).iter().any(|&f| live.reaches[f])
    }

    /// Whether an edge stays: it may be followed by the criterion, or contain it.
    pub(super) fn keeps(&self, func: FuncId, cfg: &Cfg, edge: EdgeId, live: &Live) -> bool {
        let locs = &live.locs[func];
        locs[cfg.source(edge).index()]
            && (self.hits(func, edge, live)
                || (locs[cfg.target(edge).index()] && self.passes(func, cfg, edge, live)))
    }
}

impl Live {
    /// Whether a function contains the criterion or returns to where it may follow.
    pub(super) fn enters(&self, func: FuncId, cfg: &Cfg) -> bool {
        self.locs[func].get(cfg.entry.index()).is_some_and(|&l| l)
    }
}
