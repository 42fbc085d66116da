//! What an expression with choices can be, as an expression without.
//!
//! Every occurrence of `*` and `schoose` makes a choice of its own, so what both operands can be decides what the whole can be.

use super::Writer;
use crate::bp::{BinOp, Diagnostic, ExprId, ExprKind, Span, Symbol};
use crate::deep_recursion::with_enough_stack;

/// An expression with many choices below `=` and `^` would be longer than this.
const MAX_EXPRESSION_CHARS: usize = 100_000;

/// What a name in an expression stands for.
pub(super) type Meaning<'m> = &'m dyn Fn(Symbol, bool) -> Result<String, Span>;

impl Writer<'_, '_> {
    /// That a variable gets a value that an expression can have.
    pub(super) fn becomes(
        &self,
        target: &str,
        value: ExprId,
        meaning: Meaning<'_>,
    ) -> Result<String, Diagnostic> {
        if !self.chooses(value) {
            return Ok(format!("{target} = {}", self.can_be(value, true, meaning)?));
        }
        let yes = self.can_be(value, true, meaning)?;
        let no = self.can_be(value, false, meaning)?;
        Ok(format!("({target} & {yes} | !{target} & {no})"))
    }

    fn chooses(&self, root: ExprId) -> bool {
        let mut open = vec![root];
        while let Some(expr) = open.pop() {
            match self.flow.program.expr(expr).kind {
                ExprKind::Nondet | ExprKind::Choose(..) => return true,
                ExprKind::Not(a) => open.push(a),
                ExprKind::Binary(_, a, b) => open.extend([a, b]),
                ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Next(_) => {}
            }
        }
        false
    }

    /// That an expression can have a value, as text that needs no parentheses around it.
    pub(super) fn can_be(
        &self,
        expr: ExprId,
        value: bool,
        meaning: Meaning<'_>,
    ) -> Result<String, Diagnostic> {
        let span = self.flow.program.expr(expr).span;
        let text = with_enough_stack(|| self.possible(expr, value, meaning))?;
        if text.len() > MAX_EXPRESSION_CHARS {
            let message = "this expression makes too many choices to be written as one relation";
            return Err(Diagnostic::error(span, message));
        }
        Ok(text)
    }

    fn possible(
        &self,
        expr: ExprId,
        value: bool,
        meaning: Meaning<'_>,
    ) -> Result<String, Diagnostic> {
        let can = |expr, value| self.can_be(expr, value, meaning);
        let named = |symbol, next| {
            let text = meaning(symbol, next).map_err(|span| {
                Diagnostic::error(
                    span,
                    "this initial value depends on a variable that gets its own later: no rule can say that",
                )
            })?;
            Ok(if value { text } else { format!("!{text}") })
        };
        Ok(match self.flow.program.expr(expr).kind {
            ExprKind::Const(constant) => u8::from(constant == value).to_string(),
            ExprKind::Var(symbol) => named(symbol, false)?,
            ExprKind::Next(symbol) => named(symbol, true)?,
            ExprKind::Nondet => "1".to_owned(),
            ExprKind::Not(a) => can(a, !value)?,
            ExprKind::Choose(yes, no) => match value {
                true => format!(
                    "({} | {} & {})",
                    can(yes, true)?,
                    can(yes, false)?,
                    can(no, false)?
                ),
                false => can(yes, false)?,
            },
            ExprKind::Binary(op, a, b) => match (op, value) {
                (BinOp::And, true) => format!("({} & {})", can(a, true)?, can(b, true)?),
                (BinOp::And, false) => format!("({} | {})", can(a, false)?, can(b, false)?),
                (BinOp::Or, true) => format!("({} | {})", can(a, true)?, can(b, true)?),
                (BinOp::Or, false) => format!("({} & {})", can(a, false)?, can(b, false)?),
                (BinOp::Implies, true) => format!("({} | {})", can(a, false)?, can(b, true)?),
                (BinOp::Implies, false) => format!("({} & {})", can(a, true)?, can(b, false)?),
                (BinOp::Xor | BinOp::Iff, _) if !self.chooses(expr) => {
                    let equal = (op == BinOp::Iff) == value;
                    let sign = if equal { "=" } else { "!=" };
                    format!("({} {sign} {})", can(a, true)?, can(b, true)?)
                }
                (BinOp::Xor | BinOp::Iff, _) => {
                    let equal = (op == BinOp::Iff) == value;
                    format!(
                        "({} & {} | {} & {})",
                        can(a, true)?,
                        can(b, equal)?,
                        can(a, false)?,
                        can(b, !equal)?
                    )
                }
            },
        })
    }
}
