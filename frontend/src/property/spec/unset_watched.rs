//! Watched pointers that the program never sets.
//!
//! `$watched` is one arbitrary address, and an instance of a lock is its address. A program that
//! passes a pointer it never sets means an object of its own by it; by the letter its value is
//! arbitrary, and two such pointers might be equal. So local pointers that are watched and never
//! assigned are taken to be different from each other, and the ledger says so.

use super::weave::Weaver;
use crate::property::graft;
use ir::{
    AssumptionKind, BinaryOp, Edge, EdgeKind, ExprId, ExprKind, FuncId, PlaceKind, Stmt, VarId,
    VarKind,
};
use std::collections::{BTreeMap, BTreeSet};

pub(super) type Watched = BTreeMap<FuncId, BTreeSet<VarId>>;

impl Weaver<'_, '_, '_> {
    /// Notes that a function has an expression watched.
    pub(super) fn note_watched(&mut self, func: FuncId, value: ExprId) {
        let program = self.ext.program();
        let ExprKind::Load(place) = program.terms.expr(value).kind else {
            return;
        };
        let PlaceKind::Var(var) = program.terms.place(place).kind else {
            return;
        };
        let variable = &program.vars[var];
        if variable.kind == VarKind::Local(func)
            && !variable.address_taken
            && program.types.is_pointer(variable.ty)
        {
            self.watched.entry(func).or_default().insert(var);
        }
    }

    /// Adds the assumptions.
    pub(super) fn tell_watched_apart(&mut self) {
        for (func, vars) in std::mem::take(&mut self.watched) {
            let vars = self.unassigned(func, vars);
            let mut conds = Vec::new();
            for (n, &a) in vars.iter().enumerate() {
                for &b in &vars[n + 1..] {
                    conds.extend(self.different(a, b));
                }
            }
            self.assume_at_entry(func, &conds);
        }
    }

    /// Those variables that nothing in the function assigns.
    fn unassigned(&mut self, func: FuncId, vars: BTreeSet<VarId>) -> Vec<VarId> {
        let program = self.ext.program();
        let Some(cfg) = &program.funcs[func].body else {
            return Vec::new();
        };
        let written: BTreeSet<VarId> = cfg
            .edges()
            .filter_map(|e| cfg.edge(e).stmt.written())
            .filter_map(|place| program.terms.place_var(place))
            .collect();
        vars.difference(&written).copied().collect()
    }

    fn different(&mut self, a: VarId, b: VarId) -> Option<ExprId> {
        let program = self.ext.program();
        if program.vars[a].ty != program.vars[b].ty {
            return None;
        }
        let (name, other) = (program.vars[a].name.clone(), program.vars[b].name.clone());
        let said = format!("never assigned; taken to point to another object than '{other}'");
        let span = program.vars[a].span;
        let kind = AssumptionKind::Approximation;
        program.ledger.add(span, kind, name, said);
        let (a, b) = (program.var(a), program.var(b));
        Some(program.binary(BinaryOp::Ne, a, b))
    }

    fn assume_at_entry(&mut self, func: FuncId, conds: &[ExprId]) {
        let program = self.ext.program();
        let function = &mut program.funcs[func];
        let Some(old) = function.body.take_if(|_| !conds.is_empty()) else {
            return;
        };
        let stops: Vec<_> = conds
            .iter()
            .map(|&cond| {
                let edge = Edge {
                    stmt: Stmt::Assume { cond },
                    span: function.span,
                    kind: EdgeKind::Implicit,
                };
                (old.entry, edge)
            })
            .collect();
        let new = graft::rebuild(&old, &stops, |path, e| path.edge(old.edge(e).clone()));
        function.body = Some(new);
    }
}
