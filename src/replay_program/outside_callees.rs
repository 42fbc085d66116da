//! Functions behind pointers that lead out of the program: what a call of one returns is an input.
//!
//! In `F(A, B)`, the function is the one that `cegar_callee` makes of `F`: it does nothing if `F` is outside, and the
//! call has the next value. Others are called as ever.

use frontend::syntax::ast;
use ir::Stmt;

use super::Maker;
use super::call_sites::CallSite;

impl Maker<'_> {
    /// Calls through pointers that lead out of the program return what was found.
    pub(super) fn edit_calls_outside(&mut self) {
        let is_call = |stmt: &Stmt| matches!(stmt, Stmt::Call { .. });
        for (call, callee) in self.call_sites(is_call, |callee, _| Some(callee)) {
            self.edit_call_outside(&call, callee);
        }
    }

    fn edit_call_outside(&mut self, call: &CallSite, callee: ast::ExprId) {
        let table = self.table(call.key);
        let callee_span = self.units[call.unit].ast.exprs[callee].span;
        let callee = self.spelled(call.unit, callee_span);
        let text = self.spelled(call.unit, call.span);
        let unit = &mut self.units[call.unit];
        let (whole, inner) = (unit.range(call.span), unit.range(callee_span));
        let before = format!("({{ int cegar_out; __typeof__({text}) cegar_result = ");
        let after = format!(
            "; cegar_out ? *(__typeof__(cegar_result) *)cegar_device({table}, sizeof cegar_result) : cegar_result; }})"
        );
        unit.edits.wrap(whole, before, after);
        let before = format!("((__typeof__(&*({callee})))cegar_callee(&cegar_out, (void *)(");
        unit.edits.wrap(inner, before, ")))");
    }
}
