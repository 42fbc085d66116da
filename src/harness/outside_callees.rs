//! Functions behind pointers that lead out of the program: what a call of one returns is an input.
//!
//! In `F(A, B)`, the function is the one that `cegar_callee` makes of `F`: it does nothing if `F` is outside, and the
//! call has the next value. Others are called as ever.

use frontend::syntax::ast;
use ir::Stmt;
use source::Span;

use super::Maker;
use super::inputs::Key;

/// A call of such a function.
struct Call {
    unit: usize,
    span: Span,
    callee: Span,
    key: Key,
}

impl Maker<'_> {
    /// Calls through pointers that lead out of the program return what was found.
    pub(super) fn edit_calls_outside(&mut self) {
        for call in self.calls_outside() {
            self.edit_call_outside(&call);
        }
    }

    fn calls_outside(&self) -> Vec<Call> {
        let program = &self.check.whole;
        let mut found = Vec::new();
        for &key in self.inputs.tables.keys() {
            if let Key::Edge(func, edge) = key
                && let Some(cfg) = &program.funcs[func].body
                && matches!(cfg.edge(edge).stmt, Stmt::Call { .. })
                && let span = cfg.edge(edge).span
                && let Some(unit) = self.unit_of(span)
            {
                let exprs = &self.units[unit].ast.exprs;
                let calls = exprs.values().filter(|expr| expr.span == span);
                let call = calls.filter_map(|expr| match &expr.kind {
                    ast::ExprKind::Call { callee, .. } => Some(Call {
                        unit,
                        span,
                        callee: exprs[*callee].span,
                        key,
                    }),
                    _ => None,
                });
                found.extend(call.take(1));
            }
        }
        found
    }

    fn edit_call_outside(&mut self, call: &Call) {
        let table = self.table(call.key);
        let callee = self.spelled(call.unit, call.callee);
        let text = self.spelled(call.unit, call.span);
        let unit = &mut self.units[call.unit];
        let (whole, inner) = (unit.range(call.span), unit.range(call.callee));
        let before = format!("({{ int cegar_out; __typeof__({text}) cegar_result = ");
        let after = format!(
            "; cegar_out ? *(__typeof__(cegar_result) *)cegar_device({table}, sizeof cegar_result) : cegar_result; }})"
        );
        unit.edits.wrap(whole, before, after);
        let before = format!("((__typeof__(&*({callee})))cegar_callee(&cegar_out, (void *)(");
        unit.edits.wrap(inner, before, ")))");
    }
}
