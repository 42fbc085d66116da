//! The program that a slice leaves.
//!
//! Statements that do not matter disappear, and with them the locations between; branches whose
//! conditions do not matter are bypassed to where their ways meet. Locations are numbered in the
//! order they are met from the entry.

use super::Criterion;
use super::dependence::Flow;
use super::relevant::Relevance;
use crate::effects::EffectsOf;
use crate::passes::reduced::{Mentions, NewEdge, Reduced, draw};
use crate::sparse_bit_set::SparseBitSet;
use ir::{Cfg, Edge, EdgeId, EdgeKind, ExprId, FuncId, KnownObject, LocId, Location, Stmt, VarId};
use source::entity::{Arena, EntityId};

pub(super) fn rebuild(
    of: &EffectsOf<'_>,
    flows: &Arena<FuncId, Option<Flow>>,
    relevance: &Relevance<'_>,
    criterion: &Criterion,
) -> Reduced {
    let mut builder = Builder {
        of,
        flows,
        relevance,
        criterion,
        mentions: Mentions::new(of.program),
        slice: Reduced::new(of.program.clone()),
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
    slice: Reduced,
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
        self.mentions.set_address_taken(&mut self.slice.program);
        let program = &mut self.slice.program;
        for known in &program.known_outside {
            if let KnownObject::Var(var) = known.object {
                program.vars[var].address_taken = true;
            }
        }
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
                let mut reads = SparseBitSet::new();
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

    /// An argument that is never read.
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
                span: source::Span::NONE,
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
            self.criterion.locations.contains(&(func, loc))
        };
        draw(&mut self.slice, func, cfg, &steps, &pinned)
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
        let here = cfg.outgoing(LocId::from_index(n));
        if succs.is_empty()
            && let Some(&old) = here.first()
        {
            return vec![NewEdge {
                stmt: None,
                to: None,
                old,
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
}
