//! Tests of the language. [`shape`] is the independent view of a program that round trips are compared by.

mod dialects;
mod errors;
mod files;
mod generated;
mod limits;
mod wellformed;

use super::*;

/// Everything a program says, in one list of words; ids and places are left out.
fn shape(program: &Program) -> Vec<String> {
    let mut shape = Shape {
        program,
        words: Vec::new(),
    };
    shape.whole();
    shape.words
}

struct Shape<'p> {
    program: &'p Program,
    words: Vec<String>,
}

enum Work<'p> {
    Stmt(StmtId),
    Arm(&'p Arm),
    Word(&'static str),
}

impl Shape<'_> {
    fn word(&mut self, word: impl Into<String>) {
        self.words.push(word.into());
    }

    fn symbol(&mut self, symbol: Symbol) {
        self.word(format!("<{}>", self.program.text(symbol)));
    }

    fn names(&mut self, names: &[Name]) {
        names.iter().for_each(|n| self.symbol(n.symbol));
        self.word("names end");
    }

    fn targets(&mut self, targets: &[Target]) {
        for target in targets {
            match target {
                Target::Var(name) => self.symbol(name.symbol),
                Target::Discard(_) => self.word("discard"),
            }
        }
        self.word("targets end");
    }

    fn whole(&mut self) {
        let program = self.program;
        self.variables(&program.globals);
        self.names(&program.threads);
        for proc in &program.procs {
            self.symbol(proc.name.symbol);
            self.word(format!("{}", proc.returns));
            self.variables(&proc.formals);
            self.variables(&proc.locals);
            self.exprs(&proc.enforce);
            match &proc.body {
                Some(body) => self.body(body),
                None => self.word("no body"),
            }
        }
    }

    fn variables(&mut self, variables: &[VarDecl]) {
        for variable in variables {
            self.symbol(variable.name.symbol);
            self.exprs(variable.init.as_slice());
        }
        self.word("variables end");
    }

    fn exprs(&mut self, exprs: &[ExprId]) {
        let mut stack: Vec<ExprId> = exprs.iter().rev().copied().collect();
        while let Some(id) = stack.pop() {
            match self.program.expr(id).kind {
                ExprKind::Var(symbol) => self.symbol(symbol),
                ExprKind::Next(symbol) => {
                    self.word("next");
                    self.symbol(symbol);
                }
                ExprKind::Const(value) => self.word(value.to_string()),
                ExprKind::Nondet => self.word("*"),
                ExprKind::Not(inner) => {
                    self.word("not");
                    stack.push(inner);
                }
                ExprKind::Binary(op, a, b) => {
                    self.word(format!("{op:?}"));
                    stack.extend([b, a]);
                }
                ExprKind::Choose(a, b) => {
                    self.word("choose");
                    stack.extend([b, a]);
                }
            }
        }
        self.word("expressions end");
    }

    fn body(&mut self, body: &Block) {
        let program = self.program;
        let mut work: Vec<Work<'_>> = body.iter().rev().map(|&id| Work::Stmt(id)).collect();
        let block = |block: &Block| {
            block
                .iter()
                .rev()
                .map(|&id| Work::Stmt(id))
                .collect::<Vec<_>>()
        };
        while let Some(next) = work.pop() {
            match next {
                Work::Word(word) => self.word(word),
                Work::Arm(arm) => {
                    self.exprs(&[arm.condition]);
                    work.push(Work::Word("arm end"));
                    work.extend(block(&arm.body));
                }
                Work::Stmt(id) => {
                    let stmt = program.stmt(id);
                    self.names(&stmt.labels);
                    match &stmt.kind {
                        StmtKind::If { arms, otherwise } => {
                            self.word("if");
                            work.push(Work::Word("if end"));
                            if let Some(otherwise) = otherwise {
                                work.extend(block(otherwise));
                                work.push(Work::Word("else"));
                            }
                            work.extend(arms.iter().rev().map(Work::Arm));
                        }
                        StmtKind::While { condition, body } => {
                            self.word("while");
                            self.exprs(&[*condition]);
                            work.push(Work::Word("while end"));
                            work.extend(block(body));
                        }
                        simple => self.simple(simple),
                    }
                }
            }
        }
        self.word("body end");
    }

    fn simple(&mut self, kind: &StmtKind) {
        match kind {
            StmtKind::Skip => self.word("skip"),
            StmtKind::Print(values) => {
                self.word("print");
                self.exprs(values);
            }
            StmtKind::Goto(labels) => {
                self.word("goto");
                self.names(labels);
            }
            StmtKind::Assign {
                targets,
                values,
                constrain,
            } => {
                self.word("assign");
                self.targets(targets);
                self.exprs(values);
                self.exprs(constrain.as_slice());
            }
            StmtKind::Call {
                targets,
                callee,
                args,
            } => {
                self.word("call");
                self.targets(targets);
                self.symbol(callee.symbol);
                self.exprs(args);
            }
            StmtKind::Assume {
                condition,
                constrain,
            } => {
                self.word("assume");
                self.exprs(&[*condition]);
                self.exprs(constrain.as_slice());
            }
            StmtKind::Assert(condition) => {
                self.word("assert");
                self.exprs(&[*condition]);
            }
            StmtKind::Return(values) => {
                self.word("return");
                self.exprs(values);
            }
            StmtKind::Dead(names) => {
                self.word("dead");
                self.names(names);
            }
            StmtKind::Thread(Thread::StartGoto(label)) => {
                self.word("start goto");
                self.symbol(label.symbol);
            }
            StmtKind::Thread(Thread::StartCall { callee, args }) => {
                self.word("start call");
                self.symbol(callee.symbol);
                self.exprs(args);
            }
            StmtKind::Thread(thread) => self.word(format!("{thread:?}")),
            StmtKind::If { .. } | StmtKind::While { .. } => {
                unreachable!("compound statements have blocks")
            }
        }
    }
}

/// Parses text that must parse.
#[track_caller]
fn parsed(text: &str) -> Program {
    match parse(text) {
        Ok(program) => program,
        Err(problems) => panic!("does not parse: {problems:?}\n{text}"),
    }
}

/// Prints and parses again; the program must stay the same.
#[track_caller]
fn assert_round_trip(program: &Program) {
    let text = print(program);
    let again = parsed(&text);
    assert_eq!(shape(program), shape(&again), "printed as\n{text}");
    assert_eq!(text, print(&again));
}
