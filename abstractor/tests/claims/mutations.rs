//! Certificates of real proofs, spoilt at random: where some execution visits a state that is excluded, or calls what is
//! claimed never to be called, they must not be believed. What was not spoilt excludes no state of any execution.
//!
//! `CLAIMS_ROUNDS` in the environment says how often each certificate is spoilt, `CLAIMS_FOLDER` where there are more
//! programs, preprocessed. Of those, what is claimed is not that they are right, only what their conditions tell.

use abstractor::{Abstraction, Abstractor, Blocks, ERROR, Precision};
use checker::{Goal, Query, Session};
use ir::{BinaryOp, ExprId, FuncId, Stmt};
use rustc_hash::FxHashMap;
use semantics::claims::{Claims, Outcome, Set};

use crate::programs::PROGRAMS;
use crate::support::{Example, Is, narrowed};
use crate::visited::Visited;

/// How often each certificate is spoilt.
const ROUNDS: u64 = 8;

/// More conditions of a program are not looked at.
const MOST: usize = 24;

/// Numbers that look like chance, the same on every machine.
pub(crate) struct Prng(pub(crate) u64);

impl Prng {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit.max(1) as u64) as usize
    }

    pub(crate) fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }
}

struct Proved {
    made: Example,
    claims: Claims,
    /// What can be said of each function.
    conditions: FxHashMap<FuncId, Vec<ExprId>>,
    visited: Visited,
}

/// The programs, and whether their own conditions are predicates enough to prove them.
fn programs() -> Vec<(String, bool)> {
    let mut all: Vec<(String, bool)> = PROGRAMS.iter().map(|p| ((*p).into(), true)).collect();
    if let Some(folder) = std::env::var_os("CLAIMS_FOLDER") {
        let files = std::fs::read_dir(folder).expect("a folder");
        let mut files: Vec<_> = files.map(|f| f.expect("a file").path()).collect();
        files.sort();
        let text = |file| std::fs::read_to_string(file).expect("a text");
        all.extend(files.into_iter().map(|file| (text(file), false)));
    }
    all
}

/// What the conditions of a program tell of it.
fn proved((text, right): &(String, bool)) -> Proved {
    let mut made = Example::new(text);
    let stmts = made.program.defined();
    let stmts = stmts.flat_map(|(_, _, cfg)| cfg.edges().map(|e| cfg.edge(e).stmt.clone()));
    let conditions = stmts.filter_map(|stmt| match stmt {
        Stmt::Assume { cond } => Some(cond),
        _ => None,
    });
    let mut conditions: Vec<ExprId> = conditions.collect();
    let results: Vec<_> = made.form.results.values().copied().collect();
    for var in results.into_iter().flatten() {
        let (result, zero) = (made.program.var(var), made.program.int(0));
        if made.program.type_of(result) != made.program.type_of(zero) {
            continue;
        }
        conditions.push(made.program.binary(BinaryOp::Gt, result, zero));
    }
    let mut precision = Precision::new();
    for condition in conditions.into_iter().take(MOST) {
        precision.add(&mut made.program, condition);
    }
    let error = made.func("reach_error");
    let blocks = Blocks::new(&made.program, |f| *right && f == error, false);
    let mut abstractor = Abstractor::new(blocks, made.form.clone());
    let abstraction = abstractor.make(&made.program, &made.facts, &precision);
    let goals = right.then(|| Goal::Label(ERROR.into()));
    let claims = claims(&made, &abstraction, &abstractor.blocks, &precision, goals);
    let scope = |func| {
        let all = precision.in_scope(func);
        all.map(|p| precision.preds[p].expr).collect()
    };
    let conditions: FxHashMap<FuncId, Vec<ExprId>> =
        claims.functions.keys().map(|&f| (f, scope(f))).collect();
    let visited = Visited::new(&made.program, &conditions, inputs());
    Proved {
        made,
        claims,
        conditions,
        visited,
    }
}

fn claims(
    made: &Example,
    abstraction: &Abstraction,
    blocks: &Blocks,
    precision: &Precision,
    goal: Option<Goal>,
) -> Claims {
    let entries = [made.program.funcs[made.entry()].unique.to_string()];
    let query = Query {
        goals: goal.into_iter().collect(),
        ..Query::default()
    };
    let config = checker::Config {
        proof: true,
        ..checker::Config::default()
    };
    let session = Session::new(&abstraction.program, &entries, &config).expect("a good program");
    let report = session.check(&query).expect("an answer");
    let proof = report.proof.expect("the predicates are enough");
    let claims = abstraction.claims(&made.context(), blocks, precision, &proof);
    claims.expect("they speak of the program")
}

fn inputs() -> impl Iterator<Item = Vec<i128>> {
    let mut chance = Prng(7);
    (0..60i128).map(move |n| {
        let small = |chance: &mut Prng| chance.below(12) as i128 - 3;
        let any = |chance: &mut Prng| chance.below(1 << 31) as i128 - (1 << 30);
        (0..20)
            .map(|_| match n % 4 {
                0 => n / 4,
                1 | 2 => small(&mut chance),
                _ => any(&mut chance),
            })
            .collect()
    })
}

/// Claims that say more, at one place or at several, or of all of a function alike.
fn spoilt(proved: &Proved, chance: &mut Prng) -> Claims {
    let mut claims = proved.claims.clone();
    let functions: Vec<FuncId> = claims.functions.keys().copied().collect();
    let func = functions[chance.below(functions.len())];
    let conditions = &proved.conditions[&func];
    let contract = claims.functions.get_mut(&func).expect("one of them");
    let locations: Vec<_> = contract.at.keys().copied().collect();
    if conditions.is_empty() || chance.one_in(4) {
        for _ in 0..1 + chance.below(2) {
            let loc = locations[chance.below(locations.len())];
            contract.at.insert(loc, Set::Nothing);
        }
        return claims;
    }
    let condition = conditions[chance.below(conditions.len())];
    if chance.one_in(6) {
        contract.kept.push(condition);
        return claims;
    }
    let literal = Is(condition, chance.one_in(4), chance.one_in(2));
    let (one, most) = (chance.one_in(3), chance.one_in(2));
    let only = locations[chance.below(locations.len())];
    for loc in locations {
        if (one && loc != only) || (!one && !most && chance.one_in(2)) {
            continue;
        }
        let set = narrowed(contract, contract.at[&loc], &[literal]);
        contract.at.insert(loc, set);
    }
    if !one && chance.one_in(2) {
        contract.entered = narrowed(contract, contract.entered, &[literal]);
    }
    claims
}

#[test]
fn claims_hold_in_the_states_of_executions_and_are_believed() {
    let mut states = 0;
    for (n, program) in programs().iter().enumerate() {
        let proved = proved(program);
        let excluded = proved.visited.excluded(&proved.claims);
        assert!(excluded.is_none(), "program {n}: {excluded:?}");
        let outcome = match program.1 {
            true => proved.made.check(&proved.claims),
            false => proved.made.check_for(&proved.claims, &[]),
        };
        let holds = matches!(outcome, Outcome::Holds(..));
        assert!(holds, "program {n}: {outcome:?}");
        let error = proved.made.func("reach_error");
        let called = proved.visited.called.contains(&error);
        assert!(!called || !program.1, "program {n}");
        states += proved.visited.states.len();
    }
    assert!(states > 400, "only {states} states were visited");
}

/// How often claims were spoilt so that some execution speaks against them, and how often they were not believed.
#[derive(Debug, Default)]
struct Counts {
    wrong: u64,
    refused: u64,
    held: u64,
}

#[test]
fn spoilt_claims_are_not_believed() {
    let rounds = std::env::var("CLAIMS_ROUNDS").ok();
    let rounds = rounds.map_or(ROUNDS, |r| r.parse().expect("a number"));
    let mut counts = Counts::default();
    for (n, program) in programs().iter().enumerate() {
        let proved = proved(program);
        for round in 0..rounds {
            let mut chance = Prng(1_000 * n as u64 + round);
            let name = format!("program {n}, round {round}");
            spoil(&proved, &mut chance, &name, &mut counts);
        }
    }
    #[allow(clippy::print_stderr, reason = "shown with --nocapture")]
    {
        eprintln!("{counts:?}");
    }
    let all = counts.refused + counts.held;
    assert!(3 * counts.wrong > all, "too few were wrong: {counts:?}");
}

fn spoil(proved: &Proved, chance: &mut Prng, name: &str, counts: &mut Counts) {
    let claims = spoilt(proved, chance);
    let believed = |violations: &[FuncId]| {
        let outcome = proved.made.check_for(&claims, violations);
        matches!(outcome, Outcome::Holds(..))
    };
    let holds = believed(&[]);
    if let Some(state) = proved.visited.excluded(&claims) {
        assert!(!holds, "{name}: {state:?} is excluded");
        counts.wrong += 1;
    }
    let called = proved.visited.called.iter().min();
    if let Some(&called) = called.filter(|_| holds) {
        let why = "what is called is claimed never to be";
        assert!(!believed(&[called]), "{name}: {why}");
    }
    match holds {
        true => counts.held += 1,
        false => counts.refused += 1,
    }
}
