//! Verdicts of `cegar check` on random programs against the truth, which trying all inputs tells. An answer may be
//! missing; it must not be wrong, and no proof may be refuted by the second look at it.
//!
//! `VERDICT_ROUNDS`, `VERDICT_SEED`, `VERDICT_LIMIT` (seconds for one program) and `VERDICT_CEGAR` (an executable other
//! than the one under test) in the environment make it a long run. Programs with a wrong verdict are kept.

mod generate;
mod truth;

use std::path::{Path, PathBuf};
use std::process::Command;

use fastrand::Rng;
use truth::Truth;

/// Rounds in an ordinary test run, and seconds for one program.
const ROUNDS: u64 = 60;
const LIMIT: u64 = 2;

/// What is said where a proof was found that is none.
const REFUTED: &str = "a state was found that speaks against it";

#[test]
fn verdicts_are_true() {
    let setting = |name: &str, usual| {
        let value = std::env::var(name).ok();
        value.map_or(usual, |v| v.parse().expect("a number"))
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("verdicts");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let first = setting("VERDICT_SEED", 1);
    let limit = setting("VERDICT_LIMIT", LIMIT);
    let mut counts = [0; 3];
    let mut wrong = Vec::new();
    for seed in first..first + setting("VERDICT_ROUNDS", ROUNDS) {
        match round(seed, limit, &folder) {
            None => {}
            Some(Ok(answer)) => counts[answer as usize] += 1,
            Some(Err(why)) => wrong.push(why),
        }
    }
    let [proofs, bugs, unknown] = counts;
    let summary = format!("{proofs} proofs, {bugs} bugs, {unknown} without an answer");
    assert!(wrong.is_empty(), "{summary}\n{}", wrong.join("\n"));
    assert!(proofs + bugs > unknown, "too few answers: {summary}");
    #[allow(clippy::print_stderr, reason = "shown with --nocapture")]
    {
        eprintln!("{summary}");
    }
}

/// Programs of other kinds, by a script of its own: `soup/run.py` says how to make it a long run.
#[test]
fn verdicts_on_soup_are_true() {
    script("soup", &["--first", "30", "--count", "3", "--limit", "2"]);
}

/// Drivers and specifications, likewise: `rules/run.py`. Among these are some that were wrongly proved once.
#[test]
fn verdicts_on_rules_are_true() {
    script("rules", &["--first", "1", "--count", "12", "--limit", "4"]);
}

/// Formulas over events, likewise: `temporal/run.py` visits all states of the programs.
#[test]
fn verdicts_on_formulas_are_true() {
    script(
        "temporal",
        &["--first", "1", "--count", "16", "--limit", "4"],
    );
}

/// Runs the script of a folder, which must find nothing wrong.
fn script(name: &str, arguments: &[&str]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verdicts");
    let output = Command::new("python3")
        .arg("-B")
        .arg(folder.join(name).join("run.py"))
        .arg(env!("CARGO_BIN_EXE_cegar"))
        .args(arguments)
        .arg("--keep")
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name))
        .output()
        .expect("python3 runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{said}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[derive(Clone, Copy)]
enum Right {
    Proof,
    Bug,
    Unknown,
}

/// What came of one program; nothing if its inputs are too many.
fn round(seed: u64, limit: u64, folder: &Path) -> Option<Result<Right, String>> {
    let made = generate::program(seed);
    let truth = truth::of(&made.text, made.points, folder)?;
    let mut random = Rng::with_seed(seed);
    let (checks, mut bad) = checks(&truth, &mut random);
    let program = format!("{}{checks}{}", prelude(&mut random), made.text);
    let file = folder.join(format!("program-{seed}.c"));
    std::fs::write(&file, program).expect("a file can be written");
    let mut arguments: Vec<PathBuf> = vec!["check".into(), file.clone()];
    if made.text.contains("acquire();") {
        bad = truth.lock_misused;
        let rule = folder.join("lock.spec");
        std::fs::write(&rule, RULE).expect("a file can be written");
        arguments.extend(["--property".into(), rule]);
    }
    if random.u8(..8) == 0 {
        arguments.extend(["--blocks".into(), "statement".into()]);
    }
    if random.bool() {
        arguments.extend(["--data-model".into(), "ilp32".into()]);
    }
    if random.u8(..4) == 0 {
        arguments.push("--certify".into());
    }
    let cegar = std::env::var_os("VERDICT_CEGAR");
    let output = Command::new(cegar.unwrap_or_else(|| env!("CARGO_BIN_EXE_cegar").into()))
        .args(&arguments)
        .args(["--time-limit", &limit.to_string()])
        .output()
        .expect("cegar runs");
    let refuted = String::from_utf8_lossy(&output.stdout).contains(REFUTED);
    let right = match output.status.code() {
        Some(0) if !bad => Right::Proof,
        Some(10) if bad => Right::Bug,
        Some(5) if !refuted => Right::Unknown,
        code => {
            let said =
                String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
            let truth = if bad { "a bug" } else { "none" };
            return Some(Err(format!(
                "{arguments:?}: {code:?} where there is {truth}:\n{said}"
            )));
        }
    };
    std::fs::remove_file(file).expect("the program can go");
    Some(Ok(right))
}

/// What the points check, and whether some value violates it.
fn checks(truth: &Truth, random: &mut Rng) -> (String, bool) {
    let points = truth.values.len();
    let wrong = random.bool().then(|| random.usize(0..points.max(1)));
    let (mut text, mut bad) = (String::new(), false);
    for (point, values) in truth.values.iter().enumerate() {
        let (check, violated) = check(values, wrong == Some(point), random);
        bad |= violated;
        text += &format!(
            "#define CHECK_{point}(e) do {{ if (!({check})) reach_error(); }} while (0)\n"
        );
    }
    (text, bad)
}

/// A condition `e` that all values satisfy; or one that some value violates, if there is one.
fn check(values: &[i32], wrong: bool, random: &mut Rng) -> (String, bool) {
    let (Some(&least), Some(&most)) = (values.first(), values.last()) else {
        return ("0".into(), false);
    };
    let some = values[random.usize(0..values.len())];
    if wrong {
        let check = match random.u8(..3) {
            0 => format!("(int)(e) != {some}"),
            1 => format!("(int)(e) > {least}"),
            _ => format!("(int)(e) < {most}"),
        };
        return (check, true);
    }
    let absent = (some..=i32::MAX).find(|v| !values.contains(v)).unwrap_or(0);
    let parity = values.iter().all(|v| (v ^ least) & 1 == 0);
    let check = match random.u8(..4) {
        0 if !values.contains(&absent) => format!("(int)(e) != {absent}"),
        1 if parity => format!("((int)(e) & 1) == {}", least & 1),
        1 | 2 if least == most => format!("(int)(e) == {least}"),
        2 => format!("(int)(e) >= {least}"),
        _ => format!("(int)(e) <= {most}"),
    };
    (check, false)
}

/// Where inputs come from, in one of several usual ways.
fn prelude(random: &mut Rng) -> String {
    let input = match random.u8(..5) {
        0 => "int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x >= 0 && x < n); return x;",
        1 => "int x = __VERIFIER_nondet_int(); if (x < 0 || x >= n) exit(0); return x;",
        2 => "int x = __VERIFIER_nondet_int(); if (x < 0 || x >= n) for (;;) ; return x;",
        3 => "return __VERIFIER_nondet_uint() % (unsigned)n;",
        _ => "int x = 0; while (x < n - 1 && __VERIFIER_nondet_int()) x++; return x;",
    };
    format!(
        "void *malloc(__SIZE_TYPE__);\nvoid exit(int), reach_error(void), __VERIFIER_assume(int), acquire(void), release(void);\n\
         int __VERIFIER_nondet_int(void); unsigned __VERIFIER_nondet_uint(void);\n\
         int input(int n) {{ {input} }}\n#define program main\n"
    )
}

const RULE: &str = "\
state { bool held = false; }
acquire.call { if (held) abort \"acquired twice\"; held = true; }
release.call { if (!held) abort \"released without need\"; held = false; }
";
