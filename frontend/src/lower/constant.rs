//! Constant expressions: lowered like any other, with nothing allowed to be emitted.

use super::Lowerer;
use super::scope::{Entity, QualType};
use crate::syntax::ast;
use ir::types::TypeId;
use ir::{ExprId, ExprKind, InitValue, PlaceKind};

impl Lowerer<'_> {
    /// Runs `work` where nothing may be emitted; says whether nothing had to be.
    pub(super) fn in_constant<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let outer = std::mem::replace(&mut self.not_constant, false);
        self.constant_depth += 1;
        let result = work(self);
        self.constant_depth -= 1;
        let constant = !std::mem::replace(&mut self.not_constant, outer);
        (result, constant)
    }

    /// The value, if the expression is an arithmetic constant.
    pub(super) fn try_constant(&mut self, e: ast::ExprId) -> Option<ExprId> {
        let messages = self.messages.len();
        let entries = self.program.ledger.entries.len();
        let (value, constant) = self.in_constant(|l| l.rvalue(e));
        self.program.ledger.entries.truncate(entries);
        let is_number = matches!(
            self.program.terms.expr(value).kind,
            ExprKind::Int(_) | ExprKind::Float(_)
        );
        if constant && is_number {
            return Some(value);
        }
        // It will be lowered again as what it is.
        if !constant {
            self.messages.truncate(messages);
        }
        None
    }

    /// The truth of an operand, if it is a constant: it has no effects then.
    pub(super) fn constant_truth(&mut self, e: ast::ExprId) -> Option<bool> {
        if !self.may_be_constant(e) {
            return None;
        }
        let value = self.try_constant(e)?;
        let truth = self.program.truth(value);
        self.program.terms.int_value(truth).map(|v| v != 0)
    }

    /// A quick look that spares most conditions a second lowering.
    pub(super) fn may_be_constant(&mut self, e: ast::ExprId) -> bool {
        if self.constant_depth > 0 {
            return true;
        }
        let ast = self.ast;
        self.deep(|l| match &ast.exprs[e].kind {
            ast::ExprKind::Ident(name) => {
                matches!(l.scopes.lookup(*name), Some(Entity::Const(_)))
            }
            ast::ExprKind::Unary {
                op: ast::UnaryOp::AddrOf,
                arg,
            } => l.may_be_constant_place(*arg),
            ast::ExprKind::Unary { op, arg } => {
                use ast::UnaryOp::{BitNot, Minus, Not, Plus};
                matches!(op, Plus | Minus | Not | BitNot) && l.may_be_constant(*arg)
            }
            ast::ExprKind::Binary { op, lhs, rhs } => {
                let left = l.may_be_constant(*lhs);
                match op {
                    // One constant operand may decide.
                    ast::BinaryOp::LogAnd | ast::BinaryOp::LogOr => left,
                    _ => left && l.may_be_constant(*rhs),
                }
            }
            ast::ExprKind::Cast { arg, .. } => l.may_be_constant(*arg),
            ast::ExprKind::Conditional { cond, .. } => l.may_be_constant(*cond),
            ast::ExprKind::Call { callee, .. } => l.is_folded_builtin(*callee),
            ast::ExprKind::Int(_)
            | ast::ExprKind::Float(_)
            | ast::ExprKind::Char(_)
            | ast::ExprKind::SizeofExpr(_)
            | ast::ExprKind::SizeofType(_)
            | ast::ExprKind::AlignofExpr { .. }
            | ast::ExprKind::AlignofType { .. }
            | ast::ExprKind::Offsetof { .. }
            | ast::ExprKind::TypesCompatible(..)
            | ast::ExprKind::Choose { .. }
            | ast::ExprKind::Generic { .. } => true,
            _ => false,
        })
    }

    /// `((T *)0)->a.b[2]`
    fn may_be_constant_place(&mut self, e: ast::ExprId) -> bool {
        let ast = self.ast;
        self.deep(|l| match &ast.exprs[e].kind {
            ast::ExprKind::Member { base, arrow, .. } => match arrow {
                true => l.may_be_constant(*base),
                false => l.may_be_constant_place(*base),
            },
            ast::ExprKind::Index { base, index } => {
                l.may_be_constant_place(*base) && l.may_be_constant(*index)
            }
            ast::ExprKind::Unary {
                op: ast::UnaryOp::Deref,
                arg,
            } => l.may_be_constant(*arg),
            _ => false,
        })
    }

    /// The value of an integer constant expression; an error if it is none.
    pub(super) fn constant_int(&mut self, e: ast::ExprId) -> Option<i128> {
        let value = self
            .try_constant(e)
            .and_then(|v| self.program.const_value(v));
        if value.is_none() {
            let span = self.ast.exprs[e].span;
            self.error(span, "this must be an integer constant");
        }
        value
    }

    /// The type of an operand that is not evaluated. Arrays and functions do not decay.
    pub(super) fn type_of_operand(&mut self, e: ast::ExprId) -> QualType {
        self.discarded(|l| l.operand_type(e))
    }

    /// Runs `work` and forgets what it emitted.
    pub(super) fn discarded<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let entries = self.program.ledger.entries.len();
        let flow = self.flow.snapshot();
        let snapshot = self.body.as_mut().map(|b| b.snapshot());
        // Nothing is emitted, so nothing spoils a constant expression.
        let depth = std::mem::replace(&mut self.constant_depth, 0);
        let constant = self.not_constant;
        let result = work(self);
        self.constant_depth = depth;
        self.not_constant = constant;
        if let (Some(body), Some(snapshot)) = (&mut self.body, snapshot) {
            body.restore(snapshot);
        }
        self.flow.restore(flow);
        self.program.ledger.entries.truncate(entries);
        result
    }

    /// Whether gcc without optimisation takes the expression for a constant.
    pub(super) fn is_constant_p(&mut self, e: ast::ExprId) -> bool {
        let messages = self.messages.len();
        let entries = self.program.ledger.entries.len();
        let (value, constant) = self.in_constant(|l| l.rvalue(e));
        self.program.ledger.entries.truncate(entries);
        self.messages.truncate(messages);
        constant
            && match self.program.terms.expr(value).kind {
                ExprKind::Int(_) | ExprKind::Float(_) => true,
                // The address of a string literal counts.
                ExprKind::AddrOf(place) => match self.program.terms.place(place).kind {
                    PlaceKind::Index(base, _) => self
                        .program
                        .terms
                        .place_var(base)
                        .is_some_and(|v| self.program.vars[v].kind == ir::VarKind::Literal),
                    _ => false,
                },
                _ => false,
            }
    }

    /// A constant for a static initialiser, converted to the type of what it initialises.
    pub(super) fn static_value(&mut self, e: ast::ExprId, ty: TypeId) -> Option<ExprId> {
        let span = self.ast.exprs[e].span;
        let (value, constant) = self.in_constant(|l| {
            let value = l.rvalue(e);
            let value = l.constant_load(value);
            l.convert(value, ty, span)
        });
        if constant && self.program.is_constant(value) {
            return Some(value);
        }
        self.error(span, "the initialiser is not constant");
        None
    }

    /// gcc also takes `const` variables with constant initialisers for constants there.
    fn constant_load(&mut self, value: ExprId) -> ExprId {
        let ExprKind::Load(place) = self.program.terms.expr(value).kind else {
            return value;
        };
        let PlaceKind::Var(var) = self.program.terms.place(place).kind else {
            return value;
        };
        let variable = &self.program.vars[var];
        match &variable.init {
            Some(init) if variable.quals.is_const => match init.items.first().map(|i| &i.value) {
                Some(InitValue::Scalar(e)) => *e,
                None => self.program.zero(variable.ty),
                _ => value,
            },
            _ => value,
        }
    }

    pub(super) fn static_assert(&mut self, check: &ast::StaticAssert) {
        let Some(value) = self.constant_int(check.cond) else {
            return;
        };
        if value == 0 {
            let message = check.message.as_ref().map(|m| {
                let chars = m.units.iter().filter_map(|&u| char::from_u32(u));
                format!(": {}", chars.collect::<String>())
            });
            let text = format!("static assertion failed{}", message.unwrap_or_default());
            self.error(check.span, text);
        }
    }
}
