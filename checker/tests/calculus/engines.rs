//! The algorithms that come along give the same answers as the native engines, with every reduction on and off: on all boolean
//! programs of the corpus and of the tests, and on random ones.

use std::path::{Path, PathBuf};

use checker::bp::{self, Entry, Program};
use checker::calculus::{Algorithm, SHIPPED};
use checker::families::{Random, Tn};
use checker::{BddConfig, Config, Goal, Query, Session, Verdict};

/// Every label, and whether an assertion can fail.
fn goals(program: &Program) -> Vec<Goal> {
    let mut goals = vec![Goal::Assertions];
    for proc in &program.procs {
        let procedure = program.text(proc.name.symbol);
        let spans = proc.span.start..proc.end.end;
        let inside = program
            .stmts
            .iter()
            .filter(|s| spans.contains(&s.span.start));
        let label = |l: &bp::Name| Goal::Label(format!("{procedure}:{}", program.text(l.symbol)));
        goals.extend(inside.flat_map(|s| &s.labels).map(label));
    }
    goals
}

fn config(live_ranges: bool, mod_ref: bool) -> Config {
    Config {
        live_ranges,
        mod_ref,
        trace: false,
        bdd: BddConfig {
            nodes: 1 << 18,
            cache: 1 << 12,
            ..BddConfig::default()
        },
        ..Config::default()
    }
}

fn native(program: &Program, entries: &[String], goals: &[Goal]) -> Vec<bool> {
    let session = Session::new(program, entries, &config(true, true)).expect("well formed");
    let query = Query {
        goals: goals.to_vec(),
        ..Query::default()
    };
    let report = session.check(&query).expect("small");
    let verdicts = report.goals.iter();
    verdicts
        .map(|v| matches!(v, Verdict::Reachable(_)))
        .collect()
}

/// What differs from the native engine, and how many goals there are of each kind.
fn compare(
    program: &Program,
    entries: &[String],
    configs: &[(bool, bool)],
    names: &[&str],
) -> (usize, usize) {
    let goals = goals(program);
    let expected = native(program, entries, &goals);
    for &(live_ranges, mod_ref) in configs {
        let config = config(live_ranges, mod_ref);
        let session = Session::new(program, entries, &config).expect("well formed");
        for shipped in SHIPPED.iter().filter(|s| names.contains(&s.name)) {
            let (algorithm, _) = Algorithm::parse(shipped.text).expect("shipped");
            let report = session.fix(&algorithm, &goals, false).expect("small");
            for ((goal, answer), expected) in goals.iter().zip(&report.answers).zip(&expected) {
                assert_eq!(
                    answer, expected,
                    "{} (live ranges {live_ranges}, mod/ref {mod_ref}): {goal:?}",
                    shipped.name
                );
            }
        }
    }
    let reachable = expected.iter().filter(|e| **e).count();
    (reachable, expected.len() - reachable)
}

const ALL: [(bool, bool); 4] = [(true, true), (true, false), (false, true), (false, false)];

fn names() -> Vec<&'static str> {
    SHIPPED.iter().map(|s| s.name).collect()
}

fn files(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&root)
        .expect("the folder is there")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|e| e == "bp"))
        .collect();
    files.sort();
    files
}

#[test]
fn programs_of_the_corpus_and_of_the_tests() {
    let (mut asked, mut skipped) = (0, Vec::new());
    for path in files("corpus/bp").into_iter().chain(files("tests/bp")) {
        let text = std::fs::read_to_string(&path).expect("readable");
        let Ok(program) = bp::parse(&text) else {
            skipped.push(path);
            continue;
        };
        // The calculus is about sequential programs; threads may be such by their names only.
        let has_threads = path
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with("threads"));
        if has_threads || bp::refuse_threads(&program, Entry::Main).is_some() {
            continue;
        }
        let problems = bp::verify(&program, Entry::Main);
        if problems.iter().any(bp::Diagnostic::is_error) {
            skipped.push(path);
            continue;
        }
        let (reachable, unreachable) = compare(&program, &[], &ALL, &names());
        asked += reachable + unreachable;
    }
    assert!(asked > 150, "{asked}");
    assert!(skipped.len() < 15, "{skipped:?}");
}

#[test]
fn random_programs() {
    let (mut reachable, mut unreachable) = (0, 0);
    for seed in 0..120 {
        for size in [6, 14, 30] {
            let text = Random { seed, size }.to_string();
            let program = bp::parse(&text).expect("generated");
            // Every fifth program may start anywhere, as in the comparison of the engines.
            let all = program
                .procs
                .iter()
                .map(|p| program.text(p.name.symbol).to_owned());
            let entries: Vec<String> = all.filter(|name| name == "main" || seed % 5 == 0).collect();
            let configs = [ALL[seed as usize % 4]];
            let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                compare(&program, &entries, &configs, &names())
            }));
            let (r, u) = found.unwrap_or_else(|_| panic!("seed {seed}, size {size}\n{text}"));
            reachable += r;
            unreachable += u;
        }
    }
    assert!(
        reachable > 500 && unreachable > 500,
        "{reachable}, {unreachable}"
    );
}

/// 2^N call sequences, 4 N rows.
#[test]
fn the_template_of_the_bebop_paper() {
    let text = Tn { levels: 60 }.to_string();
    let program = bp::parse(&text).expect("generated");
    compare(
        &program,
        &[],
        &ALL[..1],
        &[
            "entry-forward",
            "split-return",
            "entry-forward-optimised",
            "backward",
        ],
    );
}
