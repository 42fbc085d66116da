//! Makes a failing program small: tries simpler variants of it as long as one still fails.
//!
//! Every variant is printed and parsed again, so that only well-formed programs are tried and the result is text.

use checker::bp::{self, Block, Entry, Expr, ExprId, ExprKind, Program, Stmt, StmtId, StmtKind};

/// A way to make a program simpler.
#[derive(Clone, Copy, Debug)]
enum Edit {
    DropProc(usize),
    DropStmt(StmtId),
    /// Replaces an `if` or `while` by the statements of its nth block.
    Hoist(StmtId, usize),
    DropLabel(StmtId, usize),
    DropConstrain(StmtId),
    /// The nth target of an assignment, with its value.
    DropTarget(StmtId, usize),
    DropEnforce(usize, usize),
    DropLocal(usize, usize),
    DropGlobal(usize),
    DropInit(ExprId),
    Constant(ExprId, bool),
    /// Replaces an expression by its first or second operand.
    Operand(ExprId, bool),
}

/// A program that still `fails` and of which no simpler variant does.
pub(crate) fn shrink(text: &str, fails: &dyn Fn(&str) -> bool) -> String {
    let mut text = text.to_owned();
    let mut from = 0;
    loop {
        let Ok(program) = bp::parse(&text) else {
            return text;
        };
        let edits = edits(&program);
        let smaller = |edit: Edit| variant(&program, edit).filter(|t| *t != text && fails(t));
        // The next edit is tried from where the last one succeeded, and from the start when nothing is left.
        let tried = edits.iter().enumerate().skip(from);
        match tried
            .clone()
            .find_map(|(i, &edit)| Some((i, smaller(edit)?)))
        {
            Some((i, next)) => (text, from) = (next, i),
            None if from == 0 => return text,
            None => from = 0,
        }
    }
}

fn edits(program: &Program) -> Vec<Edit> {
    let mut edits = Vec::new();
    edits.extend((0..program.procs.len()).map(Edit::DropProc));
    let stmts = (0..program.stmts.len() as u32).map(StmtId);
    edits.extend(stmts.clone().map(Edit::DropStmt));
    for id in stmts {
        let stmt = program.stmt(id);
        edits.extend((0..stmt.labels.len()).map(|i| Edit::DropLabel(id, i)));
        match &stmt.kind {
            StmtKind::If { arms, .. } => edits.extend((0..=arms.len()).map(|i| Edit::Hoist(id, i))),
            StmtKind::While { .. } => edits.push(Edit::Hoist(id, 0)),
            StmtKind::Assign { targets, .. } => {
                edits.push(Edit::DropConstrain(id));
                edits.extend((0..targets.len()).map(|i| Edit::DropTarget(id, i)));
            }
            StmtKind::Assume { .. } => edits.push(Edit::DropConstrain(id)),
            _ => {}
        }
    }
    for (p, proc) in program.procs.iter().enumerate() {
        edits.extend((0..proc.enforce.len()).map(|i| Edit::DropEnforce(p, i)));
        edits.extend((0..proc.locals.len()).map(|i| Edit::DropLocal(p, i)));
        edits.extend(
            proc.locals
                .iter()
                .filter_map(|d| d.init)
                .map(Edit::DropInit),
        );
    }
    edits.extend((0..program.globals.len()).map(Edit::DropGlobal));
    edits.extend(
        program
            .globals
            .iter()
            .filter_map(|d| d.init)
            .map(Edit::DropInit),
    );
    for (i, expr) in program.exprs.iter().enumerate() {
        edits.extend(expr_edits(ExprId(i as u32), expr));
    }
    edits
}

fn expr_edits(id: ExprId, expr: &Expr) -> Vec<Edit> {
    match expr.kind {
        ExprKind::Const(_) => vec![],
        ExprKind::Not(_) | ExprKind::Binary(..) | ExprKind::Choose(..) => vec![
            Edit::Constant(id, false),
            Edit::Constant(id, true),
            Edit::Operand(id, false),
            Edit::Operand(id, true),
        ],
        _ => vec![Edit::Constant(id, false), Edit::Constant(id, true)],
    }
}

/// The text of the edited program, if it is well-formed.
fn variant(program: &Program, edit: Edit) -> Option<String> {
    let mut edited = program.clone();
    apply(&mut edited, edit);
    let text = edited.to_string();
    let parsed = bp::parse(&text).ok()?;
    let errors = bp::verify(&parsed, Entry::Main);
    let well_formed = !errors.iter().any(bp::Diagnostic::is_error);
    (well_formed && !parsed.stmts.iter().any(has_empty_block)).then_some(text)
}

/// An empty branch makes two steps that no line of a trace tells apart.
fn has_empty_block(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::If { arms, otherwise } => {
            arms.iter().any(|arm| arm.body.is_empty())
                || otherwise.as_ref().is_some_and(Vec::is_empty)
        }
        StmtKind::While { body, .. } => body.is_empty(),
        _ => false,
    }
}

fn apply(program: &mut Program, edit: Edit) {
    match edit {
        Edit::DropProc(proc) => drop(program.procs.remove(proc)),
        Edit::DropStmt(stmt) => replace(program, stmt, &[]),
        Edit::Hoist(stmt, n) => {
            let inner = match &program.stmt(stmt).kind {
                StmtKind::If { arms, otherwise } => arms
                    .get(n)
                    .map(|arm| &arm.body)
                    .or(otherwise.as_ref())
                    .cloned(),
                StmtKind::While { body, .. } => Some(body.clone()),
                _ => None,
            };
            replace(program, stmt, &inner.unwrap_or_default());
        }
        Edit::DropLabel(stmt, i) => drop(program.stmts[stmt.index()].labels.remove(i)),
        Edit::DropConstrain(stmt) => match &mut program.stmts[stmt.index()].kind {
            StmtKind::Assign { constrain, .. } | StmtKind::Assume { constrain, .. } => {
                *constrain = None
            }
            _ => {}
        },
        Edit::DropTarget(stmt, i) => {
            if let StmtKind::Assign {
                targets, values, ..
            } = &mut program.stmts[stmt.index()].kind
            {
                targets.remove(i);
                values.remove(i);
            }
        }
        Edit::DropEnforce(proc, i) => drop(program.procs[proc].enforce.remove(i)),
        Edit::DropLocal(proc, i) => drop(program.procs[proc].locals.remove(i)),
        Edit::DropGlobal(i) => drop(program.globals.remove(i)),
        Edit::DropInit(init) => {
            let locals = program.procs.iter_mut().flat_map(|p| &mut p.locals);
            let decls = program.globals.iter_mut().chain(locals);
            decls
                .filter(|d| d.init == Some(init))
                .for_each(|d| d.init = None);
        }
        Edit::Constant(expr, value) => program.exprs[expr.index()].kind = ExprKind::Const(value),
        Edit::Operand(expr, second) => {
            let operand = match program.expr(expr).kind {
                ExprKind::Binary(_, a, b) | ExprKind::Choose(a, b) => {
                    if second {
                        b
                    } else {
                        a
                    }
                }
                ExprKind::Not(a) => a,
                _ => expr,
            };
            program.exprs[expr.index()].kind = program.expr(operand).kind;
        }
    }
}

/// Puts statements in the place of one, wherever it stands.
fn replace(program: &mut Program, stmt: StmtId, by: &[StmtId]) {
    let in_block = |block: &mut Block| {
        if let Some(at) = block.iter().position(|&s| s == stmt) {
            block.splice(at..=at, by.iter().copied());
        }
    };
    program
        .procs
        .iter_mut()
        .filter_map(|p| p.body.as_mut())
        .for_each(in_block);
    for stmt in &mut program.stmts {
        match &mut stmt.kind {
            StmtKind::If { arms, otherwise } => {
                arms.iter_mut().for_each(|arm| in_block(&mut arm.body));
                otherwise.iter_mut().for_each(in_block);
            }
            StmtKind::While { body, .. } => in_block(body),
            _ => {}
        }
    }
}

#[test]
fn nothing_is_left_but_what_fails() {
    let text = checker::families::Random { seed: 7, size: 30 }.to_string();
    let small = shrink(&text, &|t| t.contains("schoose"));
    assert!(
        text.lines().count() > 40 && small.lines().count() < 16,
        "{small}"
    );
}
