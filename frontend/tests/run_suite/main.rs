//! Our interpreter against gcc's executable, on every program of `tests/suite` and on some of
//! csmith's: the same standard output and the same exit code, under both data models.
//!
//! A test per file and model; `cargo test -p frontend --test run_suite -- 09-bitfields` runs one
//! folder. `SUITE_SUBJECT=gcc-o2` or `gcc-sanitized` puts gcc itself in our place: that is how the
//! programs are checked to be right themselves.

mod case;
#[path = "../support/mod.rs"]
mod support;

use case::{Case, Stage};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use support::gcc::{self, Failure, Flavour};
use support::subject::{self, Report};
use support::{Model, Run, csmith, difference};

/// Seconds for gcc's executable; ours has to interpret and gets more.
const ORACLE_SECONDS: u64 = 10;
const SUBJECT_SECONDS: u64 = 60;

/// Seeds whose programs gcc's executable finishes in milliseconds.
const CSMITH_SEEDS: std::ops::Range<u64> = 1..21;

#[derive(Clone, Copy)]
enum Subject {
    Interpreter,
    Gcc(Flavour),
}

impl Subject {
    fn from_environment() -> Self {
        match std::env::var("SUITE_SUBJECT").as_deref() {
            Ok("gcc-o2") => Self::Gcc(Flavour::O2),
            Ok("gcc-sanitized") => Self::Gcc(Flavour::Sanitized),
            _ => Self::Interpreter,
        }
    }

    fn run(self, files: &[&Path], model: Model, include: &[&str]) -> Report {
        match self {
            Self::Interpreter => subject::run(files, model, include, SUBJECT_SECONDS),
            Self::Gcc(flavour) => {
                let extra: Vec<_> = include.iter().map(|dir| format!("-I{dir}")).collect();
                let extra: Vec<_> = extra.iter().map(String::as_str).collect();
                match gcc::run(files, model, flavour, &extra, SUBJECT_SECONDS) {
                    Ok(run) => Report::Ran(run),
                    Err(Failure::Rejected(text)) => Report::Rejected(text),
                    Err(Failure::TimedOut) => Report::TimedOut,
                    Err(failure) => Report::Failed(failure.message()),
                }
            }
        }
    }
}

fn main() -> ExitCode {
    if let Some(code) = subject::serve_if_asked() {
        return code;
    }
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite");
    let subject = Subject::from_environment();
    let mut trials = match case::collect(&root) {
        Ok(cases) => suite(cases, subject),
        Err(message) => vec![Trial::test("headers", || Err(message.into()))],
    };
    trials.extend(random(subject));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// A model that gcc cannot compile for is shown as ignored tests.
fn trial(
    name: &str,
    model: Model,
    possible: bool,
    test: impl FnOnce() -> Result<(), Failed> + Send + 'static,
) -> Trial {
    let possible = possible && gcc::available(model);
    Trial::test(format!("{}::{name}", model.name()), test).with_ignored_flag(!possible)
}

fn suite(cases: Vec<Case>, subject: Subject) -> Vec<Trial> {
    let mut trials = Vec::new();
    for case in cases.into_iter().map(Arc::new) {
        for model in case.models.clone() {
            let shared = Arc::clone(&case);
            trials.push(trial(&case.name, model, true, move || {
                test(&shared, model, subject)
            }));
        }
    }
    trials
}

fn test(case: &Case, model: Model, subject: Subject) -> Result<(), Failed> {
    let result = match case.stage {
        Stage::Run => agrees(case, model, subject),
        Stage::Reject => both_reject(case, model, subject),
    };
    match (result, case.known_failure(model), subject) {
        (result, None, _) | (result, _, Subject::Gcc(_)) => result,
        (Err(_), Some(_), _) => Ok(()),
        (Ok(()), Some(reason), _) => {
            Err(format!("passes now: remove the mark `fails: {reason}` from its header").into())
        }
    }
}

fn files(case: &Case) -> Vec<&Path> {
    std::iter::once(&case.file)
        .chain(&case.also)
        .map(PathBuf::as_path)
        .collect()
}

fn agrees(case: &Case, model: Model, subject: Subject) -> Result<(), Failed> {
    let expected =
        gcc::run(&files(case), model, Flavour::O0, &[], ORACLE_SECONDS).map_err(|f| f.message())?;
    if case.exit != Some(expected.exit) {
        return Err(format!(
            "gcc's executable exits with {}, the header says otherwise",
            expected.exit
        )
        .into());
    }
    compare(&expected, &subject.run(&files(case), model, &[]))
}

fn compare(expected: &Run, report: &Report) -> Result<(), Failed> {
    match report {
        Report::Ran(got) => difference(expected, got).map_or(Ok(()), |d| Err(d.into())),
        other => Err(other.describe().into()),
    }
}

fn both_reject(case: &Case, model: Model, subject: Subject) -> Result<(), Failed> {
    if !matches!(
        gcc::run(&files(case), model, Flavour::O0, &[], ORACLE_SECONDS),
        Err(Failure::Rejected(_))
    ) {
        return Err("gcc takes the program".into());
    }
    match subject.run(&files(case), model, &[]) {
        Report::Rejected(text) if !text.trim().is_empty() => Ok(()),
        Report::Rejected(_) => Err("rejected without a diagnostic".into()),
        other => Err(other.describe().into()),
    }
}

fn random(subject: Subject) -> Vec<Trial> {
    let possible = csmith::available();
    let seeds = CSMITH_SEEDS.flat_map(|seed| Model::ALL.map(|model| (seed, model)));
    seeds
        .map(|(seed, model)| {
            trial(&format!("csmith/seed-{seed}"), model, possible, move || {
                random_agrees(seed, model, subject)
            })
        })
        .collect()
}

fn random_agrees(seed: u64, model: Model, subject: Subject) -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let file = csmith::generate(seed, dir.path())?;
    let include = format!("-I{}", csmith::INCLUDE);
    match gcc::run(&[&file], model, Flavour::O0, &[&include], ORACLE_SECONDS) {
        Ok(expected) => compare(&expected, &subject.run(&[&file], model, &[csmith::INCLUDE])),
        // Some of csmith's programs never end: nothing to compare.
        Err(Failure::TimedOut) => Ok(()),
        Err(failure) => Err(failure.message().into()),
    }
}
