//! Data that a call brings in from outside, as `copy_from_user` does: what was found is put where the call would have
//! written it.

use frontend::syntax::ast;
use ir::Stmt;
use source::Span;

use super::Maker;
use super::inputs::Key;

/// A call of such a function.
struct Copy {
    unit: usize,
    span: Span,
    to: Span,
    size: Span,
    key: Key,
}

impl Maker<'_> {
    /// Behind calls that bring data in, it is there.
    pub(super) fn edit_copies(&mut self) {
        for copy in self.copies() {
            let table = self.table(copy.key);
            let to = self.spelled(copy.unit, copy.to);
            let size = self.spelled(copy.unit, copy.size);
            let text = self.spelled(copy.unit, copy.span);
            let unit = &mut self.units[copy.unit];
            let before = format!("({{ __typeof__({text}) cegar_result = ");
            let after =
                format!("; cegar_value({table}, (void *)({to}), {size}); cegar_result; }})");
            let whole = unit.range(copy.span);
            unit.edits.wrap(whole, before, after);
        }
    }

    fn copies(&self) -> Vec<Copy> {
        let program = &self.check.whole;
        let mut found = Vec::new();
        for &key in self.inputs.tables.keys() {
            if let Key::Edge(func, edge) = key
                && let Some(cfg) = &program.funcs[func].body
                && matches!(cfg.edge(edge).stmt, Stmt::Havoc { .. })
                && let span = cfg.edge(edge).span
                && let Some(unit) = self.unit_of(span)
            {
                let exprs = &self.units[unit].ast.exprs;
                let calls = exprs.values().filter(|expr| expr.span == span);
                let copy = calls.filter_map(|expr| match &expr.kind {
                    ast::ExprKind::Call { args, .. } => match args[..] {
                        [to, _, size] => Some(Copy {
                            unit,
                            span,
                            to: exprs[to].span,
                            size: exprs[size].span,
                            key,
                        }),
                        _ => None,
                    },
                    _ => None,
                });
                found.extend(copy.take(1));
            }
        }
        found
    }
}
