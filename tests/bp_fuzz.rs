//! Damaged programs and questions through the executable: every outcome is one of the documented exit codes, and a
//! refusal says why.
//!
//! `CEGAR_FUZZ_CASES` and `CEGAR_FUZZ_SEED` as in `checker/tests/fuzz`, whose way of damaging programs this shares.

#[path = "../checker/tests/fuzz/mutate.rs"]
mod mutate;

#[allow(dead_code)] // Each test uses its own part.
mod support;

use mutate::{Dice, mutated, programs, set, setting};
use std::path::Path;
use std::process::Output;

#[test]
fn damaged_programs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut known = programs(&root.join("tests/bp"));
    known.extend(programs(&root.join("corpus/bp")));
    let first = setting("CEGAR_FUZZ_SEED", 0);
    let mut answered = 0;
    for case in first..first + setting("CEGAR_FUZZ_CASES", 150) {
        let mut dice = Dice::new(case);
        let mut text = known[dice.below(known.len())].clone();
        if dice.below(3) > 0 {
            text = mutated(&text, &mut dice);
        }
        let mut input = text.into_bytes();
        if dice.below(20) == 0 && !input.is_empty() {
            let at = dice.below(input.len());
            input[at] = dice.below(256) as u8;
        }
        let arguments = arguments(&mut dice);
        let output = run(&arguments, &input);
        let problem = unexpected(&output);
        let shown = || String::from_utf8_lossy(&input).into_owned();
        assert!(
            problem.is_none(),
            "case {case}: {problem:?}\n{arguments:?}\n{}",
            shown()
        );
        answered += usize::from(matches!(output.status.code(), Some(0 | 10)));
    }
    assert!(answered > 20, "{answered} answers");
}

fn arguments(dice: &mut Dice) -> Vec<String> {
    let labels = ["R", "L", "ERROR", "main:L", "nowhere", "", "é"];
    let command = dice.pick(&[
        "check", "check", "check", "check", "print", "dot", "simulate",
    ]);
    let mut words = vec!["bp".to_owned(), command.to_owned(), "-".to_owned()];
    let mut add = |parts: &[&str]| words.extend(parts.iter().map(|p| (*p).to_owned()));
    if command == "simulate" {
        add(&["--steps", "50"]);
    }
    if command != "check" {
        return words;
    }
    add(&["--time-limit", "20"]);
    for _ in 0..dice.below(4) {
        match dice.below(10) {
            0 => add(&["--label", dice.pick(&labels)]),
            1 => add(&["--invariant", dice.pick(&labels)]),
            2 => add(&["--entry", dice.pick(&["main", "f", "A", "nobody"])]),
            3 => add(&[
                "--engine",
                dice.pick(&["post", "pre", "ef", "ef-opt", "summaries"]),
            ]),
            4 => add(&["--reach", &set(dice, &["main", "A", "f"], &labels)]),
            5 => add(&["--from", &set(dice, &["main", "A", "f"], &labels)]),
            6 => add(&[dice.pick(&["--no-live-ranges", "--no-mod-ref", "--unreachable"])]),
            7 => add(&[dice.pick(&["--json", "--stats", "--no-trace", "--assertions"])]),
            8 => add(&[
                "--trace-lines",
                dice.pick(&["0", "1", "99999999999999999999"]),
            ]),
            _ => add(&[
                "--variable-order",
                dice.pick(&["declaration", "assignments"]),
            ]),
        }
    }
    words
}

fn run(arguments: &[String], input: &[u8]) -> Output {
    support::start::cegar_in(Path::new("."), arguments, input)
}

/// What is wrong with an outcome.
fn unexpected(output: &Output) -> Option<String> {
    let errors = String::from_utf8_lossy(&output.stderr);
    let answered = !output.stdout.is_empty();
    let fine = match output.status.code() {
        Some(0 | 10) => answered,
        Some(5) => answered,
        Some(1 | 2) => !answered && errors.contains("error"),
        _ => false,
    };
    (!fine).then(|| format!("{:?} {errors}", output.status))
}
