//! Runs programs with their invariants as assertions.

use std::path::Path;
use std::process::Command;

use super::follow::{Text, compile, word};
use super::read::Witness;

/// How many runs, each with random values of its own.
const RUNS: u32 = 20;

const HARNESS: &str = r#"
#include <stdio.h>
#include <stdlib.h>
static unsigned long long state;
static long calls;
static long any(void) {
    if (++calls > 20000) _Exit(0);
    state ^= state << 13; state ^= state >> 7; state ^= state << 17;
    switch (state >> 20 & 3) {
    case 0: return state >> 33 & 1;
    case 1: return (long)(state >> 33 & 63) - 16;
    case 2: return (long)(state >> 33 & 3);
    default: return (long)state;
    }
}
int nondet_int(void) { return any(); }
unsigned nondet_uint(void) { return any(); }
void w_holds(int number, int holds) {
    if (!holds) { fprintf(stderr, "invariant %d does not hold\n", number); _Exit(3); }
}
void reach_error(void) { fprintf(stderr, "an error\n"); _Exit(4); }
__attribute__((constructor)) static void seed(void) {
    state = strtoull(getenv("SEED"), 0, 10) * 2654435761u + 88172645463325252u;
}
"#;

/// Checks that invariants stand at loops and hold there in all runs. How many there must be at least is in the text,
/// behind `// invariants:`, and so is what none of them may mention, behind `// unsaid:`.
pub(crate) fn hold(program: &str, text: &str, witness: &Witness, folder: &Path) {
    let told = |key: &str| {
        text.lines()
            .find_map(|line| line.strip_prefix(key))
            .map(str::trim)
    };
    let least: usize = told("// invariants:")
        .expect("a number")
        .parse()
        .expect("a number");
    assert!(
        witness.invariants.len() >= least,
        "{program}: too few invariants"
    );
    for unsaid in told("// unsaid:").unwrap_or_default().split_whitespace() {
        for invariant in &witness.invariants {
            let value = &invariant.value;
            let said = (0..value.len()).any(|at| word(value, at, &[unsaid]).is_some());
            assert!(!said, "{program}: {value}");
        }
    }
    let mut changed = Text::new(text);
    for (n, invariant) in witness.invariants.iter().enumerate() {
        let at = changed.at(invariant.line, invariant.column);
        assert!(
            word(text, at, &["while", "for"]).is_some(),
            "{program}: no loop at {at}"
        );
        let before = format!("(w_holds({n}, {}), (", invariant.value);
        assert!(changed.around_condition(at, &before, "))"), "{program}");
    }
    let text = format!("void w_holds(int, int);\n{}", changed.changed());
    let (code, harness) = (folder.join(program), folder.join("harness.c"));
    let executable = folder.join(format!("{program}.exe"));
    std::fs::write(&code, text).expect("a file can be written");
    std::fs::write(&harness, HARNESS).expect("a file can be written");
    compile(folder, &[&code, &harness], &executable);
    for seed in 1..=RUNS {
        let mut run = Command::new(&executable);
        let output = run.env("SEED", seed.to_string()).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        let all: Vec<&str> = witness.invariants.iter().map(|i| &*i.value).collect();
        assert!(
            output.status.code().is_some_and(|c| c < 3),
            "{program}: {said}{all:#?}"
        );
    }
}
