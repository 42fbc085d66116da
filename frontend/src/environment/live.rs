//! What a harness really calls: a step that waits for a registration which nothing makes is never taken.
//!
//! States of the harness are zero at the start. What can be reached is found together with the states that may become
//! something else: a branch is left aside while its condition is false for sure, because it asks for a state that is still
//! zero or compares addresses of different objects (by the points-to analysis). Both sets only grow, so the result
//! over-approximates what executions do.

use super::module_data::functions_in;
use analysis::points_to::{ObjId, ObjectKind, PointsTo, Target, points_to};
use ir::library::calls_nothing;
use ir::{
    BinaryOp, Callee, Cfg, EdgeId, ExprId, ExprKind, FuncId, PlaceKind, Program, Stmt, VarId,
    VarKind,
};
use source::Span;
use std::collections::BTreeSet;

/// What the functions of a harness do with those of its program.
#[derive(Debug, Default)]
pub(super) struct Reached {
    /// The functions that it may call.
    pub(super) called: BTreeSet<FuncId>,
    /// The functions that its functions are given, in tables too.
    pub(super) given: BTreeSet<FuncId>,
    /// The functions that the program calls itself through pointers.
    pub(super) called_within: BTreeSet<FuncId>,
    /// The functions in tables whose addresses are arguments of functions of which nothing is known.
    pub(super) given_away: BTreeSet<FuncId>,
}

/// What is reached in a program with a harness; `own` tells what is text of the harness.
pub(super) fn reached(program: &Program, own: &dyn Fn(Span) -> bool) -> Reached {
    let mut search = Search {
        program,
        own,
        pts: points_to(program, analysis::points_to::Config::default()),
        not_zero: BTreeSet::new(),
    };
    loop {
        let before = search.not_zero.len();
        let edges = search.round();
        if search.not_zero.len() == before {
            return search.summary(&edges);
        }
    }
}

struct Search<'p> {
    program: &'p Program,
    own: &'p dyn Fn(Span) -> bool,
    pts: PointsTo,
    /// The states that may be something else than zero.
    not_zero: BTreeSet<VarId>,
}

impl<'p> Search<'p> {
    /// The edges that are reached with the states as they are known; notes what they may make of states.
    fn round(&mut self) -> Vec<(FuncId, EdgeId)> {
        let program = self.program;
        let mut waiting: Vec<FuncId> = program.entry.into_iter().collect();
        waiting.extend(program.constructors.iter().chain(&program.destructors));
        let mut seen: BTreeSet<FuncId> = waiting.iter().copied().collect();
        let mut found = Vec::new();
        while let Some(func) = waiting.pop() {
            let Some(cfg) = &program.funcs[func].body else {
                continue;
            };
            for edge in self.edges(cfg) {
                let stmt = &cfg.edge(edge).stmt;
                self.note_write(stmt);
                let next = self.callees(func, edge, stmt);
                waiting.extend(next.into_iter().filter(|&f| seen.insert(f)));
                found.push((func, edge));
            }
        }
        found
    }

    /// The edges that a function's start leads to.
    fn edges(&self, cfg: &Cfg) -> Vec<EdgeId> {
        let (mut waiting, mut found) = (vec![cfg.entry], Vec::new());
        let mut seen = BTreeSet::from([cfg.entry]);
        while let Some(loc) = waiting.pop() {
            for edge in cfg.outgoing(loc) {
                if let Stmt::Assume { cond } = cfg.edge(edge).stmt
                    && self.value(cond) == Some(0)
                {
                    continue;
                }
                found.push(edge);
                let next = cfg.target(edge);
                if seen.insert(next) {
                    waiting.push(next);
                }
            }
        }
        found
    }

    fn callees(&self, func: FuncId, edge: EdgeId, stmt: &Stmt) -> Vec<FuncId> {
        match stmt {
            Stmt::Call {
                callee: Callee::Direct(to),
                ..
            } => vec![*to],
            Stmt::Call { .. } => {
                let callees = self.pts.callees(func, edge);
                callees.map_or(Vec::new(), |c| c.functions.clone())
            }
            _ => Vec::new(),
        }
    }

    fn note_write(&mut self, stmt: &Stmt) {
        let Some(place) = stmt.written() else { return };
        let PlaceKind::Var(var) = self.program.terms.place(place).kind else {
            return;
        };
        let zero = match stmt {
            Stmt::Assign { value, .. } => self.value(*value) == Some(0),
            _ => false,
        };
        if !zero && self.is_state(var) {
            self.not_zero.insert(var);
        }
    }

    /// Whether it is a variable of the harness that starts as zero and that only assignments change.
    fn is_state(&self, var: VarId) -> bool {
        let variable = &self.program.vars[var];
        let starts_zero = variable.init.as_ref().is_some_and(|i| i.items.is_empty());
        variable.kind == VarKind::Static
            && starts_zero
            && !variable.address_taken
            && (self.own)(variable.span)
    }

    /// What an expression is, if that is sure.
    fn value(&self, expr: ExprId) -> Option<u128> {
        let terms = &self.program.terms;
        match terms.expr(expr).kind {
            ExprKind::Int(value) => Some(value),
            ExprKind::Cast(of) => self.value(of).filter(|&value| value == 0),
            ExprKind::Load(place) => match terms.place(place).kind {
                PlaceKind::Var(var) if self.is_state(var) && !self.not_zero.contains(&var) => {
                    Some(0)
                }
                _ => None,
            },
            ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), a, b) => {
                let same = self.same(a, b)?;
                Some(u128::from(same == (op == BinaryOp::Eq)))
            }
            _ => None,
        }
    }

    fn same(&self, a: ExprId, b: ExprId) -> Option<bool> {
        if let (Some(a), Some(b)) = (self.value(a), self.value(b)) {
            return Some(a == b);
        }
        let is_address = |expr: ExprId| {
            let kind = self
                .program
                .terms
                .expr(self.program.without_casts(expr))
                .kind;
            matches!(kind, ExprKind::AddrOf(_) | ExprKind::FuncAddr(_))
        };
        let differ = is_address(a) || is_address(b);
        (differ && self.objects(a).is_disjoint(&self.objects(b))).then_some(false)
    }

    fn objects(&self, expr: ExprId) -> BTreeSet<ObjId> {
        let targets = self.pts.targets(self.program, expr);
        targets.into_iter().map(|target| target.object).collect()
    }

    fn is_own(&self, func: FuncId) -> bool {
        (self.own)(self.program.funcs[func].span)
    }

    fn summary(&self, edges: &[(FuncId, EdgeId)]) -> Reached {
        let mut reached = Reached::default();
        for &(func, edge) in edges {
            let Some(cfg) = &self.program.funcs[func].body else {
                continue;
            };
            let stmt = &cfg.edge(edge).stmt;
            let callees = self.callees(func, edge, stmt);
            if self.is_own(func) {
                reached
                    .called
                    .extend(callees.into_iter().filter(|&f| !self.is_own(f)));
                continue;
            }
            if callees.iter().any(|&f| self.is_own(f)) {
                reached.given.extend(self.functions_given(stmt));
            }
            if let Stmt::Call {
                callee: Callee::Indirect(_),
                ..
            } = stmt
            {
                reached.called_within.extend(callees);
            } else if callees.iter().any(|&f| self.is_unknown(f)) {
                reached.given_away.extend(self.functions_in_tables(stmt));
            }
        }
        reached
    }

    fn is_unknown(&self, func: FuncId) -> bool {
        let function = &self.program.funcs[func];
        let known = function.special.is_some()
            || self.program.library_effect(func).is_some()
            || calls_nothing(&function.name);
        function.body.is_none() && !known
    }

    /// The functions that stand in variables whose addresses are arguments.
    fn functions_in_tables(&self, stmt: &Stmt) -> Vec<FuncId> {
        let Stmt::Call { args, .. } = stmt else {
            return Vec::new();
        };
        let kind = |target: &Target| self.pts.objects[target.object].kind;
        // A pointer that comes from outside is no table of the program's that is registered here.
        let targets = args.iter().flat_map(|&arg| {
            let found = self.pts.targets(self.program, arg);
            let foreign = found.iter().any(|t| kind(t) == ObjectKind::External);
            if foreign { Vec::new() } else { found }
        });
        let tables = targets.filter_map(|target| match kind(&target) {
            ObjectKind::Var(var) => Some(var),
            _ => None,
        });
        let functions = tables.flat_map(|var| functions_in(self.program, var));
        functions.collect()
    }

    fn functions_given(&self, stmt: &Stmt) -> Vec<FuncId> {
        let Stmt::Call { args, .. } = stmt else {
            return Vec::new();
        };
        let pointed = |&arg: &ExprId| self.pts.pointed_cells(self.program, arg, true);
        let cells = args.iter().flat_map(pointed);
        let functions = cells.filter_map(|cell| {
            let object = self.pts.cells()[cell].object;
            match self.pts.objects[object].kind {
                ObjectKind::Func(func) => Some(func),
                _ => None,
            }
        });
        functions.collect()
    }
}
