//! Expressions with as few parentheses as their reading allows.

use std::fmt::{self, Write};

use super::super::{BinOp, ExprId, ExprKind};
use super::Printer;

enum Work {
    /// An expression that needs parentheses if its operator binds weaker than this.
    Expr(ExprId, u8),
    Text(&'static str),
}

/// The strength of what needs no parentheses anywhere.
const ATOM: u8 = 7;

impl<W: Write> Printer<'_, W> {
    pub(super) fn expr(&mut self, root: ExprId) -> fmt::Result {
        let mut work = vec![Work::Expr(root, 0)];
        while let Some(next) = work.pop() {
            let (id, needed) = match next {
                Work::Expr(id, needed) => (id, needed),
                Work::Text(text) => {
                    self.out.write_str(text)?;
                    continue;
                }
            };
            match self.program.expr(id).kind {
                ExprKind::Const(value) => self.out.write_str(self.truth[usize::from(value)])?,
                ExprKind::Var(symbol) => self.name(symbol)?,
                ExprKind::Next(symbol) => {
                    self.out.write_char('\'')?;
                    self.name(symbol)?;
                }
                ExprKind::Nondet => self.out.write_char('*')?,
                ExprKind::Not(inner) => {
                    self.out.write_char('!')?;
                    work.push(Work::Expr(inner, ATOM));
                }
                ExprKind::Choose(positive, negative) => {
                    self.out.write_str("schoose[")?;
                    work.push(Work::Text("]"));
                    work.push(Work::Expr(negative, 0));
                    work.push(Work::Text(", "));
                    work.push(Work::Expr(positive, 0));
                }
                ExprKind::Binary(op, left, right) => {
                    let (text, strength) = operator(op);
                    if strength < needed {
                        self.out.write_char('(')?;
                        work.push(Work::Text(")"));
                    }
                    // Chains of implications are hard to read: they have all their parentheses.
                    let first = strength + u8::from(op == BinOp::Implies);
                    work.push(Work::Expr(right, strength + 1));
                    work.push(Work::Text(text));
                    work.push(Work::Expr(left, first));
                }
            }
        }
        Ok(())
    }
}

fn operator(op: BinOp) -> (&'static str, u8) {
    match op {
        BinOp::Iff => (" = ", 6),
        BinOp::And => (" & ", 5),
        BinOp::Xor => (" ^ ", 4),
        BinOp::Or => (" | ", 3),
        BinOp::Implies => (" => ", 2),
    }
}
