//! Conditions: `&&`, `||`, `!` and `?:` become branches.

use super::Lowerer;
use crate::syntax::ast;
use ir::{EdgeKind, ExprId, LocId, Stmt};
use source::Span;

/// How the two outcomes of a condition are introduced in a story.
#[derive(Clone, Copy)]
pub(super) struct Kinds {
    pub(super) yes: EdgeKind,
    pub(super) no: EdgeKind,
}

impl Kinds {
    pub(super) const BRANCH: Self = Self {
        yes: EdgeKind::Then,
        no: EdgeKind::Else,
    };
    pub(super) const LOOP: Self = Self {
        yes: EdgeKind::LoopEnter,
        no: EdgeKind::LoopExit,
    };

    fn swapped(self) -> Self {
        Self {
            yes: self.no,
            no: self.yes,
        }
    }
}

impl Lowerer<'_> {
    /// Goes to `yes` if the expression is not zero, to `no` if it is. Afterwards the current
    /// location is one that nothing enters.
    pub(super) fn branch(&mut self, e: ast::ExprId, yes: LocId, no: LocId, kinds: Kinds) {
        self.deep(|l| {
            let span = l.ast.exprs[e].span;
            let outer = l.enter_span(span);
            l.branch_kind(e, yes, no, kinds);
            l.leave_span(outer);
        });
    }

    fn branch_kind(&mut self, e: ast::ExprId, yes: LocId, no: LocId, kinds: Kinds) {
        let ast = self.ast;
        let span = ast.exprs[e].span;
        match &ast.exprs[e].kind {
            ast::ExprKind::Unary {
                op: ast::UnaryOp::Not,
                arg,
            } => self.branch(*arg, no, yes, kinds.swapped()),
            ast::ExprKind::Binary {
                op: op @ (ast::BinaryOp::LogAnd | ast::BinaryOp::LogOr),
                lhs,
                rhs,
            } => {
                let Some(between) = self.new_loc() else {
                    return;
                };
                match op {
                    ast::BinaryOp::LogAnd => self.branch(*lhs, between, no, kinds),
                    _ => self.branch(*lhs, yes, between, kinds),
                }
                self.at(between);
                self.branch(*rhs, yes, no, kinds);
            }
            ast::ExprKind::Comma { lhs, rhs } => {
                self.effect(*lhs);
                self.branch(*rhs, yes, no, kinds);
            }
            ast::ExprKind::Call { callee, args } => match self.expected(*callee, args) {
                Some(inner) => self.branch(inner, yes, no, kinds),
                None => self.branch_value(e, span, yes, no, kinds),
            },
            _ => self.branch_value(e, span, yes, no, kinds),
        }
    }

    fn branch_value(&mut self, e: ast::ExprId, span: Span, yes: LocId, no: LocId, kinds: Kinds) {
        let value = self.scalar(e, span);
        self.branch_on(value, yes, no, kinds);
    }

    /// Branches on a term.
    pub(super) fn branch_on(&mut self, value: ExprId, yes: LocId, no: LocId, kinds: Kinds) {
        let holds = self.program.truth(value);
        let fails = self.program.falsity(value);
        let constant = self.program.terms.int_value(holds);
        let Some(body) = &mut self.body else {
            self.not_constant = true;
            return;
        };
        let cur = body.cur;
        match constant {
            Some(0) => body.edge(cur, no, Stmt::Skip, kinds.no),
            Some(_) => body.edge(cur, yes, Stmt::Skip, kinds.yes),
            None => {
                body.edge(cur, yes, Stmt::Assume { cond: holds }, kinds.yes);
                body.edge(cur, no, Stmt::Assume { cond: fails }, kinds.no);
            }
        }
        body.cur = body.new_loc();
    }

    /// A new location; none where nothing may be emitted.
    pub(super) fn new_loc(&mut self) -> Option<LocId> {
        if self.constant_depth > 0 {
            self.not_constant = true;
            return None;
        }
        match &mut self.body {
            Some(body) => Some(body.new_loc()),
            None => {
                self.not_constant = true;
                None
            }
        }
    }

    /// Continues at a location.
    pub(super) fn at(&mut self, loc: LocId) {
        if let Some(body) = &mut self.body {
            body.cur = loc;
        }
    }

    /// Falls through to a location.
    pub(super) fn join(&mut self, loc: LocId) {
        if let Some(body) = &mut self.body {
            body.join(loc, EdgeKind::Implicit);
        }
    }

    /// The value of `a && b` or `a || b`.
    pub(super) fn logical(&mut self, e: ast::ExprId) -> ExprId {
        let ast = self.ast;
        let ast::ExprKind::Binary { op, lhs, rhs } = ast.exprs[e].kind else {
            return self.poison();
        };
        let decides = op == ast::BinaryOp::LogOr;
        if let Some(left) = self.constant_truth(lhs) {
            if left == decides {
                return self.program.int(decides.into());
            }
            let value = self.scalar(rhs, ast.exprs[rhs].span);
            return self.program.truth(value);
        }
        let (Some(yes), Some(no), Some(end)) = (self.new_loc(), self.new_loc(), self.new_loc())
        else {
            return self.poison();
        };
        let temp = self.new_temp(self.program.types.int());
        let place = self.program.var_place(temp);
        self.branch(e, yes, no, Kinds::BRANCH);
        for (loc, value) in [(yes, 1), (no, 0)] {
            self.at(loc);
            let value = self.program.int(value);
            self.emit_as(Stmt::Assign { place, value }, EdgeKind::Implicit);
            self.join(end);
        }
        self.program.load(place)
    }

    /// `a && b;`
    pub(super) fn logical_effect(&mut self, e: ast::ExprId) {
        let ast = self.ast;
        let ast::ExprKind::Binary { op, lhs, rhs } = ast.exprs[e].kind else {
            return;
        };
        let (Some(go), Some(end)) = (self.new_loc(), self.new_loc()) else {
            return;
        };
        match op {
            ast::BinaryOp::LogAnd => self.branch(lhs, go, end, Kinds::BRANCH),
            _ => self.branch(lhs, end, go, Kinds::BRANCH),
        }
        self.at(go);
        self.effect(rhs);
        self.join(end);
    }

    /// `cond ? then : otherwise` for its effects.
    pub(super) fn conditional_effect(
        &mut self,
        cond: ast::ExprId,
        then: ast::ExprId,
        otherwise: ast::ExprId,
    ) {
        if let Some(truth) = self.constant_truth(cond) {
            return self.effect(if truth { then } else { otherwise });
        }
        let (Some(yes), Some(no), Some(end)) = (self.new_loc(), self.new_loc(), self.new_loc())
        else {
            return;
        };
        self.branch(cond, yes, no, Kinds::BRANCH);
        for (loc, e) in [(yes, then), (no, otherwise)] {
            self.at(loc);
            self.effect(e);
            self.join(end);
        }
    }

    pub(super) fn conditional(
        &mut self,
        cond: ast::ExprId,
        then: Option<ast::ExprId>,
        otherwise: ast::ExprId,
        span: Span,
    ) -> ExprId {
        if let Some(truth) = self.constant_truth(cond) {
            return self.constant_conditional(truth, cond, then, otherwise, span);
        }
        let (Some(yes), Some(no)) = (self.new_loc(), self.new_loc()) else {
            return self.poison();
        };
        let first = match then {
            Some(then) => {
                self.branch(cond, yes, no, Kinds::BRANCH);
                self.at(yes);
                self.rvalue(then)
            }
            None => {
                // The value of the condition, evaluated once.
                let value = self.scalar(cond, span);
                let value = self.settled(value);
                self.branch_on(value, yes, no, Kinds::BRANCH);
                self.at(yes);
                value
            }
        };
        let first_end = self.here();
        self.at(no);
        let second = self.rvalue(otherwise);
        let second_end = self.here();
        let branches = [(first, first_end), (second, second_end)];
        self.merge(branches, (then, otherwise), span)
    }

    /// Brings the values of two branches together in a temporary.
    fn merge(
        &mut self,
        branches: [(ExprId, LocId); 2],
        operands: (Option<ast::ExprId>, ast::ExprId),
        span: Span,
    ) -> ExprId {
        let Some(end) = self.new_loc() else {
            return self.poison();
        };
        if branches.iter().any(|b| self.is_void(b.0)) {
            for (_, loc) in branches {
                self.at(loc);
                self.join(end);
            }
            return self.void_value();
        }
        let ty = self.conditional_type(branches[0].0, branches[1].0, operands, span);
        let temp = self.new_temp(ty);
        let place = self.program.var_place(temp);
        for (value, loc) in branches {
            self.at(loc);
            let value = self.convert(value, ty, span);
            self.emit_as(Stmt::Assign { place, value }, EdgeKind::Implicit);
            self.join(end);
        }
        self.program.load(place)
    }

    fn here(&self) -> LocId {
        match &self.body {
            Some(body) => body.cur,
            None => unreachable!("branches are only lowered in functions"),
        }
    }

    /// Only the operand that the condition takes is evaluated, but both give the type.
    fn constant_conditional(
        &mut self,
        truth: bool,
        cond: ast::ExprId,
        then: Option<ast::ExprId>,
        otherwise: ast::ExprId,
        span: Span,
    ) -> ExprId {
        let then = then.unwrap_or(cond);
        let (taken, other) = if truth {
            (then, otherwise)
        } else {
            (otherwise, then)
        };
        let untaken = self.discarded(|l| l.rvalue(other));
        let value = self.rvalue(taken);
        if self.is_void(value) || self.is_void(untaken) {
            return self.void_value();
        }
        let operands = (Some(taken), other);
        let ty = self.conditional_type(value, untaken, operands, span);
        self.convert(value, ty, span)
    }
}
