//! Registers of devices: what the program reads there is an input.
//!
//! An expression `E` that reads one becomes `((void)&(E), *(type of E *)cegar_device(…))`: what is in it is evaluated,
//! and the register is not touched. `L += R` becomes `(L = value + (R))`, `++L` becomes `(L = value + 1)`, and `L++` keeps
//! the value that is read. Pieces are put in around the user's text, so that what is changed inside of it stays changed.

use std::ops::Range;

use frontend::syntax::ast;
use ir::types::IntKind;
use ir::{EdgeId, FuncId, PlaceKind, Stmt, VarKind};
use source::Span;

use super::Maker;
use super::edits::{TokenKind, tokens};
use super::inputs::Key;

/// A place where a register is read.
pub(super) struct Read {
    pub(super) unit: usize,
    pub(super) expr: ast::ExprId,
    span: Span,
    key: Key,
    pub(super) bits: Option<Bits>,
}

/// A part of a word.
#[derive(Clone, Copy)]
pub(super) struct Bits {
    width: u8,
    signed: bool,
}

/// How a register is read.
enum ReadForm {
    Plain,
    /// `L += R`: the operands.
    Update(ast::ExprId, ast::ExprId),
    /// `++L`
    Before(ast::ExprId, &'static str),
    /// `L++`
    After(ast::ExprId, &'static str),
}

fn read_form(kind: &ast::ExprKind) -> ReadForm {
    use ast::UnaryOp::{PostDec, PostInc, PreDec, PreInc};
    match kind {
        ast::ExprKind::Assign {
            op: Some(_),
            lhs,
            rhs,
        } => ReadForm::Update(*lhs, *rhs),
        ast::ExprKind::Unary { op: PreInc, arg } => ReadForm::Before(*arg, "+"),
        ast::ExprKind::Unary { op: PreDec, arg } => ReadForm::Before(*arg, "-"),
        ast::ExprKind::Unary { op: PostInc, arg } => ReadForm::After(*arg, "+"),
        ast::ExprKind::Unary { op: PostDec, arg } => ReadForm::After(*arg, "-"),
        _ => ReadForm::Plain,
    }
}

impl Maker<'_> {
    pub(super) fn edit_device_reads(&mut self) {
        for read in self.device_reads() {
            self.edit_read(&read);
        }
    }

    fn edit_read(&mut self, read: &Read) {
        let read_form = read_form(&self.units[read.unit].ast.exprs[read.expr].kind);
        let place = match read_form {
            ReadForm::Plain => read.expr,
            ReadForm::Update(place, _) | ReadForm::Before(place, _) | ReadForm::After(place, _) => {
                place
            }
        };
        let value = self.device_value(read, place);
        if let ReadForm::Update(lhs, rhs) = read_form {
            self.edit_operator(read, &value, lhs, rhs);
        }
        let unit = &mut self.units[read.unit];
        let range = unit.range(read.span);
        let (before, after) = match read_form {
            ReadForm::Plain => {
                let address = if read.bits.is_some() { "" } else { "&" };
                (format!("((void){address}("), format!("), {value})"))
            }
            ReadForm::Update(..) => ("(".into(), "))".into()),
            ReadForm::Before(_, operator) => {
                unit.edits.replace(range.start..range.start + 2, "(");
                (String::new(), format!(" = {value} {operator} 1)"))
            }
            ReadForm::After(_, operator) => {
                let text = format!(" = cegar_old {operator} 1; cegar_old; }})");
                unit.edits.replace(range.end - 2..range.end, text);
                let before = format!("({{ __typeof__({value}) cegar_old = {value}; ");
                (before, String::new())
            }
        };
        unit.edits.wrap(range, before, after);
    }

    /// The value that is read in place of an expression.
    fn device_value(&mut self, read: &Read, place: ast::ExprId) -> String {
        let table = self.table(read.key);
        let span = self.units[read.unit].ast.exprs[place].span;
        let place = self.spelled(read.unit, span);
        match read.bits {
            Some(Bits { width, signed }) => {
                let number = match signed {
                    true => format!("cegar_signed({table}, {width})"),
                    false => format!("cegar_number({table})"),
                };
                format!("(__typeof__(+({place}))){number}")
            }
            None => {
                format!("*(__typeof__({place}) *)cegar_device({table}, sizeof ({place}))")
            }
        }
    }

    /// The operator between the operands of an update becomes an assignment and what it does.
    fn edit_operator(&mut self, read: &Read, value: &str, lhs: ast::ExprId, rhs: ast::ExprId) {
        let unit = &self.units[read.unit];
        let (left, right) = (unit.ast.exprs[lhs].span, unit.ast.exprs[rhs].span);
        let between = unit.range(left).end..unit.range(right).start;
        let text = self.checked.compiled.sources.unit(unit.id).text();
        // Parentheses around the operands are not part of them.
        let Some(at) = operator(text, between) else {
            return;
        };
        let spelled = String::from_utf8_lossy(&text[at.start..at.end - 1]).into_owned();
        let text = format!("= {value} {spelled} (");
        self.units[read.unit].edits.replace(at, text);
    }

    pub(super) fn device_reads(&mut self) -> Vec<Read> {
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
                                op: ast::UnaryOp::Deref
                                    | ast::UnaryOp::PreInc
                                    | ast::UnaryOp::PreDec
                                    | ast::UnaryOp::PostInc
                                    | ast::UnaryOp::PostDec,
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

    /// The edges that read registers.
    fn opened(&self) -> Vec<(FuncId, EdgeId, Span, Option<Bits>)> {
        let program = &self.check.whole;
        let mut found = Vec::new();
        for (func, _, cfg) in program.defined() {
            if self.check.synthetic.is_hidden(func) {
                continue;
            }
            for id in cfg.edges() {
                let edge = cfg.edge(id);
                if let Stmt::Havoc { place } = edge.stmt
                    && let PlaceKind::Var(var) = program.terms.place(place).kind
                    && matches!(program.vars[var].kind, VarKind::Temp(_))
                    && !program.vars[var].name.starts_with("event$")
                {
                    let bits = match program.types.int_kind(program.vars[var].ty) {
                        Some(IntKind::BitField { width, signed }) => Some(Bits { width, signed }),
                        _ => None,
                    };
                    found.push((func, id, edge.span, bits));
                }
            }
        }
        found
    }
}

/// Where an operator such as `+=` stands.
fn operator(text: &[u8], between: Range<usize>) -> Option<Range<usize>> {
    let all = tokens(&text[between.clone()]);
    let found = all.iter().map(|(kind, at)| match kind {
        TokenKind::Punct(byte) => (*byte, at.clone()),
        _ => (b' ', at.clone()),
    });
    let punctuation: Vec<(u8, Range<usize>)> = found.collect();
    let first = punctuation.iter().find(|p| b"+-*/%&|^<>".contains(&p.0))?;
    let last = punctuation.iter().find(|p| p.0 == b'=')?;
    Some(between.start + first.1.start..between.start + last.1.end)
}
