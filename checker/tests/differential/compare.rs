//! The engines against the oracle, on random programs.

use crate::explicit::{Report, explore};
use crate::parse;
use crate::shrink::shrink;
use checker::bp::{Program, StmtId, StmtKind};
use checker::families::Random;
use checker::{Config, Goal, Query, check};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How many programs a plain test run looks at.
const CASES: u64 = 3000;

/// Every engine, and every optimisation switched off by itself.
fn configs() -> Vec<(String, Config)> {
    let base = Config::default();
    vec![
        ("default".to_owned(), base.clone()),
        (
            "no live ranges".to_owned(),
            Config {
                live_ranges: false,
                ..base.clone()
            },
        ),
        (
            "no mod/ref".to_owned(),
            Config {
                mod_ref: false,
                ..base.clone()
            },
        ),
        (
            "plain".to_owned(),
            Config {
                live_ranges: false,
                mod_ref: false,
                ..base
            },
        ),
    ]
}

/// Compares all answers about a program; an error says which one differs.
fn compare(text: &str) -> Result<(), String> {
    let program = parse(text);
    let Some(main) = program.find_proc("main") else {
        return Ok(());
    };
    let Ok(Ok(report)) = catch_unwind(AssertUnwindSafe(|| explore(&program, &[main]))) else {
        return Ok(());
    };
    configs().iter().try_for_each(|(name, config)| {
        compare_goals(&program, &report, config).map_err(|what| format!("{name}: {what}"))
    })
}

fn compare_goals(program: &Program, report: &Report<'_>, config: &Config) -> Result<(), String> {
    let stmts = (0..program.stmts.len() as u32).map(StmtId);
    let mut asserts = stmts.filter(|&s| matches!(program.stmt(s).kind, StmtKind::Assert(_)));
    let label = |(p, l)| {
        (
            Goal::Label(program.text(l).to_owned()),
            report.label(p, l).is_some(),
        )
    };
    let mut expected: Vec<_> = report.labels().map(label).collect();
    expected.push((
        Goal::Assertions,
        asserts.any(|s| report.failure(s).is_some()),
    ));
    let goals = expected.iter().map(|(goal, _)| goal.clone()).collect();
    let query = Query {
        goals,
        ..Query::default()
    };
    let answer = check(program, &query, config).map_err(|e| format!("{e:?}"))?;
    for ((goal, expected), found) in expected.iter().zip(&answer.reachable) {
        if expected != found {
            return Err(format!(
                "{goal:?}: the oracle says {expected}, the engine {found}"
            ));
        }
    }
    Ok(())
}

/// As [`compare`], where a panic is an error too.
fn outcome(text: &str) -> Result<(), String> {
    catch_unwind(AssertUnwindSafe(|| compare(text))).unwrap_or_else(|_| Err("panicked".to_owned()))
}

fn check_seeds(seeds: impl Iterator<Item = u64>) {
    for seed in seeds {
        let size = [6, 12, 20, 32][(seed % 4) as usize];
        let text = Random { seed, size }.to_string();
        if let Err(what) = outcome(&text) {
            let small = shrink(&text, &|t| outcome(t).is_err());
            let what = outcome(&small).err().unwrap_or(what);
            panic!("seed {seed}, size {size}: {what}\n{small}");
        }
    }
}

#[test]
fn engines_agree_with_the_oracle() {
    check_seeds(0..CASES);
}

/// `CEGAR_SOAK_CASES=100000 cargo test --release -p checker --test differential -- --ignored soak`;
/// `CEGAR_SOAK_SEED` is where to start.
#[test]
#[ignore = "runs as long as it is told to"]
fn soak() {
    let number = |name: &str, otherwise| {
        std::env::var(name)
            .ok()
            .and_then(|n| n.parse().ok())
            .unwrap_or(otherwise)
    };
    let first = number("CEGAR_SOAK_SEED", CASES);
    check_seeds(first..first + number("CEGAR_SOAK_CASES", 100_000));
}
