//! Statements appended to an automaton that is being rebuilt.

use ir::{Callee, Cfg, Edge, EdgeKind, ExprId, FuncId, LocId, Location, Program, Stmt, VarId};
use source::Span;

/// An automaton with room for more edges; nothing that is added is in the text.
pub(super) struct Blocks<'p> {
    pub(super) program: &'p mut Program,
    pub(super) cfg: &'p mut Cfg,
    pub(super) span: Span,
}

impl Blocks<'_> {
    pub(super) fn loc(&mut self) -> LocId {
        self.cfg.add_loc(Location::default())
    }

    pub(super) fn edge(&mut self, from: LocId, to: LocId, stmt: Stmt) {
        let edge = Edge {
            stmt,
            span: self.span,
            kind: EdgeKind::Implicit,
        };
        self.cfg.add_edge(from, to, edge);
    }

    pub(super) fn skip(&mut self, from: LocId, to: LocId) {
        self.edge(from, to, Stmt::Skip);
    }

    /// One way where the condition holds, another where it does not. A constant leaves one of them.
    pub(super) fn branch(&mut self, from: LocId, cond: ExprId, then: LocId, otherwise: LocId) {
        match self.program.terms.int_value(cond) {
            Some(0) => self.skip(from, otherwise),
            Some(_) => self.skip(from, then),
            None => {
                let cond = self.program.truth(cond);
                let not = self.program.falsity(cond);
                self.edge(from, then, Stmt::Assume { cond });
                self.edge(from, otherwise, Stmt::Assume { cond: not });
            }
        }
    }

    /// Assigns; leads to a new location.
    pub(super) fn assign(&mut self, from: LocId, var: VarId, value: ExprId) -> LocId {
        let place = self.program.var_place(var);
        let to = self.loc();
        self.edge(from, to, Stmt::Assign { place, value });
        to
    }

    pub(super) fn call(&mut self, from: LocId, to: LocId, func: FuncId) {
        let stmt = Stmt::Call {
            result: None,
            callee: Callee::Direct(func),
            args: Vec::new(),
        };
        self.edge(from, to, stmt);
    }
}
