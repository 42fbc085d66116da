//! Properties of generated texts and programs.

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

/// A recipe for an expression, which needs no arena.
#[derive(Clone, Debug)]
enum Recipe {
    Leaf(u8),
    Not(Box<Recipe>),
    Choose(Box<Recipe>, Box<Recipe>),
    Binary(BinOp, Box<Recipe>, Box<Recipe>),
}

fn expression() -> impl Strategy<Value = Recipe> {
    let leaf = (0..40u8).prop_map(Recipe::Leaf);
    leaf.prop_recursive(6, 40, 2, |inner| {
        let op = prop::sample::select(vec![
            BinOp::And,
            BinOp::Or,
            BinOp::Xor,
            BinOp::Iff,
            BinOp::Implies,
        ]);
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            inner.prop_map(|e| Recipe::Not(Box::new(e))),
            pair.clone()
                .prop_map(|(a, b)| Recipe::Choose(Box::new(a), Box::new(b))),
            (op, pair).prop_map(|(op, (a, b))| Recipe::Binary(op, Box::new(a), Box::new(b))),
        ]
    })
}

#[derive(Clone, Debug)]
enum Statement {
    Simple {
        kind: u8,
        labels: Vec<u8>,
        exprs: Vec<Recipe>,
        names: Vec<u8>,
    },
    If {
        arms: Vec<(Recipe, Vec<Statement>)>,
        otherwise: Option<Vec<Statement>>,
    },
    While(Recipe, Vec<Statement>),
}

fn statement() -> impl Strategy<Value = Statement> {
    let simple = (
        0..15u8,
        vec(any::<u8>(), 0..3),
        vec(expression(), 1..4),
        vec(any::<u8>(), 1..4),
    );
    let simple = simple.prop_map(|(kind, labels, exprs, names)| Statement::Simple {
        kind,
        labels,
        exprs,
        names,
    });
    simple.prop_recursive(4, 30, 3, |inner| {
        let arms = vec((expression(), vec(inner.clone(), 0..3)), 1..3);
        prop_oneof![
            (arms, prop::option::of(vec(inner.clone(), 0..3)))
                .prop_map(|(arms, otherwise)| Statement::If { arms, otherwise }),
            (expression(), vec(inner, 0..3))
                .prop_map(|(condition, body)| Statement::While(condition, body)),
        ]
    })
}

/// Plain names, keywords of all kinds, constants, numbers and texts.
const NAMES: &[&str] = &[
    "a", "b", "x$1", "if", "End", "call", "T", "false", "*p == 1", "{nested}", "0", "17", "1x",
    "é", "_", "a.b", "'", "//", "dfs",
];

#[derive(Default)]
struct Maker {
    program: Program,
}

impl Maker {
    fn name(&mut self, choice: u8) -> Name {
        let symbol = self
            .program
            .names
            .intern(NAMES[choice as usize % NAMES.len()]);
        Name {
            symbol,
            span: Span::default(),
        }
    }

    fn names(&mut self, choices: &[u8]) -> Vec<Name> {
        choices.iter().map(|&c| self.name(c)).collect()
    }

    fn expr(&mut self, recipe: &Recipe) -> ExprId {
        let kind = match recipe {
            Recipe::Leaf(0) => ExprKind::Const(false),
            Recipe::Leaf(1) => ExprKind::Const(true),
            Recipe::Leaf(2) => ExprKind::Nondet,
            Recipe::Leaf(n @ 3..=8) => ExprKind::Next(self.name(*n).symbol),
            Recipe::Leaf(n) => ExprKind::Var(self.name(*n).symbol),
            Recipe::Not(e) => ExprKind::Not(self.expr(e)),
            Recipe::Choose(a, b) => ExprKind::Choose(self.expr(a), self.expr(b)),
            Recipe::Binary(op, a, b) => ExprKind::Binary(*op, self.expr(a), self.expr(b)),
        };
        self.program.add_expr(kind, Span::default())
    }

    fn exprs(&mut self, recipes: &[Recipe]) -> Vec<ExprId> {
        recipes.iter().map(|r| self.expr(r)).collect()
    }

    fn targets(&mut self, choices: &[u8]) -> Vec<Target> {
        let one = |&c: &u8| match c {
            0..=40 => Target::Discard(Span::default()),
            c => Target::Var(self.name(c)),
        };
        choices.iter().map(one).collect()
    }

    fn block(&mut self, statements: &[Statement]) -> Block {
        statements.iter().map(|s| self.statement(s)).collect()
    }

    fn statement(&mut self, statement: &Statement) -> StmtId {
        let (labels, kind) = match statement {
            Statement::Simple {
                kind,
                labels,
                exprs,
                names,
            } => (self.names(labels), self.simple(*kind, exprs, names)),
            Statement::While(condition, body) => {
                let condition = self.expr(condition);
                (
                    Vec::new(),
                    StmtKind::While {
                        condition,
                        body: self.block(body),
                    },
                )
            }
            Statement::If { arms, otherwise } => {
                let arm = |(condition, body): &(Recipe, Vec<Statement>)| Arm {
                    condition: self.expr(condition),
                    body: self.block(body),
                    span: Span::default(),
                };
                let arms = arms.iter().map(arm).collect();
                let otherwise = otherwise.as_ref().map(|body| self.block(body));
                (Vec::new(), StmtKind::If { arms, otherwise })
            }
        };
        self.program.add_stmt(Stmt {
            labels,
            kind,
            span: Span::default(),
            origin: None,
        })
    }

    fn simple(&mut self, kind: u8, exprs: &[Recipe], names: &[u8]) -> StmtKind {
        let constrain = if exprs.len() == 2 {
            Some(self.expr(&exprs[1]))
        } else {
            None
        };
        match kind {
            0 => StmtKind::Print(self.exprs(exprs)),
            1 => StmtKind::Goto(self.names(names)),
            2 => StmtKind::Assign {
                targets: self.targets(names),
                values: self.exprs(exprs),
                constrain,
            },
            3 => StmtKind::Call {
                targets: Vec::new(),
                callee: self.name(names[0]),
                args: self.exprs(exprs),
            },
            4 => StmtKind::Call {
                targets: self.targets(names),
                callee: self.name(names[0]),
                args: Vec::new(),
            },
            5 => StmtKind::Assume {
                condition: self.expr(&exprs[0]),
                constrain,
            },
            6 => StmtKind::Assert(self.expr(&exprs[0])),
            7 => StmtKind::Return(self.exprs(exprs)),
            8 => StmtKind::Return(Vec::new()),
            9 => StmtKind::Dead(self.names(names)),
            10 => StmtKind::Thread(Thread::StartGoto(self.name(names[0]))),
            11 => StmtKind::Thread(Thread::StartCall {
                callee: self.name(names[0]),
                args: self.exprs(exprs),
            }),
            12 => StmtKind::Thread(Thread::End),
            13 => StmtKind::Thread(Thread::AtomicBegin),
            _ => StmtKind::Skip,
        }
    }
}

fn program() -> impl Strategy<Value = Program> {
    let parts = (
        vec(any::<u8>(), 0..4),
        vec(any::<u8>(), 0..3),
        vec(expression(), 0..2),
        0..4u32,
    );
    (
        vec((parts, vec(statement(), 0..6)), 0..3),
        vec((any::<u8>(), prop::option::of(expression())), 0..5),
    )
        .prop_map(|(procs, globals)| {
            let mut maker = Maker::default();
            for (name, init) in globals {
                let init = init.map(|e| maker.expr(&e));
                let name = maker.name(name);
                maker.program.globals.push(VarDecl { name, init });
            }
            for ((formals, locals, enforce, returns), body) in procs {
                let variable = |name| VarDecl { name, init: None };
                let proc = Proc {
                    name: maker.name(returns as u8),
                    returns,
                    formals: maker.names(&formals).into_iter().map(variable).collect(),
                    locals: maker.names(&locals).into_iter().map(variable).collect(),
                    enforce: maker.exprs(&enforce),
                    body: Some(maker.block(&body)),
                    span: Span::default(),
                    end: Span::default(),
                };
                maker.program.procs.push(proc);
            }
            maker.program
        })
}

/// Text made of the language's own words, which gets further than arbitrary text.
fn wordy() -> impl Strategy<Value = String> {
    let words: Vec<&str> = "decl void bool begin end if then elsif else fi while do od goto return skip print assume assert \
        constrain enforce dead schoose call start_thread end_thread atomic_begin thread dfs IF End T F 0 1 2 a b main _ {x y} { } \
        ( ) [ ] , ; : := ' * ? ! & | ^ = != => <-> < > // /* */ # \n ASYNC_1 é"
        .split(' ')
        .collect();
    vec(prop::sample::select(words), 0..60).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn printed_programs_parse_to_themselves(program in program()) {
        assert_round_trip(&program);
    }

    #[test]
    fn any_text_is_parsed_or_refused(text in ".{0,200}") {
        check_all(&text);
    }

    #[test]
    fn any_words_are_parsed_or_refused(text in wordy()) {
        check_all(&text);
        check_all(&format!("decl a, b; void main() begin {text}"));
        check_all(&format!("decl a, b; void main() begin {text} ; end"));
    }

    #[test]
    fn any_mutation_is_parsed_or_refused(program in program(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = print(&program).into_bytes();
        if !bytes.is_empty() {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        check_all(&String::from_utf8_lossy(&bytes));
    }
}

/// Nothing panics, every place that is named exists, and what parses prints and parses again.
fn check_all(text: &str) {
    match parse(text) {
        Ok(program) => {
            verify(&program, Entry::Main);
            assert_round_trip(&program);
        }
        Err(problems) => {
            assert!(problems.iter().any(Diagnostic::is_error));
            for problem in problems {
                assert!(text.get(problem.span.range()).is_some(), "{problem:?}");
            }
        }
    }
}
