//! Functions behind pointers that lead out of the program: what a call of one returns is an input.
//!
//! `F(A, B)` becomes `((void)(F), (void)(A), (void)(B), value)`.

use std::ops::Range;

use frontend::ir::Stmt;
use frontend::source::Span;
use frontend::syntax::ast;

use super::Maker;
use super::edits::{Kind, words};
use super::inputs::Key;

/// A call of such a function.
struct Call {
    unit: usize,
    span: Span,
    callee: Span,
    args: Vec<Span>,
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
                    ast::ExprKind::Call { callee, args } => Some(Call {
                        unit,
                        span,
                        callee: exprs[*callee].span,
                        args: args.iter().map(|&arg| exprs[arg].span).collect(),
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
        let (table, text) = (self.table(call.key), self.spelled(call.unit, call.span));
        let value = format!("*(__typeof__({text}) *)cegar_device({table}, sizeof ({text})))");
        let source = self.checked.compiled.sources.unit(self.units[call.unit].id);
        let source = source.text();
        let unit = &mut self.units[call.unit];
        let (whole, mut end) = (unit.range(call.span), unit.range(call.callee).end);
        // Parentheses around the function and the arguments are not part of them.
        let mut separators = Vec::new();
        for (n, &arg) in call.args.iter().enumerate() {
            let before = end..unit.range(arg).start;
            separators.extend(punctuation(
                source,
                before,
                if n == 0 { b'(' } else { b',' },
            ));
            end = unit.range(arg).end;
        }
        if call.args.is_empty() {
            let open = punctuation(source, end..whole.end, b'(');
            separators.extend(open.map(|open| open.start..whole.end - 1));
        }
        let nothing = if call.args.is_empty() { "0" } else { "" };
        for separator in separators {
            let text = format!("), (void)({nothing}");
            unit.edits.replace(separator, text);
        }
        let text = format!("), {value}");
        unit.edits.wrap(whole.clone(), "((void)(", "");
        unit.edits.replace(whole.end - 1..whole.end, text);
    }
}

/// Where a sign stands first.
fn punctuation(text: &[u8], range: Range<usize>, sign: u8) -> Option<Range<usize>> {
    let all = words(&text[range.clone()]);
    let found = all.into_iter().find(|(kind, _)| *kind == Kind::Punct(sign));
    found.map(|(_, at)| range.start + at.start..range.start + at.end)
}
