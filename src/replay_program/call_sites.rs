//! Calls in the user's text that ask for values: found by the spans of the edges that asked.

use frontend::syntax::ast;
use ir::Stmt;
use source::Span;

use super::Maker;
use super::inputs::Key;

/// A call in the text.
pub(super) struct CallSite {
    pub(super) unit: usize,
    pub(super) span: Span,
    /// Whose values it asks for.
    pub(super) key: Key,
}

impl Maker<'_> {
    /// The calls whose statement is as wanted, each with what is needed of its callee and its arguments.
    pub(super) fn call_sites<T>(
        &self,
        wanted: impl Fn(&Stmt) -> bool,
        parts: impl Fn(ast::ExprId, &[ast::ExprId]) -> Option<T>,
    ) -> Vec<(CallSite, T)> {
        let program = &self.check.whole;
        let mut found = Vec::new();
        for &key in self.inputs.tables.keys() {
            if let Key::Edge(func, edge) = key
                && let Some(cfg) = &program.funcs[func].body
                && wanted(&cfg.edge(edge).stmt)
                && let span = cfg.edge(edge).span
                && let Some(unit) = self.unit_of(span)
            {
                let exprs = self.units[unit].ast.exprs.values();
                let mut here = exprs.filter(|expr| expr.span == span);
                let parts = here.find_map(|expr| match &expr.kind {
                    ast::ExprKind::Call { callee, args } => parts(*callee, args),
                    _ => None,
                });
                found.extend(parts.map(|parts| (CallSite { unit, span, key }, parts)));
            }
        }
        found
    }
}
