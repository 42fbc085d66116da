//! Certificates of real proofs, spoilt at random: where some execution visits a state that is excluded, or calls what is
//! claimed never to be called, they must not be believed. What was not spoilt excludes no state of any execution.
//!
//! `CLAIMS_ROUNDS` in the environment says how often each certificate is spoilt.

use abstractor::{Abstraction, Abstractor, Blocks, ERROR, Precision};
use checker::{Goal, Query};
use frontend::ir::{BinaryOp, ExprId, FuncId, Stmt};
use rustc_hash::FxHashMap;
use semantics::claims::{Claims, Outcome, Set};

use crate::programs::PROGRAMS;
use crate::support::{Is, Made, narrowed};
use crate::visited::Visited;

/// How often each certificate is spoilt.
const ROUNDS: u64 = 8;

/// Numbers that look like chance, the same on every machine.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
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
    made: Made,
    claims: Claims,
    /// What can be said of each function.
    conditions: FxHashMap<FuncId, Vec<ExprId>>,
    visited: Visited,
}

/// The claims of a program whose own conditions are predicates enough.
fn proved(text: &str) -> Proved {
    let mut made = Made::new(text);
    let stmts = made.program.defined();
    let stmts = stmts.flat_map(|(_, _, cfg)| cfg.edges().map(|e| cfg.edge(e).stmt.clone()));
    let conditions = stmts.filter_map(|stmt| match stmt {
        Stmt::Assume { cond } => Some(cond),
        _ => None,
    });
    let mut conditions: Vec<ExprId> = conditions.collect();
    let results: Vec<_> = made.prepared.results.values().copied().collect();
    for var in results.into_iter().flatten() {
        let (result, zero) = (made.program.var(var), made.program.int(0));
        conditions.push(made.program.binary(BinaryOp::Gt, result, zero));
    }
    let mut precision = Precision::new();
    for condition in conditions {
        precision.add(&mut made.program, condition);
    }
    let error = made.func("reach_error");
    let blocks = Blocks::new(&made.program, |f| f == error, false);
    let mut abstractor = Abstractor::new(blocks, made.prepared.clone());
    let abstraction = abstractor.make(&made.program, &made.meaning, &precision);
    let claims = claims(&made, &abstraction, &abstractor.blocks, &precision);
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
    made: &Made,
    abstraction: &Abstraction,
    blocks: &Blocks,
    precision: &Precision,
) -> Claims {
    let query = Query {
        entries: vec![made.program.funcs[made.entry()].unique.to_string()],
        goals: vec![Goal::Label(ERROR.into())],
        ..Query::default()
    };
    let config = checker::Config {
        proof: true,
        ..checker::Config::default()
    };
    let report = checker::check(&abstraction.program, &query, &config).expect("an answer");
    let proof = report.proof.expect("the predicates are enough");
    let claims = abstraction.claims(&made.world(), blocks, precision, &proof);
    claims.expect("they speak of the program")
}

fn inputs() -> impl Iterator<Item = Vec<i128>> {
    let mut chance = Chance(7);
    (0..60i128).map(move |n| {
        let small = |chance: &mut Chance| chance.below(12) as i128 - 3;
        let any = |chance: &mut Chance| chance.below(1 << 31) as i128 - (1 << 30);
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
fn spoilt(proved: &Proved, chance: &mut Chance) -> Claims {
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
    for (n, text) in PROGRAMS.iter().enumerate() {
        let proved = proved(text);
        let excluded = proved.visited.excluded(&proved.claims);
        assert!(excluded.is_none(), "program {n}: {excluded:?}");
        let outcome = proved.made.check(&proved.claims);
        let holds = matches!(outcome, Outcome::Holds(_));
        assert!(holds, "program {n}: {outcome:?}");
        let error = proved.made.func("reach_error");
        assert!(!proved.visited.called.contains(&error), "program {n}");
        states += proved.visited.states.len();
    }
    assert!(states > 400, "only {states} states were visited");
}

#[test]
fn spoilt_claims_are_not_believed() {
    let rounds = std::env::var("CLAIMS_ROUNDS").ok();
    let rounds = rounds.map_or(ROUNDS, |r| r.parse().expect("a number"));
    let (mut wrong, mut refused, mut held) = (0, 0, 0);
    for (n, text) in PROGRAMS.iter().enumerate() {
        let proved = proved(text);
        let some = proved.made.func("some");
        for round in 0..rounds {
            let mut chance = Chance(1_000 * n as u64 + round);
            let claims = spoilt(&proved, &mut chance);
            let excluded = proved.visited.excluded(&claims);
            let outcome = proved.made.check(&claims);
            let holds = matches!(outcome, Outcome::Holds(_));
            if let Some(state) = excluded {
                assert!(!holds, "program {n}, round {round}: {state:?} is excluded");
                wrong += 1;
            }
            if proved.visited.called.contains(&some) {
                let outcome = proved.made.check_for(&claims, some);
                let holds = matches!(outcome, Outcome::Holds(_));
                assert!(!holds, "program {n}, round {round}: what is called is not");
            }
            if holds {
                held += 1;
            } else {
                refused += 1;
            }
        }
    }
    #[allow(clippy::print_stderr, reason = "shown with --nocapture")]
    {
        eprintln!("{wrong} were wrong, {refused} were refused, {held} held");
    }
    let all = refused + held;
    assert!(2 * wrong > all, "only {wrong} of {all} were wrong");
}
