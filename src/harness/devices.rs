//! Registers of devices, and functions behind pointers that lead out of the program: what the program is given there is
//! an input.
//!
//! An expression `E` that reads one becomes `((void)&(E), *(type of E *)cegar_device(…))`: what is in it is evaluated,
//! and the register is not touched.

use frontend::ir::{EdgeId, FuncId, PlaceKind, Stmt, VarKind};
use frontend::source::Span;
use frontend::syntax::ast;

use super::Maker;
use super::inputs::Key;

/// A place where a register is read.
struct Read {
    unit: usize,
    expr: ast::ExprId,
    span: Span,
    key: Key,
    /// Whether it is a part of a word.
    bits: bool,
}

impl Maker<'_> {
    pub(super) fn edit_devices(&mut self) {
        let mut reads = self.device_reads();
        // The outer of two that begin together begins first, and ends last.
        reads.sort_by_key(|read| (read.span.start, std::cmp::Reverse(read.span.end)));
        for read in &reads {
            let kind = self.units[read.unit].ast.exprs[read.expr].kind.clone();
            match kind {
                ast::ExprKind::Assign {
                    op: Some(_),
                    lhs,
                    rhs,
                } => self.edit_update(read, lhs, rhs),
                _ => {
                    let at = self.units[read.unit].range(read.span).start;
                    let before = if read.bits { "((void)(" } else { "((void)&(" };
                    self.units[read.unit].edits.insert(at, before);
                }
            }
        }
        for read in reads.iter().rev() {
            let unit = &self.units[read.unit];
            if matches!(unit.ast.exprs[read.expr].kind, ast::ExprKind::Assign { .. }) {
                continue;
            }
            let at = unit.range(read.span).end;
            let value = self.device_value(read, read.span);
            let text = format!("), {value})");
            self.units[read.unit].edits.insert(at, text);
        }
    }

    /// The value that is read in place of an expression.
    fn device_value(&mut self, read: &Read, span: Span) -> String {
        let table = self.table(read.key);
        let place = self.spelled(read.unit, span);
        match read.bits {
            true => format!("(__typeof__(+({place})))cegar_number({table})"),
            false => {
                format!("*(__typeof__({place}) *)cegar_device({table}, sizeof ({place}))")
            }
        }
    }

    /// `L += R` becomes `L = value + (R)`.
    fn edit_update(&mut self, read: &Read, lhs: ast::ExprId, rhs: ast::ExprId) {
        let ast = &self.units[read.unit].ast;
        let (left, right) = (ast.exprs[lhs].span, ast.exprs[rhs].span);
        let between = Span::new(left.end, right.start);
        let operator = self.spelled(read.unit, between);
        let operator: String = operator
            .chars()
            .filter(|c| "+-*/%&|^<>".contains(*c))
            .collect();
        let value = self.device_value(read, left);
        let text = format!(
            "{} = {value} {operator} ({})",
            self.spelled(read.unit, left),
            self.spelled(read.unit, right)
        );
        // What is in parentheses on the left begins before its text does.
        let start = self.units[read.unit].range(read.span).start;
        let end = self.units[read.unit].range(read.span).end;
        self.units[read.unit].edits.replace(start..end, text);
    }

    fn device_reads(&mut self) -> Vec<Read> {
        let mut found = Vec::new();
        for (func, edge, span, bits) in self.opened() {
            let Some(unit) = self.unit_of(span) else {
                continue;
            };
            let ast = &self.units[unit].ast;
            if ast
                .asms
                .values()
                .any(|asm| asm.span.start <= span.start && span.start < asm.span.end)
            {
                continue;
            }
            let read = |expr: &ast::Expr| {
                expr.span == span
                    && matches!(
                        expr.kind,
                        ast::ExprKind::Ident(_)
                            | ast::ExprKind::Member { .. }
                            | ast::ExprKind::Index { .. }
                            | ast::ExprKind::Assign { op: Some(_), .. }
                            | ast::ExprKind::Unary {
                                op: ast::UnaryOp::Deref,
                                ..
                            }
                    )
            };
            let mut exprs = ast.exprs.iter();
            let expr = exprs.find(|(_, expr)| read(expr)).map(|(id, _)| id);
            drop(exprs);
            match expr {
                Some(expr) => found.push(Read {
                    unit,
                    expr,
                    span,
                    key: Key::Edge(func, edge),
                    bits,
                }),
                None => {
                    let at = self.checked.compiled.sources.locate(span);
                    if let Some(at) = at.map(|at| format!("{}:{}", at.file, at.line)) {
                        self.remark(format!("what the device is read for at {at} is no input"));
                    }
                }
            }
        }
        found
    }

    /// Calls through pointers that lead out of the program return what was found.
    pub(super) fn edit_calls_outside(&mut self) {
        let program = &self.check.whole;
        let mut found = Vec::new();
        for &key in self.inputs.tables.keys() {
            if let Key::Edge(func, edge) = key
                && let Some(cfg) = &program.funcs[func].body
                && matches!(cfg.edge(edge).stmt, Stmt::Call { .. })
            {
                found.push((key, cfg.edge(edge).span));
            }
        }
        for (key, span) in found {
            let Some(unit) = self.unit_of(span) else {
                continue;
            };
            let exprs = self.units[unit].ast.exprs.values();
            let args = exprs
                .filter(|expr| expr.span == span)
                .find_map(|expr| match &expr.kind {
                    ast::ExprKind::Call { args, .. } => Some(args.clone()),
                    _ => None,
                });
            let Some(args) = args else { continue };
            let mut text = String::from("(");
            for arg in args {
                let arg = self.units[unit].ast.exprs[arg].span;
                text += &format!("(void)({}), ", self.spelled(unit, arg));
            }
            let (table, call) = (self.table(key), self.spelled(unit, span));
            text += &format!("*(__typeof__({call}) *)cegar_device({table}, sizeof ({call})))");
            let range = self.units[unit].range(span);
            self.units[unit].edits.replace(range, text);
        }
    }

    /// The edges that read registers.
    fn opened(&self) -> Vec<(FuncId, EdgeId, Span, bool)> {
        let program = &self.check.whole;
        let mut found = Vec::new();
        for (func, _, cfg) in program.defined() {
            if self.check.own.is_hidden(func) {
                continue;
            }
            for id in cfg.edges() {
                let edge = cfg.edge(id);
                if let Stmt::Havoc { place } = edge.stmt
                    && let PlaceKind::Var(var) = program.terms.place(place).kind
                    && matches!(program.vars[var].kind, VarKind::Temp(_))
                    && !program.vars[var].name.starts_with("event$")
                {
                    let ty = program.vars[var].ty;
                    let width = program
                        .types
                        .bits_kind(ty)
                        .map(|kind| program.types.width(kind));
                    let size = program.types.size_of(ty).unwrap_or(0);
                    let bits = width.is_some_and(|width| u64::from(width) != 8 * size && width > 1);
                    found.push((func, id, edge.span, bits));
                }
            }
        }
        found
    }
}
