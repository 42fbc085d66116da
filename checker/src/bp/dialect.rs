//! Programs in the languages of other tools.
//!
//! What another language has no word for is said in other words where that means the same: operators by others, `elsif` by an `if` inside
//! of `else`, `dead x` by `x := *`, `print` by `skip`. What cannot be said so is an error with its place. What the tools read is
//! known from their papers and from files that were written for them; no tool was asked.

use super::token::is_plain_name;
use super::{
    Arm, BinOp, Diagnostic, ExprId, ExprKind, Name, Program, Span, Stmt, StmtId, StmtKind, Target,
    Thread,
};

/// The language of another tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Bebop's statements, as Moped reads them, with `assume`.
    Moped,
    /// The grammar of La Torre, Madhusudan and Parlato's paper, with `goto`, `assume`, `schoose` and `^`.
    Getafix,
    /// What SATABS writes for Boppo.
    Boppo,
}

impl Dialect {
    fn name(self) -> &'static str {
        match self {
            Dialect::Moped => "Moped",
            Dialect::Getafix => "Getafix",
            Dialect::Boppo => "Boppo",
        }
    }

    fn has_operator(self, op: BinOp) -> bool {
        match op {
            BinOp::And | BinOp::Or => true,
            BinOp::Xor => self == Dialect::Getafix,
            BinOp::Iff => self != Dialect::Getafix,
            BinOp::Implies => false,
        }
    }
}

/// The text of a program in a dialect, or what that cannot say.
pub fn print_in(program: &Program, dialect: Dialect) -> Result<String, Vec<Diagnostic>> {
    Ok(super::print::print_with(
        &in_dialect(program, dialect)?,
        ["F", "T"],
    ))
}

/// The same program in the words of a dialect.
fn in_dialect(program: &Program, dialect: Dialect) -> Result<Program, Vec<Diagnostic>> {
    let mut rewriting = Rewriting {
        program: program.clone(),
        dialect,
        problems: Vec::new(),
    };
    rewriting.names();
    rewriting.declarations();
    for id in (0..program.exprs.len() as u32).map(ExprId) {
        rewriting.expr(id);
    }
    for id in (0..program.stmts.len() as u32).map(StmtId) {
        rewriting.stmt(id);
    }
    match rewriting.problems.is_empty() {
        true => Ok(rewriting.program),
        false => Err(rewriting.problems),
    }
}

struct Rewriting {
    program: Program,
    dialect: Dialect,
    problems: Vec<Diagnostic>,
}

impl Rewriting {
    fn refuse(&mut self, span: Span, what: &str) {
        let message = format!("{} has no {what}", self.dialect.name());
        self.problems.push(Diagnostic::error(span, message));
    }

    /// Every name must be a word; numbers are none.
    fn names(&mut self) {
        let program = &self.program;
        let mut all: Vec<Name> = Vec::new();
        all.extend(program.globals.iter().map(|decl| decl.name));
        for proc in &program.procs {
            all.push(proc.name);
            all.extend(proc.formals.iter().chain(&proc.locals).map(|d| d.name));
        }
        all.extend(program.stmts.iter().flat_map(|stmt| &stmt.labels));
        let is_word = |text: &str| is_plain_name(text) && !text.contains(['@', '.']);
        let bad: Vec<Name> = all
            .into_iter()
            .filter(|name| !is_word(program.text(name.symbol)))
            .collect();
        for name in bad {
            let text = self.program.text(name.symbol).to_owned();
            self.refuse(
                name.span,
                &format!("name `{text}`: only letters, digits, `_` and `$`"),
            );
        }
    }

    fn declarations(&mut self) {
        let program = &self.program;
        let locals = program.procs.iter().flat_map(|p| &p.locals);
        let variables = program.globals.iter().chain(locals);
        let initialised: Vec<Span> = variables
            .filter(|decl| decl.init.is_some())
            .map(|decl| decl.name.span)
            .collect();
        let enforced = program.procs.iter().flat_map(|proc| &proc.enforce);
        let enforced: Vec<Span> = enforced.map(|&expr| program.expr(expr).span).collect();
        let declared = program.procs.iter().filter(|proc| proc.body.is_none());
        let declared: Vec<Span> = declared.map(|proc| proc.name.span).collect();
        let threads: Vec<Span> = program.threads.iter().map(|name| name.span).collect();
        for span in initialised {
            self.refuse(span, "initial values: assign them where the program begins");
        }
        if self.dialect != Dialect::Boppo {
            enforced
                .into_iter()
                .for_each(|span| self.refuse(span, "`enforce`"));
        }
        for span in declared {
            self.refuse(span, "procedures without a body");
        }
        for span in threads {
            self.refuse(span, "lists of threads");
        }
    }

    fn add(&mut self, kind: ExprKind, span: Span) -> ExprId {
        self.program.add_expr(kind, span)
    }

    fn expr(&mut self, id: ExprId) {
        let expr = *self.program.expr(id);
        let kind = match expr.kind {
            ExprKind::Choose(..) if self.dialect == Dialect::Moped => {
                return self.refuse(expr.span, "`schoose`");
            }
            ExprKind::Binary(op, _, _) if self.dialect.has_operator(op) => return,
            ExprKind::Binary(BinOp::Implies, a, b) => {
                let no = self.add(ExprKind::Not(a), expr.span);
                ExprKind::Binary(BinOp::Or, no, b)
            }
            ExprKind::Binary(BinOp::Iff, a, b) => {
                let differ = self.add(ExprKind::Binary(BinOp::Xor, a, b), expr.span);
                ExprKind::Not(differ)
            }
            ExprKind::Binary(BinOp::Xor, a, b) => {
                let same = self.add(ExprKind::Binary(BinOp::Iff, a, b), expr.span);
                ExprKind::Not(same)
            }
            _ => return,
        };
        self.program.exprs[id.index()].kind = kind;
    }

    fn stmt(&mut self, id: StmtId) {
        let stmt = self.program.stmt(id).clone();
        let span = stmt.span;
        let has_constrain = matches!(
            &stmt.kind,
            StmtKind::Assign {
                constrain: Some(_),
                ..
            } | StmtKind::Assume {
                constrain: Some(_),
                ..
            }
        );
        if has_constrain && self.dialect != Dialect::Boppo {
            return self.refuse(span, "`constrain`");
        }
        let kind = match stmt.kind {
            StmtKind::Print(_) => StmtKind::Skip,
            StmtKind::Dead(names) => {
                let values = names
                    .iter()
                    .map(|_| self.add(ExprKind::Nondet, span))
                    .collect();
                StmtKind::Assign {
                    targets: names.into_iter().map(Target::Var).collect(),
                    values,
                    constrain: None,
                }
            }
            StmtKind::If { arms, otherwise } if arms.len() > 1 => self.nested(arms, otherwise),
            StmtKind::Assign {
                targets,
                values,
                constrain,
            } => self.without_discards(targets, values, constrain),
            StmtKind::Call { targets, .. } if targets.iter().any(is_discard) => {
                return self.refuse(
                    span,
                    "`_` for a result that is not taken: take it into a variable",
                );
            }
            StmtKind::Assert(_) if self.dialect == Dialect::Getafix => {
                return self.refuse(span, "`assert`: go to a label where it fails");
            }
            StmtKind::Thread(thread) => {
                let known = matches!(
                    thread,
                    Thread::StartGoto(_) | Thread::End | Thread::AtomicBegin | Thread::AtomicEnd
                );
                if self.dialect != Dialect::Boppo || !known {
                    self.refuse(span, "such a statement for threads");
                }
                return;
            }
            _ => return,
        };
        self.program.stmts[id.index()].kind = kind;
    }

    /// `elsif` as an `if` inside of `else`, from the last one outwards.
    fn nested(&mut self, mut arms: Vec<Arm>, mut otherwise: Option<Vec<StmtId>>) -> StmtKind {
        while arms.len() > 1
            && let Some(arm) = arms.pop()
        {
            let inner = self.program.add_stmt(Stmt {
                labels: Vec::new(),
                span: arm.span,
                kind: StmtKind::If {
                    arms: vec![arm],
                    otherwise: otherwise.take(),
                },
                origin: None,
            });
            otherwise = Some(vec![inner]);
        }
        StmtKind::If { arms, otherwise }
    }

    /// A value that goes nowhere is left out.
    fn without_discards(
        &mut self,
        targets: Vec<Target>,
        values: Vec<ExprId>,
        constrain: Option<ExprId>,
    ) -> StmtKind {
        let kept = targets
            .into_iter()
            .zip(values)
            .filter(|(target, _)| !is_discard(target));
        let (targets, values): (Vec<Target>, Vec<ExprId>) = kept.unzip();
        match (targets.is_empty(), constrain) {
            (true, None) => StmtKind::Skip,
            (true, Some(_)) => StmtKind::Assume {
                condition: self.add(ExprKind::Const(true), Span::default()),
                constrain,
            },
            _ => StmtKind::Assign {
                targets,
                values,
                constrain,
            },
        }
    }
}

fn is_discard(target: &Target) -> bool {
    matches!(target, Target::Discard(_))
}
