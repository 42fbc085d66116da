//! Statements.

use super::Lowerer;
use super::cond::Kinds;
use super::statement_expr::last_expression;
use crate::syntax::ast::{self, StmtKind};
use ir::{EdgeKind, ExprId, LocId, Stmt};
use source::Span;

impl Lowerer<'_> {
    pub(super) fn stmt(&mut self, id: ast::StmtId) {
        self.deep(|l| {
            let ast = l.ast;
            let stmt = &ast.stmts[id];
            let outer = l.enter_span(stmt.span);
            l.stmt_kind(id, &stmt.kind, stmt.span);
            l.leave_span(outer);
        });
    }

    fn stmt_kind(&mut self, id: ast::StmtId, kind: &StmtKind, span: Span) {
        match kind {
            StmtKind::Empty(_) => {}
            StmtKind::Expr(e) => self.effect(*e),
            StmtKind::Block(block) => {
                self.enter_block(Some(id));
                self.block_items(block, span);
                self.leave_block();
            }
            StmtKind::If {
                cond,
                then,
                otherwise,
            } => self.if_stmt(*cond, *then, *otherwise),
            StmtKind::While { cond, body } => self.while_loop(*cond, *body),
            StmtKind::DoWhile { body, cond } => self.do_loop(*body, *cond),
            StmtKind::For {
                init,
                cond,
                step,
                body,
            } => self.for_loop(*init, *cond, *step, *body),
            StmtKind::Switch { value, body } => self.switch(*value, *body, span),
            StmtKind::Case { low, high, body } => {
                let at = self.ast.exprs[*low].span;
                self.case(*low, *high, at);
                self.stmt(*body);
            }
            StmtKind::Default { body } => {
                self.default_case(span);
                self.stmt(*body);
            }
            StmtKind::Label { name, body, .. } => {
                self.define_label(*name, span);
                self.stmt(*body);
            }
            StmtKind::Goto(name) => self.goto(*name, span),
            StmtKind::GotoComputed(e) => self.goto_computed(*e, span),
            StmtKind::Break => self.break_or_continue(true, span),
            StmtKind::Continue => self.break_or_continue(false, span),
            StmtKind::Return(value) => self.return_stmt(*value, span),
            StmtKind::Asm(id) => self.asm(*id),
        }
    }

    /// The declarations and statements of a block, in its scope.
    pub(super) fn block_items(&mut self, block: &ast::Block, span: Span) {
        self.declare_labels(&block.labels, span);
        for item in &block.items {
            self.block_item(item);
        }
        self.forget_labels(&block.labels);
    }

    pub(super) fn block_item(&mut self, item: &ast::BlockItem) {
        match item {
            ast::BlockItem::Stmt(id) => self.stmt(*id),
            ast::BlockItem::Declaration(id) => self.local_declaration(*id),
            ast::BlockItem::StaticAssert(check) => self.static_assert(check),
            ast::BlockItem::Function(id) => {
                let span = self.ast.functions[*id].span;
                self.error(span, "nested functions are not supported");
            }
        }
    }

    fn if_stmt(&mut self, cond: ast::ExprId, then: ast::StmtId, otherwise: Option<ast::StmtId>) {
        let (Some(yes), Some(no)) = (self.new_loc(), self.new_loc()) else {
            return;
        };
        self.branch(cond, yes, no, Kinds::BRANCH);
        self.at(yes);
        self.stmt(then);
        let Some(otherwise) = otherwise else {
            self.join(no);
            return;
        };
        let Some(end) = self.new_loc() else { return };
        self.join(end);
        self.at(no);
        self.stmt(otherwise);
        self.join(end);
    }

    /// A location that a loop returns to.
    fn loop_head(&mut self) -> Option<LocId> {
        let head = self.new_loc()?;
        if let Some(body) = &mut self.body {
            body.location(head).loop_head = true;
        }
        self.join(head);
        Some(head)
    }

    /// The same for the loop of the statement, which tests its condition there.
    fn tested_loop_head(&mut self) -> Option<LocId> {
        let head = self.loop_head()?;
        if let Some(body) = &mut self.body {
            let span = body.span;
            body.location(head).loops.push(span);
        }
        Some(head)
    }

    fn while_loop(&mut self, cond: ast::ExprId, body: ast::StmtId) {
        let (Some(head), Some(inside), Some(end)) =
            (self.tested_loop_head(), self.new_loc(), self.new_loc())
        else {
            return;
        };
        self.branch(cond, inside, end, Kinds::LOOP);
        self.at(inside);
        self.enter_loop(end, Some(head));
        self.stmt(body);
        self.leave_loop(true);
        self.jump(head);
        self.at(end);
    }

    fn do_loop(&mut self, body: ast::StmtId, cond: ast::ExprId) {
        let (Some(head), Some(test), Some(end)) =
            (self.loop_head(), self.new_loc(), self.new_loc())
        else {
            return;
        };
        self.enter_loop(end, Some(test));
        self.stmt(body);
        self.leave_loop(true);
        self.join(test);
        self.branch(cond, head, end, Kinds::LOOP);
        self.at(end);
    }

    fn for_loop(
        &mut self,
        init: ast::ForInit,
        cond: Option<ast::ExprId>,
        step: Option<ast::ExprId>,
        body: ast::StmtId,
    ) {
        self.enter_block(Some(body));
        match init {
            ast::ForInit::None => {}
            ast::ForInit::Expr(e) => self.effect(e),
            ast::ForInit::Declaration(id) => self.local_declaration(id),
        }
        let (Some(head), Some(inside), Some(next), Some(end)) = (
            self.tested_loop_head(),
            self.new_loc(),
            self.new_loc(),
            self.new_loc(),
        ) else {
            return self.leave_block();
        };
        match cond {
            Some(cond) => self.branch(cond, inside, end, Kinds::LOOP),
            None => self.join(inside),
        }
        self.at(inside);
        self.enter_loop(end, Some(next));
        self.stmt(body);
        self.leave_loop(true);
        self.join(next);
        if let Some(step) = step {
            self.effect(step);
        }
        self.jump(head);
        self.at(end);
        self.leave_block();
    }

    fn return_stmt(&mut self, value: Option<ast::ExprId>, span: Span) {
        let void = self.flow.ret.is_none_or(|t| self.program.types.is_void(t));
        let value = match (value, self.flow.ret) {
            (Some(e), _) if void => {
                self.effect(e);
                None
            }
            (Some(e), Some(ty)) => {
                let value = self.rvalue(e);
                let absent = self.is_void(value);
                (!absent).then(|| self.convert(value, ty, span))
            }
            _ => None,
        };
        if self.has_cleanups() {
            let value = value.map(|v| self.settled(v));
            self.run_cleanups();
            return self.return_value(value);
        }
        self.return_value(value);
    }

    pub(super) fn return_value(&mut self, value: Option<ExprId>) {
        if let Some(body) = &mut self.body {
            let exit = body.exit();
            body.edge(body.cur, exit, Stmt::Return { value }, EdgeKind::Plain);
            body.cur = body.new_loc();
        }
    }

    /// `({ … })` for its effects.
    pub(super) fn statement_expr_effect(&mut self, block: ast::StmtId) {
        if self.body.is_none() || self.constant_depth > 0 {
            self.not_constant = true;
            return;
        }
        self.stmt(block);
    }

    /// `({ … })`: the value of the last statement.
    pub(super) fn statement_expr(&mut self, id: ast::StmtId) -> ExprId {
        if self.body.is_none() || self.constant_depth > 0 {
            self.not_constant = true;
            return self.poison();
        }
        let ast = self.ast;
        let StmtKind::Block(block) = &ast.stmts[id].kind else {
            return self.poison();
        };
        let Some((last, labels)) = last_expression(ast, block) else {
            self.stmt(id);
            return self.void_value();
        };
        self.enter_block(Some(id));
        self.declare_labels(&block.labels, ast.stmts[id].span);
        for item in &block.items[..block.items.len() - 1] {
            self.block_item(item);
        }
        for (name, span) in labels {
            self.define_label(name, span);
        }
        // The value must outlive the block's objects and what it was computed from.
        let value = self.rvalue(last);
        let value = self.settled(value);
        self.forget_labels(&block.labels);
        self.leave_block();
        value
    }
}
