//! Labels by which the scope of a variable is entered behind its declaration.

use frontend::syntax::ast;
use source::{Span, Symbol};

use super::unit::Unit;

/// Such labels.
#[derive(Debug, Default)]
pub(super) struct Behind {
    /// The statements that have them.
    pub(super) bodies: Vec<ast::StmtId>,
    /// Whether there are some where the name is that of another variable.
    pub(super) hidden: bool,
}

/// The labels behind a declaration of a name, by the rest of its block, that are jumped to from elsewhere.
pub(super) fn labels_behind(
    ast: &ast::Ast,
    rest: &[ast::BlockItem],
    name: Symbol,
    function: Span,
    scope: Span,
) -> Behind {
    let gotos: Vec<Symbol> = gotos_to(ast, function, scope);
    let mut found = Behind::default();
    // Statements, whether their cases are those of a `switch` around the scope, and whether the name is another's.
    let mut stack: Vec<(ast::StmtId, bool, bool)> = Vec::new();
    push_items(&mut stack, rest, true, false);
    while let Some((id, cases, hidden)) = stack.pop() {
        let mut label = |body: ast::StmtId, entered: bool| {
            match (entered, hidden) {
                (true, false) => found.bodies.push(body),
                (true, true) => found.hidden = true,
                (false, _) => {}
            }
            (body, cases, hidden)
        };
        match &ast.stmts[id].kind {
            ast::StmtKind::Label { name, body, .. } => {
                stack.push(label(*body, gotos.contains(name)));
            }
            ast::StmtKind::Case { body, .. } | ast::StmtKind::Default { body } => {
                stack.push(label(*body, cases));
            }
            ast::StmtKind::Block(block) => {
                let hidden = hidden || declares(ast, block, name);
                push_items(&mut stack, &block.items, cases, hidden);
            }
            ast::StmtKind::If {
                then, otherwise, ..
            } => {
                let both = [Some(*then), *otherwise];
                stack.extend(both.into_iter().flatten().map(|s| (s, cases, hidden)));
            }
            ast::StmtKind::For { init, body, .. } => {
                let other = match init {
                    ast::ForInit::Declaration(id) => has_name(ast, *id, name),
                    _ => false,
                };
                stack.push((*body, cases, hidden || other));
            }
            ast::StmtKind::While { body, .. } | ast::StmtKind::DoWhile { body, .. } => {
                stack.push((*body, cases, hidden));
            }
            ast::StmtKind::Switch { body, .. } => stack.push((*body, false, hidden)),
            _ => {}
        }
    }
    found
}

fn push_items(
    stack: &mut Vec<(ast::StmtId, bool, bool)>,
    items: &[ast::BlockItem],
    cases: bool,
    hidden: bool,
) {
    stack.extend(items.iter().filter_map(|item| match item {
        ast::BlockItem::Stmt(id) => Some((*id, cases, hidden)),
        _ => None,
    }));
}

fn has_name(ast: &ast::Ast, id: ast::DeclarationId, name: Symbol) -> bool {
    let mut declarators = ast.declarations[id].declarators.iter();
    declarators.any(|d| d.name == name)
}

fn declares(ast: &ast::Ast, block: &ast::Block, name: Symbol) -> bool {
    block.items.iter().any(|item| match item {
        ast::BlockItem::Declaration(id) => has_name(ast, *id, name),
        _ => false,
    })
}

/// The labels that a function jumps to from places outside of a scope. Where a jump leads is not known of every one.
fn gotos_to(ast: &ast::Ast, function: Span, scope: Span) -> Vec<Symbol> {
    let within = |outer: Span, inner: Span| outer.start <= inner.start && inner.end <= outer.end;
    let stmts = ast
        .stmts
        .values()
        .filter(|stmt| within(function, stmt.span));
    let mut found = Vec::new();
    let mut computed = false;
    for stmt in stmts.clone().filter(|stmt| !within(scope, stmt.span)) {
        match stmt.kind {
            ast::StmtKind::Goto(name) => found.push(name),
            ast::StmtKind::GotoComputed(_) | ast::StmtKind::Asm(_) => computed = true,
            _ => {}
        }
    }
    if computed {
        found.extend(stmts.filter_map(|stmt| match stmt.kind {
            ast::StmtKind::Label { name, .. } => Some(name),
            _ => None,
        }));
    }
    found
}

impl Unit {
    /// Puts a statement behind the label of another.
    pub(super) fn put_behind_label(&mut self, body: ast::StmtId, text: &str) {
        let range = self.range(self.ast.stmts[body].span);
        if range.is_empty() {
            self.edits.insert(range.start, format!(" ; {text}"));
            return;
        }
        self.edits.insert(range.start, format!("{{ {text} "));
        self.edits.insert(range.end, " }");
    }
}
