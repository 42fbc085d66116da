//! Checks of one procedure: its variables, its labels and its statements.

use super::super::diagnostic::Diagnostic;
use super::super::suggest::nearest;
use super::super::{
    Block, ExprId, ExprKind, Name, Proc, Program, Span, Stmt, StmtKind, Symbol, Target, Thread,
};
use super::{Label, Verifier};

/// Where an expression stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ControlPoint {
    /// In `constrain`, where `'x` is allowed.
    Constrain,
    Elsewhere,
}

impl Verifier<'_> {
    pub(super) fn check_body(&mut self, proc: &Proc) {
        self.locals.clear();
        self.labels.clear();
        self.reported.clear();
        for variable in proc.formals.iter().chain(&proc.locals) {
            if let Some(init) = variable.init {
                self.check_initial_value(init);
            }
            self.declare_local(proc, variable.name);
        }
        self.round += 2;
        for &condition in &proc.enforce {
            self.check_expr(condition, ControlPoint::Elsewhere);
        }
        let Some(body) = &proc.body else { return };
        let statements = statements(self.program, body);
        for stmt in &statements {
            self.declare_labels(stmt);
        }
        for stmt in &statements {
            self.check_statement(proc, stmt);
        }
    }

    fn declare_local(&mut self, proc: &Proc, name: Name) {
        if let Some(first) = self.locals.insert(name.symbol, name.span) {
            let (text, proc) = (self.text(name.symbol), self.text(proc.name.symbol));
            let message = format!("the variable `{text}` is declared twice in `{proc}`");
            let error = Diagnostic::error(name.span, message);
            self.problems.push(error.with_label(first, "first here"));
        }
    }

    /// An initial value may use what is declared before it.
    pub(super) fn check_initial_value(&mut self, init: ExprId) {
        self.round += 2;
        self.check_expr(init, ControlPoint::Elsewhere);
    }

    /// A label that no `goto` names may stand at several places: people mark all their errors with the same one.
    fn declare_labels(&mut self, stmt: &Stmt) {
        for label in &stmt.labels {
            let again = self.labels.get(label.symbol).is_some();
            let definition = Label {
                first: self
                    .labels
                    .get(label.symbol)
                    .map_or(label.span, |l| l.first),
                again: again.then_some(label.span),
            };
            self.labels.insert(label.symbol, definition);
        }
    }

    fn check_statement(&mut self, proc: &Proc, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Skip => {}
            StmtKind::Print(values) => self.check_exprs(values),
            StmtKind::Goto(labels) => labels.iter().for_each(|&label| self.check_label(label)),
            StmtKind::Assign {
                targets,
                values,
                constrain,
            } => {
                if targets.len() != values.len() {
                    let (targets, values) = (
                        counted(targets.len(), "variable"),
                        counted(values.len(), "value"),
                    );
                    self.error(
                        stmt.span,
                        format!("this assignment has {targets} and {values}"),
                    );
                }
                self.check_targets(targets);
                self.check_exprs(values);
                self.check_constrain(*constrain);
            }
            StmtKind::Call {
                targets,
                callee,
                args,
            } => {
                self.check_call(*callee, args, stmt.span);
                self.check_results(targets, *callee, stmt.span);
                self.check_targets(targets);
            }
            StmtKind::If { arms, .. } => {
                arms.iter()
                    .for_each(|arm| self.check_expr(arm.condition, ControlPoint::Elsewhere));
            }
            StmtKind::While { condition, .. } | StmtKind::Assert(condition) => {
                self.check_expr(*condition, ControlPoint::Elsewhere);
            }
            StmtKind::Assume {
                condition,
                constrain,
            } => {
                self.check_expr(*condition, ControlPoint::Elsewhere);
                self.check_constrain(*constrain);
            }
            StmtKind::Return(values) => {
                self.check_return(proc, values.len(), stmt.span);
                self.check_exprs(values);
            }
            StmtKind::Dead(names) => names
                .iter()
                .for_each(|name| self.check_variable(name.symbol, name.span)),
            StmtKind::Thread(Thread::StartGoto(label)) => self.check_label(*label),
            StmtKind::Thread(Thread::StartCall { callee, args }) => {
                self.check_call(*callee, args, stmt.span)
            }
            StmtKind::Thread(Thread::End | Thread::AtomicBegin | Thread::AtomicEnd) => {}
        }
    }

    fn check_label(&mut self, label: Name) {
        let text = self.text(label.symbol);
        match self.labels.get(label.symbol) {
            Some(Label { again: None, .. }) => {}
            Some(Label {
                first,
                again: Some(again),
            }) => {
                let message = format!("`{text}` is no place to go to: the label stands at several");
                let error = Diagnostic::error(label.span, message);
                self.problems.push(
                    error
                        .with_label(first, "here")
                        .with_label(again, "and here"),
                );
            }
            None => {
                let message = format!("there is no label `{text}` in this procedure");
                let error = Diagnostic::error(label.span, message);
                let candidates = self.labels.symbols().map(|s| self.program.text(s));
                let near = nearest(self.program.text(label.symbol), candidates);
                let hint = near.map(|near| format!("did you mean `{near}`?"));
                self.problems.push(Diagnostic { hint, ..error });
            }
        }
    }

    fn check_return(&mut self, proc: &Proc, given: usize, span: Span) {
        if given != proc.returns as usize {
            let expected = counted(proc.returns as usize, "value");
            let name = self.text(proc.name.symbol);
            let message = format!("`{name}` returns {expected}, and this `return` has {given}");
            let error = Diagnostic::error(span, message);
            self.problems
                .push(error.with_label(proc.name.span, "declared here"));
        }
    }

    fn check_call(&mut self, callee: Name, args: &[ExprId], span: Span) {
        self.check_exprs(args);
        let Some(proc) = self.callee(callee) else {
            return;
        };
        if args.len() != proc.formals.len() {
            let expected = counted(proc.formals.len(), "parameter");
            let name = self.text(callee.symbol);
            let error = Diagnostic::error(
                span,
                format!(
                    "`{name}` has {expected}, and this call gives {}",
                    args.len()
                ),
            );
            self.problems
                .push(error.with_label(proc.name.span, "declared here"));
        }
    }

    fn check_results(&mut self, targets: &[Target], callee: Name, span: Span) {
        let Some(proc) = self
            .procs
            .get(callee.symbol)
            .map(|id| self.program.proc(id))
        else {
            return;
        };
        if !targets.is_empty() && targets.len() != proc.returns as usize {
            let expected = counted(proc.returns as usize, "value");
            let name = self.text(callee.symbol);
            let message = format!(
                "`{name}` returns {expected}, and this call assigns {}",
                targets.len()
            );
            let error =
                Diagnostic::error(span, message).with_label(proc.name.span, "declared here");
            self.problems.push(error.with_hint("`_` ignores a value"));
        }
    }

    fn check_targets(&mut self, targets: &[Target]) {
        let named = |target: &Target| match target {
            Target::Var(name) => Some(*name),
            Target::Discard(_) => None,
        };
        let mut names: Vec<Name> = targets.iter().filter_map(named).collect();
        names
            .iter()
            .for_each(|name| self.check_variable(name.symbol, name.span));
        names.sort_by_key(|name| (name.symbol, name.span));
        for pair in names.windows(2) {
            if let [first, second] = pair
                && first.symbol == second.symbol
            {
                let message = format!("`{}` is assigned twice at once", self.text(second.symbol));
                let error = Diagnostic::error(second.span, message);
                self.problems
                    .push(error.with_label(first.span, "first here"));
            }
        }
    }

    fn check_exprs(&mut self, exprs: &[ExprId]) {
        exprs
            .iter()
            .for_each(|&expr| self.check_expr(expr, ControlPoint::Elsewhere));
    }

    fn check_constrain(&mut self, constrain: Option<ExprId>) {
        if let Some(condition) = constrain {
            self.check_expr(condition, ControlPoint::Constrain);
        }
    }

    /// Checks an expression and what is below it, each node once per procedure and place.
    fn check_expr(&mut self, root: ExprId, place: ControlPoint) {
        let mark = self.round + u32::from(place == ControlPoint::Constrain);
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            if self.seen[id.index()] == mark {
                continue;
            }
            self.seen[id.index()] = mark;
            let expr = self.program.expr(id);
            match expr.kind {
                ExprKind::Const(_) | ExprKind::Nondet => {}
                ExprKind::Var(symbol) => self.check_variable(symbol, expr.span),
                ExprKind::Next(symbol) => {
                    self.check_variable(symbol, expr.span);
                    if place == ControlPoint::Elsewhere {
                        let message =
                            format!("`'{}` is meaningful in `constrain` only", self.text(symbol));
                        self.error(expr.span, message);
                    }
                }
                ExprKind::Not(inner) => stack.push(inner),
                ExprKind::Binary(_, a, b) | ExprKind::Choose(a, b) => stack.extend([b, a]),
            }
        }
    }

    fn check_variable(&mut self, symbol: Symbol, span: Span) {
        let declared = self.locals.get(symbol).or(self.globals.get(symbol));
        if declared.is_some() || self.reported.insert(symbol, ()).is_some() {
            return;
        }
        let error = Diagnostic::error(
            span,
            format!("the variable `{}` is not declared", self.text(symbol)),
        );
        let candidates = self.locals.symbols().chain(self.globals.symbols());
        let near = nearest(
            self.program.text(symbol),
            candidates.map(|s| self.program.text(s)),
        );
        self.problems.push(match near {
            Some(near) => error.with_hint(format!("did you mean `{near}`?")),
            None => error.with_hint("declare it with `decl`"),
        });
    }
}

/// The statements of a body in the order of the text.
fn statements<'p>(program: &'p Program, body: &'p Block) -> Vec<&'p Stmt> {
    let mut all = Vec::new();
    let mut stack: Vec<_> = body.iter().rev().copied().collect();
    while let Some(id) = stack.pop() {
        let stmt = program.stmt(id);
        all.push(stmt);
        match &stmt.kind {
            StmtKind::If { arms, otherwise } => {
                let blocks = arms.iter().map(|arm| &arm.body).chain(otherwise);
                stack.extend(blocks.rev().flat_map(|block| block.iter().rev()));
            }
            StmtKind::While { body, .. } => stack.extend(body.iter().rev()),
            _ => {}
        }
    }
    all
}

/// "1 value", "2 values".
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
