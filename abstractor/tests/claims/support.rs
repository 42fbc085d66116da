//! Programs as the loop has them, and claims about them.

use std::collections::BTreeMap;

use analysis::passes::normal_form::{NormalForm, bring_into_form};
use analysis::points_to;
use frontend::{Config, Input};
use ir::{BinaryOp, Callee, ExprId, FuncId, LocId, Program, Stmt, VarId};
use semantics::claims::{Claims, Contract, Decision, Outcome, Question, Set};
use semantics::{EncodingContext, ProgramFacts};
use source::Sources;

/// What one condition may cost.
const EFFORT: u32 = 10_000_000;

pub(crate) struct Example {
    pub(crate) program: Program,
    pub(crate) form: NormalForm,
    pub(crate) facts: ProgramFacts,
    sources: Sources,
}

impl Example {
    /// `reach_error` must not be called; `some` returns anything.
    pub(crate) fn new(text: &str) -> Self {
        let text = format!("void reach_error(void); int some(void);\n{text}");
        let input = Input::Text {
            name: "test.c".into(),
            text: text.into(),
        };
        let compiled = match frontend::compile(&[input], &Config::default()) {
            Ok(compiled) => compiled,
            Err(failure) => panic!("{}", failure.diagnostics.render(&failure.sources)),
        };
        let mut program = compiled.program;
        let (form, _) = bring_into_form(&mut program, points_to::Config::default());
        program.verify().expect("still well formed");
        Example {
            facts: ProgramFacts::new(&program, points_to::Config::default()),
            program,
            form,
            sources: compiled.sources,
        }
    }

    pub(crate) fn context(&self) -> EncodingContext<'_> {
        EncodingContext::new(&self.program, &self.facts)
    }

    pub(crate) fn entry(&self) -> FuncId {
        self.program.entry.expect("there is a main")
    }

    pub(crate) fn func(&self, name: &str) -> FuncId {
        let mut all = self.program.funcs.iter();
        let found = all.find(|(_, f)| &*f.name == name);
        found.expect("a function").0
    }

    /// A variable of a function, or a global one.
    pub(crate) fn var(&self, func: FuncId, name: &str) -> VarId {
        let of = |owner: Option<FuncId>| {
            let mut all = self.program.vars.iter();
            all.find(|(_, v)| v.kind.owner() == owner && &*v.name == name)
        };
        let found = of(Some(func)).or_else(|| of(None));
        found.expect("a variable").0
    }

    /// `variable op number`.
    pub(crate) fn compared(&mut self, func: &str, name: &str, op: BinaryOp, with: i32) -> ExprId {
        let var = self.var(self.func(func), name);
        let (var, number) = (self.program.var(var), self.program.int(with));
        self.program.binary(op, var, number)
    }

    /// `*pointer == number`.
    pub(crate) fn points_to(&mut self, func: &str, name: &str, number: i32) -> ExprId {
        let var = self.var(self.func(func), name);
        let pointer = self.program.var(var);
        let place = self.program.deref(pointer);
        let (value, number) = (self.program.load(place), self.program.int(number));
        self.program.binary(BinaryOp::Eq, value, number)
    }

    /// `variable == other + number`.
    pub(crate) fn sum(&mut self, func: &str, name: &str, other: &str, number: i32) -> ExprId {
        let func = self.func(func);
        let (var, other) = (self.var(func, name), self.var(func, other));
        let (var, other) = (self.program.var(var), self.program.var(other));
        let number = self.program.int(number);
        let sum = self.program.binary(BinaryOp::Add, other, number);
        self.program.binary(BinaryOp::Eq, var, sum)
    }

    /// Where what stands on the line with a text begins.
    pub(crate) fn line(&self, func: &str, text: &str) -> LocId {
        let cfg = self.program.funcs[self.func(func)].body.as_ref();
        let cfg = cfg.expect("a body");
        let mut edges = cfg.edges().filter(|&e| {
            let excerpt = self.sources.excerpt(cfg.edge(e).span);
            excerpt.is_some_and(|x| x.line.contains(text))
        });
        cfg.source(edges.next().expect("a line"))
    }

    /// Anything at the places where something must be claimed, and nothing said of others.
    pub(crate) fn claims(&self) -> Claims {
        let mut claims = Claims::default();
        for (func, _, cfg) in self.program.defined() {
            let mut at = BTreeMap::from([(cfg.entry, Set::Everything)]);
            at.extend(
                cfg.locs()
                    .filter(|&l| cfg.loc(l).loop_head)
                    .map(|l| (l, Set::Everything)),
            );
            for edge in cfg.edges() {
                match cfg.edge(edge).stmt {
                    Stmt::Return { .. } => at.insert(cfg.source(edge), Set::Everything),
                    Stmt::Call {
                        callee: Callee::Direct(f),
                        ..
                    } if self.program.funcs[f].body.is_some() => {
                        at.insert(cfg.target(edge), Set::Everything)
                    }
                    _ => None,
                };
            }
            let contract = Contract {
                decisions: Vec::new(),
                entered: Set::Everything,
                at,
                kept: Vec::new(),
            };
            claims.functions.insert(func, contract);
        }
        claims
    }

    /// Where a function begins.
    pub(crate) fn start(&self, func: &str) -> Spot {
        let cfg = self.program.funcs[self.func(func)].body.as_ref();
        Spot::At(cfg.expect("a body").entry)
    }

    /// Where a function returns, if it does so in one place.
    pub(crate) fn end(&self, func: &str) -> LocId {
        let cfg = self.program.funcs[self.func(func)].body.as_ref();
        let cfg = cfg.expect("a body");
        let mut returns = cfg
            .edges()
            .filter(|&e| matches!(cfg.edge(e).stmt, Stmt::Return { .. }));
        cfg.source(returns.next().expect("a return"))
    }

    /// Where a function goes on after its call of another.
    pub(crate) fn after(&self, func: &str, callee: &str) -> LocId {
        let callee = self.func(callee);
        let cfg = self.program.funcs[self.func(func)].body.as_ref();
        let cfg = cfg.expect("a body");
        let mut calls = cfg.edges().filter(|&e| {
            matches!(cfg.edge(e).stmt, Stmt::Call { callee: Callee::Direct(f), .. } if f == callee)
        });
        cfg.target(calls.next().expect("a call"))
    }

    /// The variable in which a function wants what another returns: `variable == number`.
    pub(crate) fn given(&mut self, func: &str, callee: &str, number: i32) -> ExprId {
        let callee = self.func(callee);
        let cfg = self.program.funcs[self.func(func)].body.as_ref();
        let mut stmts = cfg.expect("a body").edges().map(|e| {
            let cfg = cfg.expect("a body");
            cfg.edge(e).stmt.clone()
        });
        let place = stmts.find_map(|stmt| match stmt {
            Stmt::Call {
                callee: Callee::Direct(f),
                result,
                ..
            } if f == callee => result,
            _ => None,
        });
        let value = self.program.load(place.expect("a result"));
        let number = self.program.int(number);
        self.program.binary(BinaryOp::Eq, value, number)
    }

    /// `variable == number`.
    pub(crate) fn equals(&mut self, func: &str, name: &str, number: i32) -> ExprId {
        self.compared(func, name, BinaryOp::Eq, number)
    }

    /// The first place where a loop begins.
    pub(crate) fn head(&self, func: &str) -> LocId {
        let cfg = self.program.funcs[self.func(func)].body.as_ref();
        let cfg = cfg.expect("a body");
        let mut heads = cfg.locs().filter(|&l| cfg.loc(l).loop_head);
        heads.next().expect("a loop")
    }

    pub(crate) fn check(&self, claims: &Claims) -> Outcome {
        self.check_for(claims, &[self.func("reach_error")])
    }

    pub(crate) fn check_for(&self, claims: &Claims, violations: &[FuncId]) -> Outcome {
        let question = Question {
            entry: self.entry(),
            violations,
            effort: EFFORT,
            all_effort: None,
        };
        claims.check(&self.context(), &question)
    }
}

/// One condition of a set.
#[derive(Clone, Copy)]
pub(crate) struct Is(pub(crate) ExprId, pub(crate) bool, pub(crate) bool);

/// It holds now.
pub(crate) fn now(condition: ExprId) -> Is {
    Is(condition, false, true)
}

pub(crate) fn not(condition: ExprId) -> Is {
    Is(condition, false, false)
}

/// It held on entry.
pub(crate) fn before(condition: ExprId) -> Is {
    Is(condition, true, true)
}

/// Where a set is claimed.
#[derive(Clone, Copy)]
pub(crate) enum Spot {
    Entered,
    At(LocId),
}

/// The states of a set in which all of some conditions are met.
pub(crate) fn narrowed(contract: &mut Contract, mut set: Set, all: &[Is]) -> Set {
    for &Is(condition, on_entry, holds) in all {
        let (yes, no) = match holds {
            true => (set, Set::Nothing),
            false => (Set::Nothing, set),
        };
        contract.decisions.push(Decision {
            condition,
            on_entry,
            yes,
            no,
        });
        set = Set::Decided(contract.decisions.len() as u32 - 1);
    }
    set
}

/// Claims that one of some conjunctions holds.
pub(crate) fn claim(claims: &mut Claims, func: FuncId, spot: Spot, any: &[&[Is]]) {
    let contract = claims.functions.get_mut(&func).expect("a contract");
    let mut set = Set::Nothing;
    for all in any {
        // What fails one of them must be in what was there before.
        let rest = set;
        set = Set::Everything;
        for &Is(condition, on_entry, holds) in *all {
            let (yes, no) = if holds { (set, rest) } else { (rest, set) };
            contract.decisions.push(Decision {
                condition,
                on_entry,
                yes,
                no,
            });
            set = Set::Decided(contract.decisions.len() as u32 - 1);
        }
    }
    match spot {
        Spot::Entered => contract.entered = set,
        Spot::At(loc) => {
            contract.at.insert(loc, set);
        }
    }
}
