//! Random programs through all engines and the oracle.

use crate::compare::{Count, Depth, Difference, compare};
use crate::parse;
use crate::shrink::shrink;
use checker::bp::{self, Entry, Program};
use checker::families::Random;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How many programs of each size a plain test run looks at.
const CASES: u64 = 750;

const SIZES: [u32; 4] = [6, 12, 20, 32];

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

fn check_seed(seed: u64, size: u32, depth: Depth, count: &mut Count) {
    let text = Random { seed, size }.to_string();
    parse(&text);
    if let Err(difference) = outcome(&text, seed, depth, count) {
        let again = |t: &str| outcome(t, seed, depth, &mut Count::default()).err();
        let small = shrink(&text, &|t| {
            again(t).is_some_and(|d| d.kind == difference.kind)
        });
        let what = again(&small).unwrap_or(difference).what;
        panic!("seed {seed}, size {size}: {what}\n{small}");
    }
}

/// One test per size, so that they run side by side.
fn engines_agree_with_the_oracle(size: u32) {
    let mut count = Count::default();
    (0..CASES).for_each(|seed| check_seed(seed, size, Depth::Quick(seed as usize), &mut count));
    assert!(
        count.reachable > 5_000 && count.unreachable > 5_000,
        "{count:?}"
    );
    assert!(count.replayed > 20 * count.not_replayed, "{count:?}");
}

#[test]
fn programs_of_size_6() {
    engines_agree_with_the_oracle(SIZES[0]);
}

#[test]
fn programs_of_size_12() {
    engines_agree_with_the_oracle(SIZES[1]);
}

#[test]
fn programs_of_size_20() {
    engines_agree_with_the_oracle(SIZES[2]);
}

#[test]
fn programs_of_size_32() {
    engines_agree_with_the_oracle(SIZES[3]);
}

/// A number from the environment.
pub(crate) fn number(name: &str, otherwise: u64) -> u64 {
    let told = std::env::var(name).ok();
    told.and_then(|n| n.parse().ok()).unwrap_or(otherwise)
}

/// `CEGAR_SOAK_CASES=100000 cargo test --release -p checker --test differential -- --ignored soak`;
/// `CEGAR_SOAK_SEED` is where to start.
#[test]
#[ignore = "runs as long as it is told to"]
#[allow(
    clippy::print_stderr,
    reason = "a run that is cut off should say how far it came (--nocapture)"
)]
fn soak() {
    let first = number("CEGAR_SOAK_SEED", CASES);
    for seed in first..first + number("CEGAR_SOAK_CASES", 100_000) {
        let size = SIZES[seed as usize % SIZES.len()];
        check_seed(seed, size, Depth::Full, &mut Count::default());
        if seed % 500 == 499 {
            eprintln!("seeds {first} to {seed} agree");
        }
    }
}
