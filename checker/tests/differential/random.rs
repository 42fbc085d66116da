//! Random programs through all engines and the oracle.

use crate::compare::{Count, Depth, Difference, compare};
use crate::parse;
use crate::shrink::shrink;
use checker::bp::{self, Entry, Program};
use checker::families::Random;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How many programs a plain test run looks at.
const CASES: u64 = 3000;

/// Every fifth program is started anywhere, the others in `main`.
fn entries(program: &Program, seed: u64) -> Vec<String> {
    let all = program
        .procs
        .iter()
        .map(|p| program.text(p.name.symbol).to_owned());
    all.filter(|name| name == "main" || seed.is_multiple_of(5))
        .collect()
}

/// Compares all answers. A panic is a difference too; an ill-formed program, which only the shrinker makes, is none.
fn outcome(text: &str, seed: u64, depth: Depth, count: &mut Count) -> Result<(), Difference> {
    let Ok(program) = bp::parse(text) else {
        return Ok(());
    };
    if bp::verify(&program, Entry::Main)
        .iter()
        .any(bp::Diagnostic::is_error)
    {
        return Ok(());
    }
    let entries = entries(&program, seed);
    let panicked = |_| {
        Err(Difference {
            kind: "panic",
            what: "panicked".to_owned(),
        })
    };
    catch_unwind(AssertUnwindSafe(|| {
        compare(&program, &entries, depth, count)
    }))
    .unwrap_or_else(panicked)
}

fn check_seeds(seeds: std::ops::Range<u64>, depth: fn(u64) -> Depth) -> Count {
    let mut count = Count::default();
    for seed in seeds {
        let size = [6, 12, 20, 32][(seed % 4) as usize];
        let text = Random { seed, size }.to_string();
        parse(&text);
        if let Err(difference) = outcome(&text, seed, depth(seed), &mut count) {
            let again = |t: &str| outcome(t, seed, depth(seed), &mut Count::default()).err();
            let small = shrink(&text, &|t| {
                again(t).is_some_and(|d| d.kind == difference.kind)
            });
            let what = again(&small).unwrap_or(difference).what;
            panic!("seed {seed}, size {size}: {what}\n{small}");
        }
    }
    count
}

#[test]
fn engines_agree_with_the_oracle() {
    let count = check_seeds(0..CASES, |seed| Depth::Quick(seed as usize / 4));
    assert!(
        count.reachable > 5_000 && count.unreachable > 5_000,
        "{count:?}"
    );
    assert!(count.replayed > 20 * count.not_replayed, "{count:?}");
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
    check_seeds(first..first + number("CEGAR_SOAK_CASES", 100_000), |_| {
        Depth::Full
    });
}
