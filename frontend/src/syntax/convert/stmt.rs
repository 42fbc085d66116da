//! Statements.

use super::super::ast::*;
use super::super::cst::{Kind, NodeIx};
use super::super::respell::AttrPosition;
use super::super::token::Tok;
use super::Converter;
use source::deeper;

impl Converter<'_, '_> {
    pub(super) fn stmt(&mut self, node: NodeIx) -> StmtId {
        deeper(|| {
            let kind = self.stmt_kind(node);
            let span = self.span(node);
            self.cx.ast.stmts.push(Stmt { span, kind })
        })
    }

    fn stmt_kind(&mut self, node: NodeIx) -> StmtKind {
        let children = self.children(node);
        match (self.kind(node), &children[..]) {
            (Kind::Block, items) => StmtKind::Block(self.block(items)),
            (Kind::ExprStmt, []) => {
                let word = self.node(node).first;
                StmtKind::Empty(self.take_attrs(AttrPosition::Statement, word, word))
            }
            (Kind::ExprStmt, &[expr]) => self.expression_statement(expr),
            (Kind::If, &[cond, then, ref rest @ ..]) => {
                let cond = self.expr(cond);
                let then = self.stmt(then);
                let otherwise = rest
                    .first()
                    .and_then(|&clause| self.cst.first_child(clause));
                let otherwise = otherwise.map(|otherwise| self.stmt(otherwise));
                StmtKind::If {
                    cond,
                    then,
                    otherwise,
                }
            }
            (Kind::While, &[cond, body]) => self.while_like(node, cond, body),
            (Kind::Do, &[body, cond]) => {
                let body = self.stmt(body);
                StmtKind::DoWhile {
                    body,
                    cond: self.expr(cond),
                }
            }
            (Kind::For, &[init, cond, step, body]) => self.for_loop(init, cond, step, body),
            (Kind::Return, values) => self.return_like(node, values),
            (Kind::Break, []) => StmtKind::Break,
            (Kind::Continue, []) => StmtKind::Continue,
            (Kind::Goto, &[label]) => StmtKind::Goto(self.word_symbol(self.node(label).first)),
            _ => {
                self.unexpected(node);
                StmtKind::Empty(Vec::new())
            }
        }
    }

    fn expression_statement(&mut self, expr: NodeIx) -> StmtKind {
        let word = self.node(expr).first;
        if self.kind(expr) == Kind::Call && self.word_kind(word) == Tok::Asm {
            let args = self.cst.children(expr).nth(1);
            let args = args.map_or(Vec::new(), |args| self.children(args));
            if let Some(asm) = self.asm(expr, &args) {
                return StmtKind::Asm(asm);
            }
        }
        StmtKind::Expr(self.expr(expr))
    }

    fn block(&mut self, items: &[NodeIx]) -> Block {
        let mut block = Block::default();
        for &item in items {
            match self.kind(item) {
                Kind::Declaration => self.block_declaration(item, &mut block),
                Kind::Function => {
                    let function = deeper(|| self.function_definition(item));
                    block.items.extend(function.map(BlockItem::Function));
                }
                _ => block.items.push(BlockItem::Stmt(self.stmt(item))),
            }
        }
        block
    }

    fn block_declaration(&mut self, node: NodeIx, block: &mut Block) {
        if let Some(assertion) = self.static_assertion(node) {
            block.items.push(BlockItem::StaticAssert(assertion));
        } else if self.word_kind(self.node(node).first) == Tok::LocalLabel {
            let names = self.children(node).into_iter().skip(1);
            let words: Vec<u32> = names.map(|name| self.node(name).first).collect();
            block
                .labels
                .extend(words.into_iter().map(|word| self.word_symbol(word)));
        } else {
            block
                .items
                .push(BlockItem::Declaration(self.declaration(node)));
        }
    }

    /// `while`, `switch`, and the labels that were emitted like them.
    fn while_like(&mut self, node: NodeIx, cond: NodeIx, body: NodeIx) -> StmtKind {
        let word = self.node(node).first;
        match self.word_kind(word) {
            Tok::While => {
                let cond = self.expr(cond);
                StmtKind::While {
                    cond,
                    body: self.stmt(body),
                }
            }
            Tok::Switch => {
                let value = self.expr(cond);
                StmtKind::Switch {
                    value,
                    body: self.stmt(body),
                }
            }
            Tok::Case => {
                let (low, high) = self.case_range(cond);
                StmtKind::Case {
                    low,
                    high,
                    body: self.stmt(body),
                }
            }
            Tok::Default => StmtKind::Default {
                body: self.stmt(body),
            },
            _ => {
                let first = self.node(body).first;
                let attrs = self.take_attrs(AttrPosition::Label, first, first);
                StmtKind::Label {
                    name: self.word_symbol(word),
                    attrs,
                    body: self.stmt(body),
                }
            }
        }
    }

    /// `( a )` or `( a , b )`, where a comma of the source would be in parentheses of its own.
    fn case_range(&mut self, parenthesis: NodeIx) -> (ExprId, Option<ExprId>) {
        let inner = self.cst.first_child(parenthesis).unwrap_or(parenthesis);
        let parts = self.children(inner);
        match (self.kind(inner), &parts[..]) {
            (Kind::Comma, &[low, high]) => {
                let low = self.expr(low);
                (low, Some(self.expr(high)))
            }
            _ => (self.expr(inner), None),
        }
    }

    fn for_loop(&mut self, init: NodeIx, cond: NodeIx, step: NodeIx, body: NodeIx) -> StmtKind {
        let init = match self.kind(init) {
            Kind::Declaration => ForInit::Declaration(self.declaration(init)),
            _ => self.clause(init).map_or(ForInit::None, ForInit::Expr),
        };
        let cond = self.clause(cond);
        let step = self.clause(step);
        StmtKind::For {
            init,
            cond,
            step,
            body: self.stmt(body),
        }
    }

    /// A clause of a `for`; none if the value in it was put in.
    fn clause(&mut self, node: NodeIx) -> Option<ExprId> {
        let absent = self.kind(node) == Kind::Value && self.is_synthetic(self.node(node).first);
        (!absent).then(|| self.expr(node))
    }

    fn return_like(&mut self, node: NodeIx, values: &[NodeIx]) -> StmtKind {
        let value = values.first().map(|&value| self.expr(value));
        match (self.word_kind(self.node(node).first), value) {
            (Tok::Goto, Some(target)) => StmtKind::GotoComputed(target),
            (_, value) => StmtKind::Return(value),
        }
    }

    /// The `asm` whose keyword a node starts with; `args` are its operands' expressions.
    pub(super) fn asm(&mut self, node: NodeIx, args: &[NodeIx]) -> Option<AsmId> {
        let keyword = self.origin(self.node(node).first).first;
        let chunk = self.chunk;
        let found = chunk.asms.get(&keyword)?;
        let exprs: Vec<ExprId> = args.iter().map(|&arg| self.expr(arg)).collect();
        let mut operands = Vec::new();
        for (operand, expr) in found.operands.iter().zip(exprs) {
            let name = operand.name.map(|token| self.token(token).symbol);
            let constraint = self.strings(operand.constraint.0, operand.constraint.1);
            operands.push(AsmOperand {
                name,
                constraint,
                expr,
            });
        }
        let inputs = operands.split_off(found.outputs.min(operands.len()));
        let clobbers = found
            .clobbers
            .iter()
            .map(|&(a, b)| self.strings(a, b))
            .collect();
        let labels = found
            .labels
            .iter()
            .map(|&token| self.token(token).symbol)
            .collect();
        let template = self.strings(found.template.0, found.template.1);
        let end = self.token(found.last).end;
        let asm = AsmStmt {
            span: self.cx.unit.span(self.token(keyword).start, end),
            is_volatile: found.is_volatile,
            is_inline: found.is_inline,
            is_goto: found.is_goto,
            extended: found.extended,
            template,
            outputs: operands,
            inputs,
            clobbers,
            labels,
        };
        Some(self.cx.ast.asms.push(asm))
    }
}
