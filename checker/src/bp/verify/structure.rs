//! The invariants of the arenas. The parser establishes them; programs that are built by hand may get them wrong, and
//! the checks after this one rely on them.

use super::super::diagnostic::{Diagnostic, Diagnostics};
use super::super::{
    ExprId, ExprKind, Name, Program, Span, StmtId, StmtKind, Symbol, Target, Thread, VarDecl,
};

pub(super) fn check(program: &Program, problems: &mut Diagnostics) {
    let mut structure = Structure {
        program,
        problems,
        uses: vec![0; program.stmts.len()],
    };
    structure.names();
    structure.expressions();
    structure.declarations();
    structure.statements();
    structure.blocks();
}

struct Structure<'p> {
    program: &'p Program,
    problems: &'p mut Diagnostics,
    /// In how many blocks each statement occurs.
    uses: Vec<u8>,
}

impl Structure<'_> {
    fn broken(&mut self, span: Span, message: &str) {
        self.problems.push(Diagnostic::error(
            span,
            format!("this program was built wrongly: {message}"),
        ));
    }

    fn names(&mut self) {
        for i in 0..self.program.names.len() {
            let text = self.program.text(Symbol(i as u32));
            if !can_be_written(text) {
                self.broken(
                    Span::default(),
                    &format!("the name {text:?} cannot be written in braces"),
                );
            }
        }
    }

    fn name(&mut self, name: Name) {
        self.symbol(name.symbol, name.span);
    }

    fn symbol(&mut self, symbol: Symbol, span: Span) {
        if symbol.index() >= self.program.names.len() {
            self.broken(span, "a name that does not exist");
        }
    }

    fn expressions(&mut self) {
        for (i, expr) in self.program.exprs.iter().enumerate() {
            let children = match expr.kind {
                ExprKind::Const(_) | ExprKind::Nondet => [None, None],
                ExprKind::Var(symbol) | ExprKind::Next(symbol) => {
                    self.symbol(symbol, expr.span);
                    [None, None]
                }
                ExprKind::Not(inner) => [Some(inner), None],
                ExprKind::Binary(_, a, b) | ExprKind::Choose(a, b) => [Some(a), Some(b)],
            };
            if children
                .into_iter()
                .flatten()
                .any(|child| child.index() >= i)
            {
                self.broken(expr.span, "an expression is not after its operands");
            }
        }
    }

    fn expr(&mut self, id: ExprId, span: Span) {
        if id.index() >= self.program.exprs.len() {
            self.broken(span, "an expression that does not exist");
        }
    }

    fn exprs(&mut self, ids: &[ExprId], span: Span) {
        ids.iter().for_each(|&id| self.expr(id, span));
    }

    fn declarations(&mut self) {
        let program = self.program;
        self.variables(&program.globals);
        program.threads.iter().for_each(|&name| self.name(name));
        for proc in &program.procs {
            self.name(proc.name);
            self.variables(&proc.formals);
            self.variables(&proc.locals);
            self.exprs(&proc.enforce, proc.span);
        }
    }

    fn variables(&mut self, variables: &[VarDecl]) {
        for variable in variables {
            self.name(variable.name);
            self.exprs(variable.init.as_slice(), variable.name.span);
        }
    }

    fn statements(&mut self) {
        for stmt in &self.program.stmts {
            let span = stmt.span;
            stmt.labels.iter().for_each(|&label| self.name(label));
            match &stmt.kind {
                StmtKind::Skip => {}
                StmtKind::Print(values) | StmtKind::Return(values) => self.exprs(values, span),
                StmtKind::Goto(names) | StmtKind::Dead(names) => {
                    if names.is_empty() {
                        self.broken(span, "`goto` or `dead` without a name");
                    }
                    names.iter().for_each(|&name| self.name(name));
                }
                StmtKind::Assign {
                    targets,
                    values,
                    constrain,
                } => {
                    if targets.is_empty() {
                        self.broken(span, "an assignment to nothing");
                    }
                    self.targets(targets);
                    self.exprs(values, span);
                    self.exprs(constrain.as_slice(), span);
                }
                StmtKind::Call {
                    targets,
                    callee,
                    args,
                } => {
                    self.targets(targets);
                    self.name(*callee);
                    self.exprs(args, span);
                }
                StmtKind::If { arms, .. } => {
                    if arms.is_empty() {
                        self.broken(span, "an `if` without a branch");
                    }
                    arms.iter()
                        .for_each(|arm| self.expr(arm.condition, arm.span));
                }
                StmtKind::While { condition, .. } | StmtKind::Assert(condition) => {
                    self.expr(*condition, span)
                }
                StmtKind::Assume {
                    condition,
                    constrain,
                } => {
                    self.expr(*condition, span);
                    self.exprs(constrain.as_slice(), span);
                }
                StmtKind::Thread(Thread::StartGoto(name)) => self.name(*name),
                StmtKind::Thread(Thread::StartCall { callee, args }) => {
                    self.name(*callee);
                    self.exprs(args, span);
                }
                StmtKind::Thread(_) => {}
            }
        }
    }

    fn targets(&mut self, targets: &[Target]) {
        for target in targets {
            if let Target::Var(name) = target {
                self.name(*name);
            }
        }
    }

    /// Every statement is in exactly one block.
    fn blocks(&mut self) {
        let program = self.program;
        for proc in &program.procs {
            self.block(proc.body.as_deref().unwrap_or(&[]));
        }
        for stmt in &program.stmts {
            match &stmt.kind {
                StmtKind::If { arms, otherwise } => {
                    arms.iter().for_each(|arm| self.block(&arm.body));
                    self.block(otherwise.as_deref().unwrap_or(&[]));
                }
                StmtKind::While { body, .. } => self.block(body),
                _ => {}
            }
        }
        for (i, &uses) in self.uses.clone().iter().enumerate() {
            if uses != 1 {
                self.broken(
                    program.stmts[i].span,
                    "a statement is in no block, or in several",
                );
            }
        }
    }

    fn block(&mut self, block: &[StmtId]) {
        for id in block {
            match self.uses.get_mut(id.index()) {
                Some(uses) => *uses = uses.saturating_add(1),
                None => self.broken(Span::default(), "a statement that does not exist"),
            }
        }
    }
}

/// Whether `{text}` is one name.
fn can_be_written(text: &str) -> bool {
    let mut depth = 0i64;
    let balanced = text.bytes().all(|b| {
        depth += i64::from(b == b'{') - i64::from(b == b'}');
        depth >= 0 && b != b'\n'
    });
    !text.is_empty() && balanced && depth == 0
}
