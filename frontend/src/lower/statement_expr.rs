//! What a statement expression is worth.

use crate::syntax::ast::{self, Ast, StmtKind};
use source::{Span, Symbol};

/// The expression that ends a block and gives it its value, with the labels before it.
pub(super) fn last_expression(
    ast: &Ast,
    block: &ast::Block,
) -> Option<(ast::ExprId, Vec<(Symbol, Span)>)> {
    let Some(ast::BlockItem::Stmt(last)) = block.items.last() else {
        return None;
    };
    let mut last = *last;
    let mut labels = Vec::new();
    loop {
        match &ast.stmts[last].kind {
            StmtKind::Expr(e) => return Some((*e, labels)),
            StmtKind::Label { name, body, .. } => {
                labels.push((*name, ast.stmts[last].span));
                last = *body;
            }
            _ => return None,
        }
    }
}
